import {useRef} from 'react';
import type {ListState} from '../components/list-state.ts';
import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import {clampTop, type PagePosition, type PageShape, steps, turn} from './page-move.ts';

/** The keys that move along a page. */
export function usePageKeys<Choice>({index, top, select}: ListState<Choice>, page: PageShape): void {
  const {screenReader} = useLook();
  const typed = useRef('');
  const now: PagePosition = {top: clampTop(top, page), choice: index};
  const go = (to: PagePosition) => {
    typed.current = '';
    select(to.choice, to.top);
  };
  const quiet = {shown: 'help', group: 'Lists', repeats: true} as const;
  const half = Math.max(1, Math.floor(page.height / 2));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'down', ...quiet, run: ({count = 1}) => go(steps(now, count, page))},
      {keys: ['up', 'k'], label: 'up', ...quiet, run: ({count = 1}) => go(steps(now, -count, page))},
      {
        keys: ['pagedown', ' '],
        label: 'page down',
        ...quiet,
        run: ({count = 1}) => go(turn(now, now.top + page.height * count, page)),
      },
      {
        keys: ['pageup'],
        label: 'page up',
        ...quiet,
        run: ({count = 1}) => go(turn(now, now.top - page.height * count, page)),
      },
      {
        keys: ['ctrl+d'],
        label: 'half a page down',
        ...quiet,
        run: ({count = 1}) => go(turn(now, now.top + half * count, page)),
      },
      {
        keys: ['ctrl+u'],
        label: 'half a page up',
        ...quiet,
        run: ({count = 1}) => go(turn(now, now.top - half * count, page)),
      },
      {keys: ['g', 'home'], label: 'start', ...quiet, run: () => go({top: 0, choice: 0})},
      {keys: ['G', 'end'], label: 'end', ...quiet, run: () => go(turn(now, page.count, page))},
    ],
    {
      rank: RANK.list,
      // Read aloud, what can be chosen is numbered: digits typed one after the other go there.
      onKey({id}) {
        if (!screenReader || !/^\d$/.test(id)) return false;
        typed.current += id;
        const number = Number(typed.current);
        if (number >= 1 && number <= page.places.length) select(number - 1);
        return true;
      },
    },
  );
}
