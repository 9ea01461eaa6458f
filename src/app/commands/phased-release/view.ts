import {defineCommand} from '../../command.ts';
import {phasedRelease} from '../../present/phased-release.ts';
import {versionId} from '../versions/flags.ts';

export const viewPhased = defineCommand({
  path: ['phased-release', 'view'],
  summary: 'Show the progress of a phased release',
  description:
    'Days 1 to 7 reach 1, 2, 5, 10, 20, 50 and 100 percent of the users; 30 days of pause are allowed. state is null\n' +
    'when the version has none.',
  examples: ['tool phased-release view --version-id com.example.app@live'],
  flags: {'version-id': versionId},
  run: async (input, {session, signal}) => (await session.store()).viewPhased(input['version-id'], signal),
  present: phasedRelease,
});
