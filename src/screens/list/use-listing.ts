import {useEffect, useMemo, useRef, useState} from 'react';
import {useListState} from '../components/list-model.ts';
import type {OnEnd} from '../components/movement-keys.ts';
import {type Router, useSaved} from '../context/router.ts';
import type {Pages} from '../hooks/use-pages.ts';
import {paletteKey} from '../input/keyboard.ts';

interface ListingOptions<Row> {
  searchText(row: Row): string;
  /** The first order is active initially. The list must be stable across renders. */
  orders?: readonly Order<Row>[];
  prefers?(row: Row): boolean;
}

export type Listing<Row extends {id: string}> = ReturnType<typeof useListing<Row>>;

const NO_ORDERS: readonly never[] = [];

export function useListing<Row extends {id: string}>(
  pages: Pages<Row>,
  {searchText, orders = NO_ORDERS, prefers}: ListingOptions<Row>,
) {
  const sort = useSort(pages.items, orders);
  const found = useSearch(sort.rows, searchText);
  const {best, open, query} = found;
  const isTyped = open && query !== '';
  const state = useListState('rows', found.rows, ({id}) => id, {
    prefers: isTyped ? (row) => row === best : prefers,
    readAt: pages.load.at,
    // Each new text in the search field selects its best match.
    round: isTyped ? query : undefined,
  });
  const {selected} = state;
  const {hasMore, items} = pages;
  const search = {
    ...found,
    count: `${found.rows.length} ${hasMore ? `in the ${loadedText(pages)}` : `of ${items.length}`}`,
    keep() {
      state.keep();
      found.keep();
    },
    clear() {
      state.keep();
      found.clear();
    },
  };
  const unread = pages.load.busy && !selected ? 'the list is still being read' : undefined;
  return {pages, sort, search, state, selected, unread};
}

export function loadedText({items, total}: Pages<{id: string}>): string {
  return `${items.length} loaded${total === undefined ? '' : ` of ${total}`}`;
}

export function useRest<Row extends {id: string}>({pages, search, state}: Listing<Row>): OnEnd {
  const {hasMore, moreError, more} = pages;
  const {rows, selected, select} = state;
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (search.query !== '' && hasMore && !moreError) more(true);
  });
  useEffect(() => {
    const end = rows.at(-1)?.id;
    if (last.current === undefined || end === last.current) return;
    const follows = selected?.id === last.current;
    last.current = follows && hasMore ? end : undefined;
    if (follows) select(rows.length - 1);
  });
  return (toEnd) => {
    last.current = toEnd && hasMore ? rows.at(-1)?.id : undefined;
    more(toEnd);
  };
}

export function selectBelow({stack}: Router, id: string): void {
  const below = stack.at(-2);
  if (below?.screen !== 'versions') return;
  const position = below.saved.get('list:rows') as object | undefined;
  below.saved.set('list:rows', {top: 0, ...position, id});
}

export interface Order<Row> {
  by: string;
  key(row: Row): string | number | undefined;
  descendingFirst?: boolean;
}

function useSort<Row>(rows: readonly Row[], orders: readonly Order<Row>[]) {
  const [step, setStep] = useSaved('sort', 0);
  const at = (which: number) => ({order: orders[Math.floor(which / 2) % orders.length], isReversed: which % 2 === 1});
  const {order, isReversed} = at(step);
  const descending = Boolean(order?.descendingFirst) !== isReversed;
  const sorted = useMemo(() => (order ? sortBy(rows, order.key, descending) : rows), [rows, order, descending]);
  if (orders.length === 0) return {rows, by: '', descending: false, keys: []};
  const next = at(step + 1);
  const title = next.isReversed ? 'Sort: reverse the order' : `Sort by ${next.order?.by.toLowerCase()}`;
  const sortKey = paletteKey('s', 'sort', title, () => setStep((step + 1) % (2 * orders.length)));
  return {rows: sorted, by: order?.by ?? '', descending, keys: [sortKey]};
}

/** The collator is created on first use, because creating it takes longer than a frame. */
let collator: Intl.Collator | undefined;

function compareTexts(one: string, other: string): number {
  collator ??= new Intl.Collator('en', {numeric: true, sensitivity: 'base'});
  return collator.compare(one, other);
}

function sortBy<Row>(rows: readonly Row[], key: (row: Row) => string | number | undefined, descending: boolean): Row[] {
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({row, key: key(row)}))
    .sort(({key: a}, {key: b}) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
      if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
      return direction * compareTexts(String(a), String(b));
    })
    .map(({row}) => row);
}

/** Finds the rows that contain every word of the query. `textOf` must be stable across renders. */
function useSearch<Row>(rows: readonly Row[], textOf: (row: Row) => string) {
  const [query, setQuery] = useSaved('search', '');
  const [open, setOpen] = useState(false);
  const folded = useMemo(() => rows.map((row) => fold(textOf(row))), [rows, textOf]);
  const found = useMemo(() => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    return rows.filter((_, index) => words.every((word) => folded[index]?.includes(word)));
  }, [rows, folded, query]);
  const best = useMemo(() => {
    const text = fold(query).trim();
    if (text === '') return undefined;
    const ranks = found.map((row) => matchRank(fold(textOf(row)), text));
    return found[ranks.indexOf(Math.min(...ranks))];
  }, [found, query, textOf]);
  const empty = (isOpen: boolean) => {
    setQuery('');
    setOpen(isOpen);
  };
  return {
    rows: found,
    best,
    query,
    open,
    setQuery,
    start: () => empty(true),
    keep: () => setOpen(false),
    clear: () => empty(false),
  };
}

/** Ranks a match at the beginning of the text (the row's name) first, then one at the beginning of a word. */
function matchRank(text: string, query: string): number {
  if (text.startsWith(query)) return 0;
  return text.includes(` ${query}`) ? 1 : 2;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
