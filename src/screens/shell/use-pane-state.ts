import {useMemo, useReducer} from 'react';
import type {Session} from '../../app/session/session.ts';
import type {Kept, Pane} from '../context/pane.ts';

/** The pane of split views, at first shown. */
export function usePaneState(session: Session): Pane {
  const [shown, toggle] = useReducer((before: boolean) => !before, true);
  const [round, forget] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read with one credential is not shown to another
  const kept = useMemo(() => new Map<string, Kept>(), [session]);
  return useMemo(() => ({shown, toggle, kept, round, forget}), [shown, kept, round]);
}
