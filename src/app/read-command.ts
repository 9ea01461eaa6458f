import {ToolError} from '../services/model/error.ts';
import {quoted} from '../services/model/quoted.ts';
import type {Env} from '../services/ports.ts';
import {type Tokens, tokenize, unknownFlag} from './argv.ts';
import type {Command, Flags} from './command.ts';
import type {Flag, InputOf} from './flags.ts';
import {GLOBAL_FLAGS, type GlobalInput} from './globals.ts';
import {nearest} from './nearest.ts';
import {usage, withHelp} from './usage.ts';

/** What a command line asks for. */
export type Invocation =
  | {kind: 'nothing'; globals: GlobalInput}
  | {kind: 'help'; path: readonly string[]}
  | {kind: 'group'; group: string; globals: GlobalInput}
  | {
      kind: 'command';
      command: Command;
      /** Texts by flag name, the command's own flags only. */
      given: ReadonlyMap<string, string>;
      positionals: readonly string[];
      globals: GlobalInput;
    };

/** Commands that were renamed, with their successor. */
const RENAMED: Readonly<Record<string, string>> = {'versions get': 'versions view'};

/** Reads a command line against the table. @throws ToolError usage, with the help to read */
export function readInvocation(argv: readonly string[], commands: readonly Command[]): Invocation {
  const known = Object.assign({}, ...commands.map(({flags}) => flags), GLOBAL_FLAGS) as Record<string, Flag<unknown>>;
  const tokens = tokenize(argv, known);
  const asksHelp = tokens.positionals[0] === 'help';
  const words = asksHelp ? tokens.positionals.slice(1) : tokens.positionals;
  const found = findCommand(words, commands);
  try {
    const problem = problemOf(tokens, found, argv, Object.keys(known));
    if (problem) throw problem;
    const globals = readGlobalInput(tokens);
    const more = words.slice(found.path.length);
    if (asksHelp && more.length > 0) throw unexpected(more, ['help', ...found.path]);
    if (asksHelp || globals.help) return {kind: 'help', path: found.path};
    return found.command
      ? readCommand(found.command, more, tokens, globals)
      : withoutCommand(found.path[0], tokens, globals);
  } catch (error) {
    throw error instanceof ToolError ? withHelp(error, found.path) : error;
  }
}

/** What is wrong first. An unknown flag may have a value, which then stands where a command should. */
function problemOf(
  {keyProblem, unknown, problem}: Tokens,
  {command, wrong}: Found,
  argv: readonly string[],
  known: readonly string[],
): ToolError | undefined {
  if (keyProblem) return keyProblem;
  const isBehind = unknown && !wrong?.isRenamed && unknown.index < argv.indexOf(wrong?.word ?? '');
  if (wrong && !isBehind) return wrong.error;
  return unknown ? unknownFlag(unknown.word, command ? flagsOf(command) : known) : problem;
}

function flagsOf({flags}: Command): string[] {
  return [...Object.keys(flags), ...Object.keys(GLOBAL_FLAGS)];
}

function withoutCommand(group: string | undefined, {flags}: Tokens, globals: GlobalInput): Invocation {
  const flag = [...flags.keys()].find((name) => !Object.hasOwn(GLOBAL_FLAGS, name));
  if (flag) throw usage('needs a command to go with', {flag});
  return group === undefined ? {kind: 'nothing', globals} : {kind: 'group', group, globals};
}

function readCommand(
  command: Command,
  positionals: readonly string[],
  {flags}: Tokens,
  globals: GlobalInput,
): Invocation {
  const given = new Map([...flags].filter(([name]) => Object.hasOwn(command.flags, name)));
  const stray = [...flags.keys()].find((name) => !given.has(name) && !Object.hasOwn(GLOBAL_FLAGS, name));
  if (stray) throw unknownFlag(`--${stray}`, flagsOf(command), command);
  if (positionals.length > (command.positionals?.length ?? 0)) throw unexpected(positionals, command.path);
  return {kind: 'command', command, given, positionals, globals};
}

function unexpected(words: readonly string[], path: readonly string[]): ToolError {
  return usage(`Unexpected argument ${quoted(words.at(-1) ?? '')} for 'tool ${path.join(' ')}'`);
}

/** What the words of a command line name. */
interface Found {
  path: readonly string[];
  command?: Command;
  /** The word that should go on from the path, and names nothing, or no longer. */
  wrong?: {word: string; error: ToolError; isRenamed?: true};
}

/** The longest path that the words name. */
function findCommand(words: readonly string[], commands: readonly Command[]): Found {
  const [first, second] = words;
  if (first === undefined) return {path: []};
  const tops = [...new Set(commands.map(({path}) => path[0] ?? ''))];
  if (!tops.includes(first)) {
    // `tool login` may be meant for the one group that has such a command.
    const inGroups = commands.filter(({path}) => path[1] === first);
    const meant = inGroups.length === 1 ? inGroups.flatMap(({path}) => path) : [nearest(first, tops)];
    return {path: [], wrong: {word: first, error: unknownWord('command', first, meant)}};
  }
  const single = commands.find(({path}) => path.length === 1 && path[0] === first);
  if (single) return {path: single.path, command: single};
  if (second === undefined) return {path: [first]};
  const members = commands.filter(({path}) => path[0] === first);
  const command = members.find(({path}) => path[1] === second);
  if (command) return {path: command.path, command};
  const successor = RENAMED[`${first} ${second}`];
  if (successor) {
    const error = usage(`'tool ${first} ${second}' was removed: use 'tool ${successor}'`);
    return {path: [first], wrong: {word: second, error, isRenamed: true}};
  }
  const names = members.map(({path}) => path[1] ?? '');
  const error = unknownWord(`command for 'tool ${first}':`, second, [first, nearest(second, names)]);
  return {path: [first], wrong: {word: second, error}};
}

/** @param meant the words of a command to suggest, unless one of them is not known */
function unknownWord(what: string, word: string, meant: readonly (string | undefined)[]): ToolError {
  const suggestion = meant.includes(undefined) ? '' : `. Did you mean 'tool ${meant.join(' ')}'?`;
  return usage(`Unknown ${what} ${quoted(word)}${suggestion}`);
}

function readGlobalInput({flags}: Tokens): GlobalInput {
  return Object.fromEntries(
    Object.entries(GLOBAL_FLAGS).flatMap(([name, flag]) => {
      const value = flags.get(name);
      return value === undefined ? [] : [[name, parsed(flag, value, {flag: name})]];
    }),
  ) as GlobalInput;
}

/** A flag's own parser. What it refuses says where the text came from: the flag, or a variable. */
function parsed(flag: Flag<unknown>, value: string, from: {flag: string} | {variable: string}, env: Env = {}): unknown {
  try {
    return flag.parse(value, env);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw 'flag' in from ? error.with({facts: from}) : error.with({summary: `${from.variable} ${error.summary}`});
  }
}

/**
 * The command's input: each flag's own parser, then what the environment supplies, then its default.
 * @throws ToolError usage for a value that a parser refuses, and for required flags that nothing supplies
 */
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

/** The same, as far as it is supplied: for a screen, which asks for the rest. @throws ToolError usage */
export function readSupplied<F extends Flags>(
  command: Pick<Command<F>, 'flags'>,
  given: ReadonlyMap<string, string>,
  env: Env,
): Partial<InputOf<F>> {
  const entries = Object.entries(command.flags).map(([name, flag]): [string, unknown] => {
    const value = given.get(name);
    if (value !== undefined) return [name, parsed(flag, value, {flag: name}, env)];
    const supplied = flag.env ? env[flag.env]?.trim() : undefined;
    if (supplied && flag.env) return [name, parsed(flag, supplied, {variable: flag.env})];
    if (flag.fallback !== undefined) return [name, flag.parse(flag.fallback)];
    return [name, flag.kind === 'switch' ? false : undefined];
  });
  return Object.fromEntries(entries) as Partial<InputOf<F>>;
}
