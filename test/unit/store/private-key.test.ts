import {generateKeyPairSync} from 'node:crypto';
import {expect, test} from 'vitest';
import type {PlannedRequest} from '../../../src/services/model/outcome.ts';
import type {HttpRequest} from '../../../src/services/ports.ts';
import {createClient} from '../../../src/services/store/client.ts';

const {privateKey} = generateKeyPairSync('ec', {namedCurve: 'P-256'});
const PEM = privateKey.export({type: 'pkcs8', format: 'pem'}) as string;

function clientOf(plan?: PlannedRequest[]) {
  const sent: Omit<HttpRequest, 'signal'>[] = [];
  const client = createClient({
    http: {
      async send(request) {
        sent.push(request);
        return {status: 200, headers: {}, body: '{"data":{"type":"x","id":"1"}}'};
      },
      close: async () => {},
    },
    origin: 'https://api.test',
    signer: {token: async () => 't', renew() {}},
    clock: {now: () => 0, random: () => 0, sleep: async () => {}},
    timeoutMs: 60_000,
    userAgent: 'test',
    plan,
  });
  return {client, sent};
}

test.each([
  ['PEM', PEM],
  ['PEM within other words', `New.\n\n${PEM}Fixed.`],
  ['SEC1', privateKey.export({type: 'sec1', format: 'pem'}) as string],
  ['PEM with escaped line breaks', PEM.replaceAll('\n', '\\n')],
  ['base64', Buffer.from(PEM).toString('base64')],
  ['a bare document', PEM.split('\n').slice(1, -2).join('')],
])('refuses a private key as %s in any attribute, and keeps it out of the plan', async (_, text) => {
  for (const name of ['whatsNew', 'copyright', 'versionString']) {
    for (const plan of [undefined, []]) {
      const {client, sent} = clientOf(plan);
      const body = {data: {type: 'x', id: '1', attributes: {first: 'fine', [name]: text}}};
      const error = await client.write({method: 'PATCH', path: '/v1/x/1', what: 'x'}, body).catch((reason) => reason);
      expect(error).toMatchObject({
        kind: 'usage',
        message: `The ${name} contains a private key, which is never sent`,
      });
      expect(client.ledger.writes).toEqual([]);
      expect({sent, plan}).toEqual({sent: [], plan: plan && []});
    }
  }
});

test('sends texts without a private key unchanged', async () => {
  const {client, sent} = clientOf();
  const body = {data: {attributes: {whatsNew: 'Import of keys (PEM) works again.\n-----\nMIGH', count: 3, none: null}}};
  await client.write({method: 'POST', path: '/v1/x', what: 'x'}, body);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual(body);
});
