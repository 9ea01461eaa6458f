import {dirname, join} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {noteText, type ReleaseNote} from '../model/release-notes.ts';
import {isDeviceName} from '../model/values.ts';
import type {Files} from '../ports.ts';
import {DEFAULT_LOCALE, isFolder, NOTES_FILE} from './read-folder.ts';
import {decodeNotes, isInside, MAX_NOTES_BYTES, readProblem} from './text-file.ts';

interface Target {
  locale: string;
  path: string;
  shown: string;
  content: string;
  mode?: number;
}

/**
 * Writes the texts that differ into DIR/LOCALE/release_notes.txt, after examining all of them.
 * @param directory absolute
 * @param shown the directory in messages
 * @param force overwrite what differs
 * @param hint what to do when only files that differ are in the way
 * @returns the locales written
 * @throws ToolError conflict, with everything that is in the way, before any write
 */
export async function writeNotesFolder(
  files: Files,
  notes: readonly ReleaseNote[],
  {directory, shown, force, hint}: {directory: string; shown: string; force: boolean; hint?: string},
  signal?: AbortSignal,
): Promise<string[]> {
  const root = (await isFolder(files, {directory, shown})) ? await files.realpath(directory) : directory;
  const targets: Target[] = [];
  const problems: string[] = [];
  let canForce = true;
  for (const {locale, whatsNew} of notes) {
    if (whatsNew === undefined) continue;
    const name = join(shown, folderName(locale), NOTES_FILE);
    const content = `${noteText(whatsNew)}\n`;
    const found = await place(files, root, locale, content, force);
    if (found === undefined) continue;
    const clash = 'path' in found && targets.find((other) => other.path === found.path && other.content !== content);
    canForce &&= !clash && !('problem' in found && !found.canForce);
    if (clash) problems.push(`${quoted(name)} is the same file as ${quoted(clash.shown)}, with another text`);
    else if ('problem' in found) problems.push(`${quoted(name)} ${found.problem}`);
    else targets.push({...found, locale, shown: name, content});
  }
  if (problems.length > 0) {
    const message = [...problems, 'Nothing was written.'].join('\n');
    throw new ToolError('conflict', message, {hint: canForce ? hint : undefined});
  }
  return writeAll(files, targets, signal);
}

/** A locale becomes a folder name: never one that leads elsewhere, or that Windows cannot check out. */
function folderName(locale: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(locale) && locale !== DEFAULT_LOCALE && !isDeviceName(locale)) return locale;
  throw new ToolError('service', `The service sent a locale that cannot be a folder name: ${quoted(locale)}`);
}

/** Where a text goes, an obstacle, or undefined when the file is already right. */
async function place(
  files: Files,
  root: string,
  locale: string,
  content: string,
  force: boolean,
): Promise<{path: string; mode?: number} | {problem: string; canForce?: true} | undefined> {
  const plain = join(root, locale, NOTES_FILE);
  try {
    if (!(await files.lstat(plain))) {
      // Missing folders are created, except behind a dangling link.
      if (!(await files.lstat(dirname(plain)))) return {path: plain};
      const folder = await files.realpath(dirname(plain));
      if (!isInside(root, folder)) return {problem: 'is behind a link that points outside the folder'};
      if ((await files.stat(folder))?.kind !== 'directory') return {problem: 'is behind a file'};
      return {path: join(folder, NOTES_FILE)};
    }
    const path = await files.realpath(plain);
    if (!isInside(root, path)) return {problem: 'is a link that points outside the folder'};
    const stat = await files.stat(path);
    if (stat?.kind !== 'file') return {problem: 'is not a regular file'};
    if (await isSame(files, path, content)) return undefined;
    return force ? {path, mode: stat.mode & 0o777} : {problem: 'differs', canForce: true};
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

async function isSame(files: Files, path: string, content: string): Promise<boolean> {
  const bytes = await files.read(path, {maxBytes: MAX_NOTES_BYTES}).catch(() => undefined);
  const found = bytes && decodeNotes(bytes);
  return found !== undefined && 'text' in found && `${found.text}\n` === content;
}

async function writeAll(files: Files, targets: readonly Target[], signal?: AbortSignal): Promise<string[]> {
  const written: string[] = [];
  for (const {locale, path, shown, content, mode} of targets) {
    try {
      signal?.throwIfAborted();
      if (!(await files.stat(dirname(path)))) await files.makeDirectory(dirname(path));
      await files.writeAtomic(path, content, mode);
      written.push(locale);
    } catch (error) {
      const before = written.length > 0 ? `Already written: ${written.map(cleanText).join(', ')}.` : undefined;
      if (error instanceof ToolError) throw error.with({line: before});
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new ToolError('storage', `${quoted(shown)} cannot be written: ${reason}`, {cause: error}).with({
        line: before,
      });
    }
  }
  return written;
}
