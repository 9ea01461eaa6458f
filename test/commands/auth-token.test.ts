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
/** No request is made: there is no HTTP to make one with. */
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

test('as JSON says when it expires', async () => {
  await home.login('A', ['--bypass-keychain']);
  const {stdout} = await run(['--output', 'json']);
  const {token, expiresAt, ...rest} = JSON.parse(stdout);
  expect({expiresAt, rest}).toEqual({expiresAt: '2026-11-21T12:10:00.000Z', rest: {}});
  expect(claimsOf(token)).toMatchObject({exp: Date.parse(expiresAt) / 1000});
});

test('is of the profile that is asked for, and of an individual key too', async () => {
  await home.login('A');
  const words = ['auth', 'login', '--name', 'B', '--key-id', 'K', '--individual', '--private-key', home.keyPath];
  await home.run(words);
  expect(claimsOf((await run(['--profile', 'A'])).stdout.trim())).toMatchObject({iss: 'I1'});
  expect(claimsOf((await run()).stdout.trim())).toMatchObject({sub: 'user'});
});

test('without credentials, or with mixed ones under strict, there is none', async () => {
  expect(await run()).toMatchObject({code: 3, stdout: '', stderr: expect.stringContaining('tool auth login')});
  home.writeConfig({profiles: [{name: 'P', key_id: 'K', private_key_path: home.keyPath}]});
  const mixed = {TOOL_ISSUER_ID: 'I'};
  expect(await run(['--strict-auth'], mixed)).toMatchObject({code: 3, stdout: ''});
  expect(await run([], mixed)).toMatchObject({code: 0, stderr: expect.stringMatching(/^Warning: .*different sources/)});
});

test('misuse is told, and prints no token', async () => {
  await home.login('A');
  expect(await run(['--output', 'table'])).toMatchObject({code: 2, stdout: ''});
  expect(await run(['now'])).toMatchObject({code: 2, stdout: ''});
});
