import {useCallback, useEffect, useReducer, useRef} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {retryAt, useCountdown} from '../time/use-countdown.ts';
import {useSlow} from '../time/use-slow.ts';

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
  /** Stops waiting; what was there stays. */
  cancel(): void;
  /** Changes `data` without asking the store, e.g. to add a page. */
  update(change: (data: T) => T): void;
}

/** What a list says whose first load was stopped. */
export const NOTHING_READ = 'Loading was stopped. Press r to load.';

interface State<T> {
  data?: T;
  /** The question that `data` answers, and how many writes there had been when it was asked. */
  answers?: string;
  revision?: number;
  /** The question that was asked last. */
  asked?: string;
  at?: number;
  error?: ToolError;
  busy: boolean;
  retryAt?: number;
}

type Action<T> =
  | {type: 'start'; question: string}
  | {type: 'done'; data: T; question: string; revision: number; at: number}
  | {type: 'failed'; error: ToolError; retryAt?: number}
  | {type: 'cancelled'}
  | {type: 'update'; change: (data: T) => T};

function reduce<T>(state: State<T>, action: Action<T>): State<T> {
  switch (action.type) {
    case 'start':
      return {...state, asked: action.question, busy: true, retryAt: undefined};
    case 'done': {
      const {data, question, revision, at} = action;
      return {data, answers: question, revision, asked: question, at, busy: false};
    }
    case 'failed':
      return {...state, busy: false, error: action.error, retryAt: action.retryAt};
    case 'cancelled':
      return {...state, busy: false, retryAt: undefined};
    case 'update':
      return state.data === undefined ? state : {...state, data: action.change(state.data)};
  }
}

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
  read: (signal: AbortSignal) => Promise<T>,
): Load<T> {
  const {host, revision} = useServices();
  const {saved} = useEntry();
  const slot = `load:${name}`;
  const kept = saved.get(slot) as State<T> | undefined;
  const [state, dispatch] = useReducer(reduce<T>, {...kept, busy: false});
  const running = useRef<AbortController>(undefined);
  const latestRead = useRef(read);
  latestRead.current = read;

  const start = useCallback(() => {
    running.current?.abort();
    if (question === undefined) return;
    const control = new AbortController();
    running.current = control;
    const isCurrent = () => running.current === control && !control.signal.aborted;
    dispatch({type: 'start', question});
    latestRead.current(control.signal).then(
      (data) => isCurrent() && dispatch({type: 'done', data, question, revision, at: host.clock.now()}),
      (reason) => {
        if (!isCurrent()) return;
        const error = asToolError(reason);
        const limited = error.kind === 'rate-limited';
        dispatch({type: 'failed', error, retryAt: limited ? retryAt(error, host.clock) : undefined});
      },
    );
  }, [question, revision, host]);

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
    cancel: useCallback(() => {
      running.current?.abort(new ToolError('interrupted', 'Cancelled.', {facts: {cancelled: true}}));
      dispatch({type: 'cancelled'});
    }, []),
    update: useCallback((change) => dispatch({type: 'update', change}), []),
  };
}
