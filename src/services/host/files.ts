import {randomBytes} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import * as fs from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {FileStat, Files, OnBusy} from '../ports.ts';
import {createClock} from './clock.ts';
import {readBounded} from './read-bounded.ts';

/** Milliseconds after which the lock of a process that is gone is taken over, and for which one is waited for. */
const LOCK_STALE = 5000;
const LOCK_WAIT = 75_000;

/** What the name of a temporary file ends with. */
const TEMPORARY = /\.[0-9a-f]{12}\.tmp$/;

const {sleep} = createClock();

/** The real file system. */
export function createFiles(): Files {
  return {
    read: readBounded,
    lstat: (path) => absentAsUndefined(fs.lstat(path).then(toStat)),
    stat: (path) => absentAsUndefined(fs.stat(path).then(toStat)),
    realpath: (path) => fs.realpath(path),
    writeAtomic,
    async leftovers(directory) {
      const names = await fs.readdir(directory).catch(() => []);
      return names.filter((name) => TEMPORARY.test(name)).map((name) => join(directory, name));
    },
    async makeDirectory(path, mode) {
      await makeWithParents(path, mode);
      // What mkdir was asked for passes through the umask, and an existing directory keeps its mode.
      if (mode !== undefined && ((await fs.stat(path)).mode & 0o777) !== mode) await fs.chmod(path, mode);
    },
    chmod: (path, mode) => fs.chmod(path, mode),
    remove: (path) => fs.rm(path, {force: true}),
    readdir: (path) => fs.readdir(path),
    withLock,
  };
}

/** Not `recursive`: below a directory like /proc, where nothing can be made, Node tries for ever. */
async function makeWithParents(path: string, mode?: number): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    // The root of a drive that is not there is its own parent.
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
    const isThere = (await fs.stat(path).catch(() => undefined))?.isDirectory();
    if (!isThere) throw error;
  }
}

/** Run by sudo, what is made in a folder of the user who ran it is that user's: they could not use it any more otherwise. */
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

/** Not write-file-atomic: that one takes a short write, as of a disk that fills up, for a whole one. */
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

/** Makes the rename last through a power cut. Some file systems cannot, and then there is nothing more to do. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await fs.open(path, constants.O_RDONLY);
    await directory.sync().finally(() => directory.close());
  } catch {
    // The content is complete either way.
  }
}

async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal, onBusy?: OnBusy): Promise<T> {
  const {lock} = (await import('proper-lockfile')).default;
  const deadline = performance.now() + LOCK_WAIT;
  for (;;) {
    signal?.throwIfAborted();
    let release: () => Promise<void>;
    try {
      // A lock taken over by another, after this process was stopped for long, must not crash it: writes are atomic.
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

/** A lock is a directory that its holder touches every second. Without times of birth, Node gives that touch for one. */
async function heldSince(path: string): Promise<number | undefined> {
  const {birthtimeMs = 0, ctimeMs = 0} = await fs.stat(`${path}.lock`).catch(() => ({}) as Partial<Stats>);
  return birthtimeMs > 0 && birthtimeMs < ctimeMs ? birthtimeMs : undefined;
}
