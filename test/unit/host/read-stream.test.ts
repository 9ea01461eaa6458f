import {PassThrough} from 'node:stream';
import {expect, it} from 'vitest';
import {readStream} from '../../../src/services/host/read-bounded.ts';

it('reads a stream to its end, however it is split', async () => {
  const stream = new PassThrough();
  const read = readStream(stream, 'stdin');
  stream.write(Buffer.from('Größe').subarray(0, 3));
  stream.end(Buffer.from('Größe').subarray(3));
  expect(Buffer.from(await read).toString()).toBe('Größe');
});

it('fails on a stream that exceeds the limit', async () => {
  const stream = new PassThrough();
  const read = readStream(stream, 'stdin', {maxBytes: 4});
  stream.write('12345');
  await expect(read).rejects.toMatchObject({code: 'EFBIG'});
  expect(stream.destroyed).toBe(true);
});

it('stops reading a stream on an interruption, with the reason of the signal', async () => {
  const reason = new Error('Interrupted');
  const controller = new AbortController();
  const stream = new PassThrough();
  const read = readStream(stream, 'stdin', {signal: controller.signal});
  stream.write('Half of');
  controller.abort(reason);
  await expect(read).rejects.toBe(reason);
  await expect(readStream(new PassThrough(), 'stdin', {signal: AbortSignal.abort(reason)})).rejects.toBe(reason);
});
