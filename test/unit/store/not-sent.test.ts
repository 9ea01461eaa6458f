import {describe, expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import {HttpFailure} from '../../../src/services/ports.ts';
import type {ClientOptions} from '../../../src/services/store/client.ts';
import {createStore, type Store} from '../../../src/services/store/store.ts';
import {FakeService, type Reply} from '../../support/fake-service.ts';
import {ManualClock} from '../../support/manual-clock.ts';
import {wirePage, wireVersion} from '../../support/service.ts';

/**
 * Replies by method and path. `lost` is a connection that breaks after the request, `refused` one that cannot be made.
 */
type Replies = Record<string, Reply | 'lost' | 'refused'>;

const version = (state: string): Reply => ({
  body: {data: wireVersion('v1', {appStoreState: state}, {app: {data: {type: 'apps', id: '42'}}})},
});

async function failureOf(
  replies: Replies,
  operation: (store: Store) => Promise<unknown>,
  more: Partial<ClientOptions> = {},
): Promise<ToolError> {
  const clock = new ManualClock();
  const http = new FakeService(({method, path}) => {
    const reply = replies[`${method} ${path}`] ?? {status: 404};
    if (typeof reply === 'object') return reply;
    throw new HttpFailure(reply === 'lost' ? 'reset' : 'refused', reply === 'lost', reply);
  });
  const signer = {token: async () => 'TOKEN', renew() {}};
  const store = createStore({
    http,
    origin: 'https://store.test',
    signer,
    clock,
    timeoutMs: 1000,
    userAgent: 'test',
    ...more,
  });
  return clock.until(
    operation(store).then(
      () => expect.unreachable(),
      (error) => error,
    ),
  );
}

const remove = (store: Store) => store.deleteVersion('v1');
const ready = {'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION')};

describe('the outcome of an operation that fails', () => {
  it.each<[string, Replies, (store: Store) => Promise<unknown>, string | undefined]>([
    ['not sent, before its write', {}, remove, 'not-sent'],
    ['not sent, by its own rules', {'GET /v1/appStoreVersions/v1': version('IN_REVIEW')}, remove, 'not-sent'],
    ['not sent, as the write never left', {...ready, 'DELETE /v1/appStoreVersions/v1': 'refused'}, remove, 'not-sent'],
    [
      'refused, as the write was refused',
      {...ready, 'DELETE /v1/appStoreVersions/v1': {status: 409, body: {errors: [{title: 'Refused'}]}}},
      remove,
      'refused',
    ],
    ['unknown, as the answer was lost', {...ready, 'DELETE /v1/appStoreVersions/v1': 'lost'}, remove, 'unknown'],
    ['none, as it only reads', {}, (store) => store.viewVersion({id: 'v1'}), undefined],
    ['none, as it only looks for a build to attach', {}, (store) => store.attachableBuilds('v1', 'latest'), undefined],
    ['none, as it only checks', {}, (store) => store.checkVersion('v1', {askService: false}), undefined],
    ['not sent, as it would ask the service', {}, (store) => store.checkVersion('v1', {askService: true}), 'not-sent'],
  ])('gives a failed operation the outcome %s', async (_, replies, operation, outcome) => {
    expect((await failureOf(replies, operation)).facts.writes?.outcome).toBe(outcome);
  });

  it('says that nothing was sent if a submission fails in the wait for another run', async () => {
    const exclusively = () => Promise.reject(new ToolError('waited', 'Another run'));
    const error = await failureOf(ready, (store) => store.submitVersion('v1'), {exclusively});
    expect(error).toMatchObject({kind: 'waited', facts: {writes: {outcome: 'not-sent'}}});
  });

  it('does not say "nothing was sent" after cancelling an earlier run\'s submission', async () => {
    const submission = {
      type: 'reviewSubmissions',
      id: 'r1',
      attributes: {state: 'CANCELING'},
      relationships: {appStoreVersionForReview: {data: {type: 'appStoreVersions', id: 'v1'}}, items: {data: []}},
    };
    let isOver = false;
    const replies: Replies = {
      get 'GET /v1/appStoreVersions/v1'() {
        return version(isOver ? 'PENDING_DEVELOPER_RELEASE' : 'IN_REVIEW');
      },
      'GET /v1/reviewSubmissions': {body: wirePage([submission])},
      get 'GET /v1/reviewSubmissions/r1'() {
        isOver = true;
        return {body: {data: {...submission, attributes: {state: 'COMPLETE'}}}};
      },
    };
    const error = await failureOf(replies, (store) => store.withdrawVersion('v1', {all: false}));
    expect(error.summary).toContain('was approved before it was withdrawn');
    expect(error.facts.writes?.outcome).toBe('in-part');
  });
});

it.each([
  [409, {detail: 'It is not ready yet, please try again later.'}, 'too-early'],
  [409, {code: 'STATE_ERROR', detail: 'Another state.'}, undefined],
  [403, {code: 'FORBIDDEN_ERROR'}, 'role'],
  [403, {code: 'X', title: 'The role does not allow this'}, 'role'],
  [403, {code: 'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED', title: 'The role'}, 'agreement'],
  [403, {code: 'FORBIDDEN', title: 'A required agreement is missing or has expired.'}, 'agreement'],
  [403, {code: 'FORBIDDEN', detail: 'To continue, agree to the latest Program License Agreement.'}, 'agreement'],
  [403, {code: 'FORBIDDEN_ERROR', detail: 'The API key in use does not allow this request'}, 'role'],
  [403, {code: 'FORBIDDEN_ERROR', detail: "The resource 'reviewSubmissions' does not allow 'DELETE'"}, undefined],
  [403, {code: 'FORBIDDEN_ERROR', detail: 'Unable to find a team with the given Content Provider ID'}, undefined],
  [403, {code: 'X', title: 'Something else'}, undefined],
  [400, {detail: 'Try again later: no permission'}, undefined],
])('classifies the response %i %o as a refusal of kind %s', async (status, entry, refusal) => {
  const replies = {'GET /v1/builds/b1': {status, body: {errors: [entry]}}};
  expect((await failureOf(replies, (store) => store.readBuild('b1'))).facts.answer?.refusal).toBe(refusal);
});

it.each([
  [500, {title: 'Oops'}, 'The service is having problems. Try again in a minute.'],
  [429, {title: 'Too many'}, 'Wait a few minutes, then try again.'],
])('advises when to try again after status %i %o', async (status, entry, hint) => {
  const replies = {'GET /v1/builds/b1': {status, body: {errors: [entry]}}};
  expect((await failureOf(replies, (store) => store.readBuild('b1'))).hint).toBe(hint);
});
