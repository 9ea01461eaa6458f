import {useCallback, useEffect, useRef, useSyncExternalStore} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import type {QueryState} from '../context/queries.ts';
import {useEntry} from '../context/router.ts';
import {useServices} from '../context/services.ts';
import {retryAt, useCountdown} from '../time/use-countdown.ts';
import {useSlow} from '../time/use-slow.ts';

/** Something read from the store, and how that is going. Times are in milliseconds since the epoch. */
export interface Query<T> {
  /** The last answer; it stays while a newer one is waited for, and when that fails. */
  data: T | undefined;
  /** When `data` came. */
  at: number | undefined;
  /** `data` answers an earlier key. */
  outdated: boolean;
  /** `data` is whole, and nothing was written since. */
  isCurrent: boolean;
  /** Of the last attempt. */
  error: ToolError | undefined;
  busy: boolean;
  /** Busy for long enough to say so. */
  slow: boolean;
  /** Seconds until it is tried again after a 429. */
  retryIn: number;
  reload(): void;
  /** Reads again without a sign of it; nothing while something is awaited. */
  refresh(): void;
  /** Why the last refresh failed; undefined once something has been read. */
  refreshError: ToolError | undefined;
  /** Stops waiting; what was there stays. */
  cancel(): void;
  update(change: (data: T) => T): void;
}

interface ReadContext<T> {
  /** Started by watching: nobody waits for it. */
  isQuiet: boolean;
  /** Shows what there is of a first answer until all of it has come. */
  partly(data: T): void;
}

interface QueryOptions {
  /**
   * Beside what the screen is about: an answer that another screen has read will do, nothing of an earlier key is shown
   * meanwhile, and a 429 is not retried.
   */
  shared?: boolean;
  /** Nothing is read while it is false. */
  enabled?: boolean;
}

/** What a list says whose first load was stopped. */
export const NOTHING_READ = 'Loading was stopped. Press r to load.';

/**
 * Reads as the screen opens, whenever `key` changes (undefined: nothing to ask yet) and after a write; a screen that is
 * returned to reads only what is not current. The request of an earlier key is aborted.
 *
 * @param key names what is read, and is unique within the screen
 */
export function useQuery<T>(
  key: string | undefined,
  read: (signal: AbortSignal, context: ReadContext<T>) => Promise<T>,
  {shared = false, enabled = true}: QueryOptions = {},
): Query<T> {
  const {queries, host} = useServices();
  const {clock} = host;
  const {id} = useEntry();
  const slot = key === undefined || shared ? key : `${id} ${key}`;
  const state = useSyncExternalStore(queries.subscribe, () => (slot === undefined ? undefined : queries.get<T>(slot)));
  const previous = useRef<QueryState<T>>(undefined);
  if (state?.data !== undefined) previous.current = state;
  const shown = state?.data !== undefined || shared ? state : previous.current;
  const running = useRef<AbortController>(undefined);
  const latestRead = useRef(read);
  latestRead.current = read;

  const ask = useCallback(
    (isQuiet: boolean) => {
      running.current?.abort();
      if (slot === undefined) return;
      const control = new AbortController();
      const {signal} = control;
      running.current = control;
      if (!isQuiet) queries.patch(slot, {busy: true, retryAt: undefined});
      const {revision} = queries.get(slot) ?? {};
      const end = (then: () => void) => {
        if (running.current !== control || signal.aborted) return;
        running.current = undefined;
        then();
      };
      const partly = (data: T) => {
        const {data: before, isPartial} = queries.get(slot) ?? {};
        // What was read before stays whole until all of the newer one is there.
        if (running.current !== control || signal.aborted || (before !== undefined && !isPartial)) return;
        queries.patch(slot, {data, isPartial: true});
      };
      const fail = (error: ToolError) => {
        if (isQuiet) return queries.patch(slot, {refreshError: error});
        const isRetried = error.kind === 'rate-limited' && !shared;
        queries.patch(slot, {busy: false, error, retryAt: isRetried ? retryAt(error, clock) : undefined});
      };
      latestRead.current(signal, {isQuiet, partly}).then(
        (data) => end(() => queries.put(slot, data, clock.now(), revision)),
        (reason) => end(() => fail(asToolError(reason))),
      );
    },
    [slot, shared, queries, clock],
  );
  const reload = useCallback(() => ask(false), [ask]);

  const isFirst = useRef(true);
  const revision = state?.revision ?? 0;
  useEffect(() => {
    const mayReuse = shared || isFirst.current;
    isFirst.current = false;
    if (slot === undefined || !enabled) return;
    // Invalidated since: the next render reads.
    if ((queries.get(slot)?.revision ?? 0) !== revision) return;
    if (!mayReuse || queries.current(slot) === undefined) reload();
    return () => {
      running.current?.abort();
      running.current = undefined;
      queries.release(slot);
    };
  }, [slot, enabled, revision, shared, queries, reload]);

  const retryIn = useCountdown(state?.retryAt, clock);
  const isDue = state?.retryAt !== undefined && retryIn === 0;
  useEffect(() => {
    if (isDue) reload();
  }, [isDue, reload]);

  // Busy from the first render, so that "not asked yet" is never shown as "empty".
  const busy = slot !== undefined && enabled && (state?.busy ?? true);
  return {
    data: shown?.data,
    at: shown?.at,
    outdated: shown?.data !== undefined && shown !== state,
    isCurrent: state?.data !== undefined && state.answers === state.revision,
    error: state?.error,
    busy,
    slow: useSlow(busy),
    retryIn,
    reload,
    refresh: useCallback(() => {
      if (!running.current) ask(true);
    }, [ask]),
    refreshError: state?.refreshError,
    cancel: useCallback(() => {
      running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {cancelled: true}}));
      running.current = undefined;
      if (slot !== undefined) queries.patch(slot, {busy: false, retryAt: undefined});
    }, [slot, queries]),
    update: useCallback(
      (change) => {
        const {data} = (slot === undefined ? undefined : queries.get<T>(slot)) ?? {};
        if (slot !== undefined && data !== undefined) queries.patch(slot, {data: change(data)});
      },
      [slot, queries],
    ),
  };
}
