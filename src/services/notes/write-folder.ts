import {basename, dirname, join} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {noteText, type ReleaseNote} from '../model/release-notes.ts';
import {isDeviceName} from '../model/values.ts';
import type {Files} from '../ports.ts';
import {
  DEFAULT_LOCALE,
  decodeNotes,
  isFolder,
  linkProblem,
  MAX_NOTES_BYTES,
  NOTES_FILE,
  type NotesPath,
  readProblem,
} from './folder.ts';

interface NotesFile {
  locale: string;
  path: string;
  shown: string;
  content: string;
  mode?: number;
  found: 'same' | 'other' | 'nothing';
}

export async function writeNotesFolder(
  files: Files,
  notes: readonly ReleaseNote[],
  {force, hint, ...folder}: NotesPath & {force: boolean; hint?: string},
  signal?: AbortSignal,
): Promise<string[]> {
  const root = (await isFolder(files, folder)) ? await files.realpath(folder.path) : folder.path;
  const texts: NotesFile[] = [];
  const problems: string[] = [];
  for (const {locale, whatsNew} of notes) {
    if (whatsNew === undefined) continue;
    const shown = join(folder.shown, folderName(locale), NOTES_FILE);
    const text = await locate(files, root, {locale, shown, content: `${noteText(whatsNew)}\n`});
    if ('problem' in text) problems.push(`${quoted(shown)} ${text.problem}`);
    else texts.push(text);
  }
  for (const {locale, path, content, shown, found} of texts) {
    const owner = basename(dirname(path));
    const isOfOther = path === join(root, owner, NOTES_FILE) && owner !== locale && owner !== DEFAULT_LOCALE;
    if (isOfOther && !texts.some((other) => other.locale === owner) && found !== 'same') {
      const other = quoted(join(folder.shown, owner, NOTES_FILE));
      problems.push(`${quoted(shown)} is the same file as ${other}, whose locale does not have this text`);
    }
    const first = texts.find((other) => other.path === path);
    if (first && first.content !== content)
      problems.push(`${quoted(shown)} is the same file as ${quoted(first.shown)}, with another text`);
  }
  const canForce = problems.length === 0;
  if (!force)
    problems.push(...texts.flatMap(({shown, found}) => (found === 'other' ? `${quoted(shown)} differs` : [])));
  if (problems.length > 0) {
    const message = [...problems, 'Nothing was written.'].join('\n');
    throw new ToolError('conflict', message, {hint: canForce ? hint : undefined});
  }
  const changed = texts.filter(({found}) => found !== 'same');
  return writeAll(files, changed, signal);
}

/** Returns a locale's folder name. @throws ToolError service if it leads elsewhere, or Windows cannot check it out */
function folderName(locale: string): string {
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(locale) && locale !== DEFAULT_LOCALE && !isDeviceName(locale)) return locale;
  throw new ToolError('service', `The service sent a locale that cannot be a folder name: ${quoted(locale)}`);
}

type Wanted = Pick<NotesFile, 'locale' | 'shown' | 'content'>;

async function locate(files: Files, root: string, text: Wanted): Promise<NotesFile | {problem: string}> {
  const plain = join(root, text.locale, NOTES_FILE);
  const fresh = {...text, found: 'nothing'} as const;
  try {
    if (!(await files.lstat(plain))) {
      if (!(await files.lstat(dirname(plain)))) return {...fresh, path: plain};
      const folder = await files.realpath(dirname(plain));
      const problem = linkProblem(root, folder);
      if (problem !== undefined) return {problem: problem.replace('is', 'is behind')};
      if ((await files.stat(folder))?.kind !== 'directory') return {problem: 'is behind a file'};
      return {...fresh, path: join(folder, NOTES_FILE)};
    }
    const path = await files.realpath(plain);
    const problem = linkProblem(root, path);
    if (problem !== undefined) return {problem};
    const stat = await files.stat(path);
    if (stat?.kind !== 'file') return {problem: 'is not a regular file'};
    const found = (await isSame(files, path, text.content)) ? 'same' : 'other';
    return {...text, found, path, mode: stat.mode & 0o777};
  } catch (error) {
    return {problem: readProblem(error)};
  }
}

async function isSame(files: Files, path: string, content: string): Promise<boolean> {
  const bytes = await files.read(path, {maxBytes: MAX_NOTES_BYTES}).catch(() => undefined);
  const found = bytes && decodeNotes(bytes);
  return found !== undefined && 'text' in found && `${found.text}\n` === content;
}

async function writeAll(files: Files, texts: readonly NotesFile[], signal?: AbortSignal): Promise<string[]> {
  const written: string[] = [];
  for (const {locale, path, shown, content, mode} of texts) {
    try {
      signal?.throwIfAborted();
      if (!(await files.stat(dirname(path)))) await files.makeDirectory(dirname(path));
      await files.writeAtomic(path, content, mode);
      written.push(locale);
    } catch (cause) {
      const line = written.length > 0 ? `Already written: ${written.map(cleanText).join(', ')}.` : undefined;
      if (cause instanceof ToolError) throw cause.with({line});
      const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
      throw new ToolError('storage', `${quoted(shown)} cannot be written: ${reason}`, {cause}).with({line});
    }
  }
  return written;
}
