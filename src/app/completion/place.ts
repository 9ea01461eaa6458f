import type {Command, Flags} from '../command.ts';
import type {Flag} from '../flags.ts';
import {GLOBAL_FLAGS} from '../globals.ts';

/** Where on a command line the cursor is, and what is written before it. */
export interface Place {
  /** The words that name a command, or the part of its path that is there. */
  path: readonly string[];
  command?: Command;
  /** After `tool help`, which takes the words of a command and nothing else. */
  asksHelp: boolean;
  /** How many arguments of the command are there already, or words that name none. */
  positionals: number;
  /** Flags by name, with their texts. */
  given: ReadonlyMap<string, string>;
  /** The flag whose value is being written. */
  flagBefore?: {name: string; flag: Flag<unknown>};
  /** What of the word stays: `--app=`, or nothing. */
  prefix: string;
  /** The part of the word before the cursor that is completed. */
  partial: string;
  /** Behind `--` there are no flags. */
  flagsEnded: boolean;
}

/** Reads the words behind `tool`, the last of which is being written, against the table. */
export function findPlace(words: readonly string[], commands: readonly Command[]): Place {
  const known: Flags = Object.assign({}, ...commands.map(({flags}) => flags), GLOBAL_FLAGS);
  const {given, plain, flagsEnded, open} = readWords(words.slice(0, -1), known);
  const last = words.at(-1) ?? '';
  const inline = open || flagsEnded ? undefined : flagOf(last);
  const name = open ?? (inline?.value !== undefined && known[inline.name]?.kind === 'value' ? inline.name : undefined);
  const asksHelp = plain[0] === 'help';
  const named = asksHelp ? plain.slice(1) : plain;
  const found = findCommand(named, commands);
  // Flags of one name may mean different things.
  const flag = name === undefined ? undefined : (found.command?.flags[name] ?? known[name]);
  const value = name === undefined || open ? last : (inline?.value ?? '');
  return {
    ...found,
    asksHelp,
    positionals: named.length - found.path.length,
    given,
    flagBefore: name !== undefined && flag ? {name, flag} : undefined,
    prefix: last.slice(0, last.length - value.length),
    partial: value,
    flagsEnded,
  };
}

/** The words before the cursor: flags with their values, and the others. */
function readWords(words: readonly string[], known: Flags) {
  const given = new Map<string, string>();
  const plain: string[] = [];
  let flagsEnded = false;
  /** The flag whose value is the next word. */
  let open: string | undefined;
  for (const word of words) {
    const written = flagsEnded ? undefined : flagOf(word);
    if (open !== undefined) {
      given.set(open, word);
      open = undefined;
    } else if (word === '--') flagsEnded = true;
    else if (written && Object.hasOwn(known, written.name)) {
      const {name, value} = written;
      given.set(name, value ?? '');
      if (known[name]?.kind === 'value' && value === undefined) open = name;
    } else if (flagsEnded || !word.startsWith('-')) plain.push(word);
  }
  return {given, plain, flagsEnded, open};
}

/** A flag as written: `--name` or `--name=value`. */
function flagOf(word: string): {name: string; value?: string} | undefined {
  const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  return name === undefined ? undefined : {name, value};
}

function findCommand(words: readonly string[], commands: readonly Command[]): Pick<Place, 'path' | 'command'> {
  const command = commands.find(({path}) => path.every((part, index) => words[index] === part));
  if (command) return {path: command.path, command};
  const isGroup = commands.some(({path}) => path.length > 1 && path[0] === words[0]);
  return {path: isGroup ? words.slice(0, 1) : []};
}
