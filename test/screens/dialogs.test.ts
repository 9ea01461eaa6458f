import {afterEach, expect, test} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';

let app: AppDriver;
afterEach(() => app.close());

const LINES = Array.from({length: 30}, (_, index) => `Reason number ${index + 1}.`);

async function failToDelete(columns: number, rows: number): Promise<void> {
  app = new AppDriver({request: {screen: 'delete', versionId: 'v-400-tv'}, columns, rows});
  app.store.deleteVersion = async () => {
    throw new ToolError('rejected', LINES.join('\n'));
  };
  await app.see('Type the version');
  app.press('4.0.0', KEYS.enter);
  await app.see('Reason number 1.');
}

test.each([
  [60, 15],
  [80, 24],
])(
  'says which lines of a long error a dialog shows at %i x %i, and scrolls to the last line',
  async (columns, rows) => {
    await failToDelete(columns, rows);
    expect(app.stdout.text()).toMatch(/Delete 4\.0\.0 for tvOS \(1-\d+ of 31\)/);
    expect(app.stdout.text()).not.toContain('Reason number 30.');
    await app.see('PgDn more');
    await app.see('r try again');
    app.press(KEYS.pageDown, KEYS.pageDown, KEYS.pageDown, KEYS.pageDown);
    await app.see('Reason number 30.');
    await app.see('Nothing was changed.');
    app.press('g');
    await app.see('Reason number 1.');
    expect(app.stdout.text()).not.toContain('Reason number 30.');
  },
);

test('keeps the typed confirmation in view below a long text', async () => {
  const name = 'An App With A Name That Goes On And On '.repeat(12);
  app = new AppDriver({request: {screen: 'delete', versionId: 'v-400-tv'}, columns: 60, rows: 15});
  app.store.viewVersion = async () => ({
    version: {
      id: 'v-400-tv',
      versionString: '4.0.0',
      platform: 'TV_OS',
      state: 'PREPARE_FOR_SUBMISSION',
      appId: '1001',
    },
    app: {id: '1001', name},
  });
  await app.see('Type the version to delete it:');
  await app.see('PgDn more');
  app.press(KEYS.pageDown, KEYS.pageDown, KEYS.pageDown);
  await app.see('This cannot be undone.');
  app.press('4.0');
  await app.see('delete it: 4.0');
});

test.each([
  [60, 15],
  [80, 24],
  [160, 45],
])("keeps a dialog's top edge in place at %i x %i from the first frame to the result", async (columns, rows) => {
  app = new AppDriver({request: {screen: 'delete', versionId: 'v-400-tv'}, columns, rows});
  const edge = () => app.stdout.lines().findIndex((line) => line.includes('┌'));
  let answer = () => {};
  const held = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  app.store.before = held;
  app.store.deleteVersion = async () => {
    await held();
    throw new ToolError('rejected', LINES.join('\n'));
  };
  await app.see('Reading the version');
  const top = edge();
  answer();
  await app.see('Type the version');
  expect(edge()).toBe(top);
  app.store.before = async () => {};
  app.press('4.0.0', KEYS.enter);
  await app.see('Deleting');
  expect(edge()).toBe(top);
  answer();
  await app.see('Reason number 1.');
  expect(edge()).toBe(top);
});

test.each([
  [60, 15],
  [80, 24],
])('shows the keys of a dialog with a long message at %i x %i', async (columns, rows) => {
  app = new AppDriver({request: {screen: 'delete', versionId: 'v-400-tv'}, columns, rows});
  await app.see('Type the version');
  app.press(KEYS.ctrl('y'));
  await app.see('Command sent to the terminal: tool versions delete');
  await app.see('Esc cancel');
  app.press('4.1', KEYS.enter);
  await app.see("Delete when it matches: '4.1' is not the version 4.0.0");
  await app.see('Esc cancel');
});
