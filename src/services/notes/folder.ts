import {dirname, isAbsolute, join, relative} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {noteProblem, noteText, type ReleaseNote} from '../model/release-notes.ts';
import {fileProblem, isDeviceName, orElse} from '../model/values.ts';
import type {Files} from '../ports.ts';

/** More bytes than any text within the limit has. */
export const MAX_NOTES_BYTES = 64 * 1024;

/** A text as it is sent, or a problem that follows its name. */
export type NotesText = {text: string} | {problem: string};

/** Drops a byte order mark and a final line break. */
export function decodeNotes(bytes: Uint8Array): NotesText {
  const decoded = orElse(() => new TextDecoder('utf-8', {fatal: true}).decode(bytes), undefined);
  if (decoded === undefined) return {problem: 'is not UTF-8'};
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

function isInside(root: string, path: string): boolean {
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

/** DIR/LOCALE/release_notes.txt, as fastlane has it. */
export const NOTES_FILE = 'release_notes.txt';
/** The folder of the text for every locale without its own. */
export const DEFAULT_LOCALE = 'default';

/** An absolute path, and how messages show it. */
interface NotesFolder {
  directory: string;
  shown: string;
}

interface FolderTexts {
  /** By locale, `default` included. */
  texts: ReadonlyMap<string, string>;
  /** Everything that is wrong with other files. */
  problems: readonly string[];
  /** All that have a file, right or wrong, but for `default`. */
  locales: readonly string[];
}

/**
 * Folders without a text are ignored; a link is followed as long as it stays inside.
 * @throws ToolError usage where there is no folder, or no text in it
 */
export async function readNotesFolder(
  files: Files,
  {directory, shown}: NotesFolder,
  signal?: AbortSignal,
): Promise<FolderTexts> {
  if (!(await isFolder(files, {directory, shown}))) throw new ToolError('usage', `${quoted(shown)} does not exist`);
  const root = await files.realpath(directory).catch(refuse(shown));
  const names = await files.readdir(root).catch(refuse(shown));
  const texts = new Map<string, string>();
  const problems: string[] = [];
  const locales: string[] = [];
  for (const name of names.sort()) {
    const read = await readLocale(files, root, name, signal);
    if (read === undefined) continue;
    if (name !== DEFAULT_LOCALE) locales.push(name);
    if ('text' in read) texts.set(name, read.text);
    else problems.push(`${quoted(join(shown, name, NOTES_FILE))} ${read.problem}`);
  }
  if (texts.size + problems.length === 0) throw new ToolError('usage', `${quoted(shown)} has no LOCALE/${NOTES_FILE}`);
  return {texts, problems, locales};
}

/** Follows links. @throws ToolError usage for what is not a folder, or cannot be examined */
async function isFolder(files: Files, {directory, shown}: NotesFolder): Promise<boolean> {
  const stat = await files.stat(directory).catch(refuse(shown));
  if (stat && stat.kind !== 'directory') throw new ToolError('usage', `${quoted(shown)} is not a directory`);
  return stat !== undefined;
}

function refuse(shown: string) {
  return (error: unknown): never => {
    throw new ToolError('usage', `${quoted(shown)} ${readProblem(error)}`);
  };
}

async function readLocale(
  files: Files,
  root: string,
  name: string,
  signal?: AbortSignal,
): Promise<NotesText | undefined> {
  try {
    const folder = join(root, name);
    const stat = await files.stat(folder);
    if (!stat) return {problem: 'is a broken link'};
    if (stat.kind !== 'directory' || !(await files.lstat(join(folder, NOTES_FILE)))) return undefined;
    return readNotesFile(files, join(folder, NOTES_FILE), {root, signal});
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

interface Target {
  locale: string;
  path: string;
  shown: string;
  content: string;
  mode?: number;
}

/**
 * Writes the texts that differ into DIR/LOCALE/release_notes.txt, after examining all of them.
 * @param force overwrite what differs
 * @param hint what to do when only files that differ are in the way
 * @returns the locales written
 * @throws ToolError conflict, with everything that is in the way, before any write
 */
export async function writeNotesFolder(
  files: Files,
  notes: readonly ReleaseNote[],
  {directory, shown, force, hint}: NotesFolder & {force: boolean; hint?: string},
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
