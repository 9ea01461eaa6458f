import {useEffect, useMemo, useState} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import type {Clock} from '../../services/ports.ts';
import {createLocalTime, type LocalTime} from '../../services/text/local-time.ts';
import {useServices} from './services.ts';

export function useLocalTime(): LocalTime {
  const {host} = useServices();
  return useMemo(() => createLocalTime(host.env), [host]);
}

export function untilLeft(work: (signal: AbortSignal) => Promise<unknown>): () => void {
  const stop = new AbortController();
  work(stop.signal).catch(() => {});
  return () => stop.abort();
}

const SLOW_AFTER_MS = 150;

export function useSlow(busy: boolean): boolean {
  const {clock} = useServices().host;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return;
    return untilLeft((signal) => clock.sleep(SLOW_AFTER_MS, signal).then(() => setSlow(true)));
  }, [busy, clock]);
  return busy && slow;
}

export function useTicks(running: boolean, ms: number, clock: Clock): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!running) return;
    return untilLeft(async (signal) => {
      for (;;) {
        await clock.sleep(ms, signal);
        setTicks((count) => count + 1);
      }
    });
  }, [running, ms, clock]);
  return ticks;
}

export function useCountdown(until: number | undefined, clock: Clock): number {
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
  useTicks(left > 0, 1000, clock);
  return left;
}

export function retryAt({facts: {answer}}: ToolError, clock: Clock): number | undefined {
  const {retryAfter} = answer ?? {};
  return retryAfter === undefined ? undefined : clock.now() + retryAfter * 1000;
}
