import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {messageQueue} from '../../src/app/session/messages.ts';
import {watchPeriod} from '../../src/screens/hooks/use-watch.ts';
import {createShell} from '../../src/services/host/programs.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Clock} from '../../src/services/ports.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {isGone} from '../support/processes.ts';

const IN_FRONT = '\u001B[I';
const BEHIND = '\u001B[O';

let app: AppDriver;
let store: FakeStore;
let manual: ManualClock;
const messages = messageQueue();
afterEach(() => app.close());

/**
 * Creates a clock on which the long waits of watching end only when the test says so. The app's short waits are real.
 */
function clock(): Clock {
  manual = new ManualClock();
  return {
    now: () => manual.now(),
    random: () => 0.5,
    sleep: (ms, signal) => (ms > 5000 ? manual.sleep(ms, signal) : pause(ms, undefined, {signal})),
  };
}

let setUp = () => {};
async function open(options: Partial<OpenOptions> = {}): Promise<void> {
  store = fakeStore();
  setUp();
  setUp = () => {};
  app = new AppDriver({
    request: {screen: 'version', versionId: 'v-330-mac'},
    store,
    messages,
    host: {clock: clock()},
    ...options,
  });
  await app.see(/In review|Waiting|Pending|Prepare|Aurora Notes/);
}

async function watch(): Promise<void> {
  app.press('w');
  await app.see('watching · 30 s');
}

const HOUR = 3_600_000;
const readings = () => store.asked.filter(({method}) => method === 'readRelease').length;
const setState = (id: string, state: string) => {
  store.versions = store.versions.map((one) => (one.id === id ? {...one, state} : one));
};
/** Ends the current wait, and waits until the screen is read again. */
async function nextReading(): Promise<void> {
  const before = readings();
  await app.until('a reading is due', () => manual.asleep().length > 0);
  manual.skip();
  await app.until('it is read again', () => readings() > before);
}

describe('watching', () => {
  test('reads a watched screen again automatically, and shows changes', async () => {
    await open();
    await watch();
    await app.until('the first one is due in 30 s', () => manual.asleep()[0] === 30_000);
    setState('v-330-mac', 'PENDING_DEVELOPER_RELEASE');
    await nextReading();
    await app.see('Pending developer release');
    // The version no longer changes without the user.
    await app.see('watching · 5 min');
    await app.see('Now watching every 5 min: nothing is waiting for the store');
    await app.until('the next one is due in 5 min', () => manual.asleep()[0] === 300_000);
    app.press('w');
    await app.see('updated');
    await app.until('nobody waits', () => manual.asleep().length === 0);
  });

  test('writes no bytes if a watched screen has not changed', async () => {
    await open();
    await watch();
    const before = app.stdout.bytes.length;
    for (let round = 0; round < 3; round++) await nextReading();
    await app.until('the last answer has come', () => manual.asleep().length > 0);
    await pause(100);
    expect(app.stdout.bytes.slice(before)).toBe('');
  });

  test('reports in one word that a read has failed while watching, and keeps the data', async () => {
    await open();
    await watch();
    store.before = async () => {
      throw new ToolError('network', 'No connection.');
    };
    await nextReading();
    await app.see('watching · offline');
    expect(app.stdout.text()).not.toContain('No connection');
    expect(app.stdout.text()).toContain('In review');
    store.before = async () => {};
    await nextReading();
    await app.see('watching · 30 s');
  });

  test('pauses watching behind a dialog', async () => {
    await open();
    await watch();
    app.press('?');
    await app.see('Keys');
    await app.see('watching · paused');
    await app.until('nothing is due', () => manual.asleep().length === 0);
    app.press(KEYS.esc);
    await app.until('it goes on', () => manual.asleep().length === 1);
  });

  test('watches less often when the rate limit runs low, and stops before it is used up', async () => {
    await open();
    await watch();
    messages.onEvent?.({kind: 'limit-left', share: 0.09});
    await app.see('watching · 5 min');
    await app.see('Now watching every 5 min: the rate limit runs low');
    messages.onEvent?.({kind: 'limit-left', share: 0.01});
    await app.see('watching · rate limit');
    // The next read comes only when the hour of the limit has passed.
    await app.until('nothing else is due', () => manual.asleep().join() === String(HOUR));
    messages.onEvent?.({kind: 'limit-left', share: 1});
    await app.see('watching · 30 s');
  });

  test('reads a watched screen once an hour while the rate limit is used up', async () => {
    await open();
    await watch();
    messages.onEvent?.({kind: 'limit-left', share: 0.01});
    await app.see('watching · rate limit');
    const before = store.asked.length;
    for (const round of [1, 2]) {
      await app.pass(manual, HOUR);
      await app.until('it is read', () => store.asked.length === before + round);
      messages.onEvent?.({kind: 'limit-left', share: 0.01});
      await app.see('watching · rate limit');
    }
    await app.pass(manual, HOUR);
    messages.onEvent?.({kind: 'limit-left', share: 1});
    await app.see('watching · 30 s');
  });

  test.each<[string, string[], number]>([
    ['for a change if the terminal is not in front', [BEHIND], 1],
    ['for no change if the terminal is in front', [BEHIND, IN_FRONT], 0],
    ['for no change if the terminal does not report the focus', [], 0],
  ])('rings %s', async (_, reports, bells) => {
    await open();
    await watch();
    app.press(...reports);
    setState('v-330-mac', 'REJECTED');
    await nextReading();
    await app.see('✕ Rejected');
    await app.until('the next one is due', () => manual.asleep().length > 0);
    if (bells > 0) await app.until('it rings', () => app.stdout.bells > 0);
    expect(app.stdout.bells).toBe(bells);
  });

  test('names the version and its state in the notification', async () => {
    await open({env: {LANG: 'C.UTF-8', TERM: 'xterm-kitty', TOOL_NOTIFY: 'on'}});
    await watch();
    setState('v-330-mac', 'REJECTED');
    await nextReading();
    await app.until('it rings', () => app.stdout.bytes.includes('\u001B]9;1001 3.3.0 macOS: Rejected\u0007'));
  });
});

describe('without watching', () => {
  test('names the key that watches a waiting version, and reads nothing before it is pressed', async () => {
    await open();
    await app.see(/updated [\d:]+ · w watches/);
    expect({asleep: manual.asleep(), readings: readings()}).toEqual({asleep: [], readings: 1});
    app.press('w');
    await app.see('watching · 30 s');
  });

  test('offers no watching for a version that waits for nothing', async () => {
    setUp = () => setState('v-330-mac', 'PENDING_DEVELOPER_RELEASE');
    await open();
    await app.see('updated');
    expect(app.shows('w watches')).toBe(false);
  });

  test('starts watching automatically once a version on the screen begins to wait for the store', async () => {
    setUp = () => setState('v-330-mac', 'PREPARE_FOR_SUBMISSION');
    await open();
    await app.see('Prepare for submission');
    setState('v-330-mac', 'WAITING_FOR_REVIEW');
    app.press('r');
    await app.see('Waiting for review');
    await app.see('watching · 30 s');
    setState('v-330-mac', 'IN_REVIEW');
    await nextReading();
    await app.see('In review');
  });

  test('does not watch automatically after w has stopped the watch', async () => {
    setUp = () => setState('v-330-mac', 'PREPARE_FOR_SUBMISSION');
    await open();
    await app.see('Prepare for submission');
    app.press('w');
    await app.see('watching');
    app.press('w');
    await app.see('updated');
    setState('v-330-mac', 'WAITING_FOR_REVIEW');
    app.press('r');
    await app.see('Waiting for review');
    await app.see('w watches');
    expect(app.shows('watching')).toBe(false);
  });
});

describe('the selection of a final action', () => {
  test('selects neither release nor withdrawal when review approves a version whose notes were selected', async () => {
    setUp = () => {
      store.versions = [version('v', {versionString: '3.3.0', state: 'WAITING_FOR_REVIEW'})];
    };
    await open({request: {screen: 'version', versionId: 'v'}});
    await app.until('it is read', () => app.selected().includes('Nothing to do'));
    app.press(KEYS.down);
    await app.until('the notes', () => app.selected().includes('Edit the release notes'));
    await watch();
    setState('v', 'PENDING_DEVELOPER_RELEASE');
    await nextReading();
    await app.see('Pending developer release');
    expect(app.selected()).toContain('Update');
    expect(app.shows(/R {2}Release/)).toBe(true);
    app.press('g');
    await app.until('the user may', () => app.selected().includes('Release'));
    setState('v', 'PREPARE_FOR_SUBMISSION');
    await nextReading();
    await app.see('Prepare for submission');
    setState('v', 'PENDING_DEVELOPER_RELEASE');
    await nextReading();
    await app.see('Pending developer release');
    expect(app.selected()).not.toMatch(/ [RWD] {2}/);
  });

  test('does not select a release that moves to the first row while watching', async () => {
    await open();
    await app.until('it is read', () => app.selected().includes('Nothing to do'));
    await watch();
    setState('v-330-mac', 'PENDING_DEVELOPER_RELEASE');
    await nextReading();
    await app.see('Pending developer release');
    expect(app.shows(/ R {2}Release/)).toBe(true);
    expect(app.selected()).not.toMatch(/ [RW] {2}/);
  });
});

describe('watching a list', () => {
  const lists = () => store.asked.filter(({method}) => method === 'listVersions').length;
  const nextList = async () => {
    const before = lists();
    await app.until('a reading is due', () => manual.asleep().length > 0);
    manual.skip();
    await app.until('it is read again', () => lists() > before);
  };

  test('keeps the mark of a changed row until the row is selected', async () => {
    await open({request: {screen: 'versions', app: '1001'}});
    await watch();
    setState('v-330-mac', 'REJECTED');
    await nextList();
    await app.see('• ✕ Rejected');
    expect(app.stdout.text().match(/•/g)).toHaveLength(1);
    app.press('G');
    await app.see(/▌ 0\.9/);
    expect(app.stdout.text()).toContain('• ✕ Rejected');
    app.press('k', 'k');
    await app.see(/▌ 3\.3\.0 +macOS/);
    await app.seeNot('•');
    expect(app.stdout.text()).toContain('✕ Rejected');
  });

  test('keeps the mark of a change in the selected row until another row is selected', async () => {
    await open({request: {screen: 'versions', app: '1001'}});
    app.press('j', 'j');
    await app.see(/▌ 3\.3\.0 +macOS/);
    await watch();
    setState('v-330-mac', 'REJECTED');
    await nextList();
    await app.see('• ✕ Rejected');
    app.press('k');
    await app.seeNot('•');
  });

  test('keeps the mark of a changed row while the list is left', async () => {
    await open({request: {screen: 'versions', app: '1001'}});
    await watch();
    setState('v-330-mac', 'REJECTED');
    await nextList();
    await app.see('• ✕ Rejected');
    app.press(KEYS.enter);
    await app.see('4.0.0 tvOS');
    app.press(KEYS.esc);
    await app.see('• ✕ Rejected');
  });

  test('pauses watching while the search field has the focus', async () => {
    await open({request: {screen: 'versions', app: '1001'}});
    await watch();
    app.press('/');
    await app.until('nothing is due', () => manual.asleep().length === 0);
    app.press(KEYS.esc);
    await app.until('it goes on', () => manual.asleep().length === 1);
  });

  test('marks an app on Home when one of its versions has changed', async () => {
    await open({request: {screen: 'home'}});
    await app.see('Aurora Notes');
    app.press('j');
    await app.see(/▌ Tide Tables/);
    await watch();
    const asked = () => store.asked.filter(({method}) => method === 'listApps').length;
    const before = asked();
    store.apps = store.apps.map((one) => ({
      ...one,
      versions: one.versions.map((version) => (version.id === 'v-330-mac' ? {...version, state: 'REJECTED'} : version)),
    }));
    await app.until('a reading is due', () => manual.asleep().length > 0);
    manual.skip();
    await app.until('it is read again', () => asked() > before);
    await app.see(/Aurora Notes .*• /);
  });
});

test.each([
  [{underWay: true}, 'plenty', 30_000],
  [{underWay: false}, 'plenty', 300_000],
  [{underWay: true, requests: 3}, 'plenty', 90_000],
  [{underWay: true}, 'low', 300_000],
  [{underWay: true}, 'spent', undefined],
] as const)('decides how often to watch %j with the rate limit "%s": every %s ms', (watched, limit, expected) => {
  expect(watchPeriod(watched, limit)).toBe(expected);
});

describe('TOOL_ON_CHANGE', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hook-'));
  });
  afterEach(() => rmSync(folder, {recursive: true}));
  const openWith = (command: string) =>
    open({
      env: {TOOL_ON_CHANGE: command},
      host: {clock: clock(), shell: createShell({PATH: process.env.PATH}, 'linux')},
    });
  const seen = () => join(folder, 'seen');
  const watchAgain = async () => {
    app.press('r');
    await app.see('Pending developer release');
    app.press('w');
    await app.see(/watching · (30 s|5 min)/);
  };

  test('runs TOOL_ON_CHANGE at every change while watching, and shows the last line of its output', async () => {
    await openWith(`cat >> ${seen()}; echo first line; echo posted it`);
    setState('v-330-mac', 'WAITING_FOR_REVIEW');
    app.press('r');
    await app.see('Waiting for review');
    await watch();
    setState('v-330-mac', 'IN_REVIEW');
    await nextReading();
    await app.see('posted it');
    expect(app.shows('first line')).toBe(false);
    const lines = readFileSync(seen(), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {versionId: 'v-330-mac', from: 'WAITING_FOR_REVIEW', to: 'IN_REVIEW', day: null, platform: 'MAC_OS'},
    ]);
  });

  test('does not run TOOL_ON_CHANGE for changes before watching began', async () => {
    await openWith(`cat >> ${seen()}`);
    await watch();
    await nextReading();
    app.press('w');
    await app.see('updated');
    setState('v-330-mac', 'PENDING_DEVELOPER_RELEASE');
    await watchAgain();
    setState('v-330-mac', 'READY_FOR_SALE');
    await nextReading();
    await expect.poll(() => existsSync(seen()) && readFileSync(seen(), 'utf8')).toMatch(/READY_FOR_SALE/);
    const [first] = readFileSync(seen(), 'utf8').trim().split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({from: 'PENDING_DEVELOPER_RELEASE', to: 'READY_FOR_SALE'});
  });

  test('ends the TOOL_ON_CHANGE command when the app quits', async () => {
    await openWith(`echo $$ > ${seen()}; sleep 600`);
    await watch();
    setState('v-330-mac', 'PENDING_DEVELOPER_RELEASE');
    await nextReading();
    await expect.poll(() => existsSync(seen()) && readFileSync(seen(), 'utf8')).toMatch(/\d\n/);
    app.press('q');
    await app.exitCode;
    await expect.poll(() => isGone(Number(readFileSync(seen(), 'utf8')))).toBe(true);
  });
});
