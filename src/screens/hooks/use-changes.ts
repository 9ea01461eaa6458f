import {useEffect, useMemo, useRef} from 'react';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Column} from '../components/list-model.ts';
import {useSaved} from '../context/router.ts';
import {useDisplay} from '../context/services.ts';
import {fullTitle, stateDisplay} from '../text/labels.ts';
import {segmentsOf} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {useWatching} from './use-watch.ts';

export interface WatchedState {
  id: string;
  name: string;
  state: string | undefined;
  version: StoreVersion;
  app: App | undefined;
}

export function watchedState(app: App | undefined, version: StoreVersion): WatchedState {
  return {id: version.id, name: fullTitle(app, version), state: version.state, version, app};
}

const NO_IDS: ReadonlySet<string> = new Set();
const NONE: readonly never[] = [];
const noStates = () => NONE;

function useChanges<Row extends {id: string}>(
  rows: readonly Row[],
  statesOf: (row: Row) => readonly WatchedState[],
  selectedId: string | undefined,
): ReadonlySet<string> {
  const {on, ring, tell} = useWatching();
  const [changed, setChanged] = useSaved('changed', NO_IDS);
  const known = useRef<Map<string, string | undefined>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: compares each reading with the one before it
  useEffect(() => {
    if (!on) {
      known.current = undefined;
      return;
    }
    const states = known.current ?? new Map<string, string | undefined>();
    known.current = states;
    const news: string[] = [];
    const added = new Set<string>();
    for (const row of rows) {
      for (const {id, name, state, version, app} of statesOf(row)) {
        tell(version, app);
        if (states.has(id) && states.get(id) !== state) {
          news.push(`${name}: ${stateDisplay(state).name}`);
          added.add(row.id);
        }
        states.set(id, state);
      }
    }
    if (news.length === 0) return;
    setChanged(new Set([...changed, ...added]));
    ring(news.length === 1 ? `${news[0]}` : `${news[0]} and ${news.length - 1} more`);
  }, [on, rows]);

  const selectedBefore = useRef(selectedId);
  useEffect(() => {
    const seen = [selectedBefore.current, selectedId];
    if (selectedId === selectedBefore.current) return;
    selectedBefore.current = selectedId;
    const left = [...changed].filter((id) => !seen.includes(id));
    if (left.length < changed.size) setChanged(new Set(left));
  }, [selectedId, changed, setChanged]);
  return changed;
}

export function useWatchedVersion(app: App | undefined, version: StoreVersion | undefined): void {
  const rows = useMemo(() => (version ? [version] : NONE), [version]);
  useChanges(rows, (one) => [watchedState(app, one)], undefined);
}

export function useWatchedRows<Row extends {id: string}>(
  {items, pages: requests}: {items: readonly Row[]; pages: number},
  selectedId: string | undefined,
  columns: readonly Column<Row>[],
  statesOf: ((row: Row) => readonly WatchedState[]) | undefined,
) {
  const {on} = useWatching();
  const {theme} = useDisplay();
  const changed = useChanges(statesOf ? items : NONE, statesOf ?? noStates, selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states are those of the rows
  const underWay = useMemo(
    () => on && items.some((row) => statesOf?.(row).some(({state}) => stateIs(state, 'moving'))),
    [on, items],
  );
  const marked = useMemo(() => markChanged(columns, changed, theme.glyphs), [columns, changed, theme]);
  return statesOf && {watched: {underWay, requests}, columns: marked};
}

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
