import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, onTestFinished, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import type {Files} from '../../src/services/ports.ts';
import {startSandbox} from '../sandbox/support.ts';
import type {AppDriver} from '../support/app-driver.ts';
import {KEYS} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let app: AppDriver;
beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  await app.close();
  home.remove();
});

const kept = () => join(home.path, '.tool/sandbox/recent-apps.json');
const open = () => {
  app = openInHome(home, {globals: {sandbox: true}});
};

test('adds an opened app to the stored list of recent apps', async () => {
  open();
  await app.see('Aurora Notes');
  app.press('/', 'fern', KEYS.enter);
  await app.see(/▌ Fern/);
  app.press(KEYS.enter);
  await app.see('Created');
  await app.until('it is kept', () => existsSync(kept()));
  await app.close();
  expect(JSON.parse(readFileSync(kept(), 'utf8'))).toHaveLength(1);
});

test('counts the app of TOOL_APP_ID as used', async () => {
  app = openInHome(home, {globals: {sandbox: true}, env: {TOOL_APP_ID: ' 6446064209 '}});
  await app.see('Aurora Notes');
  app.press('/', 'shelf', KEYS.enter);
  await app.see(/▌ Empty Shelf/);
  app.press(KEYS.enter);
  await app.until('it is kept', () => existsSync(kept()));
  expect(JSON.parse(readFileSync(kept(), 'utf8'))).toEqual([expect.any(String), '6446064209']);
});

test("suggests on the sandbox's Home what to try with the selected app", async () => {
  open();
  await app.see('Aurora Notes');
  await app.see(/ to try: rejected: the binary for iOS/);
  app.press('j');
  await app.see(/▌ Second Try[\s\S]*to try: rejected, with a newer build to attach/);
});

test('ignores a damaged list of recent apps', async () => {
  open();
  await app.see('Aurora Notes');
  await app.close();
  writeFileSync(kept(), '{"broken');
  open();
  await app.see('Aurora Notes');
});

test('keeps recent apps of the real store and of the sandbox apart', async () => {
  const store = await startSandbox();
  onTestFinished(() => store.close());
  app = openInHome(home, {url: store.origin, env: {...store.variables, TOOL_APP_ID: undefined}});
  await app.see('Aurora Notes');
  app.press('/', 'fern', KEYS.enter);
  await app.see(/▌ Fern/);
  app.press(KEYS.enter);
  await app.see('tool › Apps › Fern');
  app.press(KEYS.ctrl('p'), 'first-time', KEYS.enter);
  await app.see('Set-up');
  app.press(KEYS.ctrl('t'));
  await app.see('Morning Paper');
  app.press(KEYS.enter);
  await app.see('tool › Apps › Morning Paper');
  await app.until('it is kept', () => existsSync(kept()));
  expect(JSON.parse(readFileSync(kept(), 'utf8'))).toHaveLength(1);
});

test('adds an app to the recent apps of earlier runs, even if the app is opened before the list is read', async () => {
  home.write('.tool/sandbox/recent-apps.json', '["earlier"]');
  const files = createFiles();
  let read = () => {};
  const mayRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const held: Files['read'] = async (path, options) => {
    if (path.endsWith('recent-apps.json')) await mayRead;
    return files.read(path, options);
  };
  app = openInHome(home, {globals: {sandbox: true}, host: {files: {...files, read: held}}});
  await app.see('Aurora Notes');
  app.press(KEYS.enter);
  await app.see('Created');
  read();
  await app.until('both are kept', () => readFileSync(kept(), 'utf8').includes(','));
  expect(JSON.parse(readFileSync(kept(), 'utf8')).at(-1)).toBe('earlier');
});
