import {mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const ids = () => ({key_id: home.plausible.keyId, issuer_id: home.plausible.issuerId});
const login = (...flags: string[]) => home.run(['auth', 'login', '--name', 'A', ...flags]);
const item = () => JSON.parse(home.keychain.items.get('A') ?? '{}');

describe('auth login --from', () => {
  test.each([
    ["fastlane's api_key.json", () => JSON.stringify({...ids(), key: home.pem, duration: 1200, in_house: false})],
    [
      'a JSON file with the key in base64',
      () => JSON.stringify({...ids(), key: Buffer.from(home.pem).toString('base64'), is_key_content_base64: true}),
    ],
    ['a JSON file with the path of a key file', () => JSON.stringify({...ids(), private_key_path: home.keyPath})],
    ['a JSON file with a byte order mark', () => `\ufeff${JSON.stringify({...ids(), key: home.pem})}`],
    [
      'lines of variables',
      () =>
        `# asc\nexport ASC_KEY_ID="${ids().key_id}"\nASC_ISSUER_ID=${ids().issuer_id}\r\nASC_PRIVATE_KEY_PATH='${home.keyPath}'\n`,
    ],
    [
      'lines of variables with the key',
      () =>
        `APP_STORE_CONNECT_API_KEY_KEY_ID=${ids().key_id}\nAPP_STORE_CONNECT_API_KEY_ISSUER_ID=${ids().issuer_id}\nAPP_STORE_CONNECT_API_KEY_KEY="${home.pem.replaceAll('\n', '\\n')}"\n`,
    ],
  ])('takes the key and both IDs of a login from %s', async (_, content) => {
    const path = home.write('work/given', content());
    const {code, stdout, stderr} = await login('--from', path);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).not.toContain('PRIVATE');
    expect(item()).toEqual({...ids(), private_key: home.der});
    expect(readFileSync(path, 'utf8')).toBe(content());
  });

  test('takes an individual key without an issuer ID from a --from file', async () => {
    home.write('work/api_key.json', JSON.stringify({key_id: home.plausible.keyId, key: home.pem}));
    expect(await login('--from', 'api_key.json')).toMatchObject({code: 0});
    expect(item()).toEqual({key_id: home.plausible.keyId, key_type: 'individual', private_key: home.der});
  });

  test.each([
    ['does not exist', undefined, /does not exist/],
    ['has no key ID', {key: 'x'}, /has no key_id/],
    ['has no key', {key_id: 'ABC1234567'}, /has neither a key nor the path of one/],
    [
      'has an ID that cannot be right',
      {key_id: '"ABC"', key: 'x'},
      /The key ID from \S+api_key\.json must not have quotes/,
    ],
    [
      'has no usable key',
      {key_id: 'ABC1234567', key: 'xxxx'},
      /has a key that is not the base64 of an EC P-256 private key/,
    ],
  ])('refuses a --from file that %s', async (_, content, message) => {
    if (content) home.write('work/api_key.json', JSON.stringify(content));
    expect(await login('--from', 'api_key.json')).toMatchObject({code: 3, stderr: expect.stringMatching(message)});
    expect(home.exists('.tool')).toBe(false);
  });

  test('requires --from or the flags that --from replaces, and refuses both together', async () => {
    const flags = [['--key-id', 'ABC1234567'], ['--issuer-id', 'I'], ['--private-key', 'k.p8'], ['--individual']];
    for (const other of flags) {
      const {code, stderr} = await login('--from', 'api_key.json', ...other);
      expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining('cannot be combined with')});
    }
    const {code, stderr} = await login();
    expect(code).toBe(2);
    expect(stderr).toContain('--key-id (or --from), --issuer-id (or --individual), --private-key');
  });
});

test('finds the key file named after the key ID if --private-key is a folder', async () => {
  const {keyId, issuerId} = home.plausible;
  const path = home.write(`keys/AuthKey_${keyId}.p8`, home.pem);
  const flags = ['--key-id', keyId, '--issuer-id', issuerId, '--bypass-keychain'];
  expect(await login(...flags, '--private-key', join(home.path, 'keys'))).toMatchObject({code: 0, stderr: ''});
  expect(home.config().profiles).toMatchObject([{private_key_path: path}]);
  mkdirSync(join(home.path, 'empty'));
  const {code, stderr} = await login(...flags, '--private-key', join(home.path, 'empty'));
  expect(code).toBe(3);
  expect(stderr).toContain('empty is a directory');
});
