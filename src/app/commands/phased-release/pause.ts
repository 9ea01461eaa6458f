import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';
import {dryRun} from '../write-flags.ts';

export const pausePhased = defineCommand({
  path: ['phased-release', 'pause'],
  summary: 'Pause a phased release: no further user gets the update by itself',
  description:
    'The emergency brake: no confirmation needed. After 30 paused days in total the roll-out resumes by itself.',
  examples: ['tool phased-release pause --version-id com.example.app@live'],
  flags: {'version-id': versionId, 'dry-run': dryRun},
  screen: 'pause-phased',
  run: async (input, {session, signal}) => (await session.store()).changePhased(input['version-id'], 'pause', signal),
  present: phasedRelease,
});
