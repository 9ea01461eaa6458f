import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Clock} from '../../src/services/ports.ts';
import {AURORA, releaseAurora} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, type Fate, PENDING, PREPARING, startBench} from '../support/flow-bench.ts';
import {holdTimeOuts} from '../support/held-time-outs.ts';
import {ManualClock} from '../support/manual-clock.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

interface Flow {
  name: string;
  /** Opens the flow and presses every key before the one that confirms. */
  upToConfirming(options?: {clock?: Clock}): Promise<void>;
  /** The text that reports success. */
  done: string;
  true: string;
  untrue: string;
  /** The headline while the outcome is unknown. */
  unknown: string;
  /** The text that names the request without an answer. */
  sent: string;
  /** Reports whether the store has applied the write. */
  isDone(): Promise<boolean>;
}

const FLOWS: Flow[] = [
  {
    name: 'create',
    async upToConfirming(options) {
      await releaseAurora(bench.sandbox);
      app = bench.open({screen: 'create', app: AURORA}, options);
      await app.see('Ctrl+S review');
      app.press(KEYS.ctrl('s'));
      await app.see('↵ create');
    },
    done: '✓ Created 3.4.0 for iOS',
    true: '✓ Created 3.4.0 for iOS',
    untrue: 'There is no version 3.4.0 for iOS.',
    unknown: 'It is not known whether 3.4.0 for iOS was created.',
    sent: 'Sent, without a clear answer: create version 3.4.0 for iOS',
    async isDone() {
      const {json} = await bench.sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?filter[versionString]=3.4.0`);
      return json.data.length > 0;
    },
  },
  {
    name: 'attach build',
    async upToConfirming(options) {
      app = bench.open({screen: 'attach-build', versionId: PREPARING}, options);
      await app.see('5 builds');
      app.press(KEYS.enter);
      await app.see('↵ attach');
      // Without a key in between, an Enter right after the one that selected the build would not confirm.
      app.press(KEYS.left);
    },
    done: '✓ Attached build 6 to 1.0.0 for iOS',
    true: '✓ Attached build 6 to 1.0.0 for iOS',
    untrue: 'No build is attached.',
    unknown: 'It is not known whether build 6 was attached to 1.0.0 for iOS.',
    sent: 'Sent, without a clear answer: attach build',
    isDone: async () => (await bench.version(PREPARING))?.buildId !== undefined,
  },
  {
    name: 'update',
    async upToConfirming(options) {
      app = bench.open({screen: 'update', versionId: PREPARING}, options);
      await app.see('only what you change');
      app.press(KEYS.ctrl('u'), '1.5', KEYS.ctrl('s'));
      await app.see('↵ update');
    },
    done: '✓ Updated 1.5 for iOS',
    true: '✓ Updated 1.5 for iOS',
    untrue: 'It does not have the new version string.',
    unknown: 'It is not known whether 1.0.0 for iOS was updated.',
    sent: 'Sent, without a clear answer: update the version',
    isDone: async () => (await bench.version(PREPARING))?.versionString === '1.5',
  },
  {
    name: 'delete',
    async upToConfirming(options) {
      app = bench.open({screen: 'delete', versionId: PREPARING}, options);
      await app.see('Type the version');
      app.press('1.0.0');
      await app.see('↵ delete  ');
    },
    done: '✓ Deleted 1.0.0 for iOS',
    true: '✓ Deleted 1.0.0 for iOS',
    untrue: 'The version is still there, in prepare for submission.',
    unknown: 'It is not known whether 1.0.0 for iOS was deleted.',
    sent: 'Sent, without a clear answer: delete version',
    isDone: async () => (await bench.version(PREPARING)) === undefined,
  },
  {
    name: 'release',
    async upToConfirming(options) {
      app = bench.open({screen: 'release', versionId: PENDING}, options);
      await app.see('Type the version');
      app.press('3.3.0');
      await app.see('↵ release  ');
    },
    done: '✓ Released 3.3.0 for iOS',
    true: '✓ Released 3.3.0 for iOS',
    untrue: 'The version is not released yet.',
    unknown: 'It is not known whether 3.3.0 for iOS was released.',
    sent: 'Sent, without a clear answer: release version',
    isDone: async () => (await bench.version(PENDING))?.state !== 'PENDING_DEVELOPER_RELEASE',
  },
];

/** The keys that every failure offers if a retry is possible. */
const TRY_AGAIN = /r try again[^\n]* Esc back/;

/** Applies this fate to every write from now on. Reads still succeed. */
const breakWrites = (fate: Fate) => {
  bench.line.fate = (method) => (method === 'GET' ? 'pass' : fate);
};
const sent = () => app.until('it is sent', () => bench.line.writes().length === 1);
/** Presses every key that could send the request again by mistake. */
const mash = () => app.press(KEYS.enter, KEYS.enter, KEYS.ctrl('s'), KEYS.enter, 's');

describe.each(FLOWS)('$name', (flow) => {
  test('reads the state, and does not resend a write, if the connection breaks before the write takes effect', async () => {
    await flow.upToConfirming();
    breakWrites('reset');
    app.press(KEYS.enter, KEYS.enter);
    await app.see(flow.untrue);
    await app.see(flow.unknown);
    await app.see(flow.sent);
    await app.see(TRY_AGAIN);
    expect(bench.line.writes()).toHaveLength(1);
    const write = bench.line.seen.findIndex((one) => !one.startsWith('GET'));
    expect(bench.line.seen.slice(write + 1)).toHaveLength(1);
    breakWrites('pass');
    mash();
    await app.see(TRY_AGAIN);
    await app.see(flow.untrue);
    expect(bench.line.writes()).toHaveLength(1);
    expect(await flow.isDone()).toBe(false);
    app.press(KEYS.esc);
    await app.seeNot('r try again');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('reads the state, and does not resend a write, if the service fails', async () => {
    await flow.upToConfirming();
    breakWrites({status: 500, body: {errors: [{status: '500', code: 'UNEXPECTED_ERROR', title: 'Oops'}]}});
    app.press(KEYS.enter, KEYS.enter);
    await app.see(flow.untrue);
    breakWrites('pass');
    mash();
    await app.see(TRY_AGAIN);
    await app.see(flow.untrue);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('reads the state when r is pressed after a failed write, then repeats the write without a question', async () => {
    await flow.upToConfirming();
    breakWrites({status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}});
    app.press(KEYS.enter);
    await app.see(flow.untrue);
    await app.see(flow.unknown);
    expect(app.shows(/Not (created|attached|updated|deleted|released)/)).toBe(false);
    await app.see(/Wait a minute:\s+(│\s+│\s+)?r looks again/);
    await app.see(TRY_AGAIN);
    expect(bench.line.writes()).toHaveLength(1);
    breakWrites('pass');
    const before = bench.line.seen.length;
    app.press('r');
    await app.see(flow.done);
    expect(bench.line.seen[before]).toMatch(/^GET /);
    expect(bench.line.writes()).toHaveLength(2);
    expect(await flow.isDone()).toBe(true);
  });

  test('sends nothing when r is pressed after a failed write while the state cannot be read', async () => {
    await flow.upToConfirming();
    breakWrites('reset');
    app.press(KEYS.enter);
    await app.see(TRY_AGAIN);
    bench.line.fate = () => ({status: 403, body: {errors: [{title: 'Refused'}]}});
    app.press('r');
    await app.see('Could not read the current state');
    await app.see(/r check again[^\n]* Esc back/);
    expect(app.shows('r try again')).toBe(false);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('finds that a write was done although its answer was lost', async () => {
    await flow.upToConfirming();
    breakWrites('answer lost');
    app.press(KEYS.enter);
    await app.see(flow.done);
    expect(bench.line.writes()).toHaveLength(1);
    expect(await flow.isDone()).toBe(true);
  });

  test('reads and shows the current state if a write gets no answer in time', async () => {
    await flow.upToConfirming();
    breakWrites('done, no answer');
    const endTime = holdTimeOuts();
    app.press(KEYS.enter, KEYS.enter);
    await app.until('it is done', () => bench.line.done === 1);
    endTime();
    await app.see(flow.done);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('reads and shows the current state after a running write is cancelled', async () => {
    await flow.upToConfirming();
    breakWrites('done, no answer');
    app.press(KEYS.enter);
    await app.until('it is done', () => bench.line.done === 1);
    app.press(KEYS.esc);
    await app.see('cancelled while it was running');
    await app.see(flow.true);
    expect(app.shows('may or may not')).toBe(false);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('says that the state cannot be read after a cancelled write, and reads it again when r is pressed', async () => {
    await flow.upToConfirming();
    bench.line.fate = (method, path) => {
      if (method !== 'GET') return 'no answer';
      return bench.line.writes().length > 0 && path !== ''
        ? {status: 403, body: {errors: [{title: 'Refused'}]}}
        : 'pass';
    };
    app.press(KEYS.enter);
    await sent();
    app.press(KEYS.esc);
    await app.see('Could not read the current state');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see(flow.untrue);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('shows why the service refuses a write, and sends the write again when r is pressed', async () => {
    await flow.upToConfirming();
    breakWrites({
      status: 409,
      body: {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]},
    });
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('Not like this');
    expect(bench.line.writes()).toHaveLength(1);
    breakWrites('pass');
    app.press(KEYS.enter, KEYS.enter, 'r');
    await app.see(flow.done);
    expect(bench.line.writes()).toHaveLength(2);
  });

  test.each([429, 503])(
    'counts down to the next try if the service answers a write with status %i and a time',
    async (status) => {
      const clock = new ManualClock();
      await flow.upToConfirming({clock});
      const body = {errors: [{status: String(status), code: 'NOT_NOW', title: 'Too many'}]};
      breakWrites({status, body, headers: {'retry-after': '90'}});
      app.press(KEYS.enter);
      await app.see('Try again in 90 s.');
      await app.pass(clock, 1000);
      await app.see('Try again in 89 s.');
      expect(app.stdout.text()).not.toContain('90 s');
      expect(bench.line.writes()).toHaveLength(1);
    },
  );

  test('says that nothing was sent if the connection for a write is refused, and offers a retry', async () => {
    await flow.upToConfirming();
    await bench.line.close();
    app.press(KEYS.enter);
    await app.see(/Nothing was (sent|changed)/);
    await app.see(TRY_AGAIN);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.esc);
    await app.seeNot('r try again');
  });

  test('asks on Ctrl+C whether to leave a running write', async () => {
    await flow.upToConfirming();
    breakWrites('no answer');
    app.press(KEYS.enter);
    await sent();
    app.press(KEYS.ctrl('c'));
    await app.see('Leave without seeing its result?');
    app.press(KEYS.esc);
    await app.seeNot('Leave without');
    expect(bench.line.writes()).toHaveLength(1);
  });
});

test.each(['release', 'delete'] as const)(
  'says that nothing was sent if the read before the command %s is cancelled',
  async (name) => {
    const flow = FLOWS.find((one) => one.name === name) as Flow;
    await flow.upToConfirming();
    bench.line.fate = (method) => (method === 'GET' ? 'no answer' : 'pass');
    const before = bench.line.seen.length;
    app.press(KEYS.enter);
    await app.until('the state is read', () => bench.line.seen.length > before);
    app.press(KEYS.esc);
    await app.see('Cancelled. Nothing was sent.');
    await app.see('when it matches');
    expect(bench.line.writes()).toEqual([]);
  },
);

describe('a release that is tried again', () => {
  const release = FLOWS.find(({name}) => name === 'release') as Flow;

  test('does not resend a release if a read shows that the first request took effect', async () => {
    await release.upToConfirming();
    breakWrites({status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}});
    app.press(KEYS.enter);
    await app.see(TRY_AGAIN);
    const related = {appStoreVersion: {data: {type: 'appStoreVersions', id: PENDING}}};
    const body = {data: {type: 'appStoreVersionReleaseRequests', relationships: related}};
    await bench.sandbox.ask('/v1/appStoreVersionReleaseRequests', {method: 'POST', body});
    app.press('r');
    await app.see(release.done);
    await app.see('found that the version is being released');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('says that the first request for a release may still take effect if the second one is refused', async () => {
    await release.upToConfirming();
    breakWrites({status: 503, body: {errors: [{status: '503', code: 'UNAVAILABLE', title: 'Later'}]}});
    app.press(KEYS.enter);
    await app.see(TRY_AGAIN);
    breakWrites({status: 403, body: {errors: [{status: '403', code: 'FORBIDDEN', title: 'Not you'}]}});
    app.press('r');
    await app.see('Not you');
    await app.see('The first request may still take effect.');
    expect(app.shows('Nothing was changed')).toBe(false);
  });

  test('asks again on a retry of a release if the facts in the question have changed', async () => {
    await release.upToConfirming();
    breakWrites({status: 409, body: {errors: [{status: '409', code: 'CONFLICT', title: 'Not like this'}]}});
    app.press(KEYS.enter);
    await app.see('r try again');
    breakWrites('pass');
    const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${PENDING}/appStoreVersionPhasedRelease`);
    await bench.sandbox.ask(`/v1/appStoreVersionPhasedReleases/${json.data.id}`, {method: 'DELETE'});
    app.press('r');
    await app.see('has changed since you were asked');
    expect(bench.line.writes()).toHaveLength(1);
    app.press('r');
    await app.see('Type the version to release it:');
  });
});

test('opens the new version when v is pressed if a read finds it after a lost answer', async () => {
  const [create] = FLOWS;
  await create?.upToConfirming();
  breakWrites('done, no answer');
  app.press(KEYS.enter);
  await app.until('it is done', () => bench.line.done === 1);
  app.press(KEYS.esc);
  await app.see('✓ Created 3.4.0 for iOS');
  app.press('v');
  await app.see('3.4.0 iOS');
  await app.see('Prepare for submission');
});

test('removes a version from the list if someone else has deleted it', async () => {
  const id = await bench.idOf('com.example.nearly', '1.1');
  app = bench.open({screen: 'versions', app: 'com.example.nearly', versionId: id});
  await app.see('page 1 · 3 loaded');
  await bench.sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'DELETE'});
  app.press('u');
  await app.see('1.1 for iOS no longer exists.');
  app.press(KEYS.esc);
  await app.see('page 1 · 2 loaded');
});
