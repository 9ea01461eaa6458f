import {randomBytes} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import * as fs from 'node:fs/promises';
import {hostname} from 'node:os';
import {dirname, join} from 'node:path';
import type {FileStat, Files} from '../ports.ts';
import {createClock} from './clock.ts';
import {readBounded} from './read-bounded.ts';

const LOCK_STALE = 5000;
const LOCK_WAIT = 75_000;
const LOG_LOCK_WAIT = 5000;

const TEMPORARY = /\.[0-9a-f]{12}\.tmp$/;

const {sleep} = createClock();

export function createFiles(): Files {
  return {
    read: readBounded,
    lstat: (path) => toStat(fs.lstat(path)),
    stat: (path) => toStat(fs.stat(path)),
    realpath: (path) => fs.realpath(path),
    writeAtomic,
    appendLine,
    ownName,
    isUnderWay,
    async leftovers(directory) {
      const names = await fs.readdir(directory).catch(() => []);
      return names.filter((name) => TEMPORARY.test(name)).map((name) => join(directory, name));
    },
    async makeDirectory(path, mode) {
      await makeWithParents(path, mode);
      // mkdir's mode is subject to the umask, and an existing directory keeps its own mode.
      const stats = await fs.lstat(path);
      if (mode !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o777) !== mode) await chmod(path, mode);
    },
    chmod,
    isReadOnly: async (path) => codeOf(await fs.access(path, constants.W_OK).catch((error) => error)) === 'EROFS',
    remove: (path) => fs.rm(path, {force: true}),
    readdir: (path) => fs.readdir(path),
    withLock,
  };
}

/** Creates one folder at a time. With `recursive`, Node retries forever where nothing can be created, as in /proc. */
async function makeWithParents(path: string, mode?: number): Promise<void> {
  const make = () =>
    fs.mkdir(path, {mode}).catch(async (error) => {
      const exists = (await fs.stat(path).catch(() => undefined))?.isDirectory();
      if (!exists) throw error;
    });
  const parent = dirname(path);
  await make().catch(async (error) => {
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeWithParents(parent, mode);
    await make();
  });
}

async function toStat(found: Promise<Stats>): Promise<FileStat | undefined> {
  const stats = await found.catch((error) => {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
  });
  if (!stats) return undefined;
  const {mode, size, uid, gid} = stats;
  return {kind: kindOf(stats), mode: mode & 0o7777, size, uid, gid};
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

function kindOf(stats: Stats): FileStat['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'directory';
  if (stats.isSymbolicLink()) return 'symbolic link';
  return stats.isFIFO() ? 'pipe' : 'special file';
}

async function chmod(path: string, mode: number): Promise<void> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    const file = await fs.open(path, flags);
    await file.chmod(mode).finally(() => file.close());
  } catch (error) {
    if (codeOf(error) === 'ELOOP') throw new Error('it is a link: use the path that it leads to', {cause: error});
    if (codeOf(error) !== 'EACCES' || (await fs.lstat(path)).isSymbolicLink()) throw error;
    await fs.chmod(path, mode);
  }
}

/** Replaces a file. The package write-file-atomic would take an incomplete write (full disk) for a complete one. */
const writeAtomic: Files['writeAtomic'] = async (path, content, mode, seen) => {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await fs.open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    // Checked as late as possible, because a run that was suspended for a while may have lost its lock.
    if (seen) await refuseChanged(path, seen);
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, {force: true}).catch(() => {});
    throw error;
  }
  await syncDirectory(dirname(path));
};

async function refuseChanged(path: string, {bytes}: {bytes?: Uint8Array}): Promise<void> {
  const now = await fs.readFile(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes ? now?.equals(bytes) : now === undefined) return;
  throw Object.assign(new Error(`${path} has changed`), {code: 'ECHANGED'});
}

async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await fs.open(path, constants.O_RDONLY);
    await directory.sync().finally(() => directory.close());
  } catch {}
}

/** These flags open without blocking, so that a FIFO does not hang. Windows has neither O_NOFOLLOW nor O_NONBLOCK. */
const APPEND_FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type AppendOptions = Parameters<Files['appendLine']>[2];

async function appendLine(path: string, line: string, {mode, maxBytes}: AppendOptions): Promise<void> {
  const bytes = Buffer.from(`${line}\n`);
  const isFull = ({size}: {size: number}) => size > 0 && size + bytes.length > maxBytes;
  const open = async () => {
    const file = await fs.open(path, APPEND_FLAGS, mode).catch((error) => {
      throw error.code === 'ELOOP' ? foreign(path, NOT_PLAIN) : error;
    });
    try {
      const stats = await file.stat();
      if (!stats.isFile() || stats.nlink > 1) throw foreign(path, NOT_PLAIN);
      if (!isOwn(stats.uid)) throw foreign(path, 'belongs to another user');
      if ((stats.mode & 0o777) !== mode) await file.chmod(mode);
      return {file, stats};
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  let {file, stats} = await open();
  try {
    if (isFull(stats)) {
      await file.close();
      const rotate = async () => {
        const now = await fs.lstat(path).catch(() => undefined);
        if (now && isFull(now)) await fs.rename(path, `${path}.1`);
      };
      await withLock(path, rotate, AbortSignal.timeout(LOG_LOCK_WAIT));
      ({file, stats} = await open());
    }
    // A full disk may have cut off the last line. The new line must not continue it.
    const isTorn = stats.size > 0 && (await file.read(Buffer.alloc(1), 0, 1, stats.size - 1)).buffer[0] !== LINE_FEED;
    // A single write keeps the lines of several runs apart.
    await file.write(isTorn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes);
  } finally {
    await file.close();
  }
}

const LINE_FEED = 0x0a;
const NOT_PLAIN = 'is a link, or no plain file';

/** Returns whether the log belongs to this user. Under sudo, a log of the user who called sudo counts as root's own. */
function isOwn(uid: number): boolean {
  const user = process.geteuid?.() ?? uid;
  return uid === user || (user === 0 && process.env.SUDO_UID === String(uid));
}

const foreign = (path: string, what: string): Error => Object.assign(new Error(`${path} ${what}`), {code: 'EFOREIGN'});

const withLock: Files['withLock'] = async (path, work, signal, onBusy) => {
  const {lock} = (await import('proper-lockfile')).default;
  const deadline = performance.now() + LOCK_WAIT;
  for (;;) {
    signal?.throwIfAborted();
    let release: () => Promise<void>;
    try {
      // By default, the loss of the lock after a long stop crashes the process. `refuseChanged` protects files instead.
      release = await lock(path, {realpath: false, stale: LOCK_STALE, update: 1000, retries: 0, onCompromised() {}});
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED' || performance.now() > deadline) throw error;
      onBusy?.();
      await sleep(20 + Math.random() * 60, signal);
      continue;
    }
    try {
      return await work();
    } finally {
      await release().catch(() => {});
    }
  }
};

/** No write takes longer than this, so a later process with the same ID is another process. */
const LONGEST_WRITE = 24 * 3_600_000;

const ownName = (): string =>
  `${thisMachine()}.${process.pid}.${Date.now().toString(16).padStart(12, '0')}${randomBytes(6).toString('hex')}`;

function isUnderWay(name: string): boolean {
  const [, machine, pid, hex = ''] = /^(.*)\.(\d+)\.([0-9a-f]{12})[0-9a-f]*$/.exec(name) ?? [];
  const since = Number.parseInt(hex, 16);
  if (!(Date.now() - since < LONGEST_WRITE)) return false;
  if (machine !== thisMachine()) return true;
  // In a container, every run may have the same process ID.
  return Number(pid) === process.pid ? since >= performance.timeOrigin : isAlive(Number(pid));
}

const thisMachine = () => hostname().replace(/[^\w-]/g, '_');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
