import {join} from 'node:path';
import {quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Files} from '../ports.ts';
import {type NotesText, readNotesFile, readProblem} from './text-file.ts';

/** DIR/LOCALE/release_notes.txt, as fastlane has it. */
export const NOTES_FILE = 'release_notes.txt';
/** The folder of the text for every locale without its own. */
export const DEFAULT_LOCALE = 'default';

/**
 * Texts by locale, `default` included. Folders without a text are ignored; a link is followed as long as it stays
 * inside.
 * @param directory absolute
 * @param shown the directory in messages
 * @throws ToolError usage with everything that is wrong
 */
export async function readNotesFolder(
  files: Files,
  {directory, shown}: {directory: string; shown: string},
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (!(await isFolder(files, {directory, shown}))) throw new ToolError('usage', `${quoted(shown)} does not exist`);
  const {root, names} = await open(files, directory).catch((error) => {
    throw new ToolError('usage', `${quoted(shown)} ${readProblem(error)}`);
  });
  const texts = new Map<string, string>();
  const problems: string[] = [];
  for (const name of names) {
    const read = await readLocale(files, root, name, signal);
    if (read === undefined) continue;
    if ('text' in read) texts.set(name, read.text);
    else problems.push(`${quoted(join(shown, name, NOTES_FILE))} ${read.problem}`);
  }
  if (problems.length > 0) throw new ToolError('usage', problems.join('\n'));
  if (texts.size === 0) throw new ToolError('usage', `${quoted(shown)} has no LOCALE/${NOTES_FILE}`);
  return texts;
}

/** Follows links. @throws ToolError usage for what is not a folder, or cannot be examined */
export async function isFolder(files: Files, {directory, shown}: {directory: string; shown: string}): Promise<boolean> {
  const stat = await files.stat(directory).catch((error) => {
    throw new ToolError('usage', `${quoted(shown)} ${readProblem(error)}`);
  });
  if (stat && stat.kind !== 'directory') throw new ToolError('usage', `${quoted(shown)} is not a directory`);
  return stat !== undefined;
}

async function open(files: Files, directory: string): Promise<{root: string; names: string[]}> {
  const root = await files.realpath(directory);
  return {root, names: (await files.readdir(root)).sort()};
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
