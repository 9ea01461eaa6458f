import {cleanText, quoted} from '../model/clean.ts';
import type {ActiveProfile, KeyOwner} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {isTrue, orElse} from '../model/values.ts';
import type {Env} from '../ports.ts';
import type {CredentialDeps} from './credentials.ts';
import {
  type Environment,
  type Field,
  isProvided,
  type KeyMaterial,
  keyOwner,
  missing,
  OWNER_HINT,
  ownerProblem,
  readEnvironment,
  refuseBadIds,
  variable,
} from './fields.ts';
import {
  activeOf,
  listed,
  namesOf,
  profileNamed,
  readStored,
  type Stored,
  type StoredProfile,
  whatIsStored,
} from './profiles.ts';

export type ChoiceInput = ReturnType<typeof choiceInput>;

export interface CredentialChoice {
  active: ActiveProfile;
  from: {keychain: StoredProfile} | {keyId: Field<string>; owner: Field<KeyOwner>; key: Field<KeyMaterial>};
  mixed: boolean;
  warnings: readonly string[];
  notes: readonly string[];
}

export async function readChoice(deps: CredentialDeps): Promise<ChoiceInput> {
  return choiceInput(ignoresDefault(deps) ? NONE : await readStored(deps), deps);
}

type Choosable = Pick<Stored, 'profiles'> & {defaultName?: string};
const NONE: Choosable = {profiles: []};

export function choiceInput(stored: Choosable, deps: CredentialDeps) {
  const {keychainEnabled, strict} = deps;
  const {profiles, defaultName} = ignoresDefault(deps) ? NONE : stored;
  const environment = readEnvironment(envOf(deps));
  return {profiles, defaultName, selected: selectedBy(deps), environment, keychainEnabled, strict};
}

const envOf = ({env, configDirectory}: CredentialDeps): Env => (configDirectory ? {} : env);

function selectedBy(deps: CredentialDeps): {name: string; by: '--profile' | 'TOOL_PROFILE'} | undefined {
  if (deps.profile !== undefined) return {name: deps.profile, by: '--profile'};
  const name = variable(envOf(deps), 'TOOL_PROFILE')?.trim();
  return name === undefined ? undefined : {name, by: 'TOOL_PROFILE'};
}

/** Returns whether to ignore the default profile, which must not sign requests to a served sandbox by mistake. */
const ignoresDefault = (deps: CredentialDeps): boolean => !selectedBy(deps) && isTrue(envOf(deps).TOOL_NO_PROFILE);

export function activeProfile(input: ChoiceInput): ActiveProfile | undefined {
  const choose = () => {
    const profile = chooseProfile(input);
    return profile ? activeOf(profile) : chooseCredential(input).active;
  };
  return orElse(choose, undefined);
}

/** Returns undefined without a profile, or if a complete environment replaces an absent or bypassed default. */
export function chooseProfile(input: ChoiceInput): StoredProfile | undefined {
  const {profiles, selected, defaultName, environment, keychainEnabled} = input;
  const names = namesOf(profiles);
  const wanted = selected?.name ?? defaultName ?? (names.length === 1 ? names[0] : undefined);
  if (wanted === undefined) {
    if (names.length < 2 || environment.complete) return undefined;
    const hint = "Choose one with '--profile NAME', or set the default with 'tool auth switch --name NAME'.";
    throw new ToolError('credentials', `Several profiles are stored and none is the default: ${listed(names)}`, {hint});
  }
  const profile = profileNamed(wanted, profiles, keychainEnabled);
  if (!profile) {
    const what = selected ? `${selected.by} names the profile` : 'The default is the profile';
    throw new ToolError('credentials', `${what} ${quoted(wanted)}, but no such profile is stored`, {
      hint: whatIsStored(names),
    });
  }
  const isBypassed = profile.storedIn === 'keychain' && !keychainEnabled;
  return isBypassed && !selected && environment.complete ? undefined : profile;
}

export function chooseCredential(input: ChoiceInput): CredentialChoice {
  const profile = chooseProfile(input);
  return profile ? fromProfile(profile, input) : fromEnvironment(input.environment);
}

export function fromProfile(
  profile: StoredProfile,
  input: Pick<ChoiceInput, 'environment' | 'keychainEnabled' | 'strict'>,
): CredentialChoice {
  const active = activeOf(profile);
  const name = quoted(profile.name);
  const notes = profile.isLocal ? [`Using profile ${name} from the local config ${profile.configPath}`] : [];
  if (profile.storedIn === 'config') return {active, ...fromConfig(profile, input), notes};
  if (input.keychainEnabled) {
    const warnings = unusedWarnings(profile, input.environment);
    return {active, from: {keychain: profile}, mixed: false, warnings, notes};
  }
  const hint = 'Unset TOOL_BYPASS_KEYCHAIN, or choose a profile that is stored in a config file.';
  throw new ToolError('storage', `Profile ${name} is stored in the system keychain, which is bypassed`, {hint});
}

function fromEnvironment(environment: Environment): CredentialChoice {
  const {complete} = environment;
  if (complete) {
    refuseBadIds(complete);
    return {active: {source: 'environment'}, from: complete, mixed: false, warnings: [], notes: []};
  }
  if (!isProvided(environment)) {
    const hint =
      "Run 'tool auth login', or set TOOL_KEY_ID, TOOL_ISSUER_ID and TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY).";
    throw new ToolError('credentials', 'No credentials found', {hint});
  }
  refuseContradiction(environment);
  const message = `The credentials in the environment are incomplete: ${environment.missing} not set`;
  const individual = ' For an individual key, set TOOL_KEY_TYPE=individual instead of an issuer ID.';
  const hint = `Set what is missing, or run 'tool auth login'.${environment.owner ? '' : individual}`;
  throw new ToolError('credentials', message, {hint});
}

function fromConfig(
  profile: StoredProfile,
  {environment, strict}: Pick<ChoiceInput, 'environment' | 'strict'>,
): Pick<CredentialChoice, 'from' | 'mixed' | 'warnings'> {
  const source = sourceOf(profile);
  const own = <T>(value: T | undefined): Field<T> | undefined => (value === undefined ? undefined : {value, source});
  const where = `Profile ${quoted(profile.name)} in ${cleanText(profile.configPath)}`;
  const problem = ownerProblem(profile);
  if (problem) {
    throw new ToolError('credentials', `${where} ${problem}`, {hint: "Log in again with 'tool auth login'."});
  }
  const {privateKeyPath: path, isLocal} = profile;
  const keyId = own(profile.keyId) ?? environment.keyId;
  const owner = own(keyOwner(profile)) ?? environment.owner;
  const key = own<KeyMaterial>(path === undefined ? path : {path, isLocal: isLocal || undefined}) ?? environment.key;
  if (!owner) refuseContradiction(environment);
  if (!keyId || !owner || !key) {
    const names = missing({keyId, owner, key}, ['the key ID', 'the issuer ID', 'the private key']);
    const hint = `Log in again with 'tool auth login', or set what is missing in the environment.`;
    throw new ToolError('credentials', `${where} is incomplete: ${names} missing`, {hint});
  }
  refuseBadIds({keyId, owner});
  const from = {keyId, owner, key};
  const ownFields = [keyId, owner, key].filter((field) => field.source === source).length;
  if (ownFields === 3) return {from, mixed: false, warnings: unusedWarnings(profile, environment)};
  // The profile has only a name, so everything comes from one source, the environment.
  if (ownFields === 0) return {from, mixed: false, warnings: []};
  const ownerTitle = owner.value.keyType === 'individual' ? 'key type' : 'issuer ID';
  const fields = `key ID from ${keyId.source}, ${ownerTitle} from ${owner.source}, private key from ${key.source}`;
  const mixed = `Credentials come from different sources: ${fields}`;
  if (!strict) return {from, mixed: true, warnings: [mixed]};
  const hint = 'Strict authentication allows one source only: complete the profile, or unset the variables.';
  throw new ToolError('credentials', mixed, {hint});
}

function refuseContradiction({problem}: Environment): void {
  if (problem) throw new ToolError('credentials', problem, {hint: OWNER_HINT});
}

const sourceOf = (profile: StoredProfile) => `profile ${quoted(profile.name)} (${activeOf(profile).source})`;

const unusedWarnings = (profile: StoredProfile, {complete}: Environment) =>
  complete ? [`Using ${sourceOf(profile)}; the credentials in the environment are not used`] : [];
