import {cleanText} from '../../../services/model/clean.ts';
import {ToolError} from '../../../services/model/error.ts';
import {isRejected} from '../../../services/model/next-step.ts';
import type {Noted} from '../../../services/model/outcome.ts';
import {PHASES} from '../../../services/model/phased-release.ts';
import {checkRemedy, warningsOf} from '../../../services/model/readiness.ts';
import {hasReached} from '../../../services/model/release-steps.ts';
import {plural} from '../../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../../services/model/version.ts';
import {appPage} from '../../../services/model/web-pages.ts';
import type {Submitted} from '../../../services/store/submit.ts';
import {type WaitVerdict, waitFailure} from '../../../services/wait.ts';
import {type CommandContext, defineAction} from '../../command.ts';
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

interface Outcome extends Submitted, Noted {
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
  async run(input, context): Promise<Outcome> {
    const {session, signal} = context;
    const store = await session.store();
    const given = input.versionId;
    if (input.dryRun) return withCheck(await store.submitVersion(given, signal), context);
    if (!input.wait) return store.submitVersion(given, signal);
    const hooks = startHooks(input.onChange, context);
    try {
      if (!hooks) return await untilDecided(await store.submitVersion(given, signal), input, context);
      const {version, app} = await store.viewVersion({id: given, withPhasedRelease: true}, signal);
      const tell = (state: string | undefined) => {
        // A state that could not be read is no change.
        if (state !== undefined) hooks.watcher.version({...version, state}, app);
      };
      tell(version.state);
      const submitted = await store.submitVersion(version.id, signal);
      tell(submitted.state);
      return await untilDecided(submitted, input, context, tell);
    } finally {
      await hooks?.end();
    }
  },
  present: {
    ...record(
      object({versionId: string, submissionId: nullable(string), state: nullable(string), resumed: boolean}),
      (outcome: Outcome) => outcome,
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
      // A resubmission must not look like a first try.
      const again = build ? ` It is submitted again with build ${build.version ?? build.id}.` : '';
      const names = missing === 'unknown' ? [] : missing;
      const known = `${plural(names.length, 'thing')} missing (${names.join(', ')})`;
      const doubt = missing === 'unknown' ? 'What is missing is not known' : known;
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

type ReleaseFacts = Pick<StoreVersion, 'releaseType' | 'earliestReleaseDate' | 'phasedRelease'>;

/** A version that does not say how it is released is released once it is approved. */
export function isReleasedAlone({releaseType}: ReleaseFacts): boolean {
  return releaseType !== 'MANUAL';
}

export function releasedAlone(version: ReleaseFacts, shown = (date: string) => date): string | undefined {
  if (!isReleasedAlone(version)) return undefined;
  const {releaseType, earliestReleaseDate: date, phasedRelease} = version;
  const when = releaseType === 'SCHEDULED' && date !== undefined ? `, not before ${shown(date)}` : '';
  const spread = phasedRelease ? ` Automatic updates are spread over ${PHASES.length} days.` : '';
  return `It goes on sale by itself once approved${when}.${spread}`;
}

/** A dry run never hears the service's refusal, so it runs the check instead. */
async function withCheck(planned: Submitted & Noted, {session, signal}: CommandContext): Promise<Outcome> {
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
  tell: (state: string | undefined) => void = () => {},
): Promise<Outcome> {
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
        judge: decided,
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
      facts: {check: {command: ['versions', 'view'], flags: {'version-id': versionId}}},
    });
  }
}

function decided(version: StoreVersion): WaitVerdict {
  if (hasReached('approved', version)) return 'reached';
  // A new submission may not show in the state yet.
  return stateIs(version.state, 'stuck') && !stateIs(version.state, 'deletable') ? 'stuck' : 'waiting';
}
