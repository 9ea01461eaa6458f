import {useMemo} from 'react';
import type {Session} from '../../app/session/session.ts';
import type {Readiness} from '../../services/model/readiness.ts';
import type {Checked} from '../context/checked.ts';

interface Note {
  readiness: Readiness;
  revision: number;
}

/** @param revision grows with every write */
export function useChecked(session: Session, revision: number): Checked {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session has notes of its own
  const notes = useMemo(() => new Map<string, Note>(), [session]);
  return useMemo(
    () => ({
      note: (readiness) => void notes.set(readiness.versionId, {readiness, revision}),
      of(versionId) {
        const note = notes.get(versionId);
        return note?.revision === revision ? note.readiness : undefined;
      },
    }),
    [notes, revision],
  );
}
