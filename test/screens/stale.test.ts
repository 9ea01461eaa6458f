import chalk from 'chalk';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';

let app: AppDriver;
const {level} = chalk;
beforeEach(() => {
  // The app writes styles only to a terminal.
  chalk.level = 1;
});
afterEach(async () => {
  chalk.level = level;
  await app.close();
});

/** Reports whether the last frame shows the text dimmed. */
function isDim(text: string): boolean {
  const at = app.stdout.bytes.lastIndexOf(text);
  const styles = app.stdout.bytes.slice(0, at).match(/\u001B\[(?:2|22|0)m/g) ?? [];
  return styles.at(-1) === '\u001B[2m';
}

/** Creates a store that holds the answers of these methods until `goOn` is called. */
function holding(...methods: string[]) {
  const store = fakeStore();
  const held = new Set(methods);
  const waiting = new Set<() => void>();
  store.before = ({method}) =>
    held.has(method) ? new Promise<void>((resolve) => void waiting.add(resolve)) : Promise.resolve();
  const goOn = () => {
    held.clear();
    for (const resolve of waiting) resolve();
  };
  return {store, held, goOn};
}

describe('why a key does nothing', () => {
  test('shows the reason for an unavailable key only while the reason holds', async () => {
    const {store, goOn} = holding('readRelease');
    app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Esc stops waiting');
    app.press('R');
    await app.see('Release a version: the version is still being read');
    goOn();
    await app.see(/3\.3\.0 iOS/);
    await app.seeNot('Release a version:');
  });

  test('shows until the next key why a key is unavailable', async () => {
    app = new AppDriver({request: {screen: 'version', versionId: 'v-330-mac'}});
    await app.see(/updated \d/);
    app.press('D');
    await app.see('Delete 3.3.0 for macOS: only in prepare for submission');
    app.stdout.resize(100, 30);
    await app.until('it is drawn again', () => app.stdout.lines().length === 30);
    expect(app.shows('Delete 3.3.0 for macOS:')).toBe(true);
    app.press(KEYS.down);
    await app.seeNot('Delete 3.3.0 for macOS:');
  });

  test('shows the reason for an unavailable palette entry only while the reason holds', async () => {
    const {store, goOn} = holding('readRelease');
    app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Esc stops waiting');
    app.press(KEYS.ctrl('p'), 'withdraw');
    await app.see(/▌ Withdraw a version/);
    app.press(KEYS.enter);
    await app.see('Withdraw a version: the version is still being read');
    goOn();
    await app.see(/▌ Withdraw 3\.3\.0 for iOS/);
    await app.seeNot('Withdraw a version:');
  });
});

describe('a version that is not loaded', () => {
  test.each([
    [KEYS.enter, 'Next step'],
    ['S', 'Submit a version for review'],
    ['L', 'Ship a version'],
    ['c', 'Create a version'],
    ['b', 'Attach a build to a version'],
    ['W', 'Withdraw a version'],
  ])("does not ask for a version while a version's page is loading: key %j", async (key, title) => {
    const {store, goOn} = holding('readRelease');
    app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Esc stops waiting');
    app.press(key);
    await app.see(`${title}: the version is still being read`);
    app.press(KEYS.esc);
    await app.seeNot('still being read');
    app.press(key);
    await app.see(`${title}: the version has not been read`);
    goOn();
  });

  test.each([
    [KEYS.enter, 'Next step'],
    ['S', 'Submit a version for review'],
    ['c', 'Create a version'],
  ])('does not ask for a version while Ship is loading: key %j', async (key, title) => {
    const {store, goOn} = holding('readApp');
    store.versions = [version('t1', {versionString: '1.9.0', state: 'READY_FOR_SALE'})];
    app = new AppDriver({store, request: {screen: 'ship', app: '1002'}});
    await app.see('Esc stops waiting');
    app.press(key);
    await app.see(`${title}: the steps are still being read`);
    goOn();
    await app.see('none in flight: 1.9.0 is on sale');
    await app.seeNot('still being read');
    app.press('S');
    await app.see('Submit a version for review: no version is in flight');
  });

  test('does not ask for a version in Ship if the app has none', async () => {
    app = new AppDriver({request: {screen: 'ship', app: '1003'}});
    await app.see('none in flight');
    app.press('S');
    await app.see('Submit a version for review: no version is in flight');
  });

  test.each([
    ['N', 'Edit the release notes of a version'],
    ['S', 'Submit a version for review'],
    [KEYS.enter, 'Open this version'],
  ])('does not ask for a version while a list of versions is loading: key %j', async (key, title) => {
    const {store, goOn} = holding('listVersions');
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see('·····');
    app.press(key);
    await app.see(`${title}: the list is still being read`);
    goOn();
    await app.see('3.3.0');
    await app.seeNot('still being read');
  });

  test('refuses n while the apps are still being read, and says why', async () => {
    const {store, goOn} = holding('listApps');
    app = new AppDriver({store});
    await app.see('Esc stops waiting');
    app.press('n');
    await app.see('Next step: the list is still being read');
    goOn();
    await app.see('Aurora Notes');
    await app.seeNot('still being read');
  });
});

describe('a screen that a write has overtaken', () => {
  /** Releases 3.3.0 for iOS from the open screen, and returns to that screen. */
  async function release(store: FakeStore, key = 'R') {
    await confirmRelease(store, key);
    app.press(KEYS.esc);
    await app.seeNot('✓ Released 3.3.0');
  }

  async function confirmRelease(store: FakeStore, key: string) {
    store.releaseVersion = async (versionId) => {
      store.versions = store.versions.map((one) => (one.id === versionId ? {...one, state: 'READY_FOR_SALE'} : one));
      return {versionId, releaseRequestId: 'request-1'};
    };
    app.press(key);
    await app.see('Type the version to release it');
    app.press('3.3.0', KEYS.enter);
    await app.see('✓ Released 3.3.0');
  }

  test.each([
    ['versions', {screen: 'versions', app: '1001'}, 'listVersions', /3\.3\.0 +iOS +◕/, /3\.3\.0 +iOS +●/],
    ['version', {screen: 'version', versionId: 'v-330-ios'}, 'readRelease', '◕ Pending', '● Ready for sale'],
  ] as const)(
    'dims a screen that a write has outdated, says that the changes are being read, and moves no row: %s',
    async (_, request, method, before, after) => {
      const {store, held, goOn} = holding();
      app = new AppDriver({store, request});
      await app.see(before);
      await app.see(/updated \d/);
      if (request.screen === 'versions') app.press(KEYS.down);
      await app.until('it is selected', () => !app.selected().includes('4.0.0'));
      const lines = () =>
        app.stdout
          .lines()
          .slice(0, 20)
          .map((line) =>
            line
              .replace(/[⠋⠙⠹⠸⠼⠴⠦⠧]/, ' ')
              .replace(/(3\.3\.0 +iOS +)(?:◕ Pending developer release|… {26})/, '$1STATE'),
          );
      const shown = lines();
      expect(isDim('Pending developer')).toBe(false);
      held.add(method);
      await release(store);
      await app.see('Reading what has changed');
      expect(lines()).toEqual(shown);
      expect(isDim(request.screen === 'versions' ? '3.3.0   ' : 'Pending developer')).toBe(true);
      expect(app.shows('Esc stop')).toBe(false);
      goOn();
      await app.see(after);
      await app.seeNot('has changed');
      held.add(method);
      app.press('r');
      await app.see('Esc stops waiting');
    },
  );

  test('hides the state of a changed row until the new state is read, and judges a key by the new state', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see(/3\.3\.0 +iOS +◕/);
    await app.see(/updated \d/);
    app.press(KEYS.down);
    await app.until('it is selected', () => app.selected().includes('3.3.0'));
    held.add('listVersions');
    await release(store);
    await app.see(/▌ 3\.3\.0 +iOS +…/);
    app.press('R');
    goOn();
    await app.see('Release 3.3.0 for iOS: it was already released');
    expect(app.shows('Type the version')).toBe(false);
  });

  test('refuses a key after a write if Esc has stopped the read of the new state', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see(/3\.3\.0 +iOS +◕/);
    await app.see(/updated \d/);
    app.press(KEYS.down);
    await app.until('it is selected', () => app.selected().includes('3.3.0'));
    held.add('listVersions');
    await release(store);
    await app.see('Reading what has changed');
    app.press('r');
    await app.see('Esc stops waiting');
    app.press(KEYS.esc);
    await app.see('The latest changes are not loaded; press r.');
    app.press('R');
    await app.see('Release 3.3.0 for iOS: the latest changes are not loaded; press r');
    expect(app.selected()).toMatch(/3\.3\.0 +iOS +…/);
    goOn();
    app.press('r');
    await app.see(/3\.3\.0 +iOS +●/);
  });

  test('offers no step of the app on Home until its new state is read', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store});
    await app.see(/\d apps/);
    await app.until('the first row is selected', () => app.selected().includes('Aurora Notes'));
    expect(app.selected()).toContain('release');
    held.add('listApps');
    await release(store, 'n');
    await app.see('Reading what has changed');
    await app.until('its step is not shown', () => !app.selected().includes('release'));
    expect(app.selected()).toMatch(/…\s*$/);
    goOn();
    await app.seeNot('has changed');
  });

  test('offers no step of Ship, and no key in its footer, until the new state is read', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see(/3\.3\.0 +iOS +◕/);
    await app.see(/updated \d/);
    app.press(KEYS.down);
    await app.until('it is selected', () => app.selected().includes('3.3.0'));
    app.press('L');
    await app.see(/▌ ◕ Release .*release/);
    held.add('readApp');
    await confirmRelease(store, 'R');
    await app.see('Reading what has changed');
    await app.see(/Release +…/);
    expect(app.stdout.text()).not.toMatch(/set up|H phased|↵ release/);
    app.press('R');
    goOn();
    await app.see('Release 3.3.0 for iOS: it was already released');
  });

  test('opens Ship with the state that the list shows, not with an older one from Home', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store});
    await app.see(/\d apps/);
    await app.until('the first row is selected', () => app.selected().includes('Aurora Notes'));
    store.versions = store.versions.map((one) => (one.id === 'v-400-tv' ? {...one, state: 'REJECTED'} : one));
    app.press(KEYS.enter);
    await app.see(/▌ 4\.0\.0 +tvOS +✕ Rejected/);
    held.add('readApp');
    app.press('L');
    await app.see(/… Version +4\.0\.0, rejected/i);
    goOn();
    await app.see('4.0.0, rejected');
  });

  test('stops a read of Home on Esc only if r has started it, and reads Home again when r is pressed', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store});
    await app.see(/\d apps/);
    await app.until('the first row is selected', () => app.selected().includes('Aurora Notes'));
    held.add('listApps');
    await release(store, 'n');
    await app.see('Reading what has changed');
    expect(app.shows('Esc stop')).toBe(false);
    app.press(KEYS.esc, 'r');
    await app.see('Reading what has changed. Esc stops waiting');
    app.press(KEYS.esc);
    await app.see('The latest changes are not loaded; press r.');
    app.press('r');
    await app.see('Esc stops waiting');
    goOn();
    await app.seeNot('has changed');
  });

  test('clears the search on the first Esc while Home is read in the background', async () => {
    const {store, held, goOn} = holding();
    app = new AppDriver({store});
    await app.see(/\d apps/);
    await app.until('the first row is selected', () => app.selected().includes('Aurora Notes'));
    held.add('listApps');
    await release(store, 'n');
    await app.see('Reading what has changed');
    app.press('/', ...'aurora', KEYS.enter);
    await app.seeNot('Tide Tables');
    app.press(KEYS.esc);
    await app.see('Tide Tables');
    expect(app.shows('Reading what has changed')).toBe(true);
    goOn();
    await app.seeNot('has changed');
  });
});

describe('a version that someone else deletes', () => {
  const GONE = '4.0.0 for tvOS no longer exists.';
  const deletedIn = (store: FakeStore) => {
    store.versions = store.versions.filter(({id}) => id !== 'v-400-tv');
  };

  test("says on a version's page that someone else deleted the version, and removes it from the list", async () => {
    const store = fakeStore();
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see(/▌ 4\.0\.0/);
    app.press(KEYS.enter);
    await app.see('4.0.0 tvOS');
    await app.see(/updated \d/);
    deletedIn(store);
    app.press('r');
    await app.see(GONE);
    app.press('u');
    await app.see('Update 4.0.0 for tvOS: it no longer exists');
    app.press(KEYS.enter);
    await app.see(': it no longer exists');
    app.press(KEYS.esc);
    await app.see('3.3.0');
    await app.seeNot('4.0.0');
  });

  test('says in an open flow that someone else deleted the version', async () => {
    const store = fakeStore();
    app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
    await app.see(/▌ 4\.0\.0/);
    deletedIn(store);
    app.press('D');
    await app.see(GONE);
    app.press(KEYS.esc);
    await app.seeNot('4.0.0');
    app.press(KEYS.down);
    expect(app.shows('3.3.0')).toBe(true);
  });
});
