import {chmodSync} from 'node:fs';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type InHomeOptions, openInHome} from '../support/app-in-home.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let app: AppDriver;

beforeEach(() => {
  home = new TempHome();
});
afterEach(async () => {
  await app?.close();
  home.remove();
});

function open(options: InHomeOptions = {}) {
  app = openInHome(home, {request: {screen: 'doctor'}, ...options});
  return app;
}

function profile(name: string) {
  return {name, key_id: `K${name}`.padEnd(10, '0'), issuer_id: home.plausible.issuerId, private_key_path: home.keyPath};
}

/** Opens and closes the palette three times, so that anything in progress has time to appear. */
async function lookElsewhere() {
  for (let times = 0; times < 3; times++) {
    app.press(KEYS.ctrl('p'));
    await app.see('type to search');
    app.press(KEYS.esc);
    await app.seeNot('type to search');
  }
}

/** Writes a config that other users can read, and whose default profile does not exist. */
function faulty() {
  const path = home.writeConfig({default_profile: 'gone', profiles: [profile('one')]});
  chmodSync(path, 0o644);
}

test('opens Doctor without any credential or network', async () => {
  open();
  await app.see('No issues found.');
  expect(app.stdout.text()).toContain('✓ ok   The system keychain is available');
  expect(app.shows(`· info There is no config file at ${home.configPath}`)).toBe(true);
  expect(app.stdout.text()).toContain('· info No profiles are stored');
});

test('shows a sign, a word and a hint for each finding of Doctor', async () => {
  faulty();
  home.keychain.state = 'locked';
  open({rows: 40});
  await app.see('Found 2 warnings and 1 error.');
  const text = app.stdout.text();
  expect(text).toMatch(/! warn The system keychain is locked/);
  expect(text).toMatch(/✕ fail The default profile 'gone'/);
  expect(app.shows(`chmod 600 ${home.configPath}. f repairs it.`)).toBe(true);
  expect(text).not.toContain('--fix');
});

/** Holds the keychain's answer until the returned function is called. */
function heldKeychain(): () => void {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  home.keychain.get = async (account) => {
    await opened;
    return home.keychain.items.get(account);
  };
  return open;
}

test('shows each section of Doctor as soon as the section is finished', async () => {
  await home.login('work', [], {plausible: true});
  const answer = heldKeychain();
  open();
  await app.see('Only you can read the config file');
  await app.see('Checking');
  expect(app.stdout.text()).not.toContain('Profiles\n');
  app.press('f');
  await app.see('the checks are still running');
  answer();
  await app.see("Profile 'work' (keychain): key readable");
  app.press(KEYS.up);
  await app.see('No issues found.');
});

test("stops a run of Doctor on Esc, and drops the keychain's late answer", async () => {
  await home.login('work', [], {plausible: true});
  const answer = heldKeychain();
  open();
  await app.see('Checking');
  await app.see('Only you can read');
  app.press(KEYS.esc);
  await app.see('Not all checks were run.');
  answer();
  await lookElsewhere();
  expect(app.stdout.text()).not.toContain('key readable');
});

test('asks for a confirmation that names the problems when f is pressed in Doctor, then repairs them', async () => {
  faulty();
  open();
  await app.see('Found 1 warning and 1 error.');
  app.press('f');
  await app.see('tool auth doctor --fix --confirm');
  await app.see("- The default profile 'gone'");
  app.press(KEYS.esc);
  await app.seeNot('--fix');
  // A repair that had started by mistake would be visible after this.
  await lookElsewhere();
  expect(app.shows('f repairs it')).toBe(true);
  expect(home.mode(home.configPath)).toBe(0o644);
  app.press('f');
  await app.see('↵ repair');
  app.press(KEYS.enter);
  await app.see('No issues found.');
  expect(app.stdout.text()).toContain('(repaired)');
  expect(home.mode(home.configPath)).toBe(0o600);
  expect(home.config()).not.toHaveProperty('default_profile');
  app.press('f');
  await app.see('nothing can be repaired automatically');
});

test('does not start Doctor again when r is pressed during a repair', async () => {
  await home.login('work', [], {plausible: true});
  chmodSync(home.configPath, 0o644);
  open();
  await app.see('Found 1 warning');
  await app.see('f repairs it');
  const answer = heldKeychain();
  app.press('f');
  await app.see('↵ repair');
  app.press('x', KEYS.enter);
  await app.see('Checking');
  app.press('r');
  await app.see('Check again: a repair runs to its end');
  answer();
  await app.see('(repaired)');
});

test('runs Doctor again when r is pressed', async () => {
  faulty();
  open();
  await app.see('1 error');
  home.writeConfig({default_profile: 'one', profiles: [profile('one')]});
  chmodSync(home.configPath, 0o600);
  app.press('r');
  await app.see('No issues found.');
});

test.each([
  [60, 15],
  [80, 24],
  [120, 40],
])('fits Doctor into %i x %i, and hides nothing', async (columns, rows) => {
  faulty();
  open({columns, rows});
  await app.see('1 error');
  expect(app.stdout.lines()).toHaveLength(rows);
  await app.see('Keychain');
  app.press('G');
  await app.see("The default profile 'gone'");
});
