import {looksLikeKey} from './clean.ts';
import type {ToolError} from './error.ts';
import type {Noted} from './outcome.ts';
import type {StoreVersion} from './version.ts';

export interface ReleaseNote {
  id: string;
  locale: string;
  whatsNew?: string;
}

/** The version is absent when it has no locale. */
export interface VersionNotes {
  versionId: string;
  version?: StoreVersion;
  notes: ReleaseNote[];
}

export interface VersionFacts {
  version: StoreVersion;
  /** What's New by locale. */
  notes: ReleaseNote[];
  primaryLocale?: string;
}

/** UTF-16 code units, which is how the service counts. */
export const NOTES_LIMIT = 4000;

/** Line breaks become line feeds; a final one is dropped. */
export function noteText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

export function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (looksLikeKey(text)) return 'contains a private key, which is never sent';
  if (text.length <= NOTES_LIMIT) return undefined;
  return `is too long: ${text.length} characters (UTF-16 units); the limit is ${NOTES_LIMIT}`;
}

/**
 * Maps a version's locales, with what they and the version are now, to the text for each; omitted ones stay unchanged.
 * @throws ToolError usage, or conflict: nothing is written then
 */
export type NotesPlan = (
  locales: readonly string[],
  notes: readonly ReleaseNote[],
  version?: StoreVersion,
) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

export interface NotesResult extends Noted {
  versionId: string;
  updated: string[];
  unchanged: string[];
  failed: {locale: string; error: ToolError}[];
}

/** Those whose text differs from the one given for their locale. */
export function changedNotes<Note extends Pick<ReleaseNote, 'locale' | 'whatsNew'>>(
  notes: readonly Note[],
  texts: ReadonlyMap<string, string>,
): Note[] {
  return notes.filter(({locale, whatsNew = ''}) => texts.has(locale) && noteText(whatsNew) !== texts.get(locale));
}
