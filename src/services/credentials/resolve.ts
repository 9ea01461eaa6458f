import type {ActiveProfile, Source, StoredIn} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import {type EnvironmentFields, isComplete, missingVariables} from './environment.ts';

/** A value and where it came from, e.g. `TOOL_KEY_ID` or `profile 'work' (config)`. */
export interface Field<T> {
  value: T;
  source: Source;
}

/** A private key that has not been read yet. */
export type KeyMaterial = {path: string; mayBePipe?: true} | {pem: string} | {base64: string};

/** A profile as a config file has it: whole, in parts, or as the index entry of one in the keychain. */
export interface StoredProfile {
  name: string;
  storedIn: StoredIn;
  /** The config file that holds it. Absolute. */
  configPath: string;
  isLocal: boolean;
  keyId?: string;
  issuerId?: string;
  /** Absolute. */
  privateKeyPath?: string;
}

export interface ResolveInput {
  /** In order of precedence: the first of a name is the one that counts. */
  profiles: readonly StoredProfile[];
  /** The default of the local config, else of the global one. */
  defaultName?: string;
  /** The profile asked for by name, and by what. */
  selected?: {name: string; by: '--profile' | 'TOOL_PROFILE'};
  environment: EnvironmentFields;
  /** False when it is bypassed: its profiles then cannot be read. */
  keychainEnabled: boolean;
  strict: boolean;
}

/** Which profile is in force, and where each field of the credential comes from. */
export interface Plan {
  active: ActiveProfile;
  /** `keychain`: the item of `profile` holds all three fields. */
  from: {keychain: StoredProfile} | {keyId: Field<string>; issuerId: Field<string>; key: Field<KeyMaterial>};
  /** Fields come from the profile and from the environment. */
  mixed: boolean;
  warnings: readonly string[];
  notes: readonly string[];
}

const LOGIN_HINT =
  'Run `tool auth login`, or set TOOL_KEY_ID, TOOL_ISSUER_ID and TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY).';

/** Decides, from nothing but its input, which credential is in force. @throws ToolError `credentials`, `storage` */
export function resolve(input: ResolveInput): Plan {
  const profile = chooseProfile(input);
  if (!profile) return fromEnvironment(input);
  const active = activeOf(profile);
  const notes = profile.isLocal
    ? [`Using profile ${quoted(profile.name)} of the local config ${profile.configPath}`]
    : [];
  if (profile.storedIn === 'keychain') {
    if (!input.keychainEnabled) throw bypassed(profile);
    return {active, from: {keychain: profile}, mixed: false, warnings: passedOver(profile, input.environment), notes};
  }
  return {active, ...fromConfig(profile, input), notes};
}

/**
 * The profile in force: the one asked for, else the default, else the only one. Undefined when there is none, and when
 * it would only be a bypassed keychain's while the environment has everything.
 */
export function chooseProfile({
  profiles,
  selected,
  defaultName,
  environment,
  keychainEnabled,
}: Omit<ResolveInput, 'strict'>): StoredProfile | undefined {
  // Under a bypass, the full profile beside an index entry of the same name is the one that can be used.
  const usable = [...profiles].filter((profile) => keychainEnabled || profile.storedIn !== 'keychain');
  const find = (name: string) => [...usable, ...profiles].find((profile) => profile.name === name);
  if (selected) {
    const profile = find(selected.name);
    if (!profile) throw unknownProfile(`${selected.by} names the profile ${quoted(selected.name)}`, profiles);
    return profile;
  }
  const names = namesOf(profiles);
  const wanted = defaultName ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined) {
    if (names.length > 1 && !isComplete(environment)) throw undecided(names);
    return undefined;
  }
  const profile = find(wanted);
  if (!profile) throw unknownProfile(`The default is the profile ${quoted(wanted)}`, profiles);
  if (profile.storedIn === 'keychain' && !keychainEnabled && isComplete(environment)) return undefined;
  return profile;
}

/** Names in order, each once. */
export function namesOf(profiles: readonly {name: string}[]): string[] {
  return [...new Set(profiles.map(({name}) => name))];
}

/** `'a', 'b'`, for messages. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `${quoted(name)}`).join(', ');
}

export function activeOf(profile: StoredProfile): ActiveProfile {
  return {name: profile.name, source: profile.isLocal ? `local ${profile.storedIn}` : profile.storedIn};
}

function fromEnvironment({environment}: ResolveInput): Plan {
  if (isComplete(environment)) {
    const {keyId, issuerId, key} = environment;
    return {active: {source: 'environment'}, from: {keyId, issuerId, key}, mixed: false, warnings: [], notes: []};
  }
  if (!environment.keyId && !environment.issuerId && !environment.key) {
    throw new ToolError('credentials', 'No credentials found', {hint: LOGIN_HINT});
  }
  throw new ToolError(
    'credentials',
    `The credentials of the environment are incomplete: ${missingVariables(environment)} not set`,
    {
      hint: 'Set what is missing, or run `tool auth login`.',
    },
  );
}

function fromConfig(
  profile: StoredProfile,
  {environment, strict}: ResolveInput,
): Pick<Plan, 'from' | 'mixed' | 'warnings'> {
  const source = sourceOf(profile);
  const own = <T>(value: T | undefined): Field<T> | undefined => (value === undefined ? undefined : {value, source});
  const {privateKeyPath} = profile;
  const keyId = own(profile.keyId) ?? environment.keyId;
  const issuerId = own(profile.issuerId) ?? environment.issuerId;
  const key = own<KeyMaterial>(privateKeyPath === undefined ? undefined : {path: privateKeyPath}) ?? environment.key;
  if (!keyId || !issuerId || !key) {
    const missing = [keyId ? '' : 'the key ID', issuerId ? '' : 'the issuer ID', key ? '' : 'the private key'];
    throw new ToolError(
      'credentials',
      `Profile ${quoted(profile.name)} in ${profile.configPath} is incomplete: ${missing.filter(Boolean).join(', ')} missing`,
      {hint: `Run \`tool auth login\` for it again, or set what is missing in the environment.`},
    );
  }
  const fields = [`key ID from ${keyId.source}`, `issuer ID from ${issuerId.source}`, `private key from ${key.source}`];
  const from = {keyId, issuerId, key};
  if ([keyId, issuerId, key].every((field) => field.source === source)) {
    return {from, mixed: false, warnings: passedOver(profile, environment)};
  }
  const mixed = `Credentials come from different sources: ${fields.join(', ')}`;
  if (!strict) return {from, mixed: true, warnings: [mixed]};
  throw new ToolError('credentials', mixed, {
    hint: 'Strict authentication allows one source only: complete the profile, or unset the variables.',
  });
}

function sourceOf(profile: StoredProfile): Source {
  return `profile ${quoted(profile.name)} (${activeOf(profile).source})`;
}

function passedOver(profile: StoredProfile, environment: EnvironmentFields): string[] {
  if (!isComplete(environment)) return [];
  return [`Using ${sourceOf(profile)}; the credentials in the environment are not used`];
}

function unknownProfile(what: string, profiles: readonly StoredProfile[]): ToolError {
  const names = namesOf(profiles);
  const message = `${what}, but no such profile is stored`;
  const hint =
    names.length === 0
      ? 'No profiles are stored. Run `tool auth login` to add one.'
      : `Stored profiles: ${listed(names)}. \`tool auth switch --name NAME\` sets the default.`;
  return new ToolError('credentials', message, {hint});
}

function undecided(names: readonly string[]): ToolError {
  return new ToolError('credentials', `Several profiles are stored and none is the default: ${listed(names)}`, {
    hint: 'Choose one with `--profile NAME`, or set the default with `tool auth switch --name NAME`.',
  });
}

function bypassed({name}: StoredProfile): ToolError {
  return new ToolError('storage', `Profile ${quoted(name)} is stored in the system keychain, which is bypassed`, {
    hint: 'Unset TOOL_BYPASS_KEYCHAIN, or choose a profile that is stored in a config file.',
  });
}
