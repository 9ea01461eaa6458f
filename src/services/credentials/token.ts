import {createPublicKey} from 'node:crypto';
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
/** All in seconds. */
const LIFETIME = 600;
const BACKDATED = 60;
const LEAST_LEFT = 60;

/** What a token is made with besides the credential. */
type TokenDeps = Pick<CredentialDeps, 'clock' | 'audience'>;

export function createSigner(credential: Credential, {clock, audience}: TokenDeps): Signer {
  let current: {token: Promise<string>; expires: number} | undefined;
  return {
    token() {
      const now = Math.floor(clock.now() / 1000);
      // A clock set back must not keep a token whose `iat` then lies in the future.
      const fresh = current && current.expires - now >= LEAST_LEFT && current.expires - now <= LIFETIME + BACKDATED;
      if (!current || !fresh) current = {token: sign(credential, audience, now), expires: now + LIFETIME};
      return current.token;
    },
    renew() {
      current = undefined;
    },
  };
}

/** Signs a token and checks its signature. @throws ToolError credentials */
export async function checkSigning(credential: Credential, {clock, audience}: TokenDeps): Promise<void> {
  const token = await sign(credential, audience, Math.floor(clock.now() / 1000));
  const {jwtVerify} = await import('jose/jwt/verify');
  try {
    await jwtVerify(token, createPublicKey(credential.privateKey), {
      audience,
      algorithms: [ALGORITHM],
      currentDate: new Date(clock.now()),
    });
  } catch (cause) {
    throw cannotSign(cause);
  }
}

async function sign({keyId, issuerId, privateKey}: Credential, audience: string, now: number): Promise<string> {
  const {SignJWT} = await import('jose/jwt/sign');
  try {
    return await new SignJWT()
      .setProtectedHeader({alg: ALGORITHM, kid: keyId, typ: 'JWT'})
      .setIssuer(issuerId)
      .setIssuedAt(now - BACKDATED)
      .setExpirationTime(now + LIFETIME)
      .setAudience(audience)
      .sign(privateKey);
  } catch (cause) {
    throw cannotSign(cause);
  }
}

function cannotSign(cause: unknown): ToolError {
  return new ToolError('credentials', 'The private key cannot sign a token', {
    hint: 'Download the key again, or make a new one, and log in with it.',
    cause,
  });
}
