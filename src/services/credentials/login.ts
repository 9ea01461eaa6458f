import {basename, join} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import {areSwapped, type Credential, doubtsAbout} from '../model/credential.ts';
import {messageOf, ToolError} from '../model/error.ts';
import {isRemoteOrDevice} from '../model/values.ts';
import {type Locked, rewriteConfig, rewriteConfigs, rewriteIfChanged} from './change-config.ts';
import {type ConfigFile, locate} from './config.ts';
import {
  absolute,
  defaultOf,
  keyFilesIn,
  namesIn,
  type ProfileEntry,
  withDefault,
  withEntry,
  withKeyFiles,
  withoutProfiles,
} from './config-document.ts';
import type {CredentialDeps, LoginOptions, LoginResult} from './credentials.ts';
import {ID_HINT} from './fields.ts';
import {isInKeysDirectory, placeForKey, removeUnusedKeys} from './pasted-keys.ts';
import {toPem} from './private-key.ts';
import {isSameKey, readStored, type Stored, type StoredProfile} from './profiles.ts';
import {type KeyFile, loadKey, looseKeyWarning, readKeyFile, restorable, toKeychainItem} from './secrets.ts';
import {issueToken} from './token.ts';
import {readTrustedConfig} from './trust.ts';
import {configPathOf, prepareFolder, replaceFile, type Transaction, transaction, withLock} from './write-config.ts';

interface NewProfile extends Pick<LoginOptions, 'name' | 'readOnly'>, Partial<Pick<KeyFile, 'path' | 'stat'>> {
  credential: Credential;
}

export async function login(wanted: LoginOptions, deps: CredentialDeps): Promise<LoginResult> {
  const {keyId, owner, local} = wanted;
  const bypass = wanted.bypassKeychain || !deps.keychainEnabled;
  if (areSwapped(keyId, owner.issuerId)) {
    throw new ToolError('usage', 'is the issuer ID: the two are swapped', {facts: {flag: 'key-id'}});
  }
  const locations = await locate(deps);
  const target = configPathOf(locations, local);
  if (local && !bypass && (await deps.keychain.check()).accessible) {
    const problem = 'needs --bypass-keychain: the profile would go to the system keychain';
    const hint = 'Add --bypass-keychain to store it in ./.tool/config.json, or leave out --local.';
    throw new ToolError('usage', problem, {hint, facts: {flag: 'local'}});
  }
  const {key, path, stat} = await readKey(wanted, bypass || local, deps).catch((error) => {
    throw error instanceof ToolError ? error.with({facts: {flag: 'private-key'}}) : error;
  });
  const credential = {...owner, keyId, privateKey: key, keyFile: path};
  if (!wanted.skipValidation) await issueToken(credential, deps);
  await wanted.validate?.(credential);
  if (local) await readTrustedConfig(target, locations, deps);
  await prepareFolder(target, local, deps);
  return withLock(deps, async () => {
    const locked = {stored: await readStored(deps), deps};
    return storeProfile({...wanted, path, stat, credential}, target, !bypass && !local, locked);
  });
}

async function readKey(
  {privateKey, keyId}: LoginOptions,
  intoConfig: boolean,
  deps: CredentialDeps,
): Promise<Pick<KeyFile, 'key'> & Partial<KeyFile>> {
  if ('pem' in privateKey) {
    return {key: await loadKey({value: privateKey, source: 'the pasted text'}, deps)};
  }
  return readKeyFile(await keyFileAt(privateKey.path, keyId, deps), undefined, deps, async ({path, stat}) => {
    if (stat.kind !== 'pipe') return;
    if (intoConfig) throw pipeRefused(path);
    const {accessible, reason = 'does not answer'} = await deps.keychain.check();
    if (!accessible) throw pipeRefused(path, `The system keychain ${reason}`);
  });
}

async function keyFileAt(given: string, keyId: string, {files, cwd, home, platform}: CredentialDeps): Promise<string> {
  if (platform === 'win32' && isRemoteOrDevice(given)) return given;
  const inside = join(absolute(given, cwd, home), `AuthKey_${keyId}.p8`);
  return (await files.stat(inside).catch(() => undefined)) ? inside : given;
}

function pipeRefused(path: string, reason?: string): ToolError {
  const why = reason === undefined ? '' : `: ${reason}`;
  const message = `The private key ${cleanText(path)} is a pipe, which only the keychain can store${why}`;
  const hint = 'Give the path of a key file that stays.';
  return new ToolError('credentials', message, {hint, facts: {flag: 'private-key'}});
}

async function storeProfile(
  profile: NewProfile,
  target: string,
  toKeychain: boolean,
  locked: Locked,
): Promise<LoginResult> {
  const {stored, deps} = locked;
  const {name, readOnly, path = '', stat} = profile;
  const warnings = stat ? await looseKeyWarning({path, stat}, deps) : [];
  const doubts = doubtsAbout(profile.credential);
  if (doubts.length > 0) warnings.push(`${doubts.join(' ')} ${ID_HINT}`);
  let keyPath = profile.path;
  const problem = toKeychain ? await intoKeychain(profile, target, locked) : undefined;
  const inKeychain = toKeychain && !problem;
  if (!inKeychain) {
    // A config stores only the path of the key, and a pipe can be read only once.
    if (stat?.kind === 'pipe') throw pipeRefused(path, problem?.message);
    keyPath = await intoConfig(profile, target, locked);
    if (problem) {
      warnings.push(`${problem.summary}; the profile is stored in the config file instead`);
      warnings.push(...problem.details.map((detail) => `${detail}. It may be in the keychain as well; ${BY_HAND}`));
    }
    if (isHidden(target, stored)) {
      warnings.push(`Profile ${quoted(name)} is not active here: ${stored.local?.path} takes precedence`);
    }
    if (deps.keychainEnabled && hasItem(name, locked)) warnings.push(...(await removeReplacedItem(name, deps)));
  }
  const left = await removeUnusedKeys(deps);
  const {keyId} = profile.credential;
  if (!readOnly) warnings.push(...readOnlyWarnings({name, keyId, privateKeyPath: keyPath}, stored));
  warnings.push(...left.map((file) => `A key file is no longer used, but could not be removed: ${file}`));
  return {name, storedIn: inKeychain ? 'keychain' : 'config', configPath: target, keyPath, warnings};
}

function readOnlyWarnings(profile: Partial<StoredProfile>, {entries}: Stored): string[] {
  const name = quoted(profile.name ?? '');
  const same = entries.filter((old) => old.readOnly && isSameKey(old, profile));
  const other = same.find((old) => old.name !== profile.name);
  if (other) return [`Profile ${name} is read-only, as ${quoted(other.name)} is, which has the same key`];
  return same.length > 0 ? [`Profile ${name} was read-only and no longer is`] : [];
}

async function intoKeychain(profile: NewProfile, target: string, locked: Locked): Promise<ToolError | undefined> {
  const {name, credential} = profile;
  const {keychain} = locked.deps;
  const item = toKeychainItem(credential);
  let state = 'unknown' as 'unknown' | 'refused' | 'stored';
  try {
    await transaction(async (step) => {
      const found = hasItem(name, locked) ? await keychain.get(name) : undefined;
      const old = found === undefined ? undefined : restorable(found, name);
      const put = () =>
        keychain.set(name, item).catch((error) => {
          if (error instanceof ToolError && error.kind === 'storage' && error.cause === undefined) state = 'refused';
          throw error;
        });
      await step(put, async () => {
        if (state === 'refused' || (await keychain.get(name, {undo: true})) !== item) return;
        await (old === undefined ? keychain.delete(name, {undo: true}) : keychain.set(name, old, {undo: true}));
      });
      state = 'stored';
      await writeEntry(entryOf(profile), target, {...locked, step});
    });
    return undefined;
  } catch (error) {
    if (state !== 'stored' && error instanceof ToolError && error.kind === 'storage') return error;
    throw error;
  }
}

function intoConfig(profile: NewProfile, target: string, locked: Locked): Promise<string> {
  const {name, path: given, credential} = profile;
  return transaction(async (step) => {
    const change = {...locked, step};
    if (given !== undefined && !(await isInKeysDirectory(given, locked))) {
      await writeEntry(entryOf(profile, given), target, change);
      return given;
    }
    const {keyId, privateKey} = credential;
    const {path, old} = await placeForKey({name, keyId}, await fileAt(target, locked), locked);
    // The config is written first, so that a killed run leaves no key file that the config does not list.
    await writeEntry(entryOf(profile, path), target, change, basename(path));
    await replaceFile(path, toPem(privateKey), locked.deps.files, step, old);
    return path;
  });
}

function entryOf({name, credential, readOnly}: NewProfile, keyPath?: string): ProfileEntry {
  const {keyId, keyType, issuerId} = credential;
  const entry = {name, key_id: keyId, key_type: keyType, read_only: readOnly || undefined};
  if (keyPath === undefined) return {...entry, stored_in: 'keychain'};
  return {...entry, issuer_id: issuerId, private_key_path: keyPath};
}

const hasItem = (name: string, {stored}: Locked) =>
  stored.profiles.some((profile) => profile.name === name && profile.storedIn === 'keychain');

const BY_HAND = "remove it by hand: its service is 'tool'";

async function removeReplacedItem(name: string, deps: CredentialDeps): Promise<string[]> {
  const problem = await deps.keychain.delete(name).then(() => undefined, messageOf);
  const locked = {stored: await readStored(deps), deps};
  await rewriteConfigs(locked, ({document}) => withoutProfiles(document, {name, keep: 'config'}));
  if (problem === undefined) return [];
  return [`The old keychain item of ${quoted(name)} could not be removed (${problem}); ${BY_HAND}`];
}

function isHidden(target: string, {global, local}: Stored): boolean {
  return local !== undefined && target !== local.path && target !== global.path;
}

async function writeEntry(entry: ProfileEntry, targetPath: string, change: Locked & Transaction, keyFile?: string) {
  const {stored} = change;
  const {name} = entry;
  const {global, local} = stored;
  const hidden = isHidden(targetPath, stored);
  const target = await fileAt(targetPath, change);
  const document = withDefault(withEntry(target.document, entry), name);
  await rewriteConfig(
    target,
    keyFile === undefined ? document : withKeyFiles(document, [...keyFilesIn(document), keyFile]),
    change,
  );
  for (const file of [local, global]) {
    if (!file || file.path === targetPath) continue;
    // If the profile moves to a config file, its keychain entry stays here: `removeReplacedItem` removes the item
    // later, unless the keychain is bypassed.
    const without = withoutProfiles(file.document, {name, keep: entry.stored_in ? undefined : 'keychain'});
    // A local default would override the new default of the global config, so it changes, too.
    const overrides = file === local && !hidden && defaultOf(file.document) !== undefined;
    const isNamed = namesIn(without).includes(name);
    const dangles = (file === global || hidden) && defaultOf(without) === name && !isNamed;
    const next = overrides || dangles ? withDefault(without, overrides ? name : undefined) : without;
    await rewriteIfChanged(file, next, change);
  }
}

async function fileAt(path: string, {stored, deps}: Locked): Promise<ConfigFile> {
  const {global, local, locations} = stored;
  return [global, local].find((file) => file?.path === path) ?? (await readTrustedConfig(path, locations, deps));
}
