import {dirname, isAbsolute, relative} from 'node:path';
import {ToolError} from '../model/error.ts';
import {noteProblem, noteText} from '../model/release-notes.ts';
import {fileProblem} from '../model/values.ts';
import type {Files} from '../ports.ts';

/** More bytes than any text within the limit has. */
export const MAX_NOTES_BYTES = 64 * 1024;

/** A text as it is sent, or a problem that follows its name. */
export type NotesText = {text: string} | {problem: string};

/** Drops a byte order mark and a final line break. */
export function decodeNotes(bytes: Uint8Array): NotesText {
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return {problem: 'is not UTF-8'};
  }
  const text = noteText(decoded);
  const problem = noteProblem(text);
  return problem === undefined ? {text} : {problem};
}

/**
 * Reads a regular file. A link is followed as long as it stays inside `root`, by default the file's folder: a
 * repository must not choose a file from elsewhere.
 */
export async function readNotesFile(
  files: Files,
  path: string,
  {root = dirname(path), signal}: {root?: string; signal?: AbortSignal} = {},
): Promise<NotesText> {
  try {
    const stat = await files.stat(path);
    if (!stat) return {problem: (await files.lstat(path)) ? 'is a broken link' : 'does not exist'};
    if (stat.kind !== 'file') return {problem: stat.kind === 'directory' ? 'is a directory' : 'is not a regular file'};
    const real = await files.realpath(path);
    if (!isInside(await files.realpath(root), real)) return {problem: 'is a link that points outside the folder'};
    return decodeNotes(await files.read(real, {maxBytes: MAX_NOTES_BYTES, signal}));
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

export function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps !== '' && !isAbsolute(steps) && steps.split(/[\\/]/)[0] !== '..';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is a broken link',
  ENOTDIR: 'does not exist',
  EFBIG: `is too long: more than ${MAX_NOTES_BYTES / 1024} KiB`,
  ELOOP: 'is a link that points back to itself',
};

/** A problem that follows the file's name. Errors that are not the file's are rethrown. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof ToolError || code === undefined) throw error;
  return REASONS[code] ?? `cannot be read: ${fileProblem(error)}`;
}
