import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {sandbox as command} from '../../src/app/commands/sandbox.ts';
import {type RunningSandbox, startSandbox} from './support.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
type Resource = any;

const appId = async (word: string): Promise<string> => {
  const {json} = await sandbox.ask(`/v1/apps?filter[bundleId]=com.example.${word}`);
  return json.data[0].id;
};
const submissions = async (word: string): Promise<{state: string; version?: string; items: number}[]> => {
  const {json} = await sandbox.ask(
    `/v1/apps/${await appId(word)}/reviewSubmissions?include=items,appStoreVersionForReview&limit=200`,
  );
  const strings = new Map(json.included.map(({id, attributes}: Resource) => [id, attributes?.versionString]));
  return json.data.map(({attributes, relationships}: Resource) => ({
    state: attributes.state,
    version: strings.get(relationships.appStoreVersionForReview?.data?.id),
    items: relationships.items.data.length,
  }));
};
const version = async (word: string, state: string, include: string): Promise<Resource> => {
  const target = `/v1/apps/${await appId(word)}/appStoreVersions?filter[appStoreState]=${state}&include=${include}`;
  return (await sandbox.ask(`${target}&limit=1`)).json;
};
const ofType = ({included}: Resource, type: string): Resource[] =>
  included.filter((one: Resource) => one.type === type).map(({attributes}: Resource) => attributes);

test('lists every sample app in the help, and no other app', async () => {
  const {json} = await sandbox.ask('/v1/apps?limit=200');
  const listed = command.sections?.flatMap(({rows}) => rows.map(([id]) => id));
  expect(listed).toEqual(json.data.map(({attributes}: Resource) => attributes.bundleId));
});

describe('submissions', () => {
  test('has a sample with an abandoned empty draft next to a version that could be submitted', async () => {
    expect(await submissions('lost')).toContainEqual({state: 'READY_FOR_REVIEW', version: undefined, items: 0});
    expect((await version('lost', 'PREPARE_FOR_SUBMISSION', 'build')).data).toHaveLength(1);
  });

  test('has a sample with a draft that holds another version', async () => {
    expect(await submissions('house')).toContainEqual({state: 'READY_FOR_REVIEW', version: '1.1', items: 1});
    const {data} = await version('house', 'PREPARE_FOR_SUBMISSION', 'build');
    expect(data[0].attributes.versionString).toBe('1.2');
  });

  test('has a sample with a rejection and a newer valid build', async () => {
    expect(await submissions('second')).toContainEqual({state: 'UNRESOLVED_ISSUES', version: '1.1', items: 1});
    const id = await appId('second');
    const query = 'filter[preReleaseVersion.version]=1.1&filter[processingState]=VALID&sort=-uploadedDate';
    const {json} = await sandbox.ask(`/v1/builds?filter[app]=${id}&${query}&include=appStoreVersion`);
    expect(json.data[0].attributes).toMatchObject({version: '13', expired: false});
    expect(json.data[0].relationships.appStoreVersion.data).toBeNull();
  });

  test('has a sample with a submission of in-app purchases only', async () => {
    expect(await submissions('coins')).toContainEqual({state: 'IN_REVIEW', version: undefined, items: 2});
    const {json} = await sandbox.ask(`/v1/apps/${await appId('coins')}/reviewSubmissions?filter[state]=IN_REVIEW`);
    const items = await sandbox.ask(`/v1/reviewSubmissions/${json.data[0].id}/items?include=inAppPurchaseVersion`);
    expect(items.json.included[0].type).toBe('inAppPurchaseVersions');
  });
});

describe('versions', () => {
  test('has a complete sample version with a demo account', async () => {
    const found = await version('boats', 'PREPARE_FOR_SUBMISSION', 'appStoreReviewDetail,appStoreVersionLocalizations');
    expect(ofType(found, 'appStoreReviewDetails')[0]).toMatchObject({
      demoAccountRequired: true,
      demoAccountPassword: 'correct horse',
    });
    for (const text of ofType(found, 'appStoreVersionLocalizations')) expect(text.whatsNew).toBeTruthy();
  });

  test("has a sample version that lacks What's New in one locale", async () => {
    const found = await version('nearly', 'PREPARE_FOR_SUBMISSION', 'appStoreVersionLocalizations');
    const texts = ofType(found, 'appStoreVersionLocalizations');
    expect(texts.filter(({whatsNew}) => !whatsNew).map(({locale}) => locale)).toEqual(['de-DE']);
    expect(texts.length).toBeGreaterThan(1);
  });

  test('has a sample version with 40 locales', async () => {
    const {data} = await version('tongues', 'PREPARE_FOR_SUBMISSION', 'build');
    const target = `/v1/appStoreVersions/${data[0].id}/appStoreVersionLocalizations?limit=200`;
    const {json} = await sandbox.ask(target);
    expect(new Set(json.data.map(({attributes}: Resource) => attributes.locale)).size).toBe(40);
  });

  test("has a sample of a first version without What's New", async () => {
    for (const word of ['fern', 'seedling']) {
      const found = await version(word, 'PREPARE_FOR_SUBMISSION', 'appStoreVersionLocalizations');
      for (const text of ofType(found, 'appStoreVersionLocalizations')) expect(text).not.toHaveProperty('whatsNew');
    }
  });

  test('has a sample version whose build lacks the encryption answer', async () => {
    const found = await version('cipher', 'PREPARE_FOR_SUBMISSION', 'build');
    expect(ofType(found, 'builds')[0]).toMatchObject({processingState: 'VALID', expired: false});
    expect(ofType(found, 'builds')[0]).not.toHaveProperty('usesNonExemptEncryption');
  });

  test.each([
    ['steps', {phasedReleaseState: 'ACTIVE', currentDayNumber: 3, totalPauseDuration: 0}],
    ['brake', {phasedReleaseState: 'PAUSED', currentDayNumber: 4, totalPauseDuration: 4}],
  ])('has the sample app %s in a phased release', async (word, expected) => {
    const found = await version(word, 'READY_FOR_SALE', 'appStoreVersionPhasedRelease');
    expect(ofType(found, 'appStoreVersionPhasedReleases')[0]).toMatchObject(expected);
  });
});

test('keeps sample apps unchanged, however much time passes', async () => {
  const {json: before} = await sandbox.ask('/v1/apps?include=appStoreVersions,reviewSubmissions&limit=200');
  sandbox.advance(40 * 86_400_000);
  const {json: after} = await sandbox.ask('/v1/apps?include=appStoreVersions,reviewSubmissions&limit=200');
  expect(after.included).toEqual(before.included);
});
