import {quoted} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {isId, parseBoolean} from '../../services/model/values.ts';
import type {Env} from '../../services/ports.ts';

/** One flag of a command: how its text becomes a value, and what help and forms say of it. */
export interface Flag<T> {
  kind: 'value' | 'switch';
  /** @param env for what a value may leave out @throws ToolError usage, with a message that does not name the flag: `must be …` */
  parse(text: string, env?: Env): T;
  /** One line for help and forms. */
  summary: string;
  /** What stands for the value in help: `ID`, `TEXT`, … */
  placeholder: string;
  required: boolean;
  /** The switch of the same command that takes its place; required where that is not given. */
  unless?: string;
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
  /** What shells complete its value with. */
  completes?: 'profile' | 'app' | 'version' | 'file' | 'directory';
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
/** Undefined is possible unless the flag is required or has a default. */
export type Required<T, O> = O extends {required: true} | {fallback: string} ? T : T | undefined;

/** @throws ToolError usage, with a message that follows the name of a flag */
export function refuse(message: string): never {
  throw new ToolError('usage', message);
}

export interface FlagOptions extends Common {
  required?: boolean;
  unless?: string;
  fallback?: string;
  completes?: Flag<unknown>['completes'];
}

/** A flag with a value; `parse` refuses with `refuse`. */
export function valueFlag<T, const O extends FlagOptions>(
  options: O,
  parse: (text: string, env?: Env) => T,
  more: Partial<Flag<T>> = {},
): Flag<Required<T, O>> {
  return {
    kind: 'value',
    parse: parse as Flag<Required<T, O>>['parse'],
    summary: options.summary,
    placeholder: options.placeholder ?? more.placeholder ?? 'TEXT',
    required: options.required ?? false,
    unless: options.unless,
    env: options.env,
    fallback: options.fallback,
    choices: more.choices,
    multiple: more.multiple ?? false,
    allowsEmpty: more.allowsEmpty ?? false,
    completes: options.completes ?? more.completes,
  };
}

/** The text without the blanks around it, which must not be all there is. */
export function nonBlank(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' ? refuse('must not be empty') : trimmed;
}

/** A flag that is on or off. `--flag=false` is off. */
export function toggle(options: Common): Flag<boolean> {
  return {
    kind: 'switch',
    parse: (text) => parseBoolean(text) ?? refuse('must be true or false'),
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
    return problem === undefined ? trimmed : refuse(problem);
  });
}

/** One segment of a URL path: what an ID of the service may look like. */
export function parseId(value: string): string {
  nonBlank(value);
  if (!isId(value)) {
    refuse('must be an ID: letters, digits, dots, underscores and dashes');
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
    found ?? refuse(text.trim() === '' ? 'must not be empty' : `${quoted(text)} is not one of ${values.join(', ')}`)
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
  if (members.includes('')) refuse('has an empty member between commas');
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

type Bounds = FlagOptions & {min: number; max: number};

/** A decimal integer within bounds, both included. */
export function integer<const O extends Bounds>(options: O): Flag<Required<number, O>> {
  return bounded(options, /^\d{1,15}$/, 'a whole number');
}

/** A decimal number within bounds, both included. */
export function decimal<const O extends Bounds>(options: O): Flag<Required<number, O>> {
  return bounded(options, /^(?:\d+\.?\d*|\.\d+)$/, 'a number');
}

function bounded<const O extends Bounds>(options: O, form: RegExp, what: string): Flag<Required<number, O>> {
  const {min, max} = options;
  const parse = (value: string) => {
    const number = Number(value);
    return form.test(value) && number >= min && number <= max
      ? number
      : refuse(`must be ${what} from ${min} to ${max}`);
  };
  return valueFlag(options, parse, {placeholder: 'N'});
}

/** A usage error. One with a `flag` follows its name: `needs a value`. */
export function usage(message: string, {flag}: {flag?: string} = {}): ToolError {
  return new ToolError('usage', message, {facts: {flag}});
}
