import type {KeyObject} from 'node:crypto';
import {ToolError} from '../model/error.ts';
import {looksLikeKey} from '../model/key-text.ts';
import {shellWord} from '../model/shell-word.ts';
import type {FileStat} from '../ports.ts';
import {absolute} from './config-document.ts';
import type {CredentialDeps} from './deps.ts';
import {parseBase64PrivateKey, parsePrivateKey} from './private-key.ts';
import type {Field, KeyMaterial} from './resolve.ts';
import {fileProblem} from './storage-error.ts';

/** Far more than any key has. */
const MAX_BYTES = 64 * 1024;

type Needs = Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'signal'>;

/** @throws ToolError credentials, with the reason and where the key came from, but no byte of it */
export async function loadKey({value, source}: Field<KeyMaterial>, deps: Needs): Promise<KeyObject> {
  if ('path' in value) return (await loadKeyFile(value.path, source, deps, value.mayBePipe)).key;
  const parsed = 'pem' in value ? parsePrivateKey(value.pem) : parseBase64PrivateKey(value.base64);
  if ('key' in parsed) return parsed.key;
  throw unusable(`The private key from ${source} ${parsed.refusal}`);
}

export interface KeyFile {
  key: KeyObject;
  /** Absolute. */
  path: string;
  stat: FileStat;
}

/** Reads a key file, or where that may be, a pipe with a key in it. @throws ToolError credentials */
export async function loadKeyFile(given: string, source: string, deps: Needs, mayBePipe = false): Promise<KeyFile> {
  if (looksLikeKey(given)) {
    throw unusable(`${source} gives the text of a private key where a path belongs`);
  }
  const path = absolute(given, deps.cwd, deps.home);
  const name = `The private key file ${path} (from ${source})`;
  let bytes: Uint8Array;
  let stat: FileStat | undefined;
  try {
    stat = await deps.files.stat(path);
    if (!stat) throw unusable(`${name} does not exist`);
    if (stat.kind === 'directory') throw unusable(`${name} is a directory`);
    if (stat.kind !== 'file' && !(stat.kind === 'fifo' && mayBePipe)) throw unusable(`${name} is not a regular file`);
    bytes = await deps.files.read(path, {maxBytes: MAX_BYTES, signal: deps.signal});
  } catch (error) {
    const problem = error instanceof ToolError ? undefined : fileProblem(error);
    if (problem === undefined) throw error;
    throw unusable(`${name} cannot be read: ${problem}`, error);
  }
  const parsed = parsePrivateKey(new TextDecoder().decode(bytes));
  if ('key' in parsed) return {key: parsed.key, path, stat};
  throw unusable(`${name} ${parsed.refusal}`);
}

function unusable(message: string, cause?: unknown): ToolError {
  return new ToolError('credentials', message, {
    hint: 'The key file is the AuthKey_….p8 that is offered for download once, when the key is made.',
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
