import {existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createCredentials} from '../../src/services/credentials/index.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {newKey, type RunInHome, TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const logout = (...flags: string[]) => home.run(['auth', 'logout', ...flags]);

test('removes a profile on logout, with its index entry and a default that names it', async () => {
  await home.login('A', ['--bypass-keychain']);
  await home.login('B');
  home.writeConfig({...home.config(), keep: {me: true}});
  const {code, stdout} = await logout('--name', 'B');
  expect({code, stdout}).toEqual({code: 0, stdout: "Removed stored credential 'B'\n"});
  expect(home.keychain.items.size).toBe(0);
  expect(home.config()).toEqual({keep: {me: true}, profiles: [expect.objectContaining({name: 'A'})]});
  expect(existsSync(home.keyPath)).toBe(true);
});

test('removes every profile with the given name on logout, including local profiles', async () => {
  await home.login('A');
  await home.writeLocal({default_profile: 'A', profiles: [{name: 'A'}, {name: 'L'}]});
  expect((await logout('--name', 'A')).code).toBe(0);
  expect(home.config(home.localPath)).toEqual({profiles: [{name: 'L'}]});
  expect(home.config()).toEqual({profiles: []});
});

test('removes all profiles on logout, with or without --all', async () => {
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

test('reports a logout without credentials, and exits with 4 for an unknown name', async () => {
  expect(await logout()).toMatchObject({code: 0, stdout: 'No stored credentials to remove.\n'});
  const named = await logout('--name', 'A');
  expect(named.code).toBe(4);
  expect(named.stderr).toMatch(/'A'.*\n.*No profiles are stored/);
  expect(home.exists('.tool')).toBe(false);
});

test.each([
  [['--all', '--name', 'A'], /--all cannot be combined with --name/],
  [['--name', ''], /--name/],
  [['--name', '  '], /--name/],
])('refuses auth logout with %j, and removes nothing', async (flags, message) => {
  await home.login('A');
  const {code, stderr} = await logout(...flags);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(home.keychain.items.has('A')).toBe(true);
});

test('reports the profile that a locked keychain keeps on logout, and removes the others', async () => {
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

test('removes nothing from a bypassed keychain on logout', async () => {
  await home.login('A');
  home.keychain.calls.length = 0;
  const {code, stderr} = await home.run(['auth', 'logout', '--name', 'A'], {env: {TOOL_BYPASS_KEYCHAIN: 'on'}});
  expect(code).toBe(10);
  expect(stderr).toMatch(/bypassed/);
  expect(home.keychain.calls).toEqual([]);
  expect(home.config().profiles).toHaveLength(1);
});

test('lists the keychain items that logout has removed if a config cannot be written', async () => {
  await home.login('A');
  const files = createFiles();
  const full = () => Promise.reject(Object.assign(new Error('full'), {code: 'EROFS'}));
  const {code, stderr} = await home.run(['auth', 'logout'], {host: {files: {...files, writeAtomic: full}}});
  expect(code).toBe(10);
  expect(stderr).toMatch(/read-only/);
  expect(stderr).toMatch(/keychain items of 'A' are removed/);
});

function pasteKey(pem: string, name = 'Pasted', {cwd = '', local = false, files = createFiles()} = {}) {
  const credentials = createCredentials({
    audience: '',
    env: {},
    files,
    keychain: home.keychain,
    clock: {now: () => Date.now(), random: () => 0, sleep: async () => {}},
    cwd: join(home.path, cwd),
    home: home.path,
    platform: 'linux',
  });
  return credentials.login({
    name,
    keyId: '../K/1',
    owner: {issuerId: 'I'},
    privateKey: {pem},
    bypassKeychain: true,
    local,
    skipValidation: false,
  });
}

/** Returns a key as the website delivers it, without a line break at its end. */
const downloaded = (pem: string) => pem.trimEnd();

const pastedPath = () => join(home.path, '.tool', 'keys', 'AuthKey_.._K_1.p8');

const loginWith = (name: string, key: string, more: readonly string[] = ['--bypass-keychain'], options?: RunInHome) => {
  const flags = ['--name', name, '--key-id', 'K1', '--issuer-id', 'I', '--private-key', key];
  return home.run(['auth', 'login', ...flags, ...more], options);
};

test('stores a pasted key in a private file, and deletes the file on logout of its profile', async () => {
  const pem = newKey();
  await pasteKey(pem.replaceAll('\n', '\r\n  '));
  const path = join(home.path, '.tool', 'keys', 'AuthKey_.._K_1.p8');
  expect(readFileSync(path, 'utf8')).toBe(pem);
  expect([home.mode(path), home.mode(join(home.path, '.tool', 'keys'))]).toEqual([0o600, 0o700]);
  expect(home.config().profiles).toMatchObject([{name: 'Pasted', private_key_path: path}]);
  await pasteKey(pem, 'Second');
  const second = path.replace('.p8', '-2.p8');
  expect(home.config().profiles).toMatchObject([{private_key_path: path}, {private_key_path: second}]);
  await logout('--name', 'Pasted');
  expect([existsSync(path), readFileSync(second, 'utf8')]).toEqual([false, pem]);
  expect((await home.run(['auth', 'token'])).code).toBe(0);
  await logout();
  expect(existsSync(second)).toBe(false);
  expect(home.config()).toEqual({profiles: []});
});

test('keeps a key file that the user put into the folder of pasted keys', async () => {
  const own = home.write('.tool/keys/AuthKey_K1.p8', home.pem);
  await loginWith('A', own);
  await logout();
  expect(existsSync(own)).toBe(true);
});

test("does not replace or remove the user's own file when a key is pasted", async () => {
  const other = newKey();
  const path = home.write('.tool/keys/AuthKey_.._K_1.p8', downloaded(other));
  for (const pem of [newKey(), other]) {
    await pasteKey(pem);
    expect(readFileSync(path.replace('.p8', '-2.p8'), 'utf8')).toBe(pem);
    await logout();
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
    expect(readFileSync(path, 'utf8')).toBe(downloaded(other));
  }
});

test('keeps a file that another profile names by path when the key in it is pasted', async () => {
  const pem = newKey();
  const path = home.write('.tool/keys/AuthKey_.._K_1.p8', pem);
  await loginWith('Own', path);
  await pasteKey(pem);
  await logout();
  expect(readFileSync(path, 'utf8')).toBe(pem);
});

test('keeps the remaining profiles when logout is interrupted, and exits as interrupted', async () => {
  await home.login('A');
  await home.login('B');
  const {keychain} = home;
  const run = new AbortController();
  const {signal} = run;
  const interrupted = async (account: string): Promise<boolean> => {
    if (account === 'B') run.abort(new ToolError('interrupted', 'interrupted', {facts: {signal: 'SIGINT'}}));
    signal.throwIfAborted();
    return keychain.items.delete(account);
  };
  const {code} = await home.run(['auth', 'logout'], {host: {signal, keychain: {...keychain, delete: interrupted}}});
  expect(code).toBe(130);
  expect(home.config()).toEqual({default_profile: 'B', profiles: [{name: 'B', key_id: 'K1', stored_in: 'keychain'}]});
});

test('removes a pasted key when a login from a file replaces it', async () => {
  await pasteKey(newKey(), 'A');
  const path = join(home.path, '.tool', 'keys', 'AuthKey_.._K_1.p8');
  expect(existsSync(path)).toBe(true);
  await home.login('A');
  expect(existsSync(path)).toBe(false);
});

describe('the file of a pasted key', () => {
  let pem: string;
  let path: string;
  beforeEach(async () => {
    pem = newKey();
    path = pastedPath();
    await pasteKey(pem, 'Work');
  });

  const keyIsThere = () => expect(readFileSync(path, 'utf8')).toBe(pem);
  const nothingSecretIsLeft = () => {
    for (const file of readdirSync(join(home.path, '.tool'), {recursive: true, withFileTypes: true})) {
      if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain('PRIVATE KEY');
    }
  };

  test("replaces a pasted key's file when a login names its path, and deletes the replacement with the profile", async () => {
    expect((await loginWith('Work', path)).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect((await home.run(['auth', 'token'])).code).toBe(0);
    await logout('--name', 'Work');
    nothingSecretIsLeft();
  });

  test.each([
    ['by its path', () => path],
    [
      'by another spelling',
      () => join(dirname(path), '..', 'keys', '.', basename(path)).replace('/keys/', '/keys/../keys/'),
    ],
    [
      'by a symbolic link to it',
      () => {
        symlinkSync(path, join(home.path, 'link.p8'));
        return join(home.path, 'link.p8');
      },
    ],
    [
      'by a symbolic link to its folder',
      () => {
        symlinkSync(join(home.path, '.tool'), join(home.path, 'dot'));
        return join(home.path, 'dot', 'keys', basename(path));
      },
    ],
  ])('keeps a copy of the key on logout if another profile refers to the key file %s', async (_, spelled) => {
    await loginWith('Ci', spelled());
    keyIsThere();
    expect((await logout('--name', 'Work')).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    expect((await home.run(['auth', 'token'])).code).toBe(0);
    await logout();
    nothingSecretIsLeft();
  });

  test.each([
    ['relative to the config', 'keys/AuthKey_.._K_1.p8'],
    ['with a tilde', '~/.tool/keys/AuthKey_.._K_1.p8'],
  ])("keeps the pasted key's file while a handwritten profile names it %s", async (_, spelled) => {
    const config = home.config();
    const hand = {name: 'Hand', key_id: 'K', issuer_id: 'I', private_key_path: spelled};
    home.writeConfig({...config, profiles: [...(config.profiles as unknown[]), hand]});
    await logout('--name', 'Work');
    keyIsThere();
    await loginWith('Hand', home.keyPath);
    expect(existsSync(path)).toBe(false);
  });

  test('removes a pasted key with its profile even if a hard link leads to it', async () => {
    const hard = join(home.path, 'hard.p8');
    linkSync(path, hard);
    await loginWith('Ci', hard);
    await logout('--name', 'Work');
    expect(existsSync(path)).toBe(false);
    expect(readFileSync(hard, 'utf8')).toBe(pem);
    expect((await home.run(['auth', 'token'])).code).toBe(0);
  });

  test("keeps a copy of the pasted key for another repository's local profile on logout --all", async () => {
    mkdirSync(join(home.path, 'other', '.git'), {recursive: true});
    await loginWith('Ci', path, ['--bypass-keychain', '--local'], {cwd: 'other'});
    await logout('--all');
    expect(existsSync(path)).toBe(false);
    expect((await home.run(['auth', 'doctor', '--fix', '--confirm'])).stdout).toContain('No issues found.');
    expect((await home.run(['auth', 'token'], {cwd: 'other'})).code).toBe(0);
    await home.run(['auth', 'logout', '--all'], {cwd: 'other'});
    nothingSecretIsLeft();
  });

  test('keeps the key of a local profile when other profiles are removed', async () => {
    const other = newKey();
    await logout();
    await pasteKey(other, 'Local', {cwd: 'work', local: true});
    await home.run(['auth', 'logout', '--all'], {cwd: '.'});
    expect(readFileSync(path, 'utf8')).toBe(other);
    await home.run(['auth', 'logout', '--all'], {cwd: 'work'});
    nothingSecretIsLeft();
  });

  test('writes pasted keys under a lock that logins in all repositories share', async () => {
    mkdirSync(join(home.path, 'other', '.git'), {recursive: true});
    // Both logins would lock the user's own config if there were one.
    rmSync(join(home.path, '.tool'), {recursive: true});
    const files = createFiles();
    const held = new Set<string>();
    const heldAtWrite = async (cwd: string): Promise<string[]> => {
      const seen: string[][] = [];
      const withLock: typeof files.withLock = (target, work, signal) =>
        files.withLock(
          target,
          () => {
            held.add(target);
            return work().finally(() => held.delete(target));
          },
          signal,
        );
      const writeAtomic: typeof files.writeAtomic = (target, content, mode) => {
        if (dirname(target) === dirname(path)) seen.push([...held]);
        return files.writeAtomic(target, content, mode);
      };
      await pasteKey(pem, cwd, {cwd, local: true, files: {...files, withLock, writeAtomic}});
      return seen.reduce((all, each) => all.filter((lock) => each.includes(lock)));
    };
    const [here, there] = [await heldAtWrite('work'), await heldAtWrite('other')];
    expect(here.filter((lock) => there.includes(lock))).not.toEqual([]);
  });

  test("removes the pasted key's file when the profile moves to the keychain", async () => {
    await loginWith('Work', path, []);
    nothingSecretIsLeft();
    expect(home.keychain.items.get('Work')).toMatch(/"private_key":"MIG/);
    expect((await home.run(['auth', 'token'])).code).toBe(0);
  });

  test("lets only the profile that owns a pasted key's file replace it with another key of the same ID", async () => {
    const [second, right] = [newKey(), newKey()];
    await pasteKey(second, 'Ci');
    await pasteKey(right, 'Work');
    expect(readFileSync(path, 'utf8')).toBe(right);
    expect(readFileSync(path.replace('.p8', '-2.p8'), 'utf8')).toBe(second);
  });

  test("keeps the pasted key's file and its profile if a new key cannot be written", async () => {
    const files = createFiles();
    const writeAtomic: typeof files.writeAtomic = async (target, ...more) => {
      if (target.includes('AuthKey')) throw Object.assign(new Error('full'), {code: 'ENOSPC'});
      return files.writeAtomic(target, ...more);
    };
    const before = readFileSync(home.configPath, 'utf8');
    const failing = {files: {...files, writeAtomic}};
    await expect(pasteKey(newKey(), 'Work', failing)).rejects.toMatchObject({kind: 'storage'});
    await expect(pasteKey(newKey(), 'New', failing)).rejects.toMatchObject({kind: 'storage'});
    expect(readFileSync(home.configPath, 'utf8')).toBe(before);
    keyIsThere();
  });

  test("keeps a file that the user put in place of the pasted key's file", async () => {
    home.write('.tool/keys/AuthKey_.._K_1.p8', downloaded(pem));
    await logout();
    expect(readFileSync(path, 'utf8')).toBe(downloaded(pem));
  });

  test('keeps the profile and its key after auth init --force, until logout --all', async () => {
    const {profiles} = home.config();
    await loginWith('B', home.keyPath);
    expect((await home.run(['auth', 'init', '--force'])).code).toBe(0);
    expect(home.config()).toEqual({profiles, key_files: [basename(path)]});
    await loginWith('B', home.keyPath);
    await logout('--name', 'B');
    keyIsThere();
    await logout('--all');
    nothingSecretIsLeft();
  });

  test("removes the pasted key's file when logout runs again after being killed", async () => {
    home.writeConfig({...home.config(), profiles: []});
    expect((await logout('--name', 'Work')).code).toBe(4);
    nothingSecretIsLeft();
  });

  test.each([
    ['in another folder', '../mine.p8'],
    ['with a name that tool does not give', 'mine.p8'],
  ])('does not remove a listed key file %s on logout', async (_, name) => {
    const mine = home.write(join('.tool/keys', name), pem);
    home.writeConfig({key_files: [name, 7, null], profiles: []});
    await logout();
    expect(readFileSync(mine, 'utf8')).toBe(pem);
  });

  test("names a pasted key's file that cannot be removed, and removes it on the next logout", async () => {
    const files = createFiles();
    const remove = async (file: string) => {
      if (file === path) throw Object.assign(new Error('no'), {code: 'EACCES'});
      return files.remove(file);
    };
    const {code, stderr} = await home.run(['auth', 'logout'], {host: {files: {...files, remove}}});
    expect(code).toBe(10);
    expect(stderr).toContain(`the key file ${path}`);
    expect((await logout()).code).toBe(0);
    nothingSecretIsLeft();
  });
});

test('removes leftovers of interrupted writes on the next login, switch or logout', async () => {
  const left = ['.tool/config.json.0123456789ab.tmp', '.tool/config.json.bak.0123456789ab.tmp'];
  const key = '.tool/keys/AuthKey_K.p8.0123456789ab.tmp';
  const leave = () => {
    for (const name of [...left, key, 'work/.tool/config.json.0123456789ab.tmp']) home.write(name, home.pem);
  };
  const isLeft = () => [...left, key, 'work/.tool/config.json.0123456789ab.tmp'].filter((name) => home.exists(name));
  leave();
  expect((await logout('--all')).code).toBe(0);
  expect(isLeft()).toEqual([]);
  await home.login('A', ['--bypass-keychain']);
  leave();
  home.write('.tool/config.json.mine.tmp', 'mine');
  await home.login('B', ['--bypass-keychain', '--local']);
  expect(isLeft()).toEqual([]);
  leave();
  await home.run(['auth', 'switch', '--name', 'A']);
  expect(isLeft()).toEqual([]);
  expect(home.exists('.tool/config.json.mine.tmp')).toBe(true);
});

test('keeps a keychain item in the index until the item is deleted', async () => {
  await home.login('A');
  const {keychain} = home;
  const seen: unknown[] = [];
  const remove = async (account: string) => {
    seen.push(home.config().profiles);
    return keychain.delete(account);
  };
  await home.login('A', ['--bypass-keychain'], {host: {keychain: {...keychain, delete: remove}}});
  const config = expect.objectContaining({private_key_path: home.keyPath});
  expect(seen).toEqual([[expect.objectContaining({stored_in: 'keychain'}), config]]);
  expect(home.config().profiles).toEqual([config]);
});
