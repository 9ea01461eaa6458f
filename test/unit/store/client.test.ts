import {describe, expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {HttpFailure, type HttpResponse} from '../../../src/services/ports.ts';
import {type ClientOptions, createClient, type ServiceEvent} from '../../../src/services/store/client.ts';

const answer = (status: number, headers: Record<string, string> = {}, body = ''): HttpResponse => ({
  status,
  headers,
  body,
});
const UNAUTHORIZED = answer(401, {}, '{"errors":[{"code":"NOT_AUTHORIZED"}]}');

const aWrite = (method: 'POST' | 'PATCH' | 'DELETE') => ({method, path: '/v1/x', what: 'change it'});

/** Creates a client that gets these answers, and records each wait instead of sleeping. */
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

it('treats a 401 as the answer to a write, and does not repeat the write', async () => {
  const {client, sent, renewals} = clientOf([UNAUTHORIZED, answer(200)]);
  await expect(client.write(aWrite('POST'), {})).rejects.toMatchObject({kind: 'credentials'});
  expect({sent, renewals}).toEqual({sent: ['POST'], renewals: []});
});

it('tries a read once more with a new token after a 401', async () => {
  const {client, sent, renewals} = clientOf([UNAUTHORIZED, UNAUTHORIZED, answer(200)]);
  await expect(client.get('/v1/x')).rejects.toMatchObject({kind: 'credentials'});
  expect({sent, renewals}).toEqual({sent: ['GET', 'GET'], renewals: ['renewed']});
});

it.each([
  ['GET', '30', true],
  ['POST', '30', true],
  ['GET', '30.001', false],
  ['POST', '31', false],
] as const)(
  'decides whether to wait and retry a %s with a Retry-After of %s s: %s',
  async (method, seconds, isWaitedFor) => {
    const {client, sent, waits} = clientOf([answer(429, {'retry-after': seconds}), answer(200)]);
    const work = method === 'GET' ? client.get('/v1/x') : client.write(aWrite(method), {});
    await work.catch(() => {});
    expect({waits, sent: sent.length}).toEqual(isWaitedFor ? {waits: [30_000], sent: 2} : {waits: [], sent: 1});
  },
);

it.each(['POST', 'PATCH', 'DELETE'] as const)(
  'reports nothing as sent if Ctrl+C comes while a rate limit delays the retry of a %s',
  async (method) => {
    const controller = new AbortController();
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    const told: number[] = [];
    const onEvent = (event: ServiceEvent) => {
      if (event.kind === 'retry') told.push(event.ms);
      controller.abort(reason);
    };
    const {client, sent} = clientOf([answer(429, {'retry-after': '7'}), answer(200)], {onEvent});
    const error = await client
      .with(controller.signal)
      .write(aWrite(method))
      .catch((thrown) => thrown);
    expect(error).toMatchObject({kind: 'interrupted', message: 'Interrupted'});
    expect(client.ledger.writes).toMatchObject([{method, fate: 'never-left'}]);
    expect({sent, told}).toEqual({sent: [method], told: [7000, 0]});
  },
);

it.each(['POST', 'PATCH', 'DELETE'] as const)(
  'refuses a %s in a read-only run without sending a request',
  async (method) => {
    const {client, sent} = clientOf([answer(200)], {readOnly: '--read-only'});
    await expect(client.write(aWrite(method), {})).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('This run is read-only (--read-only)'),
    });
    expect({sent, writes: client.ledger.writes}).toEqual({sent: [], writes: []});
  },
);

it.each(['https://evil.test/v1/x', '//evil.test/v1/x', 'https://api.test:8443/v1/x', 'http://api.test/v1/x'])(
  'sends no token to %s',
  async (target) => {
    const {client, sent} = clientOf([answer(200), answer(200)]);
    await expect((async () => client.get(target))()).rejects.toMatchObject({kind: 'bug'});
    await expect(client.write({method: 'POST', path: target, what: 'x'}, {})).rejects.toMatchObject({kind: 'bug'});
    expect(sent).toEqual([]);
    expect(client.ledger.outcome).toBeUndefined();
  },
);

it('redacts the token of a request, even if the token has been renewed since', async () => {
  const tokens = ['first', 'second'].map((name) => `${name}-header.${name}-payload.${name}-signature-of-the-token`);
  let issued = 0;
  const echo = (token: string | undefined) => answer(200, {}, `{"data": "${token}"}`);
  const {client} = clientOf([UNAUTHORIZED, echo(tokens[1])], {
    signer: {
      token: async () => tokens[issued] ?? '',
      renew() {
        issued += 1;
      },
    },
  });
  expect(await client.get('/v1/x')).toBe('{"data": "[token]"}');
});

describe('the ledger', () => {
  const DATA = '{"data":{"type":"x","id":"1"}}';
  const REFUSED = '{"errors":[{"code":"STATE_ERROR"}]}';
  const failing = (reason: 'reset' | 'refused', sent: boolean) => ({
    http: {send: () => Promise.reject(new HttpFailure(reason, sent, 'no')), close: async () => {}},
  });

  it.each<[string, HttpResponse[], Partial<ClientOptions>, string]>([
    ['is answered', [answer(201, {}, DATA)], {}, 'answered'],
    ['gets a response that is not from the service', [answer(201, {}, '<html>')], {}, 'lost'],
    ['is refused', [answer(409, {}, REFUSED)], {}, 'refused'],
    ['meets the rate limit at every try', Array(9).fill(answer(429)), {}, 'refused'],
    ['fails within the service', [answer(500, {}, REFUSED)], {}, 'lost'],
    ['is answered by a proxy', [answer(403, {}, '<html>')], {}, 'lost'],
    ['is redirected', [answer(302, {location: 'https://login.test/'})], {}, 'refused'],
    ['breaks on its way', [], failing('reset', true), 'lost'],
    ['finds no connection', [], failing('refused', false), 'never-left'],
  ])('records the fate of a write that %s', async (_, answers, more, fate) => {
    const {client} = clientOf(answers, more);
    const error = await client.write(aWrite('POST'), {}).catch((reason) => reason);
    expect(client.ledger.writes).toMatchObject([{method: 'POST', path: '/v1/x', what: 'change it', fate}]);
    if (fate === 'refused' || fate === 'never-left') expect(client.ledger.writes[0]?.error).toBe(error);
  });

  it('records a write as sent until an answer arrives, and as never sent if there is no token', async () => {
    const pending = clientOf([], {http: {send: () => new Promise<never>(() => {}), close: async () => {}}});
    void pending.client.write(aWrite('POST'), {});
    await expect.poll(() => pending.client.ledger.writes).toMatchObject([{fate: 'sent'}]);
    expect(pending.client.ledger.outcome).toBe('unknown');
    const signer = {token: () => Promise.reject(new ToolError('credentials', 'no key')), renew() {}};
    const {client} = clientOf([], {signer});
    await client.write(aWrite('POST'), {}).catch(() => {});
    expect(client.ledger.writes).toMatchObject([{fate: 'never-left'}]);
  });

  it("records the writes of a separate client in its own ledger and in the parent's", async () => {
    const {client} = clientOf([answer(201, {}, DATA), answer(409, {}, REFUSED)]);
    const [one, other] = [client.apart(), client.apart()];
    await one.write(aWrite('POST'), {});
    await other.write(aWrite('PATCH'), {}).catch(() => {});
    const fates = [client, one, other].map(({ledger}) => ledger.writes.map(({fate}) => fate));
    expect(fates).toEqual([['answered', 'refused'], ['answered'], ['refused']]);
  });
});
