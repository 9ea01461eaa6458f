import {useMemo} from 'react';
import {useSaved} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';

/** A way to sort. `by` is the title of the column that it is about, which then carries the arrow. */
export interface Order<Row> {
  by: string;
  /** What is compared: texts as people sort them (`1.9.0` before `1.10.0`), absent ones last. */
  key(row: Row): string | number | undefined;
  /** The order people want first is the descending one, e.g. newest first. */
  descendingFirst?: boolean;
}

export interface Sort<Row> {
  rows: readonly Row[];
  by: string;
  descending: boolean;
  keys: readonly Binding[];
}

/** `s` goes through the orders, `S` reverses the one in force. Rows that compare equal stay as they came. */
export function useSort<Row>(rows: readonly Row[], orders: readonly Order<Row>[]): Sort<Row> {
  const [state, setState] = useSaved('sort', {index: 0, turned: false});
  const order = orders[state.index % orders.length];
  const descending = Boolean(order?.descendingFirst) !== state.turned;
  const sorted = useMemo(() => {
    return order ? sortBy(rows, order.key, descending) : rows;
  }, [rows, order, descending]);
  const next = orders[(state.index + 1) % orders.length];
  if (orders.length === 0) return {rows, by: '', descending: false, keys: []};
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
        label: 'reverse order',
        title: 'Reverse the order',
        shown: 'help',
        inPalette: true,
        run: () => setState({...state, turned: !state.turned}),
      },
    ],
  };
}

function sortBy<Row>(rows: readonly Row[], key: (row: Row) => string | number | undefined, descending: boolean): Row[] {
  const direction = descending ? -1 : 1;
  // Made when two texts are compared: the first thing of Intl takes longer than a frame.
  let collator: Intl.Collator | undefined;
  return rows
    .map((row) => ({row, key: key(row)}))
    .sort(({key: a}, {key: b}) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
      collator ??= new Intl.Collator('en', {numeric: true, sensitivity: 'base'});
      return direction * collator.compare(String(a), String(b));
    })
    .map(({row}) => row);
}
