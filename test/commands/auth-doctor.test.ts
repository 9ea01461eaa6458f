import {execFileSync} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {DoctorSection} from '../../src/services/credentials/credentials.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {newKey, type RunInHome, TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const doctor = (flags: readonly string[] = [], options: RunInHome = {}) =>
  home.run(['auth', 'doctor', ...flags], options);

/** Runs the doctor, and returns every check as `Title status message` together with the summary. */
async function examine(flags: readonly string[] = [], options: RunInHome = {}) {
  const {code, stdout} = await doctor([...flags, '--output', 'json'], options);
  const {sections, summary} = JSON.parse(stdout) as {sections: DoctorSection[]; summary: Record<string, number>};
  const checks = sections.flatMap(({title, checks}) =>
    checks.map(({status, message, fixed}) => `${title} ${status} ${message}${fixed ? ' FIXED' : ''}`),
  );
  const hintless = sections.flatMap(({checks}) => checks.filter(({status, hint}) => status !== 'ok' && !hint));
  expect(hintless).toEqual([]);
  return {code, checks, summary};
}

const profile = (name: string, more: object = {}) => ({
  name,
  key_id: 'K123456789',
  issuer_id: '69a6de70-0000-47e3-e053-5b8c7c11a4d1',
  private_key_path: home.keyPath,
  ...more,
});

describe('auth doctor', () => {
  test('reports no problem in Doctor for a healthy setup', async () => {
    await home.login('A', [], {plausible: true});
    const {code, stdout, stderr} = await doctor();
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toBe(
      [
        'Auth Doctor',
        '',
        'Keychain:',
        '  [OK] The system keychain is available',
        '  [OK] The system keychain is accessible',
        '',
        'Config:',
        `  [OK] Config file ${home.configPath} exists`,
        `  [OK] Config file ${home.configPath} is readable and valid`,
        '  [OK] Only you can read the config file and its directory',
        '',
        'Profiles:',
        "  [OK] Profile 'A' (keychain): key readable; not tried on the network",
        "  [OK] The default profile is 'A'",
        '',
        'No issues found.',
        '',
      ].join('\n'),
    );
  });

  test('reports no issues in Doctor if every finding is informational', async () => {
    const {code, stdout} = await doctor([], {env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[INFO\] The system keychain is bypassed\n {9}\S/);
    expect(stdout).toMatch(/\[INFO\] There is no config file/);
    expect(stdout).toMatch(/\[INFO\] No profiles are stored/);
    expect(stdout).toMatch(/\nNo issues found\.\n$/);
    expect(home.exists('.tool')).toBe(false);
  });

  test.each([
    ['missing', 'Keychain warn The system keychain is not available: none here'],
    ['locked', 'Keychain warn The system keychain is locked'],
  ] as const)('warns in Doctor that the keychain is %s, and does not query it', async (state, check) => {
    await home.login('A');
    home.keychain.calls.length = 0;
    home.keychain.state = state;
    const {code, checks, summary} = await examine();
    expect(code).toBe(0);
    expect(checks).toContain(check);
    expect(checks).toContain("Profiles warn Profile 'A' (keychain) cannot be read");
    expect(summary).toMatchObject({warnings: 2, errors: 0});
    expect(home.keychain.calls).toEqual([]);
  });

  test('reports a config that Doctor cannot parse, and continues with the other checks', async () => {
    home.write('.tool/config.json', '{');
    const {code, checks, summary} = await examine();
    expect(code).toBe(1);
    expect(checks).toContain(`Config fail ${home.configPath} is not valid JSON (line 1, column 2)`);
    expect(checks).toContain('Profiles info Stored profiles were not read');
    expect(summary.errors).toBe(1);
    expect((await doctor()).stdout).toMatch(/\nFound 0 warnings and 1 error\.\n$/);
  });

  test('reports a profile entry and a default profile of the wrong type in Doctor', async () => {
    home.writeConfig({default_profile: 7, profiles: [3, profile('A')]});
    const {checks} = await examine();
    expect(checks).toContainEqual(expect.stringMatching(/Config fail .*entry 1 of "profiles"/));
    expect(checks).toContainEqual(expect.stringMatching(/Config fail .*"default_profile" is not a name/));
  });

  test('reports incomplete profiles, and profiles with an invalid or missing key, in Doctor', async () => {
    home.write('rsa.p8', '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----');
    home.writeConfig({
      default_profile: 'Whole',
      profiles: [
        profile('Whole'),
        profile('Half', {issuer_id: ''}),
        profile('Bad', {private_key_path: join(home.path, 'rsa.p8')}),
        profile('Gone', {private_key_path: '/nowhere.p8'}),
        profile('Key as path', {private_key_path: home.pem}),
        {name: 'Chain', stored_in: 'keychain'},
        {name: 'Damaged', stored_in: 'keychain'},
      ],
    });
    home.keychain.items.set('Damaged', '{"key_id":"K"}');
    const {code, checks} = await examine();
    expect(code).toBe(1);
    expect(checks.filter((check) => check.startsWith('Profiles'))).toEqual([
      expect.stringMatching(/fail .*'Chain' \(keychain\) is listed in .*no item/),
      expect.stringMatching(/fail .*'Damaged' is incomplete/),
      "Profiles ok Profile 'Whole' (config): key file readable; not tried on the network",
      "Profiles fail Profile 'Half' (config) is incomplete: issuer ID missing",
      expect.stringMatching(/fail .*rsa\.p8.*RSA PRIVATE KEY/),
      expect.stringMatching(/fail .*nowhere\.p8.*does not exist/),
      expect.stringMatching(/fail .*must be the path of a key file, not the key itself/),
      "Profiles ok The default profile is 'Whole'",
    ]);
    expect((await doctor()).stdout).not.toContain(home.pem.split('\n')[1]);
  });

  test('reports a pipe in place of a key file in Doctor without waiting for the pipe, and stops when interrupted', async () => {
    const pipe = join(home.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    home.writeConfig({profiles: [profile('P', {private_key_path: pipe})]});
    expect((await examine()).checks).toContainEqual(
      expect.stringMatching(/fail .*pipe .*is a pipe, not a regular file/),
    );
    await home.login('A');
    const get = () => Promise.reject(new ToolError('interrupted', 'interrupted', {facts: {signal: 'SIGINT'}}));
    expect(await doctor([], {host: {keychain: {...home.keychain, get}}})).toMatchObject({code: 130, stdout: ''});
  });

  test('warns in Doctor about duplicate profile names and a missing default profile', async () => {
    home.writeConfig({profiles: [profile('A'), profile('B')]});
    await home.writeLocal({profiles: [profile('A')]});
    const {code, checks} = await examine();
    expect(code).toBe(0);
    expect(checks).toContainEqual(expect.stringMatching(/warn Profile 'A' is stored 2 times: local config, config/));
    expect(checks).toContainEqual(expect.stringMatching(/warn There are several profiles and no default/));
  });

  test('fails Doctor if the profile that --profile or TOOL_PROFILE names is not stored', async () => {
    home.writeConfig({profiles: [profile('A')]});
    expect((await examine(['--profile', 'Z'])).checks).toContainEqual(
      expect.stringMatching(/fail --profile names 'Z', which is not stored/),
    );
    expect((await examine([], {env: {TOOL_PROFILE: 'Z'}})).checks).toContainEqual(
      expect.stringMatching(/fail TOOL_PROFILE names 'Z', which is not stored/),
    );
  });

  test.each([
    ['keychain', []],
    ['config', ['--bypass-keychain']],
  ])('warns in Doctor about IDs in the %s that look mistyped', async (place, flags) => {
    await home.login('A', flags);
    const {code, stdout} = await doctor();
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[OK\] Profile 'A' \(\w+\): key (?:file )?readable; not tried on the network\n/);
    const hint =
      '         Compare it with the API keys page: https://appstoreconnect.apple.com/access/integrations/api';
    expect(stdout).toContain(
      [
        `  [WARN] Profile 'A' (${place}): the key ID 'K1' has 2 characters instead of 10.`,
        hint,
        `  [WARN] Profile 'A' (${place}): the issuer ID is not a UUID.`,
        hint,
      ].join('\n'),
    );
    expect(stdout).not.toContain('I1');
    expect(stdout).toMatch(/\nFound 2 warnings and 0 errors\.\n$/);
  });

  test('warns in Doctor about a key file named after another key', async () => {
    const path = home.write('AuthKey_OTHERKEY12.p8', home.pem, 0o600);
    home.writeConfig({default_profile: 'A', profiles: [profile('A', {private_key_path: path})]});
    const {code, checks} = await examine();
    expect(code).toBe(0);
    expect(checks).toContain(
      `Profiles warn Profile 'A' (config): the key file ${path} is named after the key OTHERKEY12.`,
    );
  });

  test('warns in Doctor about mistyped IDs in environment variables', async () => {
    const env = {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'UNTOLD', TOOL_PRIVATE_KEY: newKey()};
    const {code, stdout} = await doctor([], {env});
    expect(code).toBe(0);
    expect(stdout).toContain("[WARN] The key ID 'K' has 1 character instead of 10.");
    expect(stdout).toContain('[WARN] The issuer ID is not a UUID.');
    expect(stdout).toContain('[OK] The private key in the environment is readable; not tried on the network');
    expect(stdout).not.toContain('UNTOLD');
  });

  test.each([
    'is not available: the library for it (keytar) is not installed',
    'is not in this build of tool',
    'is not available: its library cannot be loaded: libsecret-1.so.0: no such file',
  ])('says in Doctor what the keychain needs if it %s', async (reason) => {
    const check = async () => ({available: false, accessible: false, reason});
    const {stdout} = await doctor([], {host: {keychain: {...home.keychain, check}}});
    expect(stdout).toContain(`The system keychain ${reason}`);
    expect(stdout).toContain('It needs a build of tool with keytar and, on Linux, libsecret and a Secret Service.');
  });

  test('mentions the environment in Doctor only if a credential variable is set', async () => {
    home.writeConfig({profiles: [profile('A', {issuer_id: undefined})]});
    expect((await examine([], {env: {TOOL_APP_ID: '1'}})).checks.join()).not.toContain('Environment');
    const partial = await examine([], {env: {TOOL_KEY_ID: 'K'}});
    expect(partial.checks).toContainEqual(
      expect.stringMatching(/Environment warn The environment is incomplete: TOOL_ISSUER_ID, /),
    );
    const mixed = {TOOL_ISSUER_ID: 'VALUE', TOOL_PRIVATE_KEY: 'junk'};
    const found = await examine([], {env: mixed});
    expect(found.checks).toContainEqual('Environment info Set: TOOL_ISSUER_ID, TOOL_PRIVATE_KEY');
    expect(found.checks).toContainEqual(
      expect.stringMatching(/Environment fail The private key from TOOL_PRIVATE_KEY/),
    );
    expect(found.checks).toContainEqual(expect.stringMatching(/Environment warn .*issuer ID from TOOL_ISSUER_ID/));
    expect(found.checks.join()).not.toMatch(/VALUE|junk/);
    expect((await examine(['--strict-auth'], {env: mixed})).checks).toContainEqual(
      expect.stringMatching(/Environment fail .*strict/),
    );
    const {keyId, issuerId} = home.plausible;
    const whole = {TOOL_KEY_ID: keyId, TOOL_ISSUER_ID: issuerId, TOOL_PRIVATE_KEY: newKey()};
    home.writeConfig({profiles: [profile('A')]});
    const unused = await examine([], {env: whole});
    expect(unused.summary).toMatchObject({warnings: 0, errors: 0});
  });
});

describe('auth doctor --fix', () => {
  test('refuses auth doctor --fix without --confirm', async () => {
    const {code, stderr} = await doctor(['--fix']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--confirm/);
  });

  test('suggests chmod commands in Doctor, and repairs the modes with --fix', async () => {
    await home.login('A', ['--bypass-keychain'], {plausible: true});
    chmodSync(home.configPath, 0o644);
    chmodSync(join(home.path, '.tool'), 0o755);
    chmodSync(home.keyPath, 0o640);
    const before = await doctor();
    expect(before.code).toBe(0);
    for (const hint of [`chmod 600 ${home.configPath}`, `chmod 700 ${home.path}/.tool`, `chmod 600 ${home.keyPath}`]) {
      expect(before.stdout).toContain(hint);
    }
    expect(before.stdout).toMatch(/Found 3 warnings and 0 errors\.\n$/);
    const {code, checks, summary} = await examine(['--fix', '--confirm']);
    expect(code).toBe(0);
    expect(checks.filter((check) => check.endsWith('FIXED'))).toHaveLength(3);
    expect(summary).toMatchObject({warnings: 0, errors: 0});
    const modes = [home.configPath, join(home.path, '.tool'), home.keyPath].map((path) => home.mode(path));
    expect(modes).toEqual([0o600, 0o700, 0o600]);
    expect((await doctor()).stdout).toMatch(/No issues found\.\n$/);
  });

  test('fails if a file mode is unchanged after doctor --fix, and suggests a way out', async () => {
    await home.login('A', ['--bypass-keychain'], {plausible: true});
    const files = {...createFiles(), chmod: async () => {}};
    const fix = ['--fix', '--confirm'];
    const helps = /use another HOME, or the TOOL_ variables of a credential with TOOL_NO_PROFILE=1/;
    for (const path of [home.keyPath, home.configPath, join(home.path, '.tool')]) chmodSync(path, 0o755);
    const loose = await doctor(fix, {host: {files}});
    expect(loose.code).toBe(1);
    expect(loose.stdout.match(/\[FAIL\].*\(mode 755\) \(not repaired: it is unchanged\)/g)).toHaveLength(3);
    expect(loose.stdout).toMatch(helps);
    expect(loose.stdout).not.toContain('(repaired)');
    chmodSync(join(home.path, '.tool'), 0o777);
    const writable = await doctor(fix, {host: {files}});
    expect(writable).toMatchObject({code: 1, stdout: expect.stringMatching(helps)});
    expect(writable.stdout).toMatch(
      /\[FAIL\] \S+\/.tool can be written by others: .*\(not repaired: it is unchanged\)/,
    );
    expect(writable.stdout).toMatch(/\[INFO\] Stored profiles were not read/);
  });

  test('fails if a file mode is still too open after doctor --fix', async () => {
    await home.login('A', ['--bypass-keychain'], {plausible: true});
    chmodSync(home.keyPath, 0o666);
    const files = {...createFiles(), chmod: async (path: string) => chmodSync(path, 0o644)};
    const {code, stdout} = await doctor(['--fix', '--confirm'], {host: {files}});
    expect(code).toBe(1);
    expect(stdout).toMatch(/\[FAIL\].*\(mode 666\) \(not repaired: it is unchanged\)/);
  });

  test('fails if a stale index entry is still in the config after doctor --fix', async () => {
    home.writeConfig({default_profile: 'Stale', profiles: [{name: 'Stale', key_id: 'K', stored_in: 'keychain'}]});
    const files = {...createFiles(), writeAtomic: async () => {}};
    const {code, checks} = await examine(['--fix', '--confirm'], {host: {files}});
    expect(code).toBe(1);
    expect(checks.filter((check) => check.endsWith('FIXED'))).toEqual([]);
    expect(checks.filter((check) => check.includes('not repaired: it is unchanged'))).toHaveLength(1);
  });

  test('removes a stale index entry, and a default that names it, with doctor --fix', async () => {
    home.writeConfig({
      default_profile: 'Stale',
      keep: 1,
      profiles: [{name: 'Stale', key_id: 'K', stored_in: 'keychain'}, profile('A')],
    });
    expect((await doctor()).code).toBe(1);
    const {code, checks} = await examine(['--fix', '--confirm']);
    expect(code).toBe(0);
    expect(checks.filter((check) => check.endsWith('FIXED'))).toHaveLength(2);
    expect(home.config()).toEqual({keep: 1, profiles: [profile('A')]});
  });

  test('keeps the index of a locked, missing or bypassed keychain despite doctor --fix', async () => {
    await home.login('A');
    const before = readFileSync(home.configPath, 'utf8');
    for (const state of ['locked', 'missing'] as const) {
      home.keychain.state = state;
      await doctor(['--fix', '--confirm']);
    }
    await doctor(['--fix', '--confirm'], {env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    expect(readFileSync(home.configPath, 'utf8')).toBe(before);
  });

  test('writes a missing .gitignore with doctor --fix, and keeps the lines of an existing one', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    const ignore = join(home.path, 'work/.tool/.gitignore');
    expect((await examine()).checks).toContain('Config ok git ignores the local config');
    rmSync(ignore);
    expect((await examine()).checks).toContainEqual(expect.stringMatching(/Config warn git would commit/));
    expect((await examine(['--fix', '--confirm'])).checks).toContainEqual(
      expect.stringMatching(/git would commit.*FIXED/),
    );
    expect(readFileSync(ignore, 'utf8')).toBe('*\n');
    writeFileSync(ignore, '!x');
    await doctor(['--fix', '--confirm']);
    expect(readFileSync(ignore, 'utf8')).toBe('!x\n*\n');
  });

  test.each(['.gitignore', '.git/info/exclude'])('accepts a local config in Doctor if %s excludes it', async (file) => {
    await home.login('A', ['--local', '--bypass-keychain']);
    rmSync(join(home.path, 'work/.tool/.gitignore'));
    home.write(`work/${file}`, 'node_modules\n/.tool/\n');
    expect((await examine()).checks).toContain('Config ok git ignores the local config');
  });

  test('requires no .gitignore in Doctor for a local config outside a repository', async () => {
    await home.login('A', ['--local', '--bypass-keychain']);
    rmSync(join(home.path, 'work/.tool/.gitignore'));
    rmSync(join(home.path, 'work/.git'), {recursive: true});
    expect((await examine()).checks.join('\n')).not.toMatch(/git/);
  });

  test('changes nothing with doctor --fix in a config with values of the wrong type', async () => {
    home.write('.tool/config.json', '{"profiles": [7], "default_profile": 5}');
    chmodSync(home.configPath, 0o600);
    const before = readFileSync(home.configPath, 'utf8');
    expect((await doctor(['--fix', '--confirm'])).code).toBe(1);
    expect(readFileSync(home.configPath, 'utf8')).toBe(before);
    expect(statSync(home.keyPath).size).toBe(home.pem.length);
  });

  test('creates nothing in the home directory with doctor --fix if nothing is stored', async () => {
    mkdirSync(join(home.path, 'empty'));
    await doctor(['--fix', '--confirm'], {cwd: 'empty'});
    expect(home.exists('.tool')).toBe(false);
  });
});

describe('a folder that the user cannot change', () => {
  const mounted = (): [string, RunInHome][] => [
    ['of another user', {host: {user: {uid: 4242, gid: 4242}}}],
    ['on a read-only file system', {host: {files: {...createFiles(), isReadOnly: async () => true}}}],
  ];

  test.each([0, 1])('suggests no chmod for a key file whose mode the user cannot change (case %i)', async (index) => {
    const [, options = {}] = mounted()[index] ?? [];
    chmodSync(home.keyPath, 0o444);
    const env = {
      TOOL_KEY_ID: 'K123456789',
      TOOL_ISSUER_ID: profile('A').issuer_id,
      TOOL_PRIVATE_KEY_PATH: home.keyPath,
    };
    expect(await home.run(['auth', 'token'], {env, ...options})).toMatchObject({code: 0, stderr: ''});
    home.writeConfig({profiles: [profile('A')]});
    expect(await home.run(['auth', 'token'], options)).toMatchObject({code: 0, stderr: ''});
    expect((await home.login('A', ['--bypass-keychain'], {plausible: true, ...options})).stderr).toBe('');
    const {stdout} = await doctor([], options);
    expect(stdout).toContain(`[INFO] The private key file ${home.keyPath} is open to other users (mode 444)`);
    expect(stdout).not.toContain('chmod');
    expect(stdout).toContain('No issues found.');
  });

  test('explains what to do about a ~/.tool that another user owns', async () => {
    home.writeConfig({profiles: [profile('A')]});
    chmodSync(join(home.path, '.tool'), 0o777);
    const {code, stderr} = await home.run(['auth', 'token'], {host: {user: {uid: 4242, gid: 4242}}});
    expect(code).toBe(10);
    expect(stderr).not.toMatch(/chmod|make it your own/);
    expect(stderr).toMatch(
      /in a container: --user \d+\), set HOME to .*, or set the TOOL_ variables .* TOOL_NO_PROFILE=1/,
    );
  });
});
