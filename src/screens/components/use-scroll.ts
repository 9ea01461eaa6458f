import {useState} from 'react';
import type {Binding} from '../input/keyboard.ts';
import {movementKeys} from './movement-keys.ts';

const WORDS = {down: 'scroll down', up: 'scroll up', start: 'start', end: 'end'};

export interface ScrollPosition {
  /** The first line that is shown. */
  top: number;
  /** There are more lines than fit. */
  overflows: boolean;
  keys: readonly Binding[];
}

/** The part of `count` lines that is shown in `height` rows, and the keys that scroll it. */
export function useScroll(count: number, height: number): ScrollPosition {
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const top = Math.min(wanted, last);
  const go = (to: number) => setTop(Math.max(0, Math.min(last, to)));
  const overflows = last > 0;
  const keys = movementKeys({
    words: WORDS,
    page: height,
    shown: overflows ? 'help' : 'none',
    bySpace: true,
    step: (by) => go(top + by),
    toStart: () => go(0),
    toEnd: () => go(last),
  });
  return {top, overflows, keys};
}
