import {useCallback, useEffect, useMemo, useRef, useState} from 'react';
import type {Messages} from '../../app/session/messages.ts';
import type {ErrorKind} from '../../services/model/error.ts';
import type {App, StoreVersion} from '../../services/model/version.ts';
import type {Host} from '../../services/ports.ts';
import {createHooks} from '../../services/user-hooks.ts';
import {appContext, untilLeft, useDisplay, useServices} from '../context/services.ts';
import {paletteKey} from '../input/keyboard.ts';
import type {Query} from './use-query.ts';

type Limit = 'plenty' | 'low' | 'scarce' | 'spent';

type Watching = ReturnType<typeof useWatchingState>['watching'];

export const [WatchingContext, useWatching] = appContext<Watching>('useWatching');

const LIMITS = [
  ['spent', 0.02],
  ['scarce', 0.05],
  ['low', 0.1],
] as const;
const OFTEN_MS = 30_000;
const SELDOM_MS = 300_000;
const HOUR_MS = 3_600_000;

export function useWatchingState(ring: (text: string) => void, host: Host, messages: Messages) {
  const {clock} = host;
  const [isStarted, setStarted] = useState(false);
  const [chosen, choose] = useState<boolean>();
  const on = chosen ?? isStarted;
  const [limit, setLimit] = useState<Limit>('plenty');
  // Only an answer shows that the limit has been reset, so requests are allowed again after an hour.
  useEffect(() => {
    if (limit !== 'spent') return;
    return untilLeft((signal) => clock.sleep(HOUR_MS, signal).then(() => setLimit('low')));
  }, [limit, clock]);
  const tell = useHook(on, host, messages);
  const {note} = messages;
  const watching = useMemo(() => {
    const toggle = () => choose(!on);
    const start = () => setStarted(true);
    return {on, isChosen: chosen !== undefined, toggle, start, limit, ring, tell, note};
  }, [on, chosen, limit, ring, tell, note]);
  const onLimitLeft = useCallback((share: number) => {
    setLimit(LIMITS.find(([, below]) => share < below)?.[0] ?? 'plenty');
  }, []);
  return {watching, onLimitLeft};
}

function useHook(on: boolean, {env, shell, clock}: Host, messages: Messages) {
  const [{hooks, stop}] = useState(() => {
    const stop = new AbortController();
    const command = env.TOOL_ON_CHANGE?.trim();
    if (!command) return {stop};
    let last = '';
    const onLine = (line: string) => {
      last = line;
    };
    const onEnd = () => {
      if (last) messages.note(last);
      last = '';
    };
    const {signal} = stop;
    return {stop, hooks: createHooks(command, {shell, clock, signal, onLine, onEnd, warn: messages.warn})};
  });
  useEffect(() => () => stop.abort(), [stop]);
  useEffect(() => {
    if (!on) hooks?.forget();
  }, [on, hooks]);
  return useCallback((version: StoreVersion, app: App | undefined) => hooks?.version(version, app), [hooks]);
}

export interface Watched {
  underWay: boolean;
  requests?: number;
}

export function watchPeriod({underWay, requests = 1}: Watched, limit: Limit): number | undefined {
  if (limit === 'spent') return undefined;
  return (underWay && limit === 'plenty' ? OFTEN_MS : SELDOM_MS) * Math.max(1, requests);
}

const NOT_WATCHED = {status: undefined, isOffered: false, keys: []};

export function useWatch(query: Query<unknown> | undefined, watched: Watched | undefined, paused: boolean) {
  const {clock} = useServices().host;
  const {theme} = useDisplay();
  const {on, isChosen, toggle, limit, note} = useWatching();
  const period = watched && watchPeriod(watched, limit);
  const refresh = useRef<() => void>(undefined);
  refresh.current = query?.refresh;
  const at = query?.at;
  useEffect(() => {
    if (!on || paused || period === undefined || at === undefined) return;
    return untilLeft(async (signal) => {
      for (let wait = at + period - clock.now(); ; wait = period) {
        await clock.sleep(Math.max(0, wait), signal);
        refresh.current?.();
      }
    });
  }, [on, paused, period, at, clock]);

  const pace = on && watched ? watchPeriod({underWay: watched.underWay}, limit) : undefined;
  const paceBefore = useRef(pace);
  useEffect(() => {
    const isSlower = pace === SELDOM_MS && paceBefore.current === OFTEN_MS;
    paceBefore.current = pace;
    const why = limit === 'plenty' ? 'nothing is waiting for the store' : 'the rate limit runs low';
    if (isSlower && isChosen) note(`Now watching every ${periodText(pace)}: ${why}`);
  }, [pace, isChosen, limit, note]);

  if (!watched) return NOT_WATCHED;
  const [label, title] = on ? ['stop watching', 'Stop watching'] : ['watch', 'Watch: refresh automatically'];
  const key = paletteKey('w', label, title, toggle);
  const state = paused ? 'paused' : watchStatus(period, query?.refreshError?.kind);
  const status = on ? `watching ${theme.glyphs.dot} ${state}` : undefined;
  return {status, isOffered: !on && watched.underWay, keys: [key]};
}

const FIRST_MS = 1500;
const LONGEST_MS = 30_000;

/**
 * Refreshes at growing intervals while `isMoving`, because the store shows a write only after some seconds. With a low
 * rate limit, refreshes every five minutes. Returns false if `isMoving` is false or the limit is used up.
 */
export function useFollow({refresh}: Query<unknown>, isMoving: boolean): boolean {
  const {clock} = useServices().host;
  const {limit} = useWatching();
  const latest = useRef(refresh);
  latest.current = refresh;
  const isFollowed = isMoving && limit !== 'spent';
  const hasPlenty = limit === 'plenty';
  useEffect(() => {
    if (!isFollowed) return;
    return untilLeft(async (signal) => {
      for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, 2 * pause)) {
        await clock.sleep(hasPlenty ? pause : SELDOM_MS, signal);
        latest.current();
      }
    });
  }, [isFollowed, hasPlenty, clock]);
  return isFollowed;
}

function watchStatus(period: number | undefined, failure: ErrorKind | undefined): string {
  if (period === undefined) return 'rate limit';
  if (failure !== undefined) return FAILURES[failure] ?? 'failed';
  return periodText(period);
}

function periodText(milliseconds: number): string {
  return milliseconds < 60_000 ? `${milliseconds / 1000} s` : `${Math.round(milliseconds / 60_000)} min`;
}

const FAILURES: Partial<Record<ErrorKind, string>> = {
  network: 'offline',
  credentials: 'refused',
  'rate-limited': 'rate limit',
};
