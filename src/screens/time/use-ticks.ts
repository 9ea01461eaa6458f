import {useEffect, useState} from 'react';
import type {Clock} from '../../services/ports.ts';

/** Counts up once every `ms` while `running`. */
export function useTicks(running: boolean, ms: number, clock: Clock): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const tick = (): Promise<void> =>
      clock.sleep(ms, stop.signal).then(() => {
        setTicks((count) => count + 1);
        return tick();
      });
    tick().catch(() => {});
    return () => stop.abort();
  }, [running, ms, clock]);
  return ticks;
}
