import {cleanText, quoted} from '../../services/model/clean.ts';
import {nearLocales, sameLocale} from '../../services/model/locales.ts';
import {FEW} from '../../services/model/release-notes.ts';
import {DEFAULT_LOCALE, NOTES_FILE, readNotesFolder} from '../../services/notes/folder.ts';
import {writeNotesFolder} from '../../services/notes/write-folder.ts';
import type {Host} from '../../services/ports.ts';
import {defineCommand, NOT_UNDONE} from '../command.ts';
import {text, toggle, usage} from '../flags/flags.ts';
import {list, object, picked, string} from '../present/shapes.ts';
import {dryRun, versionId} from './flags.ts';
import {listLocales, placeOf, writtenNotes} from './release-notes.ts';

export const directoryFlag = {
  summary: 'Folder of LOCALE/release_notes.txt files, such as fastlane/metadata',
  placeholder: 'DIR',
  completes: 'directories',
} as const;
const directory = text({...directoryFlag, required: true});

export const pushNotes = defineCommand({
  path: ['release-notes', 'push'],
  summary: 'Set the release notes of a version from a folder',
  description:
    'Reads DIR/LOCALE/release_notes.txt, and DIR/default/release_notes.txt for locales without their own. All files are checked before the first write; only texts that differ are sent.',
  examples: ['tool release-notes push --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, 'dry-run': dryRun},
  effect: 'write',
  agents: 'withheld',
  undo: NOT_UNDONE,
  async run(input, {session, signal, host}) {
    const {plan} = await planFromFolder(input.dir, host, {signal, warn: session.messages.warn});
    const store = await session.store();
    return store.writeNotes(input.versionId, plan, signal);
  },
  present: writtenNotes,
});

interface FolderOptions {
  signal?: AbortSignal;
  /** Gets a line for each file that looks like a text and is not read. */
  warn?(text: string): void;
  /** If it is known, locales that it lacks are reported together with the other problems. */
  version?: {name: string; has: readonly string[]};
}

/**
 * Reads the folder. `plan` then picks the text for each locale of a version.
 * @returns also the locales that have their own text. @throws ToolError usage with everything that is wrong
 */
export async function planFromFolder(
  shown: string,
  host: Pick<Host, 'files' | 'cwd'>,
  {signal, version, warn}: FolderOptions = {},
) {
  const {texts, problems, locales: own, passedOver} = await readNotesFolder(host.files, placeOf(shown, host), signal);
  for (const words of passedOver) warn?.(`${words}: it is not sent`);
  const refuseAll = (has: readonly string[], others: readonly string[] = []) => {
    const foreign = own.filter((locale) => sameLocale(locale, has) === undefined);
    const lacks = version && has.length > FEW ? 'no such locale' : listLocales(has);
    const near = [...new Set(foreign.flatMap((locale) => nearLocales(locale, has)))];
    const hint = near.length > 0 ? `. Did you mean ${listLocales(near, ' or ')}?` : '';
    const folder = `${quoted(shown)} has a ${NOTES_FILE} for ${listLocales(foreign)}`;
    const problem = `${folder}, but ${version?.name ?? 'the version'} has ${lacks}${hint}`;
    const doubled = own.filter((locale, index) => sameLocale(locale, own.slice(0, index)) !== undefined);
    const all = [
      ...others,
      ...doubled.map((locale) => `${quoted(shown)} has ${cleanText(locale)} in two spellings`),
      ...(foreign.length > 0 ? [problem] : []),
    ];
    if (all.length > 0) throw usage(all.join('\n'));
  };
  refuseAll(version?.has ?? own, problems);
  const textFor = (locale: string) => {
    const spelled = sameLocale(locale, own);
    return texts.get(spelled ?? DEFAULT_LOCALE);
  };
  const plan = (has: readonly string[]): ReadonlyMap<string, string> => {
    refuseAll(has);
    return new Map(has.flatMap((locale) => [textFor(locale)].flatMap((words) => (words ? [[locale, words]] : []))));
  };
  return {plan, own};
}

export const pullNotes = defineCommand({
  path: ['release-notes', 'pull'],
  summary: 'Write the release notes of a version into a folder',
  description:
    'Writes DIR/LOCALE/release_notes.txt. If an existing file differs, nothing is written unless --force is given.',
  examples: ['tool release-notes pull --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, force: toggle({summary: 'Overwrite files that differ'})},
  effect: 'local',
  async run(input, {session, signal, host}) {
    const store = await session.store();
    const {versionId: id, notes} = await store.readNotes(input.versionId, signal);
    const options = {...placeOf(input.dir, host), force: input.force, hint: '--force overwrites files that differ.'};
    return {versionId: id, written: await writeNotesFolder(host.files, notes, options, signal)};
  },
  present: {
    formats: ['json', 'table'],
    json: picked(object({versionId: string, written: list(string)})),
    table: ({written}) => ({columns: ['Locale', 'Result'], rows: written.map((name) => [name, 'written'])}),
  },
});
