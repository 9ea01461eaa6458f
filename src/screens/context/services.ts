import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {recentApps} from '../../app/session/recent-apps.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {ToolError} from '../../services/model/error.ts';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Clock, Host} from '../../services/ports.ts';
import type {Size} from '../../services/text/width.ts';
import type {Theme} from '../theme.ts';
import {lateKey, QueryCache} from './queries.ts';

export function appContext<T>(hook: string) {
  const Context = createContext<T | undefined>(undefined);
  const use = (): T => {
    const value = useContext(Context);
    if (value === undefined) throw new Error(`${hook} is for components inside the app`);
    return value;
  };
  return [Context, use] as const;
}

export interface Display {
  theme: Theme;
  size: Size;
  screenReader: boolean;
  pane: {shown: boolean; toggle(): void};
}

const NARROW = 80;

export function isNarrow({columns}: Size): boolean {
  return columns <= NARROW;
}

export const [DisplayContext, useDisplay] = appContext<Display>('useDisplay');

type Services = ReturnType<typeof useSession>;

interface Access {
  profile?: ActiveProfile;
  readOnly?: string;
}

export interface Opened {
  session: Session;
  host: Host;
  access: Access;
}

export const [ServicesContext, useServices] = appContext<Services>('useServices');

export function useSession(
  {session: first, host, access: known}: Opened,
  onChange: (hadProfile: boolean) => void,
  whenIdle: () => Promise<void>,
) {
  const [{session, queries}, setWork] = useState(() => ({session: first, queries: new QueryCache()}));
  const {profile, readOnly} = useAccess(session, known);
  const revision = useSyncExternalStore(queries.subscribe, () => queries.revision);
  const markUsed = useMemo(() => recentApps(session, host), [session, host]);
  const latest = useRef(queries);
  latest.current = queries;
  const invalidate = useCallback((changed?: string) => latest.current.invalidate(changed), []);
  const change = useCallback(
    (next: Session) => {
      setWork({session: next, queries: new QueryCache()});
      onChange(profile !== undefined);
    },
    [onChange, profile],
  );
  useEffect(() => {
    if (session === first) return;
    return () => {
      whenIdle()
        .then(() => session.close())
        .catch(() => {});
    };
  }, [session, first, whenIdle]);

  return useMemo(
    () => ({
      session,
      host,
      profile,
      readOnly,
      markUsed,
      queries,
      revision,
      known: knownIn(queries, host),
      invalidate,
      switchProfile: (name: string | undefined) => change(session.withProfile(name)),
      switchToSandbox: () => change(session.withSandbox()),
    }),
    [session, host, profile, readOnly, markUsed, queries, revision, invalidate, change],
  );
}

type Submitted = Pick<StoreVersion, 'id' | 'submittedDate'>;

/** Gives access to facts about versions that are missing from the lists of versions, whichever screen has read them. */
function knownIn(queries: QueryCache, {clock}: Host) {
  // A rejection stays marked as read after a write, but not after the next submission.
  const readOf = ({id}: Submitted) => `rejection:${id}`;
  const isRejectionRead = (version: Submitted) => {
    const {data, at} = queries.get<string>(readOf(version)) ?? {};
    return at !== undefined && (data ?? version.submittedDate) === (version.submittedDate ?? data);
  };
  const note = (version: StoreVersion, facts: NextStepFacts, at = clock.now()) =>
    queries.put(lateKey(version), facts, at);
  return {
    note,
    noteRejectionRead: (version: Submitted) => queries.put(readOf(version), version.submittedDate, clock.now()),
    noteRollOut(version: StoreVersion, at?: number): void {
      if (stateIs(version.state, 'live')) note(version, {phased: version.phasedRelease}, at);
    },
    /** Returns what is known about a version. After a write to it, only its roll-out is known, until the next read. */
    of(version: StoreVersion): NextStepFacts & {isLookedAt: boolean} {
      const {data, at} = queries.get<NextStepFacts>(lateKey(version)) ?? {};
      const isLookedAt = at !== undefined;
      const facts = isLookedAt ? data : {phased: data?.phased};
      return {...facts, isLookedAt, isRejectionRead: isRejectionRead(version)};
    },
    withRollOut(version: StoreVersion): {version: StoreVersion; isComplete: boolean} {
      const {data} = stateIs(version.state, 'live') ? (queries.get<NextStepFacts>(lateKey(version)) ?? {}) : {};
      const isComplete = data !== undefined && 'phased' in data;
      return {version: isComplete ? {...version, phasedRelease: data.phased} : version, isComplete};
    },
  };
}

function useAccess(session: Session, first: Access): Access {
  const [known, setKnown] = useState({session, access: first});
  useEffect(() => {
    return untilLeft(async (signal) => {
      const access = await readAccess(session);
      if (!signal.aborted) setKnown({session, access});
    });
  }, [session]);
  return known.session === session ? known.access : {readOnly: session.globals.readOnly};
}

export async function readAccess(session: Session): Promise<Access> {
  const [profile, readOnly] = await Promise.all([
    session.active().catch(() => undefined),
    session.readOnly().catch(() => session.globals.readOnly),
  ]);
  return {profile, readOnly};
}

export function untilLeft(work: (signal: AbortSignal) => Promise<unknown>): () => void {
  const stop = new AbortController();
  work(stop.signal).catch(() => {});
  return () => stop.abort();
}

const A_MOMENT_MS = 150;

/** Returns true once `key` has not changed for a moment. */
export function useRested(key: string | undefined): boolean {
  const {clock} = useServices().host;
  const [rested, setRested] = useState<string>();
  useLayoutEffect(() => {
    if (key === undefined) return;
    const stop = untilLeft((signal) => clock.sleep(A_MOMENT_MS, signal).then(() => setRested(key)));
    return () => {
      stop();
      setRested(undefined);
    };
  }, [key, clock]);
  return key !== undefined && rested === key;
}

export function useSlow(busy: boolean): boolean {
  return useRested(busy ? 'busy' : undefined);
}

export function useTicks(running: boolean, ms: number, clock: Clock): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!running) return;
    return untilLeft(async (signal) => {
      for (;;) {
        await clock.sleep(ms, signal);
        setTicks((count) => count + 1);
      }
    });
  }, [running, ms, clock]);
  return ticks;
}

export function useCountdown(until: number | undefined, clock: Clock): number {
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
  useTicks(left > 0, 1000, clock);
  return left;
}

export function retryAt({facts: {answer}}: ToolError, clock: Clock): number | undefined {
  const {retryAfter} = answer ?? {};
  return retryAfter === undefined ? undefined : clock.now() + retryAfter * 1000;
}
