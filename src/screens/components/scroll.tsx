import {createContext, useContext, useLayoutEffect, useState} from 'react';
import {useDisplay} from '../context/display.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {Lines} from './line.tsx';
import {movementKeys} from './movement-keys.ts';

/** Tells the screen around a Scroll whether there is more than it shows. */
export const OverflowContext = createContext<(overflows: boolean) => void>(() => {});

export function Scroll({lines, width, height}: {lines: readonly LineContent[]; width: number; height: number}) {
  const {screenReader} = useDisplay();
  const {top, overflows, keys} = useScroll(lines.length, height);
  const tell = useContext(OverflowContext);
  useLayoutEffect(() => {
    tell(overflows);
    return () => tell(false);
  }, [tell, overflows]);
  useKeys(keys, {rank: RANK.list});
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}

const LABELS = {down: 'scroll down', up: 'scroll up', start: 'start', end: 'end'};

export function useScroll(count: number, height: number) {
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const top = Math.min(wanted, last);
  const go = (to: number) => setTop(Math.max(0, Math.min(last, to)));
  const overflows = last > 0;
  const keys = movementKeys({
    labels: LABELS,
    page: height,
    shown: overflows ? 'help' : 'none',
    bySpace: true,
    step: (by) => go(top + by),
    toStart: () => go(0),
    toEnd: () => go(last),
  });
  return {top, overflows, keys};
}
