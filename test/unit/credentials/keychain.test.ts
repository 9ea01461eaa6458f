import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createKeychain} from '../../../src/services/host/keychain.ts';
import {holdTimeOuts} from '../../support/held-time-outs.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tool-helper-'));
});
afterAll(() => rmSync(directory, {recursive: true, force: true}));

function withHelper(source: string, options: {timeoutMs?: number; env?: Record<string, string>} = {}) {
  const helperPath = join(directory, `helper-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(helperPath, source);
  const env = {PATH: process.env.PATH ?? '', ...options.env};
  return createKeychain({helper: helperPath, env, interactive: false, timeoutMs: options.timeoutMs ?? 60_000});
}

const answering = (reply: string) =>
  `process.stdin.once('data', () => process.stdout.write(${JSON.stringify(`${reply}\n`)}));setInterval(() => {}, 1000);`;
/** Returns the source of a helper that writes its process ID to a file, then never answers and ignores SIGTERM. */
const stuck = (path: string) =>
  `import {writeFileSync} from 'node:fs';
   writeFileSync(${JSON.stringify(path)}, String(process.pid));
   process.on('SIGTERM', () => {});
   Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`;

describe('a keychain helper', () => {
  test('kills the keychain helper at the time limit, and mentions the limit in the error', async () => {
    const pidFile = join(directory, 'stuck.pid');
    const endTime = holdTimeOuts();
    const keychain = withHelper(stuck(pidFile), {timeoutMs: 700});
    const error = keychain.get('a').catch((thrown) => thrown);
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d/);
    endTime();
    expect(await error).toMatchObject({kind: 'storage', message: 'The system keychain did not answer within 0.7 s'});
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('kills the keychain helper at once if the run is interrupted', async () => {
    const helperPath = join(directory, 'waiting.mjs');
    const pidFile = join(directory, 'waiting.pid');
    writeFileSync(helperPath, stuck(pidFile));
    const controller = new AbortController();
    const env = {PATH: process.env.PATH ?? ''};
    const waiting = createKeychain({helper: helperPath, env, interactive: true, signal: controller.signal}).get('a');
    await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/\d/);
    controller.abort(new Error('interrupted'));
    await expect(waiting).rejects.toThrow('interrupted');
    await expect.poll(() => isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  });

  test('still undoes a keychain write after the run is interrupted', async () => {
    const helper = join(directory, 'undoing.mjs');
    writeFileSync(helper, answering('{"ok":true,"value":true}'));
    const interrupted = new Error('interrupted');
    const keychain = createKeychain({helper, env: {}, interactive: true, signal: AbortSignal.abort(interrupted)});
    await expect(keychain.delete('a')).rejects.toBe(interrupted);
    expect(await keychain.delete('a', {undo: true})).toBe(true);
  });

  test('distinguishes a refused keychain write from a missing answer', async () => {
    const refusing = withHelper(answering('{"ok":false,"available":true,"reason":"is locked"}'));
    expect((await refusing.set('a', 's').catch((error) => error)).cause).toBeUndefined();
    const silent = withHelper('setInterval(() => {}, 1000)', {timeoutMs: 300});
    expect((await silent.set('a', 's').catch((error) => error)).cause).toBeInstanceOf(Error);
  });

  test.each([
    ['crashes', 'process.abort()'],
    ['ends without an answer', ''],
    ['cannot be parsed', 'this is no program'],
    ['answers with something else', "process.stdout.write('segfault\\n'); process.exit(0)"],
    ['answers with half an answer', `process.stdout.write('{"ok":tr'); process.exit(0)`],
  ])('treats a keychain helper as missing if it %s', async (_, source) => {
    const keychain = withHelper(source);
    await expect(keychain.set('a', 's')).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringMatching(/is not available: its helper process ended without an answer/),
    });
    expect(await keychain.check()).toMatchObject({available: false, accessible: false});
  });

  test('counts a missing keychain helper as no keychain', async () => {
    const keychain = createKeychain({helper: join(directory, 'none.mjs'), env: {}, interactive: false});
    expect(await keychain.check()).toMatchObject({available: false});
  });

  test("returns the secret or the lock state from the keychain helper's answer", async () => {
    expect(await withHelper(answering('{"ok":true,"value":"secret"}')).get('a')).toBe('secret');
    expect(await withHelper(answering('{"ok":true,"value":false}')).get('a')).toBeUndefined();
    expect(await withHelper(answering('{"ok":true,"value":true}')).delete('a')).toBe(true);
    expect(await withHelper(answering('{"ok":true}')).check()).toEqual({available: true, accessible: true});
    const locked = withHelper(answering('{"ok":false,"available":true,"reason":"is locked"}'));
    expect(await locked.check()).toEqual({available: true, accessible: false, reason: 'is locked'});
    await expect(locked.delete('a')).rejects.toThrow('The system keychain is locked');
  });
});

test('passes a secret to the keychain helper on stdin only, with a minimal environment', async () => {
  const seen = join(directory, 'seen.json');
  const spy = `import {readFileSync, writeFileSync} from 'node:fs';
    process.stdin.once('data', (data) => {
      writeFileSync(${JSON.stringify(seen)}, JSON.stringify({argv: process.argv, env: process.env, input: String(data)}));
      process.stdout.write('{"ok":true}\\n');
    });`;
  const env = {
    HOME: '/home/me',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/x',
    XDG_RUNTIME_DIR: '/run/x',
    TOOL_PRIVATE_KEY: 'CANARY',
    TOOL_KEY_ID: 'CANARY',
    NODE_OPTIONS: '--no-warnings',
    AWS_SECRET: 'CANARY',
  };
  await withHelper(spy, {env}).set('Work', 'CANARY-SECRET');
  const child = JSON.parse(readFileSync(seen, 'utf8'));
  expect(JSON.stringify([child.argv, child.env])).not.toContain('CANARY');
  expect(Object.keys(child.env).sort()).toEqual(['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'PATH', 'XDG_RUNTIME_DIR']);
  expect(JSON.parse(child.input)).toEqual({
    operation: 'set',
    account: 'Work',
    secret: 'CANARY-SECRET',
    interactive: false,
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
