import {useEffect, useRef} from 'react';
import type {App, StoreVersion} from '../../services/model/version.ts';
import {useSaved} from '../context/router.ts';
import {useWatching} from '../context/watching.ts';
import {fullTitle} from '../text/labels.ts';
import {stateWords} from '../text/words.ts';

/** A version whose state is watched. */
export interface WatchedState {
  id: string;
  /** `Aurora Notes 3.3.0 iOS` */
  name: string;
  state: string | undefined;
}

export function watchedState(app: App | undefined, version: StoreVersion): WatchedState {
  return {id: version.id, name: fullTitle(app, version), state: version.state};
}

const NONE: ReadonlySet<string> = new Set();

/**
 * While watching is on: which rows have a version whose state has changed, each until it has been selected. A change
 * rings.
 *
 * @param rows as read last
 */
export function useChanges<Row extends {id: string}>(
  rows: readonly Row[],
  statesOf: (row: Row) => readonly WatchedState[],
  selectedId: string | undefined,
): ReadonlySet<string> {
  const {on, ring} = useWatching();
  const [changed, setChanged] = useSaved('changed', NONE);
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
      for (const {id, name, state} of statesOf(row)) {
        if (states.has(id) && states.get(id) !== state) {
          news.push(`${name}: ${stateWords(state).name}`);
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
