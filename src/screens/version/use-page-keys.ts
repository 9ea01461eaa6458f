import type {ListState} from '../components/list-state.ts';
import {movementKeys, useTypedNumber} from '../components/movement-keys.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import {clampTop, type PagePosition, type PageShape, steps, turn} from './page-move.ts';

const WORDS = {down: 'down', up: 'up', start: 'start', end: 'end'};

/** The keys that move along a page. */
export function usePageKeys<Choice>({index, top, select}: ListState<Choice>, page: PageShape): void {
  const {forget, onKey} = useTypedNumber(page.places.length, select);
  const now: PagePosition = {top: clampTop(top, page), choice: index};
  const go = (to: PagePosition) => {
    forget();
    select(to.choice, to.top);
  };
  const keys = movementKeys({
    words: WORDS,
    page: page.height,
    bySpace: true,
    step: (by) => go(steps(now, by, page)),
    turn: (by) => go(turn(now, now.top + by, page)),
    toStart: () => go({top: 0, choice: 0}),
    toEnd: () => go(turn(now, page.count, page)),
  });
  useKeys(keys, {rank: RANK.list, onKey});
}
