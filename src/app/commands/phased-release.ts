import {versionId} from '../actions/flags.ts';
import {phasedPresentation} from '../actions/phased.ts';
import {defineCommand, OFFERED} from '../command.ts';

export const viewPhased = defineCommand({
  path: ['phased-release', 'view'],
  summary: 'Show the progress of a phased release',
  description:
    'Days 1 to 7 reach 1, 2, 5, 10, 20, 50 and 100 percent of users. A phased release can be paused for up to 30 days in total. state is null if the version has none.',
  examples: ['tool phased-release view --version-id com.example.app@live'],
  flags: {'version-id': versionId},
  effect: 'none',
  agents: OFFERED,
  run: async (input, {session, signal}) => (await session.store()).viewPhased(input.versionId, signal),
  present: phasedPresentation,
});
