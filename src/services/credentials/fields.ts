import {areSwapped, identifierProblem, type KeyOwner} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {KEYS_PAGE} from '../model/web-pages.ts';
import type {Env} from '../ports.ts';

export interface Field<T> {
  value: T;
  source: string;
}

export type KeyMaterial = {path: string; isLocal?: true} | {pem: string} | {base64: string};

interface OwnerParts {
  issuerId?: string;
  keyType?: string;
}

export function keyOwner({issuerId, keyType}: OwnerParts): KeyOwner | undefined {
  if (keyType?.toLowerCase() === 'individual') return {keyType: 'individual'};
  return issuerId === undefined ? undefined : {issuerId};
}

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

/** Returns what is wrong with the IDs. Neither is quoted, because a private key may have been given by mistake. */
export function idProblem({keyId, owner}: Ids): string | undefined {
  const problem = keyId && identifierProblem(keyId.value);
  if (problem) return `The key ID from ${keyId.source} ${problem}`;
  const issuerId = owner?.value.issuerId;
  const ownerProblem = issuerId === undefined ? undefined : identifierProblem(issuerId);
  if (ownerProblem) return `The issuer ID from ${owner?.source} ${ownerProblem}`;
  if (!keyId || !areSwapped(keyId.value, issuerId)) return undefined;
  return `The key ID from ${keyId.source} and the issuer ID from ${owner?.source} are swapped`;
}

export function refuseBadIds(fields: Ids): void {
  const problem = idProblem(fields);
  if (problem) throw new ToolError('credentials', problem, {hint: ID_HINT});
}

export function sourced(source: string, {keyId, ...owner}: {keyId?: string} & OwnerParts): Ids {
  const value = keyOwner(owner);
  return {keyId: keyId === undefined ? undefined : {value: keyId, source}, owner: value && {value, source}};
}

export const ID_HINT = `Compare it with the API keys page: ${KEYS_PAGE}`;
export const OWNER_HINT =
  'For an individual key, set TOOL_KEY_TYPE=individual and no TOOL_ISSUER_ID; for a team key, TOOL_ISSUER_ID alone.';

export type Environment = ReturnType<typeof readEnvironment>;

const VARIABLES = [
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

export function readEnvironment(env: Env) {
  const read = <T>(name: (typeof VARIABLES)[number], fieldOf: (text: string) => T): Field<T> | undefined => {
    const text = variable(env, name);
    return text === undefined ? undefined : {value: fieldOf(text), source: name};
  };
  const keyId = read('TOOL_KEY_ID', (text) => text.trim());
  const {owner, problem} = readOwner(env);
  const key: Field<KeyMaterial> | undefined =
    read('TOOL_PRIVATE_KEY_PATH', (text) => ({path: text.trim()})) ??
    read('TOOL_PRIVATE_KEY', (pem) => ({pem})) ??
    read('TOOL_PRIVATE_KEY_B64', (base64) => ({base64}));
  return {
    keyId,
    owner,
    key,
    problem,
    complete: keyId && owner && key && {keyId, owner, key},
    set: VARIABLES.filter((name) => variable(env, name) !== undefined),
    missing: missing({keyId, owner, key}, [
      'TOOL_KEY_ID',
      'TOOL_ISSUER_ID',
      'TOOL_PRIVATE_KEY_PATH (or TOOL_PRIVATE_KEY, TOOL_PRIVATE_KEY_B64)',
    ]),
  };
}

function readOwner(env: Env): {owner?: Field<KeyOwner>; problem?: string} {
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

export function isProvided({problem, set}: Environment): boolean {
  return problem !== undefined || set.some((name) => name !== 'TOOL_KEY_TYPE');
}

export function missing(
  {keyId, owner, key}: {keyId?: unknown; owner?: unknown; key?: unknown},
  names: readonly [keyId: string, owner: string, key: string],
): string {
  const values = [keyId, owner, key];
  return names.filter((_, index) => !values[index]).join(', ');
}
