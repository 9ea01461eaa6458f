import {useCallback, useEffect, useRef} from 'react';
import {appOf} from '../../app/flags/flags.ts';
import {keepRecentApps, readRecentApps} from '../../app/session/recent-apps.ts';
import type {Session} from '../../app/session/session.ts';
import type {Host} from '../../services/ports.ts';

/**
 * Marks an app as used: it comes first in the stored list, from which `--app` is completed. The app of TOOL_APP_ID
 * counts as used. Each session has its own list.
 */
export function useRecentApps(session: Session, host: Host): (id: string) => void {
  const recent = useRef<{session: Session; ids: readonly string[]; stored: Promise<void>}>(undefined);
  useEffect(() => {
    const own = {session, ids: [appOf(host.env) ?? []].flat(), stored: Promise.resolve()};
    recent.current = own;
    own.stored = readRecentApps(session, host).then((before) => {
      own.ids = [...new Set([...own.ids, ...before])];
    });
  }, [session, host]);
  return useCallback(
    (id) => {
      const own = recent.current;
      if (own?.session !== session || own.ids[0] === id) return;
      own.ids = [...new Set([id, ...own.ids])];
      // Writing before the stored IDs are read would lose them.
      void own.stored.then(() => keepRecentApps(own.ids, session, host));
    },
    [session, host],
  );
}
