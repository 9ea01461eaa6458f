import {useCallback, useEffect, useReducer, useRef} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {retryAt, useCountdown} from '../time/use-countdown.ts';
import {useSlow} from '../time/use-slow.ts';
import {type LoadState, reduceLoad} from './load-state.ts';

/** Something read from the store, and how that is going. */
export interface Load<T> {
  /** The last answer; it stays while a newer one is waited for, and when that fails. */
  data: T | undefined;
  /** Of the last attempt. */
  error: ToolError | undefined;
  busy: boolean;
  /** Busy for long enough to say so. */
  slow: boolean;
  /** When `data` came, in milliseconds since the epoch. */
  at: number | undefined;
  /** `data` answers an earlier question than the one asked now. */
  outdated: boolean;
  /** Seconds until it is asked again by itself, after a 429. */
  retryIn: number;
  reload(): void;
  /** Reads again without a sign of it; nothing while something is awaited. */
  refresh(): void;
  /** Why the last refresh failed; undefined once something has been read. */
  missed: ToolError | undefined;
  /** Stops waiting; what was there stays. */
  cancel(): void;
  /** Changes `data` without asking the store, e.g. to add a page. */
  update(change: (data: T) => T): void;
}

/** What a reading may want to know. */
interface Reading<T> {
  /** Nobody waits for it: it was started by watching. */
  isQuiet: boolean;
  /** Shows what there is of a first answer until all of it has come. */
  partly(data: T): void;
}

/** What a list says whose first load was stopped. */
export const NOTHING_READ = 'Loading was stopped. Press r to load.';

/**
 * Reads when the screen opens and whenever `question` changes (undefined: nothing to ask yet). Answers to an older
 * question are dropped and its request is aborted. What was read is there at once when the screen is returned to, and
 * is read again if something was written in between.
 *
 * @param name unique within the screen
 */
export function useLoad<T>(
  name: string,
  question: string | undefined,
  read: (signal: AbortSignal, reading: Reading<T>) => Promise<T>,
): Load<T> {
  const {host, revision} = useServices();
  const {saved} = useEntry();
  const slot = `load:${name}`;
  const kept = saved.get(slot) as LoadState<T> | undefined;
  const [state, dispatch] = useReducer(reduceLoad<T>, {...kept, busy: false});
  const running = useRef<AbortController>(undefined);
  const latestRead = useRef(read);
  latestRead.current = read;

  const ask = useCallback(
    (isQuiet: boolean, onFailure: (error: ToolError) => void) => {
      running.current?.abort();
      if (question === undefined) return;
      const control = new AbortController();
      running.current = control;
      const isOver = () => running.current !== control || control.signal.aborted;
      const end = (then: () => void) => {
        if (isOver()) return;
        running.current = undefined;
        then();
      };
      const partly = (data: T) => {
        if (!isOver()) dispatch({type: 'partly', data, question});
      };
      latestRead.current(control.signal, {isQuiet, partly}).then(
        (data) => end(() => dispatch({type: 'done', data, question, revision, at: host.clock.now()})),
        (reason) => end(() => onFailure(asToolError(reason))),
      );
    },
    [question, revision, host],
  );
  const start = useCallback(() => {
    if (question !== undefined) dispatch({type: 'start', question});
    ask(false, (error) => {
      const limited = error.kind === 'rate-limited';
      dispatch({type: 'failed', error, retryAt: limited ? retryAt(error, host.clock) : undefined});
    });
  }, [ask, question, host]);
  const refresh = useCallback(() => {
    if (!running.current) ask(true, (error) => dispatch({type: 'missed', error}));
  }, [ask]);

  const firstRun = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `kept` matters on the first run only
  useEffect(() => {
    const fresh = firstRun.current && kept?.revision === revision && kept.answers === question;
    firstRun.current = false;
    if (!fresh) start();
    return () => running.current?.abort();
  }, [start]);

  useEffect(() => {
    if (state.data !== undefined) saved.set(slot, state);
  }, [state, saved, slot]);

  const retryIn = useCountdown(state.retryAt, host.clock);
  const due = state.retryAt !== undefined && retryIn === 0;
  useEffect(() => {
    if (due) start();
  }, [due, start]);

  // Busy from the first render, so that "not asked yet" is never shown as "empty".
  const busy = state.busy || (question !== undefined && state.asked !== question);
  return {
    data: state.data,
    error: state.error,
    at: state.at,
    busy,
    slow: useSlow(busy),
    outdated: state.data !== undefined && state.answers !== question,
    retryIn,
    reload: start,
    refresh,
    missed: state.missed,
    cancel: useCallback(() => {
      running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {cancelled: true}}));
      running.current = undefined;
      dispatch({type: 'cancelled'});
    }, []),
    update: useCallback((change) => dispatch({type: 'update', change}), []),
  };
}
