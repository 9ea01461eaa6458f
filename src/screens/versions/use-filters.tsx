import {type ReactNode, useState} from 'react';
import {useEntry, useSaved} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';
import {FilterDialog, type FilterKind, type Filters, NO_FILTERS} from './filters.tsx';

export interface FilterState {
  filters: Filters;
  /** Removes the filters; undefined while there are none. */
  clear: (() => void) | undefined;
  keys: readonly Binding[];
  /** The picker, while it is open. */
  dialog: ReactNode;
}

/** The filters in force, kept for when the screen is returned to, and their pickers. */
export function useFilters(): FilterState {
  const {states = [], platforms = [], picking: first} = useEntry().params;
  const [filters, setFilters] = useSaved<Filters>('filters', {states, platforms});
  const [picking, setPicking] = useState<FilterKind | undefined>(first);
  const isFiltered = filters.states.length + filters.platforms.length > 0;
  const apply = (chosen: Filters) => {
    setPicking(undefined);
    setFilters(chosen);
  };
  return {
    filters,
    clear: isFiltered ? () => setFilters(NO_FILTERS) : undefined,
    keys: [
      {keys: ['f'], label: 'states', title: 'Filter by state', inPalette: true, run: () => setPicking('states')},
      {
        keys: ['p'],
        label: 'platforms',
        title: 'Filter by platform',
        inPalette: true,
        run: () => setPicking('platforms'),
      },
    ],
    dialog: picking && (
      <FilterDialog kind={picking} filters={filters} onCancel={() => setPicking(undefined)} onApply={apply} />
    ),
  };
}
