import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Files, Keychain} from '../../src/services/ports.ts';
import {type RunInHome, TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

/** File access that takes no lock, as if the run had been suspended for so long that its lock counts as abandoned. */
const unlocked: Files = {...createFiles(), withLock: (_, work) => work()};
const inConfig = ['--bypass-keychain'];
const names = () => (home.config().profiles as {name: string}[]).map(({name}) => name).sort();

/** Creates a keychain that calls `happens` before it stores a secret, at most `times` times. */
function delayed(happens: () => Promise<unknown>, times = 1): Keychain {
  let left = times;
  return {
    ...home.keychain,
    async set(account, secret) {
      if (left-- > 0) await happens();
      await home.keychain.set(account, secret);
    },
  };
}

describe('a login that another login overtakes', () => {
  test.each([
    ['a new config', []],
    ['a config with profiles', ['A']],
  ])('restarts a login if another login changes the config, and stores both profiles in %s', async (_, before) => {
    for (const name of before) await home.login(name, inConfig);
    const other = () => home.login('Other', inConfig, {host: {files: unlocked}});
    const outcome = await home.login('Mine', [], {host: {files: unlocked, keychain: delayed(other)}});
    expect(outcome).toMatchObject({code: 0, stderr: ''});
    expect(names()).toEqual([...before, 'Mine', 'Other']);
    expect(home.config().default_profile).toBe('Mine');
    expect([...home.keychain.items.keys()]).toEqual(['Mine']);
  });

  test('gives up a login that other logins overtake several times, and removes its secret from the keychain', async () => {
    let count = 0;
    const other = () => home.login(`Other${count++}`, inConfig, {host: {files: unlocked}});
    const {code, stderr} = await home.login('Mine', [], {host: {files: unlocked, keychain: delayed(other, 9)}});
    expect(code).toBe(10);
    expect(stderr).toContain(`Cannot write ${home.configPath}: another process has changed it in the meantime`);
    expect(names()).toEqual(['Other0', 'Other1', 'Other2']);
    expect(home.keychain.items.size).toBe(0);
  });

  test('keeps the secret of another login for the same profile if this login fails', async () => {
    const other = () => home.login('Mine', [], {host: {files: unlocked}, plausible: true});
    const failing = {...unlocked, writeAtomic: failAt(home.configPath)};
    const keychain = {
      ...home.keychain,
      async set(account: string, secret: string) {
        await home.keychain.set(account, secret);
        await other();
      },
    };
    expect(await home.login('Mine', [], {host: {files: failing, keychain}})).toMatchObject({code: 10});
    expect(JSON.parse(home.keychain.items.get('Mine') ?? '')).toMatchObject({key_id: home.plausible.keyId});
    expect(home.config().profiles).toMatchObject([{name: 'Mine', key_id: home.plausible.keyId}]);
  });
});

/** Makes every write of the file fail. */
function failAt(path: string): Files['writeAtomic'] {
  return async (target, ...more) => {
    if (target === path) throw Object.assign(new Error('full'), {code: 'ENOSPC'});
    return unlocked.writeAtomic(target, ...more);
  };
}

/** Calls `happens` once, right before the file is written. */
function onWriteOf(path: string, happens: () => Promise<unknown>): Files {
  let isDone = false;
  return {
    ...unlocked,
    async writeAtomic(target, ...more) {
      if (target === path && !isDone) {
        isDone = true;
        await happens();
      }
      return unlocked.writeAtomic(target, ...more);
    },
  };
}

describe('a change by another run', () => {
  const withFiles = (files: Files): RunInHome => ({host: {files}});

  test.each([
    ['a switch', ['switch', '--name', 'A'], ['A', 'B', 'Other']],
    ['a logout', ['logout', '--name', 'A'], ['B', 'Other']],
    ['auth init --force', ['init', '--force'], []],
  ])('keeps the profile that another run stores while %s writes the config', async (_, words, expected) => {
    for (const name of ['A', 'B']) await home.login(name, inConfig);
    const files = onWriteOf(home.configPath, () => home.login('Other', inConfig, withFiles(unlocked)));
    expect((await home.run(['auth', ...words], withFiles(files))).code).toBe(0);
    expect(home.config().profiles ? names() : []).toEqual(expected);
    if (words[0] === 'init') expect(readFileSync(`${home.configPath}.bak`, 'utf8')).toContain('Other');
  });

  test("keeps another run's change to the record of trust", async () => {
    const record = join(home.path, '.tool', 'trusted.json');
    home.writeConfig({profiles: []}, 'other/.tool/config.json');
    const other = () => home.run(['auth', 'trust'], {cwd: 'other', ...withFiles(unlocked)});
    home.writeConfig({profiles: []}, 'work/.tool/config.json');
    expect(await home.run(['auth', 'trust'], withFiles(onWriteOf(record, other)))).toMatchObject({code: 0});
    const {trusted} = JSON.parse(readFileSync(record, 'utf8'));
    expect(Object.keys(trusted).sort()).toEqual([join(home.path, 'other/.tool/config.json'), home.localPath]);
  });
});

test('does not treat an unreadable record of trust as damaged', async () => {
  const record = join(home.path, '.tool', 'trusted.json');
  await home.writeLocal({profiles: []}, 'other');
  const trusted = readFileSync(record, 'utf8');
  home.writeConfig({profiles: []}, 'work/.tool/config.json');
  const read: Files['read'] = async (path, options) => {
    if (path === record) throw Object.assign(new Error('EMFILE'), {code: 'EMFILE'});
    return unlocked.read(path, options);
  };
  const {code, stderr} = await home.run(['auth', 'trust'], {host: {files: {...unlocked, read}}});
  expect({code, stderr}).toEqual({code: 10, stderr: `Error: Cannot read ${record}: too many files are open\n`});
  expect(readFileSync(record, 'utf8')).toBe(trusted);
});

describe('a secret that the keychain stores without an answer', () => {
  const silent = (error: ToolError, more: Partial<Keychain> = {}): Keychain => ({
    ...home.keychain,
    async set(account, secret) {
      await home.keychain.set(account, secret);
      throw error;
    },
    ...more,
  });
  const late = () =>
    new ToolError('storage', 'The system keychain did not answer within 5 s', {cause: new Error('late')});

  test('stores a profile in the config file, and removes the new secret, if the keychain does not answer', async () => {
    const {code, stderr} = await home.login('A', [], {host: {keychain: silent(late())}});
    const warning = 'The system keychain did not answer within 5 s; the profile is stored in the config file instead';
    expect({code, stderr}).toEqual({code: 0, stderr: `Warning: ${warning}\n`});
    expect(home.keychain.items.size).toBe(0);
  });

  test('removes the new secret from the keychain if a login is interrupted during the write', async () => {
    const interrupted = new ToolError('interrupted', 'interrupted', {facts: {signal: 'SIGINT'}});
    expect((await home.login('A', [], {host: {keychain: silent(interrupted)}})).code).toBe(130);
    expect([home.keychain.items.size, existsSync(home.configPath)]).toEqual([0, false]);
  });

  test('says how to remove a secret by hand if the keychain does not answer', async () => {
    const keychain = silent(late(), {get: () => Promise.reject(late())});
    const {code, stderr} = await home.login('A', [], {host: {keychain}});
    expect(code).toBe(0);
    expect(stderr).toMatch(/It may be in the keychain as well; remove it by hand: its service is 'tool'\n$/);
  });

  test('restores the previous secret if a login is interrupted during its write to the keychain', async () => {
    await home.login('A');
    const old = home.keychain.items.get('A');
    const failing = {...home.keychain, set: home.keychain.set};
    let calls = 0;
    failing.set = async (account, secret) => {
      await home.keychain.set(account, secret);
      if (calls++ === 0) throw new ToolError('interrupted', 'interrupted', {facts: {signal: 'SIGINT'}});
    };
    expect((await home.login('A', [], {host: {keychain: failing}, plausible: true})).code).toBe(130);
    expect(home.keychain.items.get('A')).toBe(old);
  });
});
