import {constants, type Stats} from 'node:fs';
import * as fs from 'node:fs/promises';
import type {Files} from '../ports.ts';

/** Non-blocking: a FIFO without a reader must not hang. Windows has neither flag. */
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Options = Parameters<Files['appendLine']>[2];

/** @param withLock serialises the rotation; @param ownerFor who gets a new file, under sudo */
export async function appendLine(
  path: string,
  line: string,
  {mode, maxBytes}: Options,
  withLock: Files['withLock'],
  ownerFor: (directory: string) => Promise<Stats | undefined>,
): Promise<void> {
  const bytes = Buffer.from(`${line}\n`);
  const isFull = ({size}: {size: number}) => size > 0 && size + bytes.length > maxBytes;
  const open = async () => {
    const file = await fs.open(path, FLAGS, mode).catch((error) => {
      throw error.code === 'ELOOP' ? notPlain(path) : error;
    });
    try {
      const stats = await file.stat();
      await checkOwn(path, stats);
      if (stats.size === 0) {
        const owner = await ownerFor(path);
        if (owner) await file.chown(owner.uid, owner.gid);
      }
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
      // Two runs at once: the second finds the file rotated already.
      const rotate = async () => {
        const now = await fs.lstat(path).catch(() => undefined);
        if (now && isFull(now)) await fs.rename(path, `${path}.1`);
      };
      await withLock(path, rotate, AbortSignal.timeout(LOCK_WAIT));
      ({file, stats} = await open());
    }
    // After a full disk the last line may be torn: only that one is lost.
    const isTorn = stats.size > 0 && (await lastByte(file, stats.size)) !== LINE_FEED;
    // One write: lines of several runs never mix.
    await file.write(isTorn ? Buffer.concat([Buffer.from('\n'), bytes]) : bytes);
  } finally {
    await file.close();
  }
}

const LINE_FEED = 0x0a;
/** In ms: a command does not wait longer for its own log. */
const LOCK_WAIT = 5000;

async function lastByte(file: fs.FileHandle, size: number): Promise<number | undefined> {
  const {buffer, bytesRead} = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return bytesRead === 1 ? buffer[0] : undefined;
}

/** @throws Error with code `EFOREIGN` for what another user placed there */
async function checkOwn(path: string, stats: Stats): Promise<void> {
  if (!stats.isFile() || stats.nlink > 1) throw notPlain(path);
  const own = process.geteuid?.();
  if (own === undefined || stats.uid === own) return;
  if (own === 0 && process.env.SUDO_UID === String(stats.uid)) return;
  throw foreign(`${path} belongs to another user`);
}

const notPlain = (path: string) => foreign(`${path} is a link, or no plain file`);

function foreign(message: string): Error {
  return Object.assign(new Error(message), {code: 'EFOREIGN'});
}
