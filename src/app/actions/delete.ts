import type {Noted} from '../../services/model/outcome.ts';
import {defineCommand} from '../command.ts';
import {record} from '../present/formats.ts';
import {constant, object, string} from '../present/shapes.ts';
import {confirm, dryRun, versionId} from './flags.ts';

export const deleteVersion = defineCommand({
  path: ['versions', 'delete'],
  summary: 'Delete a store version in preparation',
  description: 'Only works in PREPARE_FOR_SUBMISSION. In any other state, it changes nothing.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  agents: {doesMoreAgain: true},
  undo: {why: 'a deleted version cannot be restored'},
  screen: 'delete',
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input.versionId, signal),
  present: record(object({versionId: string, deleted: constant(true)}), (deleted: Noted & {versionId: string}) => {
    return {...deleted, deleted: true as const};
  }),
});
