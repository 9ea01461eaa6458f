import {type ChildProcess, spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createKeychain} from '../../../src/services/host/keychain.ts';
import type {Keychain} from '../../../src/services/ports.ts';
import {buildKeychainHelper, type Keyring, keyringMissing, startBus, startKeyring} from '../../support/keyring.ts';
import {TempHome} from '../../support/temp-home.ts';

const missing = keyringMissing();
// biome-ignore lint/suspicious/noConsole: the one line that says why tests did not run
if (missing) console.warn(`Tests against a real keyring are skipped: ${missing}`);

describe.skipIf(missing)('a real Secret Service', () => {
  let helperPath: string;
  beforeAll(async () => {
    helperPath = await buildKeychainHelper();
  });
  afterAll(() => rmSync(join(helperPath, '../..'), {recursive: true, force: true}));

  const keychainOf = (env: Record<string, string>, interactive = false, timeoutMs = 60_000): Keychain =>
    createKeychain({helper: helperPath, env, interactive, timeoutMs});

  describe('with an unlocked keyring', () => {
    // One for all tests: the one that locks it comes last.
    let keyring: Keyring;
    let home: TempHome;
    beforeAll(async () => {
      keyring = await startKeyring();
    });
    afterAll(() => keyring.stop());
    beforeEach(() => {
      home = new TempHome();
    });
    afterEach(() => home.remove());

    const run = (...words: string[]) => home.run(['auth', ...words], {host: {keychain: keychainOf(keyring.env)}});
    const login = (name: string, ...more: string[]) =>
      home.login(name, more, {host: {keychain: keychainOf(keyring.env)}, plausible: true});

    test('a profile is stored, read back after its key file is gone, switched to and removed', async () => {
      const keychain = keychainOf(keyring.env);
      expect(await login('Größe 漢字 🗝')).toMatchObject({code: 0, stderr: ''});
      expect(await login('B')).toMatchObject({code: 0, stderr: ''});
      rmSync(home.keyPath);
      expect(JSON.parse((await keychain.get('Größe 漢字 🗝')) ?? '')).toEqual({
        key_id: home.plausible.keyId,
        issuer_id: home.plausible.issuerId,
        private_key: home.pem,
      });
      expect((await run('doctor')).stdout).toMatch(/'B' \(keychain\): key readable[\s\S]*No issues found\.\n$/);
      expect((await run('switch', '--name', 'Größe 漢字 🗝')).code).toBe(0);
      expect((await run('status')).stdout).toMatch(/^Größe 漢字 🗝 .* yes +keychain$/m);
      expect((await run('logout', '--name', 'B')).stdout).toBe("Removed stored credential 'B'\n");
      expect(await keychain.get('B')).toBeUndefined();
      expect(await keychain.delete('B')).toBe(false);
      expect((await run('logout')).stdout).toBe('Removed 1 stored credentials\n');
      expect(await keychain.get('Größe 漢字 🗝')).toBeUndefined();
    });

    test('an index entry whose item someone else removed is found and repaired', async () => {
      await login('A');
      await keychainOf(keyring.env).delete('A');
      expect((await run('doctor')).code).toBe(1);
      expect((await run('doctor', '--fix', '--confirm')).code).toBe(0);
      expect(home.config()).toEqual({profiles: []});
    });

    test('a long secret is read back completely', async () => {
      const keychain = keychainOf(keyring.env);
      const secret = 'ä"\n\\'.repeat(4000);
      await keychain.set('long', secret);
      expect(await keychain.get('long')).toBe(secret);
    });

    test('a locked collection is told from an item that is not there', async () => {
      await login('A');
      const keychain = keychainOf(keyring.env);
      expect(await keychain.get('Z')).toBeUndefined();
      await keyring.lock();
      expect(await keychain.check()).toEqual({available: true, accessible: false, reason: 'is locked'});
      for (const one of [keychain, keychainOf(keyring.env, true)]) {
        for (const account of ['A', 'Z']) {
          await expect(one.get(account)).rejects.toMatchObject({kind: 'storage'});
          await expect(one.delete(account)).rejects.toMatchObject({kind: 'storage'});
        }
      }
      expect((await run('status')).stdout).toContain('Credential storage: Config File');
      expect((await run('logout')).code).toBe(10);
      expect(home.config().profiles).toHaveLength(1);
      const fallback = await login('B');
      expect(fallback).toMatchObject({code: 0, stdout: expect.stringContaining('config file at')});
      expect(fallback.stderr).toMatch(/is locked; the profile is stored in the config file/);
    });
  });

  test('a bus without a service is no keychain', async () => {
    const bus = await startBus();
    try {
      const keychain = keychainOf(bus.env);
      expect(await keychain.check()).toEqual({
        available: false,
        accessible: false,
        reason: 'is not available: no Secret Service is running',
      });
      await expect(keychain.get('a')).rejects.toMatchObject({kind: 'storage'});
    } finally {
      bus.stop();
    }
  });

  test.each([
    [{}],
    [{DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus'}],
    [{DBUS_SESSION_BUS_ADDRESS: 'tcp:host=127.0.0.1,port=1'}],
  ])('no bus at all (%j) is no keychain', async (variables: Record<string, string>) => {
    const keychain = keychainOf({PATH: process.env.PATH ?? '', ...variables});
    expect(await keychain.check()).toMatchObject({available: false, reason: expect.stringContaining('session bus')});
    await expect(keychain.set('a', 'b')).rejects.toMatchObject({kind: 'storage'});
  });

  test('a bus that never answers is given up after the limit', async () => {
    const home = new TempHome();
    const path = join(home.path, 'bus');
    const server = createServer(() => {}).listen(path);
    try {
      const keychain = keychainOf(
        {PATH: process.env.PATH ?? '', DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`},
        false,
        800,
      );
      expect(await keychain.check()).toEqual({
        available: true,
        accessible: false,
        reason: 'did not answer within 0.8 s',
      });
      const {code, stderr} = await home.login('A', [], {host: {keychain}});
      expect(code).toBe(0);
      expect(stderr).toMatch(/did not answer within 0.8 s; the profile is stored in the config file/);
    } finally {
      server.close();
      home.remove();
    }
  });

  test('a helper whose tool is gone ends too', async () => {
    const home = new TempHome();
    const path = join(home.path, 'bus');
    const server = createServer(() => {}).listen(path);
    const env = {PATH: process.env.PATH ?? '', DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`};
    const helper: ChildProcess = spawn(process.execPath, [helperPath], {env, stdio: ['pipe', 'ignore', 'ignore']});
    try {
      const ended = new Promise((resolve) => helper.once('exit', (_, signal) => resolve(signal)));
      helper.stdin?.end('{"operation":"check","interactive":false}\n');
      expect(await ended).toBe('SIGKILL');
    } finally {
      helper.kill('SIGKILL');
      server.close();
      home.remove();
    }
  });
});
