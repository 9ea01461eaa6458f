import {defineCommand} from '../../command.ts';
import {commandLine} from '../../present/command-line.ts';
import {fieldTable} from '../../present/versions.ts';
import {confirm, dryRun, requireConfirm, versionId} from '../flags.ts';

const path = ['versions', 'release'];
interface Released {
  releaseRequestId: string;
  versionId: string;
  /** The command that pauses a release in phases; absent when it goes to all users at once. */
  pauseCommand?: string;
}

const json = ({releaseRequestId, versionId}: Released) => ({releaseRequestId, versionId});

/** The two members of the result stay what they are; what else there is to know is beside it. */
function note({pauseCommand}: Released): string | undefined {
  return pauseCommand && `It is released in phases, to 1 % of the users on the first day. To pause it: ${pauseCommand}`;
}

export const releaseVersion = defineCommand({
  path,
  summary: 'Release an approved store version',
  description:
    'Only in PENDING_DEVELOPER_RELEASE; in any other state the version is only read, never changed. It says on stderr\n' +
    'when the release is phased.',
  examples: ['tool versions release --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'release',
  check: (input) => requireConfirm(input, path),
  async run(input, {session, signal}): Promise<Released> {
    const released = await (await session.store()).releaseVersion(input['version-id'], signal);
    if (!released.isPhased) return released;
    const pause = {command: ['phased-release', 'pause'], flags: {'version-id': released.versionId}};
    return {...released, pauseCommand: commandLine(pause, session.globals)};
  },
  present: {formats: ['json', 'table'], json, table: (result) => fieldTable(json(result)), note},
});
