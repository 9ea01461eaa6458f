import {useEffect, useMemo, useReducer, useRef, useState} from 'react';
import type {ErrorKind} from '../../services/model/error.ts';
import type {Clock} from '../../services/ports.ts';
import {appContext} from '../context/app-context.ts';
import {useServices} from '../context/services.ts';
import type {Binding} from '../input/keyboard.ts';
import type {Query} from './use-query.ts';

/** Reading again by itself, for this run. */
interface Watching {
  on: boolean;
  toggle(): void;
  /** How much of the service's hourly limit is left: under a tenth it is `low`, under a fiftieth `spent`. */
  limit: 'plenty' | 'low' | 'spent';
  /** Calls for a person in front of another window. */
  ring(text: string): void;
}

export const [WatchingContext, useWatching] = appContext<Watching>('useWatching');

const LOW = 0.1;
const SPENT = 0.02;
const OFTEN_MS = 30_000;
export const SELDOM_MS = 300_000;
/** The rate limit of the service is for one hour. */
export const HOUR_MS = 3_600_000;

export function useWatchingState(ring: (text: string) => void, clock: Clock) {
  const [on, toggle] = useReducer((before: boolean) => !before, false);
  const [limit, setLimit] = useState<Watching['limit']>('plenty');
  // Without requests nothing tells that the limit is restored: after its hour one of them finds out.
  useEffect(() => {
    if (limit !== 'spent') return;
    const stop = new AbortController();
    clock.sleep(HOUR_MS, stop.signal).then(
      () => setLimit('low'),
      () => {},
    );
    return () => stop.abort();
  }, [limit, clock]);
  const watching = useMemo((): Watching => ({on, toggle, limit, ring}), [on, limit, ring]);
  const onLimitLeft = useMemo(
    () => (share: number) => setLimit(share < SPENT ? 'spent' : share < LOW ? 'low' : 'plenty'),
    [],
  );
  return {watching, onLimitLeft};
}

/** What a screen shows, as far as it decides how often that is read again. */
export interface Watched {
  /** Something of it changes by itself, e.g. a version in review. */
  underWay: boolean;
  /** How many requests it takes to read it; 1 unless told. */
  requests?: number;
}

/** How long to wait between two readings, in ms; undefined for none at all. */
export function watchPeriod({underWay, requests = 1}: Watched, limit: Watching['limit']): number | undefined {
  if (limit === 'spent') return undefined;
  return (underWay && limit === 'plenty' ? OFTEN_MS : SELDOM_MS) * Math.max(1, requests);
}

const NOT_WATCHED = {status: undefined, keys: []};

/**
 * Reads what is shown again, every so often, while watching is on.
 * @param watched undefined for a screen that is not watched
 * @param paused nothing may change while someone types, or under a dialog
 * @returns `w`, and how often it is read, or why it is not
 */
export function useWatch(query: Query<unknown> | undefined, watched: Watched | undefined, paused: boolean) {
  const {clock} = useServices().host;
  const {on, toggle, limit} = useWatching();
  const period = watched && watchPeriod(watched, limit);
  const refresh = useRef<() => void>(undefined);
  refresh.current = query?.refresh;
  const at = query?.at;
  useEffect(() => {
    if (!on || paused || period === undefined || at === undefined) return;
    const stop = new AbortController();
    const watch = async () => {
      let wait = at + period - clock.now();
      for (;;) {
        await clock.sleep(Math.max(0, wait), stop.signal);
        refresh.current?.();
        wait = period;
      }
    };
    watch().catch(() => {});
    return () => stop.abort();
  }, [on, paused, period, at, clock]);

  if (!watched) return NOT_WATCHED;
  const key: Binding = {
    keys: ['w'],
    label: on ? 'stop watching' : 'watch',
    title: on ? 'Stop watching' : 'Watch: read this again by itself',
    inPalette: true,
    run: toggle,
  };
  return {status: on ? watchStatus(period, query?.refreshError?.kind) : undefined, keys: [key]};
}

function watchStatus(period: number | undefined, failure: ErrorKind | undefined): string {
  if (period === undefined) return 'rate limit';
  if (failure !== undefined) return FAILURES[failure] ?? 'failed';
  return period < 60_000 ? `${period / 1000} s` : `${Math.round(period / 60_000)} min`;
}

/** Brief: the next reading may go well. */
const FAILURES: Partial<Record<ErrorKind, string>> = {
  network: 'offline',
  credentials: 'refused',
  'rate-limited': 'rate limit',
};
