import meow from 'meow';
import type {ToolError} from '../services/model/error.ts';
import {looksLikeKey} from '../services/model/key-text.ts';
import {quoted} from '../services/model/quoted.ts';
import type {Command, Flags} from './command.ts';
import {nearest} from './nearest.ts';
import {usage} from './usage.ts';

/** What stands on a command line, before any of it means something. */
export interface Tokens {
  positionals: string[];
  /** By name as written after `--`. A switch is text too: `true`, or what follows its `=`. */
  flags: ReadonlyMap<string, string>;
  /** A private key is among the words, which is said before anything else. */
  keyProblem?: ToolError;
  /** The first flag that no command has, up to its `=`, and where it stands. */
  unknown?: {word: string; index: number};
  /** What else is wrong with the flags; said once it is known which command they go with. */
  problem?: ToolError;
}

/**
 * Splits a command line. meow is the tokeniser; what it lets pass or cannot tell apart (unknown flags, `--keyId` for
 * `--key-id`, a negation, a missing value beside an empty one, a word behind a switch) is judged by the words as written.
 * @param known every flag that any command has, since flags may stand before the command
 */
export function tokenize(argv: readonly string[], known: Flags): Tokens {
  const keyProblem = keyProblemOf(argv);
  // What surrounds a key is not taken apart: it may be the rest of it.
  if (keyProblem) return {positionals: argv.filter((word) => !word.startsWith('-')), flags: new Map(), keyProblem};
  // `-h` is the one short flag.
  const words = withDashes(
    argv.map((word) => (word === '-h' ? '--help' : word)),
    known,
  );
  const written = writtenFlags(words);
  const unknown = written.find(({name}) => !Object.hasOwn(known, name));
  const present = Object.entries(known).filter(([name]) => written.some((flag) => flag.name === name));
  const {input, flags} = parse(words, written, Object.fromEntries(present));
  const values = written.flatMap(({name, inline}): [string, string][] => {
    if (!Object.hasOwn(known, name)) return [];
    // As written: meow takes the quotes off what follows a `=`.
    return [[name, inline ?? (known[name]?.kind === 'switch' ? 'true' : (flags[keyOf(name)]?.at(0) ?? ''))]];
  });
  return {positionals: input, flags: new Map(values), unknown, problem: problemOf(written, new Map(values))};
}

function problemOf(written: readonly WrittenFlag[], values: ReadonlyMap<string, string>): ToolError | undefined {
  const repeated = written.find(({name}, index) => written.findIndex((other) => other.name === name) < index);
  if (repeated) return usage('is given more than once', {flag: repeated.name});
  // meow gives an empty text for both `--flag ""` and a `--flag` with nothing behind it.
  const bare = written.find(({name, inline, next}) => values.get(name) === '' && inline === undefined && next !== '');
  return bare && usage('needs a value', {flag: bare.name});
}

/** A private key on a command line is in the shell's history and in `ps` already: refused without an echo. */
function keyProblemOf(argv: readonly string[]): ToolError | undefined {
  const index = argv.findIndex(looksLikeKey);
  if (index === -1) return undefined;
  const flag = [argv[index], argv[index - 1]].map((word) => /^--([a-z-]+)(?:=|$)/.exec(word ?? '')?.[1]).find(Boolean);
  return usage(
    flag
      ? 'does not take a private key: pass the path of its file'
      : 'Do not pass a private key on the command line: pass the path of its file',
    {flag},
  );
}

/** `--file -` as `--file=-`: meow takes a lone dash for an argument of its own. */
function withDashes(words: readonly string[], known: Flags): readonly string[] {
  const end = words.indexOf('--');
  const takesDash = (index: number) => {
    const name = /^--(.+)$/.exec(words[index] ?? '')?.[1] ?? '';
    return words[index + 1] === '-' && (end === -1 || index < end) && known[name]?.kind === 'value';
  };
  return words.flatMap((word, index) => {
    if (takesDash(index)) return [`${word}=-`];
    return takesDash(index - 1) ? [] : [word];
  });
}

interface WrittenFlag {
  /** Which of the words it is. */
  index: number;
  /** Up to its `=`. */
  word: string;
  name: string;
  /** What follows `=`. */
  inline?: string;
  /** The word behind it. */
  next?: string;
}

/** The flags as written, up to `--`. */
function writtenFlags(words: readonly string[]): WrittenFlag[] {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).flatMap((word, index) => {
    // A lone dash and a negative number are values.
    if (!/^-(?!\d|$)/.test(word)) return [];
    const [, name = word, inline] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    return [{index, word: word.split('=')[0] ?? word, name, inline, next: words[index + 1]}];
  });
}

/** meow is told of the flags that are there, not of all thirty: it looks at each of them several times. */
function parse(
  words: readonly string[],
  written: readonly WrittenFlag[],
  present: Flags,
): {input: string[]; flags: Record<string, readonly string[] | undefined>} {
  const flags = Object.entries(present).map(([name, {kind}]) => [
    keyOf(name),
    // Several values are taken, so that a repeated flag is ours to report.
    kind === 'switch' ? {type: 'boolean'} : {type: 'string', isMultiple: true},
  ]);
  const bare = new Map(
    written
      .filter(({name}) => !Object.hasOwn(present, name) || present[name]?.kind === 'switch')
      .map(({index, word}) => [index, `${word}=true`]),
  );
  const result = meow({
    importMeta: {url: 'file:///'} as ImportMeta,
    // The value of a switch was read from its word already, and an unknown flag has none: meow would take the next word.
    argv: words.map((word, index) => bare.get(index) ?? word),
    pkg: {name: 'tool'},
    description: false,
    autoHelp: false,
    autoVersion: false,
    allowUnknownFlags: true,
    flags: Object.fromEntries(flags),
  });
  return {input: result.input.map(String), flags: result.flags as Record<string, readonly string[] | undefined>};
}

/** meow's name of a flag: camel case, and a negated flag under the name that it negates. */
function keyOf(name: string): string {
  return name.replace(/^no-/, '').replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** An unknown flag, with the nearest known one. */
export function unknownFlag(word: string, known: readonly string[], command?: Pick<Command, 'path'>): ToolError {
  const name = word.replace(/^-+/, '');
  const suggestion = nearest(name, known) ?? nearest(name.replace(/^no-/, ''), known);
  const where = command ? ` for 'tool ${command.path.join(' ')}'` : '';
  return usage(`Unknown flag ${quoted(word)}${where}${suggestion ? `. Did you mean --${suggestion}?` : ''}`);
}
