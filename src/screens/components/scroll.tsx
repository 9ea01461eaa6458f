import {createContext, useContext, useLayoutEffect, useState} from 'react';
import {useDisplay} from '../context/display.ts';
import {RANK, useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {Lines} from './line.tsx';
import {movementKeys} from './movement-keys.ts';

/** Tells the screen around a Scroll which key shows more than it does. */
export const MoreContext = createContext<(key: 'pagedown' | 'pageup' | undefined) => void>(() => {});

export function Scroll({lines, width, height}: {lines: readonly LineContent[]; width: number; height: number}) {
  const {screenReader} = useDisplay();
  const {top, more, keys} = useScroll(lines.length, height);
  const tell = useContext(MoreContext);
  useLayoutEffect(() => {
    tell(more);
    return () => tell(undefined);
  }, [tell, more]);
  useKeys(keys, {rank: RANK.list});
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}

const LABELS = {down: 'scroll down', up: 'scroll up', start: 'start', end: 'end'};

export function useScroll(count: number, height: number) {
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const top = Math.min(wanted, last);
  const go = (to: number) => setTop(Math.max(0, Math.min(last, to)));
  const more: 'pagedown' | 'pageup' | undefined = last === 0 ? undefined : top < last ? 'pagedown' : 'pageup';
  const keys = movementKeys({
    labels: LABELS,
    page: height,
    shown: more ? 'help' : 'none',
    bySpace: true,
    step: (by) => go(top + by),
    toStart: () => go(0),
    toEnd: () => go(last),
  });
  return {top, more, keys};
}
