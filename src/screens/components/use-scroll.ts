import {useState} from 'react';
import type {Binding} from '../input/keyboard.ts';

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
  const quiet = {shown: overflows ? 'help' : 'none', group: 'Lists', repeats: true} as const;
  const half = Math.max(1, Math.floor(height / 2));
  const keys: Binding[] = [
    {keys: ['down', 'j'], label: 'scroll down', ...quiet, run: ({count: by = 1}) => go(top + by)},
    {keys: ['up', 'k'], label: 'scroll up', ...quiet, run: ({count: by = 1}) => go(top - by)},
    {keys: ['pagedown', ' '], label: 'page down', ...quiet, run: ({count: by = 1}) => go(top + height * by)},
    {keys: ['pageup'], label: 'page up', ...quiet, run: ({count: by = 1}) => go(top - height * by)},
    {keys: ['ctrl+d'], label: 'half a page down', ...quiet, run: ({count: by = 1}) => go(top + half * by)},
    {keys: ['ctrl+u'], label: 'half a page up', ...quiet, run: ({count: by = 1}) => go(top - half * by)},
    {keys: ['g', 'home'], label: 'start', ...quiet, run: () => go(0)},
    {keys: ['G', 'end'], label: 'end', ...quiet, run: () => go(last)},
  ];
  return {top, overflows, keys};
}
