import {chmodSync} from 'node:fs';
import {decodeJwt, decodeProtectedHeader} from 'jose';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type InHomeOptions, openInHome} from '../support/app-in-home.ts';
import {
  type Answer,
  FORBIDDEN,
  json,
  NO_APPS,
  type SeenRequest,
  type Service,
  silent,
  startService,
  UNAUTHORIZED,
} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let app: AppDriver;
let service: Service | undefined;

beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  await app?.close();
  await service?.close();
  service = undefined;
  home.remove();
});

function keyIdOf({headers}: SeenRequest): string {
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  expect(decodeJwt(token).aud).toBe('appstoreconnect-v1');
  return decodeProtectedHeader(token).kid ?? '';
}

/** Chooses the answer by the key ID in the request's token. */
function byKey(answers: Record<string, Answer>): Answer {
  return (request, response) => answers[keyIdOf(request)]?.(request, response);
}

function profile(name: string) {
  return {name, key_id: `K${name}`, issuer_id: 'I1', private_key_path: home.keyPath};
}

function open(options: InHomeOptions = {}) {
  app = openInHome(home, {request: {screen: 'profiles'}, ...options});
  return app;
}

const row = (name: string) => app.stdout.lines().find((line) => line.slice(3).startsWith(name)) ?? '';
const header = () => app.stdout.lines()[0] ?? '';

describe('the list', () => {
  test('shows which profile is active at 60 columns', async () => {
    home.writeConfig({default_profile: 'work', profiles: [{...profile('work'), key_id: 'SANDBOXKEY'}]});
    open({columns: 60, rows: 15});
    await app.see('1 profile');
    await app.until('in use', () => /work +SANDBOXKEY +config +in use, default$/.test(row('work')));
  });

  test('shows the storage and the key ID of each profile, and marks the active and the default one', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one')]});
    await home.login('two', [], {});
    open();
    await app.see('2 profiles');
    expect(row('one')).toMatch(/one +Kone +config$/);
    await app.until('both are there', () => /two +K1 +keychain +in use, default$/.test(row('two')));
    expect(home.keychain.calls).toEqual(['set two']);
  });

  test('says what to do if there are no profiles, and why profile keys are unavailable', async () => {
    open();
    await app.see('No profile is stored. l logs in');
    app.press('d');
    await app.see('no profile is stored');
    app.press('x');
    await app.see('Log out: remove this profile: no profile is stored');
    app.press('l');
    await app.see('Profiles › Log in');
  });

  test('warns about an unavailable keychain, and lists its profiles', async () => {
    await home.login('work');
    home.keychain.state = 'missing';
    open();
    await app.see('not to the keychain. ! says why.');
    await app.see(/work +K1 +keychain/);
  });

  test('lists profiles without waiting for an unresponsive keychain', async () => {
    home.writeConfig({profiles: [profile('one')]});
    home.keychain.check = () => new Promise(() => {});
    open();
    await app.see(/one +Kone +config/);
  });

  test('refuses to use a second profile of the same name', async () => {
    home.writeConfig({
      default_profile: 'one',
      profiles: [{name: 'one', key_id: 'KK', stored_in: 'keychain'}, profile('one')],
    });
    open();
    await app.see('not used: name is taken');
    app.press(KEYS.down, KEYS.enter);
    await app.see('another profile of this name comes first');
  });

  test('shows control characters in profile names without sending them to the terminal', async () => {
    home.writeConfig({profiles: [profile('a\u001B]0;x\u0007b'), profile('c')]});
    open();
    await app.see('2 profiles');
    expect(app.stdout.bytes).not.toContain('\u001B]0;');
    app.press('x');
    await app.see('Log out');
    expect(app.stdout.bytes).not.toContain('\u001B]0;');
  });

  test('reports an unreadable config in Profiles, and reads the repaired config when r is pressed', async () => {
    home.write('.tool/config.json', '{');
    open();
    await app.see('is not valid JSON');
    home.writeConfig({profiles: [profile('repaired')]});
    app.press('r');
    await app.see(/repaired +Krepaired/);
  });
});

describe('the choice of a profile', () => {
  test('uses a profile for this run on Enter, and reads data again', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one'), profile('two')]});
    service = await startService(json(200, NO_APPS));
    open({url: service.url, request: {screen: 'home'}});
    await app.see('this API key has access to none');
    app.press('P');
    await app.see('2 profiles');
    expect(header()).toContain('one');
    app.press(KEYS.down, KEYS.enter);
    await app.see("Using 'two' in this run");
    await app.until('header and list say so', () => header().includes('two') && row('two').includes('in use'));
    expect(app.selected()).toContain('two');
    app.press(KEYS.esc);
    await app.see('this API key has access to none');
    await app.until('asked again', () => service?.requests.length === 2);
    expect(service.requests.map(keyIdOf)).toEqual(['Kone', 'Ktwo']);
    expect(home.config().default_profile).toBe('one');
  });

  test('makes the selected profile the default when d is pressed, and switches to it', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one'), profile('two')]});
    open();
    await app.see('2 profiles');
    app.press('j', 'd');
    await app.see("Default profile set to 'two'");
    await app.until('the new default is active', () => /in use, default/.test(row('two')) && header().includes('two'));
    expect(home.config().default_profile).toBe('two');
    app.press('d');
    await app.see('it is already the default');
  });

  test('keeps the chosen profile of this run when another profile becomes the default', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one'), profile('two')]});
    open({globals: {profile: 'one'}});
    await app.see('2 profiles');
    app.press('j', 'd');
    await app.until('two is the default', () => /two .*default$/.test(row('two')));
    expect(row('one')).toMatch(/in use$/);
    expect(header()).toContain('one');
  });

  test('keeps using the profile of this run when another run changes the default', async () => {
    const profiles = [profile('one'), profile('two')];
    home.writeConfig({default_profile: 'one', profiles});
    service = await startService(json(200, NO_APPS));
    open({url: service.url, request: {screen: 'home'}});
    await app.see('this API key has access to none');
    home.writeConfig({default_profile: 'two', profiles});
    app.press('P');
    await app.until('both are told apart', () => /two .* default$/.test(row('two')));
    expect(row('two')).not.toContain('in use');
    expect(row('one')).toMatch(/in use$/);
    expect(header()).toContain('one');
    app.press(KEYS.esc, 'r');
    await app.until('asked again', () => service?.requests.length === 2);
    expect(service.requests.map(keyIdOf)).toEqual(['Kone', 'Kone']);
  });
});

describe('a logout', () => {
  test('asks for a confirmation when x is pressed, keeps the profile on Esc, and logs out on Enter', async () => {
    await home.login('other');
    await home.login('work');
    open();
    await app.see('2 profiles');
    app.press('G', 'x');
    await app.see("Remove 'work' (key ID K1) wherever it is stored?");
    await app.see('tool auth logout --name work');
    app.press(KEYS.esc);
    await app.seeNot('Remove');
    // A logout that had started by mistake would be done before this change.
    app.press('g', 'd');
    await app.see("Default profile set to 'other'");
    expect([...home.keychain.items.keys()]).toEqual(['other', 'work']);
    app.press('x');
    await app.see('↵ log out');
    app.press(KEYS.left, KEYS.enter);
    await app.see("Logged out of 'other'");
    await app.until('the other profile is active', () => header().includes('work') && row('other') === '');
    expect([...home.keychain.items.keys()]).toEqual(['work']);
    expect(home.config().profiles).toMatchObject([{name: 'work'}]);
    app.press('x');
    await app.see('↵ log out');
    app.press(KEYS.left, KEYS.enter);
    await app.see('No profile is stored');
    await app.until('the header follows', () => header().includes('no profile'));
  });

  test('names and keeps a profile that cannot be removed', async () => {
    await home.login('work');
    home.keychain.state = 'locked';
    open();
    await app.see('1 profile');
    app.press('x');
    await app.see('↵ log out');
    app.press(KEYS.left, KEYS.enter);
    await app.see("Could not remove 'work' in the keychain");
    await app.see(/work +K1 +keychain/);
    expect(home.config().profiles).toHaveLength(1);
  });

  test('asks before a logout without a name removes all profiles', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one'), profile('two')]});
    open({request: {screen: 'profiles', logoutAll: true}});
    await app.see('Remove 2 stored profiles: one, two?');
    app.press(KEYS.esc);
    await app.seeNot('Remove 2');
    app.press('j', 'd');
    await app.see("Default profile set to 'two'");
    expect(home.config().profiles).toHaveLength(2);
  });

  test('removes all profiles on Enter after a logout without a name', async () => {
    home.writeConfig({default_profile: 'one', profiles: [profile('one'), profile('two')]});
    open({request: {screen: 'profiles', logoutAll: true}});
    await app.see('↵ remove all');
    app.press(KEYS.enter);
    await app.see('Removed 2 stored credentials');
    await app.see('No profile is stored');
    expect(home.config().profiles).toEqual([]);
  });

  test('says that a logout without a name has nothing to remove', async () => {
    open({request: {screen: 'profiles', logoutAll: true}});
    await app.see('No stored credentials to remove.');
  });
});

describe('a validation', () => {
  test('validates every profile when v is pressed, with a result per row and the reason below the list', async () => {
    home.writeConfig({default_profile: 'good', profiles: ['good', 'small', 'bad'].map(profile)});
    service = await startService(
      byKey({Kgood: json(200, NO_APPS), Ksmall: json(403, FORBIDDEN), Kbad: json(401, UNAUTHORIZED)}),
    );
    open({url: service.url});
    await app.see('3 profiles');
    app.press('v');
    await app.until('all rows have one', () => /failed: Bad token/.test(row('bad')));
    expect(row('good')).toMatch(/✓ works$/);
    expect(row('small')).toMatch(/✓ works \(limited role\)/);
    app.press('j');
    await app.see("use a key with the role 'App Manager' or 'Admin'");
    app.press('G');
    await app.see('Compare the key ID and the issuer ID with');
  });

  test.each([
    [60, 15],
    [80, 24],
  ])('shows the whole reason for a failed validation when w is pressed at %d x %d', async (columns, rows) => {
    home.writeConfig({profiles: [profile('bad')]});
    const detail = `${'why '.repeat(120)}the end`;
    service = await startService(json(401, {errors: [{status: '401', code: 'NOT_AUTHORIZED', title: 'Bad', detail}]}));
    open({url: service.url, columns, rows});
    await app.see('1 profile');
    app.press('v');
    await app.see(/w why/);
    app.press('w');
    await app.see("Validation of 'bad'");
    app.press('G');
    await app.see('access/integrations/api');
    app.press(KEYS.esc);
    await app.seeNot("Validation of 'bad'");
    // A request that is answered with 401 is sent once more with a new token.
    expect(service.requests).toHaveLength(2);
  });

  test("reports a profile's missing key file in a validation, and sends no request", async () => {
    home.writeConfig({profiles: [{...profile('lost'), private_key_path: '/nowhere/key.p8'}]});
    service = await startService(json(200, NO_APPS));
    open({url: service.url});
    await app.see('1 profile');
    app.press('v');
    await app.see(/nowhere\/key.p8[^✕]*does\s+not exist/);
    expect(service.requests).toEqual([]);
  });

  test('stops a validation on Esc, and validates again when v is pressed', async () => {
    home.writeConfig({profiles: [profile('slow')]});
    service = await startService(silent, json(200, NO_APPS));
    open({url: service.url});
    await app.see('1 profile');
    app.press('v');
    await app.see('checking');
    await app.until('asked', () => service?.requests.length === 1);
    app.press(KEYS.esc);
    await app.seeNot('checking');
    await app.see('1 profile');
    app.press('v');
    await app.see('✓ works');
  });

  test('stops a validation that waits for the keychain on Esc, and drops the late answer', async () => {
    await home.login('work');
    let refuse: (reason: Error) => void = () => {};
    home.keychain.get = () =>
      new Promise((_, reject) => {
        refuse = reject;
      });
    open();
    await app.see('1 profile');
    app.press('v');
    await app.see('checking');
    app.press(KEYS.esc);
    await app.seeNot('checking');
    refuse(new ToolError('storage', 'too late'));
    app.press(KEYS.ctrl('p'));
    await app.see('type to search');
    app.press(KEYS.esc);
    await app.seeNot('type to search');
    expect(row('work')).not.toContain('failed');
  });

  test('does not blame a profile for an invalid TOOL_API_URL', async () => {
    home.writeConfig({profiles: [profile('one')]});
    open({url: 'ftp://example.com'});
    await app.see('1 profile');
    app.press('v');
    await app.see('TOOL_API_URL');
    expect(row('one')).not.toContain('failed');
  });
});

describe('the web page', () => {
  test('shows the address of the keys page when o is pressed if there is no browser', async () => {
    const opened: string[] = [];
    open({browser: async (url) => opened.push(url) > 0 && false});
    await app.see('No profile');
    app.press('o');
    await app.see('Open https://appstoreconnect.apple.com/access/integrations/api');
    expect(opened).toHaveLength(1);
  });
});

test.each([
  [60, 15],
  [80, 24],
  [120, 40],
])('fits the profiles into %i x %i', async (columns, rows) => {
  home.writeConfig({
    default_profile: 'one',
    profiles: [profile('one'), profile('名前が長いプロファイル 🌊'.repeat(3))],
  });
  open({columns, rows});
  await app.see('2 profiles');
  expect(app.stdout.lines()).toHaveLength(rows);
  expect(app.stdout.lines().at(-1)).toContain('? help');
  app.press('x');
  await app.see('tool auth logout');
});

describe('a local config that came with the repository', () => {
  const inClone = () => open({host: {cwd: `${home.path}/work`}});
  const put = (keyId: string) =>
    home.writeConfig(
      {default_profile: 'theirs', profiles: [{...profile('theirs'), key_id: keyId}]},
      'work/.tool/config.json',
    );
  const isTrusted = () => home.exists('.tool/trusted.json');

  beforeEach(() => home.writeConfig({profiles: [profile('mine')]}));

  test('uses a local config only after the user has seen its contents and trusted it', async () => {
    put('THEIRS');
    inClone();
    await app.see(/ t shows what is in it and lets you trust it\./);
    expect(app.shows(`The local config ${home.localPath} is not used: not trusted yet`)).toBe(true);
    expect(app.stdout.text().match(/not\s+trusted\s+yet/g)).toHaveLength(1);
    expect(row('mine')).toMatch(/config/);
    app.press('t');
    await app.see("It names the profile 'theirs'; the default is 'theirs'.");
    expect(app.shows(`Use ${home.localPath}?`)).toBe(true);
    app.press(KEYS.esc);
    await app.seeNot('Trust local config');
    expect(isTrusted()).toBe(false);
    app.press('t');
    await app.see('Trust local config');
    app.press(KEYS.enter);
    await app.until('it is in use', () => /theirs +THEIRS +local config +in use, default/.test(row('theirs')));
    await app.until('the header says so', () => header().includes('theirs · local config'));
    expect(app.shows('is not used')).toBe(false);
    app.press('t');
    await app.see('no local config is waiting to be trusted');
  });

  test('does not trust a local config that has changed since it was shown', async () => {
    put('SHOWN');
    inClone();
    await app.see('t shows what is in it');
    app.press('t');
    await app.see('Trust local config');
    put('SWAPPED');
    app.press(KEYS.enter);
    await app.see('has changed in the meantime');
    expect(isTrusted()).toBe(false);
  });

  test('refuses to trust a local config that others can write, and says why', async () => {
    chmodSync(put('THEIRS'), 0o666);
    inClone();
    await app.see("it can be written by others, which 'tool auth trust' cannot allow");
    // The message appears before the list.
    await app.see(/▌ mine/);
    app.press('t');
    await app.see('Trust the local config of this repository: can be written by others');
    expect(isTrusted()).toBe(false);
  });

  test('reports an untrusted local config on Home', async () => {
    put('THEIRS');
    open({request: {screen: 'home'}, host: {cwd: `${home.path}/work`}});
    await app.see(`Warning: The local config ${home.localPath} is not used: not trusted yet.`);
  });
});

test('shows the key ID of the selected profile below the list if a narrow terminal has no column for it', async () => {
  const one = {name: 'the whole team', key_id: 'ABC123DEFG', issuer_id: 'I', private_key_path: home.keyPath};
  home.writeConfig({default_profile: 'the whole team', profiles: [one]});
  app = openInHome(home, {request: {screen: 'profiles'}, columns: 60, rows: 15});
  await app.see(/^ 1 profile · key ID ABC123DEFG$/m);
});
