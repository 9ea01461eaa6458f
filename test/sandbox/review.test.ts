import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {
  type Answer,
  appId,
  change,
  patch,
  post,
  problems,
  type RunningSandbox,
  refusal,
  releaseAurora,
  startSandbox,
  versionIn,
} from './support.ts';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox({reviewSeconds: 5});
});
afterEach(() => sandbox.close());

const INVALID = 'STATE_ERROR.ENTITY_STATE_INVALID';

const createDraft = async (app: string, platform = 'IOS'): Promise<string> =>
  (await post(sandbox, 'reviewSubmissions', {platform}, {app: ['apps', app]})).json.data.id;
const add = (submission: string, version: string): Promise<Answer> =>
  post(
    sandbox,
    'reviewSubmissionItems',
    {},
    {reviewSubmission: ['reviewSubmissions', submission], appStoreVersion: ['appStoreVersions', version]},
  );
const submit = (id: string) => patch(sandbox, 'reviewSubmissions', id, {submitted: true});
const cancel = (id: string) => patch(sandbox, 'reviewSubmissions', id, {canceled: true});
const remove = (item: string) => sandbox.ask(`/v1/reviewSubmissionItems/${item}`, {method: 'DELETE'});
const update = (id: string, attributes: Record<string, unknown>) =>
  sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body: change(id, attributes)});
const stateOf = async (id: string): Promise<string> =>
  (await sandbox.ask(`/v1/appStoreVersions/${id}`)).json.data.attributes.appStoreState;
const submission = async (id: string) =>
  (await sandbox.ask(`/v1/reviewSubmissions/${id}?include=items,appStoreVersionForReview,lastUpdatedByActor`)).json;
const itemStates = async (id: string): Promise<string[]> =>
  (await sandbox.ask(`/v1/reviewSubmissions/${id}/items`)).json.data.map(
    ({attributes}: {attributes: {state: string}}) => attributes.state,
  );

/** Adds the editable version of a sample app to a new draft. */
async function prepared(word: string): Promise<{app: string; version: string; draft: string; item: string}> {
  const app = await appId(sandbox, word);
  const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
  const draft = await createDraft(app);
  const {json} = await add(draft, version);
  sandbox.advance(1000);
  return {app, version, draft, item: json.data.id};
}

describe('a draft', () => {
  test('creates a draft for an app and a platform, next to the drafts of other platforms', async () => {
    const app = await appId(sandbox, 'boats');
    const {status, json} = await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', app]});
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      type: 'reviewSubmissions',
      attributes: {platform: 'IOS', state: 'READY_FOR_REVIEW'},
    });
    expect(json.data.attributes.submittedDate).toBeNull();
    const second = await createDraft(app);
    const list = await sandbox.ask(`/v1/reviewSubmissions?filter[app]=${app}&filter[state]=READY_FOR_REVIEW`);
    expect(list.json.data.map(({id}: {id: string}) => id)).toEqual([second, json.data.id]);
  });

  test('refuses a draft without a platform, or for an unknown app', async () => {
    const app = await appId(sandbox, 'boats');
    expect(problems(await post(sandbox, 'reviewSubmissions', {}, {app: ['apps', app]}))).toEqual([
      'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/platform',
    ]);
    expect(problems(await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', '1']}))).toEqual([
      'ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/app',
    ]);
  });

  test('refuses an unknown app with the same message as the service', async () => {
    const {json} = await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', '77']});
    expect(json.errors[0]).toMatchObject({
      title: 'Relationship is invalid',
      detail: "app with id '77' cannot be found",
    });
  });

  test('gives submission items IDs of 64 characters, and finds them by ID', async () => {
    const list = await sandbox.ask(`/v1/reviewSubmissions?filter[app]=${await appId(sandbox, 'coins')}&include=items`);
    const ids: string[] = list.json.included.map(({id}: {id: string}) => id);
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) {
      expect(id).toMatch(/^[A-Za-z0-9+/]{64}$/);
      const body = {data: {type: 'reviewSubmissionItems', id, attributes: {resolved: true}}};
      const {status} = await sandbox.ask(`/v1/reviewSubmissionItems/${id}`, {method: 'PATCH', body});
      expect(status).toBe(409);
    }
  });

  test('refuses to cancel or delete a draft', async () => {
    const draft = await createDraft(await appId(sandbox, 'boats'));
    expect(refusal(await cancel(draft))).toEqual([409, INVALID, 'Resource is not in cancellable state']);
    const deleted = await sandbox.ask(`/v1/reviewSubmissions/${draft}`, {method: 'DELETE'});
    expect(refusal(deleted)).toEqual([
      403,
      'FORBIDDEN_ERROR',
      "The resource 'reviewSubmissions' does not allow 'DELETE'. Allowed operations are: GET_COLLECTION, GET_INSTANCE, CREATE, UPDATE",
    ]);
  });

  test('refuses to submit a draft without items', async () => {
    const draft = await createDraft(await appId(sandbox, 'boats'));
    expect(refusal(await submit(draft))).toEqual([
      409,
      INVALID,
      `reviewSubmissions with id ${draft} does not have any items.`,
    ]);
  });

  test.each([[{}], [{submitted: true, canceled: true}], [{submitted: false}]])(
    'refuses to change a draft to %j',
    async (attributes) => {
      const draft = await createDraft(await appId(sandbox, 'boats'));
      expect((await patch(sandbox, 'reviewSubmissions', draft, attributes)).status).toBe(409);
    },
  );
});

describe('an item', () => {
  test('freezes a version as soon as it is added to a draft, and makes it ready for review a second later', async () => {
    const app = await appId(sandbox, 'boats');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const draft = await createDraft(app);
    const {status, json} = await add(draft, version);
    expect([status, json.data.type, json.data.attributes]).toEqual([
      201,
      'reviewSubmissionItems',
      {state: 'READY_FOR_REVIEW'},
    ]);
    expect(await stateOf(version)).toBe('PREPARE_FOR_SUBMISSION');
    expect((await update(version, {copyright: 'x'})).status).toBe(409);
    expect(refusal(await submit(draft))).toEqual([
      409,
      'STATE_ERROR',
      'Version is not ready to be submitted yet, please try again later.',
    ]);
    sandbox.advance(1000);
    expect(await stateOf(version)).toBe('READY_FOR_REVIEW');
    expect((await submission(draft)).data.relationships.appStoreVersionForReview.data.id).toBe(version);
  });

  test('freezes a version until its release, except for the two texts that may still change', async () => {
    const {app, version} = await prepared('boats');
    const refused = await update(version, {copyright: 'x'});
    expect(refusal(refused)).toEqual([
      409,
      'STATE_ERROR',
      'A version in the state READY_FOR_REVIEW that is part of a review submission can not be changed',
    ]);
    const build = (await sandbox.ask(`/v1/builds?filter[app]=${app}`)).json.data[0].id;
    const link = `/v1/appStoreVersions/${version}/relationships/build`;
    const body = {data: {type: 'builds', id: build}};
    expect((await sandbox.ask(link, {method: 'PATCH', body})).status).toBe(409);
    expect((await sandbox.ask(`/v1/appStoreVersions/${version}`, {method: 'DELETE'})).status).toBe(409);
    const texts = await sandbox.ask(`/v1/appStoreVersions/${version}/appStoreVersionLocalizations`);
    const [{id}] = texts.json.data;
    const write = (attributes: Record<string, unknown>) =>
      patch(sandbox, 'appStoreVersionLocalizations', id, attributes);
    expect((await write({whatsNew: 'Late news.', promotionalText: 'Now!'})).status).toBe(200);
    expect(refusal(await write({description: 'x'}))).toEqual([
      409,
      'STATE_ERROR',
      "Attribute 'description' cannot be edited at this time",
    ]);
  });

  test('makes a version editable again when its item is removed from the draft', async () => {
    const {version, draft, item} = await prepared('boats');
    expect(await remove(item)).toMatchObject({status: 204, text: ''});
    expect(await stateOf(version)).toBe('PREPARE_FOR_SUBMISSION');
    expect(await itemStates(draft)).toEqual([]);
    expect((await update(version, {copyright: 'x'})).status).toBe(200);
    expect((await remove(item)).status).toBe(404);
  });

  test('refuses to add a version that another submission holds, and names that submission', async () => {
    const {app, version, draft} = await prepared('boats');
    const answer = await add(await createDraft(app), version);
    expect(answer.status).toBe(409);
    expect(answer.json.errors).toEqual([
      {
        id: expect.any(String),
        status: '409',
        code: INVALID,
        title: `appStoreVersions with id '${version}' is not in valid state.`,
        detail: 'This resource cannot be reviewed, please check associated errors to see why.',
        meta: {
          associatedErrors: {
            [`/v1/appStoreVersions/${version}`]: [
              {
                id: expect.any(String),
                status: '409',
                code: 'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION',
                title: 'Item is part of another submission',
                detail: `appStoreVersions with id ${version} was already added to another reviewSubmission with id ${draft}`,
              },
            ],
          },
        },
      },
    ]);
  });

  test('refuses a draft item whose version is on sale', async () => {
    const app = await appId(sandbox, 'boats');
    const live = await versionIn(sandbox, app, 'READY_FOR_SALE');
    const answer = await add(await createDraft(app), live);
    const [associated] = Object.values(answer.json.errors[0].meta.associatedErrors) as {detail: string}[][];
    expect(associated?.[0]?.detail).toBe('A version in the state READY_FOR_SALE can not be reviewed');
  });

  test('refuses a draft item of another platform or type, or without a resource', async () => {
    const app = await appId(sandbox, 'boats');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const mac = await createDraft(app, 'MAC_OS');
    const name = 'appStoreVersion';
    expect(problems(await add(mac, version))).toEqual([
      `ENTITY_ERROR.RELATIONSHIP.INVALID /data/relationships/${name}`,
    ]);
    const none = await post(sandbox, 'reviewSubmissionItems', {}, {reviewSubmission: ['reviewSubmissions', mac]});
    expect(problems(none)).toEqual([`ENTITY_ERROR.RELATIONSHIP.REQUIRED /data/relationships/${name}`]);
    const event = await post(
      sandbox,
      'reviewSubmissionItems',
      {},
      {reviewSubmission: ['reviewSubmissions', mac], appEvent: ['appEvents', '1']},
    );
    expect(event.status).toBe(403);
  });

  test('refuses to remove an item that was submitted', async () => {
    const {draft, item} = await prepared('boats');
    await submit(draft);
    expect(refusal(await remove(item))).toEqual([409, INVALID, 'Item was already submitted']);
  });
});

describe('an incomplete version', () => {
  const causes = async (word: string): Promise<Record<string, string[]>> => {
    const app = await appId(sandbox, word);
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const {status, json} = await add(await createDraft(app), version);
    expect(status).toBe(409);
    const found = json.errors[0].meta.associatedErrors as Record<string, {code: string; source?: {pointer: string}}[]>;
    return Object.fromEntries(
      Object.entries(found).map(([path, entries]) => [
        path.replace(/[^/]*$/, ''),
        entries.map(({code, source}) => `${code} ${source?.pointer ?? ''}`.trim()),
      ]),
    );
  };

  test("refuses a submission that lacks What's New in one locale, and names the text", async () => {
    expect(await causes('nearly')).toEqual({
      '/v1/appStoreVersionLocalizations/': ['ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/whatsNew'],
    });
  });

  test('refuses a submission until the encryption question is answered', async () => {
    expect(await causes('cipher')).toEqual({
      '/v1/builds/': ['ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/usesNonExemptEncryption'],
    });
    const app = await appId(sandbox, 'cipher');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const {json} = await sandbox.ask(`/v1/appStoreVersions/${version}/build`);
    const answer = (value: boolean) => patch(sandbox, 'builds', json.data.id, {usesNonExemptEncryption: value});
    expect((await answer(false)).json.data.attributes.usesNonExemptEncryption).toBe(false);
    expect(await answer(true)).toMatchObject({
      status: 409,
      json: {
        errors: [
          {
            code: 'ENTITY_ERROR.ATTRIBUTE.INVALID.INVALID_STATE',
            title: 'An attribute value is not acceptable for the current resource state.',
            detail: 'You cannot update when the value is already set.',
            source: {pointer: '/data/attributes/usesNonExemptEncryption'},
          },
        ],
      },
    });
    expect((await add(await createDraft(app), version)).status).toBe(201);
  });

  test('reports everything that a submission lacks in one response', async () => {
    expect(await causes('seedling')).toEqual({
      '/v1/appStoreVersionLocalizations/': ['ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/keywords'],
      '/v1/appScreenshots/': ['STATE_ERROR.SCREENSHOT_REQUIRED.APP_IPHONE_65'],
      '/v1/appStoreVersions/': [
        'ENTITY_ERROR.RELATIONSHIP.REQUIRED /data/relationships/appStoreReviewDetail',
        'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/copyright',
      ],
      '/v1/apps/': ['ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/contentRightsDeclaration'],
      '/v1/appInfos/': ['ENTITY_ERROR.RELATIONSHIP.REQUIRED /data/relationships/primaryCategory'],
      '/v1/ageRatingDeclarations/': [
        'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/alcoholTobaccoOrDrugUseOrReferences',
      ],
    });
  });

  test('refuses a submission without a build, and says so', async () => {
    expect((await causes('fern'))['/v1/appStoreVersions/']).toContain(
      'ENTITY_ERROR.RELATIONSHIP.REQUIRED /data/relationships/build',
    );
  });

  test('refuses a submission without the contact phone and the password of a required demo account', async () => {
    const app = await appId(sandbox, 'boats');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const {json} = await sandbox.ask(`/v1/appStoreVersions/${version}/appStoreReviewDetail`);
    await patch(sandbox, 'appStoreReviewDetails', json.data.id, {demoAccountPassword: null, contactPhone: ''});
    expect(await causes('boats')).toEqual({
      '/v1/appStoreReviewDetails/': [
        'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/contactPhone',
        'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/demoAccountPassword',
      ],
    });
  });
});

describe('a review', () => {
  test('moves a version from waiting through review to ready for release', async () => {
    const {version, draft} = await prepared('boats');
    const {status, json} = await submit(draft);
    expect(status).toBe(200);
    expect(json.data.attributes).toMatchObject({state: 'WAITING_FOR_REVIEW', submittedDate: expect.any(String)});
    const seen = async () => [(await submission(draft)).data.attributes.state, await stateOf(version)];
    expect(await seen()).toEqual(['WAITING_FOR_REVIEW', 'WAITING_FOR_REVIEW']);
    sandbox.advance(5000);
    expect(await seen()).toEqual(['IN_REVIEW', 'IN_REVIEW']);
    expect(await itemStates(draft)).toEqual(['READY_FOR_REVIEW']);
    sandbox.advance(5000);
    expect(await seen()).toEqual(['COMPLETE', 'PENDING_DEVELOPER_RELEASE']);
    expect(await itemStates(draft)).toEqual(['APPROVED']);
  });

  test('names who submitted the version, and who last changed the submission', async () => {
    const {draft} = await prepared('boats');
    await submit(draft);
    const actors = async () => {
      const {json} = await sandbox.ask(`/v1/reviewSubmissions/${draft}?include=submittedByActor,lastUpdatedByActor`);
      const name = (relationship: string) =>
        json.included.find(({id}: {id: string}) => id === json.data.relationships[relationship].data.id).attributes;
      return [name('submittedByActor'), name('lastUpdatedByActor')];
    };
    const key = {actorType: 'API_KEY', apiKeyId: sandbox.variables.TOOL_KEY_ID};
    expect(await actors()).toEqual([key, key]);
    sandbox.advance(10_000);
    expect(await actors()).toEqual([key, {actorType: 'APPLE'}]);
  });

  test('advances a review even if no request is made for days', async () => {
    const {app, version, draft} = await prepared('boats');
    await sandbox.ask(`/v1/reviewSubmissions/${draft}`);
    await submit(draft);
    sandbox.advance(3 * 86_400_000);
    expect(await stateOf(version)).toBe('PENDING_DEVELOPER_RELEASE');
    const filter = 'filter[appStoreState]=PENDING_DEVELOPER_RELEASE';
    expect((await sandbox.ask(`/v1/apps/${app}/appStoreVersions?${filter}`)).json.data).toHaveLength(1);
  });

  test('puts a version on sale after approval if its release is automatic', async () => {
    const app = await appId(sandbox, 'boats');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const live = await versionIn(sandbox, app, 'READY_FOR_SALE');
    await update(version, {releaseType: 'AFTER_APPROVAL'});
    const {draft} = await prepared('boats');
    await submit(draft);
    sandbox.advance(10_000);
    expect(await stateOf(version)).toBe('PROCESSING_FOR_APP_STORE');
    sandbox.advance(3000);
    expect([await stateOf(version), await stateOf(live)]).toEqual(['READY_FOR_SALE', 'REPLACED_WITH_NEW_VERSION']);
  });

  test('keeps an approved, scheduled version waiting for its date', async () => {
    const app = await appId(sandbox, 'boats');
    const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
    const date = new Date(Date.now() + 3_600_000).toISOString();
    expect((await update(version, {releaseType: 'SCHEDULED', earliestReleaseDate: date})).status).toBe(200);
    const {draft} = await prepared('boats');
    await submit(draft);
    sandbox.advance(11_000);
    expect(await stateOf(version)).toBe('PENDING_DEVELOPER_RELEASE');
    sandbox.advance(3_600_000);
    expect(await stateOf(version)).toBe('READY_FOR_SALE');
  });

  test('refuses a second review on one platform, and names the first review', async () => {
    const app = await appId(sandbox, 'house');
    const {json} = await sandbox.ask(`/v1/apps/${app}/reviewSubmissions?filter[state]=READY_FOR_REVIEW`);
    const [{id: first}] = json.data;
    expect((await submit(first)).status).toBe(200);
    const {draft} = await prepared('house');
    expect(refusal(await submit(draft))).toEqual([
      409,
      INVALID,
      `There is another reviewSubmissions with id ${first} still in progress.`,
    ]);
  });

  test('submits a version while in-app purchases are in review', async () => {
    const {draft} = await prepared('coins');
    expect((await submit(draft)).status).toBe(200);
  });

  test('reviews two platforms at the same time', async () => {
    const app = await appId(sandbox, 'paper');
    const {json} = await sandbox.ask(`/v1/apps/${app}/reviewSubmissions?filter[state]=UNRESOLVED_ISSUES&include=items`);
    expect(json.data).toHaveLength(2);
    for (const {id, relationships} of json.data) {
      await patch(sandbox, 'reviewSubmissionItems', relationships.items.data[0].id, {resolved: true});
      expect((await submit(id)).status).toBe(200);
    }
  });

  test('refuses to submit a submission twice', async () => {
    const {draft} = await prepared('boats');
    const answers = await Promise.all([submit(draft), submit(draft), submit(draft)]);
    expect(answers.map(({status}) => status).sort()).toEqual([200, 409, 409]);
  });

  test('returns a submission of the older kind during review and after approval', async () => {
    const {version, draft} = await prepared('boats');
    const target = `/v1/appStoreVersions/${version}/appStoreVersionSubmission`;
    expect((await sandbox.ask(target)).json.data).toBeNull();
    await submit(draft);
    expect((await sandbox.ask(target)).status).toBe(200);
    sandbox.advance(10_000);
    const {json} = await sandbox.ask(target);
    const remove = () => sandbox.ask(`/v1/appStoreVersionSubmissions/${json.data.id}`, {method: 'DELETE'});
    expect(await remove()).toMatchObject({status: 204, text: ''});
    expect(await stateOf(version)).toBe('DEVELOPER_REJECTED');
    expect((await sandbox.ask(target)).json.data).toBeNull();
    expect((await remove()).status).toBe(409);
  });
});

test('applies overdue changes in order, even without requests in between', async () => {
  const app = await appId(sandbox, 'aurora');
  const approved = await versionIn(sandbox, app, 'PENDING_DEVELOPER_RELEASE');
  await releaseAurora(sandbox);
  const builds = await sandbox.ask(`/v1/builds?filter[app]=${app}&filter[version]=413`);
  const created = await post(
    sandbox,
    'appStoreVersions',
    {versionString: '3.4.0', platform: 'IOS', copyright: '2026 Example Ltd'},
    {app: ['apps', app], build: ['builds', builds.json.data[0].id]},
  );
  const next = created.json.data.id;
  const texts = await sandbox.ask(`/v1/appStoreVersions/${next}/appStoreVersionLocalizations`);
  for (const {id} of texts.json.data) await patch(sandbox, 'appStoreVersionLocalizations', id, {whatsNew: 'x'});
  const draft = await createDraft(app);
  expect((await add(draft, next)).status).toBe(201);
  sandbox.advance(1000);
  expect((await submit(draft)).status).toBe(200);
  // The approved version goes live in 2 s, and the next version much later.
  sandbox.advance(60_000);
  expect([await stateOf(approved), await stateOf(next)]).toEqual(['REPLACED_WITH_NEW_VERSION', 'READY_FOR_SALE']);
});

describe('a cancelled submission', () => {
  test.each([
    ['waiting for review', 0],
    ['in review', 5000],
  ])('ends a cancellation after a few seconds if the version is %s', async (_when, wait) => {
    const {version, draft} = await prepared('boats');
    await submit(draft);
    sandbox.advance(wait);
    const {status, json} = await cancel(draft);
    expect([status, json.data.attributes.state]).toEqual([200, 'CANCELING']);
    expect(refusal(await cancel(draft))).toEqual([409, INVALID, 'Resource is not in cancellable state']);
    sandbox.advance(3000);
    expect((await submission(draft)).data.attributes.state).toBe('COMPLETE');
    expect(await itemStates(draft)).toEqual(['REMOVED']);
    expect(await stateOf(version)).toBe('DEVELOPER_REJECTED');
    sandbox.advance(60_000);
    expect(await stateOf(version)).toBe('DEVELOPER_REJECTED');
    expect((await update(version, {copyright: 'x'})).status).toBe(200);
  });

  test('accepts a cancelled version in a new submission', async () => {
    const {app, version, draft} = await prepared('boats');
    await submit(draft);
    await cancel(draft);
    sandbox.advance(3000);
    const next = await createDraft(app);
    expect((await add(next, version)).status).toBe(201);
    sandbox.advance(1000);
    expect((await submit(next)).status).toBe(200);
  });

  test('cancels a sample submission under review', async () => {
    const app = await appId(sandbox, 'harbor');
    const {json} = await sandbox.ask(`/v1/apps/${app}/reviewSubmissions?filter[state]=WAITING_FOR_REVIEW`);
    const [{id}] = json.data;
    const version = await versionIn(sandbox, app, 'WAITING_FOR_REVIEW');
    expect((await cancel(id)).status).toBe(200);
    sandbox.advance(3000);
    expect(await stateOf(version)).toBe('DEVELOPER_REJECTED');
  });
});

describe('a rejection', () => {
  test('always rejects one sample app, with unresolved issues that name the version', async () => {
    const {app, version, draft} = await prepared('judge');
    await submit(draft);
    sandbox.advance(10_000);
    expect((await submission(draft)).data.attributes.state).toBe('UNRESOLVED_ISSUES');
    expect(await itemStates(draft)).toEqual(['REJECTED']);
    expect(await stateOf(version)).toBe('REJECTED');
    const answer = await add(await createDraft(app), version);
    const [associated] = Object.values(answer.json.errors[0].meta.associatedErrors) as {code: string}[][];
    expect(associated?.[0]?.code).toBe('STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION');
  });

  const rejected = async () => {
    const app = await appId(sandbox, 'second');
    const {json} = await sandbox.ask(`/v1/apps/${app}/reviewSubmissions?filter[state]=UNRESOLVED_ISSUES&include=items`);
    const [{id, relationships}] = json.data;
    return {
      app,
      submission: id as string,
      item: relationships.items.data[0].id as string,
      version: await versionIn(sandbox, app, 'REJECTED'),
    };
  };
  const resolve = (item: string) => patch(sandbox, 'reviewSubmissionItems', item, {resolved: true});

  test('accepts a rejected version again, with another build, once its items are resolved', async () => {
    const {app, submission: id, item, version} = await rejected();
    const builds = await sandbox.ask(`/v1/builds?filter[app]=${app}&filter[version]=13`);
    const body = {data: {type: 'builds', id: builds.json.data[0].id}};
    const link = `/v1/appStoreVersions/${version}/relationships/build`;
    expect((await sandbox.ask(link, {method: 'PATCH', body})).status).toBe(204);
    expect(refusal(await submit(id))).toEqual([
      409,
      'STATE_ERROR',
      'Version is not ready to be submitted yet, please try again later.',
    ]);
    expect((await resolve(item)).json.data.attributes.state).toBe('READY_FOR_REVIEW');
    expect((await resolve(item)).status).toBe(409);
    expect((await submit(id)).json.data.attributes.state).toBe('WAITING_FOR_REVIEW');
    expect(await stateOf(version)).toBe('WAITING_FOR_REVIEW');
    sandbox.advance(10_000);
    expect(await stateOf(version)).toBe('PENDING_DEVELOPER_RELEASE');
  });

  test('accepts the cancellation of a rejected submission, or the removal of its rejected item', async () => {
    const {submission: id, version} = await rejected();
    expect((await cancel(id)).status).toBe(200);
    sandbox.advance(3000);
    expect(await stateOf(version)).toBe('DEVELOPER_REJECTED');
    await sandbox.close();
    sandbox = await startSandbox();
    const again = await rejected();
    const dropped = await patch(sandbox, 'reviewSubmissionItems', again.item, {removed: true});
    expect(dropped.json.data.attributes.state).toBe('REMOVED');
    expect(await stateOf(again.version)).toBe('DEVELOPER_REJECTED');
    expect((await add(await createDraft(again.app), again.version)).status).toBe(201);
  });

  test('resolves only rejected items', async () => {
    const {item} = await prepared('boats');
    expect((await resolve(item)).status).toBe(409);
    expect((await resolve('none')).status).toBe(404);
  });
});

test("creates a version with the texts, screenshots and review details of the platform's newest version", async () => {
  const {app, version, draft} = await prepared('boats');
  await submit(draft);
  const another = () =>
    post(sandbox, 'appStoreVersions', {versionString: '3.0', platform: 'IOS'}, {app: ['apps', app]});
  expect((await another()).status).toBe(409);
  sandbox.advance(60_000);
  expect((await another()).status).toBe(409);
  await post(sandbox, 'appStoreVersionReleaseRequests', {}, {appStoreVersion: ['appStoreVersions', version]});
  const created = await post(
    sandbox,
    'appStoreVersions',
    {versionString: '3.0', platform: 'IOS'},
    {app: ['apps', app]},
  );
  expect(created.status).toBe(201);
  const parts = async (id: string) => {
    const texts = await sandbox.ask(
      `/v1/appStoreVersions/${id}/appStoreVersionLocalizations?include=appScreenshotSets`,
    );
    const detail = await sandbox.ask(`/v1/appStoreVersions/${id}/appStoreReviewDetail`);
    return {
      // biome-ignore lint/suspicious/noExplicitAny: a document
      texts: texts.json.data.map(({attributes}: any) => attributes),
      // biome-ignore lint/suspicious/noExplicitAny: a document
      screenshots: texts.json.included.map(({attributes}: any) => attributes),
      detail: detail.json.data.attributes,
    };
  };
  const [old, made] = [await parts(version), await parts(created.json.data.id)];
  expect(made).toEqual({
    ...old,
    texts: old.texts.map((text: Record<string, string>) => ({...text, whatsNew: null})),
  });
});
