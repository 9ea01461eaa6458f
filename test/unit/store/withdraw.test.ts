import {expect, it} from 'vitest';
import {HttpFailure} from '../../../src/services/ports.ts';
import {createClient} from '../../../src/services/store/client.ts';
import {withdrawVersion} from '../../../src/services/store/withdraw.ts';
import {FakeService} from '../../support/fake-service.ts';
import {ManualClock} from '../../support/manual-clock.ts';
import {wirePage, wireVersion} from '../../support/service.ts';

it.each([
  [
    'DEVELOPER_REJECTED',
    {verdict: 'done', found: 'version 1.0.0 is no longer in review', result: {versionId: 'v1', submissionId: 'r1'}},
  ],
  [
    'PENDING_DEVELOPER_RELEASE',
    {
      verdict: 'other',
      found: 'the version was approved before it was withdrawn: it is in PENDING_DEVELOPER_RELEASE',
    },
  ],
])('judges a cancellation by a fresh read of the version in %s if its answer was lost', async (end, reading) => {
  let state = 'IN_REVIEW';
  const relationships = {app: {data: {type: 'apps', id: '42'}}};
  const submission = () => ({
    type: 'reviewSubmissions',
    id: 'r1',
    attributes: {state: state === 'IN_REVIEW' ? 'IN_REVIEW' : 'COMPLETE'},
    relationships: {
      items: {data: [{type: 'reviewSubmissionItems', id: 'i1'}]},
      appStoreVersionForReview: {data: {type: 'appStoreVersions', id: 'v1'}},
    },
  });
  const service = new FakeService(({method, path}) => {
    if (method === 'PATCH') throw new HttpFailure('reset', true, 'gone');
    if (path === '/v1/reviewSubmissions') return {body: wirePage([submission()])};
    if (path === '/v1/reviewSubmissions/r1') return {body: {data: submission()}};
    return {body: {data: wireVersion('v1', {appStoreState: state}, relationships)}};
  });
  const client = createClient({
    http: service,
    origin: 'https://store.test',
    signer: {token: async () => 'TOKEN', renew() {}},
    clock: new ManualClock(),
    timeoutMs: 1000,
    userAgent: 'test',
  });
  await withdrawVersion(client, {id: 'v1'}, {all: false}).catch((thrown) => thrown);
  const {lost} = client.ledger;
  state = end;
  expect(await lost?.look?.()).toEqual(reading);
});

it('does not withdraw an approved version if the user confirmed the withdrawal of a review', async () => {
  const states = ['WAITING_FOR_REVIEW', 'PENDING_DEVELOPER_RELEASE'];
  const relationships = {
    app: {data: {type: 'apps', id: '42'}},
    appStoreVersionSubmission: {data: {type: 'appStoreVersionSubmissions', id: 's1'}},
  };
  const service = new FakeService(({method, path}) => {
    if (method !== 'GET') return {status: 204};
    if (path === '/v1/reviewSubmissions') return {body: wirePage([])};
    const state = states.length > 1 ? states.shift() : states[0];
    return {body: {data: wireVersion('v1', {appStoreState: state}, relationships)}};
  });
  const client = createClient({
    http: service,
    origin: 'https://store.test',
    signer: {token: async () => 'TOKEN', renew() {}},
    clock: new ManualClock(),
    timeoutMs: 1000,
    userAgent: 'test',
  });
  const error = await withdrawVersion(client, {id: 'v1'}, {all: false, seen: 'r1'}).catch((thrown) => thrown);
  expect(error).toMatchObject({kind: 'conflict', message: expect.stringContaining('was approved')});
  expect(service.writes()).toEqual([]);
});
