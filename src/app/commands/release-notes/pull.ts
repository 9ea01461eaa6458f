import {writeNotesFolder} from '../../../services/notes/write-folder.ts';
import {defineCommand} from '../../command.ts';
import {toggle} from '../../flags.ts';
import {versionId} from '../versions/flags.ts';
import {directory, place} from './flags.ts';

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
