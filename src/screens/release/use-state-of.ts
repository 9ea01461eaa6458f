import {useEffect, useState} from 'react';
import {asToolError, type ToolError} from '../../services/model/error.ts';
import {stateIs} from '../../services/model/states.ts';
import {type Wait, watch} from '../../services/wait.ts';
import {useServices} from '../context/services.ts';

/** The state of a released version, as far as it is known. */
export interface Followed {
  state: string | undefined;
  /** It is no longer read: it will not change by itself, or it cannot be read. */
  settled: boolean;
  /** Why the last reading failed. */
  error: ToolError | undefined;
}

/** Whether a release is still in progress in this state. */
function isOnTheWay(state: string | undefined): boolean {
  return state === undefined || stateIs(state, 'releasable') || stateIs(state, 'moving');
}

/** The release itself takes seconds, processing takes hours. */
const RELEASING_MS = 1500;
const PROCESSING_MS = 30_000;
/** Nobody looks at one dialog for longer. */
const DAY_MS = 24 * 3600 * 1000;

/** Reads the state of a version that was just released until it is final, or the screen is left. */
export function useStateOf(versionId: string): Followed {
  const {session, host} = useServices();
  const [followed, setFollowed] = useState<Followed>({state: undefined, settled: false, error: undefined});
  useEffect(() => {
    const stop = new AbortController();
    const release: Wait<string | undefined> = {
      look: async (signal) => (await (await session.store()).viewVersion({id: versionId}, signal)).version.state,
      stateOf: String,
      judge: (state) => (isOnTheWay(state) ? 'waiting' : 'reached'),
      every: (state) => (stateIs(state, 'moving') ? PROCESSING_MS : RELEASING_MS),
      maxWait: DAY_MS,
    };
    const follow = async () => {
      for await (const event of watch(release, host.clock, stop.signal)) {
        const settled = event.next === undefined;
        if (event.kind === 'failed') setFollowed(({state}) => ({state, settled, error: event.error}));
        else setFollowed({state: event.value, settled, error: undefined});
      }
    };
    follow().catch((reason) => {
      if (!stop.signal.aborted) setFollowed(({state}) => ({state, settled: true, error: asToolError(reason)}));
    });
    return () => stop.abort();
  }, [session, host, versionId]);
  return followed;
}
