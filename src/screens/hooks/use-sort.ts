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

/** `s` goes through the orders, each in both directions. Rows that compare equal stay as they came. */
export function useSort<Row>(rows: readonly Row[], orders: readonly Order<Row>[]): Sort<Row> {
  const [step, setStep] = useSaved('sort', 0);
  const at = (which: number) => ({order: orders[Math.floor(which / 2) % orders.length], turned: which % 2 === 1});
  const {order, turned} = at(step);
  const descending = Boolean(order?.descendingFirst) !== turned;
  const sorted = useMemo(() => {
    return order ? sortBy(rows, order.key, descending) : rows;
  }, [rows, order, descending]);
  if (orders.length === 0) return {rows, by: '', descending: false, keys: []};
  const next = at(step + 1);
  return {
    rows: sorted,
    by: order?.by ?? '',
    descending,
    keys: [
      {
        keys: ['s'],
        label: 'sort',
        title: next.turned ? 'Reverse the order' : `Sort by ${next.order?.by.toLowerCase()}`,
        inPalette: true,
        run: () => setStep((step + 1) % (2 * orders.length)),
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
