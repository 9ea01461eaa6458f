import {useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import type {Host} from '../../services/ports.ts';
import {appContext} from './app-context.ts';
import {QueryCache} from './queries.ts';
import {useRecentApps} from './recent-apps.ts';

/** What is worked with, and as whom. */
export interface Services extends AtWork {
  session: Session;
  host: Host;
  commands: readonly Command[];
  /** App IDs, the last used first; the first may be the bundle ID of TOOL_APP_ID. */
  recentApps: readonly string[];
  /** Call when an app is opened. */
  markUsed(appId: string): void;
  /** What was read in this session. */
  queries: QueryCache;
  /** How many writes there have been. */
  revision: number;
  /** What is missing of versions, as far as it was found out since the last write. */
  checked: {note(readiness: Readiness): void; of(versionId: string): Readiness | undefined};
  /** Call after a write: what is shown may be out of date. */
  invalidate(): void;
  /** Works with another profile, or without a name the active one: screens below the one in front lose what they hold. */
  workAs(name: string | undefined): void;
  /** The same, on the embedded sandbox store. */
  workInSandbox(): void;
}

/** Whose credentials are used, and whether they may write. */
export interface AtWork {
  /** Undefined while it is looked up and when there is none. */
  profile?: ActiveProfile;
  /** Who wants that nothing is written to the service, e.g. `--read-only`. */
  readOnly?: string;
}

export const [ServicesContext, useServices] = appContext<Services>('useServices');

interface FirstServices {
  session: Session;
  host: Host;
  commands: readonly Command[];
  atWork: AtWork;
}

/** @param onChange called as the session changes */
export function useSession(
  {session: first, host, commands, atWork: known}: FirstServices,
  onChange: () => void,
): Services {
  const [{session, queries}, setWork] = useState(() => ({session: first, queries: new QueryCache()}));
  const {profile, readOnly} = useAtWork(session, known);
  const revision = useSyncExternalStore(queries.subscribe, () => queries.revision);
  const [recentApps, markUsed] = useRecentApps(session, host);
  const latest = useRef(queries);
  latest.current = queries;
  const invalidate = useCallback(() => latest.current.invalidate(), []);
  const change = useCallback(
    (next: Session) => {
      setWork({session: next, queries: new QueryCache()});
      onChange();
    },
    [onChange],
  );
  // The first one belongs to whoever opened the app.
  useEffect(() => {
    if (session === first) return;
    return () => {
      session.close().catch(() => {});
    };
  }, [session, first]);

  return useMemo(
    () => ({
      session,
      host,
      commands,
      profile,
      readOnly,
      recentApps,
      markUsed,
      queries,
      revision,
      checked: {
        note: (found) => queries.put(`readiness:${found.versionId}`, found, host.clock.now()),
        of: (versionId) => queries.current<Readiness>(`readiness:${versionId}`),
      },
      invalidate,
      workAs: (name) => change(session.withProfile(name)),
      workInSandbox: () => change(session.withSandbox()),
    }),
    [session, host, commands, profile, readOnly, recentApps, markUsed, queries, revision, invalidate, change],
  );
}

/** Looked up with every session. @param first what is known of the first one */
function useAtWork(session: Session, first: AtWork): AtWork {
  const [known, setKnown] = useState({session, atWork: first});
  useEffect(() => {
    let isCurrent = true;
    readAtWork(session).then((atWork) => isCurrent && setKnown({session, atWork}));
    return () => {
      isCurrent = false;
    };
  }, [session]);
  return known.session === session ? known.atWork : {readOnly: session.globals.readOnly};
}

/** Where profiles cannot be read, the screens say why. */
export async function readAtWork(session: Session): Promise<AtWork> {
  const [profile, readOnly] = await Promise.all([
    session.active().catch(() => undefined),
    session.readOnly().catch(() => session.globals.readOnly),
  ]);
  return {profile, readOnly};
}
