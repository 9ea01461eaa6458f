import {useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react';
import type {Command} from '../../app/command.ts';
import {appOf} from '../../app/flags/flags.ts';
import {keepRecentApps, readRecentApps} from '../../app/session/recent-apps.ts';
import type {Session} from '../../app/session/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Known} from '../../services/model/next-step.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import {appContext} from './display.ts';
import {QueryCache} from './queries.ts';
import type {Writes} from './writes.ts';

export type Services = ReturnType<typeof useSession>;

export interface Access {
  profile?: ActiveProfile;
  readOnly?: string;
}

export interface Opened {
  session: Session;
  host: Host;
  commands: readonly Command[];
  access: Access;
}

export const [ServicesContext, useServices] = appContext<Services>('useServices');

export function useSession(
  {session: first, host, commands, access: known}: Opened,
  onChange: (hadProfile: boolean) => void,
  writes: Writes,
) {
  const [{session, queries}, setWork] = useState(() => ({session: first, queries: new QueryCache()}));
  const {profile, readOnly} = useAccess(session, known);
  const revision = useSyncExternalStore(queries.subscribe, () => queries.revision);
  const markUsed = useMemo(() => recentApps(session, host), [session, host]);
  const latest = useRef(queries);
  latest.current = queries;
  const invalidate = useCallback(() => latest.current.invalidate(), []);
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
      writes
        .idle()
        .then(() => session.close())
        .catch(() => {});
    };
  }, [session, first, writes]);

  return useMemo(
    () => ({
      session,
      host,
      commands,
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
    [session, host, commands, profile, readOnly, markUsed, queries, revision, invalidate, change],
  );
}

type Submitted = Pick<StoreVersion, 'id' | 'submittedDate'>;

function knownIn(queries: QueryCache, {clock}: Host) {
  const factsOf = ({id}: Submitted) => `known:${id}`;
  // A write does not change whether the reason for a rejection has been read, but another submission does.
  const readOf = ({id}: Submitted) => `rejection:${id}`;
  const isRead = (version: Submitted) => {
    const {data, at} = queries.get<string>(readOf(version)) ?? {};
    return at !== undefined && (data ?? version.submittedDate) === (version.submittedDate ?? data);
  };
  return {
    note(version: Submitted, {isRejectionRead, ...facts}: Known): void {
      if (isRejectionRead) queries.put(readOf(version), version.submittedDate, clock.now());
      const before = queries.current<Known>(factsOf(version));
      queries.put(factsOf(version), {...before, ...facts}, clock.now());
    },
    of: (version: Submitted): Known => ({
      ...queries.current<Known>(factsOf(version)),
      isRejectionRead: isRead(version),
    }),
  };
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

export async function readAccess(session: Session): Promise<Access> {
  const [profile, readOnly] = await Promise.all([
    session.active().catch(() => undefined),
    session.readOnly().catch(() => session.globals.readOnly),
  ]);
  return {profile, readOnly};
}

/** The app used last comes first in the stored list, from which `--app` is completed. TOOL_APP_ID counts as used. */
function recentApps(session: Session, host: Host): (id: string) => void {
  let ids = [appOf(host.env) ?? []].flat();
  const stored = readRecentApps(session, host).then((before) => {
    ids = [...new Set([...ids, ...before])];
  });
  return (id) => {
    if (ids[0] === id) return;
    ids = [...new Set([id, ...ids])];
    void stored.then(() => keepRecentApps(ids, session, host));
  };
}
