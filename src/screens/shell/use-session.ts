import {useCallback, useEffect, useMemo, useReducer, useState} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session.ts';
import type {ActiveProfile} from '../../services/model/credential.ts';
import type {Host} from '../../services/ports.ts';
import type {Services} from '../context/services.ts';
import {useRecentApps} from '../hooks/use-recent-apps.ts';
import {useActiveProfile} from './use-active-profile.ts';

interface FirstServices {
  session: Session;
  host: Host;
  commands: readonly Command[];
  profile: ActiveProfile | undefined;
}

/** The services of the run. @param onChange another session is worked with: what screens hold is of no use any more */
export function useSession(
  {session: first, host, commands, profile: known}: FirstServices,
  onChange: () => void,
): Services {
  const [session, setSession] = useState(first);
  const profile = useActiveProfile(session, known);
  const [revision, touched] = useReducer((count: number) => count + 1, 0);
  const [recentApps, markUsed] = useRecentApps(session, host);
  const change = useCallback(
    (next: Session) => {
      setSession(next);
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
      recentApps,
      markUsed,
      revision,
      touched,
      workAs: (name) => change(session.withProfile(name)),
      workInSandbox: () => change(session.withSandbox()),
    }),
    [session, host, commands, profile, recentApps, markUsed, revision, change],
  );
}
