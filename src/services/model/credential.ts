import type {KeyObject} from 'node:crypto';
import {looksLikeKey} from './clean.ts';
import type {ToolError} from './error.ts';
import {plural} from './values.ts';

/** For messages, e.g. `profile 'work' (keychain)`. */
export type Source = string;

/** A team key acts for its issuer, an individual key for the person who created it. */
export type KeyOwner = {keyType?: undefined; issuerId: string} | {keyType: 'individual'; issuerId?: undefined};

/** What a token is signed with. Never printed, never serialised. */
export type Credential = KeyOwner & {keyId: string; privateKey: KeyObject};

const MAX_LENGTH = 128;

/** Follows the flag's name. */
export function profileNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (/\p{Cc}/u.test(name)) return 'must not contain control characters';
  return [...name].length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}

/** The same for a key ID or an issuer ID. */
export function identifierProblem(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (looksLikeKey(text)) return 'must not be a private key';
  if (/[\p{Cc}\s]/u.test(text.trim())) return 'must not contain spaces or control characters';
  return text.length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}

const KEY_ID_LENGTH = 10;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What looks mistyped, though it may be right. Follows the flag's name, as problems do. */
export function keyIdDoubt(text: string): string | undefined {
  const {length} = text.trim();
  return length === KEY_ID_LENGTH ? undefined : `has ${plural(length, 'character')} instead of ${KEY_ID_LENGTH}`;
}

export function issuerIdDoubt(text: string): string | undefined {
  return UUID.test(text.trim()) ? undefined : 'is not a UUID';
}

/** A key file is downloaded as `AuthKey_KEYID.p8`. */
export function keyFileDoubt(path: string, keyId: string): string | undefined {
  const [, own] = /AuthKey_([A-Z0-9]{10})\.p8$/.exec(path.trim()) ?? [];
  return own === undefined || keyId.trim() === '' || own === keyId.trim() ? undefined : `is named after the key ${own}`;
}

export type StoredIn = 'keychain' | 'config';

/** As `auth status` lists it: nothing secret. */
export interface Profile {
  name: string;
  keyId: string;
  isDefault: boolean;
  storedIn: StoredIn;
  readOnly?: true;
  /** The config file that holds the profile or its index entry. */
  configPath: string;
  isLocal: boolean;
}

export interface ActiveProfile {
  /** Absent when the environment supplies everything. */
  name?: string;
  /** `keychain`, `config`, `local config`, `environment`. */
  source: string;
  readOnly?: true;
}

/** The result of trying a credential with one request. */
export type Validation =
  | {outcome: 'works'}
  /** `limited`: valid, but its role is too small for the request. */
  | {outcome: 'limited' | 'failed'; reason: string; error: ToolError};
