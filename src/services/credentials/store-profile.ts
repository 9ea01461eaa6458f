import type {Credential, StoredIn} from '../model/credential.ts';
import {
  type ConfigDocument,
  defaultOf,
  entriesOf,
  type ProfileEntry,
  profileName,
  withDefault,
  withEntry,
  withoutProfiles,
} from './config-document.ts';
import type {CredentialDeps} from './deps.ts';
import {ownerMembers, toKeychainItem} from './keychain-item.ts';
import {recordUse, storePastedKey} from './pasted-keys.ts';
import {toPem} from './private-key.ts';
import {rewriteConfig, rewriteIfChanged} from './rewrite-config.ts';
import type {Stored} from './stored.ts';
import type {Transaction} from './transaction.ts';
import {readTarget} from './trust.ts';

/** A credential on its way into a store. */
export interface NewProfile {
  name: string;
  credential: Credential;
  /** Every write with it is to be refused. */
  readOnly?: boolean;
  /** Absolute path of the key file; absent when the key was pasted. */
  keyPath?: string;
}

/** Puts the secret into the keychain. @throws ToolError storage when that is not possible */
export async function storeInKeychain(
  {name, credential}: NewProfile,
  {profiles}: Stored,
  {keychain}: CredentialDeps,
  {step}: Transaction,
): Promise<void> {
  const indexed = profiles.some((profile) => profile.name === name && profile.storedIn === 'keychain');
  const old = indexed ? await keychain.get(name) : undefined;
  await step(
    () => keychain.set(name, toKeychainItem(credential)),
    () => (old === undefined ? keychain.delete(name) : keychain.set(name, old)),
  );
}

/** The entry that lists a profile in the keychain: nothing secret, and no issuer ID. */
export function indexEntry({name, credential, readOnly}: NewProfile): ProfileEntry {
  const {keyId, keyType} = credential;
  const type = keyType === 'individual' ? {key_type: keyType} : {};
  return {name, key_id: keyId, ...type, ...readOnlyMember(readOnly), stored_in: 'keychain'};
}

function readOnlyMember(readOnly: boolean | undefined): Pick<ProfileEntry, 'read_only'> {
  return readOnly ? {read_only: true} : {};
}

/** The profile as this config file holds it; a pasted key becomes a file of the tool's. @throws ToolError storage */
export async function configEntry(
  {name, credential, readOnly, keyPath}: NewProfile,
  configPath: string,
  stored: Stored,
  deps: CredentialDeps,
  transaction: Transaction,
): Promise<ProfileEntry> {
  const {keyId, privateKey, ...owner} = credential;
  const entry = {name, key_id: keyId, ...ownerMembers(owner), ...readOnlyMember(readOnly)};
  if (keyPath !== undefined) {
    await recordUse(keyPath, configPath, stored, deps);
    return {...entry, private_key_path: keyPath};
  }
  const pasted = {name, keyId, pem: toPem(privateKey), configPath};
  return {...entry, private_key_path: await storePastedKey(pasted, stored, deps, transaction)};
}

/** Whether a nearer local config hides the one that is written, as it does everything in it. */
export function isHidden(targetPath: string, {global, local}: Stored): boolean {
  return local !== undefined && targetPath !== local.path && targetPath !== global.path;
}

/**
 * Writes the entry, makes it the default that takes effect, and takes the name out of wherever else it stood.
 * @param keepIndex leaves index entries alone, because the keychain is not to be touched
 */
export async function writeEntry(
  entry: ProfileEntry,
  targetPath: string,
  stored: Stored,
  keepIndex: boolean,
  deps: CredentialDeps,
  transaction: Transaction,
): Promise<void> {
  const {global, local} = stored;
  const hidden = isHidden(targetPath, stored);
  const keep = keepIndex ? 'keychain' : undefined;
  const known = [global, local].find((file) => file?.path === targetPath);
  // Another local config than the one in force here, e.g. that of the repository around a nested one.
  const target = known ?? (await readTarget(targetPath, stored.locations, deps));
  const cleared = keepIndex
    ? target.document
    : withoutProfiles(target.document, {name: entry.name, keep: kindOf(entry)});
  await rewriteConfig(target, withDefault(withEntry(cleared, entry), entry.name), deps, transaction);
  for (const file of [local, global]) {
    if (!file || file.path === targetPath) continue;
    const without = withoutProfiles(file.document, {name: entry.name, keep});
    // A local default wins over a global one: it has to name the profile too, where it can.
    const overrides = file === local && !hidden && defaultOf(file.document) !== undefined;
    // A global default whose profile is only in this repository now would name nothing anywhere else.
    const dangles =
      (file === global || hidden) && defaultOf(without) === entry.name && !namesIn(without).includes(entry.name);
    const next = overrides || dangles ? withDefault(without, overrides ? entry.name : undefined) : without;
    await rewriteIfChanged(file, next, deps, transaction);
  }
}

function namesIn(document: ConfigDocument): string[] {
  return entriesOf(document).flatMap((entry) => profileName(entry) ?? []);
}

function kindOf(entry: ProfileEntry): StoredIn {
  return entry.stored_in ?? 'config';
}
