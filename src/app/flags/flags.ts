import {quoted} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {formatReference, parseReference} from '../../services/model/reference.ts';
import {formatDuration} from '../../services/model/time.ts';
import {isId, lookup, parseBoolean} from '../../services/model/values.ts';
import type {Env} from '../../services/ports.ts';
import foreign from './foreign-words.json' with {type: 'json'};
import {nearest} from './nearest.ts';

export interface Flag<T> {
  /**
   * @param env supplies the parts that a value omits
   * @throws ToolError usage, whose message follows the flag's name: `must be …`
   */
  parse(text: string, env?: Env): T;
  type: 'string' | 'integer' | 'number' | 'boolean';
  summary: string;
  placeholder: string;
  required: boolean;
  unless?: readonly string[];
  env?: string;
  fallback?: string;
  /** A default that the command itself applies. Help shows it. */
  implied?: string;
  choices?: readonly string[];
  isOptional?: true;
  multiple: boolean;
  allowsEmpty: boolean;
  completes?: 'profile' | 'app' | 'files' | 'directories';
}

export function isSwitch(flag: Flag<unknown> | undefined): boolean {
  return flag?.type === 'boolean';
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

type MemberOf<Name> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<MemberOf<Rest> & string>}`
  : Name;

export function memberOf<const Name extends string>(name: Name): MemberOf<Name> {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as MemberOf<Name>;
}

export type InputOf<F extends Flags> = {
  [Name in keyof F as MemberOf<Name>]: F[Name] extends Flag<infer T> ? T : never;
};

type Common = Pick<Flag<unknown>, 'summary'> & Partial<Pick<Flag<unknown>, 'placeholder' | 'env'>>;
type FlagOptions = Common & Partial<Pick<Flag<unknown>, 'required' | 'unless' | 'fallback' | 'implied' | 'completes'>>;

type ValueOf<T, O> = O extends {required: true} | {fallback: string} ? T : T | undefined;

export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}

function refuse(message: string): never {
  throw new ToolError('usage', message);
}

const DEFAULTS = {type: 'string', placeholder: 'TEXT', required: false, multiple: false, allowsEmpty: false};

export function valueFlag<T, const O extends FlagOptions>(
  options: O,
  parse: (text: string, env?: Env) => T,
  more: Partial<Flag<T>> = {},
): Flag<ValueOf<T, O>> {
  return {...DEFAULTS, ...more, ...options, parse} as Flag<T> as Flag<ValueOf<T, O>>;
}

export function toggle(options: Common): Flag<boolean> {
  const parse = (text: string) => parseBoolean(text) ?? refuse('must be true or false');
  return {...DEFAULTS, ...options, placeholder: '', type: 'boolean', parse};
}

export function optionalToggle(options: Common): Flag<boolean | undefined> {
  return {...toggle(options), isOptional: true};
}

function nonBlank(text: string): string {
  return text.trim() || refuse('must not be empty');
}

export function text<const O extends FlagOptions & {allowEmpty?: boolean}>(options: O) {
  const {allowEmpty = false} = options;
  const isPlaceholder = (value: string) => value === DEFAULTS.placeholder || /^<[A-Z-]+>$/.test(value);
  const free = (value: string) => (isPlaceholder(value) ? refuse(`is the word ${value}: give the text`) : value);
  return valueFlag(options, allowEmpty ? free : nonBlank, {allowsEmpty: allowEmpty});
}

/** @param problemOf returns words that follow the flag's name: `must be …` */
export function checkedText<const O extends FlagOptions>(problemOf: (text: string) => string | undefined, options: O) {
  return valueFlag(options, (value) => {
    const trimmed = nonBlank(value);
    const problem = problemOf(trimmed);
    return problem === undefined ? trimmed : refuse(problem);
  });
}

export function parseId(value: string): string {
  nonBlank(value);
  return isId(value) ? value : refuse('must be an ID: letters, digits, dots, underscores and dashes');
}

export function id<const O extends FlagOptions>(options: O) {
  return valueFlag(options, parseId, {placeholder: 'ID'});
}

export function pick<const V extends readonly string[]>(values: V, text: string, newer?: NewerValue): V[number] {
  const wanted = nonBlank(text);
  const plain = (one: string) => one.toLowerCase().replace(/[_\s-]/g, '');
  const found = values.find((value) => plain(value) === plain(wanted));
  if (found !== undefined) return found;
  const added = newer?.(wanted);
  if (added !== undefined) return added;
  const own = lookup(foreign.values, plain(wanted)) ?? '';
  const meant = values.includes(own) ? own : nearest(wanted, values);
  return refuse(`${quoted(text)} is not one of ${values.join(', ')}${meant ? `. Did you mean ${meant}?` : ''}`);
}

export function oneOf<const V extends readonly string[], const O extends FlagOptions>(values: V, options: O) {
  return valueFlag<V[number], O>(options, (value) => pick(values, value), {choices: values, placeholder: 'NAME'});
}

function several<T>(value: string, parse: (member: string) => T): T[] {
  const members = nonBlank(value)
    .split(',')
    .map((member) => member.trim());
  if (members.includes('')) refuse('has an empty member between commas');
  return [...new Set(members.map(parse))];
}

type NewerValue = (word: string) => string | undefined;

export function listOf<const V extends readonly string[], const O extends FlagOptions>(
  values: V,
  options: O,
  newer?: NewerValue,
) {
  const parse = (value: string) => several(value, (member): V[number] => pick(values, member, newer));
  return valueFlag(options, parse, {choices: values, multiple: true, placeholder: 'NAME,…'});
}

export function texts<const O extends FlagOptions>(options: O) {
  return valueFlag(options, (value) => several(value, String), {multiple: true, placeholder: 'TEXT,…'});
}

type Bounds = FlagOptions & {min: number; max: number};

function bounded(type: 'integer' | 'number', form: RegExp, what: string) {
  return <const O extends Bounds>(options: O) => {
    const {min, max} = options;
    const parse = (value: string) => {
      const number = Number(value);
      const isIn = form.test(value) && number >= min && number <= max;
      return isIn ? number : refuse(`must be ${what} from ${min} to ${max}`);
    };
    return valueFlag(options, parse, {type, placeholder: 'N'});
  };
}

export const integer = bounded('integer', /^\d{1,15}$/, 'a whole number');
export const decimal = bounded('number', /^(?:\d+\.?\d*|\.\d+)$/, 'a number');

const APP_VARIABLE = 'TOOL_APP_ID';

/** Accepts an ID, a bundle ID, or the address of the app's page in the store or in App Store Connect. */
export function appFlag<const O extends Partial<FlagOptions>>(options: O) {
  const flag = id({
    summary: 'App ID or bundle ID',
    ...options,
    placeholder: 'APP',
    completes: 'app',
    env: APP_VARIABLE,
  });
  return {
    ...flag,
    parse: (value: string) => flag.parse(/^(?:https:.*\/)?(?:id|apps\/)(\d+)(?:[/?].*)?$/.exec(value)?.[1] ?? value),
  };
}

export function appOf(env: Env | undefined): string | undefined {
  return env?.[APP_VARIABLE]?.trim() || undefined;
}

export function versionRef<const O extends FlagOptions>(options: O) {
  const parse = (value: string, env?: Env) => {
    const text = value.trim();
    const reference = parseReference(text.startsWith('@') ? `${appOf(env) ?? ''}${text}` : text);
    if (!reference && /[/:]/.test(text)) refuse('must be an ID, or a reference like com.example.app@live');
    if (!reference) return parseId(value);
    return 'problem' in reference ? refuse(reference.problem) : formatReference(reference);
  };
  return valueFlag(options, parse, {placeholder: 'VERSION'});
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * Reads ISO 8601 with `Z` or a numeric offset, e.g. `2026-03-01T10:00:00+01:00`. The result keeps the offset. Missing
 * seconds and a missing colon are added, because the API's `date-time` format (RFC 3339) requires them.
 */
export function parseDateTime(value: string): string {
  nonBlank(value);
  const [match, date, time, seconds = '00', zone = ''] = DATE_TIME.exec(value) ?? [];
  if (!match) refuse('must be a date and time with an offset, like 2026-03-01T10:00:00+01:00');
  const [hours, minutes] = [zone.slice(0, 3), zone.slice(-2)];
  const offset = zone.length === 1 ? 'Z' : `${hours}:${minutes}`;
  const isZone = offset === 'Z' || (Math.abs(Number(hours)) <= 18 && Number(minutes) <= 59);
  // Date turns 30 February into 2 March, so the result is compared with the input.
  const local = `${date}T${time}:${seconds.slice(0, 2)}`;
  const moment = new Date(`${local}Z`);
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local);
  if (!exists || !isZone) refuse(`${quoted(value)} is not a date and time that exists`);
  return `${date}T${time}:${seconds}${offset}`;
}

export function dateTime<const O extends FlagOptions>(options: O) {
  return valueFlag(options, parseDateTime, {placeholder: 'DATE-TIME'});
}

/** Turns `30s`, `20m` or `1h30m` into ms. The bounds are in ms and inclusive. */
export function duration<const O extends FlagOptions & {min: number; max: number}>(options: O) {
  const {min, max} = options;
  const parse = (value: string) => {
    const [match, ...amounts] = /^(?=\d)(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/i.exec(nonBlank(value)) ?? [];
    if (match === undefined) refuse('must be a time such as 30s, 20m or 1h30m');
    const [hours = 0, minutes = 0, seconds = 0] = amounts.map((amount = '0') => Number(amount));
    const ms = (hours * 3600 + minutes * 60 + seconds) * 1000;
    if (ms < min || ms > max) refuse(`must be from ${formatDuration(min)} to ${formatDuration(max)}`);
    return ms;
  };
  return valueFlag(options, parse, {placeholder: 'TIME'});
}

export const versionId = versionRef({
  summary: 'Version ID, or APP@WHICH[:PLATFORM]: a version string, live, editable, approved or latest',
  required: true,
});

export const dryRun = toggle({summary: 'Print the requests that would change something instead of sending them'});

/** A command with `--confirm` and `--dry-run` requires one of them, unless `needsConfirm` says otherwise. */
export const confirm = toggle({summary: 'Confirm the operation; required unless --dry-run is given'});
