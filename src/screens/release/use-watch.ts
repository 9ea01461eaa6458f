import {useEffect, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {stateIs} from '../../services/model/states.ts';
import {useServices} from '../context/services.ts';

/** A release that is being watched. */
export interface Watched {
  state: string | undefined;
  /** It is where it stays, so nothing is read any more. */
  settled: boolean;
  /** Why the last reading failed. */
  error: ToolError | undefined;
}

/** A release goes through these. */
function isOnTheWay(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}
const FIRST_MS = 1500;
/** Processing takes hours at the real store: asking gets rarer, up to this. */
const RAREST_MS = 30_000;

/** Reads the state again and again until it has moved on for good or the screen is left. */
export function useWatch(versionId: string): Watched {
  const {session, host} = useServices();
  const [watched, setWatched] = useState<Watched>({state: undefined, settled: false, error: undefined});
  useEffect(() => {
    const stop = new AbortController();
    const {signal} = stop;
    const watch = async () => {
      let wait = 0;
      let state: string | undefined;
      do {
        await host.clock.sleep(wait, signal);
        let error: ToolError | undefined;
        try {
          const store = await session.store();
          state = (await store.viewVersion({id: versionId}, signal)).version.state;
        } catch (reason) {
          error = asToolError(reason);
        }
        if (signal.aborted) return;
        const settled = !error && !isOnTheWay(state);
        setWatched((before) =>
          before.state === state && before.settled === settled && before.error === error
            ? before
            : {state, settled, error},
        );
        if (settled) return;
        const slower = stateIs(state, 'moving') || error ? Math.min(RAREST_MS, wait * 1.2) : FIRST_MS;
        wait = Math.max(FIRST_MS, slower, (error?.facts.retryAfter ?? 0) * 1000);
      } while (!signal.aborted);
    };
    watch().catch(() => {});
    return () => stop.abort();
  }, [session, host, versionId]);
  return watched;
}
