import {cleanText, quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {messageOf, ToolError} from '../model/error.ts';
import {type Change, type Locked, rewriteConfig, rewriteConfigs, rewriteIfChanged} from './change-config.ts';
import {locate} from './config.ts';
import {defaultOf, namesIn, type ProfileEntry, withDefault, withEntry, withoutProfiles} from './config-document.ts';
import type {CredentialDeps, LoginOptions, LoginResult} from './credentials.ts';
import {restorable, toKeychainItem} from './keychain-item.ts';
import {isLoose} from './ownership.ts';
import {markKeysReplaced, recordUse, removeUnusedKeys, storePastedKey} from './pasted-keys.ts';
import {parsePrivateKey, toPem} from './private-key.ts';
import {readStored, type Stored} from './profiles.ts';
import {type KeyFile, looseKeyWarning, readKeyFile} from './secrets.ts';
import {checkSigning} from './token.ts';
import {readTarget} from './trust.ts';
import {prepareTarget, targetOf, transaction, withLock} from './write-config.ts';

/** `key` alone for one that was pasted. */
type GivenKey = Pick<KeyFile, 'key'> & Partial<KeyFile>;

interface NewProfile extends GivenKey, Pick<LoginOptions, 'name' | 'readOnly'> {
  credential: Credential;
}

/** Stores a profile in the keychain, else in a config, as the default. */
export async function login(wanted: LoginOptions, deps: CredentialDeps): Promise<LoginResult> {
  const {name, keyId, owner, readOnly, local} = wanted;
  const bypass = wanted.bypassKeychain || !deps.keychainEnabled;
  const locations = await locate(deps);
  const target = targetOf(locations, local);
  if (local) await checkLocal(bypass, deps);
  const given = await readKey(wanted, bypass, deps).catch((error) => {
    throw error instanceof ToolError ? error.with({facts: {flag: 'private-key'}}) : error;
  });
  const credential = {...owner, keyId, privateKey: given.key};
  if (!wanted.skipValidation) await checkSigning(credential, deps);
  await wanted.validate?.(credential);
  // Refuses an untrusted one before anything is written.
  if (local) await readTarget(target, locations, deps);
  await prepareTarget(target, local, deps);
  return withLock(deps, async () => {
    const locked = {stored: await readStored(deps), deps};
    return store({...given, name, credential, readOnly}, target, !bypass && !local, locked);
  });
}

async function checkLocal(bypass: boolean, {keychain}: CredentialDeps): Promise<void> {
  if (bypass || !(await keychain.check()).accessible) return;
  const problem = 'needs --bypass-keychain: the profile would go to the system keychain';
  const hint = 'Add --bypass-keychain to store it in ./.tool/config.json, or leave out --local.';
  throw new ToolError('usage', problem, {hint, facts: {flag: 'local'}});
}

async function readKey({privateKey, local}: LoginOptions, bypass: boolean, deps: CredentialDeps): Promise<GivenKey> {
  if ('path' in privateKey) {
    return readKeyFile(privateKey.path, undefined, deps, async ({path, stat}) => {
      if (stat.kind !== 'fifo') return;
      if (bypass || local) throw pipeRefused(path);
      const {accessible, reason = 'does not answer'} = await deps.keychain.check();
      if (!accessible) throw pipeRefused(path, `The system keychain ${reason}`);
    });
  }
  const parsed = parsePrivateKey(privateKey.pem);
  if ('key' in parsed) return parsed;
  throw new ToolError('credentials', `The private key ${parsed.refusal}`);
}

function pipeRefused(path: string, reason?: string): ToolError {
  const why = reason === undefined ? '' : `: ${reason}`;
  const message = `The private key ${cleanText(path)} is a pipe, which only the keychain can store${why}`;
  const hint = 'Give the path of a key file that stays.';
  return new ToolError('credentials', message, {hint, facts: {flag: 'private-key'}});
}

async function store(profile: NewProfile, target: string, toKeychain: boolean, locked: Locked): Promise<LoginResult> {
  const {stored, deps} = locked;
  const {name, readOnly, path = '', stat} = profile;
  const isOpen = stat?.kind === 'file' && isLoose(stat, deps.platform);
  const warnings = isOpen ? [looseKeyWarning(path)] : [];
  let keyPath = profile.path;
  const problem = toKeychain ? await intoKeychain(profile, target, locked) : undefined;
  const inKeychain = toKeychain && !problem;
  if (!inKeychain) {
    // A pipe can be read only once.
    if (stat?.kind === 'fifo') throw pipeRefused(path, problem?.message);
    keyPath = await intoConfig(profile, target, locked);
    if (problem) warnings.push(`${problem.message}; the profile is stored in the config file instead`);
    if (isHidden(target, stored)) {
      warnings.push(`Profile ${quoted(name)} is not active here: ${stored.local?.path} takes precedence`);
    }
    if (deps.keychainEnabled && hasItem(name, locked)) warnings.push(...(await removeReplacedItem(name, deps)));
  }
  const left = await removeUnusedKeys('replaced', locked);
  if (!readOnly && stored.profiles.some((old) => old.name === name && old.readOnly)) {
    warnings.push(`Profile ${quoted(name)} was read-only and no longer is`);
  }
  warnings.push(...left.map((path) => `The key file ${path} is no longer used, but could not be removed`));
  return {name, storedIn: inKeychain ? 'keychain' : 'config', configPath: target, keyPath, warnings};
}

/** @returns why it failed, when the config file is to take its place */
async function intoKeychain(profile: NewProfile, target: string, locked: Locked): Promise<ToolError | undefined> {
  const {name, credential} = profile;
  const {keychain} = locked.deps;
  let isStored = false;
  try {
    await transaction(async (step) => {
      const found = hasItem(name, locked) ? await keychain.get(name) : undefined;
      const old = found === undefined ? undefined : restorable(found, name);
      await step(
        () => keychain.set(name, toKeychainItem(credential)),
        () => (old === undefined ? keychain.delete(name) : keychain.set(name, old)),
      );
      isStored = true;
      const change = {...locked, step};
      await markKeysReplaced(name, change);
      await writeEntry(entryOf(profile), target, change);
    });
    return undefined;
  } catch (error) {
    if (!isStored && error instanceof ToolError && error.kind === 'storage') return error;
    throw error;
  }
}

/** @returns where the key is */
function intoConfig(profile: NewProfile, target: string, locked: Locked): Promise<string> {
  const {name, path: given, credential} = profile;
  return transaction(async (step) => {
    const change = {...locked, step};
    await markKeysReplaced(name, change);
    if (given !== undefined) await recordUse(given, target, locked.deps.files);
    const pasted = {name, keyId: credential.keyId, pem: toPem(credential.privateKey), configPath: target};
    const path = given ?? (await storePastedKey(pasted, change));
    await writeEntry(entryOf(profile, path), target, change);
    return path;
  });
}

/** Without a path, the index entry of a keychain item: nothing secret, and no issuer ID. */
function entryOf({name, credential, readOnly}: NewProfile, keyPath?: string): ProfileEntry {
  const {keyId, keyType, issuerId} = credential;
  const entry = {name, key_id: keyId, key_type: keyType, read_only: readOnly || undefined};
  return keyPath === undefined
    ? {...entry, stored_in: 'keychain'}
    : {...entry, issuer_id: issuerId, private_key_path: keyPath};
}

function hasItem(name: string, {stored}: Locked): boolean {
  return stored.profiles.some((profile) => profile.name === name && profile.storedIn === 'keychain');
}

/** The old secret must not stay behind unseen. */
async function removeReplacedItem(name: string, deps: CredentialDeps): Promise<string[]> {
  const problem = await deps.keychain.delete(name).then(() => undefined, messageOf);
  const locked = {stored: await readStored(deps), deps};
  await rewriteConfigs(locked, ({document}) => withoutProfiles(document, {name, keep: 'config'}));
  if (problem === undefined) return [];
  return [
    `The old keychain item of ${quoted(name)} could not be removed (${problem}). Remove it by hand; its service is 'tool'`,
  ];
}

/** A nearer local config hides the one that is written. */
function isHidden(target: string, {global, local}: Stored): boolean {
  return local !== undefined && target !== local.path && target !== global.path;
}

/** Makes the entry the effective default, and removes other profiles of its name. */
async function writeEntry(entry: ProfileEntry, targetPath: string, change: Change): Promise<void> {
  const {stored, deps} = change;
  const {name} = entry;
  const {global, local, locations} = stored;
  const hidden = isHidden(targetPath, stored);
  const known = [global, local].find((file) => file?.path === targetPath);
  // Not the local config in use here, e.g. that of a surrounding repository.
  const target = known ?? (await readTarget(targetPath, locations, deps));
  await rewriteConfig(target, withDefault(withEntry(target.document, entry), name), change);
  for (const file of [local, global]) {
    if (!file || file.path === targetPath) continue;
    // A bypassed keychain keeps its index entry; an item to be removed stays listed until it is gone.
    const without = withoutProfiles(file.document, {name, keep: entry.stored_in ? undefined : 'keychain'});
    // A local default wins over a global one: it must name the profile too, where it can.
    const overrides = file === local && !hidden && defaultOf(file.document) !== undefined;
    // A global default that only this repository has would be dangling everywhere else.
    const isNamed = namesIn(without).includes(name);
    const dangles = (file === global || hidden) && defaultOf(without) === name && !isNamed;
    const next = overrides || dangles ? withDefault(without, overrides ? name : undefined) : without;
    await rewriteIfChanged(file, next, change);
  }
}
