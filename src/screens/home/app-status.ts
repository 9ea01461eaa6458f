import {useEffect, useMemo, useState, useSyncExternalStore} from 'react';
import {asToolError} from '../../services/model/error.ts';
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
import {learnedFrom, useOpening} from '../checks/use-opening.ts';
import {useEntry, useRouter} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {untilLeft, useLocalTime, useSlow} from '../context/time.ts';
import {actionParams, actionTitle} from '../flows/actions.ts';
import type {Pages} from '../hooks/use-pages.ts';
import type {Binding} from '../input/keyboard.ts';
import {versionTitle} from '../text/labels.ts';

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

const lateKey = ({id}: StoreVersion) => `late:${id}`;

/** `statusOf` stays the same function until something was read. */
export function useStatuses(apps: readonly AppOverview[]): StatusOf {
  const {queries, known} = useServices();
  const {milliseconds} = useLocalTime();
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache is the same object
  return useMemo(() => {
    const knownOf = (version: StoreVersion) => ({
      // Of a roll-out what was there before a write is said until it is read again.
      phased: queries.get<Known>(lateKey(version))?.data?.phased,
      ...queries.current<Known>(lateKey(version)),
      ...known.of(version),
    });
    const statuses = new Map(apps.map((app) => [app.id, appStatus(app, knownOf, milliseconds)]));
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, queries, changes, known, milliseconds]);
}

/** Seven days plus at most thirty paused: no roll-out is older. */
const YOUNG_MS = 60 * 24 * 3600 * 1000;
/** Progress changes once a day. */
const STALE_MS = 5 * 60 * 1000;
/** Each takes several requests. */
const MOST_REJECTED = 3;
/** Of those out of view, so that the count of apps that need you is right. */
const MOST_BELOW = 40;

/**
 * Reads what the list does not have, one version at a time: what comes next for those in view whose rejection was read,
 * and the roll-outs of young live versions, those in view first. Failures are not shown. `at`: when the apps were read; stale
 * answers are then read again.
 * @returns whether it takes long enough to be shown
 */
export function useLateFacts(
  visible: readonly AppOverview[],
  others: readonly AppOverview[],
  statusOf: StatusOf,
  at: number,
): boolean {
  const {session, host, queries} = useServices();
  const {milliseconds} = useLocalTime();
  const [isReading, setReading] = useState(false);
  const isYoung = ({createdDate}: StoreVersion) => at - (milliseconds(createdDate) ?? 0) < YOUNG_MS;
  const rejected = visible.flatMap((app) => {
    const {need, next} = statusOf(app);
    return need === 'rejected' && next && next.step.kind !== 'page' ? [next.version] : [];
  });
  const young = (apps: readonly AppOverview[]) => apps.flatMap(liveVersions).filter(isYoung);
  const versions = [...rejected.slice(0, MOST_REJECTED), ...young(visible), ...young(others).slice(0, MOST_BELOW)];
  // Sorted: another order of the same rows must not start another round.
  const ids = versions.map(({id}) => id).sort();

  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const {clock} = host;
    const read = async (version: StoreVersion, signal: AbortSignal): Promise<Known> => {
      const store = await session.store();
      if (stateIs(version.state, 'live')) return {phased: (await store.viewPhased(version.id, signal)).phased};
      return learnedFrom(await store.readRelease({id: version.id, known: version}, signal));
    };
    // The list itself reports an unreachable store.
    return untilLeft(async (signal) => {
      const unread = versions.filter((one) => !queries.current(lateKey(one), clock.now() - STALE_MS));
      setReading(unread.length > 0);
      try {
        for (const version of unread) {
          const key = lateKey(version);
          const facts = await read(version, signal).catch((reason): Known => {
            if (asToolError(reason).kind === 'network') throw reason;
            return queries.get<Known>(key)?.data ?? {};
          });
          if (signal.aborted) return;
          queries.put(key, facts, clock.now());
        }
      } finally {
        if (!signal.aborted) setReading(false);
      }
    });
  }, [ids.join(' '), at, session, host, queries]);
  return useSlow(isReading);
}

/** `n` does what the selected app waits for, or opens the version where that is not known. */
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
    // Never hidden, so that the footer does not change from row to row.
    run() {
      if (!version) toast('Nothing to do: no version of this app is in flight.');
      else if (step && title !== undefined) openingOf(step).run();
      else router.push('version', actionParams(target));
    },
  };
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
    next: next && nextOf(next, knownOf(next.version)),
    rollOut: rollOuts.find(({state}) => state === 'PAUSED') ?? rollOuts[0],
  };
}

/** The submission date, or the creation date if it was not submitted. The API has no other dates. */
function sinceOf({state, submittedDate, createdDate}: StoreVersion, milliseconds: Milliseconds): number | undefined {
  const isDated = submittedDate !== undefined || stateIs(state, 'deletable') || state === 'READY_FOR_REVIEW';
  return isDated ? milliseconds(submittedDate ?? createdDate) : undefined;
}

function nextOf({version, need}: {version: StoreVersion; need: NeedKind}, known: Known): AppStatus['next'] {
  const step = nextStep(version, known);
  return {version, step, label: labelOf(step, need, known)};
}

/** Short, for a column: `n` does it. Empty where nothing waits for the user, or where nobody has looked. */
function labelOf(step: NextStep, need: NeedKind, {readiness}: Known): string {
  if (step.kind === 'page') return step.page === 'rejection' ? 'read why' : 'agreement';
  if (step.kind === 'fix') return readiness ? `${countMissing(readiness)} missing` : '';
  if (step.kind === 'none') return need === 'rejected' ? 'fix' : need === 'export' ? 'encryption' : '';
  const {action, build} = step;
  if (build) return `attach ${build.version ?? 'newer'}`;
  return action === 'resume-phased' ? 'resume' : action;
}

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

export function liveVersions({versions}: AppOverview): StoreVersion[] {
  const live = versions.filter(({state}) => stateIs(state, 'live'));
  return firstPerPlatform(live.sort((a, b) => (b.createdDate ?? '').localeCompare(a.createdDate ?? '')));
}

export function firstPerPlatform(versions: readonly StoreVersion[]): StoreVersion[] {
  return versions.filter(({platform}, index) => versions.findIndex((other) => other.platform === platform) === index);
}
