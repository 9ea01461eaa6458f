import {dirname} from 'node:path';
import {cleanText, quoted} from '../model/clean.ts';
import type {ActiveProfile, Profile} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {isObject} from '../model/values.ts';
import {type ConfigFile, type Locations, locate, readConfig} from './config.ts';
import {absolute, defaultOf, entriesOf, isIndex, profileName, textOf} from './config-document.ts';
import type {CredentialDeps, UntrustedConfig} from './credentials.ts';
import {checkOwnership} from './ownership.ts';

export interface StoredProfile extends Omit<Profile, 'keyId' | 'isDefault'> {
  keyId?: string;
  issuerId?: string;
  keyType?: string;
  privateKeyPath?: string;
}

export type Stored = ReturnType<typeof mergeConfigs>;

export async function readStored(deps: CredentialDeps): Promise<Stored & {untrusted: readonly UntrustedConfig[]}> {
  const locations = await locate(deps);
  await checkOwnership(deps);
  const global = await readConfig(deps.files, locations.globalPath);
  const {local, untrusted} = await readLocal(locations, deps);
  for (const {message, remedy} of untrusted) deps.warn?.(`${message}. ${remedy}`);
  return {...mergeConfigs(locations, deps.home, global, local), untrusted};
}

export async function readLocal(locations: Locations, deps: CredentialDeps) {
  if (locations.localPaths.length === 0) return {untrusted: []};
  return (await import('./trust.ts')).readTrusted(locations, deps);
}

/** Merges the configs. `profiles` leaves out local entries for keychain items that the global config does not list. */
export function mergeConfigs(locations: Locations, home: string, global: ConfigFile, local?: ConfigFile) {
  const globals = profilesIn(global, false, home);
  const locals = local ? profilesIn(local, true, home) : [];
  const inKeychain = namesOf(globals.filter(({storedIn}) => storedIn === 'keychain'));
  // A local config must not give access to a keychain item that the global config does not list.
  const allowed = locals.filter(({name, storedIn}) => storedIn !== 'keychain' || inKeychain.includes(name));
  const entries = [...locals, ...globals];
  const guarded = entries.filter(({readOnly}) => readOnly);
  const profiles: readonly StoredProfile[] = [...allowed, ...globals].map((profile) =>
    guarded.some((other) => isSameKey(other, profile)) ? {...profile, readOnly: true} : profile,
  );
  const defaultName = (local && defaultOf(local.document)) ?? defaultOf(global.document);
  return {locations, global, local, profiles, entries, defaultName};
}

export function isSameKey(one: StoredProfile, {name, keyId, privateKeyPath}: Partial<StoredProfile>): boolean {
  return (
    one.name === name ||
    (keyId !== undefined && one.keyId === keyId) ||
    (privateKeyPath !== undefined && one.privateKeyPath === privateKeyPath)
  );
}

export function profilesIn({path, document}: ConfigFile, isLocal: boolean, home: string): StoredProfile[] {
  const profiles = entriesOf(document)
    .filter(isObject)
    .flatMap((entry): StoredProfile[] => {
      const name = profileName(entry);
      if (name === undefined) return [];
      const readOnly = (entry.read_only ?? false) === false ? undefined : (true as const);
      const common = {name, keyId: textOf(entry.key_id), readOnly, configPath: path, isLocal};
      if (isIndex(entry)) return [{...common, storedIn: 'keychain'}];
      const [issuerId, keyType, keyPath] = [entry.issuer_id, entry.key_type, entry.private_key_path].map(textOf);
      const privateKeyPath = keyPath && absolute(keyPath, dirname(path), home);
      return [{...common, issuerId, keyType, privateKeyPath, storedIn: 'config'}];
    });
  const inOrder = (['keychain', 'config'] as const).map((place) => profiles.filter(({storedIn}) => storedIn === place));
  return inOrder.flat();
}

export const namesOf = (profiles: readonly {name: string}[]) => [...new Set(profiles.map(({name}) => name))];
export const listed = (names: readonly string[]) => names.map(quoted).join(', ');

export function profileNamed(name: string | undefined, profiles: readonly StoredProfile[], keychainEnabled: boolean) {
  const usable = profiles.filter(({storedIn}) => keychainEnabled || storedIn !== 'keychain');
  return [...usable, ...profiles].find((profile) => profile.name === name);
}

export function activeOf({name, storedIn, isLocal, readOnly}: StoredProfile): ActiveProfile & {name: string} {
  return {name, source: isLocal ? `local ${storedIn}` : storedIn, readOnly};
}

export function listProfiles({profiles, defaultName}: Stored, {keychainEnabled}: CredentialDeps): Profile[] {
  const active = profileNamed(defaultName, profiles, keychainEnabled);
  return profiles.map((profile) => {
    const {name, keyId = '', readOnly, storedIn, configPath, isLocal} = profile;
    return {name, keyId, isDefault: profile === active, readOnly, storedIn, configPath, isLocal};
  });
}

export function findStored({name, storedIn, configPath}: Profile, {profiles}: Stored): StoredProfile {
  const found = profiles.find((one) => one.name === name && one.storedIn === storedIn && one.configPath === configPath);
  if (found) return found;
  throw new ToolError('credentials', `Profile ${quoted(name)} is no longer stored in ${cleanText(configPath)}`);
}

export const whatIsStored = (names: readonly string[]) =>
  names.length === 0 ? 'No profiles are stored.' : `Stored profiles: ${listed(names)}.`;

export function unknownProfile(name: string, {profiles}: Stored): ToolError {
  const hint = whatIsStored(namesOf(profiles));
  return new ToolError('not-found', `There is no stored profile ${quoted(name)}`, {hint, facts: {flag: 'name'}});
}
