import {isTrue} from '../model/boolean.ts';
import {cleanText} from '../model/clean.ts';
import type {ActiveProfile, Profile} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import {type ChoiceInput, chooseCredential} from './choose-credential.ts';
import {chooseProfile} from './choose-profile.ts';
import {defaultOf, storedProfiles} from './config-document.ts';
import {type ConfigFile, readConfig} from './config-file.ts';
import type {CredentialDeps} from './deps.ts';
import {readEnvironment, variable} from './environment.ts';
import {type Locations, locate} from './locations.ts';
import {activeOf, listed, namesOf, profileNamed, type StoredProfile} from './stored-profile.ts';

/** Everything stored, read once. */
export interface Stored {
  locations: Locations;
  global: ConfigFile;
  local?: ConfigFile;
  /** In order of precedence. */
  profiles: readonly StoredProfile[];
  defaultName?: string;
}

/** Reads the config files there are. @throws ToolError storage */
export async function readStored(deps: CredentialDeps): Promise<Stored> {
  const locations = await locate(deps);
  const [global, local] = await Promise.all([
    readConfig(deps.files, locations.globalPath),
    locations.localPath === undefined ? undefined : readConfig(deps.files, locations.localPath),
  ]);
  return mergeConfigs(locations, global, local, deps.home);
}

/** The profiles of both files in order of precedence, and the default in force. */
export function mergeConfigs(
  locations: Locations,
  global: ConfigFile,
  local: ConfigFile | undefined,
  home: string,
): Stored {
  const profiles = [
    ...(local ? storedProfiles(local.document, {path: local.path, isLocal: true, home}) : []),
    ...storedProfiles(global.document, {path: global.path, isLocal: false, home}),
  ];
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
  {profiles, defaultName}: Stored,
  {env, environmentIgnored, keychainEnabled, profile, strict}: CredentialDeps,
): ChoiceInput {
  const named = environmentIgnored ? undefined : variable(env, 'TOOL_PROFILE')?.trim();
  const selected: ChoiceInput['selected'] =
    profile !== undefined
      ? {name: profile, by: '--profile'}
      : named !== undefined
        ? {name: named, by: 'TOOL_PROFILE'}
        : undefined;
  // Set by `tool sandbox`, so that a stored key is not sent to it: a default counts no more, a named profile does.
  const withoutDefault = !selected && !environmentIgnored && isTrue(env.TOOL_NO_PROFILE);
  return {
    profiles: withoutDefault ? [] : profiles,
    defaultName: withoutDefault ? undefined : defaultName,
    selected,
    environment: environmentIgnored ? {} : readEnvironment(env),
    keychainEnabled,
    strict,
  };
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
