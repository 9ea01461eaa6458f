import {resolve} from 'node:path';
import {quoted} from '../../services/model/clean.ts';
import {noteProblem, noteText} from '../../services/model/release-notes.ts';
import {readNotesFolder} from '../../services/notes/read-folder.ts';
import {decodeNotes, MOST_BYTES, type NotesText, readNotesFile, readProblem} from '../../services/notes/text-file.ts';
import {writeNotesFolder} from '../../services/notes/write-folder.ts';
import type {Host} from '../../services/ports.ts';
import {type CommandContext, defineCommand} from '../command.ts';
import {type InputOf, text, texts, toggle, usage} from '../flags/flags.ts';
import {noteItem, notesTable, writtenNotes} from '../present/release-notes.ts';
import {dryRun, versionId} from './flags.ts';
import {copied, fromFolder, oneText} from './notes-plans.ts';

const locale = texts({
  summary: 'Only these locales; all is every locale of the version',
  placeholder: 'LOCALE,…',
  fallback: 'all',
});

const directory = text({
  summary: 'Folder with LOCALE/release_notes.txt, as fastlane has it in fastlane/metadata',
  placeholder: 'DIR',
  completes: 'directory',
  required: true,
});

/** A folder as it is read, and as messages name it. */
function place(given: string, {cwd}: Host): {directory: string; shown: string} {
  return {directory: resolve(cwd, given), shown: given};
}

export const listNotes = defineCommand({
  path: ['release-notes', 'list'],
  summary: "List the release notes (What's New) of a version by locale",
  description: 'length counts UTF-16 units, as the service does; it takes 4000 at most.',
  examples: ['tool release-notes list --version-id ID', 'tool release-notes list --version-id ID --output table'],
  flags: {'version-id': versionId},
  run: async (input, {session, signal}) => (await session.store()).readNotes(input['version-id'], signal),
  async *stream(input, {session, signal}) {
    const {notes} = await (await session.store()).readNotes(input['version-id'], signal);
    yield notes.map(noteItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: ({notes}) => ({data: notes.map(noteItem)}),
    table: ({notes}) => notesTable(notes),
  },
});

const setFlags = {
  'version-id': versionId,
  // As it was written: blanks around it may be meant.
  text: text({summary: 'The text, unless --file is given', allowEmpty: true}),
  file: text({summary: 'UTF-8 file with the text; - is stdin', placeholder: 'PATH', completes: 'file'}),
  locale,
  'dry-run': dryRun,
};

export const setNotes = defineCommand({
  path: ['release-notes', 'set'],
  summary: 'Set the release notes of a version to one text',
  description:
    'Sends one request per locale whose text differs; when one fails the others are still tried. At most 4000\n' +
    'characters. A first version takes no release notes.',
  examples: [
    'tool release-notes set --version-id ID --text "Bug fixes." --locale en-US,en-GB',
    'git-cliff --latest --strip all | tool release-notes set --version-id ID --file -',
  ],
  flags: setFlags,
  screen: 'release-notes',
  check(input) {
    if (input.text !== undefined && input.file !== undefined) throw usage('does not go with --text', {flag: 'file'});
    if (input.text === undefined && input.file === undefined) {
      throw usage("'tool release-notes set' needs --text or --file");
    }
    const problem = input.text === undefined ? undefined : noteProblem(noteText(input.text));
    if (problem) throw usage(problem, {flag: 'text'});
  },
  async run(input, context) {
    const words = await readText(input, context);
    const store = await context.session.store();
    return store.writeNotes(input['version-id'], oneText(words, input.locale), context.signal);
  },
  present: writtenNotes,
});

/** @throws ToolError usage for a file that is no text that can be sent */
async function readText({text: given, file = ''}: InputOf<typeof setFlags>, {host, signal}: CommandContext) {
  if (given !== undefined) return noteText(given);
  const read =
    file === '-' ? await readStdin(host, signal) : await readNotesFile(host.files, resolve(host.cwd, file), {signal});
  if ('text' in read) return read.text;
  throw usage(`${file === '-' ? '- (stdin)' : quoted(file)} ${read.problem}`, {flag: 'file'});
}

async function readStdin({terminal}: Host, signal: AbortSignal): Promise<NotesText> {
  try {
    return decodeNotes(await terminal.readInput({maxBytes: MOST_BYTES, signal}));
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

export const copyNotes = defineCommand({
  path: ['release-notes', 'copy'],
  summary: 'Copy the release notes of another version',
  description: 'Locales without a text in the other version are left alone.',
  examples: ['tool release-notes copy --version-id ID --from ID'],
  flags: {'version-id': versionId, from: {...versionId, summary: 'Version to copy from'}, locale, 'dry-run': dryRun},
  async run(input, {session, signal}) {
    const store = await session.store();
    const source = async () => (await store.readNotes(input.from, signal)).notes;
    return store.writeNotes(input['version-id'], copied(source, input.locale), signal);
  },
  present: writtenNotes,
});

export const pushNotes = defineCommand({
  path: ['release-notes', 'push'],
  summary: 'Set the release notes of a version from a folder',
  description:
    'Reads DIR/LOCALE/release_notes.txt, and DIR/default/release_notes.txt for locales without their own. All files are\n' +
    'checked before the first write; only texts that differ are sent.',
  examples: ['tool release-notes push --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, 'dry-run': dryRun},
  async run(input, {session, signal, host}) {
    const texts = await readNotesFolder(host.files, place(input.dir, host), signal);
    const store = await session.store();
    return store.writeNotes(input['version-id'], fromFolder(texts, input.dir), signal);
  },
  present: writtenNotes,
});

export const pullNotes = defineCommand({
  path: ['release-notes', 'pull'],
  summary: 'Write the release notes of a version into a folder',
  description:
    'Writes DIR/LOCALE/release_notes.txt. If an existing file differs, nothing is written unless --force is given.',
  examples: ['tool release-notes pull --version-id ID --dir fastlane/metadata'],
  flags: {'version-id': versionId, dir: directory, force: toggle({summary: 'Overwrite files that differ'})},
  async run(input, {session, signal, host}) {
    const store = await session.store();
    const {versionId: id, notes} = await store.readNotes(input['version-id'], signal);
    const options = {...place(input.dir, host), force: input.force, hint: '--force overwrites files that differ.'};
    return {versionId: id, written: await writeNotesFolder(host.files, notes, options, signal)};
  },
  present: {
    formats: ['json', 'table'],
    json: (result) => result,
    table: ({written}) => ({columns: ['Locale', 'Result'], rows: written.map((name) => [name, 'written'])}),
  },
});
