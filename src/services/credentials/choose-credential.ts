import {cleanText, quoted} from '../model/clean.ts';
import type {ActiveProfile, KeyOwner, Source} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {chooseProfile, type ProfileChoiceInput} from './choose-profile.ts';
import {type EnvironmentFields, isComplete, isProvided, missingVariables, OWNER_HINT} from './environment.ts';
import type {Field, KeyMaterial} from './field.ts';
import {ID_HINT, idProblem} from './id-problem.ts';
import {keyOwner, ownerProblem} from './key-owner.ts';
import {activeOf, type StoredProfile} from './stored-profile.ts';

export interface ChoiceInput extends ProfileChoiceInput {
  /** Fields from two sources are an error. */
  strict: boolean;
}

/** Which profile is in force, and where each field of the credential comes from. */
export interface CredentialChoice {
  active: ActiveProfile;
  /** The keychain item of a profile holds all three fields; its index entry only lists it. */
  from: {keychain: StoredProfile} | {keyId: Field<string>; owner: Field<KeyOwner>; key: Field<KeyMaterial>};
  /** Fields come from the profile and from the environment. */
  mixed: boolean;
  warnings: readonly string[];
  notes: readonly string[];
}

const INDIVIDUAL_HINT = 'For an individual key, set TOOL_KEY_TYPE=individual instead of an issuer ID.';
const LOGIN_HINT =
  "Run 'tool auth login', or set TOOL_KEY_ID, TOOL_ISSUER_ID and TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY).";

/** Decides, from nothing but its input, which credential is in force. @throws ToolError `credentials`, `storage` */
export function chooseCredential(input: ChoiceInput): CredentialChoice {
  const profile = chooseProfile(input);
  return profile ? fromProfile(profile, input) : fromEnvironment(input);
}

/** The credential of one profile; the environment fills what it lacks. @throws ToolError `credentials`, `storage` */
export function fromProfile(
  profile: StoredProfile,
  input: Pick<ChoiceInput, 'environment' | 'keychainEnabled' | 'strict'>,
): CredentialChoice {
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

function fromEnvironment({environment}: ChoiceInput): CredentialChoice {
  if (isComplete(environment)) {
    const {keyId, owner, key} = environment;
    refuseBadIds(environment);
    const active = {source: 'environment'};
    return {active, from: {keyId, owner, key}, mixed: false, warnings: [], notes: []};
  }
  if (!isProvided(environment)) throw new ToolError('credentials', 'No credentials found', {hint: LOGIN_HINT});
  if (environment.problem) throw contradiction(environment.problem);
  const missing = `The credentials of the environment are incomplete: ${missingVariables(environment)} not set`;
  throw new ToolError('credentials', missing, {
    hint: `Set what is missing, or run 'tool auth login'.${environment.owner ? '' : ` ${INDIVIDUAL_HINT}`}`,
  });
}

function refuseBadIds(fields: Parameters<typeof idProblem>[0]): void {
  const problem = idProblem(fields);
  if (problem) throw new ToolError('credentials', problem, {hint: ID_HINT});
}

function contradiction(problem: string): ToolError {
  return new ToolError('credentials', problem, {hint: OWNER_HINT});
}

function fromConfig(
  profile: StoredProfile,
  {environment, strict}: Pick<ChoiceInput, 'environment' | 'strict'>,
): Pick<CredentialChoice, 'from' | 'mixed' | 'warnings'> {
  const source = sourceOf(profile);
  const own = <T>(value: T | undefined): Field<T> | undefined => (value === undefined ? undefined : {value, source});
  const {privateKeyPath} = profile;
  const problem = ownerProblem(profile);
  if (problem) {
    const whose = `Profile ${quoted(profile.name)} in ${cleanText(profile.configPath)}`;
    throw new ToolError('credentials', `${whose} ${problem}`, {hint: "Run 'tool auth login' for it again."});
  }
  const keyId = own(profile.keyId) ?? environment.keyId;
  const owner = own(keyOwner(profile)) ?? environment.owner;
  const key =
    own<KeyMaterial>(
      privateKeyPath === undefined ? undefined : {path: privateKeyPath, isLocal: profile.isLocal || undefined},
    ) ?? environment.key;
  if (!owner && environment.problem) throw contradiction(environment.problem);
  if (!keyId || !owner || !key) {
    const missing = [keyId ? '' : 'the key ID', owner ? '' : 'the issuer ID', key ? '' : 'the private key'];
    throw new ToolError(
      'credentials',
      `Profile ${quoted(profile.name)} in ${cleanText(profile.configPath)} is incomplete: ${missing.filter(Boolean).join(', ')} missing`,
      {hint: `Run 'tool auth login' for it again, or set what is missing in the environment.`},
    );
  }
  refuseBadIds({keyId, owner});
  const ownerName = owner.value.keyType === 'individual' ? 'key type' : 'issuer ID';
  const fields = [`key ID from ${keyId.source}`, `${ownerName} from ${owner.source}`, `private key from ${key.source}`];
  const from = {keyId, owner, key};
  const ownFields = [keyId, owner, key].filter((field) => field.source === source).length;
  if (ownFields === 3) return {from, mixed: false, warnings: passedOver(profile, environment)};
  // A profile that is only a name: everything is from the environment, which is one source.
  if (ownFields === 0) return {from, mixed: false, warnings: []};
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

function bypassed({name}: StoredProfile): ToolError {
  return new ToolError('storage', `Profile ${quoted(name)} is stored in the system keychain, which is bypassed`, {
    hint: 'Unset TOOL_BYPASS_KEYCHAIN, or choose a profile that is stored in a config file.',
  });
}
