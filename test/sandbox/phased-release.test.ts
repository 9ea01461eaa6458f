import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type Answer, appId, patch, post, type RunningSandbox, refusal, startSandbox, versionIn} from './support.ts';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const DAY = 86_400_000;
const TYPE = 'appStoreVersionPhasedReleases';
const NOT_ACCEPTABLE = 'An attribute value is not acceptable for the current resource state.';

const enable = (version: string, attributes = {phasedReleaseState: 'INACTIVE'}): Promise<Answer> =>
  post(sandbox, TYPE, attributes, {appStoreVersion: ['appStoreVersions', version]});
const phased = (version: string) => sandbox.ask(`/v1/appStoreVersions/${version}/appStoreVersionPhasedRelease`);
const attributes = async (version: string) => (await phased(version)).json.data.attributes;
const move = (id: string, phasedReleaseState: string) => patch(sandbox, TYPE, id, {phasedReleaseState});
const live = async (word: string) => {
  const version = await versionIn(sandbox, await appId(sandbox, word), 'READY_FOR_SALE', 'IOS');
  return {version, id: (await phased(version)).json.data?.id as string};
};

/** Releases Aurora's approved version, so that its phased release is on its first day. */
async function released(): Promise<{version: string; id: string}> {
  const version = await versionIn(sandbox, await appId(sandbox, 'aurora'), 'PENDING_DEVELOPER_RELEASE');
  await post(sandbox, 'appStoreVersionReleaseRequests', {}, {appStoreVersion: ['appStoreVersions', version]});
  sandbox.advance(3000);
  return {version, id: (await phased(version)).json.data.id};
}

describe('before the release', () => {
  test('allows only one phased release per version, and removes it on request', async () => {
    const version = await versionIn(sandbox, await appId(sandbox, 'boats'), 'PREPARE_FOR_SUBMISSION');
    expect((await phased(version)).json.data).toBeNull();
    const {status, json} = await enable(version);
    expect(status).toBe(201);
    const attributes = {phasedReleaseState: 'INACTIVE', startDate: null, totalPauseDuration: 0, currentDayNumber: null};
    expect(json.data.attributes).toEqual(attributes);
    expect((await enable(version)).status).toBe(409);
    const {json: with_} = await sandbox.ask(`/v1/appStoreVersions/${version}?include=appStoreVersionPhasedRelease`);
    expect(with_.included[0].id).toBe(json.data.id);
    expect(await sandbox.ask(`/v1/${TYPE}/${json.data.id}`, {method: 'DELETE'})).toMatchObject({status: 204});
    expect((await phased(version)).json.data).toBeNull();
  });

  test('refuses to change the state of a phased release before the version is released', async () => {
    const version = await versionIn(sandbox, await appId(sandbox, 'aurora'), 'PENDING_DEVELOPER_RELEASE');
    const {json} = await phased(version);
    for (const state of ['ACTIVE', 'PAUSED', 'COMPLETE']) {
      const answer = await move(json.data.id, state);
      expect([answer.status, answer.json.errors[0].title, refusal(answer)[2]]).toEqual([
        409,
        NOT_ACCEPTABLE,
        'You cannot change the state of a phased release in the current version state.',
      ]);
    }
  });

  test('refuses a phased release for a first version', async () => {
    for (const word of ['fern', 'seedling']) {
      const version = await versionIn(sandbox, await appId(sandbox, word), 'PREPARE_FOR_SUBMISSION');
      expect(refusal(await enable(version)).slice(0, 2)).toEqual([409, 'STATE_ERROR']);
    }
  });

  test('adds a phased release only as inactive and only before the release', async () => {
    const version = await versionIn(sandbox, await appId(sandbox, 'boats'), 'PREPARE_FOR_SUBMISSION');
    expect((await enable(version, {phasedReleaseState: 'ACTIVE'})).status).toBe(409);
    const {version: onSale} = await live('boats');
    expect(refusal(await enable(onSale)).slice(0, 2)).toEqual([409, 'STATE_ERROR']);
  });
});

describe('after the release', () => {
  test('completes a phased release after seven days', async () => {
    const {version} = await released();
    expect(await attributes(version)).toMatchObject({
      phasedReleaseState: 'ACTIVE',
      currentDayNumber: 1,
      startDate: expect.stringMatching(/^\d{4}-/),
    });
    for (let day = 2; day <= 7; day += 1) {
      sandbox.advance(DAY);
      expect(await attributes(version)).toMatchObject({phasedReleaseState: 'ACTIVE', currentDayNumber: day});
    }
    sandbox.advance(DAY);
    expect(await attributes(version)).toMatchObject({phasedReleaseState: 'COMPLETE', currentDayNumber: 7});
  });

  test('does not advance a paused phased release, and counts the days of the pause', async () => {
    const {version, id} = await released();
    sandbox.advance(1.5 * DAY);
    expect((await move(id, 'PAUSED')).json.data.attributes).toMatchObject({
      phasedReleaseState: 'PAUSED',
      currentDayNumber: 2,
      totalPauseDuration: 0,
    });
    sandbox.advance(4.2 * DAY);
    expect(await attributes(version)).toMatchObject({
      phasedReleaseState: 'PAUSED',
      currentDayNumber: 2,
      totalPauseDuration: 4,
    });
    expect((await move(id, 'ACTIVE')).json.data.attributes).toMatchObject({
      phasedReleaseState: 'ACTIVE',
      totalPauseDuration: 4,
    });
    sandbox.advance(0.4 * DAY);
    expect(await attributes(version)).toMatchObject({currentDayNumber: 2});
    sandbox.advance(0.2 * DAY);
    expect(await attributes(version)).toMatchObject({currentDayNumber: 3, totalPauseDuration: 4});
  });

  test('resumes a phased release automatically after 30 days of pause, and then refuses another pause', async () => {
    const {version, id} = await released();
    await move(id, 'PAUSED');
    sandbox.advance(29 * DAY);
    expect(await attributes(version)).toMatchObject({phasedReleaseState: 'PAUSED', totalPauseDuration: 29});
    sandbox.advance(DAY);
    expect(await attributes(version)).toMatchObject({
      phasedReleaseState: 'ACTIVE',
      currentDayNumber: 1,
      totalPauseDuration: 30,
    });
    expect((await move(id, 'PAUSED')).status).toBe(409);
    sandbox.advance(DAY);
    expect(await attributes(version)).toMatchObject({currentDayNumber: 2});
  });

  test('resumes a phased release after 30 days of pause even if no request is made for 32 days', async () => {
    const {version, id} = await released();
    await move(id, 'PAUSED');
    sandbox.advance(32.5 * DAY);
    expect(await attributes(version)).toMatchObject({
      phasedReleaseState: 'ACTIVE',
      currentDayNumber: 3,
      totalPauseDuration: 30,
    });
  });

  test('completes a phased release at once, and refuses any later change', async () => {
    const {version, id} = await released();
    expect((await move(id, 'COMPLETE')).json.data.attributes.phasedReleaseState).toBe('COMPLETE');
    for (const state of ['PAUSED', 'ACTIVE']) {
      const answer = await move(id, state);
      expect([answer.status, answer.json.errors[0].title]).toEqual([409, NOT_ACCEPTABLE]);
    }
    sandbox.advance(9 * DAY);
    expect((await attributes(version)).phasedReleaseState).toBe('COMPLETE');
  });

  test('refuses to remove a running phased release or make it inactive', async () => {
    const {id} = await released();
    expect((await sandbox.ask(`/v1/${TYPE}/${id}`, {method: 'DELETE'})).status).toBe(409);
    expect((await move(id, 'INACTIVE')).status).toBe(409);
    expect((await move(id, 'SLOWLY')).status).toBe(409);
    expect((await move('none', 'PAUSED')).status).toBe(404);
  });

  test('refuses a change to the state that the phased release already has', async () => {
    const {id} = await released();
    expect((await move(id, 'ACTIVE')).status).toBe(409);
    await move(id, 'PAUSED');
    const {status, json} = await move(id, 'PAUSED');
    expect([status, json.errors[0].detail]).toEqual([409, 'The attribute already has this value']);
  });
});

describe('the samples', () => {
  test('advances no sample roll-out over time, except one that was paused and is resumed', async () => {
    const {version: running} = await live('steps');
    const {version, id} = await live('brake');
    sandbox.advance(50 * DAY);
    expect(await attributes(running)).toMatchObject({phasedReleaseState: 'ACTIVE', currentDayNumber: 3});
    expect(await attributes(version)).toMatchObject({phasedReleaseState: 'PAUSED', totalPauseDuration: 4});
    await move(id, 'ACTIVE');
    sandbox.advance(DAY);
    expect(await attributes(version)).toMatchObject({
      phasedReleaseState: 'ACTIVE',
      currentDayNumber: 5,
      totalPauseDuration: 4,
    });
  });

  test('advances sample roll-outs by one day every --day-seconds seconds', async () => {
    await sandbox.close();
    sandbox = await startSandbox({daySeconds: 2});
    const {version} = await live('steps');
    const {version: paused} = await live('brake');
    expect(await attributes(version)).toMatchObject({currentDayNumber: 3});
    sandbox.advance(2000);
    expect(await attributes(version)).toMatchObject({currentDayNumber: 4});
    sandbox.advance(3 * 2000);
    expect(await attributes(version)).toMatchObject({phasedReleaseState: 'ACTIVE', currentDayNumber: 7});
    sandbox.advance(2000);
    expect(await attributes(version)).toMatchObject({phasedReleaseState: 'COMPLETE'});
    expect(await attributes(paused)).toMatchObject({phasedReleaseState: 'PAUSED', currentDayNumber: 4});
  });
});
