import {useMemo, useSyncExternalStore} from 'react';
import {
  type Known,
  NEEDS,
  type NeedKind,
  type NextStep,
  needOfVersion,
  nextStep,
} from '../../services/model/next-step.ts';
import {countMissing} from '../../services/model/readiness.ts';
import {type AppOverview, type PhasedRelease, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import type {Pages} from '../hooks/use-pages.ts';
import {useLocalTime} from '../time/use-local-time.ts';
import {liveVersions, phasedIn} from './read-phased.ts';

export interface AppStatus {
  need: NeedKind;
  /** Epoch milliseconds, as far as the API dates it. */
  since?: number;
  /** What the user can do first; the label is that of the column. */
  next?: {version: StoreVersion; step: NextStep; label: string};
  /** Of the live version. */
  rollOut?: PhasedRelease;
}

export type StatusOf = (app: AppOverview) => AppStatus;

const NOTHING: AppStatus = {need: 'nothing'};

/** `statusOf` stays the same function until something was read. */
export function useStatuses(apps: readonly AppOverview[]): StatusOf {
  const {queries, known} = useServices();
  const {milliseconds} = useLocalTime();
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache is the same object
  return useMemo(() => {
    const knownOf = (version: StoreVersion) => ({...known.of(version), phased: phasedIn(queries, version)});
    const statuses = new Map(apps.map((app) => [app.id, appStatus(app, knownOf, milliseconds)]));
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, queries, changes, known, milliseconds]);
}

/** Rows are sorted by what was known when the list was read: what is learned later moves them at the next `r`. */
export function useSortedBy({items, load}: Pages<AppOverview>, statusOf: StatusOf) {
  const {saved} = useEntry();
  const {at} = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is known at that moment
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

type KnownOf = (version: StoreVersion) => Known;
type Milliseconds = (text: string | undefined) => number | undefined;

/** Of two equally urgent versions, the older one comes first. */
export function appStatus(app: AppOverview, knownOf: KnownOf, milliseconds: Milliseconds): AppStatus {
  const needs = app.versions
    .map((version) => ({
      need: needOfVersion(version, knownOf(version).phased),
      since: sinceOf(version, milliseconds),
      version,
    }))
    .filter(({need}) => need !== 'nothing')
    .sort((a, b) => rank(a) - rank(b));
  const [first] = needs;
  const next = needs.find(({need}) => need !== 'waiting') ?? first;
  const rollOuts = liveVersions(app).flatMap((version) => knownOf(version).phased ?? []);
  return {
    need: first?.need ?? 'nothing',
    since: first?.since,
    next: next && nextOf(next.version, next.need, knownOf(next.version)),
    rollOut: rollOuts.find(({state}) => state === 'PAUSED') ?? rollOuts[0],
  };
}

/** The submission date, or the creation date if it was not submitted. The API has no other dates. */
function sinceOf({state, submittedDate, createdDate}: StoreVersion, milliseconds: Milliseconds): number | undefined {
  const isDated = submittedDate !== undefined || stateIs(state, 'deletable') || state === 'READY_FOR_REVIEW';
  return isDated ? milliseconds(submittedDate ?? createdDate) : undefined;
}

function nextOf(version: StoreVersion, need: NeedKind, known: Known): AppStatus['next'] {
  const step = nextStep(version, known);
  return {version, step, label: labelOf(step, need, known)};
}

/** Short, for a column: `n` does it. Empty where nothing waits for the user, or where nobody has looked. */
function labelOf(step: NextStep, need: NeedKind, {readiness}: Known): string {
  switch (step.kind) {
    case 'page':
      return step.page === 'rejection' ? 'read why' : 'agreement';
    case 'fix':
      return readiness ? `${countMissing(readiness)} missing` : '';
    case 'flow': {
      const {action, build} = step;
      return build ? `attach ${build.version ?? 'newer'}` : (FLOWS[action] ?? action);
    }
    case 'none':
      return need === 'rejected' ? 'fix' : need === 'export' ? 'encryption' : '';
  }
}

const FLOWS: Readonly<Record<string, string>> = {'resume-phased': 'resume'};

/** Exceeds any date, so that the kind of need sorts first. */
const APART = 1e14;

export function rank({need, since = APART - 1}: Pick<AppStatus, 'need' | 'since'>): number {
  return NEEDS.indexOf(need) * APART + since;
}

export function needsYou({need}: AppStatus): boolean {
  return NEEDS.indexOf(need) <= NEEDS.indexOf('paused');
}

/** `3 need you · 2 under review` */
export function summary(apps: readonly AppOverview[], statusOf: StatusOf, dot: string): string {
  const yours = apps.filter((app) => needsYou(statusOf(app))).length;
  const inReview = apps.filter(({versions}) => versions.some(({state}) => stateIs(state, 'in-review'))).length;
  return `${yours} ${yours === 1 ? 'needs' : 'need'} you ${dot} ${inReview} under review`;
}
