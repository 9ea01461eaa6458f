import {useEffect, useMemo, useRef} from 'react';
import {type App, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Column} from '../components/list-model.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {useDisplay} from '../context/services.ts';
import {fullTitle, stateDisplay} from '../text/labels.ts';
import {segmentsOf} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {useWatching} from './use-watch.ts';

export interface WatchedVersion {
  version: StoreVersion;
  app: App | undefined;
}

const NO_IDS: ReadonlySet<string> = new Set();
const NONE: readonly never[] = [];
const noVersions = () => NONE;

function useChanges<Row extends {id: string}>(
  rows: readonly Row[],
  versionsOf: (row: Row) => readonly WatchedVersion[],
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
      for (const {version, app} of versionsOf(row)) {
        const {id, state} = version;
        tell(version, app);
        if (states.has(id) && states.get(id) !== state) {
          news.push(`${fullTitle(app, version)}: ${stateDisplay(state).name}`);
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
  useChanges(rows, (one) => [{app, version: one}], undefined);
  useStartOfWait(version);
}

/** Starts watching automatically once a version that was shown before begins to wait for the store. */
function useStartOfWait(version: StoreVersion | undefined): void {
  const {saved} = useEntry();
  const {start} = useWatching();
  useEffect(() => {
    if (!version) return;
    const isMoving = stateIs(version.state, 'moving');
    if (isMoving && saved.get('not moving') === version.id) start();
    saved.set('not moving', isMoving ? undefined : version.id);
  }, [version, saved, start]);
}

export function useWatchedRows<Row extends {id: string}>(
  {items, pages: requests}: {items: readonly Row[]; pages: number},
  selectedId: string | undefined,
  columns: readonly Column<Row>[],
  versionsOf: ((row: Row) => readonly WatchedVersion[]) | undefined,
) {
  const {theme} = useDisplay();
  const changed = useChanges(versionsOf ? items : NONE, versionsOf ?? noVersions, selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the states belong to the rows
  const underWay = useMemo(
    () => items.some((row) => versionsOf?.(row).some(({version}) => stateIs(version.state, 'moving'))),
    [items],
  );
  const marked = useMemo(() => markChanged(columns, changed, theme.glyphs), [columns, changed, theme]);
  return versionsOf && {watched: {underWay, requests}, columns: marked};
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
