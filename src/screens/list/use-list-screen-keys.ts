import {useShell} from '../context/shell.ts';
import type {Load} from '../hooks/use-load.ts';
import type {Binding} from '../input/keyboard.ts';
import {capitalized} from '../text/labels.ts';
import type {Listing} from './use-listing.ts';

export interface ListKeys<Row> {
  listing: Listing<Row>;
  /** `app` */
  noun: string;
  /** Enter on the selected row. */
  open: {
    /** For the footer: `open`. */
    label: string;
    /** `Open this version` */
    title: string;
    /** Why the selected row cannot be opened. */
    unavailable?: string;
    run(row: Row): void;
  };
  /** Further keys, most useful first. */
  keys?: readonly Binding[];
  /** Removes the filter; Esc does that before it leaves the screen. Undefined while there is no filter. */
  clearFilter?(): void;
}

/** The keys of a ListScreen. @param load of the screen: while it is running, Esc stops it */
export function useListScreenKeys<Row extends {id: string}>(
  {listing, noun, open, keys = [], clearFilter}: ListKeys<Row>,
  {slow, retryIn}: Load<unknown>,
): Binding[] {
  const {copyId} = useShell();
  const {search, sort, selected} = listing;
  const nothing = selected ? undefined : `there is no ${noun} here`;
  const clear = search.query === '' ? clearFilter : search.clear;
  return [
    {
      keys: ['enter'],
      label: open.label,
      title: open.title,
      unavailable: nothing ?? open.unavailable,
      run: () => selected && open.run(selected),
    },
    ...keys,
    {keys: ['/'], label: 'search', title: 'Search the loaded rows', inPalette: true, run: search.start},
    ...sort.keys,
    ...(clear && !slow && retryIn === 0
      ? [{keys: ['esc'], label: 'show all', shown: 'help' as const, run: clear}]
      : []),
    {
      keys: ['y'],
      label: 'copy ID',
      title: `Copy the ${noun} ID`,
      shown: 'help',
      inPalette: true,
      unavailable: nothing,
      run: () => selected && copyId(selected.id, `${capitalized(noun)} ID`),
    },
  ];
}
