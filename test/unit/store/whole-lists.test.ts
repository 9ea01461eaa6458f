import {expect, it} from 'vitest';
import {readApp} from '../../../src/services/store/apps.ts';
import {buildsFor} from '../../../src/services/store/builds.ts';
import {readLocales} from '../../../src/services/store/read-release.ts';
import {versionFacts, viewVersion} from '../../../src/services/store/view-version.ts';
import {TYPE} from '../../../src/services/store/wire.ts';
import {fakeClient} from '../../support/fake-client.ts';

const ORIGIN = 'https://store.test';

/** Creates a client that pages each collection and answers any other path with a single document. */
function clientOf(answers: Record<string, unknown>, pageSize = 7) {
  const asked: string[] = [];
  const get = async (target: string) => {
    const {pathname, searchParams} = new URL(target, ORIGIN);
    asked.push(pathname);
    const answer = answers[pathname];
    if (!Array.isArray(answer)) return JSON.stringify(answer);
    const from = Number(searchParams.get('cursor') ?? 0);
    const next = from + pageSize < answer.length ? `${ORIGIN}${pathname}?cursor=${from + pageSize}` : undefined;
    return JSON.stringify({data: answer.slice(from, from + pageSize), links: {next}});
  };
  return {client: fakeClient(get), asked};
}

const many = <T>(count: number, make: (index: number) => T) => Array.from({length: count}, (_, index) => make(index));
const one = (type: string, id: string) => ({data: {type, id}});
const localization = (index: number) => ({
  type: TYPE.localization,
  id: `l${index}`,
  attributes: {locale: `x${index + 10}`, whatsNew: 'New.'},
});
const LOCALES = `/v1/appStoreVersions/v1/${TYPE.localization}`;

it('reads forty locales in pages of seven for the check', async () => {
  const {client} = clientOf({[LOCALES]: many(40, localization)});
  expect(await readLocales(client, 'v1')).toHaveLength(40);
});

it.each([
  ['with one request if the response has all', 40, 40, 1],
  ['with further requests if the response has seven of forty', 7, 40, 7],
])('reads every locale of a version %s', async (_, came, total, requests) => {
  const links = many(came, (index) => ({type: TYPE.localization, id: `l${index}`}));
  const relationships = {[TYPE.localization]: {data: links, meta: {paging: {total, limit: 50}}}};
  const version = {data: {type: TYPE.version, id: 'v1', relationships}, included: many(came, localization)};
  const {client, asked} = clientOf({'/v1/appStoreVersions/v1': version, [LOCALES]: many(40, localization)});
  expect((await versionFacts(client, 'v1')).notes).toHaveLength(40);
  expect(asked).toHaveLength(requests);
});

it('finds an app by bundle ID on the second page of similar bundle IDs', async () => {
  const apps = many(9, (index) => ({type: TYPE.app, id: String(index), attributes: {bundleId: `com.x${index || ''}`}}));
  const {client} = clientOf({'/v1/apps': apps.toReversed()});
  expect((await readApp(client, 'com.x')).id).toBe('0');
  expect((await readApp(client, 'COM.X')).id).toBe('0');
  await expect(readApp(client, 'com.y')).rejects.toMatchObject({kind: 'not-found'});
});

it('finds the open submission of a version after a page that has only an older submission', async () => {
  const submission = (id: string, versionId: string, state: string, submittedDate?: string) => ({
    type: TYPE.reviewSubmission,
    id,
    attributes: {state, submittedDate},
    relationships: {appStoreVersionForReview: one(TYPE.version, versionId)},
  });
  const others = many(8, (index) => submission(`o${index}`, 'v0', 'COMPLETE', '2026-02-01T00:00:00Z'));
  const first = submission('old', 'v1', 'COMPLETE', '2026-03-01T00:00:00Z');
  const submissionOf = async (id: string, submissions: unknown[]) => {
    const version = {type: TYPE.version, id, attributes: {platform: 'IOS'}, relationships: {app: one(TYPE.app, '1')}};
    const answers = {[`/v1/appStoreVersions/${id}`]: {data: version}, '/v1/reviewSubmissions': submissions};
    return (await viewVersion(clientOf(answers).client, {id, includeSubmission: true})).submissionId;
  };
  const open = submission('open', 'v1', 'IN_REVIEW');
  expect(await submissionOf('v1', [first, ...others, open])).toBe('open');
  const later = submission('later', 'v1', 'COMPLETE', '2026-04-01T00:00:00Z');
  expect(await submissionOf('v1', [first, ...others, later])).toBe('later');
  expect(await submissionOf('v9', [first, ...others, later])).toBeUndefined();
});

it('finds all builds of a version string', async () => {
  const attributes = {versionString: '1.0', platform: 'IOS'};
  const version = {data: {type: TYPE.version, id: 'v1', attributes, relationships: {app: one(TYPE.app, '1')}}};
  const builds = many(20, (index) => ({
    type: TYPE.build,
    id: `b${index}`,
    attributes: {processingState: index === 19 ? 'VALID' : 'INVALID'},
    relationships: {preReleaseVersion: one(TYPE.preReleaseVersion, 'p')},
  }));
  const {client, asked} = clientOf({'/v1/appStoreVersions/v1': version, '/v1/builds': builds});
  await buildsFor(client, 'v1', 'latest');
  expect(asked.filter((path) => path === '/v1/builds')).toHaveLength(3);
});
