import {dirname, isAbsolute, relative} from 'node:path';
import {ToolError} from '../model/error.ts';
import {noteProblem, noteText} from '../model/release-notes.ts';
import {fileProblem} from '../model/values.ts';
import type {Files} from '../ports.ts';

/** More bytes than any text within the limit has. */
export const MOST_BYTES = 64 * 1024;

/** A text as it is sent, or what is wrong with it, in words that follow its name. */
export type NotesText = {text: string} | {problem: string};

/** The text that bytes are. A byte order mark and a final line break are dropped. */
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
 * The text of a regular file. A link is followed as long as it stays inside a folder: what came with a repository may
 * not choose a file from elsewhere.
 * @param root the file's own folder unless told
 */
export async function readNotesFile(
  files: Files,
  path: string,
  {root = dirname(path), signal}: {root?: string; signal?: AbortSignal} = {},
): Promise<NotesText> {
  try {
    const stat = await files.stat(path);
    if (!stat) return {problem: (await files.lstat(path)) ? 'leads nowhere' : 'does not exist'};
    if (stat.kind !== 'file') return {problem: stat.kind === 'directory' ? 'is a directory' : 'is not a regular file'};
    const real = await files.realpath(path);
    if (!isInside(await files.realpath(root), real)) return {problem: 'is a link that leads out of the folder'};
    return decodeNotes(await files.read(real, {maxBytes: MOST_BYTES, signal}));
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

/** Whether a path without links in it is inside a directory without links in its path. */
export function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps !== '' && !isAbsolute(steps) && steps.split(/[\\/]/)[0] !== '..';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'leads nowhere',
  ENOTDIR: 'does not exist',
  EFBIG: `is too long: more than ${MOST_BYTES / 1024} KiB`,
  ELOOP: 'is a link that leads back to itself',
};

/** Why a file cannot be read, in words that follow its name. What is not the file's fault is thrown on. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof ToolError || code === undefined) throw error;
  return REASONS[code] ?? `cannot be read: ${fileProblem(error)}`;
}
