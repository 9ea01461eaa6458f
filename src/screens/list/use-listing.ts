import {useMemo, useState} from 'react';
import {type ListState, useListState} from '../components/list-state.ts';
import {useSaved} from '../context/router.ts';
import type {Pages} from '../hooks/use-pages.ts';
import type {Binding} from '../input/keyboard.ts';

interface ListingOptions<Row> {
  /** The text that a search looks through; stable across renders. */
  searchText(row: Row): string;
  /** Ways to sort, the first one active to begin with; stable across renders. Without them rows stay as they come. */
  orders?: readonly Order<Row>[];
  /** The first such row is selected until the selection is moved. */
  prefers?(row: Row): boolean;
}

/** The rows of a ListScreen: read page by page, sorted and searched, one of them selected. */
export interface Listing<Row> {
  pages: Pages<Row>;
  sort: ReturnType<typeof useSort<Row>>;
  search: ReturnType<typeof useSearch<Row>>;
  state: ListState<Row>;
  selected: Row | undefined;
}

const NO_ORDERS: readonly never[] = [];

export function useListing<Row extends {id: string}>(
  pages: Pages<Row>,
  {searchText, orders = NO_ORDERS, prefers}: ListingOptions<Row>,
): Listing<Row> {
  const sort = useSort(pages.items, orders);
  const found = useSearch(sort.rows, searchText);
  const state = useListState('rows', found.rows, ({id}) => id, {prefers, readAt: pages.load.at});
  const {index, selected} = state;
  const search = {
    ...found,
    // The row that was searched for stays selected among all the others.
    keep() {
      if (selected) state.select(index);
      found.keep();
    },
  };
  return {pages, sort, search, state, selected};
}

/** A way to sort. `by` is the title of its column, which then carries the arrow. */
export interface Order<Row> {
  by: string;
  /** What is compared: texts as people sort them (`1.9.0` before `1.10.0`), absent ones last. */
  key(row: Row): string | number | undefined;
  /** The order people want first is the descending one, e.g. newest first. */
  descendingFirst?: boolean;
}

/** `s` goes through the orders, each in both directions. Rows that compare equal stay as they came. */
function useSort<Row>(rows: readonly Row[], orders: readonly Order<Row>[]) {
  const [step, setStep] = useSaved('sort', 0);
  const at = (which: number) => ({order: orders[Math.floor(which / 2) % orders.length], isReversed: which % 2 === 1});
  const {order, isReversed} = at(step);
  const descending = Boolean(order?.descendingFirst) !== isReversed;
  const sorted = useMemo(() => (order ? sortBy(rows, order.key, descending) : rows), [rows, order, descending]);
  if (orders.length === 0) return {rows, by: '', descending: false, keys: []};
  const next = at(step + 1);
  const sortKey: Binding = {
    keys: ['s'],
    label: 'sort',
    title: next.isReversed ? 'Reverse the order' : `Sort by ${next.order?.by.toLowerCase()}`,
    inPalette: true,
    run: () => setStep((step + 1) % (2 * orders.length)),
  };
  return {rows: sorted, by: order?.by ?? '', descending, keys: [sortKey]};
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

/** The rows that contain every word of a query. @param textOf stable across renders */
function useSearch<Row>(rows: readonly Row[], textOf: (row: Row) => string) {
  const [query, setQuery] = useSaved('search', '');
  const [open, setOpen] = useState(false);
  const folded = useMemo(() => rows.map((row) => fold(textOf(row))), [rows, textOf]);
  const found = useMemo(() => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    return rows.filter((_, index) => words.every((word) => folded[index]?.includes(word)));
  }, [rows, folded, query]);
  return {
    rows: found,
    query,
    open,
    count: `${found.length} of ${rows.length}`,
    setQuery,
    start: () => setOpen(true),
    /** Back to the rows that match. */
    keep: () => setOpen(false),
    /** Back to all rows. */
    clear() {
      setQuery('');
      setOpen(false);
    },
  };
}

/** Folds case and accents, so that `e` finds `É`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
