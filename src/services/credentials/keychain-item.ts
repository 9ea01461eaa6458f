import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {quoted} from '../model/quoted.ts';
import {isRecord} from './config-document.ts';
import {parsePrivateKey, toPem} from './private-key.ts';

/** What the keychain holds for a profile: everything, so that the key file need not be kept. */
export function toKeychainItem({keyId, issuerId, privateKey}: Credential): string {
  return JSON.stringify({key_id: keyId, issuer_id: issuerId, private_key: toPem(privateKey)});
}

/** @throws ToolError credentials when the item is not what the tool stores */
export function fromKeychainItem(secret: string, name: string): Credential {
  const {key_id: keyId, issuer_id: issuerId, private_key: pem} = parse(secret);
  if (typeof keyId !== 'string' || typeof issuerId !== 'string' || typeof pem !== 'string' || !keyId || !issuerId) {
    throw damaged(name, 'is incomplete');
  }
  const parsed = parsePrivateKey(pem);
  if ('refusal' in parsed) throw damaged(name, `has a private key that ${parsed.refusal}`);
  return {keyId, issuerId, privateKey: parsed.key};
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
    hint: 'Run `tool auth login` for it again.',
  });
}
