import {useEffect, useState} from 'react';
import {useApp} from '../context/app-context.ts';

/** Shorter waits are not worth showing. */
const SLOW_AFTER_MS = 150;

/** True once `busy` has been so for 150 ms. */
export function useSlow(busy: boolean): boolean {
  const {host} = useApp();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return;
    const stop = new AbortController();
    host.clock.sleep(SLOW_AFTER_MS, stop.signal).then(
      () => setSlow(true),
      () => {},
    );
    return () => stop.abort();
  }, [busy, host]);
  return busy && slow;
}

/** Counts up once every `ms` while `running`. */
export function useTicks(running: boolean, ms: number): number {
  const {host} = useApp();
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!running) return;
    const stop = new AbortController();
    const tick = (): Promise<void> =>
      host.clock.sleep(ms, stop.signal).then(() => {
        setTicks((count) => count + 1);
        return tick();
      });
    tick().catch(() => {});
    return () => stop.abort();
  }, [running, ms, host]);
  return ticks;
}

/** Seconds left until `until` (milliseconds since the epoch); 0 when it is past or absent. Renders once a second. */
export function useCountdown(until: number | undefined): number {
  const {host} = useApp();
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - host.clock.now()) / 1000));
  useTicks(left > 0, 1000);
  return left;
}
