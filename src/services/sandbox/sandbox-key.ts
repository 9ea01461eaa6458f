import {createPublicKey, generateKeyPairSync} from 'node:crypto';
import type {SandboxKey} from './authorize.ts';

/** The throw-away credential of every sandbox; only its key differs. */
export const SANDBOX_KEY_ID = 'SANDBOXKEY';
export const SANDBOX_ISSUER_ID = '6e1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';

/** A new private key as PEM (PKCS#8). */
export function generatePrivateKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}

/** What the sandbox checks tokens against. @throws when the PEM is no private key */
export function sandboxKey(pem: string): SandboxKey {
  return {keyId: SANDBOX_KEY_ID, issuerId: SANDBOX_ISSUER_ID, publicKey: createPublicKey(pem)};
}
