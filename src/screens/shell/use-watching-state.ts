import {useEffect, useMemo, useReducer, useState} from 'react';
import type {Clock} from '../../services/ports.ts';
import type {Watching} from '../context/watching.ts';
import {HOUR_MS} from '../hooks/use-watch.ts';

const LOW = 0.1;
const SPENT = 0.02;

/** @param ring calls for a person in front of another window */
export function useWatchingState(
  ring: (text: string) => void,
  clock: Clock,
): {watching: Watching; onLimitLeft(share: number): void} {
  const [on, toggle] = useReducer((before: boolean) => !before, false);
  const [limit, setLimit] = useState<Watching['limit']>('plenty');
  // Nothing is asked now that would tell when there is more again: after its hour one reading finds out.
  useEffect(() => {
    if (limit !== 'spent') return;
    const stop = new AbortController();
    clock.sleep(HOUR_MS, stop.signal).then(
      () => setLimit('low'),
      () => {},
    );
    return () => stop.abort();
  }, [limit, clock]);
  const watching = useMemo(() => ({on, toggle, limit, ring}), [on, limit, ring]);
  return {watching, onLimitLeft: useMemo(() => (share) => setLimit(limitOf(share)), [])};
}

function limitOf(share: number): Watching['limit'] {
  if (share < SPENT) return 'spent';
  return share < LOW ? 'low' : 'plenty';
}
