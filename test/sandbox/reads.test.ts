import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {READS} from '../../src/services/sandbox/api/api-document.ts';
import {AURORA, draft, FERN, problems, type RunningSandbox, startSandbox, TIDES, versionIn} from './support.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

interface Build {
  attributes: {version: string; uploadedDate: string};
}

const STATES = [
  'PREPARE_FOR_SUBMISSION',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'PENDING_CONTRACT',
  'WAITING_FOR_EXPORT_COMPLIANCE',
  'PENDING_DEVELOPER_RELEASE',
  'PROCESSING_FOR_APP_STORE',
  'PENDING_APPLE_RELEASE',
  'READY_FOR_SALE',
  'REMOVED_FROM_SALE',
  'DEVELOPER_REJECTED',
  'REJECTED',
  'METADATA_REJECTED',
  'INVALID_BINARY',
];

describe('documents', () => {
  test('returns an app with the headers, links and fields that the service returns', async () => {
    const {status, json, headers} = await sandbox.ask(`/v1/apps/${AURORA}?fields[apps]=name,bundleId,builds`);
    const self = `${sandbox.origin}/v1/apps/${AURORA}`;
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-rate-limit']).toMatch(
      /^user-minute-lim:300;user-minute-rem:\d+;user-hour-lim:3500;user-hour-rem:\d+;$/,
    );
    expect(json).toEqual({
      data: {
        type: 'apps',
        id: AURORA,
        attributes: {name: 'Aurora Notes', bundleId: 'com.example.aurora'},
        relationships: {builds: {links: {self: `${self}/relationships/builds`, related: `${self}/builds`}}},
        links: {self},
      },
      links: {self: `${self}?fields%5Bapps%5D=name,bundleId,builds`},
    });
  });

  test('returns a page of versions, newest first, with its links', async () => {
    const fields = 'fields[appStoreVersions]=versionString,platform,appStoreState,appVersionState,createdDate';
    const first = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?limit=2&${fields}`);
    expect(first.json.data.map(({attributes}: {attributes: unknown}) => attributes)).toEqual([
      {
        platform: 'IOS',
        versionString: '3.3.0',
        appStoreState: 'PENDING_DEVELOPER_RELEASE',
        appVersionState: 'PENDING_DEVELOPER_RELEASE',
        createdDate: '2026-11-12T10:04:00-08:00',
      },
      {
        platform: 'MAC_OS',
        versionString: '3.3.0',
        appStoreState: 'IN_REVIEW',
        appVersionState: 'IN_REVIEW',
        createdDate: '2026-11-12T09:31:00-08:00',
      },
    ]);
    expect(first.json.meta.paging).toMatchObject({total: 48, limit: 2, nextCursor: expect.any(String)});
    const second = await sandbox.ask(first.json.links.next);
    expect(second.json.data[0].attributes).toMatchObject({
      versionString: '3.2.1',
      appStoreState: 'READY_FOR_SALE',
      appVersionState: 'READY_FOR_DISTRIBUTION',
    });
    expect(second.json.links.first).toBe(first.json.links.first);
  });

  test('returns builds newest first with and without sort, and oldest first on request', async () => {
    const uploads = async (query: string): Promise<number[]> => {
      const {json} = await sandbox.ask(`/v1/builds?filter[app]=${AURORA}&limit=200${query}`);
      return json.data.map(({attributes}: {attributes: {uploadedDate: string}}) => Date.parse(attributes.uploadedDate));
    };
    const newestFirst = (await uploads('')).toSorted((one, other) => other - one);
    expect(await uploads('')).toEqual(newestFirst);
    expect(await uploads('&sort=-uploadedDate')).toEqual(newestFirst);
    expect(await uploads('&sort=uploadedDate')).toEqual(newestFirst.toReversed());
  });

  test('returns every item on exactly one page, and no next link on the last page', async () => {
    const seen = new Set<string>();
    let target: string | undefined = `/v1/apps/${AURORA}/appStoreVersions?limit=7`;
    let pages = 0;
    while (target) {
      const {json} = await sandbox.ask(target);
      for (const {id} of json.data) seen.add(id);
      target = json.links.next;
      pages += 1;
    }
    expect([seen.size, pages]).toEqual([48, 7]);
  });

  test('returns data only for included relationships, and null for an empty relationship', async () => {
    const id = await versionIn(sandbox, FERN, 'PREPARE_FOR_SUBMISSION');
    const {json} = await sandbox.ask(`/v1/appStoreVersions/${id}?include=app,build`);
    const self = `${sandbox.origin}/v1/appStoreVersions/${id}`;
    expect(json.data.relationships.app).toEqual({data: {type: 'apps', id: FERN}});
    expect(json.data.relationships.build).toEqual({
      data: null,
      links: {self: `${self}/relationships/build`, related: `${self}/build`},
    });
    expect(json.included.map(({type}: {type: string}) => type)).toEqual(['apps']);
  });

  test('returns null for an attribute without a value', async () => {
    const id = await versionIn(sandbox, FERN, 'PREPARE_FOR_SUBMISSION');
    const {json} = await sandbox.ask(`/v1/appStoreVersions/${id}?fields[appStoreVersions]=earliestReleaseDate`);
    expect(json.data.attributes).toEqual({earliestReleaseDate: null});
    const whole = await sandbox.ask(`/v1/appStoreVersions/${id}`);
    expect(whole.json.data.attributes).toMatchObject({earliestReleaseDate: null, usesIdfa: null});
  });

  test('answers 200 with null for an empty to-one relationship', async () => {
    const id = await versionIn(sandbox, FERN, 'PREPARE_FOR_SUBMISSION');
    for (const name of ['build', 'appStoreVersionPhasedRelease', 'relationships/build']) {
      const path = `/v1/appStoreVersions/${id}/${name}`;
      const {status, json} = await sandbox.ask(path);
      expect([status, json]).toEqual([200, {data: null, links: {self: `${sandbox.origin}${path}`}}]);
    }
  });

  test('returns a record for every include of one sample version', async () => {
    const id = await versionIn(sandbox, AURORA, 'READY_FOR_SALE', 'IOS');
    const names = [
      'appStoreReviewDetail',
      'appClipDefaultExperience',
      'appStoreVersionExperiments',
      'appStoreVersionExperimentsV2',
      'appStoreVersionSubmission',
      'routingAppCoverage',
      'alternativeDistributionPackage',
      'gameCenterAppVersion',
      'appStoreVersionPhasedRelease',
      'appStoreVersionLocalizations',
      'build',
      'app',
    ];
    const {json} = await sandbox.ask(`/v1/appStoreVersions/${id}?include=${names.join(',')}`);
    for (const name of names) expect([json.data.relationships[name].data].flat(), name).not.toHaveLength(0);
    const reviews = await sandbox.ask(`/v1/appStoreVersions/${id}/customerReviews?limit=200`);
    expect(reviews.json.data.length).toBeGreaterThan(5);
    const infos = await sandbox.ask(`/v1/apps/${AURORA}/appInfos?include=ageRatingDeclaration`);
    expect(infos.json.data.map(({attributes}: {attributes: {state: string}}) => attributes.state)).toEqual([
      'READY_FOR_DISTRIBUTION',
      expect.not.stringMatching('READY_FOR_DISTRIBUTION'),
    ]);
    expect(infos.json.included).toHaveLength(2);
  });
});

describe('the sample data', () => {
  test.each(STATES)('has a sample version in %s', async (state) => {
    const {json} = await sandbox.ask(`/v1/apps?filter[appStoreVersions.appStoreState]=${state}`);
    expect(json.data.length).toBeGreaterThan(0);
    const found = await sandbox.ask(`/v1/apps/${json.data[0].id}/appStoreVersions?filter[appStoreState]=${state}`);
    expect(found.json.data[0].attributes.appStoreState).toBe(state);
  });

  test('has at most one editable sample version per app and platform', async () => {
    const editable = 'PREPARE_FOR_SUBMISSION,DEVELOPER_REJECTED,REJECTED,METADATA_REJECTED,INVALID_BINARY';
    const {json} = await sandbox.ask('/v1/apps');
    for (const {id} of json.data) {
      const versions = await sandbox.ask(`/v1/apps/${id}/appStoreVersions?filter[appStoreState]=${editable}`);
      const platforms = versions.json.data.map(({attributes}: {attributes: {platform: string}}) => attributes.platform);
      expect(new Set(platforms).size).toBe(platforms.length);
    }
  });

  test('uses no version string twice on a platform', async () => {
    const {json} = await sandbox.ask('/v1/apps');
    for (const {id} of json.data) {
      const versions = await sandbox.ask(`/v1/apps/${id}/appStoreVersions?limit=200`);
      const names = versions.json.data.map(
        ({attributes}: {attributes: Record<string, string>}) => `${attributes.platform} ${attributes.versionString}`,
      );
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('has sample builds of every kind, with their version string and platform', async () => {
    const {json} = await sandbox.ask(`/v1/builds?filter[app]=${TIDES}&include=preReleaseVersion&sort=-uploadedDate`);
    const kinds = json.data.map(
      ({attributes}: {attributes: Record<string, unknown>}) =>
        `${attributes.processingState}${attributes.expired ? ' expired' : ''}`,
    );
    expect(new Set(kinds)).toEqual(new Set(['PROCESSING', 'VALID', 'INVALID', 'VALID expired']));
    expect(json.included[0].attributes).toEqual({version: '2.0', platform: 'TV_OS'});
    const dates = json.data.map(({attributes}: {attributes: {uploadedDate: string}}) =>
      Date.parse(attributes.uploadedDate),
    );
    expect(dates).toEqual(dates.toSorted((one: number, other: number) => other - one));
  });

  test.each([
    ['uploadedDate', (one: Build) => Date.parse(one.attributes.uploadedDate)],
    ['-version', (one: Build) => -Number(one.attributes.version)],
  ])('sorts builds by %s, also across apps', async (sort, key) => {
    for (const filter of [`&filter[app]=${TIDES}`, '']) {
      const {json} = await sandbox.ask(`/v1/builds?sort=${sort}&limit=200${filter}`);
      const keys = json.data.map(key);
      expect(keys.length).toBeGreaterThan(10);
      expect(keys).toEqual(keys.toSorted((one: number, other: number) => one - other));
    }
  });

  test('has samples of both kinds of submission: appStoreVersionSubmissions and reviewSubmissions', async () => {
    const harbor = '6446072128';
    const waiting = await versionIn(sandbox, harbor, 'WAITING_FOR_REVIEW');
    const own = await sandbox.ask(`/v1/appStoreVersions/${waiting}/appStoreVersionSubmission`);
    expect(own.json.data.type).toBe('appStoreVersionSubmissions');
    const inReview = await versionIn(sandbox, AURORA, 'IN_REVIEW');
    const rejected = await versionIn(sandbox, '6446080047', 'REJECTED');
    const none = await sandbox.ask(`/v1/appStoreVersions/${rejected}/appStoreVersionSubmission`);
    expect([none.status, none.json.data]).toEqual([200, null]);
    const reviews = await sandbox.ask(`/v1/reviewSubmissions?filter[app]=${AURORA}&include=appStoreVersionForReview`);
    const forReview = reviews.json.data.map(
      // biome-ignore lint/suspicious/noExplicitAny: a document
      ({relationships}: any) => relationships.appStoreVersionForReview.data.id,
    );
    expect(forReview).toContain(inReview);
  });
});

describe('filters', () => {
  const count = async (query: string) =>
    (await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?${query}`)).json.meta.paging.total;

  test('treats several values of a filter as alternatives, and combines filters', async () => {
    expect(await count('filter[platform]=IOS')).toBe(24);
    expect(await count('filter[platform]=IOS,MAC_OS')).toBe(48);
    expect(await count('filter[platform]=IOS&filter[appStoreState]=READY_FOR_SALE,IN_REVIEW')).toBe(1);
    expect(await count('filter[appVersionState]=READY_FOR_DISTRIBUTION')).toBe(2);
    expect(await count('filter[versionString]=3.3.0,3.2.1')).toBe(4);
    expect(await count('filter[versionString]=no')).toBe(0);
    expect(await count('filter%5Bplatform%5D=TV_OS')).toBe(0);
  });

  test('finds an app by bundle ID', async () => {
    const {json} = await sandbox.ask('/v1/apps?filter[bundleId]=com.example.fern');
    expect(json.data.map(({id}: {id: string}) => id)).toEqual([FERN]);
  });

  test('finds builds by version string and platform', async () => {
    const query =
      'filter[preReleaseVersion.platform]=TV_OS&filter[preReleaseVersion.version]=2.0&filter[processingState]=VALID';
    const {json} = await sandbox.ask(`/v1/builds?filter[app]=${TIDES}&${query}&filter[expired]=false`);
    expect(json.data.map(({attributes}: {attributes: {version: string}}) => attributes.version)).toEqual(['90']);
  });

  test('finds an app only if one of its versions matches all filters on versions', async () => {
    const find = async (platform: string) => {
      const query = `filter[appStoreVersions.platform]=${platform}&filter[appStoreVersions.appStoreState]=IN_REVIEW`;
      const {json} = await sandbox.ask(`/v1/apps?filter[id]=${AURORA},${TIDES}&${query}`);
      return json.data.map(({id}: {id: string}) => id);
    };
    expect(await find('MAC_OS')).toEqual([AURORA]);
    expect(await find('IOS')).toEqual([TIDES]);
  });

  test('finds a build by each version to which it is attached', async () => {
    const own = await startSandbox();
    const app = (await own.ask('/v1/apps?filter[bundleId]=com.example.steps')).json.data[0].id;
    const build = (await own.ask(`/v1/builds?filter[app]=${app}&filter[version]=31`)).json.data[0].id;
    const relationships = {build: {data: {type: 'builds', id: build}}};
    const body = draft(app, {versionString: '9.0'}, relationships);
    const created = (await own.ask('/v1/appStoreVersions', {method: 'POST', body})).json.data.id;
    const live = await versionIn(own, app, 'READY_FOR_SALE');
    for (const version of [created, live]) {
      const {json} = await own.ask(`/v1/builds?filter[appStoreVersion]=${version}`);
      expect(json.data.map(({id}: {id: string}) => id)).toEqual([build]);
    }
    await own.close();
  });
});

test('answers 404 for an unknown ID on every path of the API document', async () => {
  for (const path of Object.keys(READS).filter((one) => one.includes('{id}'))) {
    const {status, json} = await sandbox.ask(path.replace('{id}', 'nobody'));
    expect([path, status, json.errors[0].code]).toEqual([path, 404, 'NOT_FOUND']);
  }
});

describe('a wrong request', () => {
  const versions = `/v1/apps/${AURORA}/appStoreVersions`;
  test.each([
    [`${versions}?nonsense=1`, 'PARAMETER_ERROR.ILLEGAL nonsense'],
    [`${versions}?filter[nonsense]=1`, 'PARAMETER_ERROR.ILLEGAL filter[nonsense]'],
    [`${versions}?filter[constructor]=1`, 'PARAMETER_ERROR.ILLEGAL filter[constructor]'],
    [`${versions}?filter[platform]=ANDROID`, 'PARAMETER_ERROR.INVALID filter[platform]'],
    ['/v1/builds?filter[expired]=maybe', 'PARAMETER_ERROR.INVALID filter[expired]'],
    ['/v1/builds?filter[usesNonExemptEncryption]=1', 'PARAMETER_ERROR.INVALID filter[usesNonExemptEncryption]'],
    [`${versions}?filter[platform]=IOS&filter[platform]=MAC_OS`, 'PARAMETER_ERROR.INVALID filter[platform]'],
    [`${versions}?filter[versionString]=`, 'PARAMETER_ERROR.INVALID filter[versionString]'],
    [`${versions}?limit=0`, 'PARAMETER_ERROR.INVALID limit'],
    [`${versions}?limit=201`, 'PARAMETER_ERROR.INVALID limit'],
    [`${versions}?limit=ten`, 'PARAMETER_ERROR.INVALID limit'],
    [`${versions}?cursor=MjAw`, 'PARAMETER_ERROR.INVALID cursor'],
    [`${versions}?sort=createdDate`, 'PARAMETER_ERROR.ILLEGAL sort'],
    [`${versions}?include=customerReviews`, 'PARAMETER_ERROR.INVALID include'],
    [`${versions}?fields[appStoreVersions]=state`, 'PARAMETER_ERROR.INVALID fields[appStoreVersions]'],
    [`${versions}?fields[territories]=currency`, 'PARAMETER_ERROR.ILLEGAL fields[territories]'],
    [`/v1/apps/${AURORA}?limit=1`, 'PARAMETER_ERROR.ILLEGAL limit'],
    ['/v1/apps?limit[appStoreVersions]=51', 'PARAMETER_ERROR.INVALID limit[appStoreVersions]'],
    ['/v1/reviewSubmissions', 'PARAMETER_ERROR.REQUIRED filter[app]'],
  ])('refuses the request %s', async (target, problem) => {
    const answer = await sandbox.ask(target);
    expect(answer.status).toBe(400);
    expect(problems(answer)).toEqual([problem]);
  });

  test.each([
    ['/v1/apps/0000000000', 'NOT_FOUND'],
    ['/v1/appStoreVersions/00000000-0000-0000-0000-000000000000', 'NOT_FOUND'],
    ['/v1/appStoreVersions/none/build', 'NOT_FOUND'],
    ['/v1/builds/none', 'NOT_FOUND'],
    ['/v1/appInfos/none/ageRatingDeclaration', 'NOT_FOUND'],
    ['/v1/apps/', 'PATH_ERROR'],
    ['/v1/nothing', 'PATH_ERROR'],
    ['/', 'PATH_ERROR'],
  ])('answers 404 for %s', async (target, code) => {
    const answer = await sandbox.ask(target);
    expect(answer.status).toBe(404);
    expect(answer.json.errors[0]).toMatchObject({status: '404', code, id: expect.stringMatching(/^[0-9a-f-]{36}$/)});
  });

  test('answers 403 to a method that the path does not support', async () => {
    const answer = await sandbox.ask('/v1/apps', {method: 'DELETE'});
    expect([answer.status, problems(answer)]).toEqual([403, ['FORBIDDEN_ERROR']]);
  });
});
