import {useMemo, useReducer, useState} from 'react';
import type {Watching} from '../context/watching.ts';

const LOW = 0.1;
const SPENT = 0.02;

/** @param ring calls for a person in front of another window */
export function useWatchingState(ring: (text: string) => void): {watching: Watching; onLimitLeft(share: number): void} {
  const [on, toggle] = useReducer((before: boolean) => !before, false);
  const [limit, setLimit] = useState<Watching['limit']>('plenty');
  const watching = useMemo(() => ({on, toggle, limit, ring}), [on, limit, ring]);
  return {watching, onLimitLeft: useMemo(() => (share) => setLimit(limitOf(share)), [])};
}

function limitOf(share: number): Watching['limit'] {
  if (share < SPENT) return 'spent';
  return share < LOW ? 'low' : 'plenty';
}
