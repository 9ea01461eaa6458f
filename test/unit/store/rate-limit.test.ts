import {expect, it, test} from 'vitest';
import type {HttpResponse} from '../../../src/services/ports.ts';
import {type ClientOptions, createClient, type ServiceEvent} from '../../../src/services/store/client.ts';
import {limitLeft} from '../../../src/services/store/retry.ts';

/** Creates a client that gets these answers and never waits. */
function clientOf(answers: HttpResponse[], more: Partial<ClientOptions>) {
  return createClient({
    http: {send: async () => answers.shift() as HttpResponse, close: async () => {}},
    origin: 'https://api.test',
    signer: {token: async () => 't', renew() {}},
    clock: {now: () => 0, random: () => 0, sleep: async () => {}},
    timeoutMs: 60_000,
    userAgent: 'test',
    ...more,
  });
}

it('reports a wait before a retry with its reason and its end', async () => {
  const answers: HttpResponse[] = [
    {status: 429, headers: {'retry-after': '7'}, body: ''},
    {status: 503, headers: {'retry-after': '3'}, body: ''},
    {status: 200, headers: {}, body: 'done'},
  ];
  const told: ServiceEvent[] = [];
  const client = clientOf(answers, {onEvent: (event) => told.push(event)});
  expect(await client.get('/v1/apps')).toBe('done');
  expect(told).toEqual([
    {kind: 'retry', ms: 7000, why: 'limited'},
    {kind: 'retry', ms: 0, why: 'limited'},
    {kind: 'retry', ms: 3000, why: 'failed'},
    {kind: 'retry', ms: 0, why: 'failed'},
  ]);
});

it('reports the remaining share of the rate limit with each answer that contains it', async () => {
  const answers: HttpResponse[] = [
    {status: 200, headers: {'x-rate-limit': 'user-hour-lim:3500;user-hour-rem:350;'}, body: ''},
    {status: 200, headers: {}, body: ''},
    {status: 200, headers: {'x-rate-limit': 'user-hour-lim:3500;user-hour-rem:35;'}, body: ''},
  ];
  const told: ServiceEvent[] = [];
  const client = clientOf(answers, {onEvent: (event) => told.push(event)});
  for (let request = 0; request < 3; request++) await client.get('/v1/apps');
  expect(told).toEqual([
    {kind: 'limit-left', share: 0.1},
    {kind: 'limit-left', share: 0.01},
  ]);
});

test.each([
  ['user-hour-lim:3500;user-hour-rem:500;', 500 / 3500],
  ['user-hour-rem:7; user-hour-lim:10', 0.7],
  ['user-hour-lim:100;user-hour-rem:200;', 1],
  ['user-hour-lim:0;user-hour-rem:0;', undefined],
  ['user-hour-lim:3500;', undefined],
  ['nonsense', undefined],
  [undefined, undefined],
])('reads the remaining share of the rate limit, if there is one, from %s', (header, expected) =>
  expect(limitLeft(header)).toBe(expected),
);
