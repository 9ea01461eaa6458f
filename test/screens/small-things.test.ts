import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';

let app: AppDriver;
afterEach(() => app.close());

/** Returns a promise that is resolved when the test calls `open`. */
function gate(): {passed: Promise<void>; open(): void} {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {passed, open};
}

test('removes the reasons for unavailable entries from the palette once the version is read', async () => {
  const store = fakeStore();
  const held = gate();
  store.before = () => held.passed;
  app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
  await app.see('tool › Apps');
  app.press(KEYS.ctrl('p'), 'release');
  await app.see(/Release a version +the version is still being read/);
  held.open();
  await app.see(/Release 3\.3\.0 for iOS +R/);
  await app.seeNot(/Release.*the version is still being read/);
});

test('keeps the selection of the palette while more entries load', async () => {
  const store = fakeStore();
  const held = gate();
  store.before = () => held.passed;
  app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
  await app.see('tool › Apps');
  app.press(KEYS.ctrl('p'), 'go to');
  await app.see('▌ Go to');
  const selected = () => /▌ (Go to \w+)/.exec(app.stdout.text())?.[1];
  const first = selected();
  app.press(KEYS.down);
  await app.until('the next one is selected', () => selected() !== first);
  const before = selected();
  held.open();
  await app.see('3.3.0 iOS');
  expect(selected()).toBe(before);
});

test('returns from Profiles to Home on one Esc, however often P and ! were pressed before', async () => {
  app = new AppDriver();
  await app.see('Aurora Notes');
  for (const [key, place] of ['P', '!', 'P', '!', 'P'].map((one) => [one, one === 'P' ? 'Profiles' : 'Doctor'])) {
    app.press(key ?? '');
    await app.see(`tool › ${place}`);
  }
  app.press(KEYS.esc);
  await app.see('Aurora Notes');
});

test('selects a row by each digit alone for a screen reader if no row has the two-digit number', async () => {
  app = new AppDriver({globals: {screenReader: true}, columns: 200, rows: 60});
  await app.see('1. Aurora Notes');
  app.press('3');
  await app.see(/3\. .*, selected/);
  app.press('2');
  await app.see(/2\. .*, selected/);
});

test('moves the selection with the arrow keys while Ship is reloaded', async () => {
  const store = fakeStore({
    versions: [version('v-1', {versionString: '4.0.0', state: 'PENDING_DEVELOPER_RELEASE'})],
  });
  store.apps = [{id: '1001', name: 'Aurora Notes', bundleId: 'com.example.aurora', versions: store.versions}];
  // The clock stands still, so a key that waits for a read would never be handled.
  app = new AppDriver({store, request: {screen: 'ship', app: '1001'}, clock: new ManualClock()});
  await app.see('to go');
  const first = app.selected();
  const held = gate();
  store.before = () => held.passed;
  const asked = store.asked.length;
  app.press('r');
  await app.until('it is read again', () => store.asked.length > asked);
  app.press(KEYS.down);
  await app.until('the next step is selected', () => app.selected() !== first);
  held.open();
});

test('says on Enter that the list of apps is still being read', async () => {
  const store = fakeStore();
  const held = gate();
  store.before = () => held.passed;
  app = new AppDriver({store});
  await app.see('Esc stops waiting');
  app.press(KEYS.enter);
  await app.see('Show its versions: the list is still being read');
  held.open();
});

test('offers no phased release for an approved first version', async () => {
  const approved = version('first', {
    appId: 'a',
    platform: 'IOS',
    versionString: '1.0',
    state: 'PENDING_DEVELOPER_RELEASE',
  });
  const versions = [approved];
  const store = fakeStore({apps: [{id: 'a', name: 'Ash', versions}], versions});
  app = new AppDriver({store, columns: 120, request: {screen: 'ship', app: 'a'}});
  await app.see(/Phased release[^\n]*everyone at once/);
  expect(app.stdout.lines().at(-1)).not.toContain('phased release');
  app.press('H');
  await app.see('a first version reaches everyone at once');
  app.press('R');
  await app.see('It goes on sale for everyone within 24 hours. No phased release.');
});

test.each([60, 80, 120, 160])(
  "puts the actions of the selected version before the filters in the list's footer: %i columns",
  async (columns) => {
    const build = {id: 'b', version: '7', usesEncryption: false};
    const versions = [version('v', {state: 'WAITING_FOR_REVIEW', appId: '1001', build})];
    const request = {screen: 'versions', app: '1001'} as const;
    app = new AppDriver({store: fakeStore({versions}), request, columns});
    await app.see('Waiting for review');
    const footer = /open {2}L ship .*\/ search {2}N edit notes/;
    await app.see(columns === 60 ? footer : new RegExp(`${footer.source} {2}W withdraw`));
    expect(app.stdout.text()).not.toMatch(/f states.* N edit notes/);
  },
);
