import {NOTES_LIMIT, noteProblem, noteText, type ReleaseNote} from '../../services/model/release-notes.ts';

/** New texts by locale. */
export type Drafts = ReadonlyMap<string, string>;

/** One locale of the matrix. */
export interface NotesRow {
  locale: string;
  /** The text that the version has. */
  now?: string;
  /** The new one, where it differs. */
  text?: string;
  /** The first locale with the same new text, when that is another one. */
  sameAs?: string;
  /** Why it was not written. */
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

/** The text that a locale has or gets; empty when there is none. */
export function textOf({text, now = ''}: NotesRow): string {
  return text ?? now;
}

/** With another text for a locale; without one when it is blank, or what the version has. */
export function withText(drafts: Drafts, {locale, now}: NotesRow, text: string): Drafts {
  const next = new Map(drafts);
  const sent = noteText(text);
  if (sent.trim() === '' || sent === now) next.delete(locale);
  else next.set(locale, sent);
  return next;
}

/** The locales that a text for several goes to: those without one, or on a locale that has a text, only that. */
export function targets(rows: readonly NotesRow[], selected: NotesRow): readonly NotesRow[] {
  return textOf(selected) === '' ? rows.filter((row) => textOf(row) === '') : [selected];
}

export function changesOf(rows: readonly NotesRow[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({locale, text}) => (text === undefined ? [] : [[locale, text]])));
}

/** The first text that cannot be sent, and why in a sentence. */
export function problemOf(rows: readonly NotesRow[]): {index: number; message: string} | undefined {
  for (const [index, {locale, text}] of rows.entries()) {
    const problem = text === undefined ? undefined : noteProblem(text);
    if (problem !== undefined) return {index, message: `${locale} ${problem}`};
  }
  return undefined;
}

export function isTooLong(text: string): boolean {
  return text.length > NOTES_LIMIT;
}

/** `2 changed · 1 missing · 9 as they are` */
export function countsText(rows: readonly NotesRow[], dot: string): string {
  const changed = changesOf(rows).size;
  const missing = rows.filter((row) => textOf(row) === '').length;
  const counts = [
    [changed, 'changed'],
    [missing, 'missing'],
    [rows.length - changed - missing, 'as they are'],
  ] as const;
  return counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(` ${dot} `);
}
