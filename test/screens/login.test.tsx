import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {PATIENCE_MS} from '../../src/screens/input/key-queue.tsx';
import {createFiles} from '../../src/services/host/files.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type InHomeOptions, openInHome} from '../support/app-in-home.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {FORBIDDEN, json, NO_APPS, type Service, silent, startService, UNAUTHORIZED} from '../support/service.ts';
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

const SUBMIT = KEYS.ctrl('s');
const KEY_ID = 'KEY1234567';
const ISSUER_ID = '69a6de70-0000-47e3-e053-5b8c7c11a4d1';

async function open(options: InHomeOptions = {}) {
  app = openInHome(home, {request: {screen: 'login'}, ...options});
  await app.see('Log in');
  return app;
}

/** Fills in the name, the key ID, the issuer ID and the key file, and skips the type of the key. */
function fill(...texts: string[]) {
  app.press((texts.length > 3 ? texts.toSpliced(3, 0, '') : texts).join(KEYS.tab));
}

const line = (label: string) => app.stdout.lines().find((text) => text.slice(2).startsWith(label)) ?? '';
/** Returns the lines that would give the key away. */
const secretLines = () => home.pem.split('\n').filter((text) => text !== '' && !text.includes('-----'));
function expectNothingOfKeyShown() {
  for (const text of secretLines()) expect(app.stdout.bytes).not.toContain(text.slice(0, 20));
}

describe('a valid login', () => {
  test('shows every hint of the login form in full at 80 columns', async () => {
    await open({columns: 80, rows: 24});
    const seeHints = async () => {
      for (const hint of [
        'of your choice, e.g. work',
        'beside the key in the list',
        'above the list',
        'Tab completes or moves on',
      ])
        await app.see(hint);
    };
    await seeHints();
    app.press(KEYS.tab.repeat(5), KEYS.right);
    await app.see('For this repo');
    await seeHints();
  });

  test('stores a key by its path, uses it, and shows the command that does the same', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, home.keyPath);
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
    const text = app.stdout.text();
    expect(text).toContain('system keychain');
    expect(
      app.shows(
        `tool auth login --name work --key-id ${KEY_ID} --issuer-id ${ISSUER_ID} --private-key ${home.keyPath}`,
      ),
    ).toBe(true);
    expect(JSON.parse(home.keychain.items.get('work') ?? '')).toMatchObject({key_id: KEY_ID, issuer_id: ISSUER_ID});
    expect(home.config().default_profile).toBe('work');
    await app.until('the header says so', () => /work · keychain/.test(app.stdout.lines()[0] ?? ''));
    app.press(KEYS.enter);
    app.press(KEYS.esc);
    await app.see('tool › Apps');
  });

  test('goes from field to field on Enter, and accepts a key path with ~ and an escaped space', async () => {
    home.write('my keys/AuthKey_K9.p8', home.pem);
    await open();
    app.press(
      'work',
      KEYS.enter,
      KEY_ID,
      KEYS.enter,
      ISSUER_ID,
      KEYS.enter,
      KEYS.enter,
      KEYS.paste('~/my\\ keys/AuthKey_K9.p8'),
      SUBMIT,
    );
    await app.see("Registered API key 'work'");
  });

  test('offers the place of storage and a network check as choices in the login form', async () => {
    service = await startService(json(200, NO_APPS));
    await open({url: service.url});
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.right, KEYS.tab, KEYS.right, KEYS.tab, ' ', SUBMIT);
    await app.see("Registered API key 'work'");
    expect(service.lines()).toEqual(['GET /v1/apps']);
    expect(app.stdout.text()).toContain('config file at ~/.tool/config.json');
    expect(app.shows('--bypass-keychain --local --network')).toBe(true);
    expect(home.keychain.items.size).toBe(0);
    expect(home.config().profiles).toMatchObject([{name: 'work', key_id: KEY_ID, private_key_path: home.keyPath}]);
  });

  test('stores a key with a limited role, with a warning', async () => {
    service = await startService(json(403, FORBIDDEN));
    await open({url: service.url});
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT);
    await app.see("Registered API key 'work'");
    await app.see('its role is limited');
    expect(home.keychain.items.size).toBe(1);
  });

  test('falls back from the keychain to the config file, and reports that', async () => {
    home.keychain.state = 'locked';
    await open();
    fill('work', KEY_ID, ISSUER_ID, home.keyPath);
    app.press(SUBMIT);
    await app.see('config file at ~/.tool/config.json');
    await app.see('is locked');
  });

  test('warns in the login form that a stored profile of the same name will be replaced', async () => {
    await home.login('work');
    await open();
    app.press('work');
    await app.see("'work' is already stored: this replaces it.");
    app.press('2');
    await app.seeNot('this replaces it');
  });

  test('trims a profile name, and replaces the profile of that name', async () => {
    await home.login('work');
    await open();
    fill(' work ', ` ${KEY_ID}`, `${ISSUER_ID} `, ` ${home.keyPath} `);
    await app.see("'work' is already stored: this replaces it.");
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
    expect([...home.keychain.items.keys()]).toEqual(['work']);
    expect(JSON.parse(home.keychain.items.get('work') ?? '')).toMatchObject({key_id: KEY_ID, issuer_id: ISSUER_ID});
  });
});

describe('a pasted key', () => {
  test('names a pasted key without showing it, and stores the key in a file if the keychain is bypassed', async () => {
    await open({env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    fill('work', 'KEY 1234567', ISSUER_ID, '');
    app.press(KEYS.paste(home.pem));
    await app.see('pasted key (EC P-256)');
    // The key ID is invalid: a message appears next to it, and the pasted key stays.
    app.press(SUBMIT);
    await app.see('must not contain spaces');
    app.press(KEYS.ctrl('u'), KEY_ID, SUBMIT);
    await app.see("Registered API key 'work'");
    const path = join(home.path, `.tool/keys/AuthKey_${KEY_ID}.p8`);
    expect(home.mode(path)).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(home.pem);
    // The path of the stored file is shown, so that it can be used again.
    await app.see(path);
    expectNothingOfKeyShown();
  });

  test('stores a pasted key in the keychain, and in no file', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, KEYS.paste(home.pem));
    app.press(SUBMIT);
    await app.see('system keychain');
    expect(home.keychain.items.get('work')).toContain(home.der);
    expect(existsSync(join(home.path, '.tool/keys'))).toBe(false);
    expectNothingOfKeyShown();
  });

  test.each([
    ['in one read', (pem: string) => [pem.replaceAll('\n', '\r')]],
    ['line by line', (pem: string) => pem.split(/(?<=\n)/).map((text) => text.replace('\n', '\r'))],
  ])('accepts a key that arrives %s without paste markers', async (_, reads) => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, '');
    await app.until('the key field has the keys', () => line('Issuer ID').includes(ISSUER_ID));
    for (const read of reads(home.pem)) app.press(read);
    await app.see('pasted key (EC P-256)');
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
    expectNothingOfKeyShown();
  });

  test('moves a key pasted into another field to the key field', async () => {
    await open();
    app.press('work', KEYS.tab, home.pem.replaceAll('\n', '\r'));
    await app.see('pasted key (EC P-256)');
    expect(line('Key file')).toContain('pasted key');
    expect(line('Key ID')).not.toContain('PRIVATE');
    expectNothingOfKeyShown();
  });

  test('removes a pasted key on Backspace, and accepts a path instead', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, KEYS.paste(home.pem));
    await app.see('pasted key');
    app.press(KEYS.backspace);
    await app.seeNot('pasted key');
    app.press(home.keyPath, SUBMIT);
    await app.see("Registered API key 'work'");
    expect(app.shows(`--private-key ${home.keyPath}`)).toBe(true);
  });

  test.each([
    ['damaged', (pem: string) => pem.replace(/\n.{10}/, '\n!!'), 'is damaged or cut off'],
    ['cut off', (pem: string) => pem.slice(0, 90), 'END line is missing'],
    [
      'of another kind',
      () => '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n',
      'RSA PRIVATE KEY',
    ],
    ['in base64', (pem: string) => Buffer.from(pem).toString('base64'), 'is base64, not a PEM'],
  ])(
    'reports a pasted key that is %s in a message beside the field, without showing the key',
    async (_, change, words) => {
      await open();
      fill('work', KEY_ID, ISSUER_ID, KEYS.paste(change(home.pem)));
      await app.see('pasted text');
      app.press(SUBMIT);
      await app.see(words);
      expect(home.keychain.items.size).toBe(0);
      expectNothingOfKeyShown();
      expect(app.stdout.bytes).not.toContain('LS0tLS1CRUdJT');
    },
  );
});

describe('an invalid login', () => {
  test('marks each empty field as required, and focuses the first of them', async () => {
    await open();
    app.press(SUBMIT);
    await app.see('is required');
    expect(app.stdout.text().match(/is required/g)).toHaveLength(4);
    fill('work', KEY_ID, ISSUER_ID, home.keyPath);
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
  });

  test.each([
    ['is missing', '/nowhere/AuthKey.p8', /nowhere\/AuthKey\.p8\s+does\s+not\s+exist/],
    ['is a directory', '/tmp', /is\s+a\s+directory/],
    ['holds no key', '', /is\s+not\s+a\s+private\s+key/],
  ])('reports a key file that %s in a message beside the field, and stores nothing', async (_, path, words) => {
    await open();
    const text = path || home.write('note.txt', 'hello');
    fill('work', KEY_ID, ISSUER_ID, text);
    app.press(SUBMIT);
    await app.see(words);
    await app.see('✕ The private key file');
    expect(app.stdout.text()).not.toContain('--private-key');
    expect(home.keychain.items.size).toBe(0);
    expect(home.exists('.tool/config.json')).toBe(false);
  });

  test('says first that a key was not checked if the store cannot be reached', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT);
    await app.see(/! The key was not checked: no answer from the store\.[\s\S]*refused by[\s\S]*Nothing was stored\./);
    expect(home.keychain.items.size).toBe(0);
  });

  test('does not store a key that the service refuses, and checks the key again on the next Ctrl+S', async () => {
    service = await startService(json(401, UNAUTHORIZED), json(401, UNAUTHORIZED), json(200, NO_APPS));
    await open({url: service.url});
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT);
    await app.see('Bad token');
    await app.see('Nothing was stored.');
    expect(home.keychain.items.size).toBe(0);
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
  });
});

test('advises starting over in Profiles if the config cannot be read', async () => {
  home.write('.tool/config.json', '{');
  await open();
  fill('work', KEY_ID, ISSUER_ID, home.keyPath);
  app.press(SUBMIT);
  await app.see('is not valid JSON');
  await app.see(/start over with\s+i\s+in\s+Profiles \(P\)/);
});

describe('values that look mistyped', () => {
  test('asks before storing suspicious values, and focuses the first field with one on Esc', async () => {
    home.write('AuthKey_OTHERKEY12.p8', home.pem);
    await open();
    fill('work', KEY_ID, 'foo', '~/AuthKey_OTHERKEY12.p8');
    app.press(SUBMIT);
    await app.see('The issuer ID is not a UUID.');
    await app.see('The key file ~/AuthKey_OTHERKEY12.p8 is named after the key OTHERKEY12.');
    await app.see('↵ store it');
    expect(home.keychain.items.size).toBe(0);
    app.press(KEYS.esc);
    await app.see(/Issuer ID +foo +✕ is not a UUID/);
    app.press('d');
    await app.see(/Issuer ID +food/);
    app.press(SUBMIT);
    await app.see('↵ store it');
    app.press(KEYS.enter);
    await app.see("Registered API key 'work'");
  });

  test('removes the warning about a key file once the key ID is corrected to match the file', async () => {
    home.write('AuthKey_OTHERKEY12.p8', home.pem);
    await open();
    fill('work', 'OTHERKEY1', ISSUER_ID, '~/AuthKey_OTHERKEY12.p8');
    app.press(SUBMIT);
    await app.see('↵ store it');
    app.press(KEYS.esc);
    await app.see('✕ is named after the key OTHERKEY12');
    app.press('2');
    await app.seeNot('is named after the key');
  });

  test('refuses swapped key and issuer IDs without a question', async () => {
    await open();
    fill('work', ISSUER_ID, KEY_ID, home.keyPath);
    app.press(SUBMIT);
    await app.until('it is answered', () => app.shows('the two are swapped') || app.shows('Store it anyway?'));
    expect(app.shows('Store it anyway?')).toBe(false);
    expect(app.selected()).toContain('Key ID');
    expect(home.keychain.calls).toEqual([]);
  });

  test('does not ask about the same suspicious values twice in a run', async () => {
    service = await startService(json(401, UNAUTHORIZED), json(401, UNAUTHORIZED), json(200, NO_APPS));
    await open({url: service.url});
    fill('work', KEY_ID, 'foo', '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT);
    await app.see('↵ store it');
    app.press(KEYS.enter);
    await app.see(/Issuer ID +foo +✕ is not a UUID/);
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
  });

  test('does not ask about the missing issuer ID of an individual key', async () => {
    await open();
    app.press('work', KEYS.tab, KEY_ID, KEYS.tab, KEYS.tab, KEYS.right, KEYS.tab, home.keyPath, SUBMIT);
    await app.see("Registered API key 'work'");
    expect(app.shows(`--key-id ${KEY_ID} --individual --private-key`)).toBe(true);
  });
});

describe('the field of a key file', () => {
  test('warns about a key file that is named after another key', async () => {
    home.write('AuthKey_OTHERKEY12.p8', home.pem);
    await open();
    fill('work', 'ABC123DEFG', ISSUER_ID, '~/AuthKey_OTHERKEY12.p8', '');
    await app.see('named after the key OTHERKEY12');
  });

  test('shows warnings about the key file and a replaced profile in the smallest terminal', async () => {
    await home.login('work');
    home.write('AuthKey_OTHERKEY12.p8', home.pem);
    await open({columns: 60, rows: 15});
    fill('work', 'ABC123DEFG', ISSUER_ID, '~/AuthKey_OTHERKEY12.p8', '');
    await app.see('named after the key OTHERKEY12');
    await app.see("'work' is already stored: this replaces it.");
  });

  test('completes a path on Tab, lists the candidates, and moves on if the path is complete', async () => {
    home.write('Downloads/AuthKey_AAA.p8', home.pem);
    home.write('Downloads/AuthKey_ABB.p8', home.pem);
    home.write('Downloads/picture.png', '');
    await open();
    fill('work', KEY_ID, ISSUER_ID, '~/Dow');
    app.press(KEYS.tab);
    await app.see('~/Downloads/');
    app.press(KEYS.tab);
    await app.see('~/Downloads/AuthKey_A');
    expect(app.stdout.text()).not.toContain('picture.png');
    await app.see('AuthKey_AAA.p8  AuthKey_ABB.p8');
    app.press('B', KEYS.tab, SUBMIT);
    await app.see("Registered API key 'work'");
    expect(app.stdout.text()).toContain('AuthKey_ABB.p8');
  });

  test('says how many files match a path besides the listed ones', async () => {
    for (let index = 100; index < 200; index++) home.write(`Keys/AuthKey_${index}.p8`, home.pem);
    await open();
    fill('work', KEY_ID, ISSUER_ID, '~/Keys/AuthKey_1');
    app.press(KEYS.tab);
    await app.see(/AuthKey_100\.p8[\s\S]*AuthKey_107\.p8 *\+92/);
  });

  test('goes from a complete path to the next field on Tab, and keeps the keys typed after Tab', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, home.keyPath);
    app.press(KEYS.tab, KEYS.right, SUBMIT);
    await app.see('config file at');
  });

  test('lists candidates right below a path, with control characters escaped, until the path changes', async () => {
    home.write('Keys/one\u001B[31m\n.p8', home.pem);
    home.write('Keys/one two.p8', home.pem);
    await open();
    fill('work', KEY_ID, ISSUER_ID, '~/Keys/o');
    app.press(KEYS.tab);
    await app.see(String.raw`one\x1b[31m\n.p8  one two.p8`);
    expect(app.stdout.lines().findIndex((text) => text.includes('one two.p8'))).toBe(
      app.stdout.lines().findIndex((text) => text.includes('Key file')) + 1,
    );
    expect(app.stdout.bytes).not.toContain('\u001B[31m\n');
    app.press(' ');
    await app.seeNot('one two.p8');
    app.press(KEYS.tab);
    await app.see('~/Keys/one two.p8');
  });

  test('gives up on a folder that does not answer, and keeps the keys typed after Tab', async () => {
    const clock = new ManualClock();
    const files = {...createFiles(), readdir: () => new Promise<string[]>(() => {})};
    await open({clock, host: {files}});
    fill('work', KEY_ID, ISSUER_ID, '/net/k');
    app.press(KEYS.tab, 'ey');
    await app.pass(clock, PATIENCE_MS);
    await app.until('the keys arrive', () => line('Key file').includes('/net/key'));
    app.press(KEYS.tab);
    await app.pass(clock, PATIENCE_MS);
    await app.see('The folder does not answer, so nothing was completed.');
    app.press('s');
    await app.seeNot('The folder does not answer');
    expect(line('Key file')).toContain('/net/keys');
  });

  test('goes to the next field on Tab if the folder of the key path does not exist', async () => {
    await open();
    fill('work', KEY_ID, ISSUER_ID, '/nowhere/at/all');
    app.press(KEYS.tab, KEYS.right);
    await app.until('the next field', () => /Bypass keychain +no {2}‹ yes ›/.test(app.stdout.text()));
  });
});

describe('the login form', () => {
  test('stops an unanswered check of a key on Esc, stores nothing, and keeps the form', async () => {
    service = await startService(silent);
    await open({url: service.url});
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT);
    await app.see('Checking and storing');
    await app.until('asked', () => service?.requests.length === 1);
    app.press(KEYS.esc);
    await app.see('Ctrl+S');
    expect(line('Key ID')).toContain(KEY_ID);
    expect(home.keychain.items.size).toBe(0);
  });

  test('checks and stores a key once, however often the form is submitted', async () => {
    let go: () => void = () => {};
    service = await startService((_, response) => {
      go = () => response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(NO_APPS));
    });
    await open({url: service.url});
    fill('work', KEY_ID, ISSUER_ID, '');
    app.press(home.keyPath, KEYS.enter, KEYS.tab, ' ', SUBMIT, SUBMIT, SUBMIT);
    await app.until('asked', () => service?.requests.length === 1);
    go();
    await app.see("Registered API key 'work'");
    expect(service.requests).toHaveLength(1);
    expect(home.keychain.calls).toEqual(['set work']);
  });

  test('asks before leaving a login form with typed text, but not after the profile is stored', async () => {
    await open();
    app.press('w', KEYS.esc);
    await app.see('Discard the new profile?');
    app.press(KEYS.esc);
    await app.seeNot('Discard the new profile?');
    fill('ork', KEY_ID, ISSUER_ID, home.keyPath);
    app.press(SUBMIT);
    await app.see("Registered API key 'work'");
    app.press('q');
    expect(await app.exitCode).toBe(0);
  });

  test.each([
    [60, 15],
    [80, 24],
  ])('reports mistyped values when a field is left, and a missing file on Ctrl+S: %i x %i', async (columns, rows) => {
    await open({columns, rows});
    fill('work', 'ABC123', 'foo', '/nowhere.p8');
    await app.see(/Key ID +ABC123\s+! has 6 characters instead of 10/);
    await app.see(/Issuer ID +foo +! is not a UUID/);
    app.press(SUBMIT);
    await app.see('↵ store it');
    app.press(KEYS.enter);
    await app.see('The private key file /nowhere.p8 does');
    app.press(KEYS.ctrl('u'), home.keyPath, SUBMIT);
    await app.see("Registered API key 'work'");
  });

  test('shows a whole issuer ID and key path in their fields', async () => {
    await open();
    const issuer = '69a6de70-03db-47e3-e053-5b8c7c11a4d1';
    const path = '/a/very/long/path/to/the/folder/of/keys/AuthKey_A.p8';
    fill('work', 'ABC123DEFG', issuer, path, '');
    await app.until('both are whole', () => line('Issuer ID').includes(issuer) && line('Key file').includes(path));
  });

  test('takes letters in the login form as text, even letters that are keys elsewhere', async () => {
    await open();
    app.press('q?P!/');
    await app.until('typed', () => line('Name').includes('q?P!/'));
  });
});

test.each([
  [60, 15],
  [80, 24],
  [120, 40],
])('fits the login form into %i x %i with an error in every field', async (columns, rows) => {
  await open({columns, rows});
  app.press(SUBMIT);
  await app.see('is required');
  expect(app.stdout.lines()).toHaveLength(rows);
  expect(app.stdout.lines().at(-1)).toContain('Ctrl+S check and store');
});

test('keeps the focused field of the login form in view in a low terminal, whatever errors are shown', async () => {
  await open({columns: 60, rows: 15});
  await app.see('Key ID');
  fill('', 'ABC123', '<the issuer ID>', '/a/path/to/key.p8');
  app.press(KEYS.down, KEYS.right, KEYS.ctrl('s'));
  await app.see('is required');
  expect(app.stdout.text()).toContain('Name');
  app.press(...Array.from({length: 8}, () => KEYS.down));
  await app.see('Read-only');
  app.press(...Array.from({length: 8}, () => KEYS.up));
  await app.see('Name');
  await app.seeNot('Read-only');
});

test('shows the whole error of a form and its focused field in a low terminal', async () => {
  service = await startService(json(401, UNAUTHORIZED));
  await open({url: service.url, columns: 60, rows: 15});
  fill('work', KEY_ID, ISSUER_ID, '');
  app.press(home.keyPath, KEYS.enter, KEYS.tab, KEYS.right, SUBMIT);
  await app.see('Bad token: who are you');
  expect(app.shows(/Network check +no +‹ yes ›/)).toBe(true);
});
