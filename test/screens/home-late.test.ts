import {afterEach, expect, test} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {readiness} from '../../src/services/model/readiness.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';

let app: AppDriver;
afterEach(() => app.close());

const NAMES = ['Aurora', 'Birch', 'Cedar', 'Dune'];
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000).toISOString();

/** Apps whose live versions are young; `answer` gives the phased release of a version. */
function storeOf(answer: FakeStore['viewPhased'], count?: number): FakeStore {
  const names = count === undefined ? NAMES : Array.from({length: count}, (_, index) => `App ${index}`);
  const apps = names.map((name) => ({
    id: name,
    name,
    bundleId: `com.example.${name.toLowerCase()}`,
    versions: [version(`live-${name}`, {state: 'READY_FOR_SALE', createdDate: yesterday()})],
  }));
  const store = fakeStore({apps});
  store.viewPhased = async (id, signal) => {
    store.asked.push({method: 'viewPhased', query: id});
    return answer(id, signal);
  };
  return store;
}

const asked = ({asked: all}: FakeStore) => all.filter(({method}) => method === 'viewPhased').map(({query}) => query);
const rollOut = (id: string, currentDayNumber: number, state = 'ACTIVE') => ({
  versionId: id,
  phased: {id: `p-${id}`, state, currentDayNumber},
});

test('a roll-out that cannot be read keeps none of the others from being shown', async () => {
  const store = storeOf(async (id) => {
    if (id === 'live-Birch') throw new ToolError('service', 'it fails');
    return rollOut(id, 3);
  });
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora.*day 3[\s\S]*Cedar.*day 3[\s\S]*Dune.*day 3/);
  expect(app.shows(/Birch.*day/)).toBe(false);
  expect(app.shows('it fails')).toBe(false);
  expect(asked(store)).toEqual(NAMES.map((name) => `live-${name}`));
});

test('each is read once, and a paused one goes to the top with the next r, not before', async () => {
  // Each is answered once the one before it is on the screen.
  const before: Record<string, RegExp> = {
    'live-Birch': /Aurora.*day 2/,
    'live-Cedar': /Birch.*day 2/,
    'live-Dune': /Aurora[\s\S]*Cedar.*paused day 2.*resume/,
  };
  const store = storeOf(async (id) => {
    await app.see(before[id] ?? 'Aurora');
    return rollOut(id, 2, id === 'live-Cedar' ? 'PAUSED' : 'ACTIVE');
  });
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora.*day 2[\s\S]*Cedar.*paused day 2[\s\S]*Dune.*day 2/);
  await app.see('1 needs you');
  app.press('r');
  await app.see(/Cedar.*paused day 2[\s\S]*Aurora.*day 2[\s\S]*Dune.*day 2/);
  expect(asked(store)).toEqual(NAMES.map((name) => `live-${name}`));
});

test('a paused roll-out below the last row is counted without scrolling to it', async () => {
  const store = storeOf(async (id) => rollOut(id, 2, id === 'live-App 39' ? 'PAUSED' : 'ACTIVE'), 40);
  app = new AppDriver({store, columns: 60, rows: 15});
  await app.see('1 needs you');
  expect(app.shows('App 39')).toBe(false);
  expect(asked(store)).toHaveLength(40);
});

test('without a network no more is tried; it is read again when the apps are', async () => {
  let online = false;
  const store = storeOf(async (id) => {
    if (!online) throw new ToolError('network', 'no network');
    return rollOut(id, 5);
  });
  app = new AppDriver({store, columns: 120});
  await app.see('Aurora');
  await expect.poll(() => asked(store)).toEqual(['live-Aurora']);
  online = true;
  app.press('r');
  await app.see(/Aurora.*day 5[\s\S]*Dune.*day 5/);
  expect(asked(store)).toEqual(['live-Aurora', ...NAMES.map((name) => `live-${name}`)]);
});

test('the roll-out of each platform is its own', async () => {
  const platforms = ['IOS', 'MAC_OS'];
  const versions = platforms.map((platform) =>
    version(platform, {platform, state: 'READY_FOR_SALE', createdDate: yesterday()}),
  );
  const store = fakeStore({apps: [{id: 'a', name: 'Aurora', versions}], versions});
  store.viewPhased = async (id) => {
    store.asked.push({method: 'viewPhased', query: id});
    return id === 'MAC_OS' ? rollOut(id, 4, 'PAUSED') : rollOut(id, 2);
  };
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora.*paused day 4.*resume/);
  expect(asked(store).sort()).toEqual(platforms);
  app.press('n');
  await app.see('Resume the roll-out of 1.0.0 for macOS');
});

test('after a write roll-outs are read again', async () => {
  let state = 'PAUSED';
  const phased = () => ({id: 'p', state, currentDayNumber: 4});
  const live = version('v', {state: 'READY_FOR_SALE', createdDate: yesterday(), phasedRelease: phased()});
  const store = fakeStore({apps: [{id: 'a', name: 'Aurora', versions: [live]}], versions: [live]});
  store.viewPhased = async (id) => {
    store.asked.push({method: 'viewPhased', query: id});
    return rollOut(id, 4, state);
  };
  store.changePhased = async (versionId) => {
    state = 'ACTIVE';
    return {versionId, phased: phased()};
  };
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora.*paused day 4/);
  app.press('n');
  await app.see('↵ resume');
  app.press(KEYS.enter);
  await app.see('Resumed the roll-out');
  app.press(KEYS.esc);
  await app.see(/Aurora.* day 4/);
  await app.seeNot('paused');
  expect(asked(store)).toEqual(['v', 'v']);
});

test('n opens the version that waits for a person, not the one that the store has', async () => {
  const versions = [
    version('ios', {versionString: '2.0', state: 'IN_REVIEW'}),
    version('tv', {versionString: '2.0', platform: 'TV_OS'}),
  ];
  app = new AppDriver({store: fakeStore({apps: [{id: 'a', name: 'Tides', versions}], versions})});
  await app.see('Tides');
  app.press('n');
  await app.see('tool › Apps › Tides › 2.0 tvOS');
});

test('after a rejection n opens the page first, then the version', async () => {
  const versions = [version('ios', {versionString: '2.0', state: 'REJECTED', appId: 'a'})];
  const opened: string[] = [];
  const browser = async (url: string) => opened.push(url) > 0;
  app = new AppDriver({store: fakeStore({apps: [{id: 'a', name: 'Tides', versions}], versions}), browser});
  await app.see(/Tides.*2\.0 ✕ rejected +read why/);
  app.press('n');
  await app.see(/Tides.*2\.0 ✕ rejected +fix/);
  expect(opened).toEqual(['https://appstoreconnect.apple.com/apps/a/distribution']);
  app.press('n');
  await app.see('tool › Apps › Tides › 2.0 iOS');
});

const rejectedApps = (names: readonly string[]) =>
  names.map((name) => ({id: name, name, versions: [version(`v-${name}`, {state: 'REJECTED', appId: name})]}));

test('once it was read why, the step after a rejection is read: a newer build is named, and n leads to it', async () => {
  const apps = rejectedApps(['Tides', 'Waves']);
  const store = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  store.release = {newerBuild: {id: 'b13', version: '13'}, readiness: {value: readiness('v-Tides', [])}};
  app = new AppDriver({store, browser: async () => true});
  await app.see(/Tides.*read why/);
  expect(store.asked.some(({method}) => method === 'readRelease')).toBe(false);
  const place = /^.*Needs you/m.exec(app.stdout.text())?.[0];
  app.press('n');
  await app.see(/Tides.*attach 13/);
  expect(app.shows(/Waves.*read why/)).toBe(true);
  expect(/^.*Needs you/m.exec(app.stdout.text())?.[0]).toBe(place);
  expect(store.asked.filter(({method}) => method === 'readRelease')).toHaveLength(1);
  app.press('n');
  await app.see('Attach a build');
});

test('what follows a rejection is read of three at most, and a failure leaves the words that stood there', async () => {
  const names = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm'];
  const apps = rejectedApps(names);
  const store = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  store.readRelease = async (query) => {
    store.asked.push({method: 'readRelease', query});
    throw new ToolError('service', 'it fails');
  };
  app = new AppDriver({store, browser: async () => true});
  for (const name of names) {
    await app.see(new RegExp(`${name}.*read why`));
    app.press('n', KEYS.down);
    await app.see(new RegExp(`${name}.*fix`));
  }
  expect(app.shows('it fails')).toBe(false);
  expect(store.asked.filter(({method}) => method === 'readRelease')).toHaveLength(3);
});

test('the spinner turns while more is read about the rows', async () => {
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const store = storeOf(async (id) => {
    await held;
    return rollOut(id, 3);
  });
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora/);
  await app.see(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  open();
  await app.see(/Dune.*day 3/);
  await app.seeNot(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
});

test('where the column Live has no room, the line of the selected app says what rolls out', async () => {
  app = new AppDriver({store: storeOf(async (id) => rollOut(id, 3)), columns: 60, rows: 15});
  await app.see(/Aurora/);
  expect(app.shows('Live')).toBe(false);
  app.press(KEYS.down);
  await app.see(/live 1\.0\.0 day 3 5 %/);
});
