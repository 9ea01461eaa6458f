import {dirname, isAbsolute, relative} from 'node:path';
import {ToolError} from '../model/error.ts';
import {noTextProblem} from '../model/no-text.ts';
import {noteProblem, noteText} from '../model/release-notes.ts';
import {fileProblem, orElse} from '../model/values.ts';
import type {Files} from '../ports.ts';

export const MAX_NOTES_BYTES = 64 * 1024;

export type NotesText = {text: string} | {problem: string};

export function decodeNotes(bytes: Uint8Array): NotesText {
  const decoded = orElse(() => new TextDecoder('utf-8', {fatal: true}).decode(bytes), undefined);
  if (decoded === undefined) {
    const head = String.fromCharCode(...bytes.subarray(0, 10));
    if (/^(?:\xff\xfe|\xfe\xff)/.test(head)) return {problem: 'is UTF-16: save it as UTF-8'};
    return {problem: noTextProblem(head.replace(/[\x80-\xff].*/s, '')) ?? 'is not UTF-8'};
  }
  const text = noteText(decoded);
  const problem = noteProblem(text);
  return problem === undefined ? {text} : {problem};
}

export interface NotesPlace {
  path: string;
  shown: string;
  /** A path below this folder must not lead out of it through a link. */
  cwd: string;
}

/** Reads a regular file. A link is followed inside the file's folder: a repository must not choose a file from elsewhere. */
export async function readNotesFile(files: Files, {path, cwd}: NotesPlace, signal?: AbortSignal): Promise<NotesText> {
  try {
    const problem = await escapeProblem(files, cwd, dirname(path));
    return problem === undefined ? await readInside(files, dirname(path), path, signal) : {problem};
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

export async function readInside(files: Files, root: string, path: string, signal?: AbortSignal): Promise<NotesText> {
  const stat = await files.stat(path);
  if (!stat) return {problem: (await files.lstat(path)) ? 'is a broken link' : 'does not exist'};
  if (stat.kind !== 'file') return {problem: stat.kind === 'directory' ? 'is a directory' : 'is not a regular file'};
  const real = await files.realpath(path);
  const problem = linkProblem(await files.realpath(root), real);
  if (problem !== undefined) return {problem};
  return decodeNotes(await files.read(real, {maxBytes: MAX_NOTES_BYTES, signal}));
}

function stepsBelow(root: string, path: string): readonly string[] | undefined {
  const way = relative(root, path);
  const steps = way.split(/[\\/]/);
  return way === '' || isAbsolute(way) || steps[0] === '..' ? undefined : steps;
}

export function linkProblem(root: string, path: string): string | undefined {
  const steps = stepsBelow(root, path);
  if (!steps) return 'is a link that points outside the folder';
  return steps.includes('.git') ? 'is a link that points into a .git folder' : undefined;
}

export async function escapeProblem(files: Files, cwd: string, folder: string): Promise<string | undefined> {
  if (!stepsBelow(cwd, folder)) return undefined;
  let existing = folder;
  while (!(await files.lstat(existing))) existing = dirname(existing);
  const [root, real] = [await files.realpath(cwd), await files.realpath(existing)];
  if (real === root || stepsBelow(root, real)) return undefined;
  return 'is behind a link that leads out of the working folder: give the path that it leads to';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is a broken link',
  ENOTDIR: 'does not exist',
  EFBIG: `is too long: more than ${MAX_NOTES_BYTES / 1024} KiB`,
  ELOOP: 'is a link that points back to itself',
};

/** Returns a problem that follows the file's name. Rethrows errors of other kinds. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof ToolError || code === undefined) throw error;
  return REASONS[code] ?? `cannot be read: ${fileProblem(error)}`;
}
