import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {json, type Service, startService} from '../support/service.ts';
import {TempHome, withoutDoubts} from '../support/temp-home.ts';

let home: TempHome;
let service: Service;
beforeEach(async () => {
  home = new TempHome();
  service = await startService(json(200, {data: [], links: {self: 'x'}}));
});
afterEach(async () => {
  home.remove();
  await service.close();
});

const login = async (...more: string[]) =>
  withoutDoubts(
    await home.run(['auth', 'login', '--name', 'Mine', '--key-id', 'K1', '--private-key', home.keyPath, ...more]),
  );

/** Returns the claims of the token that a command sends to the service. */
async function claimsOf(env: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const words = ['versions', 'list', '--app', '1'];
  const {code, stderr} = await home.run(words, {env: {TOOL_API_URL: service.url, ...env}});
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  const token = service.requests.at(-1)?.headers.authorization?.split(' ')[1] ?? '';
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

async function refused(env: Record<string, string>, words: RegExp) {
  const {code, stdout, stderr} = await home.run(['versions', 'list', '--app', '1'], {
    env: {TOOL_API_URL: service.url, ...env},
  });
  expect({code, stdout}).toEqual({code: 3, stdout: ''});
  expect(stderr).toMatch(words);
  expect(service.requests).toEqual([]);
}

const INDIVIDUAL = {sub: 'user', aud: 'appstoreconnect-v1', iat: expect.any(Number), exp: expect.any(Number)};
const environment = () => ({TOOL_KEY_ID: 'K', TOOL_PRIVATE_KEY: home.pem, TOOL_BYPASS_KEYCHAIN: '1'});

describe('an individual key', () => {
  test('stores an individual key without an issuer ID, and signs a token for a user', async () => {
    expect(await login('--individual')).toMatchObject({code: 0, stderr: ''});
    expect(home.config().profiles).toEqual([
      {name: 'Mine', key_id: 'K1', key_type: 'individual', stored_in: 'keychain'},
    ]);
    const item = JSON.parse(home.keychain.items.get('Mine') ?? '');
    expect(item).toEqual({key_id: 'K1', key_type: 'individual', private_key: home.der});
    expect(await claimsOf()).toEqual(INDIVIDUAL);
  });

  test('stores an individual key without an issuer ID in the config file', async () => {
    await login('--individual', '--bypass-keychain');
    expect(home.config().profiles).toEqual([
      {name: 'Mine', key_id: 'K1', key_type: 'individual', private_key_path: home.keyPath},
    ]);
    expect(await claimsOf()).toEqual(INDIVIDUAL);
    const {code, stdout} = await home.run(['auth', 'doctor']);
    expect(code).toBe(0);
    expect(stdout).toContain("[OK] Profile 'Mine' (config): key file readable; not tried on the network");
    const {credentials} = JSON.parse((await home.run(['auth', 'status', '--output', 'json'])).stdout);
    expect(credentials).toEqual([{name: 'Mine', keyId: 'K1', isDefault: true, storedIn: 'config'}]);
  });

  test('lets an individual key and a team key of the same name replace each other', async () => {
    for (const store of [['--bypass-keychain'], []]) {
      await login('--individual', ...store);
      await login('--issuer-id', 'I1', ...store);
      expect(await claimsOf()).toMatchObject({iss: 'I1'});
      expect(await claimsOf()).not.toHaveProperty('sub');
      await login('--individual', ...store);
      expect(await claimsOf()).toEqual(INDIVIDUAL);
      expect(JSON.stringify(home.config())).not.toContain('issuer_id');
    }
  });

  test.each([
    [[], /'tool auth login' needs --issuer-id \(or --individual\)\n/],
    [['--individual', '--issuer-id', 'I'], /--individual cannot be combined with --issuer-id/],
    [['--individual=false'], /needs --issuer-id \(or --individual\)\n/],
    [['--individual', '--issuer-id', ''], /--issuer-id.*must not be empty/],
  ])('refuses auth login with the flags %j, which fit no key type, and stores nothing', async (more, words) => {
    const {code, stdout, stderr} = await login(...more);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toMatch(words);
    expect(home.exists('.tool')).toBe(false);
  });

  test('takes an individual key from the environment with TOOL_KEY_TYPE=individual', async () => {
    expect(await claimsOf({...environment(), TOOL_KEY_TYPE: ' Individual '})).toEqual(INDIVIDUAL);
    expect(await claimsOf({...environment(), TOOL_KEY_TYPE: 'team', TOOL_ISSUER_ID: 'I'})).toMatchObject({iss: 'I'});
  });

  test('refuses a missing key type, an unknown key type, and an individual key with an issuer ID', async () => {
    await refused(environment(), /TOOL_ISSUER_ID not set\nHint: .*TOOL_KEY_TYPE=individual/);
    await refused({...environment(), TOOL_KEY_TYPE: 'team'}, /TOOL_ISSUER_ID not set/);
    await refused(
      {...environment(), TOOL_KEY_TYPE: 'individual', TOOL_ISSUER_ID: 'I'},
      /TOOL_KEY_TYPE=individual cannot be combined with TOOL_ISSUER_ID/,
    );
    await refused(
      {...environment(), TOOL_KEY_TYPE: 'enterprise'},
      /TOOL_KEY_TYPE must be team or individual\nHint: For an individual key, set/,
    );
    await refused({TOOL_KEY_TYPE: 'individual'}, /No credentials found/);
  });

  test('refuses an individual profile with an issuer ID, and a profile of an unknown key type, in Doctor too', async () => {
    const profile = {name: 'P', key_id: 'K', private_key_path: home.keyPath};
    const doctor = async () => (await home.run(['auth', 'doctor'])).stdout;
    home.writeConfig({profiles: [{...profile, key_type: 'individual', issuer_id: 'I'}]});
    await refused(
      {},
      /Profile 'P' in .* names an issuer ID, which an individual key does not have\nHint: Log in again with 'tool auth login'/,
    );
    expect(await doctor()).toMatch(/\[FAIL\] Profile 'P' \(config\) names an issuer ID/);
    home.writeConfig({profiles: [{...profile, key_type: 'other', issuer_id: 'I'}]});
    await refused({}, /Profile 'P' in .* has a key type that is neither team nor individual/);
    expect(await doctor()).toMatch(/\[FAIL\] Profile 'P' \(config\) has a key type/);
    home.writeConfig({profiles: [profile]});
    await refused({}, /the issuer ID missing/);
    home.writeConfig({profiles: [{name: 'P', key_id: 'K', key_type: 'individual', stored_in: 'keychain'}]});
    const item = {key_id: 'K', key_type: 'individual', issuer_id: 'I', private_key: home.pem};
    home.keychain.items.set('P', JSON.stringify(item));
    await refused({}, /keychain item of profile 'P' names an issuer ID/);
  });

  test('warns of mixed sources when TOOL_KEY_TYPE changes the key type of a profile', async () => {
    home.writeConfig({profiles: [{name: 'P', key_id: 'K', private_key_path: home.keyPath}]});
    const env = {TOOL_KEY_TYPE: 'individual', TOOL_API_URL: service.url};
    const {code, stderr} = await home.run(['versions', 'list', '--app', '1'], {env});
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: .*key ID from profile 'P' \(config\), key type from TOOL_KEY_TYPE/);
  });

  test('warns in Doctor about variables that contradict each other', async () => {
    const env = {...environment(), TOOL_KEY_TYPE: 'individual', TOOL_ISSUER_ID: 'I'};
    const {stdout} = await home.run(['auth', 'doctor'], {env});
    expect(stdout).toMatch(/\[WARN\] TOOL_KEY_TYPE=individual cannot be combined with TOOL_ISSUER_ID/);
    expect(stdout).toContain('TOOL_KEY_TYPE');
  });
});

describe('a read-only profile', () => {
  test('marks a profile as read-only in the config and in auth status after login --read-only', async () => {
    await login('--issuer-id', 'I', '--read-only');
    expect(home.config().profiles).toEqual([{name: 'Mine', key_id: 'K1', read_only: true, stored_in: 'keychain'}]);
    await home.login('Free', ['--bypass-keychain'], {plausible: true});
    const {credentials} = JSON.parse((await home.run(['auth', 'status', '--output', 'json'])).stdout);
    expect(credentials).toEqual([
      {name: 'Mine', keyId: 'K1', isDefault: false, storedIn: 'keychain', readOnly: true},
      {name: 'Free', keyId: home.plausible.keyId, isDefault: true, storedIn: 'config'},
    ]);
    const {stdout} = await home.run(['auth', 'status', '--verbose', '--profile', 'Mine']);
    expect(stdout).toContain('Active profile: Mine (keychain, read-only)');
    expect(stdout).toMatch(/Name +Key ID +Default +Stored In +Read Only\n/);
    expect(stdout).toMatch(/Mine +K1 +keychain +yes\n/);
    await home.run(['auth', 'logout', '--name', 'Mine']);
    expect((await home.run(['auth', 'status'])).stdout).not.toContain('Read Only');
  });

  test('refuses a write with a read-only profile before connecting, wherever the key is stored', async () => {
    for (const store of [['--bypass-keychain'], []]) {
      await login('--issuer-id', 'I', '--read-only', ...store);
      const env = {TOOL_API_URL: service.url};
      service.requests.length = 0;
      const words = ['versions', 'create', '--app', '1', '--version', '2.0'];
      const {code, stdout, stderr} = await home.run(words, {env});
      expect({code, stdout}).toEqual({code: 2, stdout: ''});
      expect(stderr).toMatch(/read-only \(profile 'Mine'\): POST /);
      expect(service.requests).toEqual([]);
      expect((await home.run(['versions', 'list', '--app', '1'], {env})).code).toBe(0);
    }
  });

  test.each([
    ['key ID', {key_id: 'K1', private_key_path: 'copy.p8'}],
    ['key file', {key_id: 'OTHER'}],
  ])('makes every profile that shares its %s with a read-only profile read-only, too', async (_, entry) => {
    home.write('.tool/copy.p8', home.pem);
    const same = {issuer_id: 'I', private_key_path: home.keyPath};
    const guarded = {...same, name: 'Guarded', key_id: 'K1', read_only: true};
    home.writeConfig({default_profile: 'Free', profiles: [guarded, {...same, name: 'Free', ...entry}]});
    const write = ['versions', 'attach-build', '--version-id', '1', '--build', '2'];
    const {code, stderr} = await home.run(write, {env: {TOOL_API_URL: 'http://127.0.0.1:9'}});
    expect(code).toBe(2);
    expect(stderr).toMatch(/read-only \(profile 'Free'\)/);
    const free = {...same, name: 'Free', key_id: 'OTHER', private_key_path: 'copy.p8'};
    home.writeConfig({default_profile: 'Free', profiles: [guarded, free]});
    expect((await home.run(write, {env: {TOOL_API_URL: 'http://127.0.0.1:9'}})).code).toBe(7);
  });

  test('warns that a second profile with the same key is read-only too', async () => {
    await login('--issuer-id', 'I', '--read-only', '--bypass-keychain');
    const {stderr} = await home.login('Other', ['--bypass-keychain']);
    expect(stderr).toBe("Warning: Profile 'Other' is read-only, as 'Mine' is, which has the same key\n");
    expect((await login('--issuer-id', 'I', '--bypass-keychain')).stderr).toMatch(/was read-only and no longer is/);
    expect(JSON.parse((await home.run(['auth', 'status', '--output', 'json'])).stdout).credentials).toEqual([
      expect.not.objectContaining({readOnly: true}),
      expect.not.objectContaining({readOnly: true}),
    ]);
  });

  test('keeps a profile read-only after a switch, until a login without --read-only', async () => {
    await login('--issuer-id', 'I', '--read-only', '--bypass-keychain');
    await home.login('Other', ['--bypass-keychain']);
    await home.run(['auth', 'switch', '--name', 'Mine']);
    expect(home.config().profiles).toContainEqual(expect.objectContaining({name: 'Mine', read_only: true}));
    const {stderr} = await login('--issuer-id', 'I', '--bypass-keychain');
    expect(stderr).toBe("Warning: Profile 'Mine' was read-only and no longer is\n");
    expect(JSON.stringify(home.config())).not.toContain('read_only');
  });

  test('treats a profile as read-only if read_only has any value but false and null', async () => {
    const profile = {name: 'P', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
    const readOnly = async (read_only: unknown) => {
      home.writeConfig({profiles: [{...profile, read_only}]});
      return JSON.parse((await home.run(['auth', 'status', '--output', 'json'])).stdout).credentials[0].readOnly;
    };
    expect(await readOnly('yes')).toBe(true);
    expect(await readOnly(1)).toBe(true);
    expect(await readOnly(false)).toBeUndefined();
    expect(await readOnly(null)).toBeUndefined();
  });
});
