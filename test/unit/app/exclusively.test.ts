import {mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {exclusively} from '../../../src/app/session/exclusively.ts';
import {createClock} from '../../../src/services/host/clock.ts';
import {createFiles} from '../../../src/services/host/files.ts';
import type {Files} from '../../../src/services/ports.ts';
import {ManualClock} from '../../support/manual-clock.ts';

let home: string;
let clock: ManualClock;
let said: string[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tool-exclusively-'));
  clock = new ManualClock();
  said = [];
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const MINUTE = 60_000;
const locked = () => Object.assign(new Error('locked'), {code: 'ELOCKED'});
const under = (withLock: Files['withLock'], folder = async () => home) =>
  exclusively({files: {...createFiles(), withLock}, clock}, folder, (text) => said.push(text));

test('waits for the lock of another run, and reports the wait once', async () => {
  const run = under(async (_, work, __, onBusy) => {
    for (const ms of [0, 7999, 1, 5000]) {
      clock.advance(ms);
      onBusy?.();
      expect(said).toHaveLength(ms === 0 || ms === 7999 ? 0 : 1);
    }
    return work();
  });
  expect(await run('app/1', async (hasWaited) => hasWaited)).toBe(true);
  expect(said).toEqual([
    expect.stringMatching(/^Another tool process is doing this\. Waiting up to ten minutes .*app_1\.lock/),
  ]);
});

test('takes over the lock of a killed run, and reports no wait', async () => {
  const lock = join(home, 'locks', '1.lock');
  mkdirSync(lock, {recursive: true});
  const run = exclusively(
    {files: createFiles(), clock: createClock()},
    async () => home,
    (text) => said.push(text),
  );
  expect(await run('1', async (hasWaited) => hasWaited)).toBe(true);
  expect(said).toEqual([]);
}, 20_000);

test('waits at most ten minutes for the lock of another run', async () => {
  let tries = 0;
  const run = under(async () => {
    tries += 1;
    clock.advance(5 * MINUTE);
    throw locked();
  });
  await expect(run('1', async () => 'done')).rejects.toMatchObject({kind: 'waited'});
  // The third try comes at exactly ten minutes, which is still within the limit.
  expect(tries).toBe(3);
});

test('does not wait if no lock can be created', async () => {
  const refused = (code: string) => Promise.reject(Object.assign(new Error(code), {code}));
  expect(await under(() => refused('EROFS'))('1', async (hasWaited) => hasWaited)).toBe(false);
  const never: Files['withLock'] = () => Promise.reject(new Error('not asked for'));
  expect(await under(never, () => refused('EACCES'))('1', async (hasWaited) => hasWaited)).toBe(false);
});

test('does not repeat the work under a lock if the work itself fails with a lock error', async () => {
  let times = 0;
  const run = under((_, work) => work());
  const work = () => {
    times += 1;
    return Promise.reject(locked());
  };
  await expect(run('1', work)).rejects.toMatchObject({code: 'ELOCKED'});
  expect(times).toBe(1);
});

test('creates the folder of the locks and its parents so that only the user can open them', async () => {
  const folder = join(home, 'new', '.tool');
  await exclusively(
    {files: createFiles(), clock},
    async () => folder,
    () => {},
  )('1', async () => {});
  for (const path of [folder, join(folder, 'locks')]) expect(statSync(path).mode & 0o777).toBe(0o700);
});
