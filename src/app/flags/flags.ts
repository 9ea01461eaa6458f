import {quoted} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {isId, parseBoolean} from '../../services/model/values.ts';
import type {Env} from '../../services/ports.ts';

export interface Flag<T> {
  kind: 'value' | 'switch';
  /** @param env supplies what a value leaves out @throws ToolError usage; the message follows the flag's name: `must be …` */
  parse(text: string, env?: Env): T;
  /** Of one value, in JSON. */
  type: 'string' | 'integer' | 'number' | 'boolean';
  summary: string;
  placeholder: string;
  required: boolean;
  /** A switch that replaces this flag: one of the two is required. */
  unless?: string;
  env?: string;
  fallback?: string;
  /** Allowed values, where they are a closed set. */
  choices?: readonly string[];
  /** Of a switch: left out, it is undefined rather than false. */
  isOptional?: true;
  multiple: boolean;
  allowsEmpty: boolean;
  completes?: 'profile' | 'app' | 'version' | 'file' | 'directory';
}

export type Flags = Readonly<Record<string, Flag<unknown>>>;

/** Values by name; undefined only for flags that are neither required, switches nor defaulted. */
export type InputOf<F extends Flags> = {
  [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never;
};

type Common = Pick<Flag<unknown>, 'summary'> & Partial<Pick<Flag<unknown>, 'placeholder' | 'env'>>;
export type FlagOptions = Common & Partial<Pick<Flag<unknown>, 'required' | 'unless' | 'fallback' | 'completes'>>;

export type ValueOf<T, O> = O extends {required: true} | {fallback: string} ? T : T | undefined;

/** With a `flag`, the message follows its name: `needs a value`. */
export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}

/** @throws ToolError usage; the message follows the flag's name */
export function refuse(message: string): never {
  throw new ToolError('usage', message);
}

const DEFAULTS = {type: 'string', placeholder: 'TEXT', required: false, multiple: false, allowsEmpty: false};

export function valueFlag<T, const O extends FlagOptions>(
  options: O,
  parse: (text: string, env?: Env) => T,
  more: Partial<Flag<T>> = {},
): Flag<ValueOf<T, O>> {
  return {...DEFAULTS, ...more, ...options, kind: 'value', parse} as Flag<T> as Flag<ValueOf<T, O>>;
}

export function toggle(options: Common): Flag<boolean> {
  const parse = (text: string) => parseBoolean(text) ?? refuse('must be true or false');
  return {...DEFAULTS, ...options, placeholder: '', kind: 'switch', type: 'boolean', parse};
}

/** `--name`, `--name=false`, or neither. */
export function optionalToggle(options: Common): Flag<boolean | undefined> {
  return {...toggle(options), isOptional: true};
}

/** Trims. @throws ToolError usage when nothing is left */
export function nonBlank(text: string): string {
  return text.trim() || refuse('must not be empty');
}

export function text<const O extends FlagOptions & {allowEmpty?: boolean}>(options: O) {
  const {allowEmpty = false} = options;
  return valueFlag(options, allowEmpty ? (value) => value : nonBlank, {allowsEmpty: allowEmpty});
}

/** @param problemOf says what is wrong, to follow the flag's name: `must be …` */
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

function pick<const V extends readonly string[]>(values: V, text: string): V[number] {
  const wanted = nonBlank(text);
  const found = values.find((value) => value.toLowerCase() === wanted.toLowerCase());
  return found ?? refuse(`${quoted(text)} is not one of ${values.join(', ')}`);
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

export function listOf<const V extends readonly string[], const O extends FlagOptions>(values: V, options: O) {
  const parse = (value: string) => several(value, (member): V[number] => pick(values, member));
  return valueFlag(options, parse, {choices: values, multiple: true, placeholder: 'NAME,…'});
}

export function texts<const O extends FlagOptions>(options: O) {
  return valueFlag(options, (value) => several(value, String), {multiple: true, placeholder: 'TEXT,…'});
}

/** Both inclusive. */
type Bounds = FlagOptions & {min: number; max: number};

export function integer<const O extends Bounds>(options: O) {
  return bounded(options, 'integer', /^\d{1,15}$/, 'a whole number');
}

export function decimal<const O extends Bounds>(options: O) {
  return bounded(options, 'number', /^(?:\d+\.?\d*|\.\d+)$/, 'a number');
}

function bounded<const O extends Bounds>(options: O, type: 'integer' | 'number', form: RegExp, what: string) {
  const {min, max} = options;
  const parse = (value: string) => {
    const number = Number(value);
    const isIn = form.test(value) && number >= min && number <= max;
    return isIn ? number : refuse(`must be ${what} from ${min} to ${max}`);
  };
  return valueFlag(options, parse, {type, placeholder: 'N'});
}

/** An error names the source of the text: the flag or the variable. */
export function parseFlag(flag: Flag<unknown>, value: string, from: {flag: string} | {variable: string}, env?: Env) {
  try {
    return flag.parse(value, env);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw 'flag' in from ? error.with({facts: from}) : error.with({summary: `${from.variable} ${error.summary}`});
  }
}

/** Flags that do not go together, and why where it is not plain. */
export type Excludes = readonly (readonly [flag: string, other: string, why?: string])[];

interface Read<F extends Flags> {
  path: readonly string[];
  flags: F;
  excludes?: Excludes;
  check?(input: InputOf<F>, positionals: readonly string[]): void;
  needsConfirm?(input: InputOf<F>): boolean;
}

/**
 * Flags, then environment variables, then defaults.
 * @throws ToolError usage for a bad value, a missing required flag, flags that do not go together, and what the command
 * itself refuses
 */
export function readInput<F extends Flags>(
  command: Read<F>,
  given: ReadonlyMap<string, string>,
  env: Env,
  positionals: readonly string[] = [],
): InputOf<F> {
  const input = readSupplied(command, given, env);
  const missing = Object.entries(command.flags).flatMap(([name, {required, unless, env: variable}]) => {
    if (input[name] !== undefined || !(required || (unless && !input[unless]))) return [];
    const other = variable ?? (unless && `--${unless}`);
    return `--${name}${other ? ` (or ${other})` : ''}`;
  });
  if (missing.length > 0) throw usage(`'tool ${command.path.join(' ')}' needs ${missing.join(', ')}`);
  const isGiven = (name: string) => input[name] !== undefined && input[name] !== false;
  const [flag, other, why] = command.excludes?.find(([one, another]) => isGiven(one) && isGiven(another)) ?? [];
  if (flag) throw usage(`cannot be combined with --${other}${why ? `: ${why}` : ''}`, {flag});
  command.check?.(input as InputOf<F>, positionals);
  const canConfirm = Object.hasOwn(command.flags, 'confirm') && Object.hasOwn(command.flags, 'dry-run');
  const isSure = input.confirm || input['dry-run'] || command.needsConfirm?.(input as InputOf<F>) === false;
  if (!canConfirm || isSure) return input as InputOf<F>;
  throw new ToolError('usage', `'tool ${command.path.join(' ')}' needs --confirm`, {
    hint: 'Add --confirm to proceed, or --dry-run to see what would be sent.',
  });
}

/** Like `readInput`, without the check for required flags: a screen asks for those. @throws ToolError usage */
export function readSupplied<F extends Flags>(
  command: {flags: F},
  given: ReadonlyMap<string, string>,
  env: Env,
): Partial<InputOf<F>> {
  const entries = Object.entries(command.flags).map(([name, flag]): [string, unknown] => {
    const value = given.get(name);
    if (value !== undefined) return [name, parseFlag(flag, value, {flag: name}, env)];
    const supplied = flag.env ? env[flag.env]?.trim() : undefined;
    if (supplied && flag.env) return [name, parseFlag(flag, supplied, {variable: flag.env})];
    if (flag.fallback !== undefined) return [name, flag.parse(flag.fallback)];
    return [name, flag.kind === 'switch' && !flag.isOptional ? false : undefined];
  });
  return Object.fromEntries(entries) as Partial<InputOf<F>>;
}
