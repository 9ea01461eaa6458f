import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import type {Files, Host} from '../../src/services/ports.ts';
import {runTool} from '../support/run.ts';
import {newKey, TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const inHome = (path: string) => join(home.path, path);
const entry = (name: string, more: object = {}) => ({
  name,
  key_id: 'THEIRS',
  issuer_id: 'I',
  private_key_path: home.keyPath,
  ...more,
});
const putLocal = (directory = 'work', document: object = {default_profile: 'T', profiles: [entry('T')]}) =>
  home.writeConfig(document, `${directory}/.tool/config.json`);
/** Returns the key ID in the token that `auth token` prints, as well as its exit code and stderr. */
async function signer(
  env: Record<string, string> = {},
  more: {flags?: string[]; cwd?: string; host?: Partial<Host>} = {},
) {
  const {flags = [], ...options} = more;
  const {code, stdout, stderr} = await home.run(['auth', 'token', ...flags], {env, ...options});
  const [header = ''] = stdout.split('.');
  return {code, stderr, keyId: code === 0 ? JSON.parse(Buffer.from(header, 'base64url').toString()).kid : undefined};
}
const trust = (...flags: string[]) => home.run(['auth', 'trust', ...flags]);
const listed = async () => JSON.parse((await trust('--list')).stdout).data;
const doctor = async (...flags: string[]) => home.run(['auth', 'doctor', ...flags]);
const NOT_TRUSTED = () =>
  `Warning: The local config ${home.localPath} is not used: not trusted yet. If it is yours: tool auth trust\n`;

/** The ID of a user who does not run the tests. */
const OTHER = (process.getuid?.() ?? 0) + 4242;

/** Returns real files, but reports the given ones as another user's. */
const foreign = (...paths: string[]) => ownedBy(OTHER, paths);

function ownedBy(uid: number, paths: readonly string[]): Partial<Host> {
  const files = createFiles();
  const disown =
    (look: Files['lstat']): Files['lstat'] =>
    async (path) => {
      const stat = await look(path);
      return stat && paths.includes(path) ? {...stat, uid} : stat;
    };
  return {files: {...files, lstat: disown(files.lstat), stat: disown(files.stat)}};
}

describe('a local config that came with the repository', () => {
  test('ignores an untrusted local config, and reports that in one line', async () => {
    await home.login('Mine', ['--bypass-keychain']);
    const path = putLocal();
    expect(await signer()).toEqual({code: 0, keyId: 'K1', stderr: NOT_TRUSTED()});
    expect(await signer({}, {flags: ['--profile', 'T']})).toMatchObject({code: 3});
    expect(await signer({TOOL_PROFILE: 'T'})).toMatchObject({code: 3});
    const whole = {TOOL_KEY_ID: 'ENV', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem, TOOL_STRICT_AUTH: '1'};
    rmSync(home.configPath);
    expect(await signer(whole)).toEqual({code: 0, keyId: 'ENV', stderr: NOT_TRUSTED()});
    expect(await signer({...whole, TOOL_NO_PROFILE: '1'})).toEqual({code: 0, keyId: 'ENV', stderr: ''});
    expect(readFileSync(path, 'utf8')).toContain('THEIRS');
  });

  test('names an untrusted config in status and Doctor, but not in commands that need no credentials', async () => {
    putLocal();
    const {stdout} = await home.run(['auth', 'status', '--verbose', '--output', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      credentials: [],
      localConfigPath: null,
      localConfigsNotUsed: [{path: home.localPath, reason: 'not trusted yet'}],
    });
    const table = await home.run(['auth', 'status', '--verbose']);
    expect(table.stdout).toContain(`Local config: none\nLocal config not used: ${home.localPath} (not trusted yet)\n`);
    const report = await doctor();
    expect(report).toMatchObject({code: 0, stderr: ''});
    expect(report.stdout).toContain(`[WARN] The local config ${home.localPath} is not used: not trusted yet\n`);
    expect(report.stdout).toContain('If it is yours: tool auth trust.\n');
    for (const words of [['--help'], ['auth', 'status', '--help'], ['auth', 'status', '--sandbox', '--help']]) {
      expect(await home.run(words)).toMatchObject({code: 0, stderr: ''});
    }
  });

  test('reports an untrusted config once per run, and not on stderr if Doctor reports it', async () => {
    putLocal();
    expect((await home.login('Mine', ['--bypass-keychain'])).stderr).toBe(NOT_TRUSTED());
    home.writeConfig({...home.config(), default_profile: 'gone'});
    const loose = home.write('loose.p8', home.pem, 0o644);
    const env = {TOOL_PRIVATE_KEY_PATH: loose};
    const report = await home.run(['auth', 'doctor', '--fix', '--confirm'], {env});
    expect(report).toMatchObject({stderr: '', stdout: expect.stringContaining('(repaired)')});
    expect(report.stdout).toContain(`[WARN] The private key file ${loose} is open to other users`);
  });

  test('does not write to an untrusted config on switch, logout, doctor --fix or login --local', async () => {
    await home.login('Mine', ['--bypass-keychain']);
    const path = putLocal('work', {default_profile: 'gone', profiles: [entry('Mine'), entry('T')]});
    chmodSync(path, 0o644);
    const before = readFileSync(path, 'utf8');
    expect((await home.run(['auth', 'switch', '--name', 'Mine'])).code).toBe(0);
    expect((await home.run(['auth', 'switch', '--name', 'T'])).code).toBe(4);
    expect((await doctor('--fix', '--confirm')).stdout).not.toContain('repaired');
    const refused = await home.login('New', ['--local', '--bypass-keychain']);
    expect(refused).toMatchObject({code: 10, stdout: '', stderr: expect.stringContaining('tool auth trust')});
    expect((await home.run(['auth', 'logout', '--all'])).stdout).toBe('Removed 1 stored credentials\n');
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(home.mode(path)).toBe(0o644);
    expect(existsSync(inHome('work/.tool/.gitignore'))).toBe(false);
    expect(existsSync(inHome('.tool/trusted.json'))).toBe(false);
  });

  test('replaces an untrusted config on init --local --force, and takes nothing over from it', async () => {
    putLocal('work', {default_profile: 'T', profiles: [{name: 'T', stored_in: 'keychain'}]});
    const old = readFileSync(home.localPath, 'utf8');
    expect((await home.run(['auth', 'init', '--local'])).code).toBe(5);
    expect((await home.run(['auth', 'init', '--local', '--force'])).code).toBe(0);
    expect(home.config(home.localPath)).toEqual({});
    expect(readFileSync(`${home.localPath}.bak`, 'utf8')).toBe(old);
    expect((await home.run(['auth', 'status'])).stderr).toBe('');
  });

  test("uses the repository's trusted config despite an untrusted config below it", async () => {
    await home.writeLocal({profiles: [entry('Root', {key_id: 'ROOT'})]});
    const nearer = putLocal('work/sub');
    const {code, keyId, stderr} = await signer({}, {cwd: 'work/sub'});
    expect({code, keyId}).toEqual({code: 0, keyId: 'ROOT'});
    expect(stderr).toContain(`${nearer} is not used: not trusted yet`);
    expect(stderr.match(/\n/g)).toHaveLength(1);
  });

  test('requires trust in a config outside a repository, too', async () => {
    mkdirSync(inHome('plain'));
    putLocal('plain');
    expect(await signer({}, {cwd: 'plain'})).toMatchObject({code: 3});
    await home.trust('plain');
    expect(await signer({}, {cwd: 'plain'})).toEqual({code: 0, keyId: 'THEIRS', stderr: ''});
  });

  test('silently ignores an untrusted config in the sandbox', async () => {
    putLocal();
    const configDirectory = inHome('own');
    const embedded = async () => ({http: undefined as never, configDirectory});
    const sandbox = {origin: 'http://127.0.0.1:4010', embedded, serve: () => Promise.reject(new Error('not served'))};
    const status = await home.run(['--sandbox', 'auth', 'status', '--verbose'], {host: {sandbox}});
    expect(status).toMatchObject({code: 0, stderr: '', stdout: expect.stringContaining('Local config: none\n')});
    const refused = await home.run(['--sandbox', 'auth', 'trust'], {host: {sandbox}});
    expect(refused).toMatchObject({code: 2, stderr: expect.stringMatching(/--sandbox.*\n.*tool auth trust --help/)});
  });
});

describe('auth trust', () => {
  test('trusts the current content of a config, but no later change', async () => {
    await home.login('Mine', ['--bypass-keychain']);
    const path = putLocal();
    const outcome = await trust();
    expect({...outcome, stdout: JSON.parse(outcome.stdout)}).toMatchObject({code: 0, stdout: {path, trusted: true}});
    expect(outcome.stderr).toBe("It names the profile 'T'; the default is 'T'.\n");
    expect(home.mode(inHome('.tool/trusted.json'))).toBe(0o600);
    expect(await signer()).toEqual({code: 0, keyId: 'THEIRS', stderr: ''});
    expect(await listed()).toEqual([{path, trusted: true}]);

    const allowed = readFileSync(path);
    putLocal('work', {default_profile: 'T', profiles: [entry('T', {key_id: 'OTHER'})]});
    const changed = await signer();
    expect(changed).toMatchObject({code: 0, keyId: 'K1'});
    expect(changed.stderr).toMatch(
      /is not used: changed since it was trusted\. If the change is yours: tool auth trust\n$/,
    );
    expect(await listed()).toEqual([{path, trusted: false}]);
    writeFileSync(path, allowed);
    expect(await signer()).toMatchObject({keyId: 'THEIRS', stderr: ''});

    expect(JSON.parse((await trust('--revoke')).stdout)).toEqual({path, trusted: false});
    expect(await signer()).toMatchObject({keyId: 'K1', stderr: NOT_TRUSTED()});
    expect(await listed()).toEqual([]);
  });

  test('trusts a config at its path, but no copy of it elsewhere', async () => {
    await home.writeLocal({profiles: [entry('T')]});
    cpSync(inHome('work'), inHome('clone'), {recursive: true});
    expect(await signer({}, {cwd: 'clone'})).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('not trusted yet'),
    });
  });

  test('refuses auth trust for a missing or broken config, and --revoke if there is nothing to revoke', async () => {
    expect(await trust()).toMatchObject({code: 4, stdout: ''});
    expect(await trust('--revoke')).toMatchObject({code: 4, stdout: ''});
    expect(await trust('--list')).toMatchObject({code: 0, stdout: '{"data":[]}\n'});
    home.write('work/.tool/config.json', '{');
    const broken = await trust();
    expect(broken).toMatchObject({code: 10, stderr: expect.stringContaining('is not valid JSON')});
    // Without --local, the command would replace the user's own config.
    expect(broken.stderr).toContain("'tool auth init --local --force'");
    expect(JSON.parse((await trust('--revoke')).stdout)).toEqual({path: home.localPath, trusted: false});
    expect(await trust('--revoke', '--list')).toMatchObject({code: 2});
    expect(await trust('here')).toMatchObject({code: 2});
    expect(existsSync(inHome('.tool/trusted.json'))).toBe(false);
  });

  test('trusts a config that is trusted already, and revokes the trust in a deleted config', async () => {
    await home.writeLocal({profiles: []});
    const before = readFileSync(inHome('.tool/trusted.json'), 'utf8');
    expect((await trust()).code).toBe(0);
    expect(readFileSync(inHome('.tool/trusted.json'), 'utf8')).toBe(before);
    rmSync(home.localPath);
    expect(await listed()).toEqual([{path: home.localPath, trusted: false}]);
    expect((await trust('--revoke')).code).toBe(0);
    expect(await listed()).toEqual([]);
    expect((await home.run(['auth', 'trust', '--list', '--output', 'table'])).stdout).toContain('Trusted');
  });

  test('records every config when several are trusted at the same time', async () => {
    const names = Array.from({length: 8}, (_, index) => `repo${index}`);
    for (const name of names) {
      mkdirSync(inHome(name));
      putLocal(name);
    }
    const outcomes = await Promise.all(names.map((cwd) => home.run(['auth', 'trust'], {cwd})));
    expect(outcomes.map(({code}) => code)).toEqual(names.map(() => 0));
    expect(await listed()).toHaveLength(names.length);
  });

  test('trusts nothing if the record of trust is damaged, reports that once, and writes a new record', async () => {
    for (const [damage, mode] of [
      ['{', 0o600],
      ['[]', 0o600],
      ['{"trusted": {"/x": 1}}', 0o600],
      [undefined, 0o666],
    ] as const) {
      await home.writeLocal({profiles: [entry('T')]});
      const record = inHome('.tool/trusted.json');
      if (damage !== undefined) writeFileSync(record, damage);
      chmodSync(record, mode);
      const {code, stderr} = await signer();
      expect(code).toBe(3);
      expect(stderr.match(/trusted\.json is damaged/g)).toHaveLength(1);
      expect(stderr).toContain('not trusted yet');
      expect((await doctor()).stdout).toMatch(/\[WARN\] .*trusted\.json is damaged/);
      await home.trust();
      expect(await signer()).toMatchObject({code: 0, stderr: ''});
    }
  });
});

describe('a config that tool writes', () => {
  test('trusts the configs that init --local, login --local, switch, logout and doctor --fix write', async () => {
    const fine = async () => {
      expect((await home.run(['auth', 'status', '--verbose'])).stderr).toBe('');
      expect(await listed()).toEqual([{path: home.localPath, trusted: true}]);
    };
    await home.run(['auth', 'init', '--local']);
    await fine();
    await home.login('A', ['--local', '--bypass-keychain']);
    await fine();
    await home.login('B', ['--local', '--bypass-keychain']);
    await home.run(['auth', 'switch', '--name', 'A']);
    expect(home.config(home.localPath).default_profile).toBe('A');
    await fine();
    await home.run(['auth', 'logout', '--name', 'A']);
    await fine();
    await home.writeLocal({...home.config(home.localPath), default_profile: 'gone'});
    expect((await doctor('--fix', '--confirm')).stdout).toContain('(repaired)');
    expect(home.config(home.localPath)).not.toHaveProperty('default_profile');
    await fine();
  });

  test('removes a written config again if its trust cannot be recorded', async () => {
    const files = createFiles();
    const full = (path: string) => Object.assign(new Error(`ENOSPC ${path}`), {code: 'ENOSPC'});
    const writeAtomic: Files['writeAtomic'] = async (path, content, mode) => {
      if (path.endsWith('trusted.json')) throw full(path);
      return files.writeAtomic(path, content, mode);
    };
    const host = {files: {...files, writeAtomic}};
    const {code, stderr} = await home.login('A', ['--local', '--bypass-keychain'], {host});
    expect({code, stderr}).toMatchObject({code: 10, stderr: expect.stringContaining('no space left')});
    expect(existsSync(home.localPath)).toBe(false);
    await home.login('A', ['--local', '--bypass-keychain']);
    const before = readFileSync(home.localPath, 'utf8');
    expect((await home.login('B', ['--local', '--bypass-keychain'], {host})).code).toBe(10);
    expect(readFileSync(home.localPath, 'utf8')).toBe(before);
    expect(await signer()).toMatchObject({code: 0, stderr: ''});
  });

  test('restores the earlier trust in a config if a later step of a login fails', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    await home.login('B', ['--bypass-keychain']);
    const before = readFileSync(home.localPath, 'utf8');
    const files = createFiles();
    const writeAtomic: Files['writeAtomic'] = async (path, content, mode) => {
      if (path === home.configPath) throw Object.assign(new Error('full'), {code: 'ENOSPC'});
      return files.writeAtomic(path, content, mode);
    };
    const failed = await home.login('B', ['--local', '--bypass-keychain'], {host: {files: {...files, writeAtomic}}});
    expect(failed.code).toBe(10);
    expect(readFileSync(home.localPath, 'utf8')).toBe(before);
    expect(await listed()).toEqual([{path: home.localPath, trusted: true}]);
  });
});

describe('a config that others can write', () => {
  test.each([
    ['the file', 'work/.tool/config.json', 0o602, 'it'],
    ['the file through its group', 'work/.tool/config.json', 0o660, 'it'],
    ['its folder', 'work/.tool', 0o702, 'folder'],
    ['the root of the repository', 'work', 0o777, 'root'],
  ])('uses no config, trusted or not, if others can write %s', async (_, path, mode) => {
    await home.writeLocal({profiles: [entry('T')]});
    chmodSync(inHome(path), mode);
    // The group of the files is not the user's own, so its write access counts as access for others.
    const user = {uid: process.getuid?.() ?? 0, gid: -1};
    const {code, stderr} = await signer({}, {host: {user}});
    expect(code).toBe(3);
    expect(stderr).toMatch(/is not used: .* can be written by others, which 'tool auth trust' cannot allow/);
    expect(stderr).toContain(`chmod go-w ${inHome(path)}`);
    const refused = await home.run(['auth', 'trust'], {host: {user}});
    expect(refused).toMatchObject({code: 10, stderr: expect.stringContaining('can be written by others')});
    expect(home.mode(inHome(path))).toBe(mode & 0o777);
  });

  test('does not advise changing the mode of a shared folder such as /tmp', async () => {
    await home.writeLocal({profiles: [entry('T')]});
    chmodSync(inHome('work'), 0o1777);
    const {code, stderr} = await signer();
    expect(code).toBe(3);
    expect(stderr).toContain(
      "can be written by others, which 'tool auth trust' cannot allow. Use a folder of your own",
    );
    expect(stderr).not.toContain('chmod');
    chmodSync(inHome('work'), 0o777);
    const user = {uid: OTHER, gid: OTHER};
    const roots = {...ownedBy(0, ['', '.tool', '.tool/trusted.json', 'work'].map(inHome)), user};
    expect((await signer({}, {host: roots})).stderr).not.toContain('chmod');
  });

  test("accepts a config that the user's own group can write", async () => {
    await home.writeLocal({profiles: [entry('T')]});
    chmodSync(inHome('work'), 0o775);
    chmodSync(home.localPath, 0o660);
    const {gid} = lstatSync(home.localPath);
    const user = {uid: process.getuid?.() ?? 0, gid};
    expect(await signer({}, {host: {user}})).toMatchObject({code: 0, stderr: ''});
    expect(await signer({}, {host: {user: {...user, gid: gid + 1}}})).toMatchObject({code: 3});
  });

  test.each(['work', 'work/.tool', 'work/.tool/config.json'])(
    'does not use a config if another user owns %s',
    async (path) => {
      await home.writeLocal({profiles: [entry('T')]});
      const host = foreign(inHome(path));
      const {code, stderr} = await signer({}, {host});
      expect(code).toBe(3);
      expect(stderr).toMatch(/belongs to another user, which 'tool auth trust' cannot allow/);
      expect((await home.run(['auth', 'trust'], {host})).code).toBe(10);
      if (path !== 'work/.tool/config.json') {
        for (const words of [['init', '--local', '--force']])
          expect((await home.run(['auth', ...words], {host})).code).toBe(10);
      }
    },
  );

  test('accepts the config of the calling user under sudo, but only if SUDO_UID names that user', async () => {
    await home.writeLocal({profiles: [entry('T')]});
    const places = [home.localPath, dirname(home.localPath), inHome('work'), inHome('.tool')];
    const host = foreign(...places);
    const as = (uid: number, env: Record<string, string> = {}) =>
      signer(env, {host: {...host, user: {uid, gid: process.getgid?.() ?? 0}}});
    expect((await as(0)).code).not.toBe(0);
    if (process.getuid?.() === 0) expect((await as(0, {SUDO_UID: String(OTHER)})).code).toBe(0);
    expect((await as(OTHER + 1, {SUDO_UID: String(OTHER)})).code).not.toBe(0);
    expect((await as(0, {SUDO_UID: 'x'})).code).not.toBe(0);
  });

  test('accepts a config that root owns', async () => {
    await home.writeLocal({profiles: [entry('T')]});
    const all = ['', '.tool', '.tool/trusted.json', 'work', 'work/.tool', 'work/.tool/config.json', 'AuthKey_K1.p8'];
    const host = {...ownedBy(0, all.map(inHome)), user: {uid: OTHER, gid: OTHER}};
    expect(await signer({}, {host})).toMatchObject({code: 0, keyId: 'THEIRS', stderr: ''});
    const theirs = {...ownedBy(OTHER + 1, all.slice(3).map(inHome)), user: {uid: OTHER, gid: OTHER}};
    expect((await signer({}, {host: theirs})).code).not.toBe(0);
  });

  test('checks neither owner nor mode of a config on Windows, but still requires trust', async () => {
    const host = {platform: 'win32', user: undefined};
    putLocal();
    chmodSync(home.localPath, 0o666);
    expect(await signer({}, {host})).toMatchObject({code: 3, stderr: expect.stringContaining('not trusted yet')});
    expect((await home.run(['auth', 'trust'], {host})).code).toBe(0);
    expect(await signer({}, {host})).toMatchObject({code: 0});
  });

  test('writes no config into a folder that others can write', async () => {
    chmodSync(inHome('work'), 0o1777);
    for (const words of [
      ['init', '--local'],
      [
        'login',
        '--local',
        '--bypass-keychain',
        '--name',
        'A',
        '--key-id',
        'K',
        '--issuer-id',
        'I',
        '--private-key',
        home.keyPath,
      ],
    ]) {
      const {code, stderr} = await home.run(['auth', ...words]);
      expect(code).toBe(10);
      expect(stderr).toContain(`${inHome('work')} can be written by others`);
      expect(home.exists('work/.tool')).toBe(false);
    }
    chmodSync(inHome('work'), 0o755);
    expect((await home.run(['auth', 'init', '--local'], {host: foreign(inHome('work'))})).code).toBe(10);
  });

  test('does not use a trusted config whose key file others can change', async () => {
    const key = home.write('their.p8', newKey(), 0o600);
    await home.writeLocal({profiles: [entry('T', {private_key_path: key})]});
    expect((await signer()).code).toBe(0);
    const {code, stderr} = await signer({}, {host: foreign(key)});
    expect({code, stderr}).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/their\.p8.* belongs to another user/),
    });
    chmodSync(key, 0o606);
    expect(await signer()).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/their\.p8.* can be written by others/),
    });
    expect((await doctor()).stdout).toMatch(/\[FAIL\] The private key file \S+ can be written by others/);
    chmodSync(key, 0o644);
    const loose = await signer();
    expect(loose).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`is open to other users; to fix it: chmod 600 ${key}`),
    });
  });
});

describe('a local config that is not a plain file', () => {
  const elsewhere = () => home.writeConfig({profiles: [entry('T')]}, 'elsewhere/config.json');
  test.each([
    ['a link', () => symlinkSync(elsewhere(), home.localPath)],
    ['a folder', () => mkdirSync(home.localPath)],
    ['a pipe', () => execFileSync('mkfifo', [home.localPath])],
  ])('ignores a local config that is %s', async (_, put) => {
    mkdirSync(inHome('work/.tool'));
    put();
    expect(await signer()).toMatchObject({code: 3, stderr: expect.not.stringContaining('not used')});
    expect((await trust()).code).toBe(4);
    expect((await home.login('A', ['--local', '--bypass-keychain'])).code).toBe(10);
  });

  test('does not trust a .tool that links to a trusted folder elsewhere', async () => {
    mkdirSync(inHome('other/.git'), {recursive: true});
    await home.writeLocal({profiles: [entry('Other')]}, 'other');
    symlinkSync('../other/.tool', inHome('work/.tool'));
    expect(await signer()).toMatchObject({code: 3, stderr: expect.not.stringContaining('not used')});
    expect((await doctor('--fix', '--confirm')).stdout).not.toContain('repaired');
  });
});

describe('the .gitignore of a local config', () => {
  const words = (...more: string[]) => [
    'auth',
    'login',
    '--local',
    '--bypass-keychain',
    '--name',
    'A',
    '--key-id',
    'K',
    '--issuer-id',
    'I',
    '--private-key',
    home.keyPath,
    ...more,
  ];

  test.each(['.gitignore', '.tool'])('writes no .gitignore if %s is a link, and copies nothing', async (linked) => {
    const secret = home.write('elsewhere/.gitignore', 'SECRET\n');
    if (linked === '.tool') symlinkSync(dirname(secret), inHome('work/.tool'));
    else {
      mkdirSync(inHome('work/.tool'));
      symlinkSync(secret, inHome('work/.tool/.gitignore'));
    }
    for (const argv of [['auth', 'init', '--local'], words()]) {
      const {code, stderr} = await home.run(argv);
      expect({code, stderr}).toMatchObject({code: 10, stderr: expect.stringContaining('is a symbolic link')});
    }
    expect(readFileSync(secret, 'utf8')).toBe('SECRET\n');
    expect(existsSync(home.localPath)).toBe(false);
  });

  test('does not repair a .gitignore that is a symbolic link', async () => {
    await home.run(['auth', 'init', '--local']);
    const secret = home.write('elsewhere/secret', 'SECRET\n');
    const ignore = inHome('work/.tool/.gitignore');
    rmSync(ignore);
    symlinkSync(secret, ignore);
    expect((await doctor('--fix', '--confirm')).stdout).toMatch(/git would commit.*not repaired: .*a symbolic link/);
    expect(lstatSync(ignore).isSymbolicLink()).toBe(true);
    expect(readFileSync(secret, 'utf8')).toBe('SECRET\n');
  });

  test('does not wait for a .gitignore that is a pipe', async () => {
    mkdirSync(inHome('work/.tool'));
    execFileSync('mkfifo', [inHome('work/.tool/.gitignore')]);
    expect(await home.run(['auth', 'init', '--local'])).toMatchObject({
      code: 10,
      stderr: expect.stringContaining('is a pipe'),
    });
    rmSync(inHome('work/.tool/.gitignore'));
    await home.run(['auth', 'init', '--local']);
    rmSync(inHome('work/.tool/.gitignore'));
    execFileSync('mkfifo', [inHome('work/.tool/.gitignore')]);
    expect((await doctor()).stdout).toContain('[WARN] git would commit');
  });

  test('reports a .gitignore in which a later line un-ignores the config, and repairs it in Doctor', async () => {
    await home.run(['auth', 'init', '--local']);
    home.write('work/.tool/.gitignore', '*\n!config.json\n');
    expect((await doctor()).stdout).toContain('[WARN] git would commit');
    await doctor('--fix', '--confirm');
    expect(readFileSync(inHome('work/.tool/.gitignore'), 'utf8')).toBe('*\n!config.json\n*\n');
  });
});

describe('the limits of a trusted config', () => {
  const readOnly = async (env: Record<string, string> = {}) => {
    const {stdout} = await home.run(['auth', 'status', '--output', 'json'], {env});
    return JSON.parse(stdout).credentials.map((one: {readOnly?: boolean}) => one.readOnly);
  };
  const write = async () =>
    home.run(['versions', 'delete', '--version-id', '1', '--confirm'], {env: {TOOL_API_URL: 'http://127.0.0.1:9'}});

  test.each([true, false])(
    'never lets a local config with read_only %s make a read-only profile writable',
    async (local) => {
      home.writeConfig({default_profile: 'P', profiles: [entry('P', local ? {} : {read_only: true})]});
      await home.writeLocal({
        default_profile: 'P',
        profiles: [entry('P', local ? {read_only: true} : {read_only: false})],
      });
      expect(await readOnly()).toEqual([true, true]);
      expect(await write()).toMatchObject({code: 2, stderr: expect.stringContaining("profile 'P'")});
    },
  );

  test('never lets a local config make a read-only keychain profile writable', async () => {
    await home.login('P', ['--read-only']);
    await home.writeLocal({default_profile: 'P', profiles: [{name: 'P', stored_in: 'keychain'}]});
    expect(await write()).toMatchObject({code: 2});
    home.writeConfig({default_profile: 'P', profiles: [{name: 'P', key_id: 'K1', stored_in: 'keychain'}]});
    rmSync(home.localPath);
    expect((await write()).code).toBe(7);
  });

  test('never lets a local config name a keychain item that the global config lacks', async () => {
    await home.login('Hidden');
    home.writeConfig({profiles: [entry('Mine', {key_id: 'MINE'})]});
    await home.writeLocal({default_profile: 'Hidden', profiles: [{name: 'Hidden', stored_in: 'keychain'}]});
    home.keychain.calls.length = 0;
    expect(await signer({}, {flags: ['--profile', 'Hidden']})).toMatchObject({code: 3});
    expect(await signer()).toMatchObject({code: 3});
    await home.run(['auth', 'logout', '--all']);
    expect(home.keychain.calls).toEqual([]);
    expect(home.keychain.items.has('Hidden')).toBe(true);
  });
});

describe("the user's own folder", () => {
  const reading = () => {
    const files = createFiles();
    const read: string[] = [];
    const watched: Files = {
      ...files,
      read(path, options) {
        read.push(path);
        return files.read(path, options);
      },
    };
    return {read, host: {files: watched}};
  };

  test.each([
    ['.tool', 0o777, 'can be written by others'],
    ['.tool/config.json', 0o666, 'can be written by others'],
  ])('does not read ~/.tool if %s has mode %o, and repairs the mode in Doctor', async (path, mode, why) => {
    await home.login('A', ['--bypass-keychain']);
    home.write('.tool/recent-apps.json', '["42"]');
    putLocal();
    rmSync(inHome('.tool/locks'), {recursive: true});
    chmodSync(inHome(path), mode);
    const {read, host} = reading();
    for (const words of [
      ['auth', 'token'],
      ['auth', 'status'],
      ['auth', 'switch', '--name', 'A'],
      ['auth', 'logout'],
      ['auth', 'trust'],
      ['auth', 'init'],
      ['auth', 'init', '--force'],
      ['auth', 'login', '--name', 'B', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath],
    ]) {
      const {code, stderr} = await home.run(words, {host});
      expect({words, code}).toEqual({words, code: 10});
      expect(stderr).toContain(`${inHome(path)} ${why}: nothing in it is used`);
    }
    const here = {...host, home: home.path, cwd: inHome('work')};
    const completed = await runTool(['__complete', 'zsh'], {stdin: 'versions\0list\0--app\0\0', host: here});
    expect(completed).toMatchObject({code: 10, stdout: ''});
    expect(read.filter((one) => one.startsWith(inHome('.tool/')))).toEqual([]);
    expect(home.mode(inHome(path))).toBe(mode);
    expect(home.exists('.tool/locks')).toBe(false);

    const report = await home.run(['auth', 'doctor'], {host});
    expect(report).toMatchObject({code: 1, stdout: expect.stringContaining(`[FAIL] ${inHome(path)} ${why}`)});
    expect(report.stdout).toContain('[INFO] Stored profiles were not read');
    expect(report.stdout.match(/--fix --confirm/g)).toHaveLength(1);
    expect(read.filter((one) => one.startsWith(inHome('.tool/')))).toEqual([]);
    const fixed = await doctor('--fix', '--confirm');
    expect(fixed.stdout).toMatch(/\(repaired\)[\s\S]*\[OK\] Profile 'A' \(config\): key file readable/);
    expect([home.mode(inHome('.tool')), home.mode(home.configPath)]).toEqual([0o700, 0o600]);
    expect((await signer()).code).toBe(0);
  });

  test.each(['.tool', '.tool/config.json'])(
    'neither reads nor repairs ~/.tool if %s belongs to another user',
    async (path) => {
      await home.login('A', ['--bypass-keychain']);
      const host = foreign(inHome(path));
      expect(await signer({}, {host})).toMatchObject({
        code: 10,
        stderr: expect.stringContaining('belongs to another user'),
      });
      const report = await home.run(['auth', 'doctor', '--fix', '--confirm'], {host});
      expect(report).toMatchObject({code: 1, stdout: expect.stringContaining('[FAIL]')});
      expect(report.stdout).not.toContain('repaired');
      if (process.getuid?.() === 0) expect((await signer({SUDO_UID: String(OTHER)}, {host})).code).toBe(0);
    },
  );

  test('ignores ~/.tool if TOOL_NO_PROFILE is set', async () => {
    await home.login('A', ['--bypass-keychain']);
    chmodSync(inHome('.tool'), 0o777);
    const {read, host} = reading();
    const env = {TOOL_KEY_ID: 'ENV', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem, TOOL_NO_PROFILE: '1'};
    expect(await signer(env, {host})).toEqual({code: 0, keyId: 'ENV', stderr: ''});
    expect(read).toEqual([]);
    expect(await signer({...env, TOOL_PROFILE: 'A'}, {host})).toMatchObject({code: 10});
  });

  test('reads ~/.tool if it is a link to another folder', async () => {
    mkdirSync(inHome('dotfiles'), {mode: 0o700});
    symlinkSync(inHome('dotfiles'), inHome('.tool'));
    await home.login('A', ['--bypass-keychain']);
    expect((await signer()).code).toBe(0);
    chmodSync(inHome('dotfiles'), 0o777);
    expect((await signer()).code).toBe(10);
  });
});

test('does not wait for a lock that came with the repository', async () => {
  await home.login('A', ['--local', '--bypass-keychain']);
  await home.login('B', ['--local', '--bypass-keychain']);
  mkdirSync(`${home.localPath}.lock/x`, {recursive: true});
  expect((await home.run(['auth', 'switch', '--name', 'A'])).code).toBe(0);
  expect((await home.run(['auth', 'logout', '--name', 'A'])).code).toBe(0);
});

test("reports an unwritable home directory, not the repository's config", async () => {
  putLocal();
  const files = createFiles();
  const makeDirectory: Files['makeDirectory'] = async (path, mode) => {
    if (path === inHome('.tool/locks')) throw Object.assign(new Error('no'), {code: 'EACCES'});
    return files.makeDirectory(path, mode);
  };
  const {code, stderr} = await home.run(['auth', 'trust'], {host: {files: {...files, makeDirectory}}});
  expect(code).toBe(10);
  expect(stderr).toBe(`Error: Cannot create the directory ${inHome('.tool/locks')}: permission denied\n`);
});

test('reads only the global config if there is no local config', async () => {
  await home.login('A', ['--bypass-keychain']);
  const files = createFiles();
  const read: string[] = [];
  const host = {
    files: {
      ...files,
      read(path: string, options?: Parameters<Files['read']>[1]) {
        read.push(path);
        return files.read(path, options);
      },
    },
  };
  await signer({}, {host});
  expect(read).toEqual([home.configPath, home.keyPath]);
});
