import {isRejected, type NextStep, nextStep, pageOfRejection, versionsInFlight} from './next-step.ts';
import {isRolledOut} from './phased-release.ts';
import type {CheckId, Readiness, ReadinessCheck} from './readiness.ts';
import type {Release} from './release.ts';
import {type App, type AppOverview, type StoreVersion, stageOf, stateIs} from './version.ts';

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

export const GOALS = ['ready', 'submitted', 'approved', 'live', 'complete'] as const;
export type Goal = (typeof GOALS)[number];

const LAST_STEPS: Readonly<Record<Goal, StepId>> = {
  ready: 'phased-release',
  submitted: 'submission',
  approved: 'review',
  live: 'release',
  complete: 'roll-out',
};

export function isWithin(step: StepId, goal: Goal): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(LAST_STEPS[goal]);
}

export const STEP_STATUSES = ['done', 'open', 'waiting', 'blocked', 'failed', 'skipped'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface ReleaseStep {
  id: StepId;
  status: StepStatus | 'unknown';
  opens: NextStep;
  checks?: readonly ReadinessCheck[];
}

const none = (why: string): NextStep => ({kind: 'none', why});
export const DONE = none('this step is done');
export const LATER = none('the steps before it come first');
const SUBMIT: NextStep = {kind: 'flow', action: 'submit'};

const step = (id: StepId, status: ReleaseStep['status'], opens = LATER): ReleaseStep => ({id, status, opens});
const done = (id: StepId): ReleaseStep => step(id, 'done', DONE);

/** Returns the steps that the app shows and `ship` works through. @param now in ms since the epoch */
export function releaseSteps(release: Release | undefined, now: number): ReleaseStep[] {
  if (!release) {
    const create: NextStep = {kind: 'flow', action: 'create'};
    return STEPS.map((id) => (id === 'version' ? step(id, 'blocked', create) : step(id, 'open')));
  }
  const {version} = release;
  const {state, phasedRelease} = version;
  const next = nextStep(version, now);
  const phased = step('phased-release', phasedRelease ? 'done' : 'skipped', DONE);
  const first = [done('version'), ...preparation(release, next), phased];
  const reviewed = [...first, done('submission'), done('review')];
  const rollOut = step('roll-out', 'open', setUp(release));
  switch (stageOf(state)) {
    case 'editable':
    case 'in-draft':
      return [...first, submission(release), beforeReview(release), step('release', 'open'), rollOut];
    case 'reviewing': {
      const review = step('review', stateIs(state, 'in-review') ? 'waiting' : 'blocked', next);
      return [...first, done('submission'), review, step('release', 'open'), rollOut];
    }
    case 'passed':
    case 'releasing':
      return [...reviewed, step('release', WAITS[next.kind], next), rollOut];
    case 'live':
      return [...reviewed, done('release'), rollingOut(version, next)];
  }
  if (state === 'REPLACED_WITH_NEW_VERSION') return [...reviewed, done('release'), done('roll-out')];
  const isReviewed = stateIs(state, 'released');
  return STEPS.map((id) => {
    if (isReviewed && (id === 'submission' || id === 'review')) return done(id);
    return step(id, 'unknown', id === 'version' ? next : LATER);
  });
}

export function hasReached(goal: Goal, version: StoreVersion): boolean {
  const last = goal === 'ready' ? 'submission' : LAST_STEPS[goal];
  return releaseSteps({version, notes: {}, review: {}}, 0).some(({id, status}) => id === last && status === 'done');
}

const WAITS = {page: 'blocked', flow: 'open', fix: 'waiting', none: 'waiting'} as const;

const CHECKED = new Map<CheckId, StepId>([
  ['build', 'build'],
  ['encryption', 'encryption'],
  ['whats-new', 'release-notes'],
  ['submission', 'submission'],
]);

function preparation({version, readiness, newerBuild}: Release, next: NextStep) {
  const ids = ['build', 'encryption', 'release-notes', 'metadata'] as const;
  if (!stateIs(version.state, 'editable')) {
    const isAsked = next.kind === 'flow' && next.action === 'encryption';
    return ids.map((id) => (isAsked && id === 'encryption' ? step(id, 'blocked', next) : done(id)));
  }
  const found = readiness?.value;
  if (!found) return ids.map((id) => step(id, 'unknown', none('could not check what is missing')));
  return ids.map((id): ReleaseStep => {
    if (id === 'build' && (newerBuild?.value || newerBuild?.error)) {
      return step(id, 'done', {kind: 'flow', action: 'attach-build', build: newerBuild.value});
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

function beforeReview({version, app}: Release): ReleaseStep {
  if (!isRejected(version.state)) return step('review', 'open');
  const appId = app?.id ?? version.appId;
  return step('review', 'failed', appId ? pageOfRejection(appId) : none('see the web page of the app'));
}

function setUp({version: {state, phasedRelease}}: Release): NextStep {
  if (stateIs(state, 'released')) return LATER;
  return {kind: 'flow', action: phasedRelease ? 'disable-phased' : 'enable-phased'};
}

function rollingOut({phasedRelease}: StoreVersion, next: NextStep): ReleaseStep {
  if (isRolledOut(phasedRelease)) return done('roll-out');
  return step('roll-out', phasedRelease?.state === 'PAUSED' ? 'blocked' : 'waiting', next);
}

/** Returns true if no other version of the platform was released. False if neither `check` nor a full list shows it. */
export function isFirstOf(
  app: App | AppOverview | undefined,
  {id, platform}: StoreVersion,
  check?: Readiness,
): boolean {
  if (check) return check.checks.some(({isWaived}) => isWaived);
  if (!app || !('versions' in app) || app.isPartial) return false;
  const others = app.versions.filter((version) => version.platform === platform && version.id !== id);
  return !others.some(({state}) => stateIs(state, 'released'));
}

export function versionToShip(
  versions: readonly StoreVersion[],
  platform: string,
  {now, versionId}: {now: number; versionId?: string},
): StoreVersion | undefined {
  const own = versions.filter((one) => one.platform === platform);
  const wanted = own.find(({id, state}) => id === versionId && !stateIs(state, 'at-rest'));
  return wanted ?? versionsInFlight(own, now)[0] ?? own.find(({state}) => stateIs(state, 'live'));
}
