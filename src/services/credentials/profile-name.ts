import {looksLikeKey} from '../model/clean.ts';

const MAX_LENGTH = 128;

/** Why a text cannot name a new profile, e.g. `must not be empty`; undefined when it can. */
export function profileNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (/\p{Cc}/u.test(name)) return 'must not hold control characters';
  return [...name].length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}

/** The same for a key ID or an issuer ID. */
export function identifierProblem(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (looksLikeKey(text)) return 'must not be a private key';
  if (/[\p{Cc}\s]/u.test(text.trim())) return 'must not hold blanks or control characters';
  return text.length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}
