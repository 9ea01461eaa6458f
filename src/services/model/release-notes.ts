import {looksLikeKey} from './clean.ts';
import type {ToolError} from './error.ts';
import type {StoreVersion} from './version.ts';

/** What's New of a version in one language. */
export interface ReleaseNote {
  id: string;
  /** e.g. `de-DE` */
  locale: string;
  /** Absent while there is none. */
  whatsNew?: string;
}

/** With the version itself, where it has a locale. */
export interface VersionNotes {
  versionId: string;
  version?: StoreVersion;
  notes: ReleaseNote[];
}

/** In UTF-16 code units, which is how the service counts. */
export const NOTES_LIMIT = 4000;

/** A text as it is sent: line breaks are line feeds, and a final one is dropped. */
export function noteText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

/** What is wrong with a text, as a predicate; undefined when it can be sent. */
export function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (looksLikeKey(text)) return 'holds a private key, which is never sent';
  if (text.length <= NOTES_LIMIT) return undefined;
  return `is too long: ${text.length} characters (UTF-16 units), ${NOTES_LIMIT} are the limit`;
}

/** Given the locales of a version, the text for each; the others stay as they are. @throws ToolError usage */
export type NotesPlan = (
  locales: readonly string[],
) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

export interface NotesResult {
  versionId: string;
  updated: string[];
  unchanged: string[];
  failed: {locale: string; error: ToolError}[];
  /** Where the answer to a write was lost, though it was carried out. */
  remarks: string[];
}
