import {generateKeyPairSync} from 'node:crypto';
import {SignJWT} from 'jose/jwt/sign';
import {expect, test} from 'vitest';
import {isAuthorized, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from '../../../src/services/sandbox/sandbox-key.ts';
import {AUDIENCE} from '../../../src/services/store/wire.ts';

const NOW = 1_790_000_000;
const MINUTE = 60;

test.each([
  ['has just expired', {exp: NOW}, false],
  ['expires in a second', {exp: NOW + 1}, true],
  ['lasts 20 minutes', {exp: NOW + 20 * MINUTE}, true],
  ['lasts a second longer than 20 minutes', {exp: NOW + 20 * MINUTE + 1}, false],
  ['is issued in a minute', {exp: NOW + 5 * MINUTE, iat: NOW + MINUTE}, true],
  ['is issued in a minute and a second', {exp: NOW + 5 * MINUTE, iat: NOW + MINUTE + 1}, false],
])('accepts a token of the sandbox only within its lifetime: a token that %s', async (_, times, isGood) => {
  const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
  const unsigned = new SignJWT({iss: SANDBOX_ISSUER_ID, aud: AUDIENCE, ...times});
  const token = await unsigned.setProtectedHeader({alg: 'ES256', kid: SANDBOX_KEY_ID}).sign(privateKey);
  expect(await isAuthorized(`Bearer ${token}`, publicKey, NOW * 1000)).toBe(isGood);
});
