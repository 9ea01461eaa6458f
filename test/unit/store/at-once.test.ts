import {expect, it} from 'vitest';
import {HttpFailure} from '../../../src/services/ports.ts';
import {AT_ONCE, createLimitGate} from '../../../src/services/store/at-once.ts';
import {createClient} from '../../../src/services/store/client.ts';

/** Creates a client whose requests a test answers one by one. */
function clientOf() {
  const open: {url: string; answer(): void}[] = [];
  const client = createClient({
    http: {
      send: ({url, signal}) => {
        if (signal?.aborted) throw new HttpFailure('stopped', false, 'stopped', {cause: signal.reason});
        return new Promise((resolve) => {
          open.push({url, answer: () => resolve({status: 200, headers: {}, body: '{"data":[]}'})});
        });
      },
      close: async () => {},
    },
    origin: 'https://api.test',
    signer: {token: async () => 't', renew() {}},
    clock: {now: () => 0, random: () => 0, sleep: async () => {}},
    timeoutMs: 60_000,
    userAgent: 'test',
  });
  return {client, open};
}

it('limits a client and its derived clients to eight requests at once', async () => {
  const {client, open} = clientOf();
  const asked = Array.from({length: 20}, (_, index) => client.with(undefined).get(`/v1/${index}`));
  for (let answered = 0; answered < 20; answered += 1) {
    await expect.poll(() => open.length).toBe(Math.min(20, AT_ONCE + answered));
    open[answered]?.answer();
  }
  await Promise.all(asked);
  expect(open.map(({url}) => Number(url.split('/').at(-1)))).toEqual([...Array(20).keys()]);
});

it('does not send a write that is stopped while it waits for its turn', async () => {
  const {client, open} = clientOf();
  const reads = Array.from({length: AT_ONCE}, (_, index) => client.get(`/v1/${index}`));
  await expect.poll(() => open.length).toBe(AT_ONCE);
  const controller = new AbortController();
  const write = client.with(controller.signal).write({method: 'POST', path: '/v1/x', what: 'change it'}, {});
  const stopped = expect(write).rejects.toThrow('enough');
  await Promise.resolve();
  controller.abort(new Error('enough'));
  await stopped;
  expect(client.ledger.writes.map(({fate}) => fate)).toEqual(['never-left']);
  for (const {answer} of open) answer();
  await Promise.all(reads);
  expect(open).toHaveLength(AT_ONCE);
});

it('lets other requests start once a request no longer waits for a rate limit', async () => {
  const gate = createLimitGate();
  let end = () => {};
  const first = gate(undefined, async (hold) => {
    hold();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  let hasBegun = false;
  const second = gate(undefined, async () => {
    hasBegun = true;
  });
  await Promise.resolve();
  expect(hasBegun).toBe(false);
  end();
  await Promise.all([first, second]);
  expect(hasBegun).toBe(true);
});
