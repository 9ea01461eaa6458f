import type {KeyOwner} from '../model/credential.ts';
import type {Env} from '../ports.ts';
import type {Field, KeyMaterial} from './field.ts';
import {keyOwner, ownerProblem} from './key-owner.ts';

/** What the variables give; each field with the variable it came from. */
export interface EnvironmentFields {
  keyId?: Field<string>;
  owner?: Field<KeyOwner>;
  key?: Field<KeyMaterial>;
  /** Why the owner that they give cannot be used, e.g. `TOOL_KEY_TYPE … beside TOOL_ISSUER_ID`. */
  problem?: string;
}

/** The variables that hold parts of a credential. */
export const CREDENTIAL_VARIABLES = [
  'TOOL_KEY_ID',
  'TOOL_ISSUER_ID',
  'TOOL_KEY_TYPE',
  'TOOL_PRIVATE_KEY_PATH',
  'TOOL_PRIVATE_KEY',
  'TOOL_PRIVATE_KEY_B64',
] as const;

/** A variable that is empty or blank counts as not set. */
export function variable(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** The credential fields of the environment: a path before a PEM before base64. */
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

/** What to do about `problem`. */
export const OWNER_HINT =
  'For an individual key, set TOOL_KEY_TYPE=individual and no TOOL_ISSUER_ID; for a team key, TOOL_ISSUER_ID alone.';

function readOwner(env: Env): Pick<EnvironmentFields, 'owner' | 'problem'> {
  const issuerId = variable(env, 'TOOL_ISSUER_ID')?.trim();
  const keyType = variable(env, 'TOOL_KEY_TYPE')?.trim();
  if (ownerProblem({keyType})) return {problem: 'TOOL_KEY_TYPE must be team or individual'};
  if (ownerProblem({issuerId, keyType})) {
    return {problem: 'TOOL_KEY_TYPE=individual and TOOL_ISSUER_ID exclude each other'};
  }
  const value = keyOwner({issuerId, keyType});
  const source = value?.issuerId === undefined ? 'TOOL_KEY_TYPE' : 'TOOL_ISSUER_ID';
  return value ? {owner: {value, source}} : {};
}

/** Whether a part of a credential is set; a key type is none by itself. */
export function isProvided({keyId, owner, key, problem}: EnvironmentFields): boolean {
  return Boolean(keyId || key || problem || owner?.value.issuerId);
}

export function isComplete(
  fields: EnvironmentFields,
): fields is Required<Pick<EnvironmentFields, 'keyId' | 'owner' | 'key'>> {
  return Boolean(fields.keyId && fields.owner && fields.key);
}

/** The variables that would have to be set for a complete credential, in words. */
export function missingVariables({keyId, owner, key}: EnvironmentFields): string {
  return [
    keyId ? '' : 'TOOL_KEY_ID',
    owner ? '' : 'TOOL_ISSUER_ID',
    key ? '' : 'TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY, TOOL_PRIVATE_KEY_B64)',
  ]
    .filter((name) => name !== '')
    .join(', ');
}
