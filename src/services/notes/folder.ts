import {basename, join} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {escapeProblem, type NotesPlace, readInside, readProblem} from './text-file.ts';

/** DIR/LOCALE/release_notes.txt, as in fastlane. */
export const NOTES_FILE = 'release_notes.txt';
export const DEFAULT_LOCALE = 'default';

/** Follows links that stay inside the folder. @throws ToolError usage if there is no folder, or no text in it */
export async function readNotesFolder(files: Files, place: NotesPlace, signal?: AbortSignal) {
  const {path, shown} = place;
  if (!(await isFolder(files, place))) throw new ToolError('usage', `${quoted(shown)} does not exist`);
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
  if (texts.size + problems.length === 0) throw await nothingIn(files, root, names, place, passedOver);
  return {texts, problems, locales, passedOver};
}

/** Follows links. @throws ToolError usage if it is not a folder, cannot be examined, or a link leads elsewhere */
export async function isFolder(files: Files, {path, shown, cwd}: NotesPlace): Promise<boolean> {
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

async function readLocale(files: Files, root: string, name: string, signal?: AbortSignal) {
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
  {shown}: NotesPlace,
  passedOver: readonly string[],
): Promise<ToolError> {
  const missing = `${quoted(shown)} has no LOCALE/${NOTES_FILE}`;
  if (passedOver.length > 0) return new ToolError('usage', [missing, ...passedOver].join('\n'));
  if (names.includes(NOTES_FILE)) {
    const hint = `${quoted(shown)} looks like the folder of one locale: give the folder above it.`;
    return new ToolError('usage', missing, {hint});
  }
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
