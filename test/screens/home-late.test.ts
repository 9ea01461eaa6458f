import {afterEach, expect, test} from 'vitest';
import {messageQueue} from '../../src/app/session/messages.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {readiness} from '../../src/services/model/readiness.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {type FakeStore, fakeStore, version} from '../support/fake-store.ts';

let app: AppDriver;
afterEach(() => app.close());

const NAMES = ['Aurora', 'Birch', 'Cedar', 'Dune'];
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000).toISOString();

/** Creates a store whose apps went live yesterday. `answer` returns the phased release of a version. */
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

test('shows the other roll-outs on Home if one roll-out cannot be read', async () => {
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

test('reads the roll-out of a version in preparation once the version is live', async () => {
  const store = storeOf(async (id) => rollOut(id, 1), 1);
  const [first] = store.apps;
  if (!first) throw new Error('no app');
  const live = version('next', {versionString: '2.0', createdDate: yesterday(), appId: first.id});
  store.apps = [{...first, versions: [{...live, state: 'PREPARE_FOR_SUBMISSION'}]}];
  store.versions = [{...live, platform: 'IOS', appId: first.id}];
  app = new AppDriver({store, columns: 120});
  await app.until('it is looked at', () => store.asked.some(({method}) => method === 'readRelease'));
  store.apps = [{...first, versions: [{...live, state: 'READY_FOR_SALE'}]}];
  app.press('r');
  await app.see(/App 0 .*2\.0 +day 1/);
});

test.each([80, 120])('shows a roll-out next to its own version, in %i columns', async (columns) => {
  const store = storeOf(async (id) => (id === 'phone' ? rollOut(id, 2) : {versionId: id, phased: undefined}), 1);
  const [first] = store.apps;
  if (!first) throw new Error('no app');
  const live = {state: 'READY_FOR_SALE', createdDate: yesterday()};
  const versions = [
    version('phone', {...live, platform: 'IOS', versionString: '2.1'}),
    version('desk', {...live, platform: 'MAC_OS', versionString: '2.0'}),
  ];
  store.apps = [{...first, versions}];
  app = new AppDriver({store, columns});
  await app.see(/2\.1 day 2 (· )?2 %, (macOS )?2\.0/);
});

test('reads each roll-out once, and moves a paused one to the top of Home only when r is pressed', async () => {
  const store = storeOf(async (id) => rollOut(id, 2, id === 'live-Cedar' ? 'PAUSED' : 'ACTIVE'));
  app = new AppDriver({store, columns: 120});
  await app.see(/Aurora.*day 2[\s\S]*Cedar.*paused day 2.*resume[\s\S]*Dune.*day 2/);
  await app.see('1 needs you');
  app.press('r');
  await app.see(/Cedar.*paused day 2[\s\S]*Aurora.*day 2[\s\S]*Dune.*day 2/);
  expect(asked(store)).toEqual(NAMES.map((name) => `live-${name}`));
});

test('reads at most eight roll-outs at a time, visible ones first, and the next as soon as one is read', async () => {
  const answers: (() => void)[] = [];
  const store = storeOf((id) => new Promise((resolve) => answers.push(() => resolve(rollOut(id, 3)))), 30);
  app = new AppDriver({store, columns: 120, rows: 15});
  await app.see('App 0');
  await expect.poll(() => answers.length).toBe(8);
  expect(asked(store)).toEqual(Array.from({length: 8}, (_, index) => `live-App ${index}`));
  answers[3]?.();
  await app.see(/App 3 .*day 3/);
  await expect.poll(() => answers.length).toBe(9);
  expect(app.shows(/App 0 .*day 3/)).toBe(false);
});

test('keeps the roll-outs that were read, and continues the reads, when Home scrolls or is left', async () => {
  const answers: (() => void)[] = [];
  const store = storeOf((id) => new Promise((resolve) => answers.push(() => resolve(rollOut(id, 3)))), 60);
  app = new AppDriver({store, columns: 120, rows: 15});
  await expect.poll(() => answers.length).toBe(8);
  answers[0]?.();
  await expect.poll(() => answers.length).toBe(9);
  app.press('G');
  await app.see(/▌ App 59/);
  answers[1]?.();
  await expect.poll(() => answers.length).toBe(10);
  expect(asked(store).slice(-1)).not.toEqual(['live-App 9']);
  app.press(KEYS.enter);
  await app.see('Apps › App 59');
  app.press(KEYS.esc, 'g');
  await app.see(/App 0 .*day 3[\s\S]*App 1 .*day 3/);
  expect(asked(store).filter((id) => id === 'live-App 0' || id === 'live-App 1')).toHaveLength(2);
});

test('says that a row of Home was not read, and names the key that reads it, if the store cannot be reached', async () => {
  const versions = [version('v', {appId: 'a'})];
  const store = fakeStore({apps: [{id: 'a', name: 'Dune', versions}], versions});
  store.release = {readiness: {value: readiness('v', [])}};
  const {readRelease} = store;
  store.readRelease = () => Promise.reject(new ToolError('network', 'No connection.'));
  app = new AppDriver({store});
  await app.see(/Dune.*not read \(r\)/);
  store.readRelease = readRelease;
  app.press('r');
  await app.see(/Dune.*submit/);
});

test('checks the visible versions in preparation on Home, and marks their rows until they are read', async () => {
  const apps = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm'].map((name) => ({
    id: name,
    name,
    versions: [version(`v-${name}`, {appId: name})],
  }));
  const store = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  const answers: (() => void)[] = [];
  const whole = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  whole.release = {readiness: {value: readiness('v', [{id: 'build', status: 'error', message: 'No build'}])}};
  store.readRelease = async (query, signal) => {
    store.asked.push({method: 'readRelease', query});
    await new Promise<void>((resolve) => answers.push(resolve));
    if (query.id === 'v-Dune') throw new ToolError('service', 'it fails');
    return whole.readRelease(query, signal);
  };
  app = new AppDriver({store, columns: 120});
  await app.see(/Ash.*…[\s\S]*Elm.*…/);
  await expect.poll(() => answers.length).toBe(4);
  for (const answer of answers) answer();
  await app.see(/Ash.*1 missing[\s\S]*Cedar.*1 missing/);
  await expect.poll(() => answers.length).toBe(5);
  answers[4]?.();
  await app.see(/Elm.*1 missing/);
  await app.see(/Dune.*not read \(r\)/);
  await app.see('5 need you');
  expect(app.shows('it fails')).toBe(false);
  app.press('j', 'j', 'k');
  expect(store.asked.filter(({method}) => method === 'readRelease')).toHaveLength(5);
});

test('repeats the failed read of a row of Home when r is pressed', async () => {
  const versions = [version('v', {appId: 'a'})];
  const store = fakeStore({apps: [{id: 'a', name: 'Dune', versions}], versions});
  store.release = {readiness: {value: readiness('v', [])}};
  const {readRelease} = store;
  store.readRelease = () => Promise.reject(new ToolError('service', 'it fails'));
  app = new AppDriver({store, columns: 120});
  await app.see(/Dune.*not read \(r\)/);
  store.readRelease = readRelease;
  app.press('r');
  await app.see(/Dune.*submit/);
});

test.each([
  [0.09, 15],
  [0.03, 0],
])("limits Home's reads to what the rate limit allows: a share of %d left, %i roll-outs", async (share, count) => {
  const messages = messageQueue();
  const store = storeOf(async (id) => rollOut(id, 3), 40);
  const {eachAppPage} = store;
  store.eachAppPage = async function* (query, signal) {
    messages.onEvent?.({kind: 'limit-left', share});
    yield* eachAppPage(query, signal);
  };
  app = new AppDriver({store, messages, columns: 120, rows: 15});
  await app.see('rate limit low');
  await expect.poll(() => asked(store).length).toBe(count);
  app.press('j');
  await app.see(/▌ App 1 /);
  expect(asked(store).every((id) => Number(String(id).slice('live-App '.length)) < 20)).toBe(true);
});

test('reads no more roll-outs once the rate limit is reached', async () => {
  const store = storeOf(async (id) => {
    if (id === 'live-App 2') throw new ToolError('rate-limited', 'enough');
    return rollOut(id, 3);
  }, 30);
  app = new AppDriver({store, columns: 120});
  await app.see('App 0');
  await expect.poll(() => asked(store).length).toBe(8);
  app.press('j');
  await app.see(/▌ App 1 /);
  expect(asked(store)).toHaveLength(8);
});

test('names the version of the next step in a row of Home', async () => {
  const versions = [
    version('new', {versionString: '1.2', appId: 'a', createdDate: '2026-11-20T00:00:00Z'}),
    version('old', {versionString: '1.1', appId: 'a', createdDate: '2026-11-01T00:00:00Z'}),
  ];
  const store = fakeStore({apps: [{id: 'a', name: 'House', versions}], versions});
  store.release = {readiness: {value: readiness('old', [])}};
  app = new AppDriver({store, columns: 120});
  await app.see(/House.*1\.1 ○ preparing.*submit/);
  expect(app.shows(/1\.2/)).toBe(false);
  app.press('n');
  await app.see(/House.*1\.1/);
  expect(app.shows(/1\.2/)).toBe(false);
});

test('counts a paused roll-out on Home even if its row is not visible', async () => {
  const store = storeOf(async (id) => rollOut(id, 2, id === 'live-App 39' ? 'PAUSED' : 'ACTIVE'), 40);
  app = new AppDriver({store, columns: 60, rows: 15});
  await app.see('1 needs you');
  expect(app.shows('App 39')).toBe(false);
  expect(asked(store)).toHaveLength(40);
});

test('stops reading roll-outs if there is no network, and reads them again with the apps', async () => {
  let online = false;
  const store = storeOf(async (id) => {
    if (!online) throw new ToolError('network', 'no network');
    return rollOut(id, 5);
  }, 20);
  app = new AppDriver({store, columns: 120});
  await app.see('App 0');
  await expect.poll(() => asked(store)).toHaveLength(8);
  online = true;
  app.press('r');
  await app.see(/App 0.*day 5[\s\S]*App 9.*day 5/);
  await expect.poll(() => asked(store)).toHaveLength(28);
});

test('reads the roll-out of each platform of an app, and offers to resume the paused one', async () => {
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

test('reads a roll-out on Home again after it has been resumed', async () => {
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

test('opens the version that needs the user, not the one in review, when n is pressed', async () => {
  const versions = [
    version('ios', {versionString: '2.0', state: 'IN_REVIEW'}),
    version('tv', {versionString: '2.0', platform: 'TV_OS'}),
  ];
  app = new AppDriver({store: fakeStore({apps: [{id: 'a', name: 'Tides', versions}], versions})});
  await app.see('Tides');
  app.press('n');
  await app.see('tool › Apps › Tides › 2.0 tvOS');
});

test('opens the web page when n is pressed after a rejection, and the version when n is pressed again', async () => {
  const versions = [version('ios', {versionString: '2.0', state: 'REJECTED', appId: 'a'})];
  const opened: string[] = [];
  const browser = async (url: string) => opened.push(url) > 0;
  const store = fakeStore({apps: [{id: 'a', name: 'Tides', versions}], versions});
  app = new AppDriver({store, browser, globals: {sandbox: false}});
  await app.see(/Tides.*2\.0 ✕ rejected +read why/);
  app.press('n');
  await app.see(/Tides.*2\.0 ✕ rejected +not read/);
  expect(opened).toEqual(['https://appstoreconnect.apple.com/apps/a/distribution']);
  app.press('n');
  await app.see('tool › Apps › Tides › 2.0 iOS');
});

const rejectedApps = (names: readonly string[]) =>
  names.map((name) => ({id: name, name, versions: [version(`v-${name}`, {state: 'REJECTED', appId: name})]}));

test('names a newer build once the reason for the rejection has been read, and opens Attach build when n is pressed', async () => {
  const apps = rejectedApps(['Tides', 'Waves']);
  const store = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  store.release = {newerBuild: {value: {id: 'b13', version: '13'}}, readiness: {value: readiness('v-Tides', [])}};
  app = new AppDriver({store, browser: async () => true, globals: {sandbox: false}});
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

test('keeps the row of a rejected version if its next step cannot be read, without a retry', async () => {
  const names = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm'];
  const apps = rejectedApps(names);
  const store = fakeStore({apps, versions: apps.flatMap(({versions}) => versions)});
  store.readRelease = async (query) => {
    store.asked.push({method: 'readRelease', query});
    throw new ToolError('service', 'it fails');
  };
  app = new AppDriver({store, browser: async () => true, globals: {sandbox: false}});
  for (const name of names) {
    await app.see(new RegExp(`${name}.*read why`));
    app.press('n', KEYS.down);
    await app.see(new RegExp(`${name}.*not read`));
  }
  expect(app.shows('it fails')).toBe(false);
  expect(store.asked.filter(({method}) => method === 'readRelease')).toHaveLength(5);
});

test('shows a spinner while details of the apps on Home are read', async () => {
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

test("names the roll-out on the selected app's line if the Live column has no room", async () => {
  app = new AppDriver({store: storeOf(async (id) => rollOut(id, 3)), columns: 60, rows: 15});
  await app.see(/Aurora/);
  expect(app.shows('Live')).toBe(false);
  app.press(KEYS.down);
  await app.see(/live 1\.0\.0 day 3 5 %/);
});

test("names the live version and the one in flight on the selected app's line if the Live column has no room", async () => {
  const versions = [
    version('live', {versionString: '1.0', state: 'READY_FOR_SALE'}),
    version('next', {versionString: '1.1', state: 'IN_REVIEW'}),
  ];
  app = new AppDriver({store: fakeStore({apps: [{id: 'a', name: 'Tides', versions}]}), columns: 60, rows: 15});
  await app.see(/1\.1 ◑ in review · live 1\.0/);
});
