import {afterEach, expect, test} from 'vitest';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';

let app: AppDriver;
afterEach(() => app.close());

const PAGES = 'https://appstoreconnect.apple.com/apps';

/** Returns options for the real service, because a sandbox has no web pages. */
const linking = (options: OpenOptions): OpenOptions => ({
  ...options,
  globals: {sandbox: false, ...options.globals},
  links: true,
});

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
  [
    'an app on Home',
    {request: {screen: 'home'}, columns: 120},
    '3 apps',
    ['Aurora Notes', `${PAGES}/1001/distribution`],
  ],
  [
    'a version in its list',
    {request: {screen: 'versions', app: '1001'}, columns: 100},
    'In review',
    ['3.3.0', `${PAGES}/1001/distribution/ios/version/inflight`],
  ],
  [
    'a version on its page',
    {request: {screen: 'version', versionId: 'v-330-ios'}},
    'Copyright',
    ['v-330-ios', `${PAGES}/1001/distribution/ios/version/inflight`],
  ],
] as const)('links %s to the web page, and looks the same without links', async (_, options, seen, link) => {
  const plain = await textWithout({...options, globals: {sandbox: false}}, seen);
  app = new AppDriver(linking(options));
  await app.see(seen);
  await app.until('the same screen', () => textNow() === plain);
  expect(app.stdout.links()).toContainEqual(link);
});

test("keeps a row's links when the row is selected", async () => {
  app = new AppDriver(linking({}));
  await app.see('3 apps');
  // The preview below the rows also has links, which change with the selection.
  const linksOfRows = () => app.stdout.links().slice(0, 4);
  const before = linksOfRows();
  app.press(KEYS.down, KEYS.down, KEYS.up);
  await app.until('the second row', () => app.selected().includes('Tide'));
  expect(linksOfRows()).toEqual(before);
});

test('draws no links with a screen reader, --no-color or TOOL_LINKS=off, or on a sandbox', async () => {
  for (const options of [
    {globals: {screenReader: true}},
    {globals: {noColor: true}},
    {globals: {sandbox: true}},
    {env: {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_LINKS: 'off'}},
    {env: {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'dumb'}},
  ]) {
    app = new AppDriver(linking(options));
    await app.see('3 apps');
    expect(app.stdout.bytes).not.toContain('\u001B]8');
    await app.close();
  }
});
