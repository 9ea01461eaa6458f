import type {ActiveProfile, Source} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import {chooseProfile, type ProfileChoiceInput} from './choose-profile.ts';
import {type EnvironmentFields, isComplete, missingVariables} from './environment.ts';
import type {Field, KeyMaterial} from './field.ts';
import {activeOf, type StoredProfile} from './stored-profile.ts';

export interface ChoiceInput extends ProfileChoiceInput {
  /** Fields from two sources are an error. */
  strict: boolean;
}

/** Which profile is in force, and where each field of the credential comes from. */
export interface CredentialChoice {
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
  {environment, strict}: Pick<ChoiceInput, 'environment' | 'strict'>,
): Pick<CredentialChoice, 'from' | 'mixed' | 'warnings'> {
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
  const ownFields = [keyId, issuerId, key].filter((field) => field.source === source).length;
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
