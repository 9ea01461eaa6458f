import {useMemo} from 'react';
import {stateIs} from '../../services/model/states.ts';
import type {Column} from '../components/column-layout.ts';
import {useDisplay} from '../context/display.ts';
import {useWatching} from '../context/watching.ts';
import {useChanges, type WatchedState} from '../hooks/use-changes.ts';
import type {Watched} from '../hooks/use-watch.ts';
import {segmentsOf} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import type {Listing} from './use-listing.ts';

interface WatchedRows<Row> {
  watched: Watched;
  /** The same columns, with a mark on rows that have changed and were not selected since. */
  columns: readonly Column<Row>[];
}

/** What watching does with a list. @param statesOf undefined for a list that is not watched */
export function useWatchedRows<Row extends {id: string}>(
  {pages, selected}: Listing<Row>,
  columns: readonly Column<Row>[],
  statesOf: ((row: Row) => readonly WatchedState[]) | undefined,
): WatchedRows<Row> | undefined {
  const {on} = useWatching();
  const {theme} = useDisplay();
  const {items, pages: requests} = pages;
  const changed = useChanges(statesOf ? items : NOTHING, statesOf ?? noStates, selected?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are those of the rows
  const underWay = useMemo(
    () => on && items.some((row) => statesOf?.(row).some(({state}) => stateIs(state, 'moving'))),
    [on, items],
  );
  const marked = useMemo(() => markChanged(columns, changed, theme.glyphs), [columns, changed, theme]);
  return statesOf && {watched: {underWay, requests}, columns: marked};
}

const NOTHING: readonly never[] = [];
const noStates = () => NOTHING;

function markChanged<Row extends {id: string}>(
  columns: readonly Column<Row>[],
  changed: ReadonlySet<string>,
  glyphs: Glyphs,
): readonly Column<Row>[] {
  if (changed.size === 0) return columns;
  const mark = {text: `${glyphs.changed} `, tone: 'accent', bold: true} as const;
  const room = mark.text.length;
  return columns.map((column): Column<Row> => {
    const {showsState, cell, spoken, min, max} = column;
    if (!showsState) return column;
    return {
      ...column,
      min: min && min + room,
      max: max && max + room,
      cell: (row) => (changed.has(row.id) ? [mark, ...segmentsOf(cell(row))] : cell(row)),
      spoken: spoken && ((row) => (changed.has(row.id) ? `changed: ${spoken(row)}` : spoken(row))),
    };
  });
}
