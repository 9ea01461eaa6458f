import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {mayRollOut} from '../../services/model/phased-release.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import {millisecondsOf} from '../../services/text/local-time.ts';
import {learnedFrom} from '../checks/use-release.tsx';
import {lateKey} from '../context/queries.ts';
import {useServices, useSlow} from '../context/services.ts';
import {useWatching} from '../hooks/use-watch.ts';
import {
  appStatus,
  type HomeApp,
  liveVersions,
  type NextStepFactsOf,
  NOTHING,
  type StatusOf,
  withoutAction,
} from './app-status.ts';
import {type Late, LateReader} from './late-reader.ts';

/** @param written the IDs of versions and apps that were read before a write to them */
export function useStatuses(apps: readonly HomeApp[], written: readonly string[]): StatusOf {
  const {queries, known, host} = useServices();
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache stays the same object, so its changes are counted
  return useMemo(() => {
    const knownOf: NextStepFactsOf = (version) => {
      const {data, at: readAt} = queries.get<NextStepFacts>(lateKey(version)) ?? {};
      const late = readAt === undefined ? {phased: data?.phased} : data;
      return {...late, ...known.of(version), isLookedAt: readAt !== undefined};
    };
    const now = host.clock.now();
    const statusOf = (app: HomeApp) => {
      const isWritten = [app, ...app.versions].some(({id}) => written.includes(id));
      const status = appStatus(app, knownOf, now);
      return isWritten ? withoutAction(status) : status;
    };
    const statuses = new Map(apps.map((app) => [app.id, statusOf(app)]));
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, written, queries, changes, known, host]);
}

const STALE_MS = 5 * 60 * 1000;
/** Out of view, only roll-outs are read, to count the apps that need the user: less often, and at most this many. */
const MOST_BELOW = 100;
const STALE_BELOW_MS = 30 * 60 * 1000;

interface LateFactsOptions {
  apps: readonly HomeApp[];
  visible: readonly HomeApp[];
  statusOf: StatusOf;
  at: number;
  storeOf(app: HomeApp): Promise<Store>;
}

/** Reads what visible versions in preparation lack, and roll-outs that may still be running, visible ones first. */
export function useLateFacts({apps, visible, statusOf, at, storeOf}: LateFactsOptions) {
  const {host, queries} = useServices();
  const {clock} = host;
  const {limit} = useWatching();
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle');
  // Dates are compared each time the apps are read, not at every key press.
  const young = useMemo(() => {
    const isYoung = ({createdDate}: StoreVersion) => mayRollOut(millisecondsOf(createdDate) ?? 0, at);
    return apps.flatMap((app) =>
      liveVersions(app)
        .filter(isYoung)
        .map((version): Late => ({app, version})),
    );
  }, [apps, at]);
  const [inView, below] = useMemo(() => {
    const ids = new Set(visible.map(({id}) => id));
    const lateOf = (app: HomeApp): Late[] => {
      const {next} = statusOf(app);
      const isLookedAt = next && next.step.kind !== 'page' && stateIs(next.version.state, 'editable');
      const ofApp = young.filter((late) => late.app.id === app.id);
      return isLookedAt ? [{app, version: next.version}, ...ofApp] : ofApp;
    };
    return [visible.flatMap(lateOf), young.filter(({app}) => !ids.has(app.id)).slice(0, MOST_BELOW)];
  }, [visible, young, statusOf]);
  const latest = useRef({inView, below, at, limit});
  latest.current = {inView, below, at, limit};

  const reader = useMemo(() => {
    const isUnread = ({version}: Late, stale: number) => {
      const key = lateKey(version);
      const found = queries.current<NextStepFacts>(key, clock.now() - stale);
      const isRead = found && (found.readiness !== undefined || 'phased' in found);
      // A failed read is repeated when the apps are read again.
      return !isRead && !(found && queries.current(key, latest.current.at - 1));
    };
    return new LateReader({
      queries,
      clock,
      onChange: setState,
      next(isFree) {
        const {inView, below, limit} = latest.current;
        if (limit === 'spent' || limit === 'scarce') return undefined;
        const first = inView.find((late) => isFree(late) && isUnread(late, STALE_MS));
        if (first || limit === 'low') return first;
        return below.find((late) => isFree(late) && isUnread(late, STALE_BELOW_MS));
      },
      async read({app, version}, signal) {
        const store = await storeOf(app);
        if (stateIs(version.state, 'live')) return {phased: (await store.viewPhased(version.id, signal)).phased};
        return learnedFrom(await store.readRelease({id: version.id, known: version}, signal));
      },
    });
  }, [queries, clock, storeOf]);
  useEffect(() => () => reader.stop(), [reader]);

  // The IDs are sorted, so that another order of the same rows does not start the reader again.
  const ids = [...inView, ...below].map(({version}) => version.id).sort();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the IDs stand for the rows
  useEffect(() => reader.start(), [reader, ids.join(' '), at]);
  const isHeldBack = limit !== 'plenty' && ids.length > 0;
  return {isReading: useSlow(state === 'reading'), hasFailed: state === 'failed', isHeldBack};
}
