import {setTimeout as pause} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import type {AppOverview} from '../../src/services/model/version.ts';
import type {Clock} from '../../src/services/ports.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';

const LATENCY = 2000;

let app: AppDriver;
let store: FakeStore;
let manual: ManualClock;
beforeEach(() => {
  manual = new ManualClock();
});
afterEach(() => app.close());

const clock = (): Clock => ({
  now: () => manual.now(),
  random: () => 0.5,
  sleep: (ms, signal) => (ms >= LATENCY ? manual.sleep(ms, signal) : pause(ms, undefined, {signal})),
});

function open(options: Partial<OpenOptions> = {}): void {
  store.before = (_, signal) => manual.sleep(LATENCY, signal);
  app = new AppDriver({store, columns: 120, clock: clock(), ...options});
}

/** Answers requests as they arrive until the text is visible. */
const answerUntil = (text: string | RegExp) =>
  app.until(`answered: ${text}`, () => {
    if (manual.asleep().length > 0) manual.skip();
    return app.shows(text);
  });
/** Answers requests until no more arrive. */
const answerAll = async () => {
  for (let idle = 0; idle < 20; idle += 1) {
    if (manual.asleep().length > 0) {
      manual.skip();
      idle = 0;
    }
    await pause(5);
  }
};
const content = () => app.stdout.lines().slice(1, -2).join('\n');
const yesterday = () => new Date(manual.now() - 24 * 3600 * 1000).toISOString();

describe('Home', () => {
  const phased: Record<string, string> = {'live-b': 'PAUSED', 'live-c': 'ACTIVE'};
  beforeEach(() => {
    const apps = ['a', 'b', 'c'].map((name) => ({
      id: name,
      name: `App ${name}`,
      bundleId: `com.example.${name}`,
      versions: [version(`live-${name}`, {state: 'READY_FOR_SALE', createdDate: yesterday()})],
    }));
    store = fakeStore({apps});
    store.viewPhased = async (id, signal) => {
      store.asked.push({method: 'viewPhased', query: id});
      await store.before({method: 'viewPhased', query: id}, signal);
      const state = phased[id];
      return {versionId: id, phased: state ? {id: `p-${id}`, state, currentDayNumber: 3} : undefined};
    };
  });

  test("keeps Home's rows and counts while an app is opened and left, and reads nothing again", async () => {
    open();
    await answerUntil(/App b.*paused day 3[\s\S]*App c.*day 3/);
    await answerAll();
    await app.see('1 needs you');
    app.press('j');
    await app.until('the row is selected', () => app.selected().includes('App b'));
    const before = content();
    const asked = store.asked.length;
    app.press(KEYS.enter);
    await answerUntil('tool › Apps › App b');
    await answerAll();
    app.press(KEYS.esc);
    await app.see('1 needs you');
    expect(content()).toBe(before);
    await answerAll();
    expect(content()).toBe(before);
    const again = store.asked.slice(asked).filter(({method}) => method === 'viewPhased' || method === 'listApps');
    expect(again).toEqual([]);
  });

  test('keeps loaded roll-outs when Home is left, and reads the others on return', async () => {
    open();
    await answerUntil(/App b.*paused day 3/);
    app.press('j', KEYS.enter);
    await answerUntil('tool › Apps › App b');
    await answerAll();
    app.press(KEYS.esc);
    await app.see(/App b.*paused day 3/);
    await answerUntil(/App c.*day 3/);
    const read = store.asked.filter(({method}) => method === 'viewPhased').map(({query}) => query);
    expect(read.filter((id) => id === 'live-b')).toHaveLength(1);
  });
});

describe('an account with more than one page of apps', () => {
  const many = (count: number): AppOverview[] =>
    Array.from({length: count}, (_, index) => ({
      id: String(index),
      name: `App ${String(index).padStart(3, '0')}`,
      bundleId: `com.example.app${index}`,
      versions: [version(`v${index}`, {state: index >= 440 ? 'REJECTED' : 'PREPARE_FOR_SUBMISSION'})],
    }));

  test('ranks and counts the apps on Home only once all pages are read', async () => {
    store = fakeStore({apps: many(450)});
    open();
    await app.pass(manual, LATENCY);
    await app.see('Reading: 200 of 450 apps');
    expect(app.shows('need you')).toBe(false);
    await answerUntil(/need you · 0 under review · 450 apps/);
    await app.see('450 apps');
    expect(app.selected()).toContain('App 440');
    expect(store.asked.filter(({method}) => method === 'listApps')).toHaveLength(3);
  });

  test('says how many apps Home has read if a page cannot be read', async () => {
    store = fakeStore({apps: many(450)});
    open();
    store.before = async ({query}) => {
      if (JSON.stringify(query).includes('from=400')) throw new ToolError('service', 'The service failed (503)');
    };
    await app.see('The service failed (503)');
    await app.see(/need you · 0 under review · 400 of 450 apps/);
    store.before = async () => {};
    app.press('r');
    await app.see(/need you · 0 under review · 450 apps/);
    await app.seeNot('of 450 apps');
  });
});

test('keeps the list of versions while a version is opened and left, and reads nothing again', async () => {
  store = fakeStore();
  open({request: {screen: 'versions', app: '1001'}, columns: 100});
  await answerUntil('3.2.1');
  await answerAll();
  app.press('j', 'j', 'j');
  await app.until('the row is selected', () => app.selected().includes('3.2.1'));
  const before = content();
  app.press(KEYS.enter);
  await app.see('Esc stops waiting');
  app.press(KEYS.esc);
  await app.seeNot('Esc stops waiting');
  app.press(KEYS.esc);
  await app.until('the same', () => content() === before);
  await answerAll();
  expect(content()).toBe(before);
  expect(store.asked.filter(({method}) => method === 'listVersions')).toHaveLength(1);
});

test('returns from a flow to its version, even before the version is read', async () => {
  store = fakeStore();
  open({request: {screen: 'version', versionId: 'v-330-ios'}});
  await answerUntil('Pending developer release');
  await answerAll();
  const before = content();
  app.press('R');
  await app.see('Reading the version');
  app.press(KEYS.esc);
  await app.until('the same', () => content() === before);
  await answerAll();
  expect(content()).toBe(before);
  expect(store.asked.filter(({method}) => method === 'readRelease')).toHaveLength(1);
});

test("keeps Ship's steps after a step is opened and left, and does not read them again", async () => {
  store = fakeStore();
  open({request: {screen: 'ship', app: '1001', versionId: 'v-330-ios'}});
  await answerUntil('to go');
  await answerAll();
  const before = content();
  const asked = store.asked.length;
  app.press('R');
  await app.see('Reading the version');
  app.press(KEYS.esc);
  await app.until('the same', () => content() === before);
  await answerAll();
  expect(content()).toBe(before);
  expect(store.asked.slice(asked).filter(({method}) => ['readApp', 'readRelease'].includes(method))).toEqual([]);
});
