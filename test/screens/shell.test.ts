import {afterEach, describe, expect, test} from 'vitest';
import type {Session} from '../../src/app/session/session.ts';
import {type Stack, steps} from '../../src/screens/context/router.ts';
import {firstStack} from '../../src/screens/shell/start.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';

let app: AppDriver;
afterEach(() => app.close());
const open = (options: OpenOptions = {}) => {
  app = new AppDriver(options);
};

describe('a flow that starts with the choice of an app', () => {
  const picking = 'tool › Create a version › choose an app';
  const plain = /^ tool › Apps /m;

  test('drops the choice of an app if the palette opens Home', async () => {
    open({request: {screen: 'create'}});
    await app.see(picking);
    await app.see('Aurora Notes');
    app.press(KEYS.ctrl('p'));
    await app.see('type to search');
    app.press('go to apps', KEYS.enter);
    await app.see(plain);
    app.press(KEYS.enter);
    await app.see('tool › Apps › Aurora Notes');
    app.press(KEYS.esc);
    await app.see(plain);
  });

  test('cancels the choice of an app on Esc', async () => {
    open({request: {screen: 'create'}, columns: 120});
    await app.see('Aurora Notes');
    await app.see(picking);
    await app.see('Esc back');
    app.press(KEYS.esc);
    await app.see(plain);
    expect(app.stdout.text()).not.toContain('Esc back');
  });
});

describe('the stack of screens', () => {
  const names = ({entries}: Stack) => entries.map(({screen, params}) => screen + (params.pickFor ? '?' : ''));
  const ids = ({entries}: Stack) => entries.map(({id}) => id);
  const start = firstStack({screen: 'version', versionId: 'v1'});

  test('resets a first screen that asks for an app to a plain Home', () => {
    const stack = firstStack({screen: 'create'});
    expect(names(stack)).toEqual(['home?']);
    expect(names(steps.reset(stack, 'home'))).toEqual(['home']);
    expect(names(steps.reset(stack, 'doctor'))).toEqual(['home', 'doctor']);
  });

  test.each(['version', 'release-notes', 'ship'] as const)(
    'ignores the given app on the screen %s, because TOOL_APP_ID may name another app',
    (screen) => {
      const {entries} = firstStack({screen, versionId: 'v1', app: '1001'});
      expect(entries.flatMap(({params}) => params.appId ?? [])).toEqual([]);
      expect(entries.at(-1)?.params.versionId).toBe('v1');
    },
  );

  test('never reuses the ID of a screen', () => {
    const given = new Set<number>();
    let stack = start;
    const note = () => {
      for (const {id} of stack.entries) given.add(id);
    };
    note();
    expect(given.size).toBe(2);
    stack = steps.push(stack, 'doctor');
    const front = stack.entries.at(-1);
    stack = steps.forget(stack);
    note();
    expect(stack.entries.at(-1)).toBe(front);
    expect(ids(stack).slice(0, -1)).toEqual([3, 4]);
    stack = steps.back(stack);
    stack = steps.push(stack, 'profiles');
    note();
    expect(given.size).toBe(6);
  });

  test('keeps only the first and the front screen when the account changes', () => {
    const stack = steps.push(steps.push(start, 'version', {versionId: 'v'}), 'profiles');
    expect(names(steps.forget(stack))).toHaveLength(4);
    const other = steps.forget(stack, true);
    expect(names(other)).toEqual(['home', 'profiles']);
    expect(other.entries.at(-1)).toBe(stack.entries.at(-1));
  });

  test('keeps the saved state of a screen for the return', () => {
    const versions = steps.replace(start, 'versions', {appId: '1'});
    const back = steps.back(steps.push(versions, 'version')).entries.at(-1);
    expect(back).toBe(versions.entries.at(-1));
  });
});

test('restores the terminal and prints one line for any error while the app opens', async () => {
  const env = {TERM: 'xterm-256color'};
  Object.defineProperty(env, 'LC_ALL', {
    get() {
      throw new Error('no such locale');
    },
  });
  open({env});
  expect(await app.exitCode).toBe(1);
  expect(app.stdout.bytes).toContain('\u001B[?1049h');
  expect(app.stdout.alternate).toBe(false);
  expect(app.stdout.cursorHidden).toBe(false);
  expect(app.stdin.isRaw).toBe(false);
  expect(app.stderr.bytes).toBe('Error: Unexpected: no such locale\n');
});

test('closes a replaced session, except for the first session', async () => {
  const closed: string[] = [];
  const place = {keyId: 'K', isDefault: false, storedIn: 'keychain', configPath: '/c', isLocal: false} as const;
  const profiles = ['one', 'two'].map((name) => ({name, ...place}));
  const services = {
    globals: {sandbox: true},
    apiOrigin: 'https://store.test',
    active: async () => ({name: 'work', source: 'keychain'}),
    readOnly: async () => undefined,
    credentials: async () => ({
      profiles: async () => profiles,
      untrusted: async () => undefined,
      status: () => new Promise(() => {}),
    }),
  } as unknown as Session;
  const session = (name: string): Session => ({
    ...services,
    withProfile: (next = 'default') => session(next),
    close: async () => {
      closed.push(name);
    },
  });
  open({request: {screen: 'profiles'}, session: session('first')});
  await app.see('one');
  app.press(KEYS.enter);
  await app.see("Using 'one'");
  app.press('j', KEYS.enter);
  await app.see("Using 'two'");
  await app.until('the one in between is closed', () => closed.length > 0);
  expect(closed).toEqual(['one']);
});

test.each([
  [80, 24, false],
  [60, 15, false],
  [120, 40, true],
])('says in row 1 that the run is read-only: %i x %i, screen reader: %s', async (columns, rows, screenReader) => {
  const profile = {name: 'a-rather-long-name', source: 'local config'};
  open({columns, rows, profile, globals: {screenReader}, session: {readOnly: async () => '--read-only'}});
  await app.see('Aurora Notes');
  await app.see(
    screenReader ? /Profile: READ-ONLY, a-rather-long-name, / : /tool › Apps .*READ-ONLY · a-rather-long-name/,
  );
});

test('explains why keys that write are unavailable in a read-only run, and sends nothing', async () => {
  open({request: {screen: 'versions', app: '1001'}, session: {readOnly: async () => '--read-only'}});
  await app.see('Pending developer release');
  app.press('j');
  for (const [key, title] of Object.entries({
    R: 'Release 3.3.0 for iOS',
    b: 'Attach a build',
    u: 'Update',
    D: 'Delete',
    c: 'Create',
  })) {
    app.press(key);
    await app.see(new RegExp(`${title}.*: this run is read-only \\(--read-only\\)`));
  }
  app.press(KEYS.ctrl('p'));
  await app.see('type to search');
  app.press('release');
  await app.see(/Release 3\.3\.0 for iOS +this run is read-only/);
  app.press(KEYS.esc);
  await app.see('tool › Apps › Aurora Notes');
  expect(new Set(app.store.asked.map(({method}) => method))).toEqual(new Set(['findApp', 'listVersions']));
});

test('explains on Home why keys that write are unavailable in a read-only run', async () => {
  open({session: {readOnly: async () => '--read-only'}});
  await app.see('Aurora Notes');
  app.press('c');
  await app.see('Create a version of Aurora Notes: this run is read-only (--read-only)');
});

test('explains in a read-only run why a flow that is opened directly is not possible', async () => {
  open({request: {screen: 'release', versionId: 'v-330-ios'}, session: {readOnly: async () => "profile 'work'"}});
  await app.see("Not possible now: this run is read-only (profile 'work').");
});

test('refuses a new version in a read-only run before anything is filled in', async () => {
  open({request: {screen: 'create', app: '1001'}, session: {readOnly: async () => '--read-only'}});
  await app.see('Not possible now: this run is read-only (--read-only). Nothing was sent.');
  expect(app.shows('Show ')).toBe(false);
  app.press(KEYS.enter);
  await app.see('Pending developer release');
});

describe('a key that nothing is bound to', () => {
  test('says once that a key is not bound, and where the keys are listed', async () => {
    app = new AppDriver();
    await app.see('3 apps');
    app.press('%');
    await app.see('% does nothing here: ? lists the keys');
    app.press('j');
    await app.seeNot('does nothing here');
    app.press('%', 'k');
    await app.until('the first row', () => app.selected().includes('Aurora'));
    expect(app.stdout.bytes.split('does nothing here')).toHaveLength(2);
  });

  test.each([
    ['Russian', 'о', 'Tide'],
    ['Ukrainian', 'О'.toLowerCase(), 'Tide'],
    ['Greek', 'ξ', 'Tide'],
    ['Hebrew', 'ח', 'Tide'],
  ])('treats a key of a %s layout as the Latin key in the same place', async (_, key, selected) => {
    app = new AppDriver();
    await app.see('3 apps');
    app.press(key);
    await app.until('the next row', () => app.selected().includes(selected));
  });

  test('inserts a letter of another layout as text in a field', async () => {
    app = new AppDriver();
    await app.see('3 apps');
    app.press('/рц');
    await app.see('/рц');
    app.press(KEYS.ctrl('t'));
    await app.see('Ctrl+T does nothing here: F1 lists the keys');
    app.press(KEYS.esc, 'Й');
    await app.see('Q does nothing here');
  });
});
