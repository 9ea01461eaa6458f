import type {Written} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {id} from '../../flags.ts';
import {fieldTable} from '../../present/versions.ts';
import {dryRun} from '../write-flags.ts';
import {versionId} from './flags.ts';

const json = ({versionId, buildId}: Written & {versionId: string; buildId: string}) => ({
  versionId,
  buildId,
  attached: true,
});

export const attachBuild = defineCommand({
  path: ['versions', 'attach-build'],
  summary: 'Attach a build to a store version',
  examples: ['tool versions attach-build --version-id ID --build ID'],
  flags: {'version-id': versionId, build: id({summary: 'Build ID', required: true}), 'dry-run': dryRun},
  screen: 'attach-build',
  run: async (input, {session, signal}) =>
    (await session.store()).attachBuild(input['version-id'], input.build, signal),
  present: {formats: ['json', 'table'], json, table: (result) => fieldTable(json(result)), note: ({note}) => note},
});
