import type {KeyObject} from 'node:crypto';
import {cleanText, quoted} from './clean.ts';
import type {ToolError} from './error.ts';
import {looksLikeKey} from './key-text.ts';
import {plural} from './values.ts';

export type KeyOwner = {keyType?: undefined; issuerId: string} | {keyType: 'individual'; issuerId?: undefined};

export type Credential = KeyOwner & {
  keyId: string;
  privateKey: KeyObject;
  keyFile?: string;
};

const MAX_LENGTH = 128;

export function profileNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'must not be empty';
  if (/\p{Cc}/u.test(name)) return 'must not contain control characters';
  return [...name].length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}

export function identifierProblem(text: string): string | undefined {
  const id = text.trim();
  if (id === '') return 'must not be empty';
  if (looksLikeKey(id)) return 'must not be a private key';
  if (/^(["'`]).*\1$/.test(id)) return 'must not have quotes around it';
  if (/[$%{}<>*]/.test(id)) return 'must be the ID itself: it is a placeholder that was not filled in';
  if (/[\p{Cc}\s]/u.test(id)) return 'must not contain spaces or control characters';
  const [odd] = /[^\w.:/+=~@-]/u.exec(id) ?? [];
  if (odd !== undefined) return `must not contain ${nameOf(odd)}`;
  return id.length > MAX_LENGTH ? `must have at most ${MAX_LENGTH} characters` : undefined;
}

function nameOf(character: string): string {
  if (/[!-~]/.test(character)) return `the character ${character}`;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `the character U+${code}, which is invisible or only looks like another one`;
}

const KEY_ID_LENGTH = 10;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function areSwapped(keyId: string, issuerId: string | undefined): boolean {
  return issuerId !== undefined && UUID.test(keyId.trim()) && !UUID.test(issuerId.trim());
}

export function keyIdDoubt(text: string): string | undefined {
  const {length} = text.trim();
  return length === KEY_ID_LENGTH ? undefined : `has ${plural(length, 'character')} instead of ${KEY_ID_LENGTH}`;
}

export function issuerIdDoubt(text: string): string | undefined {
  return UUID.test(text.trim()) ? undefined : 'is not a UUID';
}

/** Returns why this may be another key's file. A key file is downloaded as `AuthKey_KEYID.p8`. */
export function keyFileDoubt(path: string, keyId: string): string | undefined {
  const [, kind, own] = /(?:^|[/\\])([A-Za-z]+Key)_([A-Z0-9]{10})\.p8$/.exec(path.trim()) ?? [];
  if (kind === undefined || kind === 'ApiKey') return undefined;
  if (kind !== 'AuthKey') return `is named as a key of another kind (${kind}), not as an API key (AuthKey)`;
  return keyId.trim() === '' || own === keyId.trim() ? undefined : `is named after the key ${own}`;
}

export function doubtsAbout({keyId, issuerId, keyFile}: Partial<Pick<Credential, 'keyId' | 'issuerId' | 'keyFile'>>) {
  return [
    [`The key ID ${quoted(keyId ?? '')}`, keyId === undefined ? undefined : keyIdDoubt(keyId)],
    ['The issuer ID', issuerId === undefined ? undefined : issuerIdDoubt(issuerId)],
    [
      `The key file ${cleanText(keyFile ?? '')}`,
      keyFile === undefined ? undefined : keyFileDoubt(keyFile, keyId ?? ''),
    ],
  ].flatMap(([what, doubt]) => (doubt === undefined ? [] : [`${what} ${doubt}.`]));
}

export type StoredIn = 'keychain' | 'config';

export interface Profile {
  name: string;
  keyId: string;
  isDefault: boolean;
  storedIn: StoredIn;
  readOnly?: true;
  configPath: string;
  isLocal: boolean;
}

export interface ActiveProfile {
  name?: string;
  source: string;
  readOnly?: true;
}

export type Validation = {outcome: 'works'} | {outcome: 'limited' | 'failed'; reason: string; error: ToolError};
