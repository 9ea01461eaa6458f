import {useEffect, useMemo, useState, useSyncExternalStore} from 'react';
import {asToolError} from '../../services/model/error.ts';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Clock} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {learnedFrom} from '../checks/use-release.tsx';
import {lateKey, type QueryCache} from '../context/queries.ts';
import {useServices, useSlow} from '../context/services.ts';
import {useWatching} from '../hooks/use-watch.ts';
import {appStatus, type HomeApp, NOTHING, type StatusOf, withoutAction} from './app-status.ts';

/** @param written the IDs of versions and apps that were read before a write to them */
export function useStatuses(apps: readonly HomeApp[], written: readonly string[]): StatusOf {
  const {queries, known, host} = useServices();
  const changes = useSyncExternalStore(queries.subscribe, () => queries.changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cache stays the same object, so its changes are counted
  return useMemo(() => {
    const now = host.clock.now();
    const statusOf = (app: HomeApp) => {
      const isWritten = [app, ...app.versions].some(({id}) => written.includes(id));
      const status = appStatus(app, known.of, now);
      return isWritten ? withoutAction(status) : status;
    };
    const statuses = new Map(apps.map((app) => [app.id, statusOf(app)]));
    return ({id}) => statuses.get(id) ?? NOTHING;
  }, [apps, written, queries, changes, known, host]);
}

const STALE_MS = 5 * 60 * 1000;
/** Roll-outs out of view are read, too, to count the apps that need the user, but less often and at most this many. */
const MOST_BELOW = 100;
const STALE_BELOW_MS = 30 * 60 * 1000;

/** A version whose facts are read late, because the list of apps does not have them. */
interface Late {
  app: HomeApp;
  version: StoreVersion;
}

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
  const [isReading, setReading] = useState(false);
  const [inView, below] = useMemo(() => {
    const lateOf = (app: HomeApp) => statusOf(app).late.map((version): Late => ({app, version}));
    const others = apps.filter((app) => !visible.includes(app)).flatMap(lateOf);
    const rollOuts = others.filter(({version}) => stateIs(version.state, 'live'));
    return [visible.flatMap(lateOf), rollOuts.slice(0, MOST_BELOW)];
  }, [apps, visible, statusOf]);
  const reader = useMemo(() => {
    const read = async ({app, version}: Late, signal: AbortSignal): Promise<NextStepFacts> => {
      const store = await storeOf(app);
      if (stateIs(version.state, 'live')) return {phased: (await store.viewPhased(version.id, signal)).phased};
      return learnedFrom(await store.readRelease({id: version.id, known: version}, signal));
    };
    return createReader({queries, clock}, read, setReading);
  }, [queries, clock, storeOf]);
  useEffect(() => reader.stop, [reader]);

  const keys = [...inView, ...below].map(({version}) => lateKey(version)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the rows
  useEffect(() => {
    const isUnread = ({version}: Late, staleAfter: number) => {
      const key = lateKey(version);
      const found = queries.current<NextStepFacts>(key, clock.now() - staleAfter);
      const isRead = found && (found.readiness !== undefined || 'phased' in found);
      // A failed read is repeated when the apps are read again.
      return !isRead && !(found && queries.current(key, at - 1));
    };
    const first = inView.filter((late) => isUnread(late, STALE_MS));
    const others = below.filter((late) => isUnread(late, STALE_BELOW_MS));
    reader.read(limit === 'plenty' ? [...first, ...others] : limit === 'low' ? first : []);
  }, [reader, keys, at, limit]);
  const isHeldBack = limit !== 'plenty' && keys !== '';
  return {isReading: useSlow(isReading), isHeldBack};
}

/** The number of requests at a time. A version in preparation takes about five requests, two at a time. */
const AT_ONCE = 8;
const costOf = ({version}: Late) => (stateIs(version.state, 'live') ? 1 : 2);
/** Answers that arrive within this time are shown together, because each of them draws every row again. */
const TOGETHER_MS = 150;

/** Reads late facts, a few at a time. */
function createReader(
  {queries, clock}: {queries: QueryCache; clock: Clock},
  read: (late: Late, signal: AbortSignal) => Promise<NextStepFacts>,
  onChange: (isReading: boolean) => void,
) {
  const stop = new AbortController();
  const {signal} = stop;
  /** The keys that are being read, with the revision of the cache at that moment. */
  const taken = new Map<string, number>();
  const answers: (() => void)[] = [];
  let waiting: readonly Late[] = [];
  let room = AT_ONCE;

  const goOn = () => {
    for (;;) {
      const [late] = waiting;
      if (!late || costOf(late) > room) break;
      waiting = waiting.slice(1);
      void readOne(late);
    }
    onChange(room < AT_ONCE);
  };
  const readOne = async (late: Late) => {
    const key = lateKey(late.version);
    const {revision} = queries;
    /** Keeps what was known if there are no facts. If nothing was known, the row says that it was not read. */
    const put = (name: string, facts?: NextStepFacts) => {
      if (taken.get(name) === revision) taken.delete(name);
      const known = facts ?? queries.get<NextStepFacts>(name)?.data ?? {};
      if (queries.revision === revision) queries.put(name, known, clock.now());
    };
    taken.set(key, revision);
    room -= costOf(late);
    const answer = (facts: NextStepFacts) => {
      answers.push(() => put(key, facts));
      if (answers.length === 1) clock.sleep(TOGETHER_MS, signal).then(show, () => {});
    };
    await read(late, signal).then(answer, (reason) => {
      if (signal.aborted) return;
      put(key);
      // If the store cannot be reached, or after a 429, nothing more is requested until the apps are read again.
      if (!['network', 'rate-limited'].includes(asToolError(reason).kind)) return;
      for (const {version} of waiting) put(lateKey(version));
      waiting = [];
    });
    if (signal.aborted) return;
    room += costOf(late);
    goOn();
  };
  const show = () => {
    for (const answer of answers.splice(0)) answer();
  };
  return {
    /** Replaces the waiting reads, and omits what has been read since the last write. */
    read(all: readonly Late[]): void {
      waiting = all.filter(({version}) => taken.get(lateKey(version)) !== queries.revision);
      goOn();
    },
    stop(): void {
      stop.abort();
      show();
    },
  };
}
