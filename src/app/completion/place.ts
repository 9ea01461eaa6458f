import type {Command, Flags} from '../command.ts';
import {isFlag, readFlag, splitWords} from '../command-line/argv.ts';
import {GLOBAL_FLAGS} from '../command-line/globals.ts';
import type {Flag} from '../flags/flags.ts';

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
  const before = words.slice(0, -1);
  const {written, rest: plain} = splitWords(before, known);
  const given = new Map(
    written.flatMap(({name, value = ''}): [string, string][] => (Object.hasOwn(known, name) ? [[name, value]] : [])),
  );
  const flagsEnded = before.includes('--');
  const latest = written.at(-1);
  const open = latest?.value === undefined && latest?.index === before.length - 1 ? latest?.name : undefined;
  const last = words.at(-1) ?? '';
  const inline = open !== undefined || flagsEnded || !isFlag(last) ? undefined : readFlag(last);
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

function findCommand(words: readonly string[], commands: readonly Command[]): Pick<Place, 'path' | 'command'> {
  const command = commands.find(({path}) => path.every((part, index) => words[index] === part));
  if (command) return {path: command.path, command};
  const isGroup = commands.some(({path}) => path.length > 1 && path[0] === words[0]);
  return {path: isGroup ? words.slice(0, 1) : []};
}
