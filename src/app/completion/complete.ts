import {join} from 'node:path';
import {cleanText} from '../../services/model/clean.ts';
import {readShellWord} from '../../services/model/shell-word.ts';
import {isTrue, lookup} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import {type Command, GROUPS} from '../command.ts';
import {isFlag, readFlag, readLine, textsOf} from '../command-line/argv.ts';
import {formatsOf, GLOBAL_FLAGS} from '../command-line/globals.ts';
import {type Flag, isSwitch} from '../flags/flags.ts';
import sampleApps from '../present/sample-apps.json' with {type: 'json'};
import {readRecentApps} from '../session/recent-apps.ts';

const MAX_BYTES = 1_000_000;

export async function runCompletion(
  shell: string | undefined,
  commands: readonly Command[],
  host: Host,
): Promise<number> {
  const input = new TextDecoder().decode(await host.terminal.readInput({maxBytes: MAX_BYTES, signal: host.signal}));
  const given = input.split('\0').slice(0, -1);
  const {words, written} = readTyped(shell, given);
  const cursor = findCursor(words, commands);
  const {candidates, kind = 'word'} = await complete(cursor, commands, createSources(host, cursor.given));
  const lines = candidates.flatMap(({value, description}) => {
    const word = written(value);
    if (cleanText(word) !== word) return [];
    return description === undefined ? word : `${word}\t${description}`;
  });
  await host.terminal.write([kind, ...lines, ''].join('\n'));
  return 0;
}

/** @returns the words up to the cursor, and how a completed word is written for the shell */
function readTyped(shell: string | undefined, given: readonly string[]) {
  if (shell === 'bash') return readBashLine(given[0] ?? '', given[1] ?? '');
  const last = given.slice(-1).map((word) => (shell === 'fish' ? readShellWord(word, 'fish').text : word));
  return {words: [...given.slice(0, -1), ...last], written: (value: string) => value};
}

function createSources(host: Host, given: ReadonlyMap<string, string>) {
  const {env, files, home} = host;
  const embedded = given.has('sandbox') || isTrue(env.TOOL_SANDBOX);
  const credentials = async () => {
    const {createCredentials} = await import('../../services/credentials/index.ts');
    const isolated = embedded && {configDirectory: join(home, '.tool', 'sandbox')};
    return createCredentials({...host, audience: '', ...isolated});
  };
  return {
    async profiles(): Promise<readonly Candidate[]> {
      const profiles = await (await credentials()).profiles();
      return [...new Set(profiles.map(({name}) => name))].map((value) => ({value}));
    },
    async apps(): Promise<readonly Candidate[]> {
      const samples = Object.entries(sampleApps).map(([value, description]) => ({value, description}));
      // TOOL_NO_PROFILE, which `tool sandbox` prints, suggests a served sandbox: its store has only the sample apps.
      if (!embedded && isTrue(env.TOOL_NO_PROFILE)) return samples;
      const directory = await (await credentials()).toolDirectory();
      const recent = (await readRecentApps(directory, files)).map((value): Candidate => ({value}));
      return embedded ? [...samples, ...recent] : recent;
    },
  };
}

interface Candidate {
  value: string;
  description?: string;
}

interface Completion {
  candidates: readonly Candidate[];
  /** `open` means that the value continues; `files` and `directories` leave the path to the shell. */
  kind?: 'open' | 'files' | 'directories';
}

export type Sources = ReturnType<typeof createSources>;

type Cursor = ReturnType<typeof findCursor>;

const NOTHING: Completion = {candidates: []};

export async function complete(cursor: Cursor, commands: readonly Command[], sources: Sources): Promise<Completion> {
  const {prefix, partial} = cursor;
  const {candidates, ...rest} = await candidatesAt(cursor, commands, sources);
  const matching = candidates.filter(({value}) => value.startsWith(partial));
  const inAnyCase = candidates.filter(({value}) => value.toLowerCase().startsWith(partial.toLowerCase()));
  const chosen = matching.length > 0 ? matching : inAnyCase;
  return {...rest, candidates: chosen.map((one) => ({...one, value: `${prefix}${one.value}`}))};
}

export function findCursor(words: readonly string[], commands: readonly Command[]) {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const line = readLine(before, commands);
  const {known, path, command, asksHelp, flagsEnded} = line;
  const latest = line.flags.at(-1);
  const open = latest?.value === undefined && latest?.index === before.length - 1 ? latest?.name : undefined;
  const inline = open !== undefined || flagsEnded || !isFlag(last) ? undefined : readFlag(last);
  const name = open ?? (inline?.value !== undefined && !isSwitch(known[inline.name]) ? inline.name : undefined);
  const flag = name === undefined ? undefined : (command?.flags[name] ?? known[name]);
  const partial = name === undefined || open ? last : (inline?.value ?? '');
  return {
    path,
    command,
    asksHelp,
    positionals: line.rest.length,
    given: textsOf(line),
    flagBefore: name !== undefined && flag ? {name, flag} : undefined,
    prefix: last.slice(0, last.length - partial.length),
    partial,
    flagsEnded,
  };
}

async function candidatesAt(cursor: Cursor, commands: readonly Command[], sources: Sources): Promise<Completion> {
  const {flagBefore, partial, command, flagsEnded, asksHelp, positionals} = cursor;
  if (flagBefore) return valuesOf(flagBefore, cursor, sources);
  if (partial.startsWith('-') && !flagsEnded) return {candidates: flagsAt(cursor)};
  if (!command) return positionals > 0 ? NOTHING : {candidates: commandWords(cursor, commands)};
  if (asksHelp) return NOTHING;
  const choices = positionals === 0 ? (command.positionalChoices ?? []) : [];
  if (choices.length > 0) return {candidates: choices.map((value) => ({value}))};
  if (flagsEnded) return NOTHING;
  return {candidates: flagsAt(cursor).filter(({value}) => Object.hasOwn(command.flags, value.slice(2)))};
}

async function valuesOf(
  {name, flag}: {name: string; flag: Flag<unknown>},
  {command, partial}: {command?: Command; partial: string},
  sources: Sources,
): Promise<Completion> {
  if (name === 'output' && command) return {candidates: formatsOf(command).map((value) => ({value}))};
  if (flag.choices) return choicesOf(flag.choices, flag.multiple, partial);
  const {completes} = flag;
  if (completes === 'profile') return {candidates: await sources.profiles()};
  if (completes === 'app') return {candidates: await sources.apps()};
  return {candidates: [], kind: completes};
}

function choicesOf(choices: readonly string[], multiple: boolean, partial: string): Completion {
  if (!multiple) return {candidates: choices.map((value) => ({value}))};
  const head = partial.slice(0, partial.lastIndexOf(',') + 1);
  const used = head.toUpperCase().split(',');
  const left = choices.filter((value) => !used.includes(value.toUpperCase()));
  return {candidates: left.map((value) => ({value: `${head}${value}`})), kind: 'open'};
}

function commandWords({path, asksHelp}: Cursor, commands: readonly Command[]): Candidate[] {
  const [group] = path;
  if (group !== undefined) {
    return commands.flatMap(({path: [first, second], summary}) =>
      first === group && second !== undefined ? [{value: second, description: summary}] : [],
    );
  }
  const tops = new Map(
    commands.map(({path: [first = '', second], summary}) => [first, second ? lookup(GROUPS, first) : summary]),
  );
  const words = [...tops].map(([value, description]) => ({value, description}));
  return asksHelp ? words : [...words, {value: 'help', description: 'Show help, as --help does'}];
}

function flagsAt({command, given, path, positionals}: Cursor): Candidate[] {
  const ofCommand = Object.entries(command?.flags ?? {});
  const globals = Object.entries(GLOBAL_FLAGS).filter(([name]) => !Object.hasOwn(command?.flags ?? {}, name));
  const flags = [...ofCommand, ...globals].flatMap(([name, {summary, multiple}]) =>
    given.has(name) && !multiple ? [] : [{value: `--${name}`, description: summary}],
  );
  const isFirst = path.length === 0 && positionals === 0 && given.size === 0;
  return isFirst ? [...flags, {value: '--version', description: "Show the tool's version"}] : flags;
}

const WORD = /(?:\\[\s\S]?|'[^']*'?|"(?:\\[\s\S]?|[^"\\])*"?|[^\s\\'"]+)+/g;

/**
 * Reads a bash command line up to the cursor. COMP_WORDS does not help, because it also splits at `=`, `:` and `@`.
 * @param replaced the end of the line that readline will replace, without an open quote or anything before a `=`
 */
function readBashLine(line: string, replaced: string) {
  const words = line.match(WORD) ?? [];
  const raws = line.endsWith(words.at(-1) ?? ' ') ? words : [...words, ''];
  const raw = raws.at(-1) ?? '';
  const head = readShellWord(raw.slice(0, Math.max(0, raw.length - replaced.length)));
  return {
    words: raws.slice(1).map((word) => readShellWord(word).text),
    written: (value: string): string => quotedFor(head.open, value.slice(head.text.length)),
  };
}

function quotedFor(open: '' | "'" | '"', text: string): string {
  if (open === '') return text.replace(/[^\w.,:/@%+=\u0080-\uffff-]|\s/g, '\\$&');
  const quoted =
    open === "'"
      ? text.replaceAll("'", `'"'"'`)
      : // `!` expands even in double quotes, and a backslash before it would stay.
        text.replace(/["\\$`]/g, '\\$&').replaceAll('!', `"'!'"`);
  // readline does not add the closing quote if the text itself ends with this quote.
  return quoted.endsWith(open) ? quoted + open : quoted;
}
