import {useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import type {Host} from '../../services/ports.ts';
import {appContext} from './app-context.ts';
import {QueryCache} from './queries.ts';
import {useRecentApps} from './recent-apps.ts';

export interface Services extends Access {
  session: Session;
  host: Host;
  commands: readonly Command[];
  /** App IDs, most recent first; the first may be the bundle ID in TOOL_APP_ID. */
  recentApps: readonly string[];
  markUsed(appId: string): void;
  queries: QueryCache;
  revision: number;
  /** What versions lack, as far as checked since the last write. */
  checked: {note(readiness: Readiness): void; of(versionId: string): Readiness | undefined};
  /** Call after a write: whatever is shown may be stale. */
  invalidate(): void;
  /** Switches to another profile, or without a name to the active one; screens below lose their saved state. */
  switchProfile(name: string | undefined): void;
  switchToSandbox(): void;
}

export interface Access {
  profile?: ActiveProfile;
  /** What forbids writes, e.g. `--read-only`. */
  readOnly?: string;
}

export const [ServicesContext, useServices] = appContext<Services>('useServices');

export function useSession(
  {session: first, host, commands, access: known}: Pick<Services, 'session' | 'host' | 'commands'> & {access: Access},
  onChange: () => void,
): Services {
  const [{session, queries}, setWork] = useState(() => ({session: first, queries: new QueryCache()}));
  const {profile, readOnly} = useAccess(session, known);
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
  // The caller of the app closes the first session.
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
      switchProfile: (name) => change(session.withProfile(name)),
      switchToSandbox: () => change(session.withSandbox()),
    }),
    [session, host, commands, profile, readOnly, recentApps, markUsed, queries, revision, invalidate, change],
  );
}

function useAccess(session: Session, first: Access): Access {
  const [known, setKnown] = useState({session, access: first});
  useEffect(() => {
    let isCurrent = true;
    readAccess(session).then((access) => isCurrent && setKnown({session, access}));
    return () => {
      isCurrent = false;
    };
  }, [session]);
  return known.session === session ? known.access : {readOnly: session.globals.readOnly};
}

/** Errors are ignored: the screens report them when they read profiles themselves. */
export async function readAccess(session: Session): Promise<Access> {
  const [profile, readOnly] = await Promise.all([
    session.active().catch(() => undefined),
    session.readOnly().catch(() => session.globals.readOnly),
  ]);
  return {profile, readOnly};
}
