import {quoted} from '../model/clean.ts';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import {isObject, parsedJson} from '../model/values.ts';
import {textOf} from './config-document.ts';
import type {CredentialDeps} from './credentials.ts';
import {keyOwner, ownerProblem} from './fields.ts';
import {parseBase64PrivateKey, parsePrivateKey, toDer} from './private-key.ts';

/**
 * The secret of a keychain item: one line without a backslash. A keyring without a password is kept as text, in which
 * GNOME's daemon turns `\n` into a line break, and then cannot read the keyring any more, with all that is in it.
 */
export function toKeychainItem({keyId, issuerId, keyType, privateKey}: Credential): string {
  return JSON.stringify({key_id: keyId, issuer_id: issuerId, key_type: keyType, private_key: toDer(privateKey)});
}

/** Also reads older items, which hold a PEM, and whose line breaks may be damaged. */
export function fromKeychainItem(secret: string, name: string): Credential {
  const hint = "Log in again with 'tool auth login'.";
  const damaged = (what: string) =>
    new ToolError('credentials', `The keychain item of profile ${quoted(name)} ${what}`, {hint});
  const found = parsedJson(secret) ?? parsedJson(secret.replace(/\r?\n/g, '\\n'));
  const item = isObject(found) ? found : {};
  const [keyId, key, issuerId, keyType] = [item.key_id, item.private_key, item.issuer_id, item.key_type].map(textOf);
  const problem = ownerProblem({issuerId, keyType});
  if (problem) throw damaged(problem);
  const owner = keyOwner({issuerId, keyType});
  if (!keyId || !owner || !key) throw damaged('is incomplete');
  const parsed = key.includes('-----BEGIN') ? parsePrivateKey(key) : parseBase64PrivateKey(key);
  if ('refusal' in parsed) throw damaged(`has a private key that ${parsed.refusal}`);
  return {...owner, keyId, privateKey: parsed.key};
}

function isHarmless(secret: string): boolean {
  return !/[\\\r\n]/.test(secret);
}

export function restorable(secret: string, name: string): string | undefined {
  if (isHarmless(secret)) return secret;
  try {
    return toKeychainItem(fromKeychainItem(secret, name));
  } catch {
    return undefined;
  }
}

/** Writes an older item in the form of today. The command goes on where that fails: the next one tries again. */
export async function renewItem(secret: string, name: string, deps: CredentialDeps): Promise<void> {
  const next = restorable(secret, name);
  if (next === undefined || next === secret) return;
  const {withLock} = await import('./write-config.ts');
  const {keychain} = deps;
  const signal = AbortSignal.any([AbortSignal.timeout(RENEWAL_WAIT), ...(deps.signal ? [deps.signal] : [])]);
  await withLock({...deps, signal}, async () => {
    // Another login may have replaced it.
    if ((await keychain.get(name)) === secret) await keychain.set(name, next);
  }).catch(() => {});
}

const RENEWAL_WAIT = 2000;
