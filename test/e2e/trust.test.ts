import {chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type CliOptions, runCli} from '../support/cli.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const NOBODY = 65_534;
const STRANGER = 54_321;
const inHome = (path: string) => join(home.path, path);
const give = (uid: number, ...paths: string[]) => {
  for (const path of paths) chownSync(inHome(path), uid, uid);
};
const run = (argv: readonly string[], {env, ...more}: CliOptions = {}) =>
  runCli(argv, {cwd: inHome('work'), ...more, env: {HOME: home.path, TOOL_BYPASS_KEYCHAIN: '1', ...env}});
const token = (options?: CliOptions) => run(['auth', 'token'], options);
const putLocal = (directory = 'work') =>
  home.writeConfig(
    {profiles: [{name: 'T', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath}]},
    `${directory}/.tool/config.json`,
  );

test('ignores the config of a clone in a pipe, and uses it once it is trusted', async () => {
  putLocal();
  const aside = await token();
  expect(aside).toMatchObject({code: 3, stdout: ''});
  expect(aside.stderr).toMatch(
    /^Warning: The local config \S+ is not used: not trusted yet\. If it is yours: tool auth trust\n/,
  );
  expect(await run(['--help'])).toMatchObject({code: 0, stderr: ''});
  expect(await run(['--version'])).toMatchObject({code: 0, stderr: ''});
  const {code, stdout} = await run(['auth', 'trust']);
  expect({code, result: JSON.parse(stdout)}).toEqual({code: 0, result: {path: home.localPath, trusted: true}});
  expect(await token()).toMatchObject({code: 0, stderr: ''});
  const lost = await run(['auth', 'trust', '--list'], {cwd: '/'});
  expect(JSON.parse(lost.stdout)).toEqual({data: [{path: home.localPath, trusted: true}]});
});

test('silently ignores a local config in the embedded sandbox', async () => {
  putLocal();
  const {code, stdout, stderr} = await run(['--sandbox', 'auth', 'status', '--verbose']);
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  expect(stdout).toContain('Local config: none\n');
  expect(await run(['--sandbox', 'auth', 'trust'])).toMatchObject({code: 2});
});

describe.skipIf(process.getuid?.() !== 0)('with other users (as root)', () => {
  test.each(['.', '~', '', './x/..'])(
    'uses the home directory from the user database in place of HOME=%j',
    async (HOME) => {
      home.write('planted/AuthKey.p8', home.pem);
      const entry = {name: 'T', key_id: 'K', issuer_id: 'I', private_key_path: inHome('planted/AuthKey.p8')};
      for (const folder of ['planted/.tool', 'planted/~/.tool']) {
        home.writeConfig({profiles: [entry]}, `${folder}/config.json`);
      }
      mkdirSync(inHome('planted/x'));
      give(NOBODY, ...['', '/x', '/AuthKey.p8', '/.tool', '/.tool/config.json'].map((path) => `planted${path}`));
      give(NOBODY, ...['/~', '/~/.tool', '/~/.tool/config.json'].map((path) => `planted${path}`));
      chmodSync(home.path, 0o755);
      const here = {cwd: inHome('planted'), uid: NOBODY, env: {HOME}};
      const {code, stdout, stderr} = await token(here);
      expect({code, stdout}).toEqual({code: 3, stdout: ''});
      expect(stderr).toMatch(/is not used: not trusted yet[\s\S]*No credentials found/);
      const status = await run(['auth', 'status', '--verbose'], here);
      expect(status.stdout).toContain('/nonexistent/.tool/config.json');
    },
  );

  test('ignores what another user puts into a shared folder, and writes no config there', async () => {
    mkdirSync(inHome('shared/.git'), {recursive: true});
    chmodSync(inHome('shared'), 0o1777);
    const path = putLocal('shared');
    give(NOBODY, 'shared/.git', 'shared/.tool', 'shared/.tool/config.json');
    const cwd = inHome('shared');
    expect(await token({cwd})).toMatchObject({code: 3, stderr: expect.stringContaining('can be written by others')});
    expect(await run(['auth', 'trust'], {cwd})).toMatchObject({code: 10, stdout: ''});
    expect((await run(['auth', 'init', '--local', '--force'], {cwd})).code).toBe(10);
    expect(readFileSync(path, 'utf8')).toContain('"T"');
    expect(statSync(path).uid).toBe(NOBODY);
  });

  test('refuses a repository that belongs to another user, unless that user called sudo', async () => {
    putLocal();
    give(NOBODY, 'work', 'work/.tool', 'work/.tool/config.json');
    const refused = await run(['auth', 'trust']);
    expect(refused).toMatchObject({code: 10, stderr: expect.stringContaining('belongs to another user')});
    const sudo = {env: {SUDO_UID: String(NOBODY), SUDO_GID: String(NOBODY)}};
    expect((await run(['auth', 'trust'], sudo)).code).toBe(0);
    expect((await token(sudo)).code).toBe(0);
    expect(await token({env: {SUDO_UID: String(STRANGER)}})).toMatchObject({code: 3});
  });

  describe('as a user other than root', () => {
    const me: CliOptions = {uid: NOBODY};
    beforeEach(() => give(NOBODY, '', 'work', 'work/.git', 'AuthKey_K1.p8'));

    test('uses the config of the current user, and ignores SUDO_UID', async () => {
      putLocal();
      give(NOBODY, 'work/.tool', 'work/.tool/config.json');
      expect((await run(['auth', 'trust'], me)).code).toBe(0);
      expect(await token(me)).toMatchObject({code: 0, stderr: ''});
      give(STRANGER, 'work/.tool/config.json');
      expect(await token({...me, env: {SUDO_UID: String(STRANGER)}})).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('it belongs to another user'),
      });
    });

    test("accepts a repository writable by the user's primary group, but by no other group", async () => {
      putLocal();
      give(NOBODY, 'work/.tool', 'work/.tool/config.json');
      chmodSync(inHome('work'), 0o775);
      expect((await run(['auth', 'trust'], me)).code).toBe(0);
      chownSync(inHome('work'), NOBODY, STRANGER);
      expect(await token({...me, gid: STRANGER})).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('can be written by others'),
      });
    });

    test('ignores a ~/.tool of another user', async () => {
      home.writeConfig({profiles: [{name: 'P', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath}]});
      give(STRANGER, '.tool', '.tool/config.json');
      chmodSync(inHome('.tool'), 0o755);
      chmodSync(home.configPath, 0o644);
      for (const words of [['token'], ['status'], ['logout'], ['init', '--force']]) {
        const {code, stderr} = await run(['auth', ...words], me);
        expect({code, stderr}).toMatchObject({code: 10, stderr: expect.stringContaining('belongs to another user')});
      }
      const report = await run(['auth', 'doctor', '--fix', '--confirm'], me);
      expect(report).toMatchObject({code: 1, stdout: expect.stringContaining('[FAIL]')});
      expect(existsSync(`${home.configPath}.bak`)).toBe(false);
      chownSync(inHome('.tool'), 0, 0);
      chownSync(home.configPath, 0, 0);
      expect(await token(me)).toMatchObject({code: 0, stderr: ''});
    });
  });
});
