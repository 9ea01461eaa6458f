import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore} from '../support/fake-store.ts';

let app: AppDriver;
afterEach(() => app.close());

/** A store that releases at once; what is asked of it can be held back by method. */
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

test('a list that was left while it reloaded after a write reloads when it is returned to', async () => {
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

test('a list that was read again before it was left is not read once more', async () => {
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
