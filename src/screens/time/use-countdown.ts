import {useEffect, useState} from 'react';
import type {ToolError} from '../../services/model/error.ts';
import type {Clock} from '../../services/ports.ts';
import {untilLeft} from './until-left.ts';

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

/** Seconds left until `until` (epoch milliseconds), or 0. */
export function useCountdown(until: number | undefined, clock: Clock): number {
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
  useTicks(left > 0, 1000, clock);
  return left;
}

/** When to retry a rate-limited request; undefined if the service did not say. */
export function retryAt({facts: {retryAfter}}: ToolError, clock: Clock): number | undefined {
  return retryAfter === undefined ? undefined : clock.now() + retryAfter * 1000;
}
