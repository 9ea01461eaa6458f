import {cleanText, quoted} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {looksLikeKey} from '../../services/model/key-text.ts';
import {lookup} from '../../services/model/values.ts';
import type {Command} from '../command.ts';
import {isSwitch, memberOf, usage} from '../flags/flags.ts';
import foreign from '../flags/foreign-words.json' with {type: 'json'};
import {nearest} from '../flags/nearest.ts';
import {type Line, readLine, textsOf} from './argv.ts';
import {GLOBAL_FLAGS, type GlobalInput} from './globals.ts';
import {parseFlag} from './read-input.ts';

export type Invocation = ReturnType<typeof readInvocation>;

const VERSION_WORDS = ['version', '-v', '-V'];

const RENAMED: Readonly<Record<string, string>> = {'versions get': 'versions view'};

/** Returns the invocation. Its `path` is empty if the line names no command and no group. @throws ToolError usage */
export function readInvocation(argv: readonly string[], commands: readonly Command[]) {
  const keyProblem = keyProblemOf(argv);
  // Words with a leading dash may be parts of a private key, so no flag is read if the line contains a key.
  const line = readLine(keyProblem ? argv.filter((word) => !word.startsWith('-')) : argv, commands);
  const {path, command, asksHelp, rest: positionals} = line;
  try {
    const problem = keyProblem ?? problemOf(line, argv, commands);
    if (problem) throw problem;
    const texts = textsOf(line);
    const globals = readGlobalInput(texts);
    if (asksHelp && positionals.length > 0) throw unexpected(positionals, ['help', ...path]);
    const isHelp = asksHelp || globals.help === true;
    const given = new Map([...texts].filter(([name]) => command && Object.hasOwn(command.flags, name)));
    const stray = [...texts.keys()].find((name) => !given.has(name) && !Object.hasOwn(GLOBAL_FLAGS, name));
    if (stray && !isHelp) throw strayFlag(stray, command);
    if (command && !isHelp && positionals.length > (command.positionals?.length ?? 0)) {
      throw unexpected(positionals, path, flagFor(positionals, command, given));
    }
    return {path, command, isHelp, given, positionals, globals};
  } catch (error) {
    throw error instanceof ToolError ? withHelp(error, path) : error;
  }
}

export function withHelp(error: ToolError, command: readonly string[]): ToolError {
  if (error.kind !== 'usage' || error.facts.command) return error;
  const pointer = `See 'tool ${[...command, '--help'].join(' ')}'.`;
  const hint = error.hint?.includes('--help') ? error.hint : [error.hint, pointer].filter(Boolean).join(' ');
  return error.with({hint, facts: {command}});
}

/** Refuses a private key, which is already in the shell's history and in `ps`. The message does not repeat it. */
function keyProblemOf(argv: readonly string[]): ToolError | undefined {
  const index = argv.findIndex(looksLikeKey);
  if (index === -1) return undefined;
  const flag = [argv[index], argv[index - 1]].map((word) => /^--([a-z-]+)(?:=|$)/.exec(word ?? '')?.[1]).find(Boolean);
  if (flag) return usage('does not take a private key: pass the path of its file', {flag});
  return usage('Do not pass a private key on the command line: pass the path of its file');
}

/** Returns the problem to report. An unknown flag comes before a later wrong word, which may be the flag's value. */
function problemOf(line: Line, argv: readonly string[], commands: readonly Command[]): ToolError | undefined {
  const {flags, texts, known, command} = line;
  const unknown = flags.find(({name}) => !Object.hasOwn(known, name));
  const wrong = wrongWord(line, commands);
  const isBehind = unknown && wrong && !wrong.isRenamed && unknown.index < argv.indexOf(wrong.word);
  if (wrong && !isBehind) return wrong.error;
  if (unknown) return unknownFlag(unknown.word, command ? flagsOf(command) : Object.keys(known));
  const isList = (name: string) => (command?.flags[name] ?? known[name])?.multiple;
  const [repeated] = [...texts].find(([name, given]) => given.length > 1 && !isList(name)) ?? [];
  if (repeated !== undefined) return usage('is given more than once', {flag: repeated});
  const bare = flags.find(({value}) => value === undefined);
  return bare && usage('needs a value', {flag: bare.name});
}

export function wrongWord({command, path: [group], rest, flagsEnded}: Line, commands: readonly Command[]) {
  const [word] = rest;
  if (command || word === undefined) return undefined;
  if (group === undefined) {
    const isVersion = VERSION_WORDS.includes(word) && rest.length === 1 && !flagsEnded;
    return {word, error: unknownWord('command', rest, isVersion ? ['--version'] : meantBy(rest, commands))};
  }
  const successor = RENAMED[`${group} ${word}`];
  if (successor) {
    return {word, error: usage(`'tool ${group} ${word}' was removed: use 'tool ${successor}'`), isRenamed: true};
  }
  const meant = commandIn(group, word, commands) ?? (group === 'versions' ? onlyNamed(word, commands) : undefined);
  return {word, error: unknownWord(`command for 'tool ${group}':`, rest, meant)};
}

function meantBy([word = '', next = '']: readonly string[], commands: readonly Command[]): readonly string[] {
  const tops = [...new Set(commands.map(({path: [top = '']}) => top))];
  const topOf = (name: string) => lookup(foreign.tops, name)?.split(' ') ?? nearest(name, tops)?.split(' ') ?? [];
  const [top, ...more] = topOf(word);
  if (top !== undefined) return commandIn(top, next, commands) ?? [top, ...more];
  // Also recognises kubectl's order, `list versions`, in order to suggest the command.
  return onlyNamed(word, commands) ?? commandIn(topOf(next)[0], word, commands) ?? [];
}

function commandIn(group: string | undefined, word: string, commands: readonly Command[]): string[] | undefined {
  const names = commands.flatMap(({path}) => (path[0] === group && path[1] ? [path[1]] : []));
  // Tries the word itself, then tool's own names for what the word means in other programs.
  const all = [word, ...(lookup(foreign.commands, word) ?? [])];
  const meant = all.find((name) => names.includes(name)) ?? nearest(word, names);
  return group === undefined || meant === undefined ? undefined : [group, meant];
}

function onlyNamed(word: string, commands: readonly Command[]): readonly string[] | undefined {
  const [only, ...others] = commands.filter(({path}) => path[1] === word);
  return others.length === 0 ? only?.path : undefined;
}

function unknownWord(what: string, [word = '', next]: readonly string[], meant: readonly string[] = []): ToolError {
  const unknown = `Unknown ${what} ${quoted(word)}`;
  if (word === 'upload' || next === 'upload')
    return usage(`${unknown}. Builds are uploaded with Xcode, Transporter or altool.`);
  return usage(meant.length === 0 ? unknown : `${unknown}. Did you mean 'tool ${meant.join(' ')}'?`);
}

function unknownFlag(word: string, known: readonly string[], command?: Command): ToolError {
  if (VERSION_WORDS.includes(word)) return usage(`Unknown flag ${quoted(word)}. Did you mean 'tool --version'?`);
  const name = word
    .replace(/^[-\u2010-\u2015\u2212]+/, '')
    .replace(/^o(?=json|table|ndjson|yaml)/, 'o=')
    .replace(/=.*/, '');
  const own = lookup(foreign.flags, name);
  const isKnown = own !== undefined && known.includes(own.split(' ')[0] ?? '');
  const suggestion = isKnown ? own : (nearest(name, known) ?? nearest(name.replace(/^no-/, ''), known));
  const where = command ? ` for 'tool ${command.path.join(' ')}'` : '';
  return usage(`Unknown flag ${quoted(word)}${where}${suggestion ? `. Did you mean --${suggestion}?` : ''}`);
}

function flagsOf({flags}: Command): string[] {
  return [...Object.keys(flags), ...Object.keys(GLOBAL_FLAGS)];
}

function strayFlag(flag: string, command: Command | undefined): ToolError {
  return command ? unknownFlag(`--${flag}`, flagsOf(command), command) : usage('requires a command', {flag});
}

/** Guesses which flag the user left out before these words. Returns the flag with its value. */
function flagFor(words: readonly string[], {flags}: Command, given: Invocation['given']): string | undefined {
  const takes = (name: string) => name in flags && !given.has(name);
  const reference = words.find((word) => word.includes('@'));
  if (reference !== undefined && takes('version-id')) return `version-id ${cleanText(reference)}`;
  const isAfterSwitch = [...given.keys()].some((name) => isSwitch(flags[name]));
  return words.length === 1 && takes('name') && !isAfterSwitch ? `name ${quoted(words[0] ?? '')}` : undefined;
}

export function unexpected(words: readonly string[], path: readonly string[], meant?: string): ToolError {
  const word = words.find((one) => meant?.includes(one)) ?? words.at(-1) ?? '';
  const suggestion = meant === undefined ? '' : `. Did you mean --${meant}?`;
  return usage(`Unexpected argument ${quoted(word)} for 'tool ${path.join(' ')}'${suggestion}`);
}

function readGlobalInput(texts: ReadonlyMap<string, string>): GlobalInput {
  return Object.fromEntries(
    Object.entries(GLOBAL_FLAGS).flatMap(([name, flag]) => {
      const value = texts.get(name);
      return value === undefined ? [] : [[memberOf(name), parseFlag(flag, value, {flag: name})]];
    }),
  ) as GlobalInput;
}
