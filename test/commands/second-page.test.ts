import {describe, expect, it} from 'vitest';
import {limitLeft} from '../../src/services/store/retry.ts';
import {createStore} from '../../src/services/store/store.ts';
import {FakeService, type Reply, runAgainst, type Serve} from '../support/fake-service.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {wireBuild, wirePage, wireVersion} from '../support/service.ts';

const next = (list: string) => `https://store.test${list}?cursor=2`;

function twoPages(list: string, first: unknown[], second: unknown[], total: number): Serve {
  return ({target}) =>
    target.includes('cursor=2')
      ? {body: wirePage(second, {total})}
      : {body: wirePage(first, {next: next(list), total})};
}

function storeOf(serve: Serve) {
  const http = new FakeService(serve);
  const signer = {token: async () => 'TOKEN', renew() {}};
  const clock = new ManualClock();
  const store = createStore({http, origin: 'https://store.test', signer, clock, timeoutMs: 1000, userAgent: 'test'});
  return {store, http, clock};
}

describe('an ID that appears on two pages', () => {
  const [v1, v2, v3] = ['v1', 'v2', 'v3'].map((id) => wireVersion(id));
  const LIST = ['versions', 'list', '--app', '42', '--paginate'];
  const serve = (total: number) => twoPages('/v1/apps/42/appStoreVersions', [v1, v2], [v2, v3], total);

  it('lists a version once if two pages contain it', async () => {
    const {code, result, stderr} = await runAgainst(serve(3), LIST);
    expect(code).toBe(0);
    expect(result.data.map(({id}: {id: string}) => id)).toEqual(['v1', 'v2', 'v3']);
    expect(result.meta).toEqual({paging: {total: 3}});
    expect(stderr).toBe('');
  });

  it('prints a version once in ndjson, even if a later page repeats it', async () => {
    const {stdout, stderr} = await runAgainst(serve(4), [...LIST, '--output', 'ndjson']);
    expect(stdout.match(/"id":"v2"/g)).toHaveLength(1);
    expect(stderr).toBe('The service counts 4 versions, but sent 3: the list may have changed while it was read\n');
  });

  it("reports the service's total if it differs from the number of listed versions", async () => {
    const {result, stderr} = await runAgainst(serve(5), LIST);
    expect(result.meta.paging.total).toBe(3);
    expect(stderr).toBe('The service counts 5 versions, but sent 3: the list may have changed while it was read\n');
  });

  it('lists a build or an app once if two pages contain it', async () => {
    const builds = [wireBuild('b1'), wireBuild('b2')];
    const serveBuilds = twoPages('/v1/builds', builds, [...builds], 2);
    const {result} = await runAgainst(serveBuilds, ['builds', 'list', '--app', '42', '--paginate']);
    expect(result.data).toHaveLength(2);
    const apps = [{type: 'apps', id: '1', attributes: {name: 'A', bundleId: 'a.b', sku: 's'}}];
    const {result: all} = await runAgainst(twoPages('/v1/apps', apps, apps, 1), ['apps', 'list', '--paginate']);
    expect(all.data).toHaveLength(1);
  });
});

it('returns the app ID of each version on every page', async () => {
  const versions = storeOf(twoPages('/v1/apps/42/appStoreVersions', [wireVersion('v1')], [wireVersion('v2')], 2));
  const found: (string | undefined)[] = [];
  for await (const {items} of versions.store.eachVersionPage({app: '42'})) found.push(...items.map((one) => one.appId));
  expect(found).toEqual(['42', '42']);
});

it('says how many customer reviews were left out', async () => {
  const reviews = [{type: 'customerReviews', id: 'c1', attributes: {rating: 5}}];
  const {code, stderr} = await runAgainst(
    ({path}) =>
      path.endsWith('/customerReviews') ? {body: wirePage(reviews, {total: 900})} : {body: {data: wireVersion('v1')}},
    ['versions', 'view', '--version-id', 'v1', '--include', 'customerReviews'],
  );
  expect({code, stderr}).toEqual({code: 0, stderr: 'Only 1 of 900 customer reviews are included\n'});
});

describe('a new version', () => {
  const versions = [
    wireVersion('v2', {versionString: '1.2', appStoreState: 'PREPARE_FOR_SUBMISSION'}),
    wireVersion('v1'),
  ];
  const lagging: Serve = ({target, path}) => {
    if (path !== '/v1/apps/42/appStoreVersions') return {body: {data: versions[0]}};
    return {
      body: wirePage(
        target.includes('filter[versionString]') || target.includes('filter[appStoreState]') ? [] : versions,
      ),
    };
  };

  it.each(['42@1.2', '42@editable'])(
    "finds a new version by %s although the service's filter does not list it yet",
    async (reference) => {
      const {code, result} = await runAgainst(lagging, ['versions', 'view', '--version-id', reference]);
      expect({code, id: result?.id}).toEqual({code: 0, id: 'v2'});
    },
  );

  const missing: Reply = {status: 404, body: {errors: [{code: 'NOT_FOUND', title: 'No such resource'}]}};

  it('reads a new version again if the service answers 404', async () => {
    let looks = 0;
    const {store, http, clock} = storeOf(({method}) => {
      if (method === 'POST') return {status: 201, body: {data: versions[0]}};
      return ++looks < 3 ? missing : {body: {data: versions[0]}};
    });
    await clock.until(store.createVersion({app: '42', versionString: '1.2', platform: 'IOS'}));
    expect((await clock.until(store.viewVersion({id: 'v2'}))).version.id).toBe('v2');
    expect(http.lines().filter((line) => line === 'GET /v1/appStoreVersions/v2')).toHaveLength(3);
  });

  it('does not read a missing version again if another run created it', async () => {
    const {store, http, clock} = storeOf(() => missing);
    const error = await clock.until(store.viewVersion({id: 'v2'}).catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({kind: 'not-found'});
    expect(http.asked).toHaveLength(1);
  });
});

it('reports no phased release if the response links one and the service has no data for it', async () => {
  const link = {appStoreVersionPhasedRelease: {data: {type: 'appStoreVersionPhasedReleases', id: 'p1'}}};
  const {code, result} = await runAgainst(
    ({path}) => ({body: {data: path.endsWith('/appStoreVersionPhasedRelease') ? null : wireVersion('v1', {}, link)}}),
    ['phased-release', 'view', '--version-id', 'v1'],
  );
  expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', state: null}});
});

it("prints the service's error IDs, which support asks for", async () => {
  const errors = [
    {id: '4f6a-1', code: 'NOT_FOUND', title: 'None'},
    {id: '4f6a-2', title: 'Other'},
  ];
  const {stderr} = await runAgainst(() => ({status: 404, body: {errors}}), ['versions', 'view', '--version-id', 'v1']);
  expect(stderr).toContain('Error ID: 4f6a-1, 4f6a-2');
});

it.each([
  ['user-hour-lim:3500;user-hour-rem:700;', 0.2],
  ['user-minute-lim:300;user-minute-rem:3;user-hour-lim:3500;user-hour-rem:700;', 0.2],
  ['user-minute-lim:300;user-minute-rem:3, user-hour-lim: 3500;user-hour-rem: 700', 0.2],
  ['user-minute-lim:300;user-minute-rem:3;', undefined],
])('computes the remaining share of the hourly limit from the header %s', (header, share) =>
  expect(limitLeft(header)).toBe(share),
);
