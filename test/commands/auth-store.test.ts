import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {abortingWhenAwaited} from '../support/interruption.ts';
import {newKey, type RunInHome, TempHome, withoutDoubts} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const failingFiles = (fails: (path: string) => boolean) => {
  const files = createFiles();
  return {
    ...files,
    async writeAtomic(path: string, content: string | Uint8Array, mode: number) {
      if (fails(path)) throw Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
      return files.writeAtomic(path, content, mode);
    },
  };
};

describe('auth login', () => {
  test('stores the whole credential in the keychain, and an index entry in the config', async () => {
    const {code, stdout, stderr} = await home.login('Work');
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toBe("Storing credentials in system keychain\nRegistered API key 'Work'\n");
    expect(home.config()).toEqual({
      default_profile: 'Work',
      profiles: [{name: 'Work', key_id: 'K1', stored_in: 'keychain'}],
    });
    expect(JSON.parse(home.keychain.items.get('Work') ?? '')).toEqual({
      key_id: 'K1',
      issuer_id: 'I1',
      private_key: home.der,
    });
    expect([home.mode(home.configPath), home.mode(join(home.path, '.tool'))]).toEqual([0o600, 0o700]);
  });

  test('stores a credential in the config file if the keychain is bypassed', async () => {
    const variable = {env: {TOOL_BYPASS_KEYCHAIN: 'Yes'}};
    for (const outcome of [await home.login('A', ['--bypass-keychain']), await home.login('A', [], variable)]) {
      expect(outcome).toMatchObject({code: 0, stderr: ''});
      expect(outcome.stdout).toBe(`Storing credentials in config file at ${home.configPath}\nRegistered API key 'A'\n`);
    }
    expect(home.config()).toEqual({
      default_profile: 'A',
      profiles: [{name: 'A', key_id: 'K1', issuer_id: 'I1', private_key_path: home.keyPath}],
    });
    expect(home.keychain.calls).toEqual([]);
  });

  test.each([['locked'], ['missing']] as const)(
    'falls back to the config file when the keychain is %s',
    async (state) => {
      home.keychain.state = state;
      const {code, stdout, stderr} = await home.login('A');
      expect(code).toBe(0);
      expect(stderr).toMatch(/^Warning: The system keychain is .*stored in the config file instead\n$/);
      expect(stdout).toContain(`config file at ${home.configPath}`);
    },
  );

  test('stores a relative key path as an absolute path', async () => {
    const flags = ['--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', '../AuthKey_K1.p8'];
    await home.run(['auth', 'login', ...flags, '--bypass-keychain']);
    expect(home.config().profiles).toMatchObject([{private_key_path: home.keyPath}]);
  });

  test("writes the repository's config with --local, and keeps it out of Git", async () => {
    mkdirSync(join(home.path, 'work', 'deep', 'er'), {recursive: true});
    const {code, stdout} = await home.login('A', ['--local', '--bypass-keychain'], {cwd: 'work/deep/er'});
    expect(code).toBe(0);
    expect(stdout).toContain(home.localPath);
    expect(home.config(home.localPath)).toMatchObject({default_profile: 'A'});
    expect(readFileSync(join(home.path, 'work/.tool/.gitignore'), 'utf8')).toBe('*\n');
    expect(home.mode(join(home.path, 'work/.tool'))).toBe(0o700);
    expect(home.exists('.tool/config.json')).toBe(false);
  });

  test('removes the global default if a login moves its profile to the local config', async () => {
    await home.login('A', ['--bypass-keychain']);
    await home.login('B', ['--bypass-keychain']);
    await home.login('B', ['--local', '--bypass-keychain']);
    expect(home.config()).toEqual({profiles: [expect.objectContaining({name: 'A'})]});
    expect(home.config(home.localPath)).toMatchObject({default_profile: 'B', profiles: [{name: 'B'}]});
  });

  test('refuses auth login --local unless the keychain is bypassed', async () => {
    const refused = await home.login('A', ['--local']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/--local needs --bypass-keychain[\s\S]*'tool auth login --help'/);
    expect(home.exists('work/.tool')).toBe(false);
    home.keychain.state = 'missing';
    expect((await home.login('A', ['--local'])).code).toBe(0);
  });

  test("keeps a nearer config's default on a login with --local, and warns that this config takes precedence", async () => {
    const entry = {key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
    const nearer = await home.writeLocal({default_profile: 'X', profiles: [{name: 'X', ...entry}]}, 'work/sub');
    const before = readFileSync(nearer, 'utf8');
    const {code, stderr} = await home.login('L', ['--bypass-keychain', '--local'], {cwd: 'work/sub'});
    expect({code, stderr}).toEqual({
      code: 0,
      stderr: `Warning: Profile 'L' is not active here: ${nearer} takes precedence\n`,
    });
    expect(readFileSync(nearer, 'utf8')).toBe(before);
    expect(home.config(home.localPath)).toMatchObject({default_profile: 'L', profiles: [{name: 'L'}]});
    expect((await home.run(['auth', 'token'], {cwd: 'work/sub'})).code).toBe(0);
    await home.login('X', ['--bypass-keychain', '--local'], {cwd: 'work/sub'});
    expect(home.config(nearer)).toEqual({profiles: []});
  });

  test('refuses a .tool folder that leads out of the repository', async () => {
    mkdirSync(join(home.path, 'elsewhere'));
    symlinkSync(join(home.path, 'elsewhere'), join(home.path, 'work', '.tool'));
    const {code} = await home.login('A', ['--local', '--bypass-keychain']);
    expect(code).toBe(10);
    expect(home.exists('elsewhere/config.json')).toBe(false);
  });

  test('writes profile members in the documented order, and keeps the order of an existing profile', async () => {
    const members = () => (home.config().profiles as object[]).map((entry) => Object.keys(entry));
    const documented = ['name', 'key_id', 'issuer_id', 'read_only', 'private_key_path'];
    await home.login('A', ['--bypass-keychain', '--read-only']);
    await home.login('B');
    expect(members()).toEqual([documented, ['name', 'key_id', 'stored_in']]);
    home.writeConfig({profiles: [{private_key_path: '/x.p8', note: 1, name: 'A', issuer_id: 'I', key_id: 'K', x: 2}]});
    await home.login('A', ['--bypass-keychain', '--read-only']);
    expect(members()).toEqual([['private_key_path', 'note', 'name', 'issuer_id', 'key_id', 'x', 'read_only']]);
    await home.login('A');
    expect(members()).toEqual([['note', 'name', 'key_id', 'x', 'stored_in']]);
  });

  test('replaces a profile of the same name on login, in the keychain or in either config', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    await home.login('A', ['--bypass-keychain']);
    expect(home.config(home.localPath)).toMatchObject({profiles: []});
    await home.login('A');
    expect(home.config().profiles).toEqual([{name: 'A', key_id: 'K1', stored_in: 'keychain'}]);
    await home.login('A', ['--bypass-keychain']);
    expect(home.keychain.items.size).toBe(0);
    expect(home.config().profiles).toMatchObject([{name: 'A', private_key_path: home.keyPath}]);
  });

  test('leaves the keychain and its index alone on a login with TOOL_BYPASS_KEYCHAIN', async () => {
    await home.login('A');
    home.keychain.calls.length = 0;
    await home.login('A', [], {env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    expect(home.keychain.calls).toEqual([]);
    expect(home.config().profiles).toMatchObject([{stored_in: 'keychain'}, {private_key_path: home.keyPath}]);

    for (const [env, stored] of [
      [{}, 'keychain'],
      [{TOOL_BYPASS_KEYCHAIN: '1'}, 'config'],
    ] as const) {
      const {credentials} = JSON.parse((await home.run(['auth', 'status', '--output', 'json'], {env})).stdout);
      expect(credentials.filter(({isDefault}: {isDefault: boolean}) => isDefault)).toMatchObject([{storedIn: stored}]);
      expect((await home.run(['auth', 'doctor'], {env})).stdout).toMatch(/stored 2 times: keychain, config/);
    }
  });

  test('makes a new profile the default, even if a local config sets another default', async () => {
    await home.login('Local', ['--local', '--bypass-keychain']);
    await home.login('Global');
    expect(home.config(home.localPath).default_profile).toBe('Global');
    const {stdout} = await home.run(['auth', 'status', '--output', 'json', '--verbose']);
    expect(JSON.parse(stdout)).toMatchObject({activeProfile: 'Global', activeSource: 'keychain'});
  });

  test('keeps config members that tool does not know', async () => {
    home.writeConfig({theme: {a: [1]}, profiles: [{name: 'Other', x: null}, 7]});
    await home.login('A');
    expect(home.config()).toMatchObject({theme: {a: [1]}, profiles: [{name: 'Other', x: null}, 7, {name: 'A'}]});
  });

  test('stores nothing in the keychain if a login cannot write the config', async () => {
    await home.login('A');
    const [before, secret] = [readFileSync(home.configPath, 'utf8'), home.keychain.items.get('A')];
    const host = {files: failingFiles((path) => path === home.configPath)};
    for (const name of ['A', 'B']) {
      const {code, stdout, stderr} = await home.login(name, [], {host});
      expect(code).toBe(10);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/no space left/);
    }
    expect(readFileSync(home.configPath, 'utf8')).toBe(before);
    expect([...home.keychain.items]).toEqual([['A', secret]]);
  });

  test('restores the global config if a login cannot write the local config', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    const before = readFileSync(home.localPath, 'utf8');
    const host = {files: failingFiles((path) => path === home.localPath)};
    expect((await home.login('A', ['--bypass-keychain'], {host})).code).toBe(10);
    expect(home.exists('.tool/config.json')).toBe(false);
    expect(readFileSync(home.localPath, 'utf8')).toBe(before);
  });

  test('reads the key from a pipe only if the keychain will store it', async () => {
    const pipe = join(home.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const flags = ['--key-id', 'K', '--issuer-id', 'I', '--private-key', pipe];
    const feed = () => spawn('sh', ['-c', 'cat "$0" > "$1"', home.keyPath, pipe], {stdio: 'ignore'});
    const writer = feed();
    expect(withoutDoubts(await home.run(['auth', 'login', '--name', 'P', ...flags]))).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(home.keychain.items.get('P')).toContain(home.der);
    writer.kill();
  });

  test('does not open a pipe without a writer if a config file would store the profile', async () => {
    const pipe = join(home.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const words = ['auth', 'login', '--name', 'Q', '--key-id', 'K', '--issuer-id', 'I', '--private-key', pipe];
    const refused = async (more: string[], options?: RunInHome) => {
      const {code, stdout, stderr} = await home.run([...words, ...more], options);
      expect({code, stdout}).toEqual({code: 3, stdout: ''});
      expect(stderr).toContain(`${pipe} is a pipe, which only the keychain can store`);
    };
    await refused(['--bypass-keychain']);
    await refused(['--bypass-keychain', '--local']);
    await refused([], {env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    home.keychain.state = 'locked';
    await refused([]);
    home.keychain.state = 'missing';
    await refused(['--local']);
    expect(home.exists('.tool/config.json')).toBe(false);
  });

  test('refuses a pipe as the key file that a variable names', async () => {
    const pipe = join(home.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const env = {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY_PATH: pipe};
    const {code, stderr} = await home.run(['versions', 'list', '--app', '1'], {env});
    expect(code).toBe(3);
    expect(stderr).toContain(`The private key file ${pipe} (from TOOL_PRIVATE_KEY_PATH) is a pipe`);
  });

  test('warns about a key file that others can read, and prints the command that fixes it', async () => {
    chmodSync(home.keyPath, 0o644);
    const {code, stderr} = await home.login('A');
    expect(code).toBe(0);
    expect(stderr).toContain(`chmod 600 ${home.keyPath}`);
    const odd = home.write("odd name's.p8", home.pem, 0o644);
    chmodSync(odd, 0o644);
    const flags = ['--name', 'B', '--key-id', 'K', '--issuer-id', 'I', '--private-key', odd];
    expect((await home.run(['auth', 'login', ...flags])).stderr).toContain(
      `chmod 600 '${home.path}/odd name'"'"'s.p8'`,
    );
  });

  test.each([
    ['missing', 'gone.p8', undefined, /does not exist/],
    ['a directory', 'work', undefined, /is a directory/],
    ['empty', 'empty.p8', '', /is empty/],
    ['not a key', 'text.p8', 'hello', /no BEGIN line/],
    ['far too big', 'big.p8', 'x'.repeat(100_000), /too large/],
  ])('refuses a key file that is %s', async (_, name, content, reason) => {
    const path = content === undefined ? join(home.path, name) : home.write(name, content);
    const flags = ['--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', path];
    const {code, stdout, stderr} = await home.run(['auth', 'login', ...flags, '--skip-validation']);
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toMatch(reason);
    expect(home.exists('.tool')).toBe(false);
  });

  test.each([
    [['--name', ' '], /--name must not be empty/],
    [['--name', 'a\u0007b'], /--name must not contain control characters/],
    [['--name', 'x'.repeat(129)], /--name must have at most 128/],
    [['--key-id', 'a b'], /--key-id must not contain spaces/],
    [['--issuer-id', ''], /--issuer-id/],
    [['--network', '--skip-validation'], /--network cannot be combined with --skip-validation/],
  ])('refuses auth login with %j', async (more, message) => {
    const given: Record<string, string> = {'--name': 'A', '--key-id': 'K', '--issuer-id': 'I', '--private-key': 'x'};
    const flags = Object.entries(given).flatMap(([flag, value]) => (more[0] === flag ? [] : [flag, value]));
    const {code, stderr} = await home.run(['auth', 'login', ...flags, ...more]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test('escapes a line break in the name of a key file', async () => {
    const path = join(home.path, 'none\nHint: run this');
    const words = ['auth', 'login', '--name', 'W', '--key-id', 'K1', '--issuer-id', 'I1', '--private-key', path];
    const {code, stderr} = await home.run(words);
    expect(code).toBe(3);
    expect(stderr).toContain('none\\nHint: run this does not exist\n');
  });

  test('refuses a private key in place of its path, without echoing the key', async () => {
    const body = home.pem.split('\n')[1] ?? '';
    const base64 = Buffer.from(home.pem).toString('base64');
    for (const value of [
      home.pem,
      home.pem.replaceAll('\n', '\\n'),
      base64,
      home.pem.split('\n').slice(1, -2).join(''),
    ]) {
      const flags = ['--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', value];
      const {code, stdout, stderr} = await home.run(['auth', 'login', ...flags]);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain(body.slice(0, 16));
      expect(stdout + stderr).not.toContain(base64.slice(40, 60));
    }
  });
});

describe('a profile', () => {
  const KEY_FLAGS = ['--key-id', 'K2', '--issuer-id', 'I2'];

  test('uses a profile from the keychain after its key file is deleted', async () => {
    await home.login('A');
    rmSync(home.keyPath);
    const {stdout} = await home.run(['auth', 'doctor']);
    expect(stdout).toContain("[OK] Profile 'A' (keychain): key readable; not tried on the network");
  });

  test('matches a profile name that was written by hand with spaces around it', async () => {
    const entry = {key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
    const profiles = [
      {name: ' A ', ...entry, mine: 1},
      {name: 'B\n', ...entry},
    ];
    home.writeConfig({default_profile: 'B ', profiles});
    expect((await home.run(['auth', 'token'])).code).toBe(0);
    expect((await home.run(['auth', 'switch', '--name', 'A'])).stdout).toBe("Default profile set to 'A'\n");
    await home.login('A', ['--bypass-keychain']);
    expect(home.config()).toMatchObject({default_profile: 'A', profiles: [{name: 'A', key_id: 'K1', mine: 1}, {}]});
    for (const name of ['A', 'B']) {
      const {stdout} = await home.run(['auth', 'logout', '--name', name]);
      expect(stdout).toBe(`Removed stored credential '${name}'\n`);
    }
    expect(home.config()).toEqual({profiles: []});
  });

  test('ignores spaces around a profile name in login, switch, logout and TOOL_PROFILE', async () => {
    await home.login('A ', ['--bypass-keychain']);
    await home.login(' A', ['--bypass-keychain']);
    expect(home.config()).toMatchObject({default_profile: 'A', profiles: [{name: 'A'}]});
    await home.login('B', ['--bypass-keychain']);
    expect((await home.run(['auth', 'switch', '--name', 'A '])).stdout).toBe("Default profile set to 'A'\n");
    const env = {TOOL_PROFILE: 'B '};
    const status = await home.run(['auth', 'status', '--verbose', '--output', 'json'], {env});
    expect(JSON.parse(status.stdout)).toMatchObject({activeProfile: 'B'});
    expect((await home.run(['auth', 'logout', '--name', ' B'])).code).toBe(0);
  });

  test('makes a profile the default on switch', async () => {
    await home.login('A');
    const other = home.write('other.p8', newKey());
    await home.run(['auth', 'login', '--name', 'B', ...KEY_FLAGS, '--private-key', other]);
    const {code, stdout} = await home.run(['auth', 'switch', '--name', 'A']);
    expect({code, stdout}).toEqual({code: 0, stdout: "Default profile set to 'A'\n"});
    expect(home.config().default_profile).toBe('A');
    const unknown = await home.run(['auth', 'switch', '--name', 'C']);
    expect(unknown.code).toBe(4);
    expect(unknown.stderr).toMatch(/'C'[\s\S]*'A', 'B'/);
    expect((await home.run(['auth', 'switch'])).code).toBe(2);
  });

  test('writes the default that auth switch sets to the config that holds the current default', async () => {
    await home.login('A', ['--bypass-keychain']);
    await home.login('B', ['--bypass-keychain']);
    await home.writeLocal({default_profile: 'A', keep: 1});
    await home.run(['auth', 'switch', '--name', 'B']);
    expect(home.config(home.localPath)).toEqual({default_profile: 'B', keep: 1});
    await home.run(['auth', 'switch', '--name', 'A'], {cwd: '.'});
    expect(home.config().default_profile).toBe('A');
    expect(home.config(home.localPath).default_profile).toBe('B');
  });

  test('writes the default that auth switch sets to a local config that another process has just changed and trusted', async () => {
    await home.login('A', ['--bypass-keychain']);
    await home.login('B', ['--bypass-keychain']);
    await home.writeLocal({default_profile: 'A', profiles: []});
    const trusted = join(home.path, '.tool/trusted.json');
    const later = [home.localPath, trusted].map((path) => [path, readFileSync(path)] as const);
    await home.writeLocal({profiles: []});
    const files = createFiles();
    const held: string[] = [];
    const writes: {path: string; held: string[]}[] = [];
    const watched = {
      ...files,
      withLock: <T>(path: string, work: () => Promise<T>, signal?: AbortSignal) =>
        files.withLock(
          path,
          () => {
            held.push(`${path}.lock`);
            // Another process held the lock before, and has set its own default in the local config.
            if (held.length === 1) for (const [path, content] of later) writeFileSync(path, content);
            return work();
          },
          signal,
        ),
      writeAtomic(path: string, content: string | Uint8Array, mode: number) {
        writes.push({path, held: [...held]});
        return files.writeAtomic(path, content, mode);
      },
    };
    await home.run(['auth', 'switch', '--name', 'B'], {host: {files: watched}});
    // The new content is trusted before the write, and the old one is forgotten after it: a run may be killed in
    // between.
    expect(writes.map(({path}) => path)).toEqual([trusted, home.localPath, trusted]);
    expect(writes[1]?.held).toContain(home.lock);
  });

  test("keeps the old default if the wait for another process's lock is interrupted", async () => {
    await home.login('A', ['--bypass-keychain']);
    await home.login('B', ['--bypass-keychain']);
    mkdirSync(home.lock);
    const signal = abortingWhenAwaited(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const outcome = await home.run(['auth', 'switch', '--name', 'A'], {host: {signal}});
    expect(outcome).toMatchObject({code: 130, stdout: '', stderr: 'Error: Interrupted\n'});
    expect(home.config().default_profile).toBe('B');
  });

  test('uses one lock even if the home directory is reached through a link', async () => {
    await home.login('A', ['--bypass-keychain']);
    mkdirSync(home.lock);
    const link = `${home.path}-link`;
    symlinkSync(home.path, link);
    const signal = abortingWhenAwaited(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const outcome = await home.run(['auth', 'switch', '--name', 'A'], {host: {signal, home: link}});
    rmSync(link);
    expect(outcome.code).toBe(130);
  });

  test('does not make a profile the global default on switch if only a local config has it', async () => {
    await home.login('Global', ['--bypass-keychain']);
    await home.writeLocal({profiles: [{name: 'Local'}]});
    await home.run(['auth', 'switch', '--name', 'Local']);
    expect(home.config().default_profile).toBe('Global');
    expect(home.config(home.localPath).default_profile).toBe('Local');
  });
});

describe('auth init', () => {
  test('writes an empty config with auth init, and refuses to replace it', async () => {
    const {code, stdout} = await home.run(['auth', 'init']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({config_path: home.configPath, created: true, config: {}});
    expect(readFileSync(home.configPath, 'utf8')).toBe('{}\n');
    const again = await home.run(['auth', 'init']);
    expect(again).toMatchObject({code: 5, stdout: ''});
    expect(again.stderr).toContain('--force');
  });

  test('keeps a backup of the old config, and the keychain items, on auth init --force', async () => {
    await home.login('Full', ['--bypass-keychain']);
    await home.login('Kept');
    const old = readFileSync(home.configPath, 'utf8');
    const index = [{name: 'Kept', key_id: 'K1', stored_in: 'keychain'}];
    const {stdout} = await home.run(['auth', 'init', '--force']);
    expect(JSON.parse(stdout).config).toEqual({default_profile: 'Kept', profiles: index});
    expect(home.config()).toEqual({default_profile: 'Kept', profiles: index});
    expect(readFileSync(`${home.configPath}.bak`, 'utf8')).toBe(old);
    expect(home.mode(`${home.configPath}.bak`)).toBe(0o600);
  });

  test('keeps the backup of the old config if auth init --force runs twice', async () => {
    await home.login('First', ['--bypass-keychain']);
    await home.login('Kept');
    const first = readFileSync(home.configPath, 'utf8');
    await home.run(['auth', 'init', '--force']);
    await home.run(['auth', 'init', '--force']);
    expect(readFileSync(`${home.configPath}.bak`, 'utf8')).toBe(first);
    await home.login('Second', ['--bypass-keychain']);
    const second = readFileSync(home.configPath, 'utf8');
    await home.run(['auth', 'init', '--force']);
    expect(readFileSync(`${home.configPath}.bak`, 'utf8')).toBe(second);
    expect(home.mode(`${home.configPath}.bak`)).toBe(0o600);
  });

  test('replaces a broken config with auth init --force, and keeps a backup of the broken file', async () => {
    home.write('.tool/config.json', '{broken');
    expect((await home.run(['auth', 'init', '--force'])).code).toBe(0);
    expect(readFileSync(`${home.configPath}.bak`, 'utf8')).toBe('{broken');
    expect(home.config()).toEqual({});
  });

  test("writes the repository's config with auth init --local", async () => {
    const {stdout} = await home.run(['auth', 'init', '--local']);
    expect(JSON.parse(stdout).config_path).toBe(home.localPath);
    expect(readFileSync(join(home.path, 'work/.tool/.gitignore'), 'utf8')).toBe('*\n');
  });

  test('opens the API keys page with auth init --open, and prints its URL if no browser opens', async () => {
    const page = 'https://appstoreconnect.apple.com/access/integrations/api';
    const opened: string[] = [];
    const open = (works: boolean) => ({
      browser: {
        async open(url: string) {
          opened.push(url);
          return works;
        },
      },
    });
    expect((await home.run(['auth', 'init', '--open'], {host: open(true)})).stderr).toBe('');
    const failed = await home.run(['auth', 'init', '--open', '--force'], {host: open(false)});
    expect(failed.stderr).toContain(page);
    expect(failed.code).toBe(0);
    expect(opened).toEqual([page, page]);
  });
});

test('refuses an overly nested config in every auth command, and leaves the config unchanged', async () => {
  const deep = `{"mine":${'['.repeat(200_000)}${']'.repeat(200_000)},"profiles":[{"name":"A","key_id":"K"}]}`;
  home.write('.tool/config.json', deep);
  const login = ['login', '--name', 'B', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath];
  for (const words of [['switch', '--name', 'A'], ['logout', '--name', 'A'], ['status'], ['token'], login]) {
    const {code, stderr} = await home.run(['auth', ...words]);
    expect([words[0], code]).toEqual([words[0], 10]);
    expect(stderr).toContain('config.json is nested too deeply');
  }
  expect(readFileSync(home.configPath, 'utf8')).toBe(deep);
});

describe.each([
  ['{', ['auth', 'token'], 3, 'not trusted yet'],
  ['{', ['auth', 'trust'], 10, 'is not valid JSON'],
  ['{}', ['auth', 'init', '--local'], 5, 'exists'],
  ['{"profiles":[{"name":"A"}]}', ['auth', 'token'], 3, 'is incomplete'],
  ['{"profiles":[{"name":"A","stored_in":"keychain"}]}', ['auth', 'token'], 3, 'lists'],
])('a config with the content %s in a directory with a line break in its name', (content, words, exit, message) => {
  test(`prints the path of a config on one line if its folder has a line break in its name: ${message}`, async () => {
    const directory = 'evil\nHint: run this';
    home.write(`${directory}/.git/HEAD`, '');
    home.writeConfig({profiles: [{name: 'A', stored_in: 'keychain'}]});
    if (exit === 3 && content !== '{') await home.writeLocal(undefined, directory, content);
    else home.write(`${directory}/.tool/config.json`, content);
    const {code, stderr} = await home.run(words, {cwd: directory});
    expect(code).toBe(exit);
    const [first] = stderr.split('\n');
    expect(first).toContain('evil\\nHint: run this/.tool/config.json');
    expect(first).toContain(message);
  });
});

describe('a name', () => {
  const NAMES = [
    '__proto__',
    'constructor',
    'toString',
    '../x',
    '../../etc/passwd',
    '/etc/passwd',
    '-x',
    '--all',
    '.',
    'a/b',
    'a\\b',
    '$(id)',
    '`id`',
    "'",
    '"',
    '*',
    '~',
    '%s',
    'ä\u0301',
    'CON',
    'x'.repeat(128),
  ];
  test.each(NAMES)('accepts %s as a profile name, and never runs it', async (name) => {
    const before = readdirSync(home.path, {recursive: true}).length;
    for (const more of [[], ['--bypass-keychain']]) {
      const flags = [`--name=${name}`, '--key-id', 'K1', '--issuer-id', 'I1', '--private-key', home.keyPath];
      expect(await home.run(['auth', 'login', ...flags, ...more])).toMatchObject({code: 0});
      const {stdout} = await home.run(['auth', 'status', '--output', 'json']);
      expect(JSON.parse(stdout).credentials.map((one: {name: string}) => one.name)).toEqual([name]);
      expect((await home.run(['auth', 'switch', `--name=${name}`])).code).toBe(0);
      expect((await home.run(['auth', 'token', `--profile=${name}`])).stdout).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/);
      // Without --profile, the command uses the default of the config.
      expect((await home.run(['auth', 'token'])).code).toBe(0);
      expect(home.keychain.items.size).toBe(more.length === 0 ? 1 : 0);
      expect((await home.run(['auth', 'logout', `--name=${name}`])).code).toBe(0);
      expect(home.config().profiles).toEqual([]);
    }
    expect(home.keychain.items.size).toBe(0);
    const left = readdirSync(home.path, {recursive: true, encoding: 'utf8'}).length;
    expect(left - before, 'what was made').toBe(3);
  });

  test.each(['\u0000', 'a\u0000b', 'a\nb', '\u001b[2J', '', ' ', 'x'.repeat(129)])(
    'refuses %j as a profile name',
    async (name) => {
      const flags = [`--name=${name}`, '--key-id', 'K1', '--issuer-id', 'I1', '--private-key', home.keyPath];
      expect((await home.run(['auth', 'login', ...flags])).code).toBe(2);
      expect([home.keychain.items.size, home.exists('.tool')]).toEqual([0, false]);
    },
  );
});

describe('a config that is not a plain file', () => {
  test.each([
    ['a symbolic link', () => symlinkSync(home.write('real.json', '{}'), home.configPath)],
    ['a dangling symbolic link', () => symlinkSync(join(home.path, 'nowhere'), home.configPath)],
    ['a directory', () => mkdirSync(home.configPath)],
    ['a pipe', () => execFileSync('mkfifo', [home.configPath])],
    ['a link to a device', () => symlinkSync('/dev/zero', home.configPath)],
  ])('refuses %s as the config in every auth command, and leaves it unchanged', async (_, make) => {
    mkdirSync(join(home.path, '.tool'));
    make();
    const login = ['login', '--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath];
    for (const words of [login, ['switch', '--name', 'A'], ['logout'], ['status'], ['init'], ['init', '--force']]) {
      const {code, stderr} = await home.run(['auth', ...words]);
      expect({words, code}).toEqual({words, code: 10});
      expect(stderr).toContain(home.configPath);
    }
    expect(home.keychain.items.size).toBe(0);
    expect((await home.run(['auth', 'doctor'])).stdout).toMatch(/\[FAIL\].*not a regular file/);
  });

  test.each([
    ['larger than 4 MiB', Buffer.alloc(4 * 1024 * 1024 + 1, 0x20), /it is too large/],
    ['not UTF-8', Buffer.from('{"default_profile":"\xff"}', 'latin1'), /is not UTF-8 text/],
    ['UTF-16', Buffer.from('\ufeff{"profiles":[]}', 'utf16le'), /is not UTF-8 text/],
    ['full of null bytes', Buffer.alloc(100), /is not valid JSON/],
    ['JSON with a comment', Buffer.from('{} // mine'), /is not valid JSON/],
    ['a list', Buffer.from('[]'), /does not hold a JSON object/],
    ['nested 100 000 times', Buffer.from(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /./],
  ])('refuses to write to a config that is %s, says why, and keeps it', async (_, content, message) => {
    home.write('.tool/config.json', content);
    for (const words of [
      ['login', '--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath, '--bypass-keychain'],
      ['switch', '--name', 'A'],
      ['logout', '--name', 'A'],
    ]) {
      const {code, stderr} = await home.run(['auth', ...words]);
      expect([words[0], stderr]).toEqual([words[0], expect.stringMatching(message)]);
      expect(stderr).not.toContain('Unexpected');
      expect([3, 4, 10]).toContain(code);
    }
    expect(readFileSync(home.configPath).equals(content)).toBe(true);
  });

  test('keeps config members with names such as __proto__, and ignores them', async () => {
    home.write(
      '.tool/config.json',
      '{"__proto__":{"default_profile":"x","profiles":[]},"constructor":1,"profiles":[{"__proto__":{"name":"x"}}]}',
    );
    expect((await home.login('A')).code).toBe(0);
    const text = readFileSync(home.configPath, 'utf8');
    expect(text).toContain('"__proto__": {\n    "default_profile": "x"');
    expect((await home.run(['auth', 'status'])).stdout).toContain('A');
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('leaves a broken config unchanged, byte for byte', async () => {
    home.write('.tool/config.json', '{"profiles": [}');
    const before = statSync(home.configPath);
    for (const outcome of [
      await home.login('A'),
      await home.run(['auth', 'logout']),
      await home.run(['auth', 'status']),
    ]) {
      expect(outcome.code).toBe(10);
      expect(outcome.stderr).toMatch(/is not valid JSON/);
    }
    expect(readFileSync(home.configPath, 'utf8')).toBe('{"profiles": [}');
    expect(statSync(home.configPath).mtimeMs).toBe(before.mtimeMs);
    expect(home.keychain.items.size).toBe(0);
  });
});
