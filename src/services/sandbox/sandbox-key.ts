import {createPublicKey, generateKeyPairSync, type KeyObject} from 'node:crypto';
import {jwtVerify} from 'jose/jwt/verify';
import {AUDIENCE} from '../store/wire.ts';
import {notAuthorized} from './errors.ts';

/** The same in every sandbox; only the key differs. */
export const SANDBOX_KEY_ID = 'SANDBOXKEY';
export const SANDBOX_ISSUER_ID = '6e1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';

export interface SandboxKey {
  keyId: string;
  issuerId: string;
  publicKey: KeyObject;
}

export function generatePrivateKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}

/** @throws if the PEM is not a private key */
export function sandboxKey(pem: string): SandboxKey {
  return {keyId: SANDBOX_KEY_ID, issuerId: SANDBOX_ISSUER_ID, publicKey: createPublicKey(pem)};
}

/** Limits for a token's lifetime and a client's clock, in seconds. */
const LONGEST_LIFE = 20 * 60;
const CLOCK_SKEW = 60;

/** @throws Refusal 401 for a wrong signature, key ID, issuer or user, audience, or time */
export async function authorize(header: string | undefined, key: SandboxKey, now: number): Promise<void> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw notAuthorized();
  const {payload, protectedHeader} = await jwtVerify(token, key.publicKey, {
    algorithms: ['ES256'],
    audience: AUDIENCE,
    requiredClaims: ['exp'],
    currentDate: new Date(now),
  }).catch(() => {
    throw notAuthorized();
  });
  const seconds = now / 1000;
  const {exp = 0, iat = 0, iss, sub} = payload;
  // A team key's token names its issuer; an individual key's has the subject `user` instead.
  if (iss === undefined ? sub !== 'user' : iss !== key.issuerId || sub !== undefined) throw notAuthorized();
  if (protectedHeader.kid !== key.keyId || exp > seconds + LONGEST_LIFE || iat > seconds + CLOCK_SKEW) {
    throw notAuthorized();
  }
}
