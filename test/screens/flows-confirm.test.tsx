import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {PATIENCE_MS} from '../../src/screens/input/key-queue.tsx';
import {patch, submitForReview} from '../sandbox/support.ts';
import {type AppDriver, ESC_MS, KEYS} from '../support/app-driver.ts';
import {type Bench, PENDING, PREPARING, REVIEW_MS, startBench} from '../support/flow-bench.ts';
import {ManualClock} from '../support/manual-clock.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const RELEASE = 'POST /v1/appStoreVersionReleaseRequests';
const DELETE = `DELETE /v1/appStoreVersions/${PREPARING}`;
const clear = KEYS.ctrl('u');

async function open(
  screen: 'release' | 'delete',
  versionId: string,
  options?: Parameters<Bench['open']>[1],
): Promise<void> {
  app = bench.open({screen, versionId}, options);
  await app.see(`Type the version to ${screen} it:`);
}

describe('Release', () => {
  test('requires the exact version string for a release, releases once, and follows the state', async () => {
    const clock = new ManualClock();
    await open('release', PENDING, {clock});
    const text = app.stdout.text();
    for (const part of ['Release 3.3.0 for iOS', 'Aurora Notes, iOS, build 412', 'environment', '127.0.0.1'])
      expect(text).toContain(part);
    expect(text).toContain('goes on sale for everyone');
    expect(text.replace(/[│\s]+/g, ' ')).toContain('Phased release: automatic updates spread over 7 days');
    await app.see('tool versions release --version-id 97a3d8cd');
    app.press(KEYS.enter, '3.3.', KEYS.enter, '1', KEYS.enter, KEYS.backspace, '0 ', KEYS.enter);
    app.press('x');
    await app.see('release it: 3.3.0 x');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.backspace, KEYS.backspace, KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Released 3.3.0 for iOS');
    await app.see('◉ Processing');
    bench.sandbox.advance(3 * REVIEW_MS);
    clock.advance(60_000);
    await app.see('● Ready for sale');
    await app.seeNot('watching for changes');
    app.press('y');
    await app.see('Command sent to the terminal');
    await app.see('✓ Released 3.3.0 for iOS');
    expect(bench.line.writes()).toEqual([RELEASE]);
    const reads = bench.line.seen.length;
    app.press(KEYS.esc);
    await app.pass(clock, ESC_MS);
    await app.see('live in the store');
    expect(bench.line.seen.length).toBeGreaterThan(reads);
    expect(bench.line.writes()).toEqual([RELEASE]);
  });

  test('cancels a release at once on Esc, whatever was typed', async () => {
    await open('release', PENDING);
    app.press('3.3.0', KEYS.esc);
    await app.seeNot('Type the version');
    await app.see("What's New  ");
    app.press(KEYS.enter);
    expect(bench.line.writes()).toEqual([]);
    expect((await bench.version(PENDING))?.state).toBe('PENDING_DEVELOPER_RELEASE');
  });

  test('keeps a version string typed before the dialog appeared, and needs Enter again', async () => {
    app = bench.open({screen: 'version', versionId: PENDING});
    await app.see('R  Release');
    app.press('R3.3.0', KEYS.enter);
    await app.see('Release: pressed before this was shown; press it again');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Released 3.3.0 for iOS');
    expect(bench.line.writes()).toEqual([RELEASE]);
  });

  test('keeps a version string typed while the version is read, however long that takes', async () => {
    const goOn = bench.line.holdReads();
    const clock = new ManualClock();
    app = bench.open({screen: 'release', versionId: PENDING}, {clock});
    await app.see('Reading the version');
    app.press('3.3');
    await app.pass(clock, PATIENCE_MS);
    app.press('.0', KEYS.enter);
    goOn();
    await app.see('Release: pressed before this was shown; press it again');
    expect(app.shows('release it: 3.3.0')).toBe(true);
    expect(bench.line.writes()).toEqual([]);
  });

  test('drops the text typed for a dialog that fails to load, and reports that', async () => {
    const goOn = bench.line.holdReads();
    bench.line.fate = () => ({status: 403, body: {errors: [{status: '403', code: 'FORBIDDEN', title: 'No'}]}});
    app = bench.open({screen: 'release', versionId: PENDING});
    await app.see('Reading the version');
    app.press('quit');
    goOn();
    await app.see('Ignored what was typed before the screen was shown');
    expect(app.ended).toBe(false);
  });

  test('fits the whole release dialog into the smallest terminal', async () => {
    await open('release', PENDING, {columns: 60, rows: 15});
    expect(app.stdout.text()).toContain('--confirm');
    expect(app.stdout.text()).toContain('Esc cancel');
    app.press('3.3.0', KEYS.enter);
    await app.see('✓ Released 3.3.0 for iOS');
  });

  test('explains why a version cannot be released, and sends nothing', async () => {
    app = bench.open({screen: 'release', versionId: PREPARING});
    await app.see('1.0.0 for iOS: Prepare for submission');
    await app.see('only in pending developer release');
    app.press('1.0.0', KEYS.enter);
    await app.see("What's New  ");
    expect(bench.line.writes()).toEqual([]);
  });

  test.each(['a read', 'a refusal'])(
    'says that someone else released the version if %s shows this, and offers no retry',
    async (how) => {
      const path = `/v1/appStoreVersions/${PENDING}`;
      const before = await bench.sandbox.ask(path);
      await open('release', PENDING);
      const appStoreVersion = {data: {type: 'appStoreVersions', id: PENDING}};
      const body = {data: {type: 'appStoreVersionReleaseRequests', relationships: {appStoreVersion}}};
      await bench.sandbox.ask('/v1/appStoreVersionReleaseRequests', {method: 'POST', body});
      let reads = 0;
      // The question makes the first read, and the command makes the second.
      bench.line.fate = (method, asked) => {
        if (how === 'a read' || method !== 'GET' || asked !== path || ++reads !== 2) return 'pass';
        return {status: 200, body: before.json};
      };
      app.press('3.3.0', KEYS.enter);
      await app.see('3.3.0 is already being released: processing');
      await app.see(how === 'a read' ? 'Nothing was sent.' : 'Nothing was changed.');
      expect(app.stdout.text()).not.toMatch(/try again|still being processed/);
      app.press(KEYS.esc);
      await app.seeNot('3.3.0 is being released');
      expect(bench.line.writes()).toEqual(how === 'a read' ? [] : [RELEASE]);
    },
  );

  test('says that a version to release does not exist', async () => {
    app = bench.open({screen: 'release', versionId: 'nothing'});
    await app.see('r try again');
    app.press('x', KEYS.enter, KEYS.esc);
    await app.seeNot('┌ Release');
    expect(bench.line.writes()).toEqual([]);
  });

  test('asks for an app and a version first if Release is opened without them', async () => {
    app = bench.open({screen: 'release'});
    await app.see('Aurora Notes');
    app.press('/', 'aurora', KEYS.enter, KEYS.enter);
    await app.see('Pending developer release');
    app.press(KEYS.enter);
    await app.see('Type the version to release it:');
    app.press(KEYS.esc);
    await app.seeNot('Type the version');
  });
});

describe('Delete', () => {
  test('requires the exact version string to delete a version, deletes it once, and leaves its page', async () => {
    await open('delete', PREPARING);
    expect(app.stdout.text()).toContain('Fern, iOS');
    expect(app.stdout.text()).toMatch(/This[│\s]+cannot be undone/);
    app.press('1.0', KEYS.enter, 'x', KEYS.enter, 'y');
    await app.see('delete it: 1.0xy');
    expect(bench.line.writes()).toEqual([]);
    app.press(clear, '1.0.0', KEYS.enter, KEYS.enter);
    await app.see('✓ Deleted 1.0.0 for iOS');
    // A second Enter in a burst does not close a result that the user has not seen.
    app.press(KEYS.enter, 'y');
    await app.see('Command sent to the terminal');
    await app.see('✓ Deleted 1.0.0 for iOS');
    expect(bench.line.writes()).toEqual([DELETE]);
    expect(await bench.version(PREPARING)).toBeUndefined();
    app.press(KEYS.esc);
    await app.see(/\d+ apps/);
  });

  test('removes a deleted version from the list', async () => {
    app = bench.open({screen: 'versions', app: 'com.example.fern'});
    await app.see('Prepare for submission');
    app.press('D');
    await app.see('Type the version to delete it:');
    app.press('1.0.0', KEYS.enter);
    await app.see('✓ Deleted');
    app.press(KEYS.esc);
    await app.see('No versions yet');
  });

  test('deletes a version once when Enter is pressed three times', async () => {
    await open('delete', PREPARING);
    app.press('1.0.0', KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Deleted');
    expect(bench.line.writes()).toEqual([DELETE]);
  });

  test('explains why a version cannot be deleted, and sends nothing', async () => {
    app = bench.open({screen: 'delete', versionId: PENDING});
    await app.see('only in prepare for submission');
    app.press('3.3.0', KEYS.enter);
    expect(bench.line.writes()).toEqual([]);
  });
});

describe('a question that has changed when it is answered', () => {
  const change = async (id: string, attributes: Record<string, unknown>) => {
    expect((await patch(bench.sandbox, 'appStoreVersions', id, attributes)).status).toBe(200);
  };
  const boats = () => bench.idOf('com.example.boats', '2.0');
  const cases = [
    {
      name: 'a release without its phased release',
      open: async () => ({screen: 'release' as const, versionId: PENDING}),
      typed: '3.3.0',
      async between() {
        const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${PENDING}/appStoreVersionPhasedRelease`);
        await bench.sandbox.ask(`/v1/appStoreVersionPhasedReleases/${json.data.id}`, {method: 'DELETE'});
      },
      now: 'Now: It goes on sale for everyone within 24 hours. No phased release',
    },
    {
      name: 'a deletion of a renamed version',
      open: async () => ({screen: 'delete' as const, versionId: PREPARING}),
      typed: '1.0.0',
      between: () => change(PREPARING, {versionString: '7.0'}),
      now: 'Now: 7.0 for iOS',
    },
    {
      name: 'a withdrawal of an approved version',
      open: async () => ({screen: 'withdraw' as const, versionId: await boats()}),
      before: async () => void (await submitForReview(bench.sandbox, await boats())),
      typed: '2.0',
      between: async () => bench.sandbox.advance(3 * REVIEW_MS),
      now: 'Now: It loses its approval and has to pass review again.',
    },
    {
      name: 'a submission, now released on approval',
      open: async () => ({screen: 'submit' as const, versionId: await boats()}),
      typed: '2.0',
      between: async () => change(await boats(), {releaseType: 'AFTER_APPROVAL'}),
      now: 'Now: It goes on sale by itself once approved.',
    },
    {
      name: 'a submission, now released manually',
      open: async () => ({screen: 'submit' as const, versionId: await boats()}),
      before: async () => change(await boats(), {releaseType: 'AFTER_APPROVAL'}),
      typed: '2.0',
      between: async () => change(await boats(), {releaseType: 'MANUAL'}),
      now: 'Before: It goes on sale by itself once approved.',
      again: 'ends or you withdraw it.',
    },
  ];

  test.each(cases)(
    'sends nothing, and asks again, if the facts in a question have changed: $name',
    async ({open: request, before, typed, between, now, again = now.slice(5, 30)}) => {
      await before?.();
      const {screen, versionId} = await request();
      app = bench.open({screen, versionId});
      if (screen === 'submit') {
        await app.see('○ Submission');
        app.press('S');
      }
      await app.see('Type the version to');
      app.press(typed);
      await app.see(`it: ${typed}`);
      await between();
      app.press(KEYS.enter);
      await app.see('has changed since you were asked');
      await app.see(now);
      await app.see('Nothing was sent.');
      expect(bench.line.writes()).toEqual([]);
      app.press('r');
      await app.see('Type the version to');
      await app.see(again);
      await app.seeNot('has changed since');
    },
  );
});
