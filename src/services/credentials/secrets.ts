import type {KeyObject} from 'node:crypto';
import {cleanText, keyPathProblem, quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {fileProblem, isRemoteOrDevice} from '../model/values.ts';
import type {FileStat} from '../ports.ts';
import {absolute} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {type Field, type KeyMaterial, type KeyPath, refuseBadIds, sourced} from './fields.ts';
import {fromKeychainItem, renewItem} from './keychain-item.ts';
import {canChmod, chmodCommand, FILE_MODE, FLAWS, flawOf, isLoose} from './ownership.ts';
import {
  isPlaceholder,
  type KeyForm,
  parseBase64PrivateKey,
  parsePrivateKey,
  textOfKeyFile,
  UNFILLED,
} from './private-key.ts';
import type {StoredProfile} from './profiles.ts';
import type {CredentialChoice} from './resolve.ts';

export const MAX_KEY_BYTES = 64 * 1024;

export async function loadCredential(
  {from}: Pick<CredentialChoice, 'from'>,
  deps: CredentialDeps,
): Promise<Credential> {
  if ('keychain' in from) return loadFromKeychain(from.keychain, deps);
  const {keyId, owner, key} = from;
  const keyFile = 'path' in key.value ? key.value.path : undefined;
  return {...owner.value, keyId: keyId.value, privateKey: await loadKey(key, deps), keyFile};
}

async function loadFromKeychain({name, configPath}: StoredProfile, deps: CredentialDeps): Promise<Credential> {
  const secret = await deps.keychain.get(name);
  if (secret !== undefined) {
    const credential = fromKeychainItem(secret, name);
    refuseBadIds(sourced(`profile ${quoted(name)} (keychain)`, credential));
    await renewItem(secret, name, deps);
    return credential;
  }
  const message = `The keychain has no item for profile ${quoted(name)}, which ${cleanText(configPath)} lists`;
  const hint = "Log in again with 'tool auth login', or remove the entry with 'tool auth doctor --fix --confirm'.";
  throw new ToolError('credentials', message, {hint});
}

export async function loadKey({value, source}: Field<KeyMaterial>, deps: CredentialDeps): Promise<KeyObject> {
  if ('path' in value) return loadKeyAt(value, source, deps);
  const parsed = 'pem' in value ? parsePrivateKey(value.pem) : parseBase64PrivateKey(value.base64);
  if ('key' in parsed) return parsed.key;
  throw unusable(`The private key from ${source} ${parsed.refusal}`, {hint: parsed.form && FITTING[parsed.form]});
}

async function loadKeyAt({path, isLocal}: KeyPath, source: string, deps: CredentialDeps): Promise<KeyObject> {
  const file = await readKeyFile(path, source, deps, (found) => {
    const flaw = isLocal ? flawOf(found.stat, deps) : undefined;
    if (flaw) throw unusable(`${found.title} ${FLAWS[flaw]}, so that a local config may not use it`);
    refusePipe(found);
  });
  const warning = await looseKeyWarning(file, deps);
  if (warning !== undefined) deps.warn?.(warning);
  return file.key;
}

/** Undefined where the user can do nothing about it. */
export async function looseKeyWarning({path, stat}: FoundKeyFile, deps: CredentialDeps): Promise<string | undefined> {
  if (stat.kind !== 'file' || !isLoose(stat, deps.platform) || !(await canChmod(path, stat, deps))) return undefined;
  return `The private key file ${path} is open to other users; to fix it: ${chmodCommand(FILE_MODE, path)}`;
}

export interface FoundKeyFile {
  path: string;
  stat: FileStat;
  title: string;
}

export interface KeyFile extends FoundKeyFile {
  key: KeyObject;
}

/**
 * A regular file, or a pipe that `admit` lets pass: it may never end, so that is decided before it is opened. Errors
 * name the `source`.
 */
export async function readKeyFile(
  given: string,
  source: string | undefined,
  {files, cwd, home, platform, signal}: CredentialDeps,
  admit: (found: FoundKeyFile) => unknown = refusePipe,
): Promise<KeyFile> {
  const from = source === undefined ? '' : ` (from ${source})`;
  const problem = keyPathProblem(given);
  if (problem) {
    const hint = source === 'TOOL_PRIVATE_KEY_PATH' ? FITTING[given.includes('BEGIN') ? 'pem' : 'base64'] : undefined;
    throw unusable(`The private key path${from} ${problem}`, {hint});
  }
  const path = absolute(given, cwd, home);
  if (platform === 'win32' && [given, path].some(isRemoteOrDevice)) {
    throw unusable(`The private key path${from} leads to another machine or a device`);
  }
  const title = `The private key file ${cleanText(path)}${from}`;
  const stat = await files.stat(path).catch((error) => unreadable(title, error));
  if (!stat && isPlaceholder(given)) {
    throw unusable(`The private key path${from} ${UNFILLED}`, {hint: FITTING.placeholder});
  }
  if (!stat) throw unusable(`${title} does not exist`);
  if (stat.kind === 'directory') throw unusable(`${title} is a directory`);
  if (stat.kind !== 'file' && stat.kind !== 'fifo') throw unusable(`${title} is not a regular file`);
  await admit({path, stat, title});
  const bytes = await files.read(path, {maxBytes: MAX_KEY_BYTES, signal}).catch((error) => unreadable(title, error));
  const parsed = parsePrivateKey(textOfKeyFile(bytes));
  if ('key' in parsed) return {path, stat, title, key: parsed.key};
  throw unusable(`${title} ${parsed.refusal}`);
}

function refusePipe({stat, title}: FoundKeyFile): void {
  if (stat.kind === 'fifo') throw unusable(`${title} is a pipe, not a regular file`);
}

function unreadable(title: string, error: unknown): never {
  const problem = fileProblem(error);
  throw problem === undefined ? error : unusable(`${title} cannot be read: ${problem}`, {cause: error});
}

const FITTING: Readonly<Record<KeyForm, string>> = {
  pem: 'The text of a key file belongs in TOOL_PRIVATE_KEY.',
  base64: 'Base64 belongs in TOOL_PRIVATE_KEY_B64.',
  path: 'The path of a key file belongs in TOOL_PRIVATE_KEY_PATH.',
  placeholder:
    'Check the name of the secret, and that this job may read it: a pull request from a fork gets no secrets.',
};

const DOWNLOADED = 'The key file is the AuthKey_….p8 that can be downloaded once, when the key is created.';

function unusable(message: string, {hint = DOWNLOADED, cause}: {hint?: string; cause?: unknown} = {}): ToolError {
  return new ToolError('credentials', message, {hint, cause});
}
