import {chmodSync, existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, test} from 'vitest';
import {type Keyring, keyringMissing, startKeyring} from '../support/keyring.ts';
import {newKey} from '../support/temp-home.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

describe.skipIf(!hasTmux)('profiles in a terminal', () => {
  let terminal: Tmux;
  let keyring: Keyring | undefined;

  afterEach(async () => {
    await terminal.close();
    keyring?.stop();
    keyring = undefined;
  });

  const inHome = (path: string) => join(terminal.home, path);
  const config = () => JSON.parse(readFileSync(inHome('.tool/config.json'), 'utf8'));

  function start(env: Record<string, string> = {}) {
    terminal = new Tmux({env: {TOOL_API_URL: 'http://127.0.0.1:9', ...env}});
    writeFileSync(inHome('key.p8'), newKey(), {mode: 0o600});
  }

  async function login(name: string, keyId = `K${name}`, issuerId = 'I') {
    const ids = `--key-id ${keyId} --issuer-id ${issuerId}`;
    terminal.run(`clear; tool auth login --name ${name} ${ids} --private-key ~/key.p8`);
    await terminal.see(`Registered API key '${name}'`);
    terminal.run('clear');
  }

  test('asks before a bare logout removes anything', async () => {
    start();
    await login('one');
    await login('two');
    terminal.run('tool auth logout');
    await terminal.see('Remove 2 stored profiles: ');
    terminal.keys('Escape');
    await terminal.until('asked no more', () => !terminal.screen().includes('Remove 2'));
    expect(config().profiles).toHaveLength(2);
    terminal.keys('x');
    await terminal.see("Remove 'one'");
    terminal.keys('Enter');
    await terminal.see("Logged out of 'one'");
    expect(config().profiles).toHaveLength(1);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run('clear; tool auth logout');
    await terminal.see('Remove 1 stored profile');
    terminal.keys('Enter');
    await terminal.see('Removed 1 stored credential');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run('clear; tool auth status');
    await terminal.see('No credentials stored.');
  });

  test('sets a profile as the default, and uses another profile for the current run only', async () => {
    start();
    await login('one');
    await login('two');
    terminal.run('tool auth');
    await terminal.see('2 profiles');
    terminal.keys('Enter');
    await terminal.see("Using 'one' in this run");
    expect(config().default_profile).toBe('two');
    terminal.keys('d');
    await terminal.see("Default profile set to 'one'");
    terminal.keys('v');
    await terminal.until('both have a verdict', () => terminal.screen().match(/failed: GET \/v1\/apps/g)?.length === 2);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run('clear; tool auth status');
    await terminal.see(/one +Kone +yes/);
  });

  test("repairs Doctor's findings after a confirmation", async () => {
    start();
    await login('one', 'ABCDE12345', '01234567-89ab-cdef-0123-456789abcdef');
    chmodSync(inHome('.tool/config.json'), 0o644);
    terminal.run('tool tui doctor');
    await terminal.see('Found 1 warning and 0 errors.');
    terminal.keys('f');
    await terminal.see('tool auth doctor --fix --confirm');
    terminal.keys('Enter');
    await terminal.see('(repaired)');
    expect(statSync(inHome('.tool/config.json')).mode & 0o777).toBe(0o600);
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    terminal.run('clear; tool auth doctor');
    await terminal.see('No issues found.');
  });

  test.skipIf(keyringMissing())('stores a pasted key in the real keychain, and removes it again', async () => {
    keyring = await startKeyring();
    const {HOME: _, PATH: __, ...env} = keyring.env;
    start({...env, TOOL_BYPASS_KEYCHAIN: '0'});
    terminal.run('tool auth login');
    await terminal.see('Log in');
    for (const text of ['work', 'KEY1234567', '69a6de70-0000-47e3-e053-5b8c7c11a4d1']) terminal.keys(text, 'Tab');
    terminal.keys('Tab');
    terminal.paste(readFileSync(inHome('key.p8'), 'utf8'));
    await terminal.see('pasted key (EC P-256)');
    terminal.keys('C-s');
    await terminal.see('Stored in  system keychain');
    expect(existsSync(inHome('.tool/keys'))).toBe(false);
    expect(config().profiles).toEqual([{name: 'work', key_id: 'KEY1234567', stored_in: 'keychain'}]);
    terminal.keys('P');
    await terminal.see(/work +KEY1234567 +keychain +in use, default/);
    terminal.keys('x');
    await terminal.see("Remove 'work' (key ID KEY1234567) wherever it is stored?");
    terminal.keys('Enter');
    await terminal.see('No profile is stored.');
    terminal.keys('q');
    expect(await terminal.exitCode()).toBe(0);
    expect(config().profiles).toEqual([]);
  });
});
