import {Box} from 'ink';
import {useState} from 'react';
import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {LineContent} from '../text/line-content.ts';
import {Line} from './line.tsx';

interface ScrollProps {
  lines: readonly LineContent[];
  width: number;
  height: number;
}

/** Lines to read, scrolled by the keys of a list when there are more than fit. */
export function Scroll({lines, width, height}: ScrollProps) {
  const {screenReader} = useLook();
  const [wanted, setTop] = useState(0);
  const last = Math.max(0, lines.length - height);
  const top = Math.min(wanted, last);
  const go = (to: number) => setTop(Math.max(0, Math.min(last, to)));
  const quiet = {shown: last > 0 ? 'help' : 'none', group: 'Lists', repeats: true} as const;
  const half = Math.max(1, Math.floor(height / 2));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'scroll down', ...quiet, run: ({count = 1}) => go(top + count)},
      {keys: ['up', 'k'], label: 'scroll up', ...quiet, run: ({count = 1}) => go(top - count)},
      {keys: ['pagedown', ' '], label: 'page down', ...quiet, run: ({count = 1}) => go(top + height * count)},
      {keys: ['pageup'], label: 'page up', ...quiet, run: ({count = 1}) => go(top - height * count)},
      {keys: ['ctrl+d'], label: 'half a page down', ...quiet, run: ({count = 1}) => go(top + half * count)},
      {keys: ['ctrl+u'], label: 'half a page up', ...quiet, run: ({count = 1}) => go(top - half * count)},
      {keys: ['g', 'home'], label: 'start', ...quiet, run: () => go(0)},
      {keys: ['G', 'end'], label: 'end', ...quiet, run: () => go(last)},
    ],
    {rank: RANK.list},
  );
  const shown = screenReader ? lines : lines.slice(top, top + height);
  return (
    <Box flexDirection="column" flexShrink={0}>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Line key={index} content={line} width={width} />
      ))}
    </Box>
  );
}
