import {setTimeout as pause} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {messageQueue} from '../../src/app/session/messages.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Clock} from '../../src/services/ports.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';
import {type Bench, startBench} from '../support/flow-bench.ts';
import {ManualClock} from '../support/manual-clock.ts';

const REST = 150;
const inAurora = {screen: 'versions', app: '1001'} as const;

let app: AppDriver;
let store: FakeStore;
let manual: ManualClock;

beforeEach(() => {
  manual = new ManualClock();
  store = fakeStore();
  store.notes.set('v-330-ios', [
    {id: 'n1', locale: 'de-DE', whatsNew: 'Schnellerer Abgleich'},
    {id: 'n2', locale: 'en-US', whatsNew: 'Faster sync'},
  ]);
  store.notes.set('v-330-mac', [{id: 'n3', locale: 'en-US', whatsNew: 'New on the desk'}]);
  store.submissions = [
    {
      id: 's1',
      state: 'COMPLETE',
      submittedDate: '2026-11-13T08:00:00Z',
      submittedBy: 'R. Example',
      version: {id: 'v-330-ios'},
      items: [{id: 'i1', state: 'APPROVED', versionId: 'v-330-ios'}],
    },
  ];
});
afterEach(() => app.close());

/** Creates a clock on which a selection rests only when the test says so. Other short waits are real. */
function clock(): Clock {
  return {
    now: () => manual.now(),
    random: () => 0.5,
    sleep: (ms, signal) => (ms === REST || ms > 5000 ? manual.sleep(ms, signal) : pause(ms, undefined, {signal})),
  };
}

async function open(options: OpenOptions = {}): Promise<void> {
  app = new AppDriver({request: inAurora, store, columns: 160, rows: 30, clock: clock(), ...options});
  await app.see(/loaded|3 apps/);
}

const asked = (method: string) => store.asked.filter((one) => one.method === method).map(({query}) => query);
/** Returns the text of the right half of the screen. */
const pane = () =>
  app.stdout
    .lines()

    .flatMap((line) => (/ [│|](?: {2}(.*))?$/.exec(line) ?? []).slice(1))
    .join('\n');
const inPane = (what: string | RegExp) =>
  app.until(`in the pane: ${what}`, () => (typeof what === 'string' ? pane().includes(what) : what.test(pane())));

/** Lets the selection rest long enough for the pane to read. */
async function rest(): Promise<void> {
  await app.until('the selection rests', () => manual.asleep().includes(REST));
  manual.advance(REST);
}

/** Lets the selection rest until the text is in the pane. */
const restUntil = (what: string | RegExp) =>
  app.until(`in the pane, once the selection has rested: ${what}`, () => {
    if (manual.asleep().includes(REST)) manual.advance(REST);
    return typeof what === 'string' ? pane().includes(what) : what.test(pane());
  });

/** Moves to a row of the list, and rests there. */
async function restOn(title: string, ...keys: string[]): Promise<void> {
  app.press(...keys);
  await inPane(title);
  await rest();
}

describe('the pane', () => {
  test('shows the selected version in the pane after a pause, with one request for each part', async () => {
    await open();
    await inPane(/^4\.0\.0 tvOS\n○ being prepared/);
    expect(asked('versionFacts')).toEqual([]);
    await restUntil('Release manual');
    app.press('j');
    await inPane(/^3\.3\.0 iOS\n◕ approved: it waits for you to release it\n\nBuild 412 {3}Release …/);
    await restUntil("What's New  en-US  Faster sync\n            de-DE  Schnellerer Abgleich");
    expect(pane()).toMatch(
      /12 Nov 2026 {2}created\n13 Nov 2026 {2}submitted by R\. Example\nno date {6}approved\n\n▸ Release 3\.3\.0 for iOS/,
    );
    expect(asked('versionFacts')).toEqual(['v-400-tv', 'v-330-ios']);
    expect(asked('appSubmissions')).toEqual(['1001']);
    expect(app.stdout.lines()[2]).toMatch(/^─{88}┬─{71}$/);
  });

  test('shows the whole meaning of a state in a narrow pane', async () => {
    store = fakeStore({versions: [version('v1', {versionString: '1.1', state: 'REJECTED'})]});
    await open({store, columns: 120});
    await inPane(/✕ review found a problem: it can be changed and\n {2}submitted again/);
  });

  test('sends no request for the pane while an arrow key is held, however long the list is', async () => {
    store.versions = Array.from({length: 10_000}, (_, index) => version(`v${index}`, {versionString: `1.${index}`}));
    store = Object.assign(fakeStore({versions: store.versions, pageSize: 10_000}), {notes: store.notes});
    await open({store});
    await app.until('the first row', () => app.selected().includes('1.0 '));
    for (let press = 1; press <= 40; press++) {
      app.press(KEYS.down);
      await inPane(`1.${press} iOS`);
    }
    app.press(KEYS.down.repeat(60));
    await inPane('1.100 iOS');
    expect(asked('versionFacts')).toEqual([]);
    await restUntil('Release manual');
    expect(asked('versionFacts')).toEqual(['v100']);
  });

  test('aborts a request of the pane when the selection moves, and never shows its answer for another version', async () => {
    let aborted = false;
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    store.before = async ({query}, signal) => {
      if (query !== 'v-330-ios') return;
      signal?.addEventListener('abort', () => {
        aborted = true;
      });
      await late;
    };
    await open();
    await restOn('3.3.0 iOS', 'j');
    await app.until('asked', () => asked('versionFacts').includes('v-330-ios'));
    app.press('j');
    await inPane('3.3.0 macOS');
    await app.until('aborted', () => aborted);
    answer();
    await restUntil('New on the desk');
    expect(pane()).not.toContain('Faster sync');
    app.press('j');
    await inPane('3.2.1 iOS');
    expect(pane()).not.toContain('New on the desk');
  });

  test('caches answers of the pane for the run, until r reloads them', async () => {
    await open();
    await restOn('3.3.0 iOS', 'j');
    await inPane('Faster sync');
    await restOn('3.3.0 macOS', 'j');
    await inPane('New on the desk');
    app.press('k');
    await inPane('Faster sync');
    app.press(KEYS.esc);
    await app.see('3 apps');
    app.press(KEYS.enter);
    await app.see('Created ▼');
    await restOn('3.3.0 iOS', 'j');
    await inPane('Faster sync');
    expect(asked('versionFacts')).toEqual(['v-330-ios', 'v-330-mac']);
    expect(asked('appSubmissions')).toHaveLength(1);
    store.notes.set('v-330-ios', [{id: 'n1', locale: 'en-US', whatsNew: 'Even faster sync'}]);
    app.press('r');
    await inPane('Even faster sync');
    expect(asked('versionFacts')).toEqual(['v-330-ios', 'v-330-mac', 'v-330-ios']);
    expect(asked('appSubmissions')).toHaveLength(2);
  });

  test('reads the version in the pane again after a write', async () => {
    store.releaseVersion = async (versionId) => {
      store.versions = store.versions.map((one) =>
        one.id === versionId ? {...one, state: 'PROCESSING_FOR_APP_STORE'} : one,
      );
      return {versionId, releaseRequestId: 'r1'};
    };
    await open();
    await restOn('3.3.0 iOS', 'j');
    await inPane('approved: it waits');
    app.press('R');
    await app.see('Type the version');
    app.press('3.3.0');
    await app.see('when it matches');
    await pause(0);
    app.press(KEYS.enter);
    await app.until('released', () => app.shows(/released/i) && !app.shows('Type the version'));
    app.press(KEYS.esc);
    await inPane('released: the store is getting it ready');
    await app.until('read again', () => asked('versionFacts').length === 2);
  });

  test('hides the pane when z is pressed, also on the next list, and reads nothing while it is hidden', async () => {
    await open({request: {screen: 'home'}});
    app.press(KEYS.enter);
    await inPane('4.0.0 tvOS');
    expect(app.stdout.lines().at(-1)).toContain('z pane');
    app.press('z');
    await app.seeNot('│');
    await app.until('nobody waits', () => !manual.asleep().includes(REST));
    app.press('jj', KEYS.esc);
    await app.see('3 apps');
    app.press(KEYS.enter);
    await app.see('Created ▼');
    expect(app.shows('│')).toBe(false);
    expect(asked('versionFacts')).toEqual([]);
    app.press('?');
    await app.see('Show the selected version in a pane');
    app.press(KEYS.esc);
    app.press(KEYS.ctrl('p'), 'in a pane', KEYS.enter);
    await inPane('4.0.0 tvOS');
  });

  test('explains why z shows no pane in a terminal that is too narrow', async () => {
    await open({columns: 119});
    expect(app.shows('│')).toBe(false);
    app.press('z');
    await app.see('it needs 120 columns, this terminal has 119');
    expect(manual.asleep()).not.toContain(REST);
  });

  test('shows no pane with a screen reader', async () => {
    await open({globals: {screenReader: true}});
    app.press('z');
    await app.see('it is not available in screen reader mode');
    expect(app.shows('being prepared')).toBe(false);
    expect(manual.asleep()).not.toContain(REST);
    expect(asked('versionFacts')).toEqual([]);
  });

  test('marks the edge of the pane in the line above it, even without colour and UTF-8', async () => {
    await open({globals: {noColor: true}, env: {TZ: 'UTC', LANG: 'C', TERM: 'xterm'}});
    await restUntil('Release manual');
    expect(app.stdout.lines()[2]).toMatch(/^-{88}\+-{71}$/);
  });
});

describe('a failed or slow read for the pane', () => {
  test('says on one line of the pane that a request failed, and retries when r is pressed', async () => {
    store.before = async ({method}) => {
      if (method === 'versionFacts') throw new ToolError('network', 'No connection to store.test.');
    };
    await open();
    await restUntil('Not read: no connection. r tries again.');
    expect(app.shows('No connection to store.test.')).toBe(false);
    store.before = async () => {};
    app.press('r');
    await inPane('Release manual');
    expect(pane()).not.toContain('Not read');
  });

  test('says in the pane that a version no longer exists', async () => {
    await open();
    store.versions = store.versions.filter(({id}) => id !== 'v-400-tv');
    await restUntil('Not read: it no longer exists. r tries again.');
    app.press('r');
    await inPane('3.3.0 iOS');
  });

  test('shows the rest of the pane if only the submissions cannot be read', async () => {
    store.before = async ({method}) => {
      if (method === 'appSubmissions') throw new ToolError('service', 'The service failed (500).');
    };
    await open();
    await restOn('3.3.0 iOS', 'j');
    await inPane('Faster sync');
    await inPane(/12 Nov 2026 {2}created[\s\S]*Not read: the service failed\./);
  });

  test('shows the data of the list in the pane at once if the service is slow', async () => {
    store.before = async ({method}) => {
      if (method === 'versionFacts') await new Promise(() => {});
    };
    await open();
    await rest();
    expect(pane()).not.toContain('Reading');
    await restUntil('Reading 4.0.0 tvOS');
    app.press('j');
    await inPane(/^3\.3\.0 iOS/);
    await app.until('no wait is shown', () => !pane().includes('Reading'));
  });

  test('reads nothing for the pane if few requests are left, and says that Enter reads the version', async () => {
    const messages = messageQueue();
    await open({messages});
    messages.onEvent?.({kind: 'limit-left', share: 0.05});
    await inPane('Few requests are left this hour. Enter reads it.');
    app.press('j');
    await inPane('3.3.0 iOS');
    await rest();
    expect(asked('versionFacts')).toEqual([]);
    app.press(KEYS.enter);
    await app.see('tool › Apps › Aurora Notes › 3.3.0 iOS');
    expect(asked('versionFacts')).toEqual([]);
  });

  test("aborts the pane's request if the terminal gets too narrow, and reads again once there is room", async () => {
    store.versions = Array.from({length: 60}, (_, index) => version(`v${index}`, {versionString: `1.${100 - index}`}));
    let aborted = false;
    store.before = async ({method}, signal) => {
      if (method !== 'versionFacts') return;
      signal?.addEventListener('abort', () => {
        aborted = true;
      });
      await new Promise(() => {});
    };
    await open();
    await restOn('1.60 iOS', 'j'.repeat(40));
    await app.until('asked', () => asked('versionFacts').length === 1);
    const row = () => app.stdout.lines().findIndex((line) => line.startsWith(' ▌ 1.60'));
    const before = row();
    app.stdout.resize(100, 30);
    await app.seeNot('│');
    await app.until('dropped', () => aborted);
    expect(row()).toBe(before);
    store.before = async () => {};
    app.stdout.resize(160, 30);
    await inPane('1.60 iOS');
    expect(row()).toBe(before);
    await restUntil('Release manual');
    expect(asked('versionFacts')).toEqual(['v40', 'v40']);
  });

  test('follows the selection of a search or a filter in the pane, and shows nothing if no row is left', async () => {
    await open();
    app.press('/', '3.2.1');
    await inPane('3.2.1 iOS');
    app.press('zzz');
    await app.see('No version matches');
    expect(pane().trim()).toBe('');
    app.press(KEYS.esc);
    await inPane('4.0.0 tvOS');
    app.press('f', KEYS.down, KEYS.down, ' ', KEYS.enter);
    await inPane('3.3.0 macOS');
    expect(asked('versionFacts')).toEqual([]);
  });

  test('reads nothing for the pane if the app has no versions', async () => {
    store.versions = [];
    app = new AppDriver({request: inAurora, store, columns: 160, rows: 30, clock: clock()});
    await app.see('No versions yet');
    expect(asked('versionFacts')).toEqual([]);
  });
});

test('reads the version in the pane again when watching finds a change', async () => {
  await open();
  await restOn('3.3.0 macOS', 'jj');
  await inPane('a reviewer is looking at it');
  await inPane('New on the desk');
  app.press('w');
  await app.see('watching');
  store.versions = store.versions.map((one) =>
    one.id === 'v-330-mac' ? {...one, state: 'PENDING_DEVELOPER_RELEASE'} : one,
  );
  await app.until('the next look is due', () => manual.asleep().some((ms) => ms > 5000));
  manual.advance(30_000);
  await inPane('approved: it waits for you to release it');
  await app.until('read again', () => asked('versionFacts').length === 2);
  expect(asked('appSubmissions')).toHaveLength(2);
});

describe('on the sandbox', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench();
  });
  afterEach(() => bench.close());

  test.each([
    [
      'an app with a roll-out',
      'com.example.steps',
      /Build 31 {3}Release after approval\nday 3 of 7 ▓▓▓░░░░ 5 % · next 10 % tomorrow/,
      /submitted by Robin Example\nno date {6}approved\nno date {6}released\n.*roll-out began/,
    ],
    [
      'an app in forty locales',
      'com.example.tongues',
      /What's New {2}en-US {2}\S.*\n.*\n.*\n.*\n {12}\+36 locales/,
      /created/,
    ],
  ])(
    'fills the pane with one request for a version and one for the submissions: %s',
    async (_, bundle, first, second) => {
      app = bench.open({screen: 'versions', app: bundle}, {columns: 160, rows: 40});
      await inPane(first);
      await inPane(second);
      const path = (one: string) => bench.line.seen.filter((line) => line.startsWith(one)).length;
      expect(path('GET /v1/appStoreVersions/')).toBe(1);
      expect(path('GET /v1/reviewSubmissions')).toBe(1);
      expect(bench.line.seen).toHaveLength(4);
    },
  );
});
