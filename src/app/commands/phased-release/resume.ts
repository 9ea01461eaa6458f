import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';

export const resumePhased = defineCommand({
  path: ['phased-release', 'resume'],
  summary: 'Resume a paused phased release',
  examples: ['tool phased-release resume --version-id com.example.app@live'],
  flags: {'version-id': versionId, 'dry-run': dryRun},
  screen: 'resume-phased',
  run: async (input, {session, signal}) => (await session.store()).changePhased(input['version-id'], 'resume', signal),
  present: phasedRelease,
});
