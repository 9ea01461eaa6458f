import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';
import {confirm, dryRun, requireConfirm} from '../write-flags.ts';

const path = ['phased-release', 'disable'];

export const disablePhased = defineCommand({
  path,
  summary: 'Turn a phased release off: release to all users at once',
  description: 'Only before the release. After it, phased-release complete reaches all users at once.',
  examples: ['tool phased-release disable --version-id com.example.app@approved --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'disable-phased',
  check: (input) => requireConfirm(input, path),
  run: async (input, {session, signal}) => (await session.store()).disablePhased(input['version-id'], signal),
  present: phasedRelease,
});
