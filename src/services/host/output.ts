import {write} from 'node:fs';
import process from 'node:process';
import {Writable} from 'node:stream';
import {isatty} from 'node:tty';

/** Milliseconds until a pipe whose reader is slow is tried again, where somebody has made it non-blocking. */
const FULL_PIPE_MS = 5;

/**
 * stdout or stderr. Bun's own streams report what they have only taken as written, and keep a copy of the descriptor,
 * which then cannot be closed; in a terminal, which nobody closes and which is never slow, they do.
 */
export function openOutput(descriptor: 1 | 2): Writable & {isTTY?: boolean; columns?: number} {
  if (!process.versions.bun || isatty(descriptor)) return descriptor === 1 ? process.stdout : process.stderr;
  return new Writable({
    write: (bytes: Buffer, _encoding, done) => writeAll(descriptor, bytes, done),
  });
}

function writeAll(descriptor: number, bytes: Buffer, done: (error?: Error) => void): void {
  write(descriptor, bytes, 0, bytes.length, null, (error, count) => {
    if (error?.code === 'EAGAIN') setTimeout(() => writeAll(descriptor, bytes, done), FULL_PIPE_MS);
    else if (error) done(error);
    else if (count < bytes.length) writeAll(descriptor, bytes.subarray(count), done);
    else done();
  });
}
