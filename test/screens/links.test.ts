import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';

let app: AppDriver;
afterEach(() => app.close());

const PAGES = 'https://appstoreconnect.apple.com/apps';

const textNow = () => app.stdout.text().replace(/updated [\d:]+/, '');

async function textWithout(options: OpenOptions, seen: string): Promise<string> {
  app = new AppDriver(options);
  await app.see(seen);
  const text = textNow();
  expect(app.stdout.bytes).not.toContain('\u001B]8');
  await app.close();
  return text;
}

test.each([
  ['Home', {request: {screen: 'home'}, columns: 120}, '3 apps', ['Aurora Notes', `${PAGES}/1001/distribution`]],
  [
    'Versions',
    {request: {screen: 'versions', app: '1001'}, columns: 100},
    'In review',
    ['3.3.0', `${PAGES}/1001/distribution/ios/version/inflight`],
  ],
  [
    'Version',
    {request: {screen: 'version', versionId: 'v-330-ios'}},
    'Copyright',
    ['v-330-ios', `${PAGES}/1001/distribution/ios/version/inflight`],
  ],
] as const)('links %s to the web page, and looks the same without links', async (_, options, seen, link) => {
  const plain = await textWithout(options, seen);
  app = new AppDriver({...options, links: true});
  await app.see(seen);
  await app.until('the same screen', () => textNow() === plain);
  expect(app.stdout.links()).toContainEqual(link);
});

test('keeps the links of a row the same when the row is selected', async () => {
  app = new AppDriver({links: true, columns: 120});
  await app.see('3 apps');
  const before = app.stdout.links();
  app.press(KEYS.down, KEYS.down, KEYS.up);
  await app.until('the second row', () => app.selected().includes('Tide'));
  expect(app.stdout.links()).toEqual(before);
});

test('draws no links with a screen reader, --no-color or TOOL_LINKS=off', async () => {
  for (const options of [
    {globals: {screenReader: true}},
    {globals: {noColor: true}},
    {env: {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_LINKS: 'off'}},
    {env: {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'dumb'}},
  ]) {
    app = new AppDriver({...options, links: true});
    await app.see('3 apps');
    expect(app.stdout.bytes).not.toContain('\u001B]8');
    await app.close();
  }
});
