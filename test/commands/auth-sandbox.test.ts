import {mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createSandbox} from '../../src/services/host/sandbox.ts';
import type {EmbeddedSandbox, Host, Terminal} from '../../src/services/ports.ts';
import {SANDBOX_ORIGIN} from '../../src/services/sandbox/origin.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let host: Partial<Host>;
beforeEach(() => {
  home = new TempHome();
  const configDirectory = join(home.path, '.tool', 'sandbox');
  home.writeConfig(
    {
      default_profile: 'sandbox',
      profiles: [{name: 'sandbox', key_id: 'S', issuer_id: 'I', private_key_path: home.keyPath}],
    },
    '.tool/sandbox/config.json',
  );
  const embedded = async () => ({configDirectory}) as EmbeddedSandbox;
  host = {sandbox: {origin: 'http://sandbox.test', embedded, serve: () => Promise.reject(new Error('not here'))}};
});
afterEach(() => home.remove());

const run = (words: readonly string[], env: Record<string, string> = {}) =>
  home.run(['--sandbox', 'auth', ...words], {host, env});

test('uses only the sandbox profile in the sandbox, and ignores variables and a local config', async () => {
  home.writeConfig({default_profile: 'Local', profiles: [{name: 'Local'}]}, 'work/.tool/config.json');
  const {stdout} = await run(['status', '--output', 'json', '--verbose'], {TOOL_KEY_ID: 'K', TOOL_PROFILE: 'Real'});
  expect(JSON.parse(stdout)).toMatchObject({
    credentials: [{name: 'sandbox', isDefault: true}],
    activeProfile: 'sandbox',
    environmentCredentialsProvided: false,
    keychainAvailable: false,
    localConfigPath: null,
  });
});

test('keeps a login and a logout within the sandbox', async () => {
  const words = ['login', '--name', 'Mine', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath];
  const {stdout, stderr} = await run(words);
  expect(stdout).toContain(join(home.path, '.tool/sandbox/config.json'));
  expect(stderr).toContain('To go back: tool auth logout --sandbox --name Mine\n');
  expect((await run(['logout'])).stdout).toBe('Removed 2 stored credentials\n');
  expect(home.exists('.tool/config.json')).toBe(false);
  expect(home.keychain.calls).toEqual([]);
});

test('refuses a local login in the sandbox, and points to the help', async () => {
  mkdirSync(join(home.path, 'work', '.tool'));
  const login = ['login', '--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key', home.keyPath];
  for (const words of [
    ['init', '--local'],
    [...login, '--local'],
  ]) {
    const {code, stderr} = await run(words);
    expect(code).toBe(2);
    expect(stderr).toContain(`'tool auth ${words[0]} --help'`);
  }
});

test('explains in Doctor why the sandbox has no keychain', async () => {
  const {code, stdout} = await run(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/sandbox keeps its credentials in a config of its own/);
  expect(stdout).not.toContain('TOOL_BYPASS_KEYCHAIN');
});

test.each([[['logout', '--all']], [['logout', '--name', 'sandbox']], [['init', '--force']]])(
  'recreates the sandbox profile after auth %j',
  async (words) => {
    const real = createSandbox({home: home.path, terminal: {} as Terminal});
    const own = {host: {sandbox: {origin: SANDBOX_ORIGIN, ...real}}};
    rmSync(join(home.path, '.tool'), {recursive: true});
    expect((await home.run(['--sandbox', 'auth', ...words], own)).code).toBe(0);
    expect(await home.run(['--sandbox', 'apps', 'list', '--limit', '1'], own)).toMatchObject({code: 0, stderr: ''});
    const {stdout} = await home.run(['--sandbox', 'auth', 'status'], own);
    expect(stdout).toMatch(/^sandbox +\w+ +yes +config$/m);
  },
);
