import {isRejected} from '../../../services/model/next-step.ts';
import {itemsExcept, kindsOf, STATE, type Submission, type SubmissionItem} from '../../../services/model/submission.ts';
import {plural} from '../../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../../services/model/version.ts';
import type {Store} from '../../../services/store/store.ts';
import type {ReviewResult} from '../../../services/store/submissions.ts';
import {defineAction, type Question} from '../../command.ts';
import {confirm, dryRun, toggle, versionId} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {nullable, object, string} from '../../present/shapes.ts';

export const withdrawVersion = defineAction({
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
  readsAtOnce: true,
  run: async ({versionId: version, all}, {session, signal, known}) =>
    (await session.store()).withdrawVersion(version, {all, seen: known?.submission}, signal),
  present: record(
    object({versionId: string, submissionId: string, state: nullable(string)}),
    (withdrawn: ReviewResult) => withdrawn,
  ),

  screen: 'withdraw',
  key: 'W',
  label: 'withdraw',
  title: 'Withdraw %',
  isRare: true,
  isFinal: true,
  dialog: {
    words: ['Withdraw', 'Withdrawing', 'Withdrew'],
    reads: submissionOf,
    refuses({version, submission}, {submissionId} = {}) {
      if (submissionId === undefined) return undefined;
      if (isRejected(version.state)) return 'review has ended: there is nothing to withdraw';
      if (submission?.id === submissionId) return undefined;
      return `its submission has ended${submission ? `: it is in another one, ${submission.id}` : ''}`;
    },
    effects: effectsOf,
    isFinal: ({state}) => stateIs(state, 'approved'),
    seen: ({submission}) => ({submission: submission?.id ?? null}),
    flags: ({version, submission}) => new Map(withdrawnWith(version, submission).length > 0 ? [['all', 'true']] : []),
    // The store calls this state DEVELOPER_REJECTED, which sounds as if review had rejected the version.
    facts: ({state}: ReviewResult) =>
      state === 'DEVELOPER_REJECTED' ? [['Now', 'it can be changed and submitted again']] : [],
  },
  undo: {why: 'once resubmitted, the version goes back to the end of the queue'},
  agents: {doesMoreAgain: true},
});

/** An approved version is withdrawn on its own, without its submission. */
async function submissionOf(store: Store, version: StoreVersion, signal: AbortSignal): Promise<Submission | undefined> {
  return stateIs(version.state, 'releasable') ? undefined : store.openSubmission(version, signal);
}

function withdrawnWith({id}: StoreVersion, submission: Submission | undefined): SubmissionItem[] {
  return submission && submission.state !== STATE.draft ? itemsExcept(submission, id) : [];
}

function effectsOf({version, submission}: Question): string[] {
  const {state} = version;
  const effect = stateIs(state, 'releasable')
    ? 'It loses its approval and has to pass review again.'
    : stateIs(state, 'in-review')
      ? 'Its review ends without a result. If you submit it again, it goes back to the end of the queue.'
      : 'It leaves its review submission.';
  const others = withdrawnWith(version, submission);
  if (others.length === 0) return [effect];
  const things = plural(others.length, 'other item');
  return [effect, `Review submission ${submission?.id} also holds ${things}, withdrawn with it: ${kindsOf(others)}.`];
}
