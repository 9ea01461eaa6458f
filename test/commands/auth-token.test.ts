import {createPublicKey, verify} from 'node:crypto';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);
const clock = {now: () => NOW, random: () => 0, sleep: async () => {}};
/** Fails every request, because `auth token` must not make any. */
const http = () => Promise.reject(new Error('there is no network'));
const run = (words: readonly string[] = [], env: Record<string, string> = {}, tty = false) =>
  home.run(['auth', 'token', ...words], {env, tty, host: {clock, http}});

function claimsOf(token: string): Record<string, unknown> {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const key = {key: createPublicKey(home.pem), dsaEncoding: 'ieee-p1363'} as const;
  const bytes = Buffer.from(signature, 'base64url');
  expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, bytes)).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

test('prints the token and nothing else, without a request', async () => {
  await home.login('A');
  for (const tty of [false, true]) {
    const {code, stdout, stderr} = await run([], {}, tty);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(claimsOf(stdout.trim())).toMatchObject({iss: 'I1', exp: NOW / 1000 + 600});
  }
});

test("prints the token's expiry in JSON", async () => {
  await home.login('A', ['--bypass-keychain']);
  const {stdout} = await run(['--output', 'json']);
  const {token, expiresAt, ...rest} = JSON.parse(stdout);
  expect({expiresAt, rest}).toEqual({expiresAt: '2026-11-21T12:10:00.000Z', rest: {}});
  expect(claimsOf(token)).toMatchObject({exp: Date.parse(expiresAt) / 1000});
});

test('signs a token with the named profile, and with an individual key', async () => {
  await home.login('A');
  const words = ['auth', 'login', '--name', 'B', '--key-id', 'K', '--individual', '--private-key', home.keyPath];
  await home.run(words);
  expect(claimsOf((await run(['--profile', 'A'])).stdout.trim())).toMatchObject({iss: 'I1'});
  expect(claimsOf((await run()).stdout.trim())).toMatchObject({sub: 'user'});
});

test('prints no token without credentials, or with mixed sources in strict mode', async () => {
  expect(await run()).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining('tool auth login')});
  home.writeConfig({profiles: [{name: 'P', key_id: 'K', private_key_path: home.keyPath}]});
  const mixed = {TOOL_ISSUER_ID: 'I'};
  expect(await run(['--strict-auth'], mixed)).toMatchObject({code: 3, stdout: ''});
  expect(await run([], mixed)).toMatchObject({code: 0, stderr: expect.stringMatching(/^Warning: .*different sources/)});
});

test('refuses a private key in place of an ID, and never shows it in a token or list', async () => {
  const complete = {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem};
  const entry = {name: 'P', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
  const dense = home.pem.split('\n').slice(1, -2).join('');
  for (const key of [home.pem, dense, Buffer.from(home.pem).toString('base64')]) {
    const refused = async (env: Record<string, string>, message: string) => {
      expect(await run([], env)).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining(message)});
      const doctor = await home.run(['auth', 'doctor'], {env});
      expect(doctor).toMatchObject({code: 1, stdout: expect.stringContaining(`[FAIL] ${message}`)});
    };
    await refused({...complete, TOOL_KEY_ID: key}, 'The key ID from TOOL_KEY_ID must not be a private key');
    await refused({...complete, TOOL_ISSUER_ID: key}, 'The issuer ID from TOOL_ISSUER_ID must not be a private key');
    home.writeConfig({default_profile: 'P', profiles: [{...entry, key_id: key}]});
    await refused({}, "The key ID from profile 'P'");
    home.writeConfig({default_profile: key.trim(), profiles: [{...entry, name: key, key_id: key}]});
    for (const output of ['table', 'json']) {
      const {code, stdout} = await home.run(['auth', 'status', '--verbose', '--output', output]);
      expect({code, shown: stdout.split('(a private key, not shown)').length - 1}).toEqual({code: 0, shown: 3});
      expect(stdout).not.toContain(key.slice(40, 80));
    }
    home.writeConfig({});
  }
});

test('prints no token for unknown flags and arguments', async () => {
  await home.login('A');
  expect(await run(['--output', 'table'])).toMatchObject({code: 2, stdout: ''});
  expect(await run(['now'])).toMatchObject({code: 2, stdout: ''});
});

test('suggests the right variable if the wrong variable holds a key', async () => {
  const ids = {TOOL_KEY_ID: 'ABC1234567', TOOL_ISSUER_ID: '69a6de70-0000-47e3-e053-5b8c7c11a4d1'};
  const base64 = Buffer.from(home.pem).toString('base64');
  const noFork =
    'Check the name of the secret, and that this job may read it: a pull request from a fork gets no secrets.';
  for (const [name, value, message, hint] of [
    ['TOOL_PRIVATE_KEY', base64, 'is base64, not a PEM', 'Base64 belongs in TOOL_PRIVATE_KEY_B64.'],
    [
      'TOOL_PRIVATE_KEY',
      home.keyPath,
      'is the path of a key file',
      'The path of a key file belongs in TOOL_PRIVATE_KEY_PATH.',
    ],
    ['TOOL_PRIVATE_KEY', '***', 'the secret was not filled in', noFork],
    ['TOOL_PRIVATE_KEY_B64', home.pem, 'is a PEM, not base64', 'The text of a key file belongs in TOOL_PRIVATE_KEY.'],
    ['TOOL_PRIVATE_KEY_B64', `\${{ secrets.KEY }}`, 'the secret was not filled in', noFork],
    [
      'TOOL_PRIVATE_KEY_PATH',
      home.pem,
      'must be the path of a key file',
      'The text of a key file belongs in TOOL_PRIVATE_KEY.',
    ],
    ['TOOL_PRIVATE_KEY_PATH', base64, 'must be the path of a key file', 'Base64 belongs in TOOL_PRIVATE_KEY_B64.'],
    ['TOOL_PRIVATE_KEY_PATH', '$(KEY)', 'the secret was not filled in', noFork],
    ['TOOL_PRIVATE_KEY', '@env:ASC_KEY', 'the secret was not filled in', noFork],
    [
      'TOOL_PRIVATE_KEY_PATH',
      home.write('bare.p8', home.pem.replace(/-----.*-----\n/g, '')),
      'is base64, not a PEM',
      'Base64 belongs in TOOL_PRIVATE_KEY_B64.',
    ],
  ] as const) {
    const {code, stdout, stderr} = await run([], {...ids, [name]: value});
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toContain(name);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(new RegExp(`Hint: ${hint.replaceAll('.', '\\.')}\n$`));
    expect(stderr).not.toContain(base64.slice(40, 80));
  }
});
