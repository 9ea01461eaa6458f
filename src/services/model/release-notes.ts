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

/** The release notes of a version by locale, and the version itself where it has a locale. */
export interface VersionNotes {
  versionId: string;
  version?: StoreVersion;
  notes: ReleaseNote[];
}

/** The longest text, in UTF-16 code units, which is how the service counts. */
export const NOTES_LIMIT = 4000;

/** A text as it is sent: line breaks are line feeds, and a final one is dropped. */
export function noteText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
}

/** What is wrong with a text, in words that follow its name; undefined when it can be sent. */
export function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (looksLikeKey(text)) return 'holds a private key, which is never sent';
  if (text.length <= NOTES_LIMIT) return undefined;
  return `is too long: ${text.length} characters (UTF-16 units), ${NOTES_LIMIT} are the limit`;
}

/**
 * Which text each locale gets; those without one stay as they are. It is told the locales that the version has.
 * @throws ToolError usage
 */
export type NotesPlan = (
  locales: readonly string[],
) => ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>;

/** What became of a version's release notes, by locale. */
export interface NotesResult {
  versionId: string;
  updated: string[];
  unchanged: string[];
  failed: {locale: string; error: ToolError}[];
  /** Said of writes whose answer was lost, though they were carried out. */
  remarks: string[];
}
