import {basename, dirname, isAbsolute, join, relative} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {noTextProblem, noteProblem, noteText} from '../model/release-notes.ts';
import {fileProblem, orElse} from '../model/values.ts';
import type {Files} from '../ports.ts';

/** Each locale has its own file: DIR/LOCALE/release_notes.txt, as in fastlane. */
export const NOTES_FILE = 'release_notes.txt';
export const DEFAULT_LOCALE = 'default';

/** Follows links that stay inside the folder. @throws ToolError usage if there is no folder, or no text in it */
export async function readNotesFolder(files: Files, folder: NotesPath, signal?: AbortSignal) {
  const {path, shown} = folder;
  if (!(await isFolder(files, folder))) throw new ToolError('usage', `${quoted(shown)} does not exist`);
  const root = await files.realpath(path).catch(refuse(shown));
  const names = await files.readdir(root).catch(refuse(shown));
  const texts = new Map<string, string>();
  const problems: string[] = [];
  const locales: string[] = [];
  const passedOver: string[] = [];
  for (const name of names.filter((one) => !one.startsWith('.')).sort()) {
    const read = await readLocale(files, root, name, signal);
    if (read === undefined) continue;
    const named = (file: string) => quoted(join(shown, name, file));
    if ('instead' in read) {
      passedOver.push(`${named(read.instead)} ${read.problem}`);
      continue;
    }
    if (name !== DEFAULT_LOCALE) locales.push(name);
    if ('text' in read) texts.set(name, read.text);
    else problems.push(`${named(NOTES_FILE)} ${read.problem}`);
  }
  if (texts.size + problems.length === 0) throw await nothingIn(files, root, names, folder, passedOver);
  return {texts, problems, locales, passedOver};
}

/** Returns whether the folder exists, following links. @throws ToolError usage for a file, or a link that leads out */
export async function isFolder(files: Files, {path, shown, cwd}: NotesPath): Promise<boolean> {
  const problem = await escapeProblem(files, cwd, path).catch(refuse(shown));
  if (problem !== undefined) throw new ToolError('usage', `${quoted(shown)} ${problem}`);
  const stat = await files.stat(path).catch(refuse(shown));
  if (stat && stat.kind !== 'directory') throw new ToolError('usage', `${quoted(shown)} is not a directory`);
  return stat !== undefined;
}

function refuse(shown: string) {
  return (error: unknown): never => {
    throw new ToolError('usage', `${quoted(shown)} ${readProblem(error)}`);
  };
}

type LocaleFile = NotesText | {instead: string; problem: string} | undefined;

async function readLocale(files: Files, root: string, name: string, signal?: AbortSignal): Promise<LocaleFile> {
  try {
    const folder = join(root, name);
    const stat = await files.stat(folder);
    if (!stat) return {instead: '', problem: 'is a broken link'};
    if (stat.kind !== 'directory') return undefined;
    const text = join(folder, NOTES_FILE);
    if (await files.lstat(text)) return await readInside(files, root, text, signal);
    const instead = (await files.readdir(folder)).find(isMeantAsNotes);
    return instead === undefined ? undefined : {instead, problem: `is not called ${NOTES_FILE}`};
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

function isMeantAsNotes(file: string): boolean {
  const letters = file.toLowerCase().replace(/\.(?:txt|md|markdown)\b/g, '');
  return /^(?:releasenotes?|(?:version)?whatsnew)$/.test(letters.replace(/[ _-]/g, ''));
}

async function nothingIn(
  files: Files,
  root: string,
  names: readonly string[],
  {shown}: NotesPath,
  passedOver: readonly string[],
): Promise<ToolError> {
  const missing = `${quoted(shown)} has no LOCALE/${NOTES_FILE}`;
  if (passedOver.length > 0) return new ToolError('usage', [missing, ...passedOver].join('\n'));
  const below: string[] = [];
  for (const name of names) if (await hasLocales(files, join(root, name))) below.push(cleanText(join(shown, name)));
  const hint = below.length > 0 ? `Found locales in ${below.join(', ')}: give one of these as the folder.` : undefined;
  return new ToolError('usage', missing, {hint: below.length === 1 ? `Did you mean ${below[0]}?` : hint});
}

async function hasLocales(files: Files, folder: string): Promise<boolean> {
  if (basename(folder).startsWith('.')) return false;
  const names = await files.readdir(folder).catch(() => []);
  for (const name of names) if (await files.lstat(join(folder, name, NOTES_FILE)).catch(() => undefined)) return true;
  return false;
}

export const MAX_NOTES_BYTES = 64 * 1024;

type NotesText = {text: string} | {problem: string};

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

export interface NotesPath {
  path: string;
  shown: string;
  /** A path below this folder must not lead out of it through a link. */
  cwd: string;
}

/** Reads a regular file. A link must stay in the file's folder, so that a repository cannot have a secret file sent. */
export async function readNotesFile(files: Files, {path, cwd}: NotesPath, signal?: AbortSignal): Promise<NotesText> {
  try {
    const problem = await escapeProblem(files, cwd, dirname(path));
    return problem === undefined ? await readInside(files, dirname(path), path, signal) : {problem};
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

async function readInside(files: Files, root: string, path: string, signal?: AbortSignal): Promise<NotesText> {
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

async function escapeProblem(files: Files, cwd: string, folder: string): Promise<string | undefined> {
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

/** Returns a problem, worded to follow the file's name. Rethrows an error that the file system did not report. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (error instanceof ToolError || code === undefined) throw error;
  return REASONS[code] ?? `cannot be read: ${fileProblem(error)}`;
}
