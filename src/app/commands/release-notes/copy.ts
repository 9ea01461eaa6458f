import {defineCommand} from '../../command.ts';
import {writtenNotes} from '../../present/release-notes.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';
import {locale} from './flags.ts';
import {copied} from './plans.ts';

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
