import {useMemo} from 'react';
import type {Binding} from '../keys/keyboard.ts';
import {useSaved} from '../router.ts';

/** A way to sort. `by` is the title of the column that it is about, which then carries the arrow. */
export interface Order<Row> {
  by: string;
  /** For the ascending order; absent keeps the order the rows came in. */
  compare?(a: Row, b: Row): number;
  /** The order people want first is the descending one, e.g. newest first. */
  descendingFirst?: boolean;
}

export interface Sort<Row> {
  rows: readonly Row[];
  by: string;
  descending: boolean;
  keys: readonly Binding[];
}

/** `s` goes through the orders, `S` turns the one in force around. Rows that compare equal stay as they came. */
export function useSort<Row>(rows: readonly Row[], orders: readonly Order<Row>[]): Sort<Row> {
  const [state, setState] = useSaved('sort', {index: 0, turned: false});
  const order = orders[state.index % orders.length];
  const descending = Boolean(order?.descendingFirst) !== state.turned;
  const sorted = useMemo(() => {
    const compare = order?.compare;
    if (!compare) return state.turned ? [...rows].reverse() : rows;
    const direction = descending ? -1 : 1;
    return [...rows].sort((a, b) => direction * compare(a, b));
  }, [rows, order, descending, state.turned]);
  const next = orders[(state.index + 1) % orders.length];
  return {
    rows: sorted,
    by: order?.by ?? '',
    descending,
    keys: [
      {
        keys: ['s'],
        label: 'sort',
        title: `Sort by ${next?.by.toLowerCase()}`,
        inPalette: true,
        run: () => setState({index: (state.index + 1) % orders.length, turned: false}),
      },
      {
        keys: ['S'],
        label: 'turn order',
        title: 'Turn the order around',
        shown: 'help',
        inPalette: true,
        run: () => setState({...state, turned: !state.turned}),
      },
    ],
  };
}

const collator = new Intl.Collator('en', {numeric: true, sensitivity: 'base'});

/** Texts as people sort them, digits by value: `1.9.0` before `1.10.0`. Absent ones last. */
export function compareText(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return collator.compare(a, b);
}
