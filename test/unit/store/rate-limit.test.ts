import {expect, it} from 'vitest';
import type {HttpResponse} from '../../../src/services/ports.ts';
import {createClient} from '../../../src/services/store/client.ts';

it('a wait because of a rate limit is told, and its end; other waits are not', async () => {
  const answers: HttpResponse[] = [
    {status: 429, headers: {'retry-after': '7'}, body: ''},
    {status: 503, headers: {'retry-after': '3'}, body: ''},
    {status: 200, headers: {}, body: 'done'},
  ];
  const told: number[] = [];
  const client = createClient({
    http: {send: async () => answers.shift() as HttpResponse, close: async () => {}},
    origin: 'https://api.test',
    signer: {token: async () => 't', renew() {}},
    clock: {now: () => 0, random: () => 0, sleep: async () => {}},
    timeoutMs: 60_000,
    userAgent: 'test',
    onRateLimit: (ms) => told.push(ms),
  });
  expect(await client.get('/v1/apps')).toBe('done');
  expect(told).toEqual([7000, 0]);
});
