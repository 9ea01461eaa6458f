import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createCredentials} from '../../src/services/credentials/index.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {newKey, TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const logout = (...flags: string[]) => home.run(['auth', 'logout', ...flags]);

test('logout --name removes the profile from keychain and index, and a default that named it', async () => {
  await home.login('A', ['--bypass-keychain']);
  await home.login('B');
  home.writeConfig({...home.config(), keep: {me: true}});
  const {code, stdout} = await logout('--name', 'B');
  expect({code, stdout}).toEqual({code: 0, stdout: "Removed stored credential 'B'\n"});
  expect(home.keychain.items.size).toBe(0);
  expect(home.config()).toEqual({keep: {me: true}, profiles: [expect.objectContaining({name: 'A'})]});
  expect(existsSync(home.keyPath)).toBe(true);
});

test('logout --name removes every profile of that name, local ones too', async () => {
  await home.login('A');
  await home.writeLocal({default_profile: 'A', profiles: [{name: 'A'}, {name: 'L'}]});
  expect((await logout('--name', 'A')).code).toBe(0);
  expect(home.config(home.localPath)).toEqual({profiles: [{name: 'L'}]});
  expect(home.config()).toEqual({profiles: []});
});

test('logout removes all there is, with or without --all', async () => {
  for (const flags of [[], ['--all']]) {
    await home.login('A');
    await home.login('B', ['--bypass-keychain']);
    await home.writeLocal({profiles: [{name: 'L'}], other: 1});
    const {code, stdout} = await logout(...flags);
    expect({code, stdout}).toEqual({code: 0, stdout: 'Removed 3 stored credentials\n'});
    expect([home.keychain.items.size, home.config(), home.config(home.localPath)]).toEqual([
      0,
      {profiles: []},
      {profiles: [], other: 1},
    ]);
  }
});

test('with nothing stored logout says so, and a name is not found', async () => {
  expect(await logout()).toMatchObject({code: 0, stdout: 'No stored credentials to remove.\n'});
  const named = await logout('--name', 'A');
  expect(named.code).toBe(4);
  expect(named.stderr).toMatch(/'A'.*\n.*No profiles are stored/);
  expect(home.exists('.tool')).toBe(false);
});

test.each([
  [['--all', '--name', 'A'], /--all does not go with --name/],
  [['--name', ''], /--name/],
  [['--name', '  '], /--name/],
])('logout %j is a usage error and removes nothing', async (flags, message) => {
  await home.login('A');
  const {code, stderr} = await logout(...flags);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(home.keychain.items.has('A')).toBe(true);
});

test('what the keychain does not give up is named, stays listed, and the rest is gone', async () => {
  await home.login('A');
  await home.login('B', ['--bypass-keychain']);
  home.keychain.state = 'locked';
  const {code, stdout, stderr} = await logout();
  expect({code, stdout}).toEqual({code: 10, stdout: ''});
  expect(stderr).toMatch(/Could not remove 'A' in the keychain: The system keychain is locked/);
  expect(stderr).toMatch(/Removed: 'B'/);
  expect(home.config().profiles).toEqual([{name: 'A', key_id: 'K1', stored_in: 'keychain'}]);
  home.keychain.state = 'open';
  expect((await logout()).stdout).toBe('Removed 1 stored credentials\n');
});

test('a bypassed keychain is not touched', async () => {
  await home.login('A');
  home.keychain.calls.length = 0;
  const {code, stderr} = await home.run(['auth', 'logout', '--name', 'A'], {env: {TOOL_BYPASS_KEYCHAIN: 'on'}});
  expect(code).toBe(10);
  expect(stderr).toMatch(/bypassed/);
  expect(home.keychain.calls).toEqual([]);
  expect(home.config().profiles).toHaveLength(1);
});

test('a config that cannot be written is an error that tells what is gone already', async () => {
  await home.login('A');
  const files = createFiles();
  const full = () => Promise.reject(Object.assign(new Error('full'), {code: 'EROFS'}));
  const {code, stderr} = await home.run(['auth', 'logout'], {host: {files: {...files, writeAtomic: full}}});
  expect(code).toBe(10);
  expect(stderr).toMatch(/read-only/);
  expect(stderr).toMatch(/keychain items of 'A' are removed/);
});

/** What the app's Log in does with a key that was pasted. */
function pasteKey(pem: string, name = 'Pasted') {
  const {keychain, path} = home;
  const credentials = createCredentials({
    audience: '',
    env: {},
    files: createFiles(),
    keychain,
    clock: {now: () => Date.now(), random: () => 0, sleep: async () => {}},
    cwd: path,
    home: path,
    platform: 'linux',
  });
  return credentials.login({
    name,
    keyId: '../K/1',
    issuerId: 'I',
    privateKey: {pem},
    bypassKeychain: true,
    local: false,
    skipValidation: false,
  });
}

test('a pasted key becomes a private file of the tool, which goes with its profile', async () => {
  const pem = newKey();
  await pasteKey(pem.replaceAll('\n', '\r\n  '));
  const path = join(home.path, '.tool', 'keys', 'AuthKey_.._K_1.p8');
  expect(readFileSync(path, 'utf8')).toBe(pem);
  expect([home.mode(path), home.mode(join(home.path, '.tool', 'keys'))]).toEqual([0o600, 0o700]);
  expect(home.config().profiles).toMatchObject([{name: 'Pasted', private_key_path: path}]);
  await pasteKey(pem, 'Second');
  await logout('--name', 'Pasted');
  expect(existsSync(path)).toBe(true);
  await logout();
  expect(existsSync(path)).toBe(false);
});

test('a key file that a person put there stays', async () => {
  const own = home.write('.tool/keys/AuthKey_K1.p8', home.pem);
  await home.run([
    'auth',
    'login',
    '--name',
    'A',
    '--key-id',
    'K1',
    '--issuer-id',
    'I',
    '--private-key',
    own,
    '--bypass-keychain',
  ]);
  await logout();
  expect(existsSync(own)).toBe(true);
});

test('a pasted key does not replace a file that a person put there, and does not take it along', async () => {
  const other = newKey();
  const path = home.write('.tool/keys/AuthKey_.._K_1.p8', other);
  await expect(pasteKey(newKey())).rejects.toMatchObject({kind: 'storage', message: expect.stringContaining(path)});
  expect(home.exists('.tool/config.json')).toBe(false);
  await pasteKey(other);
  await logout();
  expect(readFileSync(path, 'utf8')).toBe(other);
});

test('an interruption keeps what was not reached, and ends as one', async () => {
  await home.login('A');
  await home.login('B');
  const {keychain} = home;
  const interrupted = async (account: string): Promise<boolean> => {
    if (account === 'B') throw new ToolError('interrupted', 'interrupted', {facts: {signal: 'SIGINT'}});
    return keychain.items.delete(account);
  };
  const {code} = await home.run(['auth', 'logout'], {host: {keychain: {...keychain, delete: interrupted}}});
  expect(code).toBe(130);
  expect(home.config()).toEqual({default_profile: 'B', profiles: [{name: 'B', key_id: 'K1', stored_in: 'keychain'}]});
});

test('logging in again from a file removes the pasted key that it replaces', async () => {
  await pasteKey(newKey(), 'A');
  const path = join(home.path, '.tool', 'keys', 'AuthKey_.._K_1.p8');
  expect(existsSync(path)).toBe(true);
  await home.login('A');
  expect(existsSync(path)).toBe(false);
});
