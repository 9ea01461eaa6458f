import {resolve} from 'node:path';
import {cleanText, quoted} from '../../services/model/clean.ts';
import {FEW, nearLocales, noteProblem, noteText, sameLocale} from '../../services/model/release-notes.ts';
import {
  DEFAULT_LOCALE,
  decodeNotes,
  MAX_NOTES_BYTES,
  NOTES_FILE,
  type NotesPath,
  readNotesFile,
  readNotesFolder,
  readProblem,
} from '../../services/notes/folder.ts';
import type {Host} from '../../services/ports.ts';
import type {CommandContext} from '../command.ts';
import {text, usage} from '../flags/flags.ts';

export const directoryFlag = {
  summary: 'Folder of LOCALE/release_notes.txt files, such as fastlane/metadata',
  placeholder: 'DIR',
  completes: 'directories',
} as const;
export const directory = text({...directoryFlag, required: true});

export async function planFromFolder(
  shown: string,
  host: Pick<Host, 'files' | 'cwd'>,
  options: {signal?: AbortSignal; warn?(text: string): void; version?: {name: string; has: readonly string[]}},
) {
  const {signal, version, warn} = options;
  const read = await readNotesFolder(host.files, notesPath(shown, host), signal);
  const {texts, locales: own, passedOver} = read;
  for (const words of passedOver) warn?.(`${words}: it is not sent`);
  const doubled = own.filter((locale, index) => sameLocale(locale, own.slice(0, index)) !== undefined);
  const spellings = doubled.map((locale) => `${quoted(shown)} has ${cleanText(locale)} in two spellings`);
  const refuse = (problems: readonly string[]) => {
    if (problems.length > 0) throw usage(problems.join('\n'));
  };
  const foreignTo = (has: readonly string[]) => {
    const foreign = own.filter((locale) => sameLocale(locale, has) === undefined);
    if (foreign.length === 0) return [];
    const lacks = version && has.length > FEW ? 'no such locale' : listLocales(has);
    const near = [...new Set(foreign.flatMap((locale) => nearLocales(locale, has)))];
    const folder = `${quoted(shown)} has a ${NOTES_FILE} for ${listLocales(foreign)}`;
    return [`${folder}, but ${version?.name ?? 'the version'} has ${lacks}${meantLocales(near)}`];
  };
  refuse([...read.problems, ...spellings, ...(version ? foreignTo(version.has) : [])]);
  const plan = (has: readonly string[]): ReadonlyMap<string, string> => {
    refuse(foreignTo(has));
    const textFor = (locale: string) => texts.get(sameLocale(locale, own) ?? DEFAULT_LOCALE);
    return new Map(has.flatMap((locale) => [textFor(locale)].flatMap((words) => (words ? [[locale, words]] : []))));
  };
  return {plan, own};
}

export function checkText(given: string | undefined, flag: string): void {
  const problem = given === undefined ? undefined : noteProblem(noteText(given));
  if (problem) throw usage(problem, {flag});
}

export async function readText(
  {text: given, file = ''}: {text?: string; file?: string},
  {host, signal}: Pick<CommandContext, 'host' | 'signal'>,
  flag = 'file',
) {
  const fromStdin = () => host.terminal.readInput({maxBytes: MAX_NOTES_BYTES, signal});
  const fromFile = () =>
    file === '-'
      ? fromStdin().then(decodeNotes, (error) => ({problem: readProblem(error)}))
      : readNotesFile(host.files, notesPath(file, host), signal);
  const read = given === undefined ? await fromFile() : {text: noteText(given)};
  if ('problem' in read) throw usage(`${file === '-' ? '- (stdin)' : quoted(file)} ${read.problem}`, {flag});
  return read.text;
}

export function notesPath(given: string, {cwd}: Pick<Host, 'cwd'>): NotesPath {
  return {path: resolve(cwd, given), shown: given, cwd};
}

export function meantLocales(near: readonly string[]): string {
  return near.length > 0 ? `. Did you mean ${listLocales(near, ' or ')}?` : '';
}

export function listLocales(locales: readonly string[], separator = ', '): string {
  return locales.length === 0 ? 'no locale' : locales.map(cleanText).join(separator);
}
