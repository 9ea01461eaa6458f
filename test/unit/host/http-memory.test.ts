import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import type {Dispatcher} from 'undici';
import {expect, it} from 'vitest';
import {createHttp, exchange} from '../../../src/services/host/http.ts';
import {readStream} from '../../../src/services/host/read-bounded.ts';
import {json, startService} from '../../support/service.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Yields a thousand pieces of one byte, and counts the pieces that are still in memory at the end. */
function smallPieces() {
  const given: WeakRef<Buffer>[] = [];
  const counted = {kept: -1, pieces: pieces()};
  async function* pieces() {
    for (let index = 0; index < 1000; index++) {
      const piece = Buffer.from('x');
      given.push(new WeakRef(piece));
      yield piece;
    }
    // A WeakRef keeps its target alive until the current turn of the event loop ends.
    await setImmediate();
    collect();
    counted.kept = given.filter((piece) => piece.deref() !== undefined).length;
  }
  return counted;
}

it('stores a response in many small pieces without extra memory for each piece', async () => {
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
  const small = smallPieces();
  for await (const piece of small.pieces) handler.onResponseData?.(controller, piece);
  handler.onResponseEnd?.(controller, {});
  expect((await answer).body.toBuffer().toString()).toBe('x'.repeat(1000));
  expect(small.kept).toBeLessThan(50);
});

it('stores piped input in many small pieces without extra memory for each piece', async () => {
  const small = smallPieces();
  const bytes = await readStream(Readable.from(small.pieces), 'stdin');
  expect(Buffer.from(bytes).toString()).toBe('x'.repeat(1000));
  expect(small.kept).toBeLessThan(50);
});

it('releases the memory of a response when the response is returned, not at the time limit', async () => {
  const {url, close} = await startService(json(200, {}), json(200, {}), json(200, {}));
  const http = await createHttp({});
  const {signal} = new AbortController();
  const ask = async () =>
    new WeakRef(await http.send({method: 'GET', url, headers: {}, timeoutMs: 30_000, maxBytes: 1000, signal}));
  try {
    const [first, second] = [await ask(), await ask()];
    // The connection may still hold the last response, so a third request replaces it.
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
