import {useCallback, useEffect, useMemo, useReducer, useState} from 'react';
import type {Command} from '../../app/command.ts';
import type {Session} from '../../app/session/session.ts';
import type {Host} from '../../services/ports.ts';
import type {Services} from '../context/services.ts';
import {useRecentApps} from '../hooks/use-recent-apps.ts';
import {type AtWork, useActiveProfile} from './use-active-profile.ts';
import {useChecked} from './use-checked.ts';

interface FirstServices {
  session: Session;
  host: Host;
  commands: readonly Command[];
  atWork: AtWork;
}

/** The services of the run. @param onChange another session is worked with: what screens hold is of no use any more */
export function useSession(
  {session: first, host, commands, atWork: known}: FirstServices,
  onChange: () => void,
): Services {
  const [session, setSession] = useState(first);
  const {profile, readOnly} = useActiveProfile(session, known);
  const [revision, touched] = useReducer((count: number) => count + 1, 0);
  const checked = useChecked(session, revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read with one session is not shown in another
  const rollOuts = useMemo<Services['rollOuts']>(() => new Map(), [session]);
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
      readOnly,
      recentApps,
      markUsed,
      revision,
      checked,
      rollOuts,
      touched,
      workAs: (name) => change(session.withProfile(name)),
      workInSandbox: () => change(session.withSandbox()),
    }),
    [session, host, commands, profile, readOnly, recentApps, markUsed, revision, checked, rollOuts, change],
  );
}
