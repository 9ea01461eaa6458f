import {afterEach, describe, expect, test} from 'vitest';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore} from '../support/fake-store.ts';

/** What the app says and shows while it is not, or no longer, as the store has it. */

let app: AppDriver;
afterEach(() => app.close());

/** A store whose answers can be held back, by method. */
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
  test('is said only as long as it is so', async () => {
    const {store, goOn} = holding('readRelease');
    app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Esc stops waiting');
    app.press('R');
    await app.see(/Release a version: .+/);
    goOn();
    await app.see(/3\.3\.0 iOS/);
    await app.seeNot('Release a version:');
  });

  test('is said until the next key where it stays so', async () => {
    app = new AppDriver({request: {screen: 'version', versionId: 'v-330-mac'}});
    await app.see(/updated \d/);
    app.press('D');
    await app.see('Delete 3.3.0 for macOS: only in prepare for submission');
    app.stdout.resize(100, 30);
    await app.until('it is drawn anew', () => app.stdout.lines().length === 30);
    expect(app.shows('Delete 3.3.0 for macOS:')).toBe(true);
    app.press(KEYS.down);
    await app.seeNot('Delete 3.3.0 for macOS:');
  });

  test('is said by the palette only as long as it is so', async () => {
    const {store, goOn} = holding('readRelease');
    app = new AppDriver({store, request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Esc stops waiting');
    app.press(KEYS.ctrl('p'), 'withdraw');
    await app.see(/▌ Withdraw a version/);
    app.press(KEYS.enter);
    await app.see(/Withdraw a version: .+/);
    goOn();
    await app.see(/▌ Withdraw 3\.3\.0 for iOS/);
    await app.seeNot('Withdraw a version:');
  });
});
