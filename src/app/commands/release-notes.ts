import type {ReleaseNote} from '../../services/model/release-notes.ts';
import {writeNotesFolder} from '../../services/notes/write-folder.ts';
import {versionId} from '../actions/flags.ts';
import {directory, placeOf} from '../actions/notes-input.ts';
import {defineCommand, OFFERED, type TableData} from '../command.ts';
import {toggle} from '../flags/flags.ts';
import {integer, list, nullable, object, picked, shaped, string} from '../present/shapes.ts';

/** `length` is in UTF-16 units, as the service counts. */
const noteItem = shaped(
  object({id: string, locale: string, whatsNew: nullable(string), length: integer}),
  ({id, locale, whatsNew}: ReleaseNote) => ({id, locale, whatsNew: whatsNew ?? null, length: whatsNew?.length ?? 0}),
);

const SHOWN = 60;

export function notesTable(notes: readonly ReleaseNote[]): TableData {
  const start = (text: string) => {
    const [line = '', ...rest] = text.split('\n');
    const characters = [...line];
    return rest.length > 0 || characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : line;
  };
  return {
    columns: ['Locale', 'Length', "What's New"],
    rows: notes.map(({locale, whatsNew = ''}) => [locale, String(whatsNew.length), start(whatsNew)]),
  };
}

export const listNotes = defineCommand({
  path: ['release-notes', 'list'],
  summary: "List the release notes (What's New) of a version by locale",
  description: 'length counts UTF-16 code units, as the service does. The limit is 4000.',
  examples: ['tool release-notes list --version-id ID', 'tool release-notes list --version-id ID --output table'],
  flags: {'version-id': versionId},
  effect: 'none',
  agents: OFFERED,
  run: async (input, {session, signal}) => (await session.store()).readNotes(input.versionId, signal),
  async *stream(input, {session, signal}) {
    const {notes} = await (await session.store()).readNotes(input.versionId, signal);
    yield notes.map(noteItem);
  },
  present: {
    formats: ['json', 'table', 'ndjson'],
    json: shaped(object({data: list(noteItem.schema)}), ({notes}: {notes: readonly ReleaseNote[]}) => ({
      data: notes.map(noteItem),
    })),
    table: ({notes}) => notesTable(notes),
  },
});

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
