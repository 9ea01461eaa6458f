import {quoted} from '../model/clean.ts';
import type {ActiveProfile, StoredIn} from '../model/credential.ts';

/** A profile as a config file has it: whole, in parts, or as the index entry of one in the keychain. */
export interface StoredProfile {
  name: string;
  storedIn: StoredIn;
  /** The config file that holds it. Absolute. */
  configPath: string;
  isLocal: boolean;
  keyId?: string;
  issuerId?: string;
  /** As written; `individual` takes the place of an issuer ID. */
  keyType?: string;
  readOnly?: true;
  /** Absolute. */
  privateKeyPath?: string;
}

/** Names in order, each once. */
export function namesOf(profiles: readonly {name: string}[]): string[] {
  return [...new Set(profiles.map(({name}) => name))];
}

/**
 * The profile that a name stands for.
 * @param profiles in order of precedence; under a bypass of the keychain, one that needs none comes before all that do
 */
export function profileNamed(
  name: string | undefined,
  profiles: readonly StoredProfile[],
  keychainEnabled: boolean,
): StoredProfile | undefined {
  const usable = profiles.filter(({storedIn}) => keychainEnabled || storedIn !== 'keychain');
  return [...usable, ...profiles].find((profile) => profile.name === name);
}

/** `'a', 'b'`, for messages. */
export function listed(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}

export function activeOf(profile: StoredProfile): ActiveProfile {
  const {name, storedIn, isLocal, readOnly} = profile;
  return {name, source: isLocal ? `local ${storedIn}` : storedIn, readOnly};
}
