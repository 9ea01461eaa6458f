import {chmodSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {decodeProtectedHeader} from 'jose';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type InHomeOptions, openInHome} from '../support/app-in-home.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {type Answer, json, NO_APPS, type Service, silent, startService, UNAUTHORIZED} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let app: AppDriver;
let service: Service | undefined;
let sandbox: RunningSandbox | undefined;

beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  await app?.close();
  await service?.close();
  await sandbox?.close();
  service = undefined;
  sandbox = undefined;
  home.remove();
});

const error = (status: number, code: string, title: string, headers = {}) =>
  json(status, {errors: [{status: String(status), code, title, detail: 'as it is'}]}, headers);
const SKIP = KEYS.ctrl('n');
const KEY_ID = 'KEY1234567';
const ISSUER_ID = '69a6de70-0000-47e3-e053-5b8c7c11a4d1';

function open(options: InHomeOptions = {}) {
  app = openInHome(home, {request: {screen: 'start'}, ...options});
  return app;
}

/** Fills in the login form, and presses Enter on its last field. */
function logIn(path = home.keyPath) {
  app.press(['work', KEY_ID, ISSUER_ID, '', path, ''].join(KEYS.enter));
}

async function toCheck(...answers: Answer[]) {
  service = await startService(...answers);
  open({url: service.url});
  await app.see('1 of 4');
  app.press(SKIP, SKIP);
  await app.see('3 of 4');
  logIn();
  await app.see('4 of 4');
}

describe('a first start', () => {
  test('leads from an empty home directory to a listed version in under ten decisions', async () => {
    sandbox = await startSandbox();
    const {TOOL_ISSUER_ID = '', TOOL_KEY_ID = '', TOOL_PRIVATE_KEY_B64 = ''} = sandbox.variables;
    home.write('key.p8', Buffer.from(TOOL_PRIVATE_KEY_B64, 'base64'));
    open({url: sandbox.origin});
    let decisions = 0;
    const decide = (...keys: string[]) => {
      decisions += 1;
      app.press(...keys);
    };
    await app.see('First, a config file that remembers your profiles: ~/.tool/config.json');
    decide(KEYS.enter);
    await app.see('Created ~/.tool/config.json');
    expect(home.mode(home.configPath)).toBe(0o600);
    await app.see('https://appstoreconnect.apple.com/access/integrations/api');
    decide(KEYS.enter);
    await app.see('3 of 4');
    decide('work', KEYS.enter);
    decide(TOOL_KEY_ID, KEYS.enter);
    decide(TOOL_ISSUER_ID, KEYS.enter);
    decide(KEYS.enter);
    decide('~/key.p8', KEYS.enter);
    await app.see('✓ The key works.');
    expect(app.stdout.text()).toContain('tool auth login --name work');
    decide(KEYS.enter);
    await app.see('Aurora Notes');
    decide('/', 'aurora', KEYS.enter, KEYS.enter);
    await app.see('Pending developer release');
    expect(decisions).toBeLessThan(10);
    expect(app.stdout.lines()[0]).toContain('work');
  });

  test('completes the set-up even if every key is typed ahead', async () => {
    service = await startService(json(200, NO_APPS));
    // The clock stands still, so a key waits for its screen even on a slow machine.
    open({url: service.url, clock: new ManualClock()});
    app.press(KEYS.enter, KEYS.enter);
    logIn();
    await app.see('✓ The key works.');
    expect(home.config().default_profile).toBe('work');
  });

  test("stores a key pasted without paste markers only on Ctrl+S, not on the key's last line break", async () => {
    service = await startService(json(200, NO_APPS));
    open({url: service.url});
    await app.see('1 of 4');
    app.press(SKIP, SKIP, ['work', KEY_ID, ISSUER_ID, '', home.pem.replaceAll('\n', '\r')].join(KEYS.enter));
    await app.see('pasted key (EC P-256)');
    app.press(KEYS.ctrl('o'));
    await app.see('Opened https://');
    expect(app.stdout.text()).toContain('3 of 4');
    expect(home.keychain.calls).toEqual([]);
    app.press(KEYS.ctrl('s'));
    await app.see('✓ The key works.');
  });

  test('never stores a pasted key on its line breaks, however slow the machine', async () => {
    service = await startService(json(200, NO_APPS));
    let now = Date.parse('2026-03-01T10:00:00Z');
    // The clock advances a second per key although all keys arrive together.
    const clock = Object.assign(new ManualClock(), {now: () => (now += 1000)});
    open({url: service.url, clock});
    await app.see('1 of 4');
    app.press(SKIP, SKIP, ['work', KEY_ID, ISSUER_ID, '', `${home.pem}\n`.replaceAll('\n', '\r')].join(KEYS.enter));
    app.press(KEYS.ctrl('o'));
    await app.see('Opened https://');
    expect(app.stdout.text()).toContain('pasted key (EC P-256)');
    expect(home.keychain.calls).toEqual([]);
    app.press(KEYS.ctrl('s'));
    await app.see('✓ The key works.');
  });

  test('opens Home, not the set-up, if a profile is stored', async () => {
    await home.login('work');
    service = await startService(json(200, NO_APPS));
    open({url: service.url});
    await app.see('this API key has access to none');
  });

  test('opens Home, not the set-up, if the environment has credentials', async () => {
    const env = {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY_PATH: home.keyPath};
    service = await startService(json(200, NO_APPS));
    open({url: service.url, env});
    await app.see('this API key has access to none');
  });

  test('opens Home, not the set-up, if the config is not valid JSON, and explains that', async () => {
    home.write('.tool/config.json', '{');
    open();
    await app.see('is not valid JSON');
    await app.see('tool › Apps');
  });
});

describe('the steps', () => {
  test('skips each step of the set-up on Ctrl+N, and writes nothing', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP, SKIP);
    await app.see('4 of 4');
    await app.see('No key is stored yet: there is nothing to check.');
    app.press(SKIP);
    await app.see('No credentials found');
    expect(home.exists('.tool')).toBe(false);
  });

  test('lists no key in the help that would type a letter into the focused field', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP);
    await app.see('F1 help');
    app.press('\u001BOP');
    await app.see(/Esc[^ ]* close/);
    const named = app.stdout.lines().flatMap((line) => /^ *│ (\S+(?: \S+)*) {2}/.exec(line)?.[1]?.split(' ') ?? []);
    expect(named).toContain('Ctrl+S');
    expect(named.filter((key) => key.length === 1 && key !== '↵')).toEqual([]);
  });

  test('goes back through the set-up step by step on Esc, and leaves the set-up from its first step', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP, SKIP);
    await app.see('4 of 4');
    for (const step of ['3', '2', '1']) {
      app.press(KEYS.esc);
      await app.see(`${step} of 4`);
    }
    // The first Esc stops the read of the existing set-up.
    await app.see('First, a config file that remembers your profiles');
    app.press(KEYS.esc);
    await app.see('tool › Apps');
  });

  test('offers no way to skip the check of a key once the key works', async () => {
    service = await startService(json(401, UNAUTHORIZED), json(401, UNAUTHORIZED), json(200, NO_APPS));
    open({url: service.url, columns: 60, rows: 15});
    await app.see('1 of 4');
    app.press(KEYS.enter);
    await app.see('Created ~/.tool/config.json');
    // The address is not shortened, so that it can be typed elsewhere.
    await app.see(/https:\/\/appstoreconnect\S+\s+\S*pi\s/);
    app.press(KEYS.enter);
    await app.see('3 of 4');
    logIn();
    await app.see('✕');
    app.press('?');
    await app.see('Skip this step');
    app.press(KEYS.esc, 'r');
    await app.see('✓ The key works.');
    app.press('y');
    await app.see('Command sent to the terminal');
    app.press('?');
    await app.see('Copy command');
    expect(app.stdout.text()).not.toContain('Skip this step');
  });

  test('asks on Ctrl+N before a form with typed text is skipped', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP, 'w', SKIP);
    await app.see('Discard the new profile?');
    app.press(KEYS.esc);
    await app.seeNot('Discard');
    await app.see('3 of 4');
    app.press(SKIP);
    await app.see('Discard the new profile?');
    app.press(KEYS.enter);
    await app.see('4 of 4');
  });

  test('goes back on Esc from the form of the set-up, and keeps typed text and a pasted key', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP, 'work', KEYS.tab, 'ABC123DEFG', KEYS.tab, KEYS.tab, KEYS.tab, KEYS.paste(home.pem));
    await app.see(/Key file +pasted key/);
    app.press(KEYS.esc);
    await app.see('2 of 4');
    app.press(KEYS.enter);
    await app.see('3 of 4');
    await app.see(/Name +work/);
    await app.see(/Key ID +ABC123DEFG/);
    await app.see(/Key file +pasted key/);
    app.press(KEYS.tab, KEYS.tab, '69a6de70-03db-47e3-e053-5b8c7c11a4d1', KEYS.ctrl('s'));
    await app.see('4 of 4');
    expect(home.keychain.items.has('work')).toBe(true);
  });

  test('says on Home how to continue a set-up that was left', async () => {
    open();
    await app.see('1 of 4');
    app.press(KEYS.esc);
    await app.see(/No credentials found[\s\S]*i +Set up an API key[\s\S]*l +Log in[\s\S]*Ctrl\+T +Try everything/);
    expect(app.stdout.text()).not.toContain('In flight');
    app.press('i');
    await app.see('1 of 4');
    app.press(KEYS.esc);
    await app.see('No credentials found');
    app.press('l');
    await app.see('Ctrl+S check and store');
    app.press(KEYS.esc);
    await app.see('No credentials found');
    app.press(KEYS.ctrl('t'));
    await app.see('Aurora Notes');
    await app.see('SANDBOX');
  });

  test('opens the keys page when o is pressed, or when Ctrl+O is pressed in the form', async () => {
    const opened: string[] = [];
    open({browser: async (url) => opened.push(url) > 0});
    await app.see('1 of 4');
    app.press(SKIP, 'o');
    await app.until('opened', () => opened.length === 1);
    app.press(SKIP, 'o', KEYS.ctrl('o'));
    await app.until('opened again', () => opened.length === 2);
    expect(opened[1]).toBe('https://appstoreconnect.apple.com/access/integrations/api');
    await app.see(/Name +o/);
  });

  test('skips the check of a key if the stored profile has been removed since the previous step', async () => {
    await home.login('old');
    service = await startService(json(200, NO_APPS));
    open({request: {screen: 'init'}, url: service.url});
    await app.see("Stored profiles: 'old'");
    rmSync(join(home.path, '.tool'), {recursive: true});
    app.press(KEYS.enter);
    await app.see('No key is stored yet: there is nothing to check.');
    expect(app.shows('No credentials')).toBe(false);
    expect(service.lines()).toEqual([]);
  });

  test('says which steps of the set-up were done before, and continues with the rest on Enter', async () => {
    await home.login('old');
    service = await startService(json(200, NO_APPS));
    open({request: {screen: 'init'}, url: service.url});
    await app.see("Stored profiles: 'old'");
    await app.see('✓ ~/.tool/config.json already exists and is left unchanged.');
    app.press(KEYS.enter);
    await app.see('✓ The key works.');
    app.press(KEYS.esc);
    await app.see(/Name +of your choice/);
  });
});

describe('an existing config', () => {
  const old = {default_profile: 'old', profiles: [{name: 'old', key_id: 'K'}], mine: 1};

  test('keeps an existing config unless the user confirms explicitly', async () => {
    home.writeConfig(old);
    open({request: {screen: 'init'}});
    await app.see('already exists and is left unchanged');
    app.press('F');
    await app.see('Replace ~/.tool/config.json with an empty config?');
    app.press(KEYS.esc);
    await app.seeNot('Replace');
    app.press(KEYS.enter);
    await app.seeNot('1 of 4');
    expect(home.config()).toEqual(old);
  });

  test('replaces an existing config with an empty one on confirmation, and keeps a copy', async () => {
    home.writeConfig(old);
    open({request: {screen: 'init'}});
    await app.see('exists and is left');
    app.press('F');
    await app.see('↵ start over');
    app.press(KEYS.enter);
    await app.see('2 of 4');
    expect(home.config()).toEqual({});
    expect(JSON.parse(readFileSync(`${home.configPath}.bak`, 'utf8'))).toEqual(old);
  });

  test('does not overwrite a config that has just appeared', async () => {
    open();
    await app.see('First, a config file');
    home.writeConfig(old);
    app.press(KEYS.enter);
    await app.see('config.json exists');
    expect(home.config()).toEqual(old);
  });

  test('reports a broken config, and offers ways to continue', async () => {
    home.write('.tool/config.json', '{');
    open({request: {screen: 'init'}});
    await app.see('is not valid JSON');
    await app.see('or start over with F,');
    app.press('F');
    await app.see('↵ start over');
    app.press(KEYS.enter);
    await app.see('2 of 4');
    expect(home.config()).toEqual({});
  });
});

test('continues the set-up if the config cannot be written, and reports that', async () => {
  const writeAtomic = () => Promise.reject(Object.assign(new Error('denied'), {code: 'EACCES'}));
  open({host: {files: {...createFiles(), writeAtomic}}});
  await app.see('1 of 4');
  app.press(KEYS.enter);
  await app.see(`Cannot write ${home.configPath}: permission denied`);
  await app.see('Ctrl+N continues without it.');
  app.press(SKIP);
  await app.see('2 of 4');
});

describe('the check', () => {
  test('warns only once that other users can read the key file', async () => {
    chmodSync(home.keyPath, 0o644);
    home.keychain.state = 'missing';
    await toCheck(json(200, NO_APPS));
    await app.see('✓ The key works.');
    await app.see('Equivalent command');
    expect(app.stdout.text().match(/open to/g)).toHaveLength(1);
  });

  test('shows on Home which profile is in use if another run has changed the default', async () => {
    await toCheck(json(200, NO_APPS));
    await app.see('✓ The key works.');
    const other = {name: 'other', key_id: 'K2', issuer_id: 'I-1', private_key_path: home.keyPath};
    const [work] = home.config().profiles as object[];
    home.writeConfig({default_profile: 'other', profiles: [work, other]});
    app.press(KEYS.enter);
    await app.see('this API key has access to none');
    await app.until('it is named', () => app.stdout.lines()[0]?.includes('other') === true);
    const {authorization = ''} = service?.requests.at(-1)?.headers ?? {};
    expect(decodeProtectedHeader(authorization.replace('Bearer ', '')).kid).toBe('K2');
  });

  test('advises comparing the IDs if the service refuses a key, and returns to the filled form on Esc', async () => {
    await toCheck(
      error(401, 'NOT_AUTHORIZED', 'Bad token'),
      error(401, 'NOT_AUTHORIZED', 'Bad token'),
      json(200, NO_APPS),
    );
    await app.see('Bad token');
    await app.see('Compare the key ID and the issuer ID with');
    app.press(KEYS.esc);
    await app.see(/▌ Key ID +KEY1234567/);
    app.press(KEYS.ctrl('s'));
    await app.see('✓ The key works.');
  });

  test('keeps a pasted key that the service refused, so that an ID can be corrected', async () => {
    const refused = error(401, 'NOT_AUTHORIZED', 'Bad token');
    service = await startService(refused, refused, json(200, NO_APPS));
    open({url: service.url});
    await app.see('1 of 4');
    app.press(SKIP, SKIP, ['work', KEY_ID, ISSUER_ID, '', KEYS.paste(home.pem)].join(KEYS.enter), KEYS.ctrl('s'));
    await app.see('Bad token');
    app.press(KEYS.esc);
    await app.see(/Key file +pasted key \(EC P-256\)/);
    app.press(KEYS.backspace, '8', KEYS.ctrl('s'));
    await app.see('✓ The key works.');
    expect(home.keychain.items.get('work')).toContain('KEY1234568');
    for (const line of home.pem.split('\n').slice(1, -2)) expect(app.stdout.bytes).not.toContain(line);
  });

  test('repeats every warning after a refusal, and returns on Esc to the first field with a warning', async () => {
    service = await startService(error(401, 'NOT_AUTHORIZED', 'Bad token'), error(401, 'NOT_AUTHORIZED', 'Bad token'));
    home.write('AuthKey_OTHERKEY12.p8', home.pem);
    open({url: service.url});
    await app.see('1 of 4');
    app.press(SKIP, SKIP, ['work', KEY_ID, 'foo', '', '~/AuthKey_OTHERKEY12.p8'].join(KEYS.enter), KEYS.ctrl('s'));
    await app.see('↵ store it');
    app.press(KEYS.enter);
    await app.see('Bad token');
    await app.see('The issuer ID is not a UUID.');
    await app.see('The key file ~/AuthKey_OTHERKEY12.p8 is named after the key OTHERKEY12.');
    app.press(KEYS.esc);
    await app.see(/Issuer ID +foo +✕ is not a UUID/);
    app.press(KEYS.ctrl('u'), 'x');
    await app.see(/Issuer ID +x/);
  });

  test('requires no issuer ID for an individual key', async () => {
    service = await startService(json(200, NO_APPS));
    open({url: service.url});
    await app.see('1 of 4');
    app.press(SKIP, SKIP, 'work', KEYS.tab, KEY_ID, KEYS.tab);
    await app.see(/Kind of key +‹ team › +individual \(no issuer ID\)/);
    app.press(KEYS.tab, KEYS.right);
    await app.see(/Kind of key +team +‹ individual/);
    app.press(KEYS.tab, home.keyPath, KEYS.enter);
    await app.see('✓ The key works.');
  });

  test('reports a wrong system clock in the check of a key', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    await toCheck(error(401, 'NOT_AUTHORIZED', 'Bad token', {date}));
    await app.see("This machine's clock is 1 h ahead");
  });

  test('accepts a key with a limited role, with a remark', async () => {
    await toCheck(error(403, 'FORBIDDEN_ERROR', 'The API key in use does not allow this request'));
    await app.see('The key works, but its role is limited.');
    await app.see('↵ your apps');
  });

  test('says who must accept an agreement, and opens the page for it when o is pressed', async () => {
    const opened: string[] = [];
    service = await startService(error(403, 'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED', 'Agreement missing'));
    await home.login('work');
    const browser = async (url: string) => opened.push(url) > 0;
    open({url: service.url, request: {screen: 'init'}, browser, columns: 60});
    await app.see('Stored profiles');
    app.press(KEYS.enter);
    await app.see('Agreement missing');
    await app.see(/Account\s+Holder/);
    await app.see('o opens that page, r checks again');
    await app.see(/^ .*o agreements .*Esc back {2}\? help$/m);
    app.press('o');
    await app.until('the page of agreements', () => opened[0]?.endsWith('/business') ?? false);
  });

  test('lets the user continue without a check of the key if the store cannot be reached', async () => {
    open();
    await app.see('1 of 4');
    app.press(SKIP, SKIP);
    logIn();
    await app.see(/✕ The key was not checked: no answer from the store\.[\s\S]*connection refused by/);
    await app.see('Enter continues anyway');
    app.press(KEYS.enter);
    await app.see('tool › Apps');
    expect(home.keychain.items.size).toBe(1);
  });

  test('stops a slow check of a key on Esc, and starts another check when r is pressed', async () => {
    await toCheck(silent, json(200, NO_APPS));
    await app.see('Checking with the store');
    await app.until('asked', () => service?.requests.length === 1);
    app.press(KEYS.esc);
    await app.see('r checks again');
    app.press('r');
    await app.see('✓ The key works.');
  });

  test('reports a missing key file of a stored profile, and does not crash', async () => {
    home.writeConfig({
      profiles: [{name: 'lost', key_id: 'K', issuer_id: 'I', private_key_path: '/nowhere/k.p8'}],
    });
    open({request: {screen: 'init'}});
    await app.see("Stored profiles: 'lost'");
    app.press(KEYS.enter);
    await app.see(/nowhere\/k\.p8/);
  });
});

describe('the sandbox', () => {
  test('continues with the sandbox on Ctrl+T, and changes no real file', async () => {
    open();
    await app.see('No account? Ctrl+T');
    app.press(KEYS.ctrl('t'));
    await app.see('Aurora Notes');
    await app.see('nothing in it is real');
    expect(app.stdout.lines()[0]).toContain('SANDBOX');
    expect(home.exists('.tool/config.json')).toBe(false);
    app.press('/', 'aurora', KEYS.enter, KEYS.enter);
    await app.see('Pending developer release');
    expect(home.keychain.calls).toEqual([]);
  });

  test('does not offer the sandbox inside the sandbox', async () => {
    open({globals: {sandbox: true}, request: {screen: 'init'}});
    await app.see("Stored profiles: 'sandbox'");
    expect(app.stdout.text()).not.toContain('Ctrl+T');
  });
});

test.each([
  [60, 15],
  [80, 24],
  [120, 40],
])('fits every step of the set-up into %i x %i', async (columns, rows) => {
  open({columns, rows});
  // In a field, `?` is text, so another key opens the help.
  for (const [step, last] of [
    ['1', '? help'],
    ['2', '? help'],
    ['3', 'F1 help'],
    ['4', '? help'],
  ] as const) {
    await app.see(`${step} of 4`);
    await app.until(`keys up to ${last}`, () => app.stdout.lines().at(-1)?.endsWith(last) === true);
    expect(app.stdout.lines()).toHaveLength(rows);
    app.press(SKIP);
  }
  await app.see('tool › Apps');
});

test('says how to see the rest of a step of the set-up only if the step does not fit', async () => {
  home.write('.tool/config.json', '{');
  open({columns: 60, rows: 15, request: {screen: 'init'}});
  await app.see('is not valid JSON');
  await app.see('PgDn shows more');
  app.press(KEYS.pageDown);
  await app.see('sandbox store.');
  await app.see('PgUp shows more');
  app.press(SKIP);
  await app.see('2 of 4');
  await app.seeNot(' shows more');
});

test('reads each step of the set-up aloud with its number', async () => {
  open({globals: {screenReader: true}});
  await app.see('1 of 4: a config file');
  app.press(KEYS.enter);
  await app.see('2 of 4: the keys page');
});
