import {expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import type {HttpResponse} from '../../../src/services/ports.ts';
import {type ClientOptions, createClient} from '../../../src/services/store/client.ts';

const answer = (status: number, headers: Record<string, string> = {}, body = ''): HttpResponse => ({
  status,
  headers,
  body,
});
const UNAUTHORIZED = answer(401, {}, '{"errors":[{"code":"NOT_AUTHORIZED"}]}');

const aWrite = (method: 'POST' | 'PATCH' | 'DELETE') => ({method, path: '/v1/x', what: 'change it'});

/** A client that gets these answers; waits are written down and over at once. */
function clientOf(answers: HttpResponse[], more: Partial<ClientOptions> = {}) {
  const [sent, waits, renewals]: [string[], number[], string[]] = [[], [], []];
  const client = createClient({
    http: {
      async send({method, signal}) {
        signal?.throwIfAborted();
        sent.push(method);
        return answers.shift() ?? answer(500);
      },
      close: async () => {},
    },
    origin: 'https://api.test',
    signer: {token: async () => 't', renew: () => renewals.push('renewed')},
    clock: {
      now: () => 0,
      random: () => 0.5,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        waits.push(ms);
      },
    },
    timeoutMs: 60_000,
    userAgent: 'test',
    ...more,
  });
  return {client, sent, waits, renewals};
}

it('a 401 is an answer to a write: it does not go out again', async () => {
  const {client, sent, renewals} = clientOf([UNAUTHORIZED, answer(200)]);
  await expect(client.write(aWrite('POST'), {})).rejects.toMatchObject({kind: 'credentials'});
  expect({sent, renewals}).toEqual({sent: ['POST'], renewals: []});
});

it('a 401 of a read is tried once more with a new token, and only once', async () => {
  const {client, sent, renewals} = clientOf([UNAUTHORIZED, UNAUTHORIZED, answer(200)]);
  await expect(client.get('/v1/x')).rejects.toMatchObject({kind: 'credentials'});
  expect({sent, renewals}).toEqual({sent: ['GET', 'GET'], renewals: ['renewed']});
});

it.each([
  ['GET', '30', true],
  ['POST', '30', true],
  ['GET', '30.001', false],
  ['POST', '31', false],
] as const)('%s: a Retry-After of %s s is waited for: %s', async (method, seconds, isWaitedFor) => {
  const {client, sent, waits} = clientOf([answer(429, {'retry-after': seconds}), answer(200)]);
  const work = method === 'GET' ? client.get('/v1/x') : client.write(aWrite(method), {});
  await work.catch(() => {});
  expect({waits, sent: sent.length}).toEqual(isWaitedFor ? {waits: [30_000], sent: 2} : {waits: [], sent: 1});
});

it.each(['POST', 'PATCH', 'DELETE'] as const)(
  'Ctrl+C while a limit is waited for before a %s goes out again: nothing was sent',
  async (method) => {
    const controller = new AbortController();
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    const told: number[] = [];
    const onRetry = (ms: number) => {
      told.push(ms);
      controller.abort(reason);
    };
    const {client, sent} = clientOf([answer(429, {'retry-after': '7'}), answer(200)], {onRetry});
    const error = await client
      .with(controller.signal)
      .write(aWrite(method))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({kind: 'interrupted', message: 'Interrupted'});
    expect(client.ledger.writes).toMatchObject([{method, fate: 'never-left'}]);
    expect({sent, told}).toEqual({sent: [method], told: [7000, 0]});
  },
);
