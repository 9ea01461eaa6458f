import type {KeyObject} from 'node:crypto';
import {looksLikeKey} from './clean.ts';
import type {ToolError} from './error.ts';

/** Where a field of the active credential came from, for messages, e.g. `profile 'work' (keychain)`. */
export type Source = string;

/** Whom a key acts for: a team key for the issuer it names, an individual key for the person who created it. */
export type KeyOwner = {keyType?: 'team'; issuerId: string} | {keyType: 'individual'; issuerId?: undefined};

/** A complete credential: what a token is signed with. Never printed, never serialised. */
export type Credential = KeyOwner & {keyId: string; privateKey: KeyObject};

const MAX_LENGTH = 128;

/** Why a text cannot name a new profile, to follow its flag. */
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

export type StoredIn = 'keychain' | 'config';

/** A stored profile as `auth status` lists it: nothing secret. */
export interface Profile {
  name: string;
  keyId: string;
  isDefault: boolean;
  storedIn: StoredIn;
  /** Every write with it is refused. */
  readOnly?: true;
  /** The config file that holds the profile or its index entry, and whether it is the local one. */
  configPath: string;
  isLocal: boolean;
}

/** Which profile is used, and why. */
export interface ActiveProfile {
  /** Absent when the environment supplies everything. */
  name?: string;
  /** e.g. `keychain`, `config`, `local config`, `environment`. */
  source: string;
  /** The profile says that nothing may be written with it. */
  readOnly?: true;
}

/** What one request said of a credential. */
export type Validation =
  | {outcome: 'works'}
  /** Right, but its role is too small for the request; `reason` is what the service said. */
  | {outcome: 'limited'; reason: string}
  | {outcome: 'failed'; reason: string; error: ToolError};
