import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import type {ListState} from './list-state.ts';
import {movementKeys} from './movement-keys.ts';
import {useTypedNumber} from './use-typed-number.ts';

const WORDS = {down: 'next row', up: 'previous row', start: 'first row', end: 'last row'};

/** The keys of a list with `page` visible rows. @param onEnd the selection is asked beyond the last row, or reaches it */
export function useListKeys<Row>({rows, index, select}: ListState<Row>, page: number, onEnd?: () => void): void {
  const {forget, onKey} = useTypedNumber(rows.length, select);
  const go = (wanted: number) => {
    forget();
    select(wanted);
    if (wanted >= rows.length - 1) onEnd?.();
  };
  const keys = movementKeys({
    words: WORDS,
    page,
    step: (by) => go(index + by),
    toStart: () => go(0),
    toEnd: () => go(rows.length - 1),
  });
  useKeys(keys, {rank: RANK.list, onKey});
}
