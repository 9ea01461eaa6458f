import {useState} from 'react';
import type {NotesResult} from '../../services/model/release-notes.ts';
import type {Drafts} from './drafts.ts';

/** The new texts, with a way back, and what could not be written of them. */
export interface DraftState {
  drafts: Drafts;
  failures: ReadonlyMap<string, string>;
  canUndo: boolean;
  /** Nothing to undo where nothing changes. */
  change(next: (drafts: Drafts) => Drafts): void;
  undo(): void;
  /** What was written is no draft any more; what failed stays one. */
  settle(result: NotesResult): void;
}

const NOTHING: Drafts = new Map();

export function useDrafts(): DraftState {
  const [history, setHistory] = useState<readonly Drafts[]>([NOTHING]);
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(NOTHING);
  return {
    drafts: latest(history),
    failures,
    canUndo: history.length > 1,
    change: (next) =>
      setHistory((before) => {
        const now = latest(before);
        const then = next(now);
        return isSame(now, then) ? before : [...before, then];
      }),
    undo: () => setHistory((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    settle({updated, unchanged, failed}) {
      const done = [...updated, ...unchanged];
      setHistory((before) => [new Map([...latest(before)].filter(([locale]) => !done.includes(locale)))]);
      setFailures(new Map(failed.map(({locale, error}) => [locale, error.message])));
    },
  };
}

function latest(history: readonly Drafts[]): Drafts {
  return history.at(-1) ?? NOTHING;
}

function isSame(one: Drafts, other: Drafts): boolean {
  return one.size === other.size && [...one].every(([locale, text]) => other.get(locale) === text);
}
