import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';

let app: AppDriver;
afterEach(() => app.close());

/** Creates a store that releases at once. It does not answer the methods in `held`. */
function releasing() {
  const held = new Set<string>();
  const store = fakeStore();
  store.releaseVersion = async (versionId) => {
    store.asked.push({method: 'releaseVersion', query: versionId});
    store.versions = store.versions.map((one) => (one.id === versionId ? {...one, state: 'READY_FOR_SALE'} : one));
    return {versionId, releaseRequestId: 'request-1'};
  };
  store.before = ({method}, signal) =>
    held.has(method)
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve();
  return {store, held, lists: () => store.asked.filter(({method}) => method === 'listVersions').length};
}

test('reloads a list on return if the list was left during its reload after a write', async () => {
  const {store, held, lists} = releasing();
  app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
  await app.see(/3\.3\.0 +iOS +◕/);
  app.press('j', 'R');
  await app.see('Type the version to release it');
  held.add('listVersions');
  app.press('3.3.0', KEYS.enter);
  await app.see('Released 3.3.0');
  app.press(KEYS.esc);
  await app.seeNot('Released 3.3.0');
  await app.until('the reload is held back', () => lists() >= 2);
  app.press(KEYS.enter);
  await app.see(/tool › Apps › .* › 3\.3\.0 iOS/);
  held.clear();
  const before = lists();
  app.press(KEYS.esc);
  await app.see(/3\.3\.0 +iOS +● Ready for sale/);
  expect(lists()).toBe(before + 1);
});

test('does not reload a list on return if the list was reloaded after the write', async () => {
  const {store, lists} = releasing();
  app = new AppDriver({store, request: {screen: 'versions', app: '1001'}});
  await app.see(/3\.3\.0 +iOS +◕/);
  app.press('j', 'R');
  await app.see('Type the version to release it');
  app.press('3.3.0', KEYS.enter);
  await app.see('Released 3.3.0');
  app.press(KEYS.esc);
  await app.seeNot('Released 3.3.0');
  await app.see(/3\.3\.0 +iOS +● Ready for sale/);
  const before = lists();
  app.press(KEYS.enter);
  await app.see(/tool › Apps › .* › 3\.3\.0 iOS/);
  app.press(KEYS.esc);
  await app.see(/3\.3\.0 +iOS +● Ready for sale/);
  expect(lists()).toBe(before);
});

test('closes the question about leaving a running write once the write has ended', async () => {
  const {store} = releasing();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  store.updateVersion = async (id) => {
    await answered;
    return {version: version(id, {versionString: '1.5', platform: 'TV_OS'})};
  };
  app = new AppDriver({store, request: {screen: 'update', versionId: 'v-400-tv'}});
  await app.see('only what you change');
  app.press(KEYS.ctrl('u'), '1.5', KEYS.ctrl('s'));
  await app.see('↵ update');
  app.press(KEYS.enter);
  await app.see('Updating');
  app.press(KEYS.ctrl('c'));
  await app.see('A request is still running.');
  answer();
  await app.see('✓ Updated');
  await app.seeNot('A request is still running.');
});

test('reloads data that was read during a background write', async () => {
  const {store} = releasing();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  store.updateVersion = async (id) => {
    await answered;
    return {version: version(id, {versionString: '1.5', platform: 'TV_OS'})};
  };
  app = new AppDriver({store, request: {screen: 'update', versionId: 'v-400-tv'}});
  await app.see('only what you change');
  app.press(KEYS.ctrl('u'), '1.5', KEYS.ctrl('s'));
  await app.see('↵ update');
  app.press(KEYS.enter);
  await app.see('Updating');
  app.press(KEYS.ctrl('p'), 'go to apps', KEYS.enter);
  await app.see('Aurora Notes');
  const reads = () => store.asked.filter(({method}) => method === 'listApps').length;
  const before = reads();
  answer();
  await app.see('Done: tool versions update');
  await app.until('the apps are read again', () => reads() > before);
});

test('requires the ID to release a version without a version string', async () => {
  const {store} = releasing();
  store.versions = [version('nameless', {versionString: undefined, state: 'PENDING_DEVELOPER_RELEASE'})];
  app = new AppDriver({store, request: {screen: 'release', versionId: 'nameless'}});
  await app.see('Type the version to release it:');
  app.press('x', KEYS.enter);
  await app.see('release it: x');
  const released = () => store.asked.filter(({method}) => method === 'releaseVersion').length;
  expect(released()).toBe(0);
  app.press(KEYS.ctrl('u'), 'nameless', KEYS.enter);
  await app.see('✓ Released');
  expect(released()).toBe(1);
});
