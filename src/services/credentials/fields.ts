import {quoted} from '../model/clean.ts';
import {identifierProblem, issuerIdDoubt, type KeyOwner, keyIdDoubt, type Source} from '../model/credential.ts';
import {KEYS_PAGE} from '../model/web-pages.ts';
import type {Env} from '../ports.ts';

/** The three fields of a credential with their sources, and those found in the environment. */

export interface Field<T> {
  value: T;
  source: Source;
}

export interface KeyPath {
  path: string;
  /** Named by a local config: the file must be the user's own. */
  isLocal?: true;
}

export type KeyMaterial = KeyPath | {pem: string} | {base64: string};

interface OwnerParts {
  issuerId?: string;
  keyType?: string;
}

/** Undefined when neither part is given: a missing issuer ID alone does not mean an individual key. */
export function keyOwner({issuerId, keyType}: OwnerParts): KeyOwner | undefined {
  if (keyType?.toLowerCase() === 'individual') return {keyType: 'individual'};
  return issuerId === undefined ? undefined : {issuerId};
}

/** Why the parts contradict each other, to follow a name. */
export function ownerProblem({issuerId, keyType}: OwnerParts): string | undefined {
  const type = keyType?.toLowerCase();
  if (type === 'individual' && issuerId !== undefined)
    return 'names an issuer ID, which an individual key does not have';
  if (type === undefined || type === 'individual' || type === 'team') return undefined;
  return 'has a key type that is neither team nor individual';
}

interface Ids {
  keyId?: Field<string>;
  owner?: Field<KeyOwner>;
}

/** Catches a private key in an ID's variable, which a token would send to the service. Quotes nothing of it. */
export function idProblem({keyId, owner}: Ids): string | undefined {
  const problem = keyId && identifierProblem(keyId.value);
  if (problem) return `The key ID from ${keyId.source} ${problem}`;
  const issuerId = owner?.value.issuerId;
  const ownerProblem = issuerId === undefined ? undefined : identifierProblem(issuerId);
  return ownerProblem && `The issuer ID from ${owner?.source} ${ownerProblem}`;
}

/** IDs that look mistyped, one sentence each. The issuer ID is not quoted: no command prints it. */
export function idDoubts({keyId, owner}: Ids): string[] {
  const issuerId = owner?.value.issuerId;
  const doubt = keyId && keyIdDoubt(keyId.value);
  const ownerDoubt = issuerId === undefined ? undefined : issuerIdDoubt(issuerId);
  return [
    ...(keyId && doubt ? [`The key ID ${quoted(keyId.value)} of ${keyId.source} ${doubt}`] : []),
    ...(owner && ownerDoubt ? [`The issuer ID of ${owner.source} ${ownerDoubt}`] : []),
  ];
}

export const ID_HINT = `Compare it with the API keys page: ${KEYS_PAGE}`;
export const OWNER_HINT =
  'For an individual key, set TOOL_KEY_TYPE=individual and no TOOL_ISSUER_ID; for a team key, TOOL_ISSUER_ID alone.';

export interface EnvironmentFields extends Ids {
  key?: Field<KeyMaterial>;
  /** Why the variables do not name an owner; `OWNER_HINT` is the remedy. */
  problem?: string;
}

export const CREDENTIAL_VARIABLES = [
  'TOOL_KEY_ID',
  'TOOL_ISSUER_ID',
  'TOOL_KEY_TYPE',
  'TOOL_PRIVATE_KEY_PATH',
  'TOOL_PRIVATE_KEY',
  'TOOL_PRIVATE_KEY_B64',
] as const;

export function variable(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

export function setVariables(env: Env): string[] {
  return CREDENTIAL_VARIABLES.filter((name) => variable(env, name) !== undefined);
}

/** A path takes precedence over a PEM, a PEM over base64. */
export function readEnvironment(env: Env): EnvironmentFields {
  const keyId = variable(env, 'TOOL_KEY_ID')?.trim();
  const path = variable(env, 'TOOL_PRIVATE_KEY_PATH')?.trim();
  const pem = variable(env, 'TOOL_PRIVATE_KEY');
  const base64 = variable(env, 'TOOL_PRIVATE_KEY_B64');
  const fields: EnvironmentFields = readOwner(env);
  if (keyId) fields.keyId = {value: keyId, source: 'TOOL_KEY_ID'};
  if (path) fields.key = {value: {path}, source: 'TOOL_PRIVATE_KEY_PATH'};
  else if (pem) fields.key = {value: {pem}, source: 'TOOL_PRIVATE_KEY'};
  else if (base64) fields.key = {value: {base64}, source: 'TOOL_PRIVATE_KEY_B64'};
  return fields;
}

function readOwner(env: Env): Pick<EnvironmentFields, 'owner' | 'problem'> {
  const issuerId = variable(env, 'TOOL_ISSUER_ID')?.trim();
  const keyType = variable(env, 'TOOL_KEY_TYPE')?.trim();
  if (ownerProblem({keyType})) return {problem: 'TOOL_KEY_TYPE must be team or individual'};
  if (ownerProblem({issuerId, keyType})) {
    return {problem: 'TOOL_KEY_TYPE=individual cannot be combined with TOOL_ISSUER_ID'};
  }
  const value = keyOwner({issuerId, keyType});
  const source = value?.issuerId === undefined ? 'TOOL_KEY_TYPE' : 'TOOL_ISSUER_ID';
  return value ? {owner: {value, source}} : {};
}

/** Whether any part of a credential is set; a key type alone does not count. */
export function isProvided({keyId, owner, key, problem}: EnvironmentFields): boolean {
  return Boolean(keyId || key || problem || owner?.value.issuerId);
}

export function isComplete(
  fields: EnvironmentFields,
): fields is Required<Pick<EnvironmentFields, 'keyId' | 'owner' | 'key'>> {
  return Boolean(fields.keyId && fields.owner && fields.key);
}

export function missingVariables({keyId, owner, key}: EnvironmentFields): string {
  return [
    keyId ? '' : 'TOOL_KEY_ID',
    owner ? '' : 'TOOL_ISSUER_ID',
    key ? '' : 'TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY, TOOL_PRIVATE_KEY_B64)',
  ]
    .filter((name) => name !== '')
    .join(', ');
}
