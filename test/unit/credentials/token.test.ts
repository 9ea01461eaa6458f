import {createPublicKey, generateKeyPairSync, verify} from 'node:crypto';
import {expect, test} from 'vitest';
import {createSigner, issueToken} from '../../../src/services/credentials/token.ts';
import type {Clock} from '../../../src/services/ports.ts';

const START = Date.UTC(2026, 10, 21, 12, 0, 0);
const audience = 'appstoreconnect-v1';
const credential = {
  keyId: 'ABC123DEFG',
  issuerId: '57246542-96fe-1a63-e053-0824d011072a',
  privateKey: generateKeyPairSync('ec', {namedCurve: 'P-256'}).privateKey,
};

function clockAt(start: number): Clock & {advance(ms: number): void} {
  let now = start;
  return {
    now: () => now,
    random: () => 0.5,
    sleep: async () => {},
    advance(ms) {
      now += ms;
    },
  };
}

function decode(part: string | undefined): unknown {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
}

test('signs a token with the header and the claims that the service requires', async () => {
  const token = await createSigner(credential, {clock: clockAt(START), audience}).token();
  const [header, claims, signature] = token.split('.');
  const now = START / 1000;
  expect(decode(header)).toEqual({alg: 'ES256', kid: credential.keyId, typ: 'JWT'});
  expect(decode(claims)).toEqual({
    iss: credential.issuerId,
    iat: now - 60,
    exp: now + 600,
    aud: 'appstoreconnect-v1',
  });
  const valid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    {key: createPublicKey(credential.privateKey), dsaEncoding: 'ieee-p1363'},
    Buffer.from(signature ?? '', 'base64url'),
  );
  expect(valid).toBe(true);
});

test('keeps a token until less than a minute of it is left', async () => {
  const clock = clockAt(START);
  const signer = createSigner(credential, {clock, audience});
  const first = await signer.token();
  clock.advance(540_000);
  expect(await signer.token()).toBe(first);
  clock.advance(1000);
  const second = await signer.token();
  expect(second).not.toBe(first);
  expect(decode(second.split('.')[1])).toMatchObject({exp: START / 1000 + 541 + 600});
});

test('signs a new token on renewal, and after the clock is set back', async () => {
  const clock = clockAt(START);
  const signer = createSigner(credential, {clock, audience});
  const first = await signer.token();
  signer.renew();
  const second = await signer.token();
  expect(second).not.toBe(first);
  clock.advance(-3_600_000);
  expect(decode((await signer.token()).split('.')[1])).toMatchObject({exp: START / 1000 - 3600 + 600});
});

test('signs a single token for requests that start at the same time', async () => {
  const signer = createSigner(credential, {clock: clockAt(START), audience});
  const [one, other] = await Promise.all([signer.token(), signer.token()]);
  expect(one).toBe(other);
});

test('reports a credential error for a key that cannot sign ES256', async () => {
  const clock = clockAt(START);
  const rsa = generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey;
  await expect(issueToken({...credential, privateKey: rsa}, {clock, audience})).rejects.toMatchObject({
    kind: 'credentials',
  });
});
