import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import {asToolError} from '../../services/model/error.ts';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {mayRollOut} from '../../services/model/phased-release.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Store} from '../../services/store/store.ts';
import {millisecondsOf} from '../../services/text/local-time.ts';
import {learnedFrom} from '../checks/use-release.tsx';
import {LATE} from '../context/queries.ts';
import {untilLeft, useServices, useSlow} from '../context/services.ts';
import {useWatching} from '../hooks/use-watch.ts';
import {appStatus, type HomeApp, liveVersions, type NextStepFactsOf, NOTHING, type StatusOf} from './app-status.ts';

/** A version gets another key once it is live, because facts from its preparation say nothing about its roll-out. */
const lateKey = ({id, state}: StoreVersion) => `${LATE}${id} ${stateIs(state, 'live') ? 'live' : ''}`;

export function useStatuses(apps: readonly HomeApp[]): StatusOf {
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
    const statuses = new Map(apps.map((app) => [app.id, appStatus(app, knownOf, now)]));
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, queries, changes, known, host]);
}

const STALE_MS = 5 * 60 * 1000;
/** Apps out of view are read, too, to count the apps that need the user, but less often and not all of them. */
const MOST_BELOW = 100;
const STALE_BELOW_MS = 30 * 60 * 1000;
const ROUND = 8;
/** Reading a version in preparation takes about five requests, two at a time. */
const LOOK_COST = 2;

interface LateFactsOptions {
  apps: readonly HomeApp[];
  visible: readonly HomeApp[];
  statusOf: StatusOf;
  at: number;
  storeOf(app: HomeApp): Promise<Store>;
}

interface Late {
  app: HomeApp;
  version: StoreVersion;
}

/** Reads what versions in preparation lack, and roll-outs that may still be running. Visible rows come first. */
export function useLateFacts({apps, visible, statusOf, at, storeOf}: LateFactsOptions) {
  const {host, queries} = useServices();
  const {clock} = host;
  const {limit} = useWatching();
  const left = useRef(limit);
  left.current = limit;
  const [isReading, setReading] = useState(false);
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
    const unprepared = visible.flatMap((app): Late[] => {
      const {next} = statusOf(app);
      const isLookedAt = next && next.step.kind !== 'page' && stateIs(next.version.state, 'editable');
      return isLookedAt ? [{app, version: next.version}] : [];
    });
    const others = young.filter(({app}) => !ids.has(app.id)).slice(0, MOST_BELOW);
    return [[...unprepared, ...young.filter(({app}) => ids.has(app.id))], others];
  }, [visible, young, statusOf]);
  // The IDs are sorted, because another order of the same rows must not start another round.
  const ids = [...inView, ...below].map(({version}) => version.id).sort();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the IDs stand for the rows
  useEffect(() => {
    const unread = (all: readonly Late[], stale: number) =>
      all.filter(({version}) => {
        const found = queries.current<NextStepFacts>(lateKey(version), clock.now() - stale);
        const isRead = found && (found.readiness !== undefined || 'phased' in found);
        // A failed read is repeated when the apps are read again.
        return !isRead && !(found && queries.current(lateKey(version), at - 1));
      });
    const read = async ({app, version}: Late, signal: AbortSignal): Promise<NextStepFacts> => {
      const store = await storeOf(app);
      if (stateIs(version.state, 'live')) return {phased: (await store.viewPhased(version.id, signal)).phased};
      return learnedFrom(await store.readRelease({id: version.id, known: version}, signal));
    };
    const nextRound = () => {
      if (left.current === 'spent' || left.current === 'scarce') return [];
      const others = left.current === 'plenty' ? unread(below, STALE_BELOW_MS) : [];
      return firstRound([...unread(inView, STALE_MS), ...others]);
    };
    return untilLeft(async (signal) => {
      setReading(nextRound().length > 0);
      try {
        for (let round = nextRound(); round.length > 0; round = nextRound()) {
          const facts = await Promise.all(
            round.map((late) =>
              read(late, signal).catch((reason): NextStepFacts => {
                // The list itself reports an unreachable store, and after a 429 nothing more is requested.
                if (['network', 'rate-limited'].includes(asToolError(reason).kind)) throw reason;
                return queries.get<NextStepFacts>(lateKey(late.version))?.data ?? {};
              }),
            ),
          );
          if (signal.aborted) return;
          for (const [index, {version}] of round.entries())
            queries.put(lateKey(version), facts[index] ?? {}, clock.now());
        }
      } finally {
        if (!signal.aborted) setReading(false);
      }
    });
  }, [ids.join(' '), at, storeOf, clock, queries]);
  const isHeldBack = limit !== 'plenty' && ids.length > 0;
  return {isReading: useSlow(isReading), isHeldBack};
}

function firstRound(all: readonly Late[]): readonly Late[] {
  let room = ROUND;
  const end = all.findIndex(({version: {state}}) => {
    room -= stateIs(state, 'live') ? 1 : LOOK_COST;
    return room < 0;
  });
  return end < 0 ? all : all.slice(0, end);
}
