import type {ActiveProfile, Credential, Profile} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import {defaultOf, storedProfiles} from './config-document.ts';
import {type ConfigFile, readConfig} from './config-file.ts';
import type {ResolveOptions} from './credentials.ts';
import type {CredentialDeps} from './deps.ts';
import {parseBooleanVariable, readEnvironment, variable} from './environment.ts';
import {loadKey} from './key-source.ts';
import {fromKeychainItem} from './keychain-item.ts';
import {type Locations, locate} from './locations.ts';
import {
  activeOf,
  chooseProfile,
  listed,
  namesOf,
  type Plan,
  type ResolveInput,
  resolve,
  type StoredProfile,
} from './resolve.ts';

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
  return arrange(locations, global, local, deps.home);
}

export function arrange(locations: Locations, global: ConfigFile, local: ConfigFile | undefined, home: string): Stored {
  const profiles = [
    ...(local ? storedProfiles(local.document, {path: local.path, isLocal: true, home}) : []),
    ...storedProfiles(global.document, {path: global.path, isLocal: false, home}),
  ];
  const defaultName = (local && defaultOf(local.document)) ?? defaultOf(global.document);
  return {locations, global, local, profiles, defaultName};
}

/** As `auth status` lists them. */
export function listProfiles({profiles, defaultName}: Stored): Profile[] {
  const inForce = profiles.find(({name}) => name === defaultName);
  return profiles.map((profile) => ({
    name: profile.name,
    keyId: profile.keyId ?? '',
    isDefault: profile === inForce,
    storedIn: profile.storedIn,
    configPath: profile.configPath,
    isLocal: profile.isLocal,
  }));
}

/** What the resolver decides from. */
export function resolveInput(
  {profiles, defaultName}: Stored,
  {profile, strict}: ResolveOptions,
  {env, environmentIgnored, keychainEnabled}: CredentialDeps,
): ResolveInput {
  const named = environmentIgnored ? undefined : variable(env, 'TOOL_PROFILE');
  const selected: ResolveInput['selected'] =
    profile !== undefined
      ? {name: profile, by: '--profile'}
      : named !== undefined
        ? {name: named, by: 'TOOL_PROFILE'}
        : undefined;
  // Set by `tool sandbox`, so that a stored key is not sent to it: a default counts no more, a named profile does.
  const withoutDefault = !selected && !environmentIgnored && parseBooleanVariable(env.TOOL_NO_PROFILE);
  return {
    profiles: withoutDefault ? [] : profiles,
    defaultName: withoutDefault ? undefined : defaultName,
    selected,
    environment: environmentIgnored ? {} : readEnvironment(env),
    keychainEnabled,
    strict,
  };
}

/** Which profile would be in force, as far as that can be said without a secret. */
export function activeProfile(input: ResolveInput): ActiveProfile | undefined {
  try {
    const profile = chooseProfile(input);
    return profile ? activeOf(profile) : resolve(input).active;
  } catch (error) {
    if (error instanceof ToolError && error.kind === 'credentials') return undefined;
    throw error;
  }
}

/** Turns a decision into a credential. @throws ToolError `credentials`, `storage` */
export async function carryOut({from}: Plan, deps: CredentialDeps): Promise<Credential> {
  if ('keychain' in from) return loadFromKeychain(from.keychain, deps);
  return {
    keyId: from.keyId.value,
    issuerId: from.issuerId.value,
    privateKey: await loadKey(from.key, deps),
  };
}

async function loadFromKeychain({name, configPath}: StoredProfile, {keychain}: CredentialDeps): Promise<Credential> {
  const secret = await keychain.get(name);
  if (secret !== undefined) return fromKeychainItem(secret, name);
  throw new ToolError(
    'credentials',
    `The keychain has no item for profile ${quoted(name)}, which ${configPath} lists`,
    {
      hint: 'Run `tool auth login` for it again, or `tool auth doctor --fix --confirm` to forget it.',
    },
  );
}

/** A name given to `switch` or `logout` that nothing has. */
export function unknownProfile(name: string, {profiles}: Stored): ToolError {
  const names = namesOf(profiles);
  return new ToolError('not-found', `There is no stored profile ${quoted(name)}`, {
    hint: names.length === 0 ? 'No profiles are stored.' : `Stored profiles: ${listed(names)}.`,
    facts: {flag: 'name'},
  });
}
