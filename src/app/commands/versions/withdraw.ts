import type {Withdrawn} from '../../../services/store/store.ts';
import {defineCommand} from '../../command.ts';
import {toggle} from '../../flags.ts';
import {fieldTable} from '../../present/versions.ts';
import {confirm, dryRun, requireConfirm} from '../write-flags.ts';
import {versionId} from './flags.ts';

const path = ['versions', 'withdraw'];

export const withdrawVersion = defineCommand({
  path,
  summary: 'Take a store version back from review',
  description: 'Out of its draft, from review, or once it is approved and not yet released.',
  examples: ['tool versions withdraw --version-id com.example.app@3.4.0 --confirm'],
  flags: {
    'version-id': versionId,
    all: toggle({summary: 'Also where its review submission holds more than this version'}),
    confirm,
    'dry-run': dryRun,
  },
  screen: 'withdraw',
  check: (input) => requireConfirm(input, path),
  run: async ({'version-id': version, all}, {session, signal}) =>
    (await session.store()).withdrawVersion(version, {all}, signal),
  present: {
    formats: ['json', 'table'],
    json,
    table: (result) => fieldTable(json(result)),
    note: ({note}) => note,
  },
});

function json({versionId: id, submissionId, state}: Withdrawn) {
  return {versionId: id, submissionId, state: state ?? null};
}
