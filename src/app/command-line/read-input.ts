import {ToolError} from '../../services/model/error.ts';
import type {Env} from '../../services/ports.ts';
import type {Command} from '../command.ts';
import {type Flag, type Flags, type InputOf, isSwitch, memberOf, usage} from '../flags/flags.ts';

export function parseFlag(flag: Flag<unknown>, value: string, from: {flag: string} | {variable: string}, env?: Env) {
  try {
    return flag.parse(value, env);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw 'flag' in from ? error.with({facts: from}) : error.with({summary: `${from.variable} ${error.summary}`});
  }
}

export function readInput<F extends Flags>(
  command: Pick<Command<F>, 'path' | 'flags' | 'excludes' | 'check' | 'needsConfirm'>,
  given: ReadonlyMap<string, string>,
  env: Env,
  positionals: readonly string[] = [],
): InputOf<F> {
  const input: Readonly<Record<string, unknown>> = readSupplied(command, given, env);
  const inputOf = (name: string) => input[memberOf(name)];
  const missing = Object.entries(command.flags).flatMap(([name, {required, unless, env: variable}]) => {
    if (inputOf(name) !== undefined || !(required || (unless && !unless.some(inputOf)))) return [];
    const other = variable ?? unless?.map((one) => `--${one}`)[0];
    return `--${name}${other ? ` (or ${other})` : ''}`;
  });
  if (missing.length > 0) throw usage(`'tool ${command.path.join(' ')}' needs ${missing.join(', ')}`);
  const isGiven = (name: string) => inputOf(name) !== undefined && inputOf(name) !== false;
  const [flag, other, why] = command.excludes?.find(([one, another]) => isGiven(one) && isGiven(another)) ?? [];
  if (flag) throw usage(`cannot be combined with --${other}${why ? `: ${why}` : ''}`, {flag});
  command.check?.(input as InputOf<F>, positionals);
  const canConfirm = Object.hasOwn(command.flags, 'confirm') && Object.hasOwn(command.flags, 'dry-run');
  const isSure = input.confirm || input.dryRun || command.needsConfirm?.(input as InputOf<F>) === false;
  if (!canConfirm || isSure) return input as InputOf<F>;
  const hint = 'Add --confirm to proceed, or --dry-run to see what would be sent.';
  throw new ToolError('usage', `'tool ${command.path.join(' ')}' needs --confirm`, {hint});
}

/** Reads flags, variables and defaults. No flag is required, because a screen asks for what is missing. */
export function readSupplied<F extends Flags>(
  command: {flags: F},
  given: ReadonlyMap<string, string>,
  env: Env,
): Partial<InputOf<F>> {
  const read = (name: string, flag: Flag<unknown>): unknown => {
    const value = given.get(name);
    if (value !== undefined) return parseFlag(flag, value, {flag: name}, env);
    const supplied = flag.env ? env[flag.env]?.trim() : undefined;
    if (supplied && flag.env) return parseFlag(flag, supplied, {variable: flag.env});
    if (flag.fallback !== undefined) return flag.parse(flag.fallback);
    return isSwitch(flag) && !flag.isOptional ? false : undefined;
  };
  const entries = Object.entries(command.flags).map(([name, flag]) => [memberOf(name), read(name, flag)]);
  return Object.fromEntries(entries) as Partial<InputOf<F>>;
}
