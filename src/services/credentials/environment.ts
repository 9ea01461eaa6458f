import {parseBoolean} from '../model/boolean.ts';
import type {Env} from '../ports.ts';
import type {Field, KeyMaterial} from './field.ts';

/** What the variables give; each field with the variable it came from. */
export interface EnvironmentFields {
  keyId?: Field<string>;
  issuerId?: Field<string>;
  key?: Field<KeyMaterial>;
}

/** The variables that hold parts of a credential. */
export const CREDENTIAL_VARIABLES = [
  'TOOL_KEY_ID',
  'TOOL_ISSUER_ID',
  'TOOL_PRIVATE_KEY_PATH',
  'TOOL_PRIVATE_KEY',
  'TOOL_PRIVATE_KEY_B64',
] as const;

/** A variable that is empty or blank counts as not set. */
export function variable(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** Whether a variable says yes; what is neither true nor false was warned about where variables are read. */
export function isTrue(value: string | undefined): boolean {
  return parseBoolean((value ?? '').trim()) === true;
}

/** The credential fields of the environment: a path before a PEM before base64. */
export function readEnvironment(env: Env): EnvironmentFields {
  const keyId = variable(env, 'TOOL_KEY_ID')?.trim();
  const issuerId = variable(env, 'TOOL_ISSUER_ID')?.trim();
  const path = variable(env, 'TOOL_PRIVATE_KEY_PATH');
  const pem = variable(env, 'TOOL_PRIVATE_KEY');
  const base64 = variable(env, 'TOOL_PRIVATE_KEY_B64');
  const fields: EnvironmentFields = {};
  if (keyId) fields.keyId = {value: keyId, source: 'TOOL_KEY_ID'};
  if (issuerId) fields.issuerId = {value: issuerId, source: 'TOOL_ISSUER_ID'};
  if (path) fields.key = {value: {path}, source: 'TOOL_PRIVATE_KEY_PATH'};
  else if (pem) fields.key = {value: {pem}, source: 'TOOL_PRIVATE_KEY'};
  else if (base64) fields.key = {value: {base64}, source: 'TOOL_PRIVATE_KEY_B64'};
  return fields;
}

export function isComplete(fields: EnvironmentFields): fields is Required<EnvironmentFields> {
  return Boolean(fields.keyId && fields.issuerId && fields.key);
}

/** The variables that would have to be set for a complete credential, in words. */
export function missingVariables({keyId, issuerId, key}: EnvironmentFields): string {
  return [
    keyId ? '' : 'TOOL_KEY_ID',
    issuerId ? '' : 'TOOL_ISSUER_ID',
    key ? '' : 'TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY, TOOL_PRIVATE_KEY_B64)',
  ]
    .filter((name) => name !== '')
    .join(', ');
}
