import {randomBytes} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import * as fs from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {FileStat, Files, OnBusy} from '../ports.ts';
import {appendLine} from './append-line.ts';
import {createClock} from './clock.ts';
import {readBounded} from './read-bounded.ts';

/** Milliseconds: when a lock counts as abandoned, and how long to wait for one. */
const LOCK_STALE = 5000;
const LOCK_WAIT = 75_000;

const TEMPORARY = /\.[0-9a-f]{12}\.tmp$/;

const {sleep} = createClock();

export function createFiles(): Files {
  return {
    read: readBounded,
    lstat: (path) => absentAsUndefined(fs.lstat(path).then(toStat)),
    stat: (path) => absentAsUndefined(fs.stat(path).then(toStat)),
    realpath: (path) => fs.realpath(path),
    writeAtomic,
    appendLine: (path, line, options) => appendLine(path, line, options, withLock, (at) => callerAmong(dirname(at))),
    async leftovers(directory) {
      const names = await fs.readdir(directory).catch(() => []);
      return names.filter((name) => TEMPORARY.test(name)).map((name) => join(directory, name));
    },
    async makeDirectory(path, mode) {
      await makeWithParents(path, mode);
      // mkdir's mode is subject to the umask, and an existing directory keeps its own.
      if (mode !== undefined && ((await fs.stat(path)).mode & 0o777) !== mode) await fs.chmod(path, mode);
    },
    chmod: (path, mode) => fs.chmod(path, mode),
    remove: (path) => fs.rm(path, {force: true}),
    readdir: (path) => fs.readdir(path),
    withLock,
  };
}

/** Not `recursive`: where nothing can be created, as in /proc, Node retries forever. */
async function makeWithParents(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    // A missing drive's root is its own parent.
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeWithParents(parent, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode?: number): Promise<void> {
  try {
    await fs.mkdir(path, {mode});
    const owner = await callerAmong(dirname(path));
    if (owner) {
      const directory = await fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
      await directory.chown(owner.uid, owner.gid).finally(() => directory.close());
    }
  } catch (error) {
    const exists = (await fs.stat(path).catch(() => undefined))?.isDirectory();
    if (!exists) throw error;
  }
}

/** Under sudo, files in the calling user's folders are given to that user, who could not use them otherwise. */
async function callerAmong(folder: string): Promise<Stats | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const stats = await fs.stat(folder);
  return stats.uid !== 0 && process.env.SUDO_UID === String(stats.uid) ? stats : undefined;
}

async function absentAsUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function toStat(stats: Stats): FileStat {
  const {mode, size, uid, gid} = stats;
  return {kind: kindOf(stats), mode: mode & 0o7777, size, uid, gid};
}

function kindOf(stats: Stats): FileStat['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'symlink';
  return stats.isFIFO() ? 'fifo' : 'other';
}

/** Not write-file-atomic, which takes a short write (a full disk) for a complete one. */
async function writeAtomic(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await fs.open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      const owner = await callerAmong(dirname(path));
      if (owner) await file.chown(owner.uid, owner.gid);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, {force: true}).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Makes the rename survive a power cut, where the file system supports that. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await fs.open(path, constants.O_RDONLY);
    await directory.sync().finally(() => directory.close());
  } catch {}
}

async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal, onBusy?: OnBusy): Promise<T> {
  const {lock} = (await import('proper-lockfile')).default;
  const deadline = performance.now() + LOCK_WAIT;
  for (;;) {
    signal?.throwIfAborted();
    let release: () => Promise<void>;
    try {
      // Losing the lock after a long stop must not crash the process: writes are atomic.
      release = await lock(path, {realpath: false, stale: LOCK_STALE, update: 1000, retries: 0, onCompromised() {}});
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED' || performance.now() > deadline) throw error;
      onBusy?.(await heldSince(path));
      await sleep(20 + Math.random() * 60, signal);
      continue;
    }
    try {
      return await work();
    } finally {
      await release().catch(() => {});
    }
  }
}

/** The holder touches its lock every second. Without birth times, Node reports that touch instead. */
async function heldSince(path: string): Promise<number | undefined> {
  const {birthtimeMs = 0, ctimeMs = 0} = await fs.stat(`${path}.lock`).catch(() => ({}) as Partial<Stats>);
  return birthtimeMs > 0 && birthtimeMs < ctimeMs ? birthtimeMs : undefined;
}
