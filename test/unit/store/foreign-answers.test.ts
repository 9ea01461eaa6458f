import {describe, expect, it} from 'vitest';
import type {ToolError} from '../../../src/services/model/error.ts';
import {HttpFailure} from '../../../src/services/ports.ts';
import {createStore, type Store} from '../../../src/services/store/store.ts';
import {type Asked, FakeService, type Reply} from '../../support/fake-service.ts';
import {ManualClock} from '../../support/manual-clock.ts';
import {wirePage, wireVersion} from '../../support/service.ts';

const PAGES: [string, Omit<Reply, 'status'>][] = [
  ['a page', {text: '<html><head><title>404 Not Found</title></head></html>', headers: {server: 'nginx'}}],
  ['nothing', {text: ''}],
  ['an empty object', {body: {}}],
  ['an error of another kind', {body: {error: 'blocked', message: 'Not Found'}}],
  ['errors of another kind', {body: {errors: [{message: 'Not Found'}]}}],
  ['errors that are text', {body: {errors: 'blocked'}}],
  ['an empty list of errors', {body: {errors: []}}],
];

type Serve = (asked: Asked, foreign: (status: number) => Reply) => Reply | 'lost';

async function outcomeOf(serve: Serve, page: Omit<Reply, 'status'>, work: (store: Store) => Promise<unknown>) {
  const clock = new ManualClock();
  const http = new FakeService((asked) => {
    const reply = serve(asked, (status) => ({status, ...page}));
    if (reply === 'lost') throw new HttpFailure('reset', true, 'gone');
    return reply;
  });
  const signer = {token: async () => 'TOKEN', renew() {}};
  const store = createStore({http, origin: 'https://store.test', signer, clock, timeoutMs: 1000, userAgent: 'test'});
  const result: unknown = await clock.until(work(store).catch((error: unknown) => error));
  return {error: result as ToolError, result, http};
}

const versionIn = (state: string): Reply => ({
  body: {
    data: wireVersion('v1', {appStoreState: state}, {app: {data: {type: 'apps', id: '42'}}}),
    included: [{type: 'apps', id: '42', attributes: {bundleId: 'com.example.a'}}],
  },
});

describe.each(PAGES)('a response that is not from the service but %s', (_, page) => {
  it("does not take another server's response as proof of a deletion", async () => {
    let isSent = false;
    const {error} = await outcomeOf(
      ({method}, foreign) => {
        if (method === 'DELETE') {
          isSent = true;
          return 'lost';
        }
        return isSent ? foreign(404) : versionIn('PREPARE_FOR_SUBMISSION');
      },
      page,
      (store) => store.deleteVersion('v1'),
    );
    expect(error).toMatchObject({kind: 'network', facts: {writes: {outcome: 'unknown'}}});
  });

  it.each([400, 401, 403, 404, 405, 409, 422])(
    'treats the outcome of a write as unknown after a status %i from another server',
    async (status) => {
      const {error, http} = await outcomeOf(
        ({method}, foreign) => (method === 'GET' ? versionIn('PENDING_DEVELOPER_RELEASE') : foreign(status)),
        page,
        (store) => store.releaseVersion('v1', {isEarly: true}),
      );
      expect(error).toMatchObject({
        kind: 'service',
        facts: {writes: {outcome: 'unknown', lost: {reading: {verdict: 'not-done'}}}},
      });
      expect(error.facts.answer?.status).toBeUndefined();
      expect(http.writes()).toHaveLength(1);
    },
  );

  it.each([200, 201])(
    'treats the outcome of a write as unknown after a success %i from another server',
    async (status) => {
      const {error} = await outcomeOf(
        ({method}, foreign) => (method === 'GET' ? versionIn('PREPARE_FOR_SUBMISSION') : foreign(status)),
        page,
        (store) => store.updateVersion('v1', {copyright: 'new'}),
      );
      expect(error).toMatchObject({
        kind: 'service',
        facts: {writes: {outcome: 'unknown', lost: {reading: {verdict: 'not-done'}}}},
      });
    },
  );

  it.each([401, 403, 404, 409, 422])(
    'takes a status %i from another server neither for "not found" nor for a refusal',
    async (status) => {
      const {error} = await outcomeOf(
        (_asked, foreign) => foreign(status),
        page,
        (store) => store.viewVersion({id: 'v1'}),
      );
      expect(error.kind).toBe('service');
      expect(error.message).toMatch(/not an answer of the service itself/);
      expect(error.hint).not.toMatch(/role|key ID/);
    },
  );

  it("does not take another server's response as confirmation of a write", async () => {
    const link = {data: {type: 'appStoreVersions', id: 'v1'}};
    const item = {type: 'reviewSubmissionItems', id: 'i1', attributes: {}, relationships: {appStoreVersion: link}};
    const draft = {
      type: 'reviewSubmissions',
      id: 'r1',
      attributes: {state: 'READY_FOR_REVIEW', platform: 'IOS'},
      relationships: {items: {data: [{type: 'reviewSubmissionItems', id: 'i1'}]}, appStoreVersionForReview: link},
    };
    const {error} = await outcomeOf(
      ({method, path}, foreign) => {
        if (method === 'PATCH') return foreign(200);
        if (path === '/v1/reviewSubmissions') return {body: {...(wirePage([draft]) as object), included: [item]}};
        return path === '/v1/reviewSubmissions/r1' ? {body: {data: draft}} : versionIn('READY_FOR_REVIEW');
      },
      page,
      (store) => store.submitVersion('v1'),
    );
    expect(error).toMatchObject({kind: 'service'});
    expect(error.facts.writes?.outcome).toBe('unknown');
  });

  it('stops an update of release notes at the first response from another server', async () => {
    const locales = ['de-DE', 'en-US', 'fr-FR', 'it'].map((locale) => ({
      type: 'appStoreVersionLocalizations',
      id: locale,
      attributes: {locale, whatsNew: 'Old.'},
    }));
    const {result, http} = await outcomeOf(
      ({path}, foreign) => {
        if (/Localizations\/[\w-]+$/.test(path)) return foreign(403);
        if (path.endsWith('Localizations')) return {body: wirePage(locales)};
        return path === '/v1/appStoreVersions/v1' ? versionIn('PREPARE_FOR_SUBMISSION') : {body: wirePage([])};
      },
      page,
      (store) => store.writeNotes('v1', (all) => new Map(all.map((locale) => [locale, 'New.']))),
    );
    expect(http.writes()).toHaveLength(1);
    expect(result).toMatchObject({updated: [], failed: locales.map(({id: locale}) => ({locale}))});
  });

  it('does not take a 404 from another server as proof that an item was removed', async () => {
    const draft = {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'READY_FOR_REVIEW', platform: 'IOS'}};
    const {error} = await outcomeOf(
      ({method, path}, foreign) => {
        if (method === 'DELETE') return foreign(404);
        if (method === 'POST') return {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i1'}}};
        if (path === '/v1/reviewSubmissions') return {body: wirePage([{...draft, relationships: {items: {data: []}}}])};
        if (path === '/v1/reviewSubmissions/r1') return {body: {data: draft}};
        if (path.endsWith('/items')) {
          const relationships = {appStoreVersion: {data: {type: 'appStoreVersions', id: 'v1'}}};
          return {body: wirePage([{type: 'reviewSubmissionItems', id: 'i1', attributes: {}, relationships}])};
        }
        return path === '/v1/appStoreVersions/v1' ? versionIn('PREPARE_FOR_SUBMISSION') : {body: wirePage([])};
      },
      page,
      (store) => store.checkVersion('v1', {askService: true}),
    );
    expect(error).toMatchObject({kind: 'service', facts: {writes: {outcome: 'unknown'}}});
    expect(JSON.stringify(error.facts.remedies)).toContain('may be left in draft r1');
  });

  it('does not take a 404 from another server as proof that a roll-out does not exist', async () => {
    const {error} = await outcomeOf(
      ({path}, foreign) => {
        if (path.endsWith('/appStoreVersionPhasedRelease')) return foreign(404);
        const relationships = {appStoreVersionPhasedRelease: {data: {type: 'appStoreVersionPhasedReleases', id: 'p1'}}};
        return {body: {data: wireVersion('v1', {}, relationships)}};
      },
      page,
      (store) => store.viewPhased('v1'),
    );
    expect(error).toMatchObject({kind: 'service'});
  });
});

it('names the server that answered in place of the service, as far as the response shows it', async () => {
  const page = {headers: {server: 'squid/5.7\x1b[2J'}, text: '<html><TITLE lang="en">\nAccess Denied </TITLE>'};
  const {error} = await outcomeOf(
    (_, foreign) => foreign(403),
    page,
    (store) => store.probe(),
  );
  expect(error.message).toContain('status 403');
  expect(error.message).toContain("squid/5.7\\x1b[2J, 'Access Denied'");
  expect(error.hint).toContain('store.test');
});

it('waits and tries again if a proxy limits the rate', async () => {
  let count = 0;
  const answer = () => (++count < 3 ? {status: 429, text: 'slow down'} : {status: 204, text: ''});
  const serve: Serve = ({method}) => (method === 'GET' ? versionIn('PREPARE_FOR_SUBMISSION') : answer());
  const {result} = await outcomeOf(serve, {}, (store) => store.deleteVersion('v1'));
  expect(result).toEqual({versionId: 'v1'});
});
