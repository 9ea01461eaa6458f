import {useMemo} from 'react';
import {
  firstPerPlatform,
  NEEDS,
  type Needing,
  type NeedKind,
  type NextStep,
  type NextStepFacts,
  needing,
  nextStep,
  personFirst,
  versionsInFlight,
} from '../../services/model/next-step.ts';
import {mayRollOut} from '../../services/model/phased-release.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {type AppOverview, type PhasedRelease, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {millisecondsOf} from '../../services/text/local-time.ts';
import {useOpening} from '../checks/use-opening.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useShell} from '../context/shell.ts';
import {actionParams, actionTitle} from '../flows/actions.ts';
import type {Pages} from '../hooks/use-pages.ts';
import type {Binding} from '../input/keyboard.ts';
import {versionTitle} from '../text/labels.ts';

export interface HomeApp extends AppOverview {
  profile?: string;
}

export interface AppStatus {
  need: NeedKind;
  since?: number;
  next?: {version: StoreVersion; step: NextStep; label?: string; since?: number};
  rollOut?: PhasedRelease & {version: StoreVersion};
  /** There is at most one version per platform. */
  inFlight: readonly StoreVersion[];
  /** Versions about which the list of apps lacks facts: one in preparation, and roll-outs that may be running. */
  late: readonly StoreVersion[];
  /** True if the states are from before a write of this run. */
  isWritten?: boolean;
}

export type StatusOf = (app: AppOverview) => AppStatus;

export const NOTHING: AppStatus = {need: 'nothing', inFlight: [], late: []};

export function useNextStepKey(
  app: AppOverview | undefined,
  status: AppStatus | undefined,
  readOnly?: string,
): Binding {
  const router = useRouter();
  const {toast} = useShell();
  const {version, step} = status?.next ?? {};
  const target = {app, version, readOnly};
  const openingOf = useOpening(target);
  const title =
    step?.kind === 'flow' ? actionTitle(step.action, target) : step?.kind === 'page' ? step.title : undefined;
  return {
    keys: ['n'],
    label: 'next step',
    title: title ?? (version ? `Open ${versionTitle(version)}` : 'Next step'),
    run() {
      if (!version) toast('Nothing to do: no version of this app is in flight.');
      else if (step && title !== undefined) openingOf(step).run();
      else router.push('version', actionParams(target));
    },
  };
}

/** Sorts rows by what was known when they were read. Facts that arrive later move a row only after `r`. */
export function useSortedBy({items, load}: Pages<AppOverview>, statusOf: StatusOf) {
  const {saved} = useEntry();
  const {at} = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sorts by what is known at that moment
  const sortedBy = useMemo((): StatusOf => {
    const before = saved.get('sorted by') as Map<string, AppStatus> | undefined;
    const statuses = new Map(items.map((app) => [app.id, before?.get(app.id) ?? statusOf(app)]));
    if (items.length > 0) saved.set('sorted by', statuses);
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [items, at, saved]);
  const reload = () => {
    saved.delete('sorted by');
    load.reload();
  };
  return {sortedBy, reload};
}

/** Removes the action from a next step that was read before a write. Its cell says that the step is not read yet. */
export function withoutAction({next, ...status}: AppStatus): AppStatus {
  return {...status, next: next && {...next, label: undefined}, isWritten: true};
}

export type NextStepFactsOf = (version: StoreVersion) => NextStepFacts & {isLookedAt?: boolean};

export function appStatus(app: AppOverview, knownOf: NextStepFactsOf, now: number): AppStatus {
  const needs = needing(app.versions, now, (version) => knownOf(version).phased);
  const [first] = needs;
  const [needed] = personFirst(needs);
  const next = needed && nextOf(needed, now, knownOf(needed.version));
  const live = liveVersions(app);
  const rollOuts = live.flatMap((version) => {
    const {phased} = knownOf(version);
    return phased ? [{...phased, version}] : [];
  });
  const isPrepared = next && next.step.kind !== 'page' && stateIs(next.version.state, 'editable');
  const isYoung = ({createdDate}: StoreVersion) => mayRollOut(millisecondsOf(createdDate) ?? 0, now);
  return {
    need: first?.need ?? 'nothing',
    since: first?.since,
    next,
    rollOut: rollOuts.find(({state}) => state === 'PAUSED') ?? rollOuts[0],
    inFlight: versionsInFlight(app.versions, now),
    late: [...(isPrepared ? [next.version] : []), ...live.filter(isYoung)],
  };
}

function nextOf({version, need, since}: Needing, now: number, known: ReturnType<NextStepFactsOf>): AppStatus['next'] {
  const step = nextStep(version, now, known);
  const isUnknown = step.kind === 'none' && stateIs(version.state, 'editable');
  const unread = known.isLookedAt ? NOT_READ : undefined;
  return {version, step, since, label: isUnknown ? unread : labelOf(step, need, known)};
}

/** Shown if the missing parts of a version could not be read; names the key that reads them. */
export const NOT_READ = 'not read (r)';

function labelOf(step: NextStep, need: NeedKind, {readiness}: NextStepFacts): string {
  if (step.kind === 'page') return step.page === 'rejection' ? 'read why' : 'agreement';
  if (step.kind === 'fix') return readiness ? `${countMissing(readiness)} missing` : '';
  if (step.kind === 'none') return need === 'export' ? 'encryption' : '';
  const {action, build} = step;
  if (build) return `attach ${build.version ?? 'newer'}`;
  return action === 'resume-phased' ? 'resume' : action;
}

export function isUrgent({need}: AppStatus): boolean {
  return NEEDS.indexOf(need) <= NEEDS.indexOf('paused');
}

/** Returns whether the column shows a next step. Other facts may still be unread, so they do not count. */
function needsYou({next}: AppStatus): boolean {
  return next !== undefined && next.label !== '';
}

export function summary(apps: readonly AppOverview[], statusOf: StatusOf, dot: string): string {
  const yours = apps.filter((app) => needsYou(statusOf(app))).length;
  const inReview = apps.filter(({versions}) => versions.some(({state}) => stateIs(state, 'in-review'))).length;
  return `${yours} ${yours === 1 ? 'needs' : 'need'} you ${dot} ${inReview} under review`;
}

export function liveVersions({versions}: AppOverview): StoreVersion[] {
  const live = versions.filter(({state}) => stateIs(state, 'live'));
  return firstPerPlatform(live.sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? '')));
}
