import type {Written} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {fieldTable} from '../../present/versions.ts';
import {confirm, dryRun, requireConfirm} from '../write-flags.ts';
import {versionId} from './flags.ts';

const path = ['versions', 'delete'];
const json = ({versionId}: Written & {versionId: string}) => ({versionId, deleted: true});

export const deleteVersion = defineCommand({
  path,
  summary: 'Delete a store version that is being prepared',
  description: 'Only in PREPARE_FOR_SUBMISSION; in any other state the version is only read, never changed.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  screen: 'delete',
  check: (input) => requireConfirm(input, path),
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input['version-id'], signal),
  present: {formats: ['json', 'table'], json, table: (result) => fieldTable(json(result)), note: ({note}) => note},
});
