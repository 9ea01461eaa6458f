import {defineCommand} from '../../command.ts';
import {noteItem, notesTable} from '../../present/release-notes.ts';
import {versionId} from '../versions/flags.ts';

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
