import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, it} from 'vitest';
import {createHttp} from '../../../src/services/host/http.ts';
import {json, startService} from '../../support/service.ts';

it('answers are forgotten once they are handed over, long before their time limit', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
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
