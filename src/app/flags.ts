import {parseBoolean} from '../services/model/boolean.ts';
import {ToolError} from '../services/model/error.ts';
import {isId} from '../services/model/id.ts';
import {quoted} from '../services/model/quoted.ts';

/** One flag of a command: how its text becomes a value, and what help and forms say of it. */
export interface Flag<T> {
  kind: 'value' | 'switch';
  /** @throws ToolError usage, with a message that does not name the flag: `must be …` */
  parse(text: string): T;
  /** One line for help and forms. */
  summary: string;
  /** What stands for the value in help: `ID`, `TEXT`, … */
  placeholder: string;
  required: boolean;
  /** The variable that supplies it when the flag is absent. */
  env?: string;
  /** The value when nothing supplies it, as text. */
  fallback?: string;
  /** What it accepts, where that is a closed set. */
  choices?: readonly string[];
  /** Takes several of them, separated by commas. */
  multiple: boolean;
  /** `--flag ""` is a value. */
  allowsEmpty: boolean;
}

/** Values of the flags by name; a flag that is neither required, a switch nor defaulted may be undefined. */
export type InputOf<F extends Readonly<Record<string, Flag<unknown>>>> = {
  [Name in keyof F]: F[Name] extends Flag<infer T> ? T : never;
};

interface Common {
  summary: string;
  placeholder?: string;
  env?: string;
}
type Required<T, O> = O extends {required: true} | {fallback: string} ? T : T | undefined;

function usage(message: string): never {
  throw new ToolError('usage', message);
}

interface FlagOptions extends Common {
  required?: boolean;
  fallback?: string;
}

function valueFlag<T, const O extends FlagOptions>(
  options: O,
  parse: (text: string) => T,
  more: Partial<Flag<T>> = {},
): Flag<Required<T, O>> {
  return {
    kind: 'value',
    parse: parse as (text: string) => Required<T, O>,
    summary: options.summary,
    placeholder: options.placeholder ?? more.placeholder ?? 'TEXT',
    required: options.required ?? false,
    env: options.env,
    fallback: options.fallback,
    choices: more.choices,
    multiple: more.multiple ?? false,
    allowsEmpty: more.allowsEmpty ?? false,
  };
}

/** The text without the blanks around it, which must not be all there is. */
function nonBlank(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' ? usage('must not be empty') : trimmed;
}

/** A flag that is on or off. `--flag=false` is off. */
export function toggle(options: Common): Flag<boolean> {
  return {
    kind: 'switch',
    parse: (text) => parseBoolean(text) ?? usage('must be true or false'),
    summary: options.summary,
    placeholder: '',
    required: false,
    env: options.env,
    multiple: false,
    allowsEmpty: false,
  };
}

/** Any text; empty only with `allowEmpty`. */
export function text<const O extends FlagOptions & {allowEmpty?: boolean}>(options: O): Flag<Required<string, O>> {
  return valueFlag(options, options.allowEmpty ? (value) => value : nonBlank, {
    allowsEmpty: options.allowEmpty ?? false,
  });
}

/** A text that `problemOf` finds nothing wrong with; it answers in words that follow the name, e.g. `must be …`. */
export function checkedText<const O extends FlagOptions>(
  problemOf: (text: string) => string | undefined,
  options: O,
): Flag<Required<string, O>> {
  return valueFlag(options, (value) => {
    const trimmed = nonBlank(value);
    const problem = problemOf(trimmed);
    return problem === undefined ? trimmed : usage(problem);
  });
}

/** One segment of a URL path: what an ID of the service may look like. */
export function parseId(value: string): string {
  nonBlank(value);
  if (!isId(value)) {
    usage('must be an ID: letters, digits, dots, underscores and dashes');
  }
  return value;
}

/** An ID of the service. */
export function id<const O extends FlagOptions>(options: O): Flag<Required<string, O>> {
  return valueFlag(options, parseId, {placeholder: 'ID'});
}

function pick<const V extends readonly string[]>(values: V, text: string): V[number] {
  const found = values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
  return (
    found ?? usage(text.trim() === '' ? 'must not be empty' : `${quoted(text)} is not one of ${values.join(', ')}`)
  );
}

/** One of a closed set, in any case. */
export function oneOf<const V extends readonly string[], const O extends FlagOptions>(
  values: V,
  options: O,
): Flag<Required<V[number], O>> {
  return valueFlag(options, (value) => pick(values, value), {choices: values, placeholder: 'NAME'});
}

function split(value: string): string[] {
  const members = nonBlank(value)
    .split(',')
    .map((member) => member.trim());
  if (members.includes('')) usage('has an empty member between commas');
  return members;
}

/** Several of a closed set, separated by commas; duplicates dropped. */
export function listOf<const V extends readonly string[], const O extends FlagOptions>(
  values: V,
  options: O,
): Flag<Required<V[number][], O>> {
  return valueFlag(options, (value) => [...new Set(split(value).map((member) => pick(values, member)))], {
    choices: values,
    multiple: true,
    placeholder: 'NAME,…',
  });
}

/** Several texts, separated by commas; duplicates dropped. */
export function texts<const O extends FlagOptions>(options: O): Flag<Required<string[], O>> {
  return valueFlag(options, (value) => [...new Set(split(value))], {multiple: true, placeholder: 'TEXT,…'});
}

/** A decimal integer within bounds, both included. */
export function integer<const O extends FlagOptions & {min: number; max: number}>(
  options: O,
): Flag<Required<number, O>> {
  const {min, max} = options;
  return valueFlag(
    options,
    (value) => {
      const number = Number(value);
      if (!/^\d{1,15}$/.test(value) || number < min || number > max)
        usage(`must be a whole number from ${min} to ${max}`);
      return number;
    },
    {placeholder: 'N'},
  );
}

/** A decimal number within bounds, both included. */
export function decimal<const O extends FlagOptions & {min: number; max: number}>(
  options: O,
): Flag<Required<number, O>> {
  const {min, max} = options;
  return valueFlag(
    options,
    (value) => {
      const number = Number(value);
      if (!/^(?:\d+\.?\d*|\.\d+)$/.test(value) || number < min || number > max)
        usage(`must be a number from ${min} to ${max}`);
      return number;
    },
    {placeholder: 'N'},
  );
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|z|[+-]\d\d:?\d\d)$/;

/**
 * An ISO 8601 date-time with `Z` or a numeric offset, e.g. `2026-03-01T10:00:00+01:00`. The value keeps its offset;
 * one without a colon gets it, as the API document's `date-time` format wants (RFC 3339).
 */
export function parseDateTime(value: string): string {
  nonBlank(value);
  const match = DATE_TIME.exec(value);
  if (!match) usage('must be a date and time with an offset, like 2026-03-01T10:00:00+01:00');
  const [, year, month, day, hour, minute, second = '00', zone = 'Z'] = match;
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const real =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= days &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59;
  const [zoneHours, zoneMinutes] = /^z$/i.test(zone) ? [0, 0] : [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  if (!real || zoneHours > 18 || zoneMinutes > 59) usage(`${quoted(value)} is not a date and time that exists`);
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  return `${value.slice(0, value.length - zone.length).replace('t', 'T')}${match[6] ? '' : ':00'}${offset}`;
}

/** A date-time with offset, see parseDateTime. */
export function dateTime<const O extends FlagOptions>(options: O): Flag<Required<string, O>> {
  return valueFlag(options, parseDateTime, {placeholder: 'DATE-TIME'});
}
