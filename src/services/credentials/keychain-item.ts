import {quoted} from '../model/clean.ts';
import type {Credential, KeyOwner} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {isRecord, readOnlyOf, textOf} from './config-document.ts';
import {keyOwner, ownerProblem} from './key-owner.ts';
import {parsePrivateKey, toPem} from './private-key.ts';

/** What the keychain holds for a profile: everything, so that the key file need not be kept. */
export function toKeychainItem({keyId, privateKey, ...owner}: Credential): string {
  return JSON.stringify({key_id: keyId, ...ownerMembers(owner), private_key: toPem(privateKey)});
}

/** The owner of a key as the keychain and config files write it. */
export function ownerMembers(owner: KeyOwner): {issuer_id: string} | {key_type: 'individual'} {
  return owner.keyType === 'individual' ? {key_type: 'individual'} : {issuer_id: owner.issuerId};
}

/** @throws ToolError credentials when the item is not what the tool stores */
export function fromKeychainItem(secret: string, name: string): {credential: Credential; readOnly?: true} {
  const item = parse(secret);
  const [keyId, pem] = [textOf(item.key_id), textOf(item.private_key)];
  const parts = {issuerId: textOf(item.issuer_id), keyType: textOf(item.key_type)};
  const problem = ownerProblem(parts);
  if (problem) throw damaged(name, problem);
  const owner = keyOwner(parts);
  if (!keyId || !owner || !pem) throw damaged(name, 'is incomplete');
  const parsed = parsePrivateKey(pem);
  if ('refusal' in parsed) throw damaged(name, `has a private key that ${parsed.refusal}`);
  return {credential: {...owner, keyId, privateKey: parsed.key}, readOnly: readOnlyOf(item.read_only)};
}

function parse(secret: string): Record<string, unknown> {
  try {
    const item: unknown = JSON.parse(secret);
    return isRecord(item) ? item : {};
  } catch {
    return {};
  }
}

function damaged(name: string, what: string): ToolError {
  return new ToolError('credentials', `The keychain item of profile ${quoted(name)} ${what}`, {
    hint: "Run 'tool auth login' for it again.",
  });
}
