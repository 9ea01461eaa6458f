import {describe, expect, it} from 'vitest';
import {ToolError} from '../../../src/services/model/error.ts';
import type {Release} from '../../../src/services/model/release.ts';
import {type ReleaseQuery, readRelease} from '../../../src/services/store/read-release.ts';
import {ATTRIBUTE, TYPE} from '../../../src/services/store/wire.ts';
import {fakeClient} from '../../support/fake-client.ts';

const link = (type: string, id: string) => ({data: {type, id}});

/** Creates a service that holds each request until `answer` is called, and fails the path `failing`. */
function service(state: string, failing?: string) {
  const asked: {path: string; answer(): void; signal?: AbortSignal}[] = [];
  const version = {
    type: TYPE.version,
    id: 'v1',
    attributes: {versionString: '2.0', platform: 'IOS', [ATTRIBUTE.oldState]: state},
    relationships: {app: link(TYPE.app, 'a1')},
  };
  const note = {type: TYPE.localization, id: 'l1', attributes: {locale: 'en-US', whatsNew: 'Faster.'}};
  const submission = {
    type: TYPE.reviewSubmission,
    id: 'r1',
    attributes: {state: 'WAITING_FOR_REVIEW', submittedDate: '2026-11-12T10:00:00Z'},
    relationships: {appStoreVersionForReview: link(TYPE.version, 'v1')},
  };
  const bodies: [RegExp, unknown][] = [
    [/Localizations$/, {data: [note]}],
    [/reviewSubmissions$/, {data: [submission]}],
    [/appInfos$/, {data: []}],
    [/apps$/, {data: []}],
    [/appStoreVersions\/v1$/, {data: version, included: [{type: TYPE.app, id: 'a1', attributes: {name: 'Fern'}}]}],
  ];
  const get = (target: string, signal?: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const path = target.split('?')[0] ?? '';
      const answer = () => {
        if (failing && path.endsWith(failing)) reject(new ToolError('service', `${failing} fails`));
        else resolve(JSON.stringify(bodies.find(([test]) => test.test(path))?.[1]));
      };
      signal?.addEventListener('abort', () => reject(signal.reason));
      asked.push({path, answer, signal});
    });
  return {
    client: fakeClient(get),
    asked,
    paths: () => asked.map(({path}) => path),
    async answerAll() {
      for (let done = 0; done < asked.length; done++) {
        asked[done]?.answer();
        await new Promise(setImmediate);
      }
    },
  };
}

async function whole(state: string, query: Partial<ReleaseQuery> = {}, failing?: string) {
  const {client, answerAll, paths} = service(state, failing);
  const reading = readRelease(client, {id: 'v1', ...query});
  reading.catch(() => {});
  await answerAll();
  return {release: await reading, paths: paths()};
}

const VERSION = '/v1/appStoreVersions/v1';
const LOCALES = '/v1/appStoreVersions/v1/appStoreVersionLocalizations';
const SUBMISSIONS = '/v1/reviewSubmissions';
const INFOS = '/v1/apps/a1/appInfos';

describe('a read of a release', () => {
  it.each([
    ['PREPARE_FOR_SUBMISSION', [VERSION, LOCALES, SUBMISSIONS, INFOS]],
    ['WAITING_FOR_REVIEW', [VERSION, LOCALES, SUBMISSIONS]],
    ['READY_FOR_SALE', [VERSION, LOCALES, SUBMISSIONS]],
  ])('requests only the parts of a release that the state %s shows, each once', async (state, expected) => {
    const {release, paths} = await whole(state);
    expect(paths.toSorted()).toEqual(expected.toSorted());
    expect(release).toMatchObject({
      app: {name: 'Fern'},
      notes: {value: [{locale: 'en-US', whatsNew: 'Faster.'}]},
      review: {value: {submission: {id: 'r1'}}},
    });
    expect(release.readiness?.value?.ready).toBe(state === 'PREPARE_FOR_SUBMISSION' ? false : undefined);
  });

  it('requests all parts of a release at once if the list already has the app and the state', async () => {
    const {client, paths} = service('IN_REVIEW');
    readRelease(client, {id: 'v1', known: {appId: 'a1', platform: 'IOS', state: 'IN_REVIEW'}}).catch(() => {});
    await new Promise(setImmediate);
    expect(paths().toSorted()).toEqual([VERSION, LOCALES, SUBMISSIONS].toSorted());
  });

  it('reads the texts of a release again for the check if the state in the list was outdated', async () => {
    const {release, paths} = await whole('REJECTED', {known: {state: 'IN_REVIEW'}});
    expect(paths.filter((path) => path === LOCALES)).toHaveLength(2);
    expect(release.readiness?.value?.checks.some(({id}) => id === 'description')).toBe(true);
  });

  it('shows the version of a release first, then each part as it arrives', async () => {
    const {client, answerAll} = service('READY_FOR_SALE');
    const told: Release[] = [];
    readRelease(client, {id: 'v1', onPart: (release) => told.push(release)}).catch(() => {});
    await answerAll();
    expect(told.map(({notes, review}) => [notes.value !== undefined, review.value !== undefined])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
  });

  it.each([
    ['appStoreVersionLocalizations', ['notes', 'readiness']],
    ['reviewSubmissions', ['review', 'readiness']],
    ['appInfos', ['readiness']],
  ])('fails only the parts of a release that need %s, if reading it fails', async (failing, failed) => {
    const {release} = await whole('PREPARE_FOR_SUBMISSION', {}, failing);
    const parts = ['notes', 'review', 'readiness'] as const;
    expect(parts.filter((name) => release[name]?.error)).toEqual(failed);
    expect(release.version.id).toBe('v1');
  });

  it('fails the read of a release if the version cannot be read, and leaves no request running', async () => {
    const {client, asked} = service('READY_FOR_SALE', '/v1');
    const reading = readRelease(client, {id: 'v1', known: {appId: 'a1', platform: 'IOS'}});
    reading.catch(() => {});
    await new Promise(setImmediate);
    asked.find(({path}) => path === VERSION)?.answer();
    await expect(reading).rejects.toMatchObject({message: '/v1 fails'});
    expect(asked.map(({signal}) => signal?.aborted)).toEqual([true, true, true]);
  });

  it('rereads only the version of a release until something changes or fails, then every part', async () => {
    const {release: before} = await whole('IN_REVIEW');
    expect((await whole('IN_REVIEW', {before})).paths).toEqual([VERSION]);
    expect((await whole('IN_REVIEW', {before})).release.notes).toBe(before.notes);
    expect(before.version.submittedDate).toBe('2026-11-12T10:00:00Z');
    expect((await whole('IN_REVIEW', {before})).release.version.submittedDate).toBe(before.version.submittedDate);
    expect((await whole('PENDING_DEVELOPER_RELEASE', {before})).paths).toHaveLength(3);
    const broken = {...before, notes: {error: new ToolError('service', 'no')}};
    expect((await whole('IN_REVIEW', {before: broken})).paths).toHaveLength(3);
  });
});
