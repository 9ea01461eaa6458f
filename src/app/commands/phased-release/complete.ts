import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';
import {confirm, dryRun, requireConfirm} from '../write-flags.ts';

const path = ['phased-release', 'complete'];

export const completePhased = defineCommand({
  path,
  summary: 'Release to all users now, skipping the remaining days',
  examples: ['tool phased-release complete --version-id com.example.app@live --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'complete-phased',
  check: (input) => requireConfirm(input, path),
  run: async (input, {session, signal}) =>
    (await session.store()).changePhased(input['version-id'], 'complete', signal),
  present: phasedRelease,
});
