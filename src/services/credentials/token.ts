import {type Credential, doubtsAbout} from '../model/credential.ts';
import {ToolError} from '../model/error.ts';
import type {CredentialDeps} from './credentials.ts';

const ALGORITHM = 'ES256';
const LIFETIME = 600;
const BACKDATED = 60;
const MIN_LEFT = 60;

export type Token = Awaited<ReturnType<typeof issueToken>>;

type TokenDeps = Pick<CredentialDeps, 'clock' | 'audience'>;

export function createSigner(credential: Credential, {clock, audience}: TokenDeps) {
  let current: {token: Promise<Token>; expires: number} | undefined;
  return {
    advice() {
      const hint = 'An individual key has no issuer ID: log in with --individual.';
      return {doubts: doubtsAbout(credential), hint: credential.issuerId === undefined ? undefined : hint};
    },
    async token(): Promise<string> {
      const now = Math.floor(clock.now() / 1000);
      // Once the clock is set back by more than BACKDATED, the token's `iat` is in the future.
      const fresh = current && current.expires - now >= MIN_LEFT && current.expires - now <= LIFETIME + BACKDATED;
      if (!current || !fresh) current = {token: issueToken(credential, {clock, audience}), expires: now + LIFETIME};
      return (await current.token).token;
    },
    renew(): void {
      current = undefined;
    },
  };
}

export async function issueToken({keyId, privateKey, keyFile: _, ...owner}: Credential, {clock, audience}: TokenDeps) {
  const {SignJWT} = await import('jose/jwt/sign');
  const now = Math.floor(clock.now() / 1000);
  const expires = now + LIFETIME;
  const subject = owner.keyType === 'individual' ? {sub: 'user'} : {iss: owner.issuerId};
  const unsigned = new SignJWT({...subject, iat: now - BACKDATED, exp: expires, aud: audience});
  unsigned.setProtectedHeader({alg: ALGORITHM, kid: keyId, typ: 'JWT'});
  return {token: await unsigned.sign(privateKey).catch(cannotSign), expires};
}

function cannotSign(cause: unknown): never {
  const hint = 'Use the file as it was downloaded, or create a new key, and log in again.';
  throw new ToolError('credentials', 'The private key cannot sign a token', {hint, cause});
}
