import {decodeProtectedHeader} from 'jose';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {type Service, startService, UNAUTHORIZED, wirePage} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let service: Service;
let app: AppDriver;
/** The apps that each profile can see, or the status with which the service refuses it. */
let accounts: Record<string, string[] | number>;
/** The profile and the path of each request. */
let asked: string[];

beforeEach(async () => {
  home = new TempHome();
  const of = (name: string) => ({name, key_id: `KEY-${name}`, issuer_id: 'I1', private_key_path: home.keyPath});
  home.writeConfig({default_profile: 'mine', profiles: [of('agency'), of('mine')]});
  asked = [];
  service = await startService((request, response) => {
    const {kid = ''} = decodeProtectedHeader(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const profile = kid.replace('KEY-', '');
    asked.push(`${profile} ${request.target.split('?')[0]}`);
    const account = accounts[profile] ?? [];
    const [status, body] =
      typeof account === 'number'
        ? [account, UNAUTHORIZED]
        : [
            200,
            wirePage(account.map((id) => ({type: 'apps', id, attributes: {name: `App ${id}`, bundleId: `b.${id}`}}))),
          ];
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  });
});
afterEach(async () => {
  await app?.close();
  await service.close();
  home.remove();
});

test('shows the apps of all profiles when a is pressed, and reads each app with its own profile', async () => {
  accounts = {mine: ['1'], agency: ['2']};
  app = openInHome(home, {url: service.url, request: {screen: 'home'}});
  await app.see('App 1');
  expect(app.shows('App 2')).toBe(false);
  app.press('a');
  await app.see('Apps › all profiles');
  await app.see(/App 1 +mine/);
  await app.see(/App 2 +agency/);
  app.press('/', 'app 2', KEYS.enter, KEYS.enter);
  await app.see('› App 2');
  await app.until('its versions are read', () => asked.at(-1) === 'agency /v1/apps/2/appStoreVersions');
  expect(asked).toEqual(['mine /v1/apps', 'mine /v1/apps', 'agency /v1/apps', 'agency /v1/apps/2/appStoreVersions']);
  await app.until('the header names its profile', () => app.stdout.lines()[0]?.includes('agency') ?? false);
  app.press(KEYS.esc);
  await app.see(/App 2 +agency/);
  app.press(KEYS.esc, 'a');
  await app.seeNot('all profiles');
  await app.seeNot('App 1');
});

test('names a profile that the service refuses, and shows the apps of the others', async () => {
  accounts = {mine: ['1'], agency: 401};
  app = openInHome(home, {url: service.url, request: {screen: 'home'}});
  await app.see('App 1');
  app.press('a');
  await app.see(/App 1 +mine/);
  await app.see("Not read: 'agency' (the key was refused). P profiles, r retries.");
  app.press('Y');
  await app.see('1 row sent to the terminal: App');
  const [, copied = ''] = /\]52;c;([^\u0007]*)/.exec(app.stdout.bytes) ?? [];
  expect(Buffer.from(copied, 'base64').toString()).toMatch(/^App +Profile +Bundle ID .*\nApp 1 +mine +b\.1/);
});

test('offers no action in the palette for an app of a profile other than the current profile', async () => {
  accounts = {mine: ['1'], agency: ['2']};
  app = openInHome(home, {url: service.url, request: {screen: 'home'}});
  await app.see('App 1');
  app.press('a');
  await app.see(/App 2 +agency/);
  app.press('/', 'app 2', KEYS.enter, KEYS.ctrl('p'), 'create a version');
  await app.see("Enter opens it as 'agency'");
});
