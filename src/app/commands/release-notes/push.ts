import {readNotesFolder} from '../../../services/notes/read-folder.ts';
import {defineCommand} from '../../command.ts';
import {writtenNotes} from '../../present/release-notes.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';
import {directory, place} from './flags.ts';
import {fromFolder} from './plans.ts';

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
