import meow from 'meow';
import type {Command} from '../command.ts';
import {type Flags, memberOf} from '../flags/flags.ts';
import {GLOBAL_FLAGS} from './globals.ts';

interface WrittenFlag {
  index: number;
  word: string;
  /** Without the dashes; the whole word unless it is a long flag. */
  name: string;
  /** After `=`, or the next word; `true` for a switch and an unknown flag; undefined if missing. */
  value?: string;
}

export type Line = ReturnType<typeof readLine>;

/**
 * Splits a command line and finds its command: the longest path in the table that the words name. meow cannot report
 * unknown flags, `--keyId` for `--key-id`, negations or missing values, so these are read from the words themselves.
 */
export function readLine(argv: readonly string[], commands: readonly Command[]) {
  // Of all commands: flags may come before the command.
  const known: Flags = Object.assign({}, ...commands.map(({flags}) => flags), GLOBAL_FLAGS);
  const {flags, plain, flagsEnded} = splitWords(argv, known);
  const words = positionals(flags, plain, known);
  const asksHelp = words[0] === 'help';
  const named = asksHelp ? words.slice(1) : words;
  const command = commands.find(({path}) => path.every((part, index) => named[index] === part));
  const isGroup = commands.some(({path}) => path.length > 1 && path[0] === named[0]);
  const path = command?.path ?? (isGroup ? named.slice(0, 1) : []);
  return {known, flags, flagsEnded, asksHelp, path, command, rest: named.slice(path.length)};
}

/** The text given to each known flag, by name; not from meow, which strips the quotes off a value. */
export function textsOf({flags, known}: {flags: readonly WrittenFlag[]; known: Flags}): ReadonlyMap<string, string> {
  return new Map(flags.flatMap(({name, value = ''}) => (Object.hasOwn(known, name) ? [[name, value] as const] : [])));
}

/** `--name`, `--name=value` or `-x`. A lone dash, a negative number and a name with a blank are values. */
export function isFlag(word: string): boolean {
  return /^(?:--[^\s=]+(?:=|$)|-[^\s\d-]\S*$)/.test(word);
}

export function readFlag(word: string): {name: string; value?: string} {
  const [, name = word, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  return {name, value};
}

function splitWords(argv: readonly string[], known: Flags) {
  const flags: WrittenFlag[] = [];
  const plain: string[] = [];
  let open: WrittenFlag | undefined;
  for (const [index, given] of argv.entries()) {
    const word = given === '-h' ? '--help' : given;
    if (word === '--') return {flags, plain: [...plain, ...argv.slice(index + 1)], flagsEnded: true};
    if (isFlag(word)) {
      const {name, value} = readFlag(word);
      const takesNext = Object.hasOwn(known, name) && known[name]?.kind === 'value' && value === undefined;
      const flag = {index, word: word.split('=')[0] ?? word, name, value: takesNext ? undefined : (value ?? 'true')};
      flags.push(flag);
      open = takesNext ? flag : undefined;
    } else if (open) {
      open.value = word;
      open = undefined;
    } else plain.push(word);
  }
  return {flags, plain, flagsEnded: false};
}

/** meow gets only the flags in use: it walks the list several times. */
function positionals(flags: readonly WrittenFlag[], plain: readonly string[], known: Flags): string[] {
  const ours = [...textsOf({flags, known})];
  const typeOf = (name: string) => (known[name]?.kind === 'switch' ? 'boolean' : 'string');
  const {input} = meow({
    importMeta: {url: 'file:///'} as ImportMeta,
    argv: [...ours.map(([name, value]) => `--${name}=${value}`), '--', ...plain],
    pkg: {name: 'tool'},
    description: false,
    autoHelp: false,
    autoVersion: false,
    allowUnknownFlags: true,
    flags: Object.fromEntries(ours.map(([name]) => [memberOf(name.replace(/^no-/, '')), {type: typeOf(name)}])),
  });
  return input.map(String);
}
