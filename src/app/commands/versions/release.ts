import {defineCommand} from '../../command.ts';
import {commandLine} from '../../present/command-line.ts';
import {record} from '../../present/formats.ts';
import {object, string} from '../../present/shapes.ts';
import {confirm, dryRun, requireConfirm, versionId} from '../flags.ts';

interface Released {
  releaseRequestId: string;
  versionId: string;
  note?: string;
}

export const releaseVersion = defineCommand({
  path: ['versions', 'release'],
  summary: 'Release an approved store version',
  description:
    'Only works in PENDING_DEVELOPER_RELEASE. In any other state nothing is changed. Reports on stderr when the release is phased.',
  examples: ['tool versions release --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  screen: 'release',
  check: (input) => requireConfirm(input, ['versions', 'release']),
  async run(input, {session, signal}): Promise<Released> {
    const released = await (await session.store()).releaseVersion(input['version-id'], signal);
    if (!released.isPhased) return released;
    const pause = {command: ['phased-release', 'pause'], flags: {'version-id': released.versionId}};
    const note = `This version is released in phases, starting with 1 % of users on the first day. To pause it: ${commandLine(pause, session.globals)}`;
    return {...released, note};
  },
  present: record(
    object({releaseRequestId: string, versionId: string}),
    ({releaseRequestId, versionId: id}: Released) => ({releaseRequestId, versionId: id}),
  ),
});
