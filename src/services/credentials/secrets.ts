import type {KeyObject} from 'node:crypto';
import {cleanText, quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {keyPathProblem} from '../model/key-text.ts';
import {fileProblem, isObject, isRemoteOrDevice, orElse, parsedJson} from '../model/values.ts';
import type {FileStat} from '../ports.ts';
import {absolute, textOf} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {type Field, type KeyMaterial, keyOwner, ownerProblem, refuseBadIds, sourced} from './fields.ts';
import {canChmod, chmodCommand, FILE_MODE, FLAWS, flawOf, isLoose} from './ownership.ts';
import {
  isPlaceholder,
  type KeyForm,
  parseBase64PrivateKey,
  parsePrivateKey,
  parseStoredKey,
  textOfKeyFile,
  toDer,
  UNFILLED,
} from './private-key.ts';
import type {StoredProfile} from './profiles.ts';
import type {CredentialChoice} from './resolve.ts';

const MAX_KEY_BYTES = 64 * 1024;
const RENEWAL_WAIT = 2000;

export async function loadCredential({from}: Pick<CredentialChoice, 'from'>, deps: CredentialDeps) {
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

export function toKeychainItem({keyId, issuerId, keyType, privateKey}: Credential): string {
  return JSON.stringify({key_id: keyId, issuer_id: issuerId, key_type: keyType, private_key: toDer(privateKey)});
}

export function fromKeychainItem(secret: string, name: string): Credential {
  const hint = "Log in again with 'tool auth login'.";
  const damaged = (what: string) =>
    new ToolError('credentials', `The keychain item of profile ${quoted(name)} ${what}`, {hint});
  const found = parsedJson(secret) ?? parsedJson(secret.replace(/\r?\n/g, '\\n'));
  const item = isObject(found) ? found : {};
  const [keyId, key, issuerId, keyType] = [item.key_id, item.private_key, item.issuer_id, item.key_type].map(textOf);
  const problem = ownerProblem({issuerId, keyType});
  if (problem) throw damaged(problem);
  const owner = keyOwner({issuerId, keyType});
  if (!keyId || !owner || !key) throw damaged('is incomplete');
  const parsed = parseStoredKey(key);
  if ('refusal' in parsed) throw damaged(`has a private key that ${parsed.refusal}`);
  return {...owner, keyId, privateKey: parsed.key};
}

export function restorable(secret: string, name: string): string | undefined {
  if (!/[\\\r\n]/.test(secret)) return secret;
  return orElse(() => toKeychainItem(fromKeychainItem(secret, name)), undefined);
}

async function renewItem(secret: string, name: string, deps: CredentialDeps): Promise<void> {
  const next = restorable(secret, name);
  if (next === undefined || next === secret) return;
  const {withLock} = await import('./write-config.ts');
  const {keychain} = deps;
  const signal = AbortSignal.any([AbortSignal.timeout(RENEWAL_WAIT), ...(deps.signal ? [deps.signal] : [])]);
  await withLock({...deps, signal}, async () => {
    if ((await keychain.get(name)) === secret) await keychain.set(name, next);
  }).catch(() => {});
}

export async function loadKey({value, source}: Field<KeyMaterial>, deps: CredentialDeps): Promise<KeyObject> {
  if (!('path' in value)) {
    const parsed = 'pem' in value ? parsePrivateKey(value.pem) : parseBase64PrivateKey(value.base64);
    if ('key' in parsed) return parsed.key;
    throw unusable(`The private key from ${source} ${parsed.refusal}`, {hint: parsed.form && FITTING[parsed.form]});
  }
  const file = await readKeyFile(value.path, source, deps, (found) => {
    const flaw = value.isLocal ? flawOf(found.stat, deps) : undefined;
    if (flaw) throw unusable(`${found.title} ${FLAWS[flaw]}, so that a local config may not use it`);
    refusePipe(found);
  });
  for (const warning of await looseKeyWarning(file, deps)) deps.warn?.(warning);
  return file.key;
}

export async function looseKeyWarning({path, stat}: Pick<FoundKeyFile, 'path' | 'stat'>, deps: CredentialDeps) {
  if (stat.kind !== 'file' || !isLoose(stat, deps.platform) || !(await canChmod(path, stat, deps))) return [];
  return [`The private key file ${path} is open to other users; to fix it: ${chmodCommand(FILE_MODE, path)}`];
}

interface FoundKeyFile {
  path: string;
  stat: FileStat;
  title: string;
}

export interface KeyFile extends FoundKeyFile {
  key: KeyObject;
}

export type KeyFileDeps = Pick<CredentialDeps, 'files' | 'cwd' | 'home' | 'platform' | 'signal'>;

export async function readKeyFile(
  given: string,
  source: string | undefined,
  deps: KeyFileDeps,
  admit?: (found: FoundKeyFile) => unknown,
): Promise<KeyFile> {
  const {text, ...file} = await openKeyFile(given, source, deps, admit);
  const parsed = parsePrivateKey(text);
  if ('key' in parsed) return {...file, key: parsed.key};
  throw unusable(`${file.title} ${parsed.refusal}`, {hint: parsed.form && FITTING[parsed.form]});
}

/** Asks `admit` before it opens the file, because a pipe may never end. */
export async function openKeyFile(
  given: string,
  source: string | undefined,
  {files, cwd, home, platform, signal}: KeyFileDeps,
  admit: (found: FoundKeyFile) => unknown = refusePipe,
): Promise<FoundKeyFile & {text: string}> {
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
  if (stat.kind !== 'file' && stat.kind !== 'pipe') throw unusable(`${title} is a ${stat.kind}, not a regular file`);
  await admit({path, stat, title});
  const bytes = await files.read(path, {maxBytes: MAX_KEY_BYTES, signal}).catch((error) => unreadable(title, error));
  return {path, stat, title, text: textOfKeyFile(bytes)};
}

function refusePipe({stat, title}: FoundKeyFile): void {
  if (stat.kind === 'pipe') throw unusable(`${title} is a pipe, not a regular file`);
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
