import {useState} from 'react';
import {
  NOTES_LIMIT,
  type NotesResult,
  noteProblem,
  noteText,
  type ReleaseNote,
  type VersionNotes,
} from '../../services/model/release-notes.ts';

export interface NotesView extends Pick<VersionNotes, 'notes'> {
  state?: string;
  isFirst: boolean;
  /** `missing` says why there is nothing to copy: `no version is live`. */
  live: VersionNotes | {missing: string};
}

export type Drafts = ReadonlyMap<string, string>;

export interface NotesRow {
  locale: string;
  now?: string;
  text?: string;
  /** Another, earlier locale with the same new text. */
  sameAs?: string;
  failure?: string;
}

export function notesRows(
  notes: readonly ReleaseNote[],
  drafts: Drafts,
  failures: ReadonlyMap<string, string>,
): NotesRow[] {
  const first = new Map<string, string>();
  return notes.map(({locale, whatsNew}) => {
    const now = whatsNew === undefined ? undefined : noteText(whatsNew);
    const draft = drafts.get(locale);
    const text = draft === now ? undefined : draft;
    if (text !== undefined && !first.has(text)) first.set(text, locale);
    const same = text === undefined ? undefined : first.get(text);
    return {locale, now, text, sameAs: same === locale ? undefined : same, failure: failures.get(locale)};
  });
}

/** The first row of the matrix: its keys act on every locale. */
export const ALL = ' all';
export type MatrixRow = NotesRow | typeof ALL;

export function textOf({text, now = ''}: NotesRow): string {
  return text ?? now;
}

/** Sets the text of each row that has one, or drops its draft if the text is blank or unchanged. */
export function withTexts(
  drafts: Drafts,
  rows: readonly NotesRow[],
  newText: (row: NotesRow) => string | undefined,
): Drafts {
  const next = new Map(drafts);
  for (const row of rows) {
    const text = newText(row);
    if (text === undefined) continue;
    const sent = noteText(text);
    if (sent.trim() === '' || sent === row.now) next.delete(row.locale);
    else next.set(row.locale, sent);
  }
  return next;
}

export function targets(rows: readonly NotesRow[], selected: NotesRow | undefined): readonly NotesRow[] {
  return selected && textOf(selected) !== '' ? [selected] : rows.filter((row) => textOf(row) === '');
}

export function changesOf(rows: readonly NotesRow[]): Drafts {
  return new Map(rows.flatMap(({locale, text}) => (text === undefined ? [] : [[locale, text]])));
}

export function problemOf(rows: readonly NotesRow[]): {row: NotesRow; message: string} | undefined {
  const problemIn = ({text}: NotesRow) => (text === undefined ? undefined : noteProblem(text));
  const row = rows.find((one) => problemIn(one) !== undefined);
  return row && {row, message: `${row.locale} ${problemIn(row)}`};
}

export function isTooLong(text: string): boolean {
  return text.length > NOTES_LIMIT;
}

/** `2 changed · 1 missing · 9 unchanged` */
export function countsText(rows: readonly NotesRow[], dot: string): string {
  const changed = changesOf(rows).size;
  const missing = rows.filter((row) => textOf(row) === '').length;
  const counts = [
    [changed, 'changed'],
    [missing, 'missing'],
    [rows.length - changed - missing, 'unchanged'],
  ] as const;
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(` ${dot} `);
}

export interface Editing {
  heading: string;
  rows: readonly NotesRow[];
  start: string;
  text: string;
  accept(text: string): void;
}

export type DraftState = ReturnType<typeof useDrafts>;

export const NO_DRAFTS: Drafts = new Map();

export function useDrafts(kept: Drafts, preset = NO_DRAFTS) {
  const [history, setHistory] = useState<readonly Drafts[]>(() =>
    kept.size === 0
      ? [preset]
      : preset === NO_DRAFTS
        ? [NO_DRAFTS, kept]
        : [NO_DRAFTS, kept, new Map([...kept, ...preset])],
  );
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(NO_DRAFTS);
  const [unsent, setUnsent] = useState(kept);
  const drafts = last(history);
  return {
    drafts,
    failures,
    canUndo: history.length > 1,
    /** How many texts, of earlier or not accepted by the store, the next undo drops at once. */
    droppedByUndo: history.length > 1 && drafts === unsent ? unsent.size : 0,
    change: (next: (drafts: Drafts) => Drafts) =>
      setHistory((before) => {
        const now = last(before);
        const then = next(now);
        return isSame(now, then) ? before : [...before, then];
      }),
    undo: () => setHistory((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    /** Drops the drafts that were written; failed ones stay until they are sent again, or undone. */
    drop({updated, unchanged, failed}: NotesResult) {
      const written = [...updated, ...unchanged];
      const left = new Map([...drafts].filter(([locale]) => !written.includes(locale)));
      setHistory(left.size > 0 ? [NO_DRAFTS, left] : [left]);
      setUnsent(left);
      setFailures(new Map(failed.map(({locale, error, because = error}) => [locale, because.summary])));
    },
  };
}

function last(history: readonly Drafts[]): Drafts {
  return history.at(-1) ?? NO_DRAFTS;
}

function isSame(one: Drafts, other: Drafts): boolean {
  return one.size === other.size && [...one].every(([locale, text]) => other.get(locale) === text);
}
