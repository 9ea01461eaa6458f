import {useCallback, useEffect, useRef, useState} from 'react';
import {appOf} from '../../app/app-flag.ts';
import type {Session} from '../../app/session.ts';
import {keepRecentApps, readRecentApps} from '../../app/use-cases/recent-apps.ts';
import type {Host} from '../../services/ports.ts';

/**
 * The apps used last by their IDs, the last first, those of this run before those that were kept; and how to mark one.
 * That of TOOL_APP_ID may be a bundle ID.
 */
export function useRecentApps(session: Session, host: Host): [readonly string[], (id: string) => void] {
  const [recent, setRecent] = useState<readonly string[]>(() => [appOf(host.env) ?? []].flat());
  const latest = useRef(recent);

  const put = useCallback((ids: readonly string[]) => {
    latest.current = [...new Set(ids)];
    setRecent(latest.current);
  }, []);
  useEffect(() => {
    let current = true;
    void readRecentApps(session, host).then((kept) => {
      if (current && kept.length > 0) put([...latest.current, ...kept]);
    });
    return () => {
      current = false;
    };
  }, [session, host, put]);

  const mark = useCallback(
    (id: string) => {
      if (latest.current[0] === id) return;
      put([id, ...latest.current]);
      void keepRecentApps(latest.current, session, host);
    },
    [session, host, put],
  );
  return [recent, mark];
}
