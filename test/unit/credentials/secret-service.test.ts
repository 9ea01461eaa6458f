import {type ChildProcess, spawn} from 'node:child_process';
import {rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../../src/services/host/files.ts';
import {createKeychain} from '../../../src/services/host/keychain.ts';
import type {Keychain} from '../../../src/services/ports.ts';
import {
  buildKeychainHelper,
  type Keyring,
  keyringMissing,
  type OpenKeyring,
  startBus,
  startKeyring,
  startOpenKeyring,
} from '../../support/keyring.ts';
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
    // All tests share one keyring, so the test that locks it must come last.
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

    test('stores a profile in the keyring, reads it without its key file, switches to it and removes it', async () => {
      const keychain = keychainOf(keyring.env);
      expect(await login('Größe 漢字 🗝')).toMatchObject({code: 0, stderr: ''});
      expect(await login('B')).toMatchObject({code: 0, stderr: ''});
      rmSync(home.keyPath);
      expect(JSON.parse((await keychain.get('Größe 漢字 🗝')) ?? '')).toEqual({
        key_id: home.plausible.keyId,
        issuer_id: home.plausible.issuerId,
        private_key: home.der,
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

    test('repairs an index entry whose keyring item someone else removed', async () => {
      await login('A');
      await keychainOf(keyring.env).delete('A');
      expect((await run('doctor')).code).toBe(1);
      expect((await run('doctor', '--fix', '--confirm')).code).toBe(0);
      expect(home.config()).toEqual({profiles: []});
    });

    test('reads a long secret back from the keyring completely', async () => {
      const keychain = keychainOf(keyring.env);
      const secret = 'ä"\n\\'.repeat(4000);
      await keychain.set('long', secret);
      expect(await keychain.get('long')).toBe(secret);
    });

    test('distinguishes a locked keyring from a missing item', async () => {
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

  describe('with a keyring that has no password', () => {
    let keyring: OpenKeyring;
    let home: TempHome;
    beforeEach(async () => {
      home = new TempHome();
      keyring = await startOpenKeyring();
    });
    afterEach(() => {
      keyring.stop();
      home.remove();
    });

    const withKeyring = () => ({host: {keychain: keychainOf(keyring.env)}});
    const signs = async () => {
      const {code, stdout, stderr} = await home.run(['auth', 'token'], withKeyring());
      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      return stdout;
    };

    test("keeps a profile in the keyring, and another program's secrets, across two desktop logins", async () => {
      const name = String.raw`C:\new "${'ü'}" $x [y]`;
      expect(await home.login(name, [], {...withKeyring(), plausible: true})).toMatchObject({code: 0, stderr: ''});
      for (const secret of ['one', 'two']) {
        await keyring.logInAgain();
        await signs();
        await keyring.storeElsewhere(secret);
        await keyring.logInAgain();
        expect(await keyring.readElsewhere()).toBe(secret);
        await signs();
      }
      expect(await home.run(['auth', 'logout', '--name', name], withKeyring())).toMatchObject({code: 0});
      await keyring.logInAgain();
      expect(await keyring.readElsewhere()).toBe('two');
    });

    test('accepts a login right after the desktop login, before anything unlocks the keyring', async () => {
      await keyring.logInAgain();
      expect(await keychainOf(keyring.env).check()).toEqual({available: true, accessible: true});
      await keyring.logInAgain();
      const {stdout} = await home.login('A', [], {...withKeyring(), plausible: true});
      expect(stdout).toContain('Storing credentials in system keychain');
    });

    test.each([
      ['whole', 0],
      ['damaged by a login', 1],
    ])('reads a keyring item of the old format with line breaks that are %s, and rewrites it', async (_, logIns) => {
      await home.login('A', [], {...withKeyring(), plausible: true});
      const {keyId, issuerId} = home.plausible;
      const older = JSON.stringify({key_id: keyId, issuer_id: issuerId, private_key: home.pem});
      await keychainOf(keyring.env).set('A', older);
      for (let n = 0; n < logIns; n++) await keyring.logInAgain();
      await signs();
      expect(await keychainOf(keyring.env).get('A')).not.toMatch(/[\\\n]/);
      await keyring.storeElsewhere('mine');
      await keyring.logInAgain();
      expect(await keyring.readElsewhere()).toBe('mine');
      await signs();
    });

    test('does not restore the old format of a keyring item if a login is undone', async () => {
      await home.login('A', [], {...withKeyring(), plausible: true});
      await keychainOf(keyring.env).set('A', JSON.stringify({key_id: 'K', issuer_id: 'I', private_key: home.pem}));
      await keyring.logInAgain();
      const keychain = keychainOf(keyring.env);
      const files = {...createFiles(), writeAtomic: () => Promise.reject(Object.assign(new Error(), {code: 'ENOSPC'}))};
      expect(await home.login('A', [], {host: {keychain, files}, plausible: true})).toMatchObject({code: 10});
      expect(JSON.parse((await keychain.get('A')) ?? '')).toEqual({
        key_id: 'K',
        issuer_id: 'I',
        private_key: home.der,
      });
    });
  });

  test('treats a session bus without a Secret Service as no keychain', async () => {
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
  ])('treats a missing session bus as no keychain: %j', async (variables: Record<string, string>) => {
    const keychain = keychainOf({PATH: process.env.PATH ?? '', ...variables});
    expect(await keychain.check()).toMatchObject({available: false, reason: expect.stringContaining('session bus')});
    await expect(keychain.set('a', 'b')).rejects.toMatchObject({kind: 'storage'});
  });

  test('tries each address of the session bus for the keychain', async () => {
    const keyring = await startKeyring();
    try {
      const DBUS_SESSION_BUS_ADDRESS = `unix:path=/nonexistent/bus;${keyring.env.DBUS_SESSION_BUS_ADDRESS}`;
      const keychain = keychainOf({...keyring.env, DBUS_SESSION_BUS_ADDRESS});
      expect(await keychain.check()).toEqual({available: true, accessible: true});
    } finally {
      keyring.stop();
    }
  });

  test('says that there is no keychain because the session bus is disabled', async () => {
    const keychain = keychainOf({PATH: process.env.PATH ?? '', DBUS_SESSION_BUS_ADDRESS: 'disabled:'});
    const reason = 'is not available: the session bus is switched off (DBUS_SESSION_BUS_ADDRESS)';
    expect(await keychain.check()).toEqual({available: false, accessible: false, reason});
  });

  test('gives up the keychain after the time limit on a session bus that never answers', async () => {
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

  test('ends the keychain helper when tool has ended', async () => {
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
