import {createHash} from 'node:crypto';
import {basename, dirname, join} from 'node:path';
import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {isTooDeep} from '../model/values.ts';
import type {Files} from '../ports.ts';
import {type ConfigDocument, isRecord} from './config-document.ts';
import type {CredentialDeps} from './deps.ts';
import {jsonFault} from './json-fault.ts';
import {globalPathOf, type Locations} from './locations.ts';
import {checkOwn} from './ownership.ts';
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

/** The user's own config, unless someone else may have written it. @throws ToolError storage */
export async function readGlobal(path: string, deps: CredentialDeps): Promise<ConfigFile> {
  await checkOwn(path, deps);
  return readConfig(deps.files, path);
}

/** @returns undefined when there is no such file. @throws ToolError storage */
export async function readConfigBytes(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    const stat = await files.lstat(path);
    if (!stat) return undefined;
    if (stat.kind !== 'file') throw notPlain(path, stat.kind);
    return await files.read(path, {maxBytes: MAX_BYTES, plain: true});
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

export function notPlain(path: string, kind: string, wanted: 'file' | 'directory' = 'file'): ToolError {
  const names: Record<string, string> = {
    symlink: 'a symbolic link',
    directory: 'a directory',
    fifo: 'a pipe',
    file: 'a file',
  };
  const noun = wanted === 'file' ? 'regular file' : wanted;
  return new ToolError('storage', `${cleanText(path)} is ${names[kind] ?? 'a special file'}, not a ${noun}`, {
    hint: `Put a ${noun} in its place; the tool does not read or write credentials through anything else.`,
  });
}

/** @throws ToolError storage that says where the text is broken, and quotes none of it */
export function parseConfig(bytes: Uint8Array, path: string, {local = false} = {}): ConfigDocument {
  const broken = (what: string) => brokenConfig(path, what, local);
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    throw broken('is not UTF-8 text');
  }
  if (text.trim() === '') return {};
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const place = jsonFault(text, error as SyntaxError);
    throw broken(`is not valid JSON${place ? ` (${place})` : ''}`);
  }
  if (!isRecord(document)) throw broken('does not hold a JSON object');
  if (isTooDeep(document)) throw broken('is nested too deeply');
  if ('profiles' in document && !Array.isArray(document.profiles)) {
    throw broken('has a member "profiles" that is not an array');
  }
  return document;
}

function brokenConfig(path: string, what: string, local: boolean): ToolError {
  const command = `tool auth init ${local ? '--local ' : ''}--force`;
  return new ToolError('storage', `${cleanText(path)} ${what}`, {
    hint: `Fix it by hand, or start over with '${command}', which keeps it as config.json.bak.`,
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

/** The folder of pasted keys. */
export function keysDirectory({globalPath}: Locations): string {
  return join(dirname(globalPath), 'keys');
}

/** Everything that a run here may write. */
export function writable(locations: Locations): string[] {
  const {globalPath, localPaths, localTarget = globalPath} = locations;
  return [...new Set([globalPath, ...localPaths, localTarget, keysDirectory(locations)])];
}

/** Those of them at which there is something, or where a write was interrupted. */
export async function existing(files: Files, locations: Locations): Promise<string[]> {
  const paths = writable(locations);
  const isThere = await Promise.all(
    paths.map(
      async (path) =>
        (await files.lstat(path).catch(() => undefined)) !== undefined || (await leftovers(files, path)).length > 0,
    ),
  );
  return paths.filter((_, index) => isThere[index]);
}

/** What interrupted writes left behind, of all that is written under the lock of this path: a file, or a folder of them. */
export async function leftovers(files: Files, path: string): Promise<string[]> {
  const beside = await files.leftovers(dirname(path));
  return [...beside.filter((file) => file.startsWith(`${path}.`)), ...(await files.leftovers(path))];
}

/**
 * Runs `work` while holding the locks of these files, whose directories exist. What it throws has no code of Node's.
 * @throws ToolError storage
 */
export async function withLocks<T>(deps: CredentialDeps, paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const {files, signal} = deps;
  if (paths.length === 0) return work();
  const locks = await Promise.all([...new Set(paths)].map((path) => lockOf(path, deps)));
  // Always in the same order, so that two processes never wait for each other.
  return locked(locks.sort((a, b) => (a.lock < b.lock ? -1 : 1)));

  async function locked([first, ...rest]: typeof locks): Promise<T> {
    if (first === undefined) return work();
    const {path, lock} = first;
    const alone = async () => {
      // Nobody else is writing now.
      for (const file of await leftovers(files, path)) await files.remove(file).catch(() => {});
      return locked(rest);
    };
    return files.withLock(lock, alone, signal).catch((error) => {
      throw storageError('lock', path, error);
    });
  }
}

/** Below the user's own folder: a repository could hold a lock beside its config that nobody can take or remove. */
async function lockOf(path: string, deps: CredentialDeps): Promise<{path: string; lock: string}> {
  const {files} = deps;
  const globalPath = globalPathOf(deps);
  await checkOwn(globalPath, deps);
  const locks = join(dirname(globalPath), 'locks');
  await files.makeDirectory(locks, DIRECTORY_MODE).catch((error) => {
    throw storageError('create the directory', locks, error);
  });
  try {
    const real = join(await files.realpath(dirname(path)), basename(path));
    return {path, lock: join(locks, createHash('sha256').update(real).digest('hex'))};
  } catch (error) {
    throw storageError('lock', path, error);
  }
}
