import type {KeyOwner} from '../model/credential.ts';

/** Parts of a credential as they were found, in a profile, in the keychain or in the environment. */
interface OwnerParts {
  issuerId?: string;
  keyType?: string;
}

/**
 * Whom a key acts for; undefined when neither an issuer ID nor a key type says so: a missing issuer alone makes no
 * individual key.
 */
export function keyOwner({issuerId, keyType}: OwnerParts): KeyOwner | undefined {
  if (keyType?.toLowerCase() === 'individual') return {keyType: 'individual'};
  return issuerId === undefined ? undefined : {issuerId};
}

/** Why the parts contradict each other, in words that follow a name; undefined when they do not. */
export function ownerProblem({issuerId, keyType}: OwnerParts): string | undefined {
  const type = keyType?.toLowerCase();
  if (type === 'individual' && issuerId !== undefined)
    return 'names an issuer ID, which an individual key does not have';
  if (type === undefined || type === 'individual' || type === 'team') return undefined;
  return 'has a key type that is neither team nor individual';
}
