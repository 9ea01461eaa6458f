import type {KeyObject} from 'node:crypto';
import {cleanText, keyPathProblem} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {shellWord} from '../model/shell-word.ts';
import {fileProblem, isRemoteOrDevice} from '../model/values.ts';
import type {FileStat} from '../ports.ts';
import {absolute} from './config-document.ts';
import type {CredentialDeps} from './deps.ts';
import type {Field, KeyMaterial, KeyPath} from './field.ts';
import {FLAWS, flawOf} from './ownership.ts';
import {parseBase64PrivateKey, parsePrivateKey} from './private-key.ts';

/** Far more than any key has. */
const MAX_BYTES = 64 * 1024;

type Needs = Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'platform' | 'signal'>;
type UseNeeds = Needs & Pick<CredentialDeps, 'user' | 'env' | 'warn'>;

/** @throws ToolError credentials, with the reason and where the key came from, but no byte of it */
export async function loadKey({value, source}: Field<KeyMaterial>, deps: UseNeeds): Promise<KeyObject> {
  if ('path' in value) return loadKeyAt(value, source, deps);
  const parsed = 'pem' in value ? parsePrivateKey(value.pem) : parseBase64PrivateKey(value.base64);
  if ('key' in parsed) return parsed.key;
  throw unusable(`The private key from ${source} ${parsed.refusal}`);
}

async function loadKeyAt({path, isLocal}: KeyPath, source: string, deps: UseNeeds): Promise<KeyObject> {
  const found = await findKeyFile(path, source, deps);
  const flaw = isLocal ? flawOf(found.stat, deps) : undefined;
  if (flaw) throw unusable(`${found.title} ${FLAWS[flaw]}, so that a local config may not use it`);
  const {key, stat} = await readFoundKey(found, deps);
  if (isLoose(stat, deps.platform)) deps.warn?.(looseKeyWarning(found.path));
  return key;
}

/** @param path of a key file */
export function looseKeyWarning(path: string): string {
  return `The private key file ${path} is open to other users; to close it: ${chmodCommand(0o600, path)}`;
}

/** A key file that is there and has not been read yet. */
export interface FoundKeyFile {
  /** Absolute. */
  path: string;
  stat: FileStat;
  /** For messages, e.g. `The private key file /k.p8 (from TOOL_PRIVATE_KEY_PATH)`. */
  title: string;
}

export interface KeyFile extends FoundKeyFile {
  key: KeyObject;
}

/** Reads a key file. A pipe is refused before it is opened: it may never end. @throws ToolError credentials */
export async function loadKeyFile(given: string, source: string, deps: Needs): Promise<KeyFile> {
  return readFoundKey(await findKeyFile(given, source, deps), deps);
}

async function readFoundKey(found: FoundKeyFile, deps: Needs): Promise<KeyFile> {
  if (found.stat.kind === 'fifo') throw unusable(`${found.title} is a pipe, not a regular file`);
  return readKeyFile(found, deps);
}

/** A regular file or a pipe; `source` is named in errors. @throws ToolError credentials */
export async function findKeyFile(
  given: string,
  source: string | undefined,
  {files, cwd, home, platform}: Needs,
): Promise<FoundKeyFile> {
  const from = source === undefined ? '' : ` (from ${source})`;
  const problem = keyPathProblem(given);
  if (problem) throw unusable(`The private key path${from} ${problem}`);
  const path = absolute(given, cwd, home);
  if (platform === 'win32' && [given, path].some(isRemoteOrDevice)) {
    throw unusable(`The private key path${from} leads to another machine or a device`);
  }
  const title = `The private key file ${cleanText(path)}${from}`;
  const stat = await files.stat(path).catch((error) => unreadable(title, error));
  if (!stat) throw unusable(`${title} does not exist`);
  if (stat.kind === 'directory') throw unusable(`${title} is a directory`);
  if (stat.kind !== 'file' && stat.kind !== 'fifo') throw unusable(`${title} is not a regular file`);
  return {path, stat, title};
}

/** @throws ToolError credentials */
export async function readKeyFile(found: FoundKeyFile, {files, signal}: Needs): Promise<KeyFile> {
  const {path, title} = found;
  const bytes = await files.read(path, {maxBytes: MAX_BYTES, signal}).catch((error) => unreadable(title, error));
  const parsed = parsePrivateKey(new TextDecoder().decode(bytes));
  if ('key' in parsed) return {...found, key: parsed.key};
  throw unusable(`${title} ${parsed.refusal}`);
}

function unreadable(title: string, error: unknown): never {
  const problem = fileProblem(error);
  throw problem === undefined ? error : unusable(`${title} cannot be read: ${problem}`, error);
}

function unusable(message: string, cause?: unknown): ToolError {
  return new ToolError('credentials', message, {
    hint: 'The key file is the AuthKey_….p8 that can be downloaded once, when the key is created.',
    cause,
  });
}

/** What a person types to make a file private, e.g. `chmod 600 '/tmp/my key.p8'`. */
export function chmodCommand(mode: number, path: string): string {
  return `chmod ${mode.toString(8)} ${shellWord(path)}`;
}

/** Whether others than the owner may read or write it. Windows has no such bits. */
export function isLoose(stat: FileStat, platform: string): boolean {
  return platform !== 'win32' && (stat.mode & 0o077) !== 0;
}
