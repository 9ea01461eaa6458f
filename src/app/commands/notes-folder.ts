import {resolve} from 'node:path';
import {quoted} from '../../services/model/clean.ts';
import {FEW} from '../../services/model/release-notes.ts';
import {DEFAULT_LOCALE, NOTES_FILE, readNotesFolder, writeNotesFolder} from '../../services/notes/folder.ts';
import type {Host} from '../../services/ports.ts';
import {defineCommand} from '../command.ts';
import {text, toggle, usage} from '../flags/flags.ts';
import {list, object, picked, string} from '../present/shapes.ts';
import {dryRun, versionId} from './flags.ts';
import {listLocales, writtenNotes} from './release-notes.ts';

export const directoryFlag = {
  summary: 'Folder of LOCALE/release_notes.txt files, such as fastlane/metadata',
  placeholder: 'DIR',
  completes: 'directories',
} as const;
const directory = text({...directoryFlag, required: true});

const place = (given: string, {cwd}: Pick<Host, 'cwd'>) => ({directory: resolve(cwd, given), shown: given});

export const pushNotes = defineCommand({
  path: ['release-notes', 'push'],
  summary: 'Set the release notes of a version from a folder',
  description:
    'Reads DIR/LOCALE/release_notes.txt, and DIR/default/release_notes.txt for locales without their own. All files are checked before the first write; only texts that differ are sent.',
  examples: ['tool release-notes push --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, 'dry-run': dryRun},
  effect: 'write',
  async run(input, {session, signal, host}) {
    const {plan} = await planFromFolder(input.dir, host, {signal});
    const store = await session.store();
    return store.writeNotes(input.versionId, plan, signal);
  },
  present: writtenNotes,
});

interface FolderOptions {
  signal?: AbortSignal;
  /** Where its locales are known already, those that it lacks are said with what else is wrong. */
  version?: {name: string; has: readonly string[]};
}

/**
 * Reads the folder at once; what it has for the locales of a version is known once these are.
 * @returns also the locales with a text of their own. @throws ToolError usage with everything that is wrong
 */
export async function planFromFolder(
  shown: string,
  host: Pick<Host, 'files' | 'cwd'>,
  {signal, version}: FolderOptions = {},
) {
  const {texts, problems, locales: own} = await readNotesFolder(host.files, place(shown, host), signal);
  const refuseAll = (has: readonly string[], others: readonly string[] = []) => {
    const foreign = own.filter((locale) => !has.includes(locale));
    const lacks = version && has.length > FEW ? 'no such locale' : listLocales(has);
    const folder = `${quoted(shown)} has a ${NOTES_FILE} for ${listLocales(foreign)}`;
    const problem = `${folder}, but ${version?.name ?? 'the version'} has ${lacks}`;
    const all = foreign.length > 0 ? [...others, problem] : others;
    if (all.length > 0) throw usage(all.join('\n'));
  };
  refuseAll(version?.has ?? own, problems);
  const plan = (has: readonly string[]): ReadonlyMap<string, string> => {
    refuseAll(has);
    const planned = has.map((locale) => [locale, texts.get(locale) ?? texts.get(DEFAULT_LOCALE)] as const);
    return new Map(planned.flatMap(([locale, words]) => (words === undefined ? [] : [[locale, words]])));
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
    const options = {...place(input.dir, host), force: input.force, hint: '--force overwrites files that differ.'};
    return {versionId: id, written: await writeNotesFolder(host.files, notes, options, signal)};
  },
  present: {
    formats: ['json', 'table'],
    json: picked(object({versionId: string, written: list(string)})),
    table: ({written}) => ({columns: ['Locale', 'Result'], rows: written.map((name) => [name, 'written'])}),
  },
});
