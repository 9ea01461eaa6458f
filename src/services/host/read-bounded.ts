import {close, constants, createReadStream, fstat, open, stat} from 'node:fs';
import {Socket} from 'node:net';
import process from 'node:process';
import type {Readable} from 'node:stream';
import {promisify} from 'node:util';
import {Bytes} from '../async/bytes.ts';
import {untilAborted} from '../async/until-aborted.ts';
import type {ReadOptions} from '../ports.ts';

/** Reads a file. A signal can end the read even while it waits for a pipe's writer. @throws EFBIG over `maxBytes` */
export async function readBounded(path: string, {maxBytes, plain, signal}: ReadOptions = {}): Promise<Uint8Array> {
  if (process.versions.bun && !plain && (await promisify(stat)(path)).isFIFO()) {
    // Bun's sockets cannot read a pipe. A thread that waits for a writer does not keep Bun from exiting.
    return untilAborted(readStream(createReadStream(path), path, {maxBytes}), signal);
  }
  const noFollow = plain ? (constants.O_NOFOLLOW ?? 0) : 0;
  const fd = await promisify(open)(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  const stats = await promisify(fstat)(fd);
  if (plain && !stats.isFile()) {
    await promisify(close)(fd);
    throw Object.assign(new Error(`EINVAL: not a regular file, read '${path}'`), {code: 'EINVAL'});
  }
  const stream = stats.isFIFO() ? new Socket({fd, readable: true, writable: false}) : createReadStream(path, {fd});
  return readStream(stream, path, {maxBytes, signal});
}

export async function readStream(stream: Readable, name: string, {maxBytes, signal}: ReadOptions = {}) {
  const abort = () => stream.destroy(signal?.reason);
  signal?.addEventListener('abort', abort, {once: true});
  if (signal?.aborted) abort();
  try {
    const bytes = new Bytes();
    for await (const chunk of stream) {
      bytes.add(chunk);
      if (maxBytes !== undefined && bytes.length > maxBytes) {
        throw Object.assign(new Error(`EFBIG: file too large, read '${name}'`), {code: 'EFBIG'});
      }
    }
    return bytes.toBuffer();
  } finally {
    signal?.removeEventListener('abort', abort);
    stream.destroy();
  }
}
