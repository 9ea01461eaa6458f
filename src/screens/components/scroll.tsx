import {useState} from 'react';
import {useDisplay} from '../context/display.ts';
import type {Binding} from '../input/keyboard.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {Lines} from './line.tsx';
import {movementKeys} from './movement-keys.ts';

interface ScrollProps {
  lines: readonly LineContent[];
  width: number;
  height: number;
}

export function Scroll({lines, width, height}: ScrollProps) {
  const {screenReader} = useDisplay();
  const {top, keys} = useScroll(lines.length, height);
  useKeys(keys, {rank: RANK.list});
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}

const WORDS = {down: 'scroll down', up: 'scroll up', start: 'start', end: 'end'};

interface ScrollPosition {
  top: number;
  overflows: boolean;
  keys: readonly Binding[];
}

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
