import {useEffect, useLayoutEffect, useMemo, useState} from 'react';
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

const A_MOMENT_MS = 150;

/** True once `key` has stayed the same for a moment. */
export function useRested(key: string | undefined): boolean {
  const {clock} = useServices().host;
  const [rested, setRested] = useState<string>();
  useLayoutEffect(() => {
    if (key === undefined) return;
    const stop = untilLeft((signal) => clock.sleep(A_MOMENT_MS, signal).then(() => setRested(key)));
    return () => {
      stop();
      setRested(undefined);
    };
  }, [key, clock]);
  return key !== undefined && rested === key;
}

export function useSlow(busy: boolean): boolean {
  return useRested(busy ? 'busy' : undefined);
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
