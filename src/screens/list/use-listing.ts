import {type ListState, useListState} from '../components/list-state.ts';
import type {Pages} from '../hooks/use-pages.ts';
import {type Search, useSearch} from '../hooks/use-search.ts';
import {type Order, type Sort, useSort} from '../hooks/use-sort.ts';

interface ListingOptions<Row> {
  /** The text that a search looks through; stable across renders. */
  words(row: Row): string;
  /** Ways to sort, the first one in force to begin with; stable across renders. Without them rows stay as they come. */
  orders?: readonly Order<Row>[];
  /** The first such row is selected until the selection is moved. */
  prefers?(row: Row): boolean;
}

/** The rows of a ListScreen: read page by page, sorted and searched, one of them selected. */
export interface Listing<Row> {
  pages: Pages<Row>;
  sort: Sort<Row>;
  search: Search<Row>;
  state: ListState<Row>;
  selected: Row | undefined;
}

const NO_ORDERS: readonly never[] = [];

export function useListing<Row extends {id: string}>(
  pages: Pages<Row>,
  {words, orders = NO_ORDERS, prefers}: ListingOptions<Row>,
): Listing<Row> {
  const sort = useSort(pages.items, orders);
  const found = useSearch(sort.rows, words);
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
