import {useDisplay} from '../context/display.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {Lines} from './lines.tsx';
import {useScroll} from './use-scroll.ts';

interface ScrollProps {
  lines: readonly LineContent[];
  width: number;
  height: number;
}

/** Lines to read, scrolled by the keys of a list when there are more than fit. */
export function Scroll({lines, width, height}: ScrollProps) {
  const {screenReader} = useDisplay();
  const {top, keys} = useScroll(lines.length, height);
  useKeys(keys, {rank: RANK.list});
  return <Lines lines={screenReader ? lines : lines.slice(top, top + height)} width={width} />;
}
