import {useEffect, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {stateIs} from '../../services/model/states.ts';
import {useServices} from '../context/services.ts';

/** The state of a released version. */
export interface Watched {
  state: string | undefined;
  /** The state will not change by itself, so it is no longer read. */
  settled: boolean;
  /** Why the last reading failed. */
  error: ToolError | undefined;
}

/** Whether a release is still in progress in this state. */
function isOnTheWay(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}
const FIRST_MS = 1500;
/** Processing takes hours at the real store: readings slow down to this interval. */
const RAREST_MS = 30_000;

/** Reads the state repeatedly until it is final or the screen is left. */
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
