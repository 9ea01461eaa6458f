import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {json, startService, UNAUTHORIZED} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const KEY_ID = 'ABC1234567';
const ISSUER_ID = '69a6de70-0000-47e3-e053-5b8c7c11a4d1';

const login = (keyId: string, issuerId: string, path = home.keyPath) => {
  const flags = ['--key-id', keyId, '--issuer-id', issuerId, '--private-key', path, '--bypass-keychain'];
  return home.run(['auth', 'login', '--name', 'A', ...flags]);
};

const IMPOSSIBLE: [string, string, RegExp][] = [
  ['quotes around it', `"${KEY_ID}"`, /must not have quotes around it/],
  ['single quotes around it', `'${KEY_ID}'`, /must not have quotes around it/],
  ['a quote in it', `${KEY_ID}"`, /must not contain the character "/],
  ['a backslash in it', `${KEY_ID}\\n`, /must not contain the character \\/],
  ['a variable of CI in it', '$(KEY_ID)', /a placeholder that was not filled in/],
  ['an expression in it', `\${{ secrets.KEY_ID }}`, /a placeholder that was not filled in/],
  ['a mask in it', '***', /a placeholder that was not filled in/],
  ['a zero-width space in it', `${KEY_ID}\u200b`, /must not contain the character U\+200B, which is invisible/],
  ['a Cyrillic letter in it', `АBC1234567`, /must not contain the character U\+0410, which is invisible or only looks/],
];

describe.each(IMPOSSIBLE)('an ID with %s', (_, id, problem) => {
  test('refuses an invalid ID in a flag', async () => {
    expect(await login(id, ISSUER_ID)).toMatchObject({code: 2, stderr: expect.stringMatching(problem)});
    const {code, stderr} = await login(KEY_ID, id);
    expect({code, stderr}).toEqual({code: 2, stderr: expect.stringMatching(problem)});
    expect(stderr).toMatch(/--issuer-id/);
    expect(home.exists('.tool')).toBe(false);
  });

  test('refuses an invalid ID in a variable, a profile or a keychain item, before any request', async () => {
    const offline = {TOOL_API_URL: 'http://127.0.0.1:9'};
    const list = (env = {}) => home.run(['versions', 'list', '--app', '1'], {env: {...offline, ...env}});
    const variables = {TOOL_KEY_ID: KEY_ID, TOOL_ISSUER_ID: ISSUER_ID, TOOL_PRIVATE_KEY: home.pem};
    for (const name of ['TOOL_KEY_ID', 'TOOL_ISSUER_ID']) {
      const {code, stderr} = await list({...variables, [name]: id});
      expect({code, stderr}).toEqual({code: 3, stderr: expect.stringMatching(problem)});
      expect(stderr).toContain(`from ${name} `);
    }
    const whole = {name: 'A', key_id: KEY_ID, issuer_id: ISSUER_ID, private_key_path: home.keyPath};
    for (const member of ['key_id', 'issuer_id']) {
      home.writeConfig({profiles: [{...whole, [member]: id}]});
      expect(await list()).toMatchObject({code: 3, stderr: expect.stringMatching(problem)});
    }
    home.writeConfig({profiles: [{name: 'A', key_id: 'x', stored_in: 'keychain'}]});
    home.keychain.items.set('A', JSON.stringify({key_id: id, issuer_id: ISSUER_ID, private_key: home.der}));
    const {code, stderr} = await list();
    expect({code, stderr}).toEqual({code: 3, stderr: expect.stringMatching(problem)});
    expect(stderr).toContain("from profile 'A' (keychain)");
  });
});

test('refuses a key ID and an issuer ID that are swapped', async () => {
  const flags = await login(ISSUER_ID, KEY_ID);
  expect(flags).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--key-id is the issuer ID: the two are swapped'),
  });
  const env = {TOOL_KEY_ID: ISSUER_ID, TOOL_ISSUER_ID: KEY_ID, TOOL_PRIVATE_KEY: home.pem};
  const {code, stderr} = await home.run(['auth', 'token'], {env});
  expect(code).toBe(3);
  expect(stderr).toContain('The key ID from TOOL_KEY_ID and the issuer ID from TOOL_ISSUER_ID are swapped');
});

describe('an ID in doubt', () => {
  test('stores a profile whose IDs or key file look mistyped, with one warning at login', async () => {
    const file = home.write('SubscriptionKey_ABC1234567.p8', home.pem);
    const {code, stderr} = await login('ABC', 'not-a-uuid', file);
    expect(code).toBe(0);
    expect(stderr).toBe(
      `Warning: The key ID 'ABC' has 3 characters instead of 10. The issuer ID is not a UUID. The key file ${file} is named as a key of another kind (SubscriptionKey), not as an API key (AuthKey). Compare it with the API keys page: https://appstoreconnect.apple.com/access/integrations/api\n`,
    );
    const other = home.write('AuthKey_ZZZ1234567.p8', home.pem);
    expect((await login(KEY_ID, ISSUER_ID, other)).stderr).toMatch(
      /^Warning: The key file \S+ is named after the key ZZZ1234567\. Compare it .*\n$/,
    );
    expect((await login(KEY_ID, ISSUER_ID)).stderr).toBe('');
  });

  test('repeats the warning about mistyped IDs after a 401, and suggests --individual', async () => {
    const service = await startService(json(401, UNAUTHORIZED));
    try {
      await login('ABC', 'not-a-uuid', home.write('AuthKey_ZZZ1234567.p8', home.pem));
      const list = () => home.run(['versions', 'list', '--app', '1'], {env: {TOOL_API_URL: service.url}});
      const {code, stderr} = await list();
      expect(code).toBe(3);
      const file = join(home.path, 'AuthKey_ZZZ1234567.p8');
      expect(stderr).toMatch(/The key ID 'ABC' has 3 characters instead of 10\.\n/);
      expect(stderr).toMatch(/The issuer ID is not a UUID\.\n/);
      expect(stderr).toContain(`The key file ${file} is named after the key ZZZ1234567.\n`);
      expect(stderr).toMatch(/An individual key has no issuer ID: log in with --individual\.\n$/);
      expect(stderr).not.toContain('not-a-uuid');
      const flags = ['--key-id', KEY_ID, '--individual', '--private-key', home.keyPath];
      await home.run(['auth', 'login', '--name', 'B', ...flags]);
      const individual = await list();
      expect(individual.code).toBe(3);
      expect(individual.stderr).not.toMatch(/--individual|instead of 10/);
    } finally {
      await service.close();
    }
  });
});
