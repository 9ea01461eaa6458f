import type {KeyObject} from 'node:crypto';
import {jwtVerify} from 'jose/jwt/verify';
import {AUDIENCE} from '../store/wire.ts';
import {notAuthorized} from './errors.ts';

/** The one credential that the sandbox knows. */
export interface SandboxKey {
  keyId: string;
  issuerId: string;
  publicKey: KeyObject;
}

/** In seconds: how far ahead a token may expire, and how far ahead a client's clock may be. */
const LONGEST_LIFE = 20 * 60;
const CLOCK_SKEW = 60;

/**
 * Checks a request's bearer token: signature, key ID, issuer or user, audience and times.
 * @throws Refusal 401
 */
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
  // A team key's token names its issuer; an individual key's speaks for its user and names none.
  if (iss === undefined ? sub !== 'user' : iss !== key.issuerId || sub !== undefined) throw notAuthorized();
  if (protectedHeader.kid !== key.keyId || exp > seconds + LONGEST_LIFE || iat > seconds + CLOCK_SKEW) {
    throw notAuthorized();
  }
}
