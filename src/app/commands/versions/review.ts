import {cleanText} from '../../../services/model/clean.ts';
import {ToolError} from '../../../services/model/error.ts';
import {isRejected} from '../../../services/model/next-step.ts';
import type {WithNote} from '../../../services/model/outcome.ts';
import {checkRemedy, warningsOf} from '../../../services/model/readiness.ts';
import {isReleasedAlone, releasedAlone} from '../../../services/model/release-date.ts';
import {hasReached} from '../../../services/model/release-steps.ts';
import {
  itemsExcept,
  kindsOf,
  SUBMISSION,
  type Submission,
  type SubmissionItem,
} from '../../../services/model/submission.ts';
import {plural} from '../../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../../services/model/version.ts';
import {appPage} from '../../../services/model/web-pages.ts';
import type {ReviewResult} from '../../../services/store/submissions.ts';
import type {Submitted} from '../../../services/store/submit.ts';
import {type WaitStatus, waitFailure} from '../../../services/wait.ts';
import {type CommandContext, defineAction, type Question} from '../../command.ts';
import {confirm, dryRun, type InputOf, toggle, versionId} from '../../flags/flags.ts';
import {record} from '../../present/formats.ts';
import {boolean, nullable, object, string} from '../../present/shapes.ts';
import {optionalHookFlags, optionalWaitFlags, requireWait, startHooks, waitWithProgress} from '../waiting.ts';

const flags = {
  'version-id': versionId,
  wait: toggle({summary: 'Wait until review is over'}),
  ...optionalWaitFlags,
  ...optionalHookFlags,
  confirm,
  'dry-run': dryRun,
};

const ALREADY = 'Already submitted; nothing was sent';

interface SubmitResult extends Submitted, WithNote {
  failure?: ToolError;
}

export const submitVersion = defineAction({
  path: ['versions', 'submit'],
  summary: 'Submit a store version for review',
  description:
    'Continues wherever an earlier run stopped, and never creates a second draft. With --wait it exits with 0 when the version is approved, 5 when it is rejected, and 11 when the wait times out (--max-wait).',
  examples: ['tool versions submit --version-id com.example.app@editable --confirm --wait'],
  flags,
  effect: 'write',
  readsAtOnce: true,
  check: requireWait,
  async run(input, context): Promise<SubmitResult> {
    const {session, signal} = context;
    const store = await session.store();
    const given = input.versionId;
    if (input.dryRun) return withCheck(await store.submitVersion(given, signal), context);
    if (!input.wait) return store.submitVersion(given, signal);
    const hooks = startHooks(input.onChange, context);
    try {
      const before = hooks && (await store.viewVersion({id: given, withPhasedRelease: true}, signal));
      const tell = (state: string | undefined) => {
        // A state that could not be read does not count as a change.
        if (before && state !== undefined) hooks.version({...before.version, state}, before.app);
      };
      tell(before?.version.state);
      const submitted = await store.submitVersion(before?.version.id ?? given, signal);
      tell(submitted.state);
      return await untilDecided(submitted, input, context, tell);
    } finally {
      await hooks?.end();
    }
  },
  present: {
    ...record(
      object({versionId: string, submissionId: nullable(string), state: nullable(string), resumed: boolean}),
      (outcome: SubmitResult) => outcome,
    ),
    ending({isUnsent, note, warning, failure}) {
      const words = isUnsent ? [ALREADY] : [warning && `Warning: ${warning}`, note];
      return {note: words.filter(Boolean).join('\n') || undefined, error: failure};
    },
  },

  screen: 'submit',
  key: 'S',
  label: 'submit',
  title: 'Submit % for review',
  dialog: {
    words: ['Submit', 'Submitting', 'Submitted'],
    effects({version}, {missing = [], dateTime}) {
      const {state, build} = version;
      // The text must not read as if this were the first submission.
      const again = build ? ` It is submitted again with build ${build.version ?? build.id}.` : '';
      const listOf = (names: readonly string[]) => `${plural(names.length, 'thing')} missing (${names.join(', ')})`;
      const doubt = missing === 'unknown' ? 'What is missing is not known' : listOf(missing);
      return [
        isRejected(state) ? `Review rejected this version.${again}` : undefined,
        'It goes to review and cannot be edited until review ends or you withdraw it.',
        releasedAlone(version, dateTime),
        missing.length === 0 ? undefined : `${doubt}: submit it anyway? The store decides.`,
      ];
    },
    facts: ({submissionId, resumed, byOthers}) => [
      ...(submissionId === undefined ? [] : [['Submission', submissionId] as const]),
      ...(resumed && !byOthers ? [['Continued', 'a submission started earlier'] as const] : []),
    ],
    instead: ({isUnsent, byOthers}) => (isUnsent ? ALREADY : byOthers && 'Someone else submitted it first'),
    inSteps: true,
  },
  undo({result}) {
    const {submissionId, byOthers} = (result as Partial<Submitted> | undefined) ?? {};
    if (byOthers) return {why: 'someone else has submitted it'};
    return submissionId ? {action: 'withdraw', preset: {submissionId}} : {why: 'its submission is unknown'};
  },
  agents: {
    doesMoreAgain: true,
    consequences: ({version}) => ({asksPerson: isReleasedAlone(version)}),
  },
});

/** Adds the results of `check` to a dry run that plans a write, because the service never refuses a dry run. */
async function withCheck(planned: Submitted & WithNote, {session, signal}: CommandContext): Promise<SubmitResult> {
  if (session.plan?.length === 0) return planned;
  const store = await session.store();
  const {checks} = await store.checkVersion(planned.versionId, {askService: false}, signal);
  const remedies = checks.filter(({status}) => status === 'error').map(checkRemedy);
  const checked = {...planned, warning: warningsOf(checks)};
  if (remedies.length === 0) return checked;
  return {...checked, failure: new ToolError('conflict', 'This version is not ready for review:', {facts: {remedies}})};
}

async function untilDecided(
  submitted: Submitted,
  input: InputOf<typeof flags>,
  context: CommandContext,
  tell: (state: string | undefined) => void,
): Promise<SubmitResult> {
  const {versionId} = submitted;
  const store = await context.session.store();
  let version: StoreVersion = {id: versionId, state: submitted.state};
  const subject = () => `Version ${cleanText(version.versionString ?? versionId)}`;
  try {
    const waited = await waitWithProgress<StoreVersion>(
      input,
      {
        async read(signal) {
          version = (await store.viewVersion({id: versionId, withPhasedRelease: true}, signal)).version;
          tell(version.state);
          return version;
        },
        stateOf: ({state}) => state ?? 'UNKNOWN',
        statusOf: decided,
      },
      context,
    );
    const {state, appId} = version;
    const page = appId === undefined ? undefined : appPage(appId);
    return {...submitted, state, failure: waitFailure(waited, {subject: subject(), state, goal: 'approved', page})};
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const seen = version.state === undefined ? '' : `, and was last seen in ${cleanText(version.state)}`;
    throw error.with({
      line: `${subject()} was submitted${seen}. Only waiting for its review was stopped.`,
      facts: {checkWith: {command: ['versions', 'view'], flags: {'version-id': versionId}}},
    });
  }
}

function decided(version: StoreVersion): WaitStatus {
  if (hasReached('approved', version)) return 'reached';
  // Shortly after the submission, the version may still have its earlier state.
  return stateIs(version.state, 'stuck') && !stateIs(version.state, 'deletable') ? 'stuck' : 'waiting';
}

const withdrawVersion = defineAction({
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
    words: ['Withdraw', 'Withdrawing', 'Withdrawn'],
    // An approved version is withdrawn on its own, without its submission.
    reads: async (store, version, signal) =>
      stateIs(version.state, 'releasable') ? undefined : store.openSubmission(version, signal),
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

function withdrawnWith({id}: StoreVersion, submission: Submission | undefined): SubmissionItem[] {
  return submission && submission.state !== SUBMISSION.draft ? itemsExcept(submission, id) : [];
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

export const reviewVerbs = [submitVersion, withdrawVersion] as const;
