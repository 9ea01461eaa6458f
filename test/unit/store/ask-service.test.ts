import {expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {askService} from '../../../src/services/store/ask-service.ts';
import {createClient} from '../../../src/services/store/client.ts';
import {FakeService} from '../../support/fake-service.ts';
import {ManualClock} from '../../support/manual-clock.ts';
import {wirePage, wireVersion} from '../../support/service.ts';

it('reports a check by the store as done in part if it is cancelled after the version has been added', async () => {
  const controller = new AbortController();
  const draft = {
    type: 'reviewSubmissions',
    id: 'r1',
    attributes: {state: 'READY_FOR_REVIEW'},
    relationships: {items: {data: []}},
  };
  const version = wireVersion('v1', {appStoreState: 'PREPARE_FOR_SUBMISSION'}, {app: {data: {type: 'apps', id: '42'}}});
  const service = new FakeService(({method, path}) => {
    if (method === 'DELETE') return {status: 204};
    if (method === 'GET') return {body: path === '/v1/reviewSubmissions' ? wirePage([draft]) : {data: version}};
    controller.abort(new ToolError('interrupted', 'Cancelled.', {facts: {signal: 'cancel'}}));
    return {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i1'}}};
  });
  const client = createClient({
    http: service,
    origin: 'https://store.test',
    signer: {token: async () => 'TOKEN', renew() {}},
    clock: new ManualClock(),
    timeoutMs: 1000,
    userAgent: 'test',
  });
  const error = await askService(client.with(controller.signal), {id: 'v1'}).catch((thrown) => thrown);
  expect(error.kind).toBe('interrupted');
  expect(client.ledger).toMatchObject({
    outcome: 'in-part',
    leftover: expect.stringContaining('was removed from draft r1 again'),
  });
  expect(service.writes()).toEqual(['POST /v1/reviewSubmissionItems', 'DELETE /v1/reviewSubmissionItems/i1']);
});
