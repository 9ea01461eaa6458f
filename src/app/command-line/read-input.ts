import {ToolError} from '../../services/model/error.ts';
import type {Env} from '../../services/ports.ts';
import type {Command, Flags} from '../command.ts';
import {type Flag, type InputOf, usage} from '../flags/flags.ts';

/** An error names the source of the text: the flag or the variable. */
export function parseFlag(flag: Flag<unknown>, value: string, from: {flag: string} | {variable: string}, env?: Env) {
  try {
    return flag.parse(value, env);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw 'flag' in from ? error.with({facts: from}) : error.with({summary: `${from.variable} ${error.summary}`});
  }
}

/** Flags, then environment variables, then defaults. @throws ToolError usage for a bad value or a missing required flag */
export function readInput<F extends Flags>(
  command: Pick<Command<F>, 'path' | 'flags'>,
  given: ReadonlyMap<string, string>,
  env: Env,
): InputOf<F> {
  const input = readSupplied(command, given, env);
  const missing = Object.entries(command.flags).filter(
    ([name, {required, unless}]) => input[name] === undefined && (required || (unless && !input[unless])),
  );
  if (missing.length === 0) return input as InputOf<F>;
  const names = missing.map(([name, {env: variable, unless}]) => {
    const other = variable ?? (unless && `--${unless}`);
    return `--${name}${other ? ` (or ${other})` : ''}`;
  });
  throw usage(`'tool ${command.path.join(' ')}' needs ${names.join(', ')}`);
}

/** Like `readInput`, without the check for required flags: a screen asks for those. @throws ToolError usage */
export function readSupplied<F extends Flags>(
  command: Pick<Command<F>, 'flags'>,
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
