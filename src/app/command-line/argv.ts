import meow from 'meow';
import {looksLikeKey, quoted} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {Command, Flags} from '../command.ts';
import {usage} from '../flags/flags.ts';
import {nearest} from './nearest.ts';

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
 * `--key-id`, a negation, a missing value beside an empty one, a value that begins with a dash) is judged by the words
 * as written.
 * @param known every flag that any command has, since flags may stand before the command
 */
export function tokenize(argv: readonly string[], known: Flags): Tokens {
  const keyProblem = keyProblemOf(argv);
  // What surrounds a key is not taken apart: it may be the rest of it.
  if (keyProblem) return {positionals: argv.filter((word) => !word.startsWith('-')), flags: new Map(), keyProblem};
  const {written, rest} = splitWords(argv, known);
  const ours = written.filter(({name}) => isKnown(name, known));
  return {
    positionals: positionalsOf(ours, rest, known),
    // As written: meow takes the quotes off a value.
    flags: new Map(ours.map(({name, value = ''}) => [name, value])),
    unknown: written.find(({name}) => !isKnown(name, known)),
    problem: problemOf(written),
  };
}

function problemOf(written: readonly WrittenFlag[]): ToolError | undefined {
  const repeated = written.find(({name}, index) => written.findIndex((other) => other.name === name) < index);
  if (repeated) return usage('is given more than once', {flag: repeated.name});
  const bare = written.find(({value}) => value === undefined);
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

const isKnown = (name: string, known: Flags) => Object.hasOwn(known, name);

/** `--name`, `--name=value` or `-x`. What has a blank in its name, a lone dash and a negative number are values. */
export function isFlag(word: string): boolean {
  return /^(?:--[^\s=]+(?:=|$)|-[^\s\d-]\S*$)/.test(word);
}

/** A flag as written: `--name` or `--name=value`; any other under the whole word. */
export function readFlag(word: string): {name: string; value?: string} {
  const [, name = word, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  return {name, value};
}

export interface WrittenFlag {
  /** Which of the words it is. */
  index: number;
  /** Up to its `=`. */
  word: string;
  name: string;
  /** What follows `=`, or the next word; `true` for a switch and for what no command has. */
  value?: string;
}

/** The flags up to `--`, each with its value, and the words that belong to none. */
export function splitWords(argv: readonly string[], known: Flags): {written: WrittenFlag[]; rest: string[]} {
  const written: WrittenFlag[] = [];
  const rest: string[] = [];
  /** The flag whose value may be the next word. */
  let open: WrittenFlag | undefined;
  for (const [index, given] of argv.entries()) {
    // `-h` is the one short flag.
    const word = given === '-h' ? '--help' : given;
    if (word === '--') return {written, rest: [...rest, ...argv.slice(index + 1)]};
    if (isFlag(word)) {
      const {name, value} = readFlag(word);
      const takesNext = isKnown(name, known) && known[name]?.kind === 'value' && value === undefined;
      const flag = {index, word: word.split('=')[0] ?? word, name, value: takesNext ? undefined : (value ?? 'true')};
      written.push(flag);
      open = takesNext ? flag : undefined;
    } else if (open) {
      open.value = word;
      open = undefined;
    } else rest.push(word);
  }
  return {written, rest};
}

/** meow is told of the flags that are there, not of all thirty: it looks at each of them several times. */
function positionalsOf(written: readonly WrittenFlag[], rest: readonly string[], known: Flags): string[] {
  const {input} = meow({
    importMeta: {url: 'file:///'} as ImportMeta,
    argv: [...written.map(({name, value = ''}) => `--${name}=${value}`), '--', ...rest],
    pkg: {name: 'tool'},
    description: false,
    autoHelp: false,
    autoVersion: false,
    allowUnknownFlags: true,
    // Several values are taken, so that a repeated flag is ours to report.
    flags: Object.fromEntries(
      written.map(({name}) => [
        keyOf(name),
        known[name]?.kind === 'switch' ? {type: 'boolean'} : {type: 'string', isMultiple: true},
      ]),
    ),
  });
  return input.map(String);
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
