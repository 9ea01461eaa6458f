import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {
  AURORA,
  change,
  draft,
  FERN,
  problems,
  RINGS,
  type RunningSandbox,
  releaseAurora,
  startSandbox,
  TIDES,
  versionIn,
} from './support.ts';

const HARBOR = '6446072128';
const QUIET = '6446087966';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const create = (body: unknown) => sandbox.ask('/v1/appStoreVersions', {method: 'POST', body});
const update = (id: string, attributes: Record<string, unknown>) =>
  sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body: change(id, attributes)});
const remove = (id: string) => sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'DELETE'});
const attach = (id: string, build: unknown) =>
  sandbox.ask(`/v1/appStoreVersions/${id}/relationships/build`, {method: 'PATCH', body: {data: build}});
const release = (id: string) =>
  sandbox.ask('/v1/appStoreVersionReleaseRequests', {
    method: 'POST',
    body: {
      data: {
        type: 'appStoreVersionReleaseRequests',
        relationships: {appStoreVersion: {data: {type: 'appStoreVersions', id}}},
      },
    },
  });
const stateOf = async (id: string) =>
  (await sandbox.ask(`/v1/appStoreVersions/${id}`)).json.data.attributes.appStoreState;
const buildOf = async (app: string, query: string) =>
  (await sandbox.ask(`/v1/builds?filter[app]=${app}&${query}`)).json.data[0].id;

describe('create', () => {
  test('lists a created version first, with its attributes', async () => {
    await releaseAurora(sandbox);
    const attributes = {
      versionString: '3.4.0',
      copyright: '2026 Örnek',
      releaseType: 'SCHEDULED',
      earliestReleaseDate: '2031-03-04T10:00:00+01:00',
    };
    const {status, json} = await create(draft(AURORA, attributes));
    expect(status).toBe(201);
    expect(json.data.attributes).toMatchObject({
      ...attributes,
      platform: 'IOS',
      appStoreState: 'PREPARE_FOR_SUBMISSION',
    });
    expect(json.data.attributes.createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[78]:00$/);
    const list = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?limit=1`);
    expect(list.json.data[0].id).toBe(json.data.id);
    expect(list.json.meta.paging.total).toBe(49);
    expect(
      (await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?filter[id]=${json.data.id}`)).json.data,
    ).toHaveLength(1);
  });

  test("copies the copyright of the platform's newest version unless the request gives a copyright", async () => {
    const copyrightOf = async (platform: string, more = {}) =>
      (await create(draft(AURORA, {versionString: '3.4.0', platform, ...more}))).json.data.attributes.copyright;
    await releaseAurora(sandbox);
    expect(await copyrightOf('IOS')).toBe('2026 Example Ltd');
    expect(await copyrightOf('TV_OS', {copyright: null})).toBeNull();
    // The platform has no earlier version to copy from.
    expect(await copyrightOf('VISION_OS')).toBeNull();
  });

  test('finishes processing the build of a created version, and no other build', async () => {
    const states = async () => {
      const {json} = await sandbox.ask(`/v1/builds?filter[processingState]=PROCESSING,VALID&limit=200`);
      const wanted = ['414', '413', '91'];
      return Object.fromEntries(
        json.data
          .map(({attributes}: {attributes: Record<string, string>}) => [attributes.version, attributes.processingState])
          .filter(([number]: [string]) => wanted.includes(number)),
      );
    };
    const before = {414: 'PROCESSING', 413: 'VALID', 91: 'PROCESSING'};
    sandbox.advance(3_600_000);
    expect(await states()).toEqual(before);
    await create(draft(AURORA, {versionString: '3.4.0', platform: 'TV_OS'}));
    await releaseAurora(sandbox);
    await create(draft(AURORA, {versionString: '3.4.0'}));
    sandbox.advance(9_000);
    expect(await states()).toEqual(before);
    sandbox.advance(2_000);
    expect(await states()).toEqual({...before, 414: 'VALID'});
    const {json} = await sandbox.ask('/v1/builds?filter[version]=414');
    expect(json.data[0].attributes.usesNonExemptEncryption).toBe(false);
  });

  test('keeps pages of versions consistent when versions are added and removed', async () => {
    const list = async (limit: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let target = `/v1/apps/${TIDES}/appStoreVersions?limit=${limit}`; target; ) {
        const {json} = await sandbox.ask(target);
        ids.push(...json.data.map(({id}: {id: string}) => id));
        target = json.links.next;
      }
      return ids;
    };
    const samples = await list(200);
    const removed = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    expect(await list(7)).toEqual(samples);
    const added = (await create(draft(TIDES, {versionString: '9.0', platform: 'MAC_OS'}))).json.data.id;
    expect(await list(7)).toEqual([added, ...samples]);
    expect((await remove(removed)).status).toBe(204);
    expect(await list(7)).toEqual([added, ...samples].filter((id) => id !== removed));
  });

  test('lists the newest version first, even among versions created in the same second', async () => {
    for (const platform of ['IOS', 'MAC_OS', 'TV_OS']) await create(draft(RINGS, {versionString: '3.4.0', platform}));
    const {json} = await sandbox.ask(`/v1/apps/${RINGS}/appStoreVersions?limit=3`);
    const platforms = json.data.map(({attributes}: {attributes: {platform: string}}) => attributes.platform);
    expect(platforms).toEqual(['TV_OS', 'MAC_OS', 'IOS']);
  });

  test.each([
    ['approved', AURORA, 'IOS'],
    ['in review', AURORA, 'MAC_OS'],
    ['waiting for a contract', HARBOR, 'VISION_OS'],
    ['waiting for export compliance', HARBOR, 'MAC_OS'],
    ['waiting for Apple', QUIET, 'VISION_OS'],
  ])('refuses to create a version while another version of its platform is %s', async (_, app, platform) => {
    const answer = await create(draft(app, {versionString: '99.0', platform}));
    expect([answer.status, problems(answer)]).toEqual([
      409,
      ['ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/app'],
    ]);
  });

  test('refuses to create a second editable version of a platform, but accepts one of another platform', async () => {
    await releaseAurora(sandbox);
    expect((await create(draft(AURORA, {versionString: '3.4.0'}))).status).toBe(201);
    const second = await create(draft(AURORA, {versionString: '3.5.0'}));
    expect(second.status).toBe(409);
    expect(problems(second)).toEqual(['ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/app']);
    expect((await create(draft(AURORA, {versionString: '3.4.0', platform: 'TV_OS'}))).status).toBe(201);
  });

  test('refuses to create a version with a version string that was already used', async () => {
    await releaseAurora(sandbox);
    const list = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?filter[platform]=IOS&limit=200`);
    for (const {attributes} of [list.json.data[0], list.json.data.at(-1)]) {
      const again = await create(draft(AURORA, {versionString: attributes.versionString}));
      expect(problems(again)).toEqual(['ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE /data/attributes/versionString']);
      expect(again.status).toBe(409);
    }
  });

  test('reports two errors for two mistakes in the creation of a version', async () => {
    const {json, status} = await create(draft(FERN, {versionString: '1.0.0'}));
    expect(status).toBe(409);
    expect(json.errors).toEqual([
      {
        id: expect.any(String),
        status: '409',
        code: 'ENTITY_ERROR.RELATIONSHIP.INVALID',
        title: 'The provided entity includes a relationship with an invalid value',
        detail: 'You cannot create a new version of the App in the current state.',
        source: {pointer: '/data/relationships/app'},
      },
      {
        id: expect.any(String),
        status: '409',
        code: 'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE',
        title: 'The provided entity includes an attribute with a value that has already been used',
        detail: "The attribute 'versionString' has been previously used: '1.0.0'",
        source: {pointer: '/data/attributes/versionString'},
      },
    ]);
  });

  test('creates only one of several versions requested at once for one platform', async () => {
    const answers = await Promise.all(
      Array.from({length: 12}, (_, index) => create(draft(AURORA, {versionString: `4.${index}`, platform: 'TV_OS'}))),
    );
    expect(answers.map(({status}) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });

  test.each([
    ['{"data":', 400, 'ENTITY_INVALID'],
    ['null', 422, 'ENTITY_UNPROCESSABLE'],
    ['{"data":[]}', 422, 'ENTITY_UNPROCESSABLE /data'],
    ['{"data":{"type":"apps"}}', 422, 'ENTITY_UNPROCESSABLE /data/type'],
    ['{"data":{"type":"appStoreVersions","id":"1"}}', 422, 'ENTITY_UNPROCESSABLE /data/id'],
    [
      JSON.stringify(draft(AURORA, {versionString: 'one'})),
      409,
      'ENTITY_ERROR.ATTRIBUTE.INVALID /data/attributes/versionString',
    ],
    [
      JSON.stringify(draft(AURORA, {versionString: 1})),
      409,
      'ENTITY_ERROR.ATTRIBUTE.TYPE /data/attributes/versionString',
    ],
    [JSON.stringify(draft(AURORA, {})), 409, 'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/versionString'],
    [
      JSON.stringify(draft(AURORA, {versionString: '9.9', storeState: 'X'})),
      409,
      'ENTITY_ERROR.ATTRIBUTE.UNKNOWN /data/attributes/storeState',
    ],
    [
      JSON.stringify(draft(AURORA, {versionString: '9.9', earliestReleaseDate: '2031-03-04T10:00:00+0100'})),
      409,
      'ENTITY_ERROR.ATTRIBUTE.INVALID /data/attributes/earliestReleaseDate',
    ],
    [
      JSON.stringify(draft(AURORA, {versionString: '9.9', earliestReleaseDate: '2031-02-30T10:00:00+01:00'})),
      409,
      'ENTITY_ERROR.ATTRIBUTE.INVALID /data/attributes/earliestReleaseDate',
    ],
    [
      JSON.stringify(draft('0', {versionString: '9.9'})),
      409,
      'ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/app',
    ],
  ])('refuses to create a version with %s', async (body, status, problem) => {
    const answer = await create(body);
    expect([answer.status, ...problems(answer)]).toEqual([status, problem]);
    expect((await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions`)).json.meta.paging.total).toBe(48);
  });
});

describe('update', () => {
  test('changes only the given attributes of a version', async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    const before = (await sandbox.ask(`/v1/appStoreVersions/${id}`)).json.data.attributes;
    const {status, json} = await update(id, {copyright: 'new'});
    expect(status).toBe(200);
    expect(json.data.attributes).toEqual({...before, copyright: 'new'});
    for (const nothing of ['', null]) {
      await update(id, {copyright: 'new'});
      expect((await update(id, {copyright: nothing})).json.data.attributes.copyright).toBeNull();
    }
  });

  test("accepts the version's own version string in an update, but no other string in use", async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    expect((await update(id, {versionString: '2.0'})).status).toBe(200);
    expect(problems(await update(id, {versionString: '1.8.0'}))).toEqual([
      'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE /data/attributes/versionString',
    ]);
  });

  test.each(['IN_REVIEW', 'READY_FOR_SALE', 'PENDING_DEVELOPER_RELEASE'])(
    'refuses an update of a version in the state %s',
    async (state) => {
      const id = await versionIn(sandbox, AURORA, state);
      const answer = await update(id, {copyright: 'new'});
      expect([answer.status, answer.json.errors[0].code]).toEqual([409, 'STATE_ERROR']);
      expect(answer.json.errors[0].detail).toContain(state);
    },
  );

  test('refuses an update whose ID differs from the ID in the path', async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    const body = change('other', {copyright: 'new'});
    expect((await sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body})).status).toBe(422);
  });
});

describe('delete', () => {
  test('deletes a version, and frees its version string', async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    expect(await remove(id)).toMatchObject({status: 204, text: ''});
    expect((await sandbox.ask(`/v1/appStoreVersions/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await create(draft(TIDES, {versionString: '2.0', platform: 'TV_OS'}))).status).toBe(201);
  });

  test.each(['REJECTED', 'METADATA_REJECTED'])('refuses to delete a version in the state %s', async (state) => {
    const id = await versionIn(sandbox, '6446080047', state);
    expect((await remove(id)).status).toBe(409);
    expect(await stateOf(id)).toBe(state);
  });
});

describe('attach a build', () => {
  test("attaches a valid build of the version's app and platform", async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    const build = await buildOf(TIDES, 'filter[version]=90');
    expect(await attach(id, {type: 'builds', id: build})).toMatchObject({status: 204, text: ''});
    expect((await sandbox.ask(`/v1/appStoreVersions/${id}/relationships/build`)).json).toEqual({
      data: {type: 'builds', id: build},
      links: {self: `${sandbox.origin}/v1/appStoreVersions/${id}/relationships/build`},
    });
    const back = await sandbox.ask(`/v1/builds/${build}?include=appStoreVersion`);
    expect(back.json.data.relationships.appStoreVersion.data.id).toBe(id);
  });

  test.each([
    ['processing', TIDES, 'filter[version]=91'],
    ['invalid', TIDES, 'filter[version]=89'],
    ['expired', TIDES, 'filter[version]=80'],
    ['of another platform', TIDES, 'filter[version]=88'],
    ['of another app', '6446087966', 'filter[version]=62'],
  ])('refuses to attach a build that is %s', async (_kind, app, query) => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    const answer = await attach(id, {type: 'builds', id: await buildOf(app, query)});
    expect(problems(answer)).toEqual(['ENTITY_ERROR.RELATIONSHIP.INVALID /data']);
    expect((await sandbox.ask(`/v1/appStoreVersions/${id}/build`)).json.data).toBeNull();
  });

  test('refuses to attach a build that does not exist', async () => {
    const id = await versionIn(sandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    expect((await attach(id, {type: 'builds', id: 'none'})).status).toBe(404);
  });

  test('refuses to attach a build to a version that is not editable', async () => {
    const id = await versionIn(sandbox, AURORA, 'IN_REVIEW');
    const answer = await attach(id, {type: 'builds', id: await buildOf(AURORA, 'filter[version]=411')});
    expect([answer.status, answer.json.errors[0].code]).toEqual([409, 'STATE_ERROR']);
  });
});

describe('release', () => {
  test('puts a version on sale soon after its release, and replaces the live version', async () => {
    const id = await versionIn(sandbox, AURORA, 'PENDING_DEVELOPER_RELEASE');
    const live = await versionIn(sandbox, AURORA, 'READY_FOR_SALE', 'IOS');
    const {status, json} = await release(id);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      type: 'appStoreVersionReleaseRequests',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect([await stateOf(id), await stateOf(live)]).toEqual(['PROCESSING_FOR_APP_STORE', 'READY_FOR_SALE']);
    sandbox.advance(3000);
    expect([await stateOf(id), await stateOf(live)]).toEqual(['READY_FOR_SALE', 'REPLACED_WITH_NEW_VERSION']);
    const now = await sandbox.ask(
      `/v1/apps/${AURORA}/appStoreVersions?filter[appStoreState]=READY_FOR_SALE&filter[platform]=IOS`,
    );
    expect(now.json.data.map((version: {id: string}) => version.id)).toEqual([id]);
    const phased = await sandbox.ask(`/v1/appStoreVersions/${id}/appStoreVersionPhasedRelease`);
    expect(phased.json.data.attributes).toMatchObject({phasedReleaseState: 'ACTIVE', currentDayNumber: 1});
  });

  test('releases a version only once', async () => {
    const id = await versionIn(sandbox, AURORA, 'PENDING_DEVELOPER_RELEASE');
    const answers = await Promise.all([release(id), release(id), release(id)]);
    expect(answers.map(({status}) => status).sort()).toEqual([201, 409, 409]);
  });

  test('refuses to release a version that does not exist or is not approved', async () => {
    expect(problems(await release('none'))).toEqual([
      'ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/appStoreVersion',
    ]);
    const id = await versionIn(sandbox, AURORA, 'IN_REVIEW');
    expect(problems(await release(id))).toEqual(['STATE_ERROR']);
  });
});

test('refuses a write whose content type is not JSON', async () => {
  const answer = await sandbox.ask('/v1/appStoreVersions', {
    method: 'POST',
    body: 'a=1',
    headers: {'content-type': 'application/x-www-form-urlencoded'},
  });
  expect(answer.status).toBe(415);
});
