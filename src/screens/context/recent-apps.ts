import {useCallback, useEffect, useRef, useState} from 'react';
import {appOf} from '../../app/flags/targets.ts';
import {keepRecentApps, readRecentApps} from '../../app/session/recent-apps.ts';
import type {Session} from '../../app/session/session.ts';
import type {Host} from '../../services/ports.ts';

interface Recent {
  session: Session;
  ids: readonly string[];
}

/**
 * App IDs, most recent first, this run's before stored ones, and a function to mark one as used. TOOL_APP_ID may
 * contribute a bundle ID. Each session has its own list.
 */
export function useRecentApps(session: Session, host: Host): [readonly string[], (id: string) => void] {
  const start = (): Recent => ({session, ids: [appOf(host.env) ?? []].flat()});
  const [recent, setRecent] = useState(start);
  const latest = useRef(recent);
  if (latest.current.session !== session) latest.current = start();
  const stored = useRef(Promise.resolve());

  const put = useCallback(
    (next: readonly string[]) => {
      if (latest.current.session !== session) return;
      latest.current = {session, ids: [...new Set(next)]};
      setRecent(latest.current);
    },
    [session],
  );
  useEffect(() => {
    stored.current = readRecentApps(session, host).then((before) => {
      if (before.length > 0) put([...latest.current.ids, ...before]);
    });
  }, [session, host, put]);

  const mark = useCallback(
    (id: string) => {
      if (latest.current.ids[0] === id) return;
      put([id, ...latest.current.ids]);
      // Writing before the stored IDs are read would lose them.
      void stored.current.then(() => {
        if (latest.current.session === session) void keepRecentApps(latest.current.ids, session, host);
      });
    },
    [session, host, put],
  );
  return [latest.current.ids, mark];
}
