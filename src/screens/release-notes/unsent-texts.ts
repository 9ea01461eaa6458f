import {dirname, join} from 'node:path';
import {useEffect, useLayoutEffect, useRef, useState} from 'react';
import {looksLikeKey} from '../../services/model/key-text.ts';
import {
  NOTES_LIMIT,
  type NotesResult,
  noteProblem,
  noteText,
  type ReleaseNote,
} from '../../services/model/release-notes.ts';
import {isId, isObject, parsedJson} from '../../services/model/values.ts';
import {untilLeft, useServices} from '../context/services.ts';
import {useShell} from '../context/shell.ts';
import {useWrites} from '../context/writes.ts';

export type UnsentTexts = ReadonlyMap<string, string>;

export interface NotesRow {
  locale: string;
  now?: string;
  text?: string;
  sameAs?: string;
  failure?: string;
}

export function notesRows(
  notes: readonly ReleaseNote[],
  unsentTexts: UnsentTexts,
  failures: ReadonlyMap<string, string>,
): NotesRow[] {
  const first = new Map<string, string>();
  return notes.map(({locale, whatsNew}) => {
    const now = whatsNew === undefined ? undefined : noteText(whatsNew);
    const unsent = unsentTexts.get(locale);
    const text = unsent === now ? undefined : unsent;
    if (text === undefined) return {locale, now};
    if (!first.has(text)) first.set(text, locale);
    const same = first.get(text);
    return {locale, now, text, sameAs: same === locale ? undefined : same, failure: failures.get(locale)};
  });
}

export const ALL = ' all';
export type MatrixRow = NotesRow | typeof ALL;

export function textOf({text, now = ''}: NotesRow): string {
  return text ?? now;
}

/** Sets each row's new text, unless it is undefined. Drops text that is blank or the same as in the store. */
export function withTexts(
  unsentTexts: UnsentTexts,
  rows: readonly NotesRow[],
  newText: (row: NotesRow) => string | undefined,
): UnsentTexts {
  const next = new Map(unsentTexts);
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

export function changesOf(rows: readonly NotesRow[]): UnsentTexts {
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
  /** If set, Ctrl+S sends the text with this command at once, because there is no old text to compare it with. */
  command?: string;
}

export type UnsentState = ReturnType<typeof useUnsentTexts>;

export const NO_TEXTS: UnsentTexts = new Map();

export function useUnsentTexts(kept: UnsentTexts, preset = NO_TEXTS) {
  const {toast} = useShell();
  const [history, setHistory] = useState<readonly UnsentTexts[]>(() => {
    if (kept.size === 0) return [preset];
    return [NO_TEXTS, kept, ...(preset.size > 0 ? [new Map([...kept, ...preset])] : [])];
  });
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(NO_TEXTS);
  const [restored, setRestored] = useState(kept);
  const unsentTexts = history.at(-1) ?? NO_TEXTS;
  const change = (next: UnsentTexts) => {
    if (!isSame(unsentTexts, next)) setHistory([...history, next]);
  };
  return {
    unsentTexts,
    failures,
    canUndo: history.length > 1,
    droppedByUndo: history.length > 1 && unsentTexts === restored ? restored.size : 0,
    change,
    put(rows: readonly NotesRow[], text: string, kept = ''): boolean {
      if (looksLikeKey(text)) {
        toast(`The text contains a private key: it was left out.${kept}`, 'bad');
        return false;
      }
      if (text.trim() === '') toast('An empty text is not sent: the locale keeps what it has.', 'busy');
      change(withTexts(unsentTexts, rows, () => text));
      return true;
    },
    undo: () => setHistory((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    drop({updated, unchanged, failed}: NotesResult) {
      const written = [...updated, ...unchanged];
      const left = new Map([...unsentTexts].filter(([locale]) => !written.includes(locale)));
      setHistory(left.size > 0 ? [NO_TEXTS, left] : [left]);
      setRestored(left);
      setFailures(new Map(failed.map(({locale, error, because = error}) => [locale, because.summary])));
    },
  };
}

function isSame(one: UnsentTexts, other: UnsentTexts): boolean {
  return one.size === other.size && [...one].every(([locale, text]) => other.get(locale) === text);
}

export interface KeptTexts {
  texts: UnsentTexts;
  at?: string;
}

const NONE: KeptTexts = {texts: new Map()};
/** Changed texts are saved after this many milliseconds, so that a file is not written at every key press. */
const KEEP_MS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

function useDraftFile(versionId: string) {
  const {session, host} = useServices();
  const {files, clock} = host;
  const path = async () => {
    if (!isId(versionId)) throw new Error('not a file name');
    return join(await (await session.credentials()).toolDirectory(), 'drafts', `${versionId}.json`);
  };
  return {
    async read(): Promise<KeptTexts> {
      const kept = parsedJson(new TextDecoder().decode(await files.read(await path(), {maxBytes: MAX_BYTES})));
      if (!isObject(kept) || !isObject(kept.texts)) return NONE;
      const texts = Object.entries(kept.texts).filter((one): one is [string, string] => typeof one[1] === 'string');
      return {texts: new Map(texts), at: typeof kept.at === 'string' ? kept.at : undefined};
    },
    async write(texts: UnsentTexts): Promise<void> {
      const kept = [...texts].filter(([, text]) => !looksLikeKey(text));
      if (kept.length === 0) return files.remove(await path());
      await files.makeDirectory(dirname(await path()), 0o700);
      const content = {at: new Date(clock.now()).toISOString(), texts: Object.fromEntries(kept)};
      await files.writeAtomic(await path(), `${JSON.stringify(content)}\n`, 0o600);
    },
  };
}

export function useKeptTexts(versionId: string): KeptTexts | undefined {
  const file = useDraftFile(versionId);
  const writes = useWrites();
  const [kept, setKept] = useState<KeptTexts>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on mount
  useEffect(() => {
    writes.inTurn(file.read).then(setKept, () => setKept(NONE));
  }, [versionId]);
  return kept;
}

/** @returns a function that discards the texts, except for `rest` */
export function useKeepTexts(versionId: string, texts: UnsentTexts, rest: UnsentTexts): () => void {
  const {clock} = useServices().host;
  const writes = useWrites();
  const file = useDraftFile(versionId);
  const now = useRef({texts, rest, written: texts, isDiscarded: false}).current;
  Object.assign(now, {texts, rest});
  const write = (next: UnsentTexts) => {
    if (next === now.written) return;
    now.written = next;
    // If the file cannot be written, the texts last as long as the screen.
    writes.inTurn(() => file.write(next)).catch(() => {});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the texts change
  useEffect(() => {
    now.isDiscarded = false;
    return untilLeft((signal) => clock.sleep(KEEP_MS, signal).then(() => write(texts)));
  }, [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only on unmount
  useLayoutEffect(() => () => write(now.isDiscarded ? now.rest : now.texts), []);
  return () => {
    now.isDiscarded = true;
  };
}
