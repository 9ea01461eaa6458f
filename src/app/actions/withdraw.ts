import {defineCommand} from '../command.ts';
import {toggle} from '../flags/flags.ts';
import {record} from '../present/formats.ts';
import {nullable, object, string} from '../present/shapes.ts';
import {confirm, dryRun, versionId} from './flags.ts';

export const withdrawVersion = defineCommand({
  path: ['versions', 'withdraw'],
  summary: 'Withdraw a store version from review',
  description: 'Removes it from its draft or from review, or withdraws its approval before it is released.',
  examples: ['tool versions withdraw --version-id com.example.app@3.4.0 --confirm'],
  flags: {
    'version-id': versionId,
    all: toggle({summary: 'Withdraw it even if its review submission holds more than this version'}),
    confirm,
    'dry-run': dryRun,
  },
  effect: 'final',
  agents: {doesMoreAgain: true},
  undo: {why: 'once resubmitted, the version goes back to the end of the queue'},
  screen: 'withdraw',
  run: async ({versionId: version, all}, {session, signal, known}) =>
    (await session.store()).withdrawVersion(version, {all, seen: known?.submission}, signal),
  present: record(object({versionId: string, submissionId: string, state: nullable(string)})),
});
