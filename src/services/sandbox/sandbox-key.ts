import {generateKeyPairSync, type KeyObject} from 'node:crypto';
import {jwtVerify} from 'jose/jwt/verify';
import {AUDIENCE} from '../store/wire.ts';

export const SANDBOX_KEY_ID = 'SANDBOXKEY';
export const SANDBOX_ISSUER_ID = '6e1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b';

export function generatePrivateKey(): string {
  const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  return privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Limits for a token's lifetime and a client's clock, in seconds. */
const LONGEST_LIFE = 20 * 60;
const CLOCK_SKEW = 60;

export async function isAuthorized(header: string | undefined, key: KeyObject, now: number): Promise<boolean> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1] ?? '';
  const expected = {algorithms: ['ES256'], audience: AUDIENCE, requiredClaims: ['exp'], currentDate: new Date(now)};
  const verified = await jwtVerify(token, key, expected).catch(() => undefined);
  if (!verified) return false;
  const {exp = 0, iat = 0, iss, sub} = verified.payload;
  const seconds = now / 1000;
  // A team key's token names its issuer. The token of an individual key has the subject `user` instead.
  const isKnown = iss === undefined ? sub === 'user' : iss === SANDBOX_ISSUER_ID && sub === undefined;
  const isTimely = exp <= seconds + LONGEST_LIFE && iat <= seconds + CLOCK_SKEW;
  return isKnown && isTimely && verified.protectedHeader.kid === SANDBOX_KEY_ID;
}
