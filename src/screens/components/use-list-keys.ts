import {useRef} from 'react';
import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {ListState} from './list-state.ts';

/** The keys of a list with `page` visible rows. @param onEnd the selection is asked beyond the last row, or reaches it */
export function useListKeys<Row>({rows, index, select}: ListState<Row>, page: number, onEnd?: () => void): void {
  const {screenReader} = useLook();
  const typed = useRef('');
  const go = (wanted: number) => {
    typed.current = '';
    select(wanted);
    if (wanted >= rows.length - 1) onEnd?.();
  };
  const quiet = {shown: 'help', group: 'Lists', repeats: true} as const;
  const half = Math.max(1, Math.floor(page / 2));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'next row', ...quiet, run: ({count = 1}) => go(index + count)},
      {keys: ['up', 'k'], label: 'previous row', ...quiet, run: ({count = 1}) => go(index - count)},
      {keys: ['pagedown'], label: 'page down', ...quiet, run: ({count = 1}) => go(index + page * count)},
      {keys: ['pageup'], label: 'page up', ...quiet, run: ({count = 1}) => go(index - page * count)},
      {keys: ['ctrl+d'], label: 'half a page down', ...quiet, run: ({count = 1}) => go(index + half * count)},
      {keys: ['ctrl+u'], label: 'half a page up', ...quiet, run: ({count = 1}) => go(index - half * count)},
      {keys: ['g', 'home'], label: 'first row', ...quiet, run: () => go(0)},
      {keys: ['G', 'end'], label: 'last row', ...quiet, run: () => go(rows.length - 1)},
    ],
    {
      rank: RANK.list,
      // Read aloud, rows are numbered: digits typed one after the other go to a row.
      onKey({id}) {
        if (!screenReader || !/^\d$/.test(id)) return false;
        typed.current += id;
        const number = Number(typed.current);
        if (number >= 1 && number <= rows.length) select(number - 1);
        return true;
      },
    },
  );
}
