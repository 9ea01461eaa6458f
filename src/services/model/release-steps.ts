import {isRejected, type NextStep, nextStep, pageOfRejection} from './next-step.ts';
import {isRolledOut} from './phased-release.ts';
import type {CheckId, ReadinessCheck} from './readiness.ts';
import type {Release} from './release.ts';
import {type StoreVersion, stateIs} from './version.ts';

export const STEPS = [
  'version',
  'build',
  'encryption',
  'release-notes',
  'metadata',
  'phased-release',
  'submission',
  'review',
  'release',
  'roll-out',
] as const;
export type StepId = (typeof STEPS)[number];
export type PerStep<T> = Readonly<Record<StepId, T>>;

export function perStep<T>(of: (id: StepId) => T): PerStep<T> {
  return Object.fromEntries(STEPS.map((id) => [id, of(id)])) as PerStep<T>;
}

export type StepStatus =
  | 'done'
  | 'open'
  | 'waiting'
  | 'blocked'
  | 'failed'
  | 'skipped'
  /** Not readable, or in a state new to this program. */
  | 'unknown';

export interface ReleaseStep {
  id: StepId;
  status: StepStatus;
  opens: NextStep;
  checks?: readonly ReadinessCheck[];
}

const none = (why: string): NextStep => ({kind: 'none', why});
export const DONE = none('this step is done');
export const LATER = none('the steps before it come first');
const SUBMIT: NextStep = {kind: 'flow', action: 'submit'};

const step = (id: StepId, status: StepStatus, opens = LATER): ReleaseStep => ({id, status, opens});
const done = (id: StepId): ReleaseStep => step(id, 'done', DONE);

/** Without a version, the first step is to create one. @param now in ms since the epoch */
export function releaseSteps(release: Release | undefined, now: number): ReleaseStep[] {
  if (!release) {
    const create: NextStep = {kind: 'flow', action: 'create'};
    return STEPS.map((id) => (id === 'version' ? step(id, 'blocked', create) : step(id, 'open')));
  }
  const {version} = release;
  const stage = stageOf(version);
  const next = nextStep(version, now);
  if (stage === 'unknown') return STEPS.map((id) => step(id, 'unknown', id === 'version' ? next : LATER));
  const {phasedRelease, state} = version;
  // A phased release can be set up, and removed again, until the release.
  const rollOut = step('roll-out', 'open', {kind: 'flow', action: phasedRelease ? 'disable-phased' : 'enable-phased'});
  const inReview = step('review', stateIs(state, 'in-review') ? 'waiting' : 'blocked', next);
  const rest: Readonly<Record<typeof stage, () => ReleaseStep[]>> = {
    preparing: () => [submission(release), beforeReview(release), step('release', 'open'), rollOut],
    'in review': () => [done('submission'), inReview, step('release', 'open'), rollOut],
    approved: () => [done('submission'), done('review'), step('release', WAITS[next.kind], next), rollOut],
    'on sale': () => [done('submission'), done('review'), done('release'), rollingOut(version, next)],
  };
  const phased = step('phased-release', phasedRelease ? 'done' : 'skipped', DONE);
  return [done('version'), ...preparation(release), phased, ...rest[stage]()];
}

/** What an approved version waits for: an agreement, its developer, or itself. */
const WAITS = {page: 'blocked', flow: 'open', fix: 'waiting', none: 'waiting'} as const;

type Stage = 'preparing' | 'in review' | 'approved' | 'on sale' | 'unknown';

function stageOf({state}: StoreVersion): Stage {
  if (stateIs(state, 'live')) return 'on sale';
  if (stateIs(state, 'submittable')) return 'preparing';
  if (stateIs(state, 'in-review') || state === 'WAITING_FOR_EXPORT_COMPLIANCE') return 'in review';
  return stateIs(state, 'approved') || state === 'PENDING_CONTRACT' ? 'approved' : 'unknown';
}

/** Checks with a step of their own; the others belong to `metadata`. */
const CHECKED = new Map<CheckId, StepId>([
  ['build', 'build'],
  ['encryption', 'encryption'],
  ['whats-new', 'release-notes'],
  ['submission', 'submission'],
]);

function preparation({version, readiness, newerBuild, newerBuildError}: Release): ReleaseStep[] {
  const ids = ['build', 'encryption', 'release-notes', 'metadata'] as const;
  if (!stateIs(version.state, 'editable')) return ids.map(done);
  const found = readiness?.value;
  if (!found) return ids.map((id) => step(id, 'unknown', none('could not check what is missing')));
  return ids.map((id): ReleaseStep => {
    if (id === 'build' && (newerBuild || newerBuildError)) {
      return step(id, 'done', {kind: 'flow', action: 'attach-build', build: newerBuild});
    }
    const checks = found.checks.filter((check) => (CHECKED.get(check.id) ?? 'metadata') === id);
    const error = checks.find(({status}) => status === 'error');
    if (error) return {...step(id, 'blocked', {kind: 'fix', check: error}), checks};
    return checks.length > 0 ? {...done(id), checks} : step(id, 'open');
  });
}

function submission({readiness, review}: Release): ReleaseStep {
  const {kind} = review.value?.submitting ?? {};
  if (kind === 'canceling') return step('submission', 'waiting', none('it is being withdrawn'));
  if (kind !== 'blocked') return step('submission', 'open', SUBMIT);
  const check = readiness?.value?.checks.find(({id, status}) => id === 'submission' && status === 'error');
  return step('submission', 'blocked', check ? {kind: 'fix', check} : SUBMIT);
}

/** Only the web page shows what review found. */
function beforeReview({version, app}: Release): ReleaseStep {
  if (!isRejected(version.state)) return step('review', 'open');
  const appId = app?.id ?? version.appId;
  return step('review', 'failed', appId ? pageOfRejection(appId) : none('see the web page of the app'));
}

function rollingOut({phasedRelease}: StoreVersion, next: NextStep): ReleaseStep {
  if (isRolledOut(phasedRelease)) return done('roll-out');
  return step('roll-out', phasedRelease?.state === 'PAUSED' ? 'blocked' : 'waiting', next);
}

/** The version to ship: the wanted one or another in flight, else the newest, else the live one. */
export function versionToShip(
  versions: readonly StoreVersion[],
  platform: string,
  wantedId?: string,
): StoreVersion | undefined {
  const own = versions.filter((one) => one.platform === platform);
  const inFlight = own.filter(({state}) => !stateIs(state, 'at-rest'));
  return inFlight.find(({id}) => id === wantedId) ?? inFlight[0] ?? own.find(({state}) => stateIs(state, 'live'));
}
