import type {Written} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {fieldTable} from '../../present/versions.ts';
import {confirm, dryRun, requireConfirm} from '../write-flags.ts';
import {versionId} from './flags.ts';

const path = ['versions', 'release'];
const json = ({releaseRequestId, versionId}: Written & {releaseRequestId: string; versionId: string}) => ({
  releaseRequestId,
  versionId,
});

export const releaseVersion = defineCommand({
  path,
  summary: 'Release an approved store version',
  description: 'Only in PENDING_DEVELOPER_RELEASE; in any other state the version is only read, never changed.',
  examples: ['tool versions release --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'release',
  check: (input) => requireConfirm(input, path),
  run: async (input, {session, signal}) => (await session.store()).releaseVersion(input['version-id'], signal),
  present: {formats: ['json', 'table'], json, table: (result) => fieldTable(json(result)), note: ({note}) => note},
});
