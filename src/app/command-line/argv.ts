import meow from 'meow';
import type {Command} from '../command.ts';
import {type Flags, isSwitch, memberOf} from '../flags/flags.ts';
import {GLOBAL_FLAGS} from './globals.ts';

interface WrittenFlag {
  index: number;
  word: string;
  name: string;
  /** The text after `=` or, for a flag that needs a value, the next word. Other flags without `=` get `true`. */
  value?: string;
}

export type Line = ReturnType<typeof readLine>;

export function readLine(argv: readonly string[], commands: readonly Command[]) {
  // A flag may come before the command, so the flags of every command are accepted here.
  const known: Flags = Object.assign({}, ...commands.map(({flags}) => flags), GLOBAL_FLAGS);
  const {flags, plain, flagsEnded} = splitWords(argv, known);
  const {words, texts} = parse(flags, plain, known);
  const asksHelp = words[0] === 'help';
  const named = asksHelp ? words.slice(1) : words;
  const command = commands.find(({path}) => path.every((part, index) => named[index] === part));
  const isGroup = commands.some(({path}) => path.length > 1 && path[0] === named[0]);
  const path = command?.path ?? (isGroup ? named.slice(0, 1) : []);
  return {known, flags, texts, flagsEnded, asksHelp, path, command, rest: named.slice(path.length)};
}

export function textsOf({texts}: Pick<Line, 'texts'>): ReadonlyMap<string, string> {
  return new Map([...texts].map(([name, given]) => [name, given.join(',')]));
}

/** Matches `--name`, `--name=value` and `-x`. A lone dash, a negative number and a name with a space are values. */
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
    // Chat programs turn two hyphens into one long dash. A word with a long dash in front is a flag, unless it is a
    // value.
    if (isFlag(word) || (!open && /^[\u2010-\u2015\u2212]+[a-z]/.test(word))) {
      const {name, value} = readFlag(word);
      const takesNext = Object.hasOwn(known, name) && !isSwitch(known[name]) && value === undefined;
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

/**
 * Passes only known flags to meow, each as one word, because meow would end the run at an unknown flag, take `--keyId`
 * for `--key-id`, a negation for a value and a missing value for an empty one, and read a value that begins with a dash
 * as flags. meow strips quotes from a value, so each value is quoted once more here.
 */
function parse(given: readonly WrittenFlag[], plain: readonly string[], known: Flags) {
  const ours = given.filter(({name}) => Object.hasOwn(known, name));
  const names = [...new Set(ours.map(({name}) => name))];
  const {input, flags} = meow({
    importMeta: {url: 'file:///'} as ImportMeta,
    argv: [...ours.map(({name, value = ''}) => `--${name}="${value}"`), '--', ...plain],
    pkg: {name: 'tool'},
    description: false,
    autoHelp: false,
    autoVersion: false,
    flags: Object.fromEntries(names.map((name) => [memberOf(name), {type: 'string', isMultiple: true}] as const)),
  });
  const texts = new Map(names.map((name) => [name, flags[memberOf(name)] ?? []]));
  return {words: input.map(String), texts};
}
