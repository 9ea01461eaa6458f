import {cleanText, quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {withoutProfiles} from './config-document.ts';
import {existing, keysDirectory, prepareDirectory, withLocks} from './config-file.ts';
import type {LoginOptions, LoginResult} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {type FoundKeyFile, findKeyFile, isLoose, type KeyFile, looseKeyWarning, readKeyFile} from './key-source.ts';
import {prepareTarget, targetOf} from './local-config.ts';
import {locate} from './locations.ts';
import {checkOptions, trimmed} from './login-options.ts';
import {giveUpKeys, removeUnusedKeys} from './pasted-keys.ts';
import {parsePrivateKey} from './private-key.ts';
import {rewriteIfChanged} from './rewrite-config.ts';
import {configEntry, indexEntry, isHidden, type NewProfile, storeInKeychain, writeEntry} from './store-profile.ts';
import {readStored, type Stored} from './stored.ts';
import {checkSigning} from './token.ts';
import {transaction} from './transaction.ts';
import {readTarget} from './trust.ts';

/** Checks a credential and stores it; nothing is stored when a check fails. */
export async function login(given: LoginOptions, deps: CredentialDeps): Promise<LoginResult> {
  const options = trimmed(given);
  const owner = checkOptions(options);
  const bypass = options.bypassKeychain || !deps.keychainEnabled;
  if (options.local) await checkLocal(bypass, deps);
  const file = await readKey(options, bypass, deps);
  const credential = {...owner, keyId: options.keyId, privateKey: file.key};
  if (!options.skipValidation) await checkSigning(credential, deps);
  await options.validate?.(credential);
  const stored = await store(options, credential, file, bypass, deps);
  return {...stored, warnings: [...looseKeyWarnings(file, deps), ...stored.warnings]};
}

/** A local profile is for when the keychain is not used. @throws ToolError usage */
async function checkLocal(bypass: boolean, deps: CredentialDeps): Promise<void> {
  targetOf(await locate(deps), true);
  if (bypass || !(await deps.keychain.check()).accessible) return;
  throw new ToolError('usage', 'needs --bypass-keychain: the profile would go to the system keychain', {
    hint: 'Add --bypass-keychain to store it in ./.tool/config.json, or leave out --local.',
    facts: {flag: 'local'},
  });
}

async function readKey(
  {privateKey, local}: LoginOptions,
  bypass: boolean,
  deps: CredentialDeps,
): Promise<Pick<KeyFile, 'key'> & Partial<KeyFile>> {
  if ('path' in privateKey) {
    const found = await findKeyFile(privateKey.path, undefined, deps).catch(aboutKey);
    // Before it is read: nobody may be writing to it.
    if (found.stat.kind === 'fifo') await checkPipe(found, bypass || local, deps);
    return readKeyFile(found, deps).catch(aboutKey);
  }
  const parsed = parsePrivateKey(privateKey.pem);
  if ('key' in parsed) return parsed;
  throw new ToolError('credentials', `The private key ${parsed.refusal}`, {facts: {flag: 'private-key'}});
}

function aboutKey(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  throw error.with({facts: {flag: 'private-key'}});
}

function looseKeyWarnings({path, stat}: Partial<KeyFile>, {platform}: CredentialDeps): string[] {
  if (path === undefined || stat?.kind !== 'file' || !isLoose(stat, platform)) return [];
  return [looseKeyWarning(path)];
}

async function store(
  {name, local, readOnly}: LoginOptions,
  credential: Credential,
  file: Partial<KeyFile>,
  bypass: boolean,
  deps: CredentialDeps,
): Promise<LoginResult> {
  const locations = await locate(deps);
  const target = targetOf(locations, local);
  if (local) await readTarget(target, locations, deps);
  await prepareTarget(target, local, locations.globalPath, deps);
  const keys = file.path === undefined ? [keysDirectory(locations)] : [];
  for (const path of keys) await prepareDirectory(deps.files, path);
  const locked = [target, ...keys, ...(await existing(deps.files, locations))];
  const profile: NewProfile = {name, credential, readOnly, keyPath: file.path};

  return withLocks(deps, locked, work);

  async function work(): Promise<LoginResult> {
    const stored = await readStored(deps);
    const kept = bypass || local ? undefined : await intoKeychain(profile, target, stored, deps);
    if (kept && !(kept instanceof ToolError)) return {...kept, warnings: await cleanUp(stored)};
    if (file.path !== undefined && file.stat?.kind === 'fifo') throw pipeRefused({path: file.path}, kept?.message);
    const result = await intoConfig(profile, target, stored, deps);
    const hidden = isHidden(target, stored)
      ? [`Profile ${quoted(name)} is not in force here: ${stored.local?.path} is nearer`]
      : [];
    const said = kept ? [`${kept.message}; the profile is stored in the config file instead`] : [];
    const removed = replacesItem(name, stored, deps) ? await removeReplacedItem(name, deps) : [];
    return {...result, warnings: [...said, ...hidden, ...removed, ...(await cleanUp(stored))]};
  }

  async function cleanUp(before: Stored): Promise<string[]> {
    const left = await removeUnusedKeys('given up', before, deps);
    const wasReadOnly = before.profiles.some((old) => old.name === name && old.readOnly);
    return [
      ...(wasReadOnly && !readOnly ? [`Profile ${quoted(name)} was read-only and no longer is`] : []),
      ...left.map((path) => `The key file ${path} is no longer used, but could not be removed`),
    ];
  }
}

/** @returns why it could not be done, when the config file is to take its place */
async function intoKeychain(
  profile: NewProfile,
  target: string,
  stored: Stored,
  deps: CredentialDeps,
): Promise<LoginResult | ToolError> {
  let kept = false;
  try {
    return await transaction(async (steps) => {
      await storeInKeychain(profile, stored, deps, steps);
      kept = true;
      await giveUpKeys(profile.name, stored, deps, steps);
      await writeEntry(indexEntry(profile), target, stored, false, deps, steps);
      return {name: profile.name, storedIn: 'keychain', configPath: target, warnings: []};
    });
  } catch (error) {
    if (!kept && error instanceof ToolError && error.kind === 'storage') return error;
    throw error;
  }
}

function intoConfig(profile: NewProfile, target: string, stored: Stored, deps: CredentialDeps): Promise<LoginResult> {
  return transaction(async (steps) => {
    await giveUpKeys(profile.name, stored, deps, steps);
    const entry = await configEntry(profile, target, stored, deps, steps);
    // A keychain bypassed by the variable stays as it is, index and all; an item that is to go stays listed until it has gone.
    const keepIndex = !deps.keychainEnabled || replacesItem(profile.name, stored, deps);
    await writeEntry(entry, target, stored, keepIndex, deps, steps);
    return {name: profile.name, storedIn: 'config', configPath: target, warnings: []};
  });
}

function replacesItem(name: string, {profiles}: Stored, {keychainEnabled}: CredentialDeps): boolean {
  return keychainEnabled && profiles.some((profile) => profile.name === name && profile.storedIn === 'keychain');
}

/** The profile in a config file replaces one in the keychain, whose secret must not stay behind unseen. */
async function removeReplacedItem(name: string, deps: CredentialDeps): Promise<string[]> {
  const problem = await deps.keychain.delete(name).then(
    () => undefined,
    (error) => (error instanceof Error ? error.message : String(error)),
  );
  const {global, local} = await readStored(deps);
  await transaction(async (steps) => {
    for (const file of [local, global]) {
      if (file) await rewriteIfChanged(file, withoutProfiles(file.document, {name, keep: 'config'}), deps, steps);
    }
  });
  if (problem === undefined) return [];
  return [
    `The old keychain item of ${quoted(name)} is still there (${problem}): remove it by hand, its service is 'tool'`,
  ];
}

/** A pipe can be read only once, so its key must go to the keychain. @throws ToolError credentials */
async function checkPipe(file: FoundKeyFile, toConfig: boolean, {keychain}: CredentialDeps): Promise<void> {
  if (toConfig) throw pipeRefused(file);
  const {accessible, reason = 'does not answer'} = await keychain.check();
  if (!accessible) throw pipeRefused(file, `The system keychain ${reason}`);
}

function pipeRefused({path}: Pick<FoundKeyFile, 'path'>, reason?: string): ToolError {
  const why = reason === undefined ? '' : `: ${reason}`;
  return new ToolError(
    'credentials',
    `The private key ${cleanText(path)} is a pipe, which only the keychain can store${why}`,
    {
      hint: 'Give the path of a key file that stays.',
      facts: {flag: 'private-key'},
    },
  );
}
