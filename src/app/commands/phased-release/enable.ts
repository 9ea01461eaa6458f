import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';

export const enablePhased = defineCommand({
  path: ['phased-release', 'enable'],
  summary: 'Release an update in phases',
  description: 'Only before the release, and only for an update: a first version cannot be released in phases.',
  examples: ['tool phased-release enable --version-id com.example.app@editable'],
  flags: {'version-id': versionId, 'dry-run': dryRun},
  screen: 'enable-phased',
  run: async (input, {session, signal}) => (await session.store()).enablePhased(input['version-id'], signal),
  present: phasedRelease,
});
