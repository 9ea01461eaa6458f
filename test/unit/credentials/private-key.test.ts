import {createPublicKey, generateKeyPairSync, type KeyObject} from 'node:crypto';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  parseBase64PrivateKey,
  parsePrivateKey,
  textOfKeyFile,
  toPem,
} from '../../../src/services/credentials/private-key.ts';
import {looksLikeKey} from '../../../src/services/model/key-text.ts';

const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
const pkcs8 = privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
const sec1 = privateKey.export({type: 'sec1', format: 'pem'}).toString();
const parameters = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';

const keyOf = (parsed: ReturnType<typeof parsePrivateKey>): KeyObject | undefined =>
  'key' in parsed ? parsed.key : undefined;
const refusalOf = (parsed: ReturnType<typeof parsePrivateKey>): string | undefined =>
  'refusal' in parsed ? parsed.refusal : undefined;
const isOurs = (key: KeyObject | undefined) => key !== undefined && toPem(key) === pkcs8;

describe('the parser of private keys', () => {
  test.each([
    ['PKCS#8', pkcs8],
    ['SEC1', sec1],
    ['SEC1 after the parameters of its curve', parameters + sec1],
    ['with CRLF', pkcs8.replaceAll('\n', '\r\n')],
    ['with CR alone', pkcs8.replaceAll('\n', '\r')],
    ['with a BOM', `\uFEFF${pkcs8}`],
    ['with blanks around every line', pkcs8.replaceAll('\n', ' \t\n  ')],
    ['with empty lines', pkcs8.replaceAll('\n', '\n\n')],
    ['without a final line break', pkcs8.trimEnd()],
    ['on one line, with blanks for line breaks', pkcs8.replaceAll('\n', ' ')],
    ['with literal \\n', pkcs8.replaceAll('\n', '\\n')],
    ['with line breaks escaped twice', pkcs8.replaceAll('\n', '\\\\n')],
    ['with literal \\r\\n', pkcs8.replaceAll('\n', '\\r\\n')],
    ['with other text around it', `Bag Attributes\n    friendlyName: x\n${pkcs8}thanks\n`],
  ])('accepts a private key: %s', (_, text) => {
    expect(isOurs(keyOf(parsePrivateKey(text)))).toBe(true);
  });

  test.each([
    ['base64 of PKCS#8 PEM', Buffer.from(pkcs8).toString('base64')],
    ['base64 of SEC1 PEM', Buffer.from(sec1).toString('base64')],
    [
      'base64 with line breaks',
      (
        Buffer.from(pkcs8)
          .toString('base64')
          .match(/.{1,20}/g) ?? []
      ).join('\r\n '),
    ],
    ['base64 of the bare PKCS#8 document', privateKey.export({type: 'pkcs8', format: 'der'}).toString('base64')],
    ['base64 of the bare SEC1 document', privateKey.export({type: 'sec1', format: 'der'}).toString('base64')],
  ])('accepts a private key: %s', (_, text) => {
    expect(isOurs(keyOf(parseBase64PrivateKey(text)))).toBe(true);
  });
});

const UNUSABLE = /is damaged or cut off, or on another curve than P-256/;
const CUT_OFF = /is cut off: it has no END line/;
const NOT_BASE64 = /is not the base64 of an EC P-256 private key/;

describe('a refused private key', () => {
  const pem = (key: KeyObject, type: 'pkcs8' | 'sec1' | 'pkcs1' = 'pkcs8') =>
    key.export({type: type as 'pkcs8', format: 'pem'}).toString();
  const rsa = generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey;
  const p384 = generateKeyPairSync('ec', {namedCurve: 'P-384'}).privateKey;
  const secp256k1 = generateKeyPairSync('ec', {namedCurve: 'secp256k1'}).privateKey;
  const encrypted = {format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x'} as const;

  test.each([
    ['RSA', pem(rsa), /an RSA key, but API keys are EC P-256/],
    ['RSA in its own form', pem(rsa, 'pkcs1'), /RSA PRIVATE KEY, but API keys are EC P-256/],
    ['Ed25519', pem(generateKeyPairSync('ed25519').privateKey), UNUSABLE],
    ['P-384', pem(p384), UNUSABLE],
    ['P-384 in SEC1', pem(p384, 'sec1'), UNUSABLE],
    ['secp256k1', pem(secp256k1), UNUSABLE],
    ['encrypted PKCS#8', privateKey.export({type: 'pkcs8', ...encrypted}).toString(), /is encrypted/],
    ['encrypted SEC1', privateKey.export({type: 'sec1', ...encrypted}).toString(), /is encrypted/],
    [
      'a public key',
      createPublicKey(privateKey).export({type: 'spki', format: 'pem'}).toString(),
      /a PEM block PUBLIC KEY/,
    ],
    ['two keys', pkcs8 + pkcs8, /more than one key/],
    ['cut off in the body', pkcs8.slice(0, 100), CUT_OFF],
    ['a key whose END line is missing', pkcs8.replace(/-----END.*/, ''), CUT_OFF],
    ['cut off, with an END line', pkcs8.replace(/[A-Za-z0-9+/=]{40}\n-----END/, '\n-----END'), UNUSABLE],
    ['full of other characters', pkcs8.replace('MIG', '!!!'), UNUSABLE],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /a PEM block CERTIFICATE/],
    ['an OpenSSH key', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', /OPENSSH/],
    ['only the parameters of a curve', parameters, /EC PARAMETERS/],
    ['no PEM', 'just some words', /no BEGIN line/],
    ['empty', '', /is empty/],
    ['blank', ' \n\t\n', /is empty/],
    ['a BOM alone', '\uFEFF', /is empty/],
  ])('refuses a private key: %s', (_, text, reason) => {
    expect(refusalOf(parsePrivateKey(text))).toMatch(reason);
  });

  test.each([
    ['empty', ' ', NOT_BASE64],
    ['not base64', '%%%', NOT_BASE64],
    ['base64 of something else', Buffer.from('hello, world').toString('base64'), NOT_BASE64],
    ['base64 of RSA', rsa.export({type: 'pkcs8', format: 'der'}).toString('base64'), /an RSA key/],
    ['base64 of a cut-off PEM', Buffer.from(pkcs8.slice(0, 100)).toString('base64'), CUT_OFF],
    ['a PEM as it is', pkcs8, /is a PEM, not base64/],
  ])('refuses a base64 private key: %s', (_, text, reason) => {
    expect(refusalOf(parseBase64PrivateKey(text))).toMatch(reason);
  });
});

const blanks = fc.string({unit: fc.constantFrom(' ', '\t', '\n', '\r\n', '\\n'), maxLength: 3});

test('ignores spaces between the characters of a PEM body', () => {
  const body = pkcs8.split('\n').slice(1, -2).join('');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(body.length), blanks), {maxLength: 12}), blanks, (inserts, around) => {
      const spoiled = [...inserts]
        .sort(([one], [other]) => other - one)
        .reduce((text, [at, blank]) => text.slice(0, at) + blank + text.slice(at), body);
      const text = `${around}-----BEGIN PRIVATE KEY-----${spoiled}${around}-----END PRIVATE KEY-----${around}`;
      expect(isOurs(keyOf(parsePrivateKey(text)))).toBe(true);
    }),
  );
});

test('never throws for any text, and never repeats the key in a refusal', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '-----BEGIN ', pkcs8, sec1),
    fc.nat(pkcs8.length).map((length) => pkcs8.slice(0, length)),
  );
  const secrets = pkcs8.split('\n').slice(1, -2);
  fc.assert(
    fc.property(fc.array(piece, {maxLength: 4}), (pieces) => {
      const text = pieces.join('');
      for (const parsed of [parsePrivateKey(text), parseBase64PrivateKey(text)]) {
        const words = refusalOf(parsed) ?? '';
        expect(secrets.some((secret) => words.includes(secret.slice(0, 12)))).toBe(false);
        if ('key' in parsed) expect(parsed.key.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
      }
    }),
  );
});

test('recognises a private key of any form in place of a path, and never mistakes a path for a key', () => {
  const der = privateKey.export({type: 'pkcs8', format: 'der'}).toString('base64');
  const rsa = generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey.export({type: 'pkcs1', format: 'der'});
  const flag = `--private-key=${der}`;
  for (const text of [
    flag,
    rsa.toString('base64'),
    pkcs8,
    sec1,
    pkcs8.replaceAll('\n', '\\n'),
    Buffer.from(pkcs8).toString('base64'),
    Buffer.from(Buffer.from(pkcs8).toString('base64')).toString('base64'),
    der,
  ]) {
    expect(looksLikeKey(text)).toBe(true);
  }
  expect(looksLikeKey(sec1.split('\n')[1] ?? '')).toBe(true);
  // The key is inside other text, in another encoding, or has an invisible character between all its characters.
  for (const text of [
    `New: ${der}`,
    `What is new:\n\n${der}`,
    ...['\0', '\u200b', '\u00ad'].map((gap) => pkcs8.replace(/./g, `$&${gap}`)),
  ]) {
    expect(looksLikeKey(text)).toBe(true);
  }
  // The key has lost its BEGIN line, follows a letter or a word, or is cut off.
  for (const text of [pkcs8, sec1, privateKey.export({type: 'sec1', format: 'der'}).toString('base64'), der]) {
    const bare = text.replace(/-----.*-----|\n/g, '');
    for (const one of [`x${bare}`, `key${bare}`, `Notes: apiKey=${bare}`, `x${bare.slice(0, 80)}`, bare.slice(5)])
      expect([one, looksLikeKey(one)]).toEqual([one, true]);
    expect(looksLikeKey(`x${bare.replaceAll('+', '-').replaceAll('/', '_')}`)).toBe(true);
  }
  for (const path of [
    'AuthKey_ABC.p8',
    '/home/me/MIGS/key.p8',
    './-----key',
    'C:\\keys\\AuthKey.p8',
    '~/x y.p8',
    'PRIVATE KEYS/k.p8',
    'MEDIA/clients/acme/projects/ios/credentials/AuthKey_X.p8',
  ]) {
    expect(looksLikeKey(path)).toBe(false);
  }
});

describe('a key in an unexpected form', () => {
  test.each([
    ['UTF-16, little-endian', Buffer.from(`\ufeff${pkcs8}`, 'utf16le')],
    ['UTF-16, big-endian', Buffer.from(`\ufeff${pkcs8}`, 'utf16le').swap16()],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${pkcs8}`)],
  ])('reads a key file in %s', (_, bytes) => {
    expect(parsePrivateKey(textOfKeyFile(bytes))).toHaveProperty('key');
  });

  test.each([
    ['long dashes', pkcs8.replaceAll('-----', '—–—'), /has long dashes in place of hyphens/],
    ['RTF', `{\\rtf1\\ansi ${pkcs8.replaceAll('-----', '')}}`, /is a document of a word processor \(RTF\)/],
    [
      'RTF that keeps the hyphens',
      `{\\rtf1\\ansi ${pkcs8.replaceAll('\n', '\\\n')}}`,
      /is a document of a word processor \(RTF\)/,
    ],
    ['base64', Buffer.from(pkcs8).toString('base64'), /is base64, not a PEM/],
    ['a placeholder', `\${{ secrets.KEY }}`, /is a placeholder: the secret was not filled in/],
  ])('names the form of a refused key: %s', (_, text, refusal) => {
    expect(parsePrivateKey(text)).toEqual(expect.objectContaining({refusal: expect.stringMatching(refusal)}));
  });

  test('reads a key as base64 in quotation marks', () => {
    expect(parseBase64PrivateKey(`"${Buffer.from(pkcs8).toString('base64')}"`)).toHaveProperty('key');
  });

  test.each(['***', `\${{ secrets.KEY }}`, '$(KEY)', '$KEY', `\${KEY}`, '%KEY%', '<key>', '@env:KEY'])(
    'recognises a placeholder in place of a key: %s',
    (text) => {
      const refused = {refusal: 'is a placeholder: the secret was not filled in', form: 'placeholder'};
      expect(parseBase64PrivateKey(text)).toEqual(refused);
      expect(parsePrivateKey(text)).toEqual(refused);
    },
  );
});

test.each([
  ['secp256k1', '3054020100301006072a8648ce3d020106052b8104000a043d303b0201010420'],
  ['brainpoolP256r1', '3058020100301406072a8648ce3d020106092b2403030208010107043d303b0201010420'],
  ['ed448', '3047020100300506032b6571043b0439'],
])('refuses a key on %s as not base64 if the library does not know the curve', (_, der) => {
  const unusable = Buffer.from(`${der}${'00'.repeat(8)}`, 'hex').toString('base64');
  expect(refusalOf(parseBase64PrivateKey(unusable))).toMatch(NOT_BASE64);
});
