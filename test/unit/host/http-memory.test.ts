import {PassThrough} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import type {Dispatcher} from 'undici';
import {expect, it} from 'vitest';
import {createHttp} from '../../../src/services/host/http.ts';
import {exchange} from '../../../src/services/host/http-exchange.ts';
import {readStream} from '../../../src/services/host/read-bounded.ts';
import {json, startService} from '../../support/service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What `take` keeps of many pieces of a byte: how many of them are still there. */
async function keptOf(take: (piece: Buffer) => void): Promise<number> {
  const pieces: WeakRef<Buffer>[] = [];
  for (let index = 0; index < 1000; index++) {
    const piece = Buffer.from('x');
    pieces.push(new WeakRef(piece));
    take(piece);
  }
  // A WeakRef holds its target for the rest of the turn.
  await setImmediate();
  collect();
  return pieces.filter((piece) => piece.deref() !== undefined).length;
}

it('an answer in many small pieces takes no more room than they say', async () => {
  let handler: Dispatcher.DispatchHandler = {};
  const dispatcher = {
    dispatch(_: unknown, given: Dispatcher.DispatchHandler) {
      handler = given;
    },
  };
  const request = {method: 'GET', url: 'http://localhost/', headers: {}, timeoutMs: 1, maxBytes: 1000} as const;
  const {signal} = new AbortController();
  const progress = {sent: false, answered: false};
  const answer = exchange(dispatcher as unknown as Dispatcher, request, signal, progress);
  const controller = {} as Dispatcher.DispatchController;
  handler.onResponseStart?.(controller, 200, {}, 'OK');
  const kept = await keptOf((piece) => handler.onResponseData?.(controller, piece));
  handler.onResponseEnd?.(controller, {});
  expect((await answer).body.whole().toString()).toBe('x'.repeat(1000));
  expect(kept).toBeLessThan(10);
});

it('so does what comes from a pipe', async () => {
  const stream = new PassThrough();
  const reading = readStream(stream, 'stdin');
  const kept = await keptOf((piece) => stream.write(piece));
  stream.end();
  expect(Buffer.from(await reading).toString()).toBe('x'.repeat(1000));
  expect(kept).toBeLessThan(10);
});

it('answers are forgotten once they are handed over, long before their time limit', async () => {
  const {url, close} = await startService(json(200, {}), json(200, {}), json(200, {}));
  const http = await createHttp({});
  const {signal} = new AbortController();
  const ask = async () =>
    new WeakRef(await http.send({method: 'GET', url, headers: {}, timeoutMs: 30_000, maxBytes: 1000, signal}));
  try {
    const [first, second] = [await ask(), await ask()];
    // The connection may still hold on to the last one.
    await ask();
    await expect
      .poll(() => {
        collect();
        return [first.deref(), second.deref()];
      })
      .toEqual([undefined, undefined]);
  } finally {
    await http.close();
    await close();
  }
});
