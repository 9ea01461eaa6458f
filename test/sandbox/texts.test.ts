import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {appId, patch, post, problems, type RunningSandbox, refusal, startSandbox, versionIn} from './support.ts';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const LOCALIZATIONS = 'appStoreVersionLocalizations';
const DETAILS = 'appStoreReviewDetails';

const prepared = async (word: string) => versionIn(sandbox, await appId(sandbox, word), 'PREPARE_FOR_SUBMISSION');
// biome-ignore lint/suspicious/noExplicitAny: a document
const list = async (version: string, query = ''): Promise<any> =>
  (await sandbox.ask(`/v1/appStoreVersions/${version}/${LOCALIZATIONS}?limit=200${query}`)).json;
const localization = async (version: string, locale = 'en-US'): Promise<string> =>
  (await list(version, `&filter[locale]=${locale}`)).data[0].id;
const write = (id: string, attributes: Record<string, unknown>) => patch(sandbox, LOCALIZATIONS, id, attributes);
const add = (version: string, attributes: Record<string, unknown>) =>
  post(sandbox, LOCALIZATIONS, attributes, {appStoreVersion: ['appStoreVersions', version]});

describe('localizations', () => {
  test('lists localizations with their screenshots, and finds them by locale and ID', async () => {
    const version = await prepared('boats');
    const {data, included} = await list(version, '&include=appScreenshotSets,appStoreVersion');
    // biome-ignore lint/suspicious/noExplicitAny: a document
    expect(data.map((one: any) => one.attributes.locale)).toEqual(['en-US', 'de-DE']);
    expect(data[0].relationships.appStoreVersion.data).toEqual({type: 'appStoreVersions', id: version});
    const sets = included.filter(({type}: {type: string}) => type === 'appScreenshotSets');
    expect(sets[0].attributes).toEqual({screenshotDisplayType: 'APP_IPHONE_65'});
    const id = await localization(version, 'de-DE');
    expect((await sandbox.ask(`/v1/${LOCALIZATIONS}/${id}`)).json.data.attributes).toMatchObject({
      locale: 'de-DE',
      whatsNew: 'Small things work better.',
    });
    expect((await sandbox.ask(`/v1/${LOCALIZATIONS}/none`)).status).toBe(404);
  });

  test('changes only the given attributes of a localization, and clears one with null or an empty string', async () => {
    const id = await localization(await prepared('boats'));
    const before = (await sandbox.ask(`/v1/${LOCALIZATIONS}/${id}`)).json.data.attributes;
    const {status, json} = await write(id, {whatsNew: 'Neu. 🎉\nUnd mehr.'});
    expect([status, json.data.attributes]).toEqual([200, {...before, whatsNew: 'Neu. 🎉\nUnd mehr.'}]);
    for (const nothing of [null, '']) {
      await write(id, {whatsNew: 'x'});
      expect((await write(id, {whatsNew: nothing})).json.data.attributes.whatsNew).toBeNull();
    }
  });

  test.each([
    ['whatsNew', 4000],
    ['description', 4000],
    ['keywords', 100],
    ['promotionalText', 170],
  ])('limits %s to %i UTF-16 units', async (name, most) => {
    const id = await localization(await prepared('boats'));
    expect((await write(id, {[name]: 'x'.repeat(most)})).status).toBe(200);
    const answer = await write(id, {[name]: `${'x'.repeat(most - 1)}🎉`});
    expect(problems(answer)).toEqual([`ENTITY_ERROR.ATTRIBUTE.INVALID.TOO_LONG /data/attributes/${name}`]);
    expect(refusal(answer)[2]).toBe(
      `The provided entity contains a field '${name}' whose value is too long. It cannot exceed ${most} characters.`,
    );
  });

  test.each([
    [{supportUrl: 'no address'}, 'ENTITY_ERROR.ATTRIBUTE.INVALID /data/attributes/supportUrl'],
    [{whatsNew: 7}, 'ENTITY_ERROR.ATTRIBUTE.TYPE /data/attributes/whatsNew'],
    [{locale: 'fr-FR'}, 'ENTITY_ERROR.ATTRIBUTE.UNKNOWN /data/attributes/locale'],
  ])('refuses the attributes %j of a localization', async (attributes, problem) => {
    const id = await localization(await prepared('boats'));
    const answer = await write(id, attributes);
    expect([answer.status, ...problems(answer)]).toEqual([409, problem]);
  });

  test("refuses What's New for a first version, but accepts other texts", async () => {
    const version = await prepared('fern');
    const id = await localization(version);
    expect(refusal(await write(id, {whatsNew: 'x'}))).toEqual([
      409,
      'STATE_ERROR',
      "Attribute 'whatsNew' cannot be edited at this time",
    ]);
    expect((await write(id, {description: 'x'})).status).toBe(200);
    expect(refusal(await add(version, {locale: 'de-DE', whatsNew: 'x'}))[1]).toBe('STATE_ERROR');
  });

  test("refuses to change a localization in review, and all but What's New while waiting for review", async () => {
    const id = await localization(await versionIn(sandbox, await appId(sandbox, 'aurora'), 'IN_REVIEW'));
    for (const name of ['whatsNew', 'promotionalText', 'keywords']) {
      expect(refusal(await write(id, {[name]: 'x'}))).toEqual([
        409,
        'STATE_ERROR',
        `Attribute '${name}' cannot be edited at this time`,
      ]);
    }
    const waiting = await localization(await versionIn(sandbox, await appId(sandbox, 'harbor'), 'WAITING_FOR_REVIEW'));
    expect((await write(waiting, {whatsNew: 'x'})).status).toBe(200);
    expect((await write(waiting, {keywords: 'x'})).status).toBe(409);
  });

  test('creates one localization per locale, and removes it', async () => {
    const version = await prepared('boats');
    const {status, json} = await add(version, {locale: 'fr-FR', description: 'Des bateaux.'});
    expect(status).toBe(201);
    expect(json.data.attributes).toMatchObject({locale: 'fr-FR', description: 'Des bateaux.', keywords: null});
    expect((await list(version)).data).toHaveLength(3);
    const again = await add(version, {locale: 'fr-FR'});
    expect([again.status, ...problems(again)]).toEqual([
      409,
      'ENTITY_ERROR.ATTRIBUTE.INVALID.DUPLICATE /data/attributes/locale',
    ]);
    const remove = () => sandbox.ask(`/v1/${LOCALIZATIONS}/${json.data.id}`, {method: 'DELETE'});
    expect(await remove()).toMatchObject({status: 204, text: ''});
    expect((await remove()).status).toBe(404);
    expect((await add(version, {locale: 'fr-FR'})).status).toBe(201);
  });

  test.each([
    [{}, 'ENTITY_ERROR.ATTRIBUTE.REQUIRED /data/attributes/locale'],
    [{locale: 'xx-XX'}, 'ENTITY_ERROR.ATTRIBUTE.INVALID /data/attributes/locale'],
  ])('adds no localization with %j', async (attributes, problem) => {
    expect(problems(await add(await prepared('boats'), attributes))).toEqual([problem]);
  });

  test('removes localizations with their version', async () => {
    const version = await prepared('boats');
    const id = await localization(version);
    await sandbox.ask(`/v1/appStoreVersions/${version}`, {method: 'DELETE'});
    expect((await sandbox.ask(`/v1/${LOCALIZATIONS}/${id}`)).status).toBe(404);
  });

  test.each([
    ['the primary locale', 'en-US', 409],
    ['another locale', 'de-DE', 201],
  ])('requires screenshots only in the primary locale: screenshots missing in %s', async (_where, locale, status) => {
    const app = await appId(sandbox, 'boats');
    const version = await prepared('boats');
    await sandbox.ask(`/v1/${LOCALIZATIONS}/${await localization(version, locale)}`, {method: 'DELETE'});
    const texts = {description: 'x', keywords: 'x', supportUrl: 'https://www.example.com', whatsNew: 'x'};
    expect((await add(version, {locale, ...texts})).status).toBe(201);
    const draft = await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', app]});
    const related = {
      reviewSubmission: ['reviewSubmissions', draft.json.data.id] as [string, string],
      appStoreVersion: ['appStoreVersions', version] as [string, string],
    };
    const answer = await post(sandbox, 'reviewSubmissionItems', {}, related);
    expect(answer.status).toBe(status);
    if (status === 201) return;
    expect(answer.json.errors[0].meta.associatedErrors).toMatchObject({
      '/v1/appScreenshots/': [
        {
          code: 'STATE_ERROR.SCREENSHOT_REQUIRED.APP_IPHONE_65',
          title: 'App screenshot missing (APP_IPHONE_65).',
          detail: 'A screenshot with type APP_IPHONE_65 is required but was not provided',
        },
      ],
    });
  });
});

describe('review details', () => {
  const of = (version: string) => sandbox.ask(`/v1/appStoreVersions/${version}/appStoreReviewDetail`);
  const create = (version: string, attributes: Record<string, unknown>) =>
    post(sandbox, DETAILS, attributes, {appStoreVersion: ['appStoreVersions', version]});

  test('creates review details once for a version, and changes them', async () => {
    const version = await prepared('seedling');
    expect((await of(version)).json.data).toBeNull();
    const {status, json} = await create(version, {contactFirstName: 'Kim', demoAccountRequired: true});
    expect(status).toBe(201);
    expect(json.data.attributes).toMatchObject({contactFirstName: 'Kim', demoAccountRequired: true, notes: null});
    expect((await of(version)).json.data.id).toBe(json.data.id);
    const second = await create(version, {contactFirstName: 'Alex'});
    expect(refusal(second).slice(0, 2)).toEqual([409, 'STATE_ERROR.ALREADY_EXISTS']);
    const changed = await patch(sandbox, DETAILS, json.data.id, {notes: 'Tap twice.', contactFirstName: null});
    expect(changed.json.data.attributes).toMatchObject({
      notes: 'Tap twice.',
      demoAccountRequired: true,
      contactFirstName: null,
    });
    const found = await sandbox.ask(`/v1/${DETAILS}/${json.data.id}?include=appStoreVersion`);
    expect(found.json.included[0].id).toBe(version);
  });

  test('refuses to change review details during review', async () => {
    const version = await versionIn(sandbox, await appId(sandbox, 'aurora'), 'IN_REVIEW');
    const {json} = await of(version);
    expect((await patch(sandbox, DETAILS, json.data.id, {notes: 'x'})).status).toBe(409);
  });
});

test('links a build to its pre-release version', async () => {
  const {json} = await sandbox.ask(`/v1/builds?filter[app]=${await appId(sandbox, 'boats')}&limit=1`);
  const {json: found} = await sandbox.ask(`/v1/builds/${json.data[0].id}/preReleaseVersion`);
  expect(found.data).toMatchObject({type: 'preReleaseVersions', attributes: {version: '2.0', platform: 'IOS'}});
});
