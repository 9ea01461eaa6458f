import {useEffect, useRef} from 'react';
import type {ErrorKind} from '../../services/model/error.ts';
import {useServices} from '../context/services.ts';
import {useWatching, type Watching} from '../context/watching.ts';
import type {Binding} from '../input/keyboard.ts';
import type {Load} from './use-load.ts';

/** What a screen shows, as far as it decides how often that is read again. */
export interface Watched {
  /** Something of it changes by itself, e.g. a version in review. */
  underWay: boolean;
  /** How many requests it takes to read it; 1 unless told. */
  requests?: number;
}

const OFTEN_MS = 30_000;
export const SELDOM_MS = 300_000;
/** The rate limit of the service is for one hour. */
export const HOUR_MS = 3_600_000;

/** How long to wait between two readings, in ms; undefined for none at all. */
export function watchPeriod({underWay, requests = 1}: Watched, limit: Watching['limit']): number | undefined {
  if (limit === 'spent') return undefined;
  return (underWay && limit === 'plenty' ? OFTEN_MS : SELDOM_MS) * Math.max(1, requests);
}

interface Watch {
  /** How often it is read, or why it is not; undefined while nobody watches. */
  status: string | undefined;
  /** `w`. */
  keys: readonly Binding[];
}

const NOT_WATCHED: Watch = {status: undefined, keys: []};

/**
 * Reads what is shown again, every so often, while watching is on.
 *
 * @param watched undefined for a screen that is not watched
 * @param paused someone types, or a dialog is open: nothing may change under it
 */
export function useWatch(load: Load<unknown> | undefined, watched: Watched | undefined, paused: boolean): Watch {
  const {host} = useServices();
  const {on, toggle, limit} = useWatching();
  const period = watched && watchPeriod(watched, limit);
  const refresh = useRef<() => void>(undefined);
  refresh.current = load?.refresh;
  const at = load?.at;
  const {clock} = host;
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
  return {status: on ? watchWords(period, load?.missed?.kind) : undefined, keys: [key]};
}

function watchWords(period: number | undefined, missed: ErrorKind | undefined): string {
  if (period === undefined) return 'rate limit';
  if (missed !== undefined) return MISSED[missed] ?? 'failed';
  return period < 60_000 ? `${period / 1000} s` : `${Math.round(period / 60_000)} min`;
}

/** One quiet word each: the next reading may go well. */
const MISSED: Partial<Record<ErrorKind, string>> = {
  network: 'offline',
  credentials: 'refused',
  'rate-limited': 'rate limit',
};
