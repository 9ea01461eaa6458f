import {dirname} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isTooDeep} from '../model/too-deep.ts';
import type {Files} from '../ports.ts';
import {type ConfigDocument, isRecord} from './config-document.ts';
import {jsonFault} from './json-fault.ts';
import {storageError} from './storage-error.ts';

/** A config.json as it was read. */
export interface ConfigFile {
  path: string;
  /** Absent when there is no file. */
  bytes?: Uint8Array;
  document: ConfigDocument;
}

export const FILE_MODE = 0o600;
export const DIRECTORY_MODE = 0o700;
const MAX_BYTES = 4 * 1024 * 1024;

/** @throws ToolError storage when it is not a plain file or cannot be read or understood */
export async function readConfig(files: Files, path: string): Promise<ConfigFile> {
  const bytes = await readConfigBytes(files, path);
  return {path, bytes, document: bytes ? parseConfig(bytes, path) : {}};
}

/** @returns undefined when there is no such file. @throws ToolError storage */
export async function readConfigBytes(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    const stat = await files.lstat(path);
    if (!stat) return undefined;
    if (stat.kind !== 'file') throw notPlain(path, stat.kind);
    return await files.read(path, {maxBytes: MAX_BYTES});
  } catch (error) {
    if (await isOutOfReach(files, dirname(path))) return undefined;
    throw storageError('read', path, error);
  }
}

/** A home directory that this user cannot enter, as in some containers, holds no config of theirs. */
async function isOutOfReach(files: Files, directory: string): Promise<boolean> {
  return files.lstat(directory).then(
    () => false,
    (error) => error?.code === 'EACCES',
  );
}

function notPlain(path: string, kind: string): ToolError {
  const what = {symlink: 'a symbolic link', directory: 'a directory', fifo: 'a pipe'}[kind] ?? 'a special file';
  return new ToolError('storage', `${cleanText(path)} is ${what}, not a regular file`, {
    hint: 'Put a regular file in its place; the tool does not read or write credentials through anything else.',
  });
}

/** @throws ToolError storage that says where the text is broken, and quotes none of it */
export function parseConfig(bytes: Uint8Array, path: string): ConfigDocument {
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw broken(path, 'is not UTF-8 text');
  }
  if (text.trim() === '') return {};
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const place = jsonFault(text, error as SyntaxError);
    throw broken(path, `is not valid JSON${place ? ` (${place})` : ''}`);
  }
  if (!isRecord(document)) throw broken(path, 'does not hold a JSON object');
  if (isTooDeep(document)) throw broken(path, 'is nested too deeply');
  if ('profiles' in document && !Array.isArray(document.profiles)) {
    throw broken(path, 'has a member "profiles" that is not an array');
  }
  return document;
}

function broken(path: string, what: string): ToolError {
  return new ToolError('storage', `${cleanText(path)} ${what}`, {
    hint: "Fix it by hand, or start over with 'tool auth init --force', which keeps it as config.json.bak.",
  });
}

export function formatConfig(document: ConfigDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Makes the directory of a config file. @throws ToolError storage */
export async function prepareDirectory(files: Files, path: string): Promise<void> {
  const directory = dirname(path);
  try {
    const stat = await files.lstat(directory);
    if (stat?.kind === 'file') throw Object.assign(new Error('not a directory'), {code: 'ENOTDIR'});
    await files.makeDirectory(directory, DIRECTORY_MODE);
  } catch (error) {
    throw storageError('create the directory', directory, error);
  }
}

/** @throws ToolError storage; the file is then as it was */
export async function writeConfig(files: Files, path: string, content: string | Uint8Array): Promise<void> {
  try {
    await files.writeAtomic(path, content, FILE_MODE);
  } catch (error) {
    throw storageError('write', path, error);
  }
}

/** Those of the paths at which there is something. */
export async function existing(files: Files, paths: readonly (string | undefined)[]): Promise<string[]> {
  const given = paths.filter((path) => path !== undefined);
  const stats = await Promise.all(given.map((path) => files.lstat(path).catch(() => undefined)));
  return given.filter((_, index) => stats[index] !== undefined);
}

/** Runs `work` while holding the locks of these files, whose directories exist. @throws ToolError storage */
export async function withLocks<T>(
  files: Files,
  paths: readonly string[],
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  // Always in the same order, so that two processes never wait for each other.
  const [path, ...rest] = [...paths].sort();
  if (path === undefined) return work();
  let locked = false;
  try {
    return await files.withLock(
      path,
      () => {
        locked = true;
        return withLocks(files, rest, work, signal);
      },
      signal,
    );
  } catch (error) {
    throw locked ? error : storageError('lock', path, error);
  }
}
