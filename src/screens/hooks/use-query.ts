import {useCallback, useEffect, useRef, useSyncExternalStore} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import {isCurrentState, type QueryState} from '../context/queries.ts';
import {useEntry} from '../context/router.ts';
import {retryAt, useCountdown, useServices, useSlow} from '../context/services.ts';
import {STILL_READ} from '../input/keyboard.ts';

export type Query<T> = ReturnType<typeof useQuery<T>>;

interface ReadContext<T> {
  isQuiet: boolean;
  partly(data: T): void;
}

interface QueryOptions {
  /** Screens share the data of the same key. Data of an earlier key is not shown, and a 429 is not retried. */
  shared?: boolean;
  enabled?: boolean;
}

const NONE: readonly string[] = [];

export const UNREAD = 'the latest changes are not loaded';

export const GONE = 'it no longer exists';

export const NOTHING_READ = 'Loading was stopped. Press r to load.';

/**
 * Reads on mount, after a write, and when `key` changes. An undefined `key` means that there is nothing to read yet. On
 * return to a screen, reads only outdated data. `key` is unique within the screen. Times are in epoch milliseconds.
 */
export function useQuery<T>(
  key: string | undefined,
  read: (signal: AbortSignal, context: ReadContext<T>) => Promise<T>,
  {shared = false, enabled = true}: QueryOptions = {},
) {
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
    // If the data has been invalidated since this render, the next render reads it again.
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

  const isCurrent = state !== undefined && isCurrentState(state);
  const overtaken = state?.at !== undefined && !isCurrent;
  const overtakenBy = (overtaken && state.overtakenBy) || NONE;
  // True from the first render, so that unread data does not look empty, and outdated data does not look current.
  const busy = slot !== undefined && enabled && ((isFirst.current && !isCurrent) || (state?.busy ?? true));
  const slow = useSlow(busy);
  const outdated = shown?.data !== undefined && shown !== state;
  return {
    data: shown?.data,
    at: shown?.at,
    outdated,
    overtaken,
    /** The IDs of the objects that changed after the read. */
    overtakenBy,
    /** Why no key may rely on this data. */
    whyOvertaken: overtaken ? (busy ? STILL_READ : `${UNREAD}; press r`) : undefined,
    stale: outdated || (overtaken && (slow || !busy)),
    isCurrent,
    error: state?.error,
    busy,
    slow,
    retryIn,
    reload,
    refresh: useCallback(() => {
      if (!running.current) ask(true);
    }, [ask]),
    refreshError: state?.refreshError,
    cancel: useCallback(() => {
      running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'cancel'}}));
      running.current = undefined;
      if (slot !== undefined) queries.patch(slot, {busy: false, retryAt: undefined});
    }, [slot, queries]),
    update(change: (data: T) => T): void {
      const {data} = (slot === undefined ? undefined : queries.get<T>(slot)) ?? {};
      if (slot !== undefined && data !== undefined) queries.patch(slot, {data: change(data)});
    },
  };
}

/** Lets the lists show the roll-out that this query has read. */
export function useRollOutNoted(version: StoreVersion | undefined, {isCurrent, at}: Query<unknown>): void {
  const {known} = useServices();
  useEffect(() => {
    if (version && isCurrent) known.noteRollOut(version, at);
  }, [known, version, isCurrent, at]);
}
