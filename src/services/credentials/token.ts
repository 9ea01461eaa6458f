import {createPublicKey, sign as createSignature, verify} from 'node:crypto';
import type {Credential} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import type {CredentialDeps} from './deps.ts';

/** Signs requests with one credential. Tokens live in memory only. */
export interface Signer {
  /** A token with at least a minute left. @throws ToolError credentials when the key cannot sign */
  token(): Promise<string>;
  /** Forgets the token, so that the next one is signed anew (after a 401). */
  renew(): void;
}

const ALGORITHM = 'ES256';
/** What ES256 is: this curve, and a signature of two numbers, 32 bytes each (RFC 7518, 3.4). */
const CURVE = 'prime256v1';
const ENCODING = 'ieee-p1363';
/** All in seconds. */
const LIFETIME = 600;
const BACKDATED = 60;
const LEAST_LEFT = 60;

export interface Token {
  token: string;
  /** In seconds since the epoch. */
  expires: number;
}

/** What a token is made with besides the credential. */
type TokenDeps = Pick<CredentialDeps, 'clock' | 'audience'>;

export function createSigner(credential: Credential, {clock, audience}: TokenDeps): Signer {
  let current: Token | undefined;
  return {
    async token() {
      const now = Math.floor(clock.now() / 1000);
      // A clock set back must not keep a token whose `iat` then lies in the future.
      const fresh = current && current.expires - now >= LEAST_LEFT && current.expires - now <= LIFETIME + BACKDATED;
      if (!current || !fresh) current = issueToken(credential, {clock, audience});
      return current.token;
    },
    renew() {
      current = undefined;
    },
  };
}

/** Signs a new token. @throws ToolError credentials when the key cannot sign */
export function issueToken(credential: Credential, {clock, audience}: TokenDeps): Token {
  const now = Math.floor(clock.now() / 1000);
  return {token: sign(credential, audience, now), expires: now + LIFETIME};
}

/** Signs a token and checks its signature. @throws ToolError credentials */
export async function checkSigning(credential: Credential, deps: TokenDeps): Promise<void> {
  const {token} = issueToken(credential, deps);
  const [header, claims, signature = ''] = token.split('.');
  const key = {key: createPublicKey(credential.privateKey), dsaEncoding: ENCODING} as const;
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')))
    throw cannotSign();
}

/** By hand: a library for it loads WebCrypto first, 7 ms of every run. @throws ToolError credentials */
function sign({keyId, privateKey, ...owner}: Credential, audience: string, now: number): string {
  if (privateKey.asymmetricKeyDetails?.namedCurve !== CURVE) throw cannotSign();
  const header = {alg: ALGORITHM, kid: keyId, typ: 'JWT'};
  // Whom it speaks for: the issuer of a team key, or the user that an individual key belongs to.
  const subject = owner.keyType === 'individual' ? {sub: 'user'} : {iss: owner.issuerId};
  const claims = {...subject, iat: now - BACKDATED, exp: now + LIFETIME, aud: audience};
  const message = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  try {
    const signature = createSignature('sha256', Buffer.from(message), {key: privateKey, dsaEncoding: ENCODING});
    return `${message}.${signature.toString('base64url')}`;
  } catch (cause) {
    throw cannotSign(cause);
  }
}

function cannotSign(cause?: unknown): ToolError {
  return new ToolError('credentials', 'The private key cannot sign a token', {
    hint: 'Download the key again, or make a new one, and log in with it.',
    cause,
  });
}
