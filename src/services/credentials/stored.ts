import {cleanText, quoted} from '../model/clean.ts';
import type {ActiveProfile, Profile} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {isTrue} from '../model/values.ts';
import {type ChoiceInput, chooseCredential} from './choose-credential.ts';
import {chooseProfile} from './choose-profile.ts';
import {defaultOf, storedProfiles} from './config-document.ts';
import {type ConfigFile, readGlobal} from './config-file.ts';
import type {UntrustedConfig} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {readEnvironment, variable} from './environment.ts';
import {type Locations, locate} from './locations.ts';
import {activeOf, listed, namesOf, profileNamed, type StoredProfile} from './stored-profile.ts';

/** Everything stored, read once. */
export interface Stored {
  locations: Locations;
  global: ConfigFile;
  /** The local config, where one is used. */
  local?: ConfigFile;
  /** In order of precedence. */
  profiles: readonly StoredProfile[];
  defaultName?: string;
}

/** Reads the config files there are. @throws ToolError storage */
export async function readStored(deps: CredentialDeps): Promise<Stored & {untrusted: readonly UntrustedConfig[]}> {
  const locations = await locate(deps);
  const global = await readGlobal(locations.globalPath, deps);
  const {local, untrusted} = await readLocal(locations, deps);
  for (const {message, remedy} of untrusted) deps.warn?.(`${message}. ${remedy}`);
  return {...mergeConfigs(locations, global, local, deps.home), untrusted};
}

/** The local config that may be used, and those that may not. @throws ToolError storage */
export async function readLocal(
  locations: Locations,
  deps: CredentialDeps,
): Promise<{local?: ConfigFile; untrusted: readonly UntrustedConfig[]}> {
  if (locations.localPaths.length === 0) return {untrusted: []};
  return (await import('./trust.ts')).readTrusted(locations, deps);
}

/** The profiles of both files in order of precedence, and the default in force. */
export function mergeConfigs(
  locations: Locations,
  global: ConfigFile,
  local: ConfigFile | undefined,
  home: string,
): Stored {
  const globals = storedProfiles(global.document, {path: global.path, isLocal: false, home});
  const locals = local ? storedProfiles(local.document, {path: local.path, isLocal: true, home}) : [];
  const inKeychain = namesOf(globals.filter(({storedIn}) => storedIn === 'keychain'));
  // A local config may narrow what the user has, never widen it.
  const allowed = locals.filter(({name, storedIn}) => storedIn !== 'keychain' || inKeychain.includes(name));
  const readOnly = namesOf([...locals, ...globals].filter((profile) => profile.readOnly));
  const profiles = [...allowed, ...globals].map((profile) =>
    readOnly.includes(profile.name) ? {...profile, readOnly: true as const} : profile,
  );
  const defaultName = (local && defaultOf(local.document)) ?? defaultOf(global.document);
  return {locations, global, local, profiles, defaultName};
}

/** As `auth status` lists them. */
export function listProfiles(
  {profiles, defaultName}: Stored,
  {keychainEnabled}: Pick<CredentialDeps, 'keychainEnabled'>,
): Profile[] {
  const inForce = profileNamed(defaultName, profiles, keychainEnabled);
  return profiles.map((profile) => ({
    name: profile.name,
    keyId: profile.keyId ?? '',
    isDefault: profile === inForce,
    readOnly: profile.readOnly,
    storedIn: profile.storedIn,
    configPath: profile.configPath,
    isLocal: profile.isLocal,
  }));
}

/** What is stored of a profile that was listed before. @throws ToolError credentials when it has gone since */
export function findStored({name, storedIn, configPath}: Profile, {profiles}: Stored): StoredProfile {
  const found = profiles.find((one) => one.name === name && one.storedIn === storedIn && one.configPath === configPath);
  if (!found)
    throw new ToolError('credentials', `Profile ${quoted(name)} is no longer stored in ${cleanText(configPath)}`);
  return found;
}

/** What the credential in force is chosen from. */
export function choiceInput(
  {profiles, defaultName}: Pick<Stored, 'profiles' | 'defaultName'>,
  deps: CredentialDeps,
): ChoiceInput {
  const {env, environmentIgnored, keychainEnabled, strict} = deps;
  return {
    ...(isWithoutDefault(deps) ? {profiles: []} : {profiles, defaultName}),
    selected: selectedBy(deps),
    environment: environmentIgnored ? {} : readEnvironment(env),
    keychainEnabled,
    strict,
  };
}

/** The same, with what is stored read only where it counts. @throws ToolError storage */
export async function readChoice(deps: CredentialDeps): Promise<ChoiceInput> {
  return choiceInput(isWithoutDefault(deps) ? {profiles: []} : await readStored(deps), deps);
}

function selectedBy({env, environmentIgnored, profile}: CredentialDeps): ChoiceInput['selected'] {
  if (profile !== undefined) return {name: profile, by: '--profile'};
  const named = environmentIgnored ? undefined : variable(env, 'TOOL_PROFILE')?.trim();
  return named === undefined ? undefined : {name: named, by: 'TOOL_PROFILE'};
}

/** Set by `tool sandbox`, so that a stored key is not sent to it: a default counts no more, a named profile does. */
function isWithoutDefault(deps: CredentialDeps): boolean {
  return !selectedBy(deps) && !deps.environmentIgnored && isTrue(deps.env.TOOL_NO_PROFILE);
}

/** Which profile would be in force, without reading a secret. */
export function activeProfile(input: ChoiceInput): ActiveProfile | undefined {
  try {
    const profile = chooseProfile(input);
    return profile ? activeOf(profile) : chooseCredential(input).active;
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'credentials') return undefined;
    throw error;
  }
}

/** A name given to `switch` or `logout` that nothing has. */
export function unknownProfile(name: string, {profiles}: Stored): ToolError {
  const names = namesOf(profiles);
  return new ToolError('not-found', `There is no stored profile ${quoted(name)}`, {
    hint: names.length === 0 ? 'No profiles are stored.' : `Stored profiles: ${listed(names)}.`,
    facts: {flag: 'name'},
  });
}
