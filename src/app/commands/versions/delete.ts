import type {Noted} from '../../../services/model/outcome.ts';
import {defineAction} from '../../command.ts';
import {confirm, dryRun, versionId} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {constant, object, string} from '../../present/shapes.ts';

export const deleteVersion = defineAction({
  path: ['versions', 'delete'],
  summary: 'Delete a store version in preparation',
  description: 'Only works in PREPARE_FOR_SUBMISSION. In any other state, it changes nothing.',
  examples: ['tool versions delete --version-id ID --confirm'],
  flags: {'version-id': versionId, confirm, 'dry-run': dryRun},
  effect: 'final',
  run: async (input, {session, signal}) => (await session.store()).deleteVersion(input.versionId, signal),
  present: record(object({versionId: string, deleted: constant(true)}), (deleted: Noted & {versionId: string}) => {
    return {...deleted, deleted: true as const};
  }),

  screen: 'delete',
  key: 'D',
  label: 'delete',
  title: 'Delete %',
  isFinal: true,
  dialog: {
    words: ['Delete', 'Deleting', 'Deleted'],
    effects: () => ['Its texts, screenshots and settings are deleted; its builds are kept.'],
    removes: true,
  },
  undo: {why: 'a deleted version cannot be restored'},
  agents: {doesMoreAgain: true},
});
