import {defineCommand} from '../command.ts';
import {commandLine, record} from '../present/formats.ts';
import {nullable, object, string} from '../present/shapes.ts';
import {confirm, dryRun, versionId} from './flags.ts';

export const releaseVersion = defineCommand({
  path: ['versions', 'release'],
  summary: 'Release an approved store version',
  description:
    'Only works in PENDING_DEVELOPER_RELEASE. In any other state, it changes nothing. On stderr, it says if the release is phased, and which release date it overrides.',
  examples: ['tool versions release --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  agents: {doesMoreAgain: true},
  undo: {why: 'a release is final'},
  screen: 'release',
  async run(input, {session, signal}) {
    const released = await (await session.store()).releaseVersion(input.versionId, {isEarly: true}, signal);
    if (!released.isPhased) return released;
    const pause = {command: ['phased-release', 'pause'], flags: {'version-id': released.versionId}};
    const note = `This version is released in phases, starting with 1 % of users on the first day. To pause it: ${commandLine(pause, session.globals)}`;
    return {...released, note: [released.note, note].filter(Boolean).join('\n')};
  },
  present: record(object({releaseRequestId: nullable(string), versionId: string})),
});
