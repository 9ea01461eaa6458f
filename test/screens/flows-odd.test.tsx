import {afterEach, describe, expect, test} from 'vitest';
import {messageQueue} from '../../src/app/session/messages.ts';
import {ToolError} from '../../src/services/model/error.ts';
import type {Build} from '../../src/services/model/version.ts';
import {AppDriver, ESC_MS, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';

let app: AppDriver;
const open = (options: OpenOptions): AppDriver => {
  app = new AppDriver(options);
  return app;
};
afterEach(() => app.close());

/** Returns a promise that is resolved when the test calls `open`. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {open, passed};
}

const editable = version('v1', {versionString: '2.0', copyright: 'A'});

describe('Attach build', () => {
  function storeWithBuilds(count: number, pageSize: number): FakeStore {
    const builds = Array.from({length: count}, (_, index): Build => {
      const day = String(28 - (index % 28)).padStart(2, '0');
      const date = `2026-${String(11 - Math.floor(index / 28)).padStart(2, '0')}-${day}T10:00:00-08:00`;
      const own = index === count - 1;
      return {
        id: `build-${index}`,
        version: String(1000 - index),
        versionString: own ? '2.0' : '1.9',
        processingState: 'VALID',
        expired: false,
        uploadedDate: date,
      };
    });
    const store = fakeStore({versions: [editable]});
    store.listBuilds = async (query) => {
      store.asked.push({method: 'listBuilds', query});
      const from = 'next' in query ? Number(new URL(query.next).searchParams.get('from')) : 0;
      const next = from + pageSize < count ? `https://store.test/v1/builds?from=${from + pageSize}` : undefined;
      return {items: builds.slice(from, from + pageSize), links: {next}, total: count};
    };
    return store;
  }

  test('reads the next page of builds once at the end of the list, and moves usable builds to the top', async () => {
    const store = storeWithBuilds(50, 30);
    open({store, request: {screen: 'attach-build', versionId: 'v1'}});
    await app.see('30 of 50 builds');
    expect(app.selected()).toContain('1000');
    app.press('G', 'j', 'G');
    await app.see(/(?<!of )50 builds/);
    expect(store.asked.filter(({method}) => method === 'listBuilds')).toHaveLength(2);
    app.press('g');
    await app.until('the fitting one', () => /▌ 951 +2\.0 .*yes/.test(app.selected()));
    app.press('j', KEYS.enter);
    await app.see('It was built for 1.9: the store may refuse it.');
  });

  test('says that a search finds no build, and shows all builds on Esc', async () => {
    open({store: storeWithBuilds(3, 30), request: {screen: 'attach-build', versionId: 'v1'}});
    await app.see('3 builds');
    app.press('/nothing', KEYS.enter);
    await app.see('No build matches.');
    app.press(KEYS.enter);
    await app.see('there is no build here');
    app.press(KEYS.esc);
    await app.see(/▌ 998 +2\.0/);
  });

  test('stops waiting for builds on Esc, and does not claim that there are none', async () => {
    const store = storeWithBuilds(3, 30);
    const answer = gate();
    const {listBuilds} = store;
    store.listBuilds = async (query, signal) => {
      await answer.passed;
      return listBuilds(query, signal);
    };
    open({store, request: {screen: 'attach-build', versionId: 'v1'}});
    await app.see('Attach a build');
    await app.see(/[⠋⠙⠹⠸⠼⠴⠦⠧]/);
    app.press(KEYS.esc);
    await app.see('Loading was stopped. Press r to load.');
    answer.open();
    app.press('r');
    await app.see('3 builds');
  });
});

describe('Release', () => {
  const pending = version('v1', {versionString: '3.0', state: 'PENDING_DEVELOPER_RELEASE'});

  function releasing(states: (string | ToolError)[]): FakeStore {
    const store = fakeStore({versions: [pending]});
    const {viewVersion} = store;
    let released = false;
    store.releaseVersion = async (id) => {
      store.asked.push({method: 'releaseVersion', query: id});
      released = true;
      return {versionId: id, releaseRequestId: 'request-1'};
    };
    store.viewVersion = async (query, signal) => {
      const view = await viewVersion(query, signal);
      const state = released ? states.shift() : pending.state;
      if (state instanceof ToolError) throw state;
      return {...view, version: {...view.version, state: state ?? 'READY_FOR_SALE'}};
    };
    return store;
  }
  const writes = () => app.store.asked.filter(({method}) => method === 'releaseVersion');

  test('shows a failed read of the state after a release, and reads until the version is on sale', async () => {
    const store = releasing([
      new ToolError('service', 'The service failed (503)'),
      'PENDING_DEVELOPER_RELEASE',
      new ToolError('network', 'The connection was lost'),
      'PENDING_DEVELOPER_RELEASE',
      'PENDING_APPLE_RELEASE',
    ]);
    const clock = new ManualClock();
    open({store, clock, request: {screen: 'release', versionId: 'v1'}});
    await app.see('Type the version');
    app.press('3.0', KEYS.enter);
    await app.see('Could not read its state (The service failed (503)), trying again');
    await app.pass(clock, 1500);
    await app.see('Pending developer release, watching for changes');
    await app.pass(clock, 3000);
    await app.see('(The connection was lost), trying again');
    await app.pass(clock, 6000);
    await app.see('Pending developer release, watching for changes');
    await app.pass(clock, 12_000);
    await app.see('◉ Pending platform release');
    await app.pass(clock, 24_000);
    await app.see('● Ready for sale');
    expect(writes()).toHaveLength(1);
    expect(clock.asleep()).toEqual([]);
  });

  test('does not read the state again after a release while the rate limit is used up', async () => {
    const store = releasing(Array.from({length: 5}, () => 'PENDING_DEVELOPER_RELEASE'));
    const clock = new ManualClock();
    const messages = messageQueue();
    messages.onEvent?.({kind: 'limit-left', share: 0.01});
    open({store, clock, messages, request: {screen: 'release', versionId: 'v1'}});
    await app.see('Type the version');
    app.press('3.0', KEYS.enter);
    await app.see('Pending developer release, not watched: the rate limit is used up');
    await app.until('it waits for the next hour', () => clock.asleep().includes(3_600_000));
    expect(clock.asleep()).not.toContain(1500);
  });

  test('stops reading the state after a release once the user has left the result', async () => {
    const store = releasing(Array.from({length: 50}, () => 'PENDING_DEVELOPER_RELEASE'));
    const clock = new ManualClock();
    open({store, clock, request: {screen: 'release', versionId: 'v1'}});
    await app.see('Type the version');
    app.press('3.0', KEYS.enter);
    await app.see('watching for changes');
    expect(clock.asleep()).toContain(1500);
    app.press(KEYS.esc);
    await app.pass(clock, ESC_MS);
    await app.until('the screen behind reads again', () => store.asked.at(-1)?.method === 'readRelease');
    await app.until('nobody waits for another reading', () => clock.asleep().length === 0);
  });

  test('sends a release only once, whatever is typed while the request runs', async () => {
    const store = releasing(['READY_FOR_SALE']);
    const answer = gate();
    const {releaseVersion} = store;
    store.releaseVersion = async (id, change) => {
      const result = await releaseVersion(id, change);
      await answer.passed;
      return result;
    };
    open({store, request: {screen: 'release', versionId: 'v1'}});
    await app.see('Type the version');
    app.press('3.0', KEYS.enter, KEYS.enter);
    await app.see('Releasing 3.0 for iOS');
    app.press(KEYS.enter, KEYS.enter, '3.0', KEYS.enter);
    answer.open();
    await app.see('✓ Released');
    expect(writes()).toHaveLength(1);
  });

  test('escapes the control characters of a version string in the release dialog', async () => {
    const odd = version('v1', {versionString: '3\u001B[2J', state: 'PENDING_DEVELOPER_RELEASE'});
    open({store: fakeStore({versions: [odd]}), request: {screen: 'release', versionId: 'v1'}});
    await app.see('Release 3\\x1b[2J for iOS');
    app.press('3', KEYS.enter, '\\x1b[2J', KEYS.enter);
    await app.see('when it matches');
    expect(app.stdout.bytes).not.toContain('3\u001B[2J');
  });
});

describe('a flow without its data', () => {
  test.each(['release', 'delete', 'update', 'attach-build'] as const)(
    'shows why the version cannot be read, and reads it again when r is pressed: %s',
    async (screen) => {
      const store = fakeStore({versions: [editable]});
      let fails = true;
      store.before = async ({method}) => {
        if (fails && method === 'viewVersion') throw new ToolError('service', 'The service failed (500).');
      };
      open({store, request: {screen, versionId: 'v1'}});
      await app.see('The service failed (500).');
      fails = false;
      app.press('r');
      if (screen === 'release') await app.see('only in pending developer release');
      else if (screen === 'delete') await app.see('Type the version');
      else if (screen === 'update') await app.see('only what you change');
      else await app.see('Uploaded');
    },
  );

  test('explains why the versions for Create cannot be read, and reads them again when r is pressed', async () => {
    const store = fakeStore();
    let fails = true;
    store.before = async () => {
      if (fails) throw new ToolError('service', 'The service failed (500).');
    };
    open({store, request: {screen: 'create', app: '1001'}});
    await app.see('The service failed (500).');
    fails = false;
    app.press('r');
    await app.see('Ctrl+S review');
  });
});
