import {afterEach, describe, expect, test} from 'vitest';
import type {AppOverview} from '../../src/services/model/version.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';

let app: AppDriver;
function open(options: OpenOptions = {}): void {
  app = new AppDriver(options);
}
afterEach(() => app.close());

const asked = (method: string) => app.store.asked.filter((one) => one.method === method);
const filtered = {screen: 'versions', app: '1001', states: ['WAITING_FOR_REVIEW']} as const;

describe('the selection', () => {
  test('keeps the selected row after a refresh, even if the selection was never moved', async () => {
    open({request: {screen: 'versions', app: '1001'}});
    await app.see('In review');
    const before = app.selected();
    app.store.versions = [
      version('new', {versionString: '9.9.9', createdDate: '2026-11-20T00:00:00.000+0000'}),
      ...app.store.versions,
    ];
    app.press('r');
    await app.see('9.9.9');
    expect(app.selected()).toBe(before);
    app.press('k');
    await app.until('the newer one', () => app.selected().includes('9.9.9'));
  });

  test('keeps the selection when a search ends', async () => {
    open();
    await app.see('3 apps');
    expect(app.selected()).not.toContain('Tide Tables');
    app.press('/tide', KEYS.enter);
    await app.see('1 of 3, Esc shows all');
    app.press(KEYS.esc);
    await app.see('Aurora Notes');
    expect(app.selected()).toContain('Tide Tables');
    app.press('/aurora');
    await app.see('1 of 3');
    app.press(KEYS.esc);
    await app.see('Tide Tables');
    expect(app.selected()).toContain('Aurora Notes');
  });

  test('selects the first version that allows the action when the user picks a version', async () => {
    open({request: {screen: 'release', app: '1001'}});
    await app.until('it is selected', () => app.selected().includes('Pending developer release'));
  });
});

describe('a selection without its row', () => {
  test('selects the first row if the selected row is gone', async () => {
    open({request: {screen: 'versions', app: '1001'}});
    await app.see('In review');
    app.press('G', 'k');
    await app.until('the fourth', () => app.selected().includes('3.2.1'));
    app.store.versions = app.store.versions.filter(({versionString}) => versionString !== '3.2.1');
    app.press('r');
    await app.seeNot('3.2.1');
    expect(app.selected()).toContain('4.0.0');
  });

  test('keeps the selection during a search without a match, whatever is pressed', async () => {
    open();
    await app.see('3 apps');
    app.press('j');
    await app.until('the second', () => app.selected().includes('Tide Tables'));
    app.press('/xyz', KEYS.enter);
    await app.see('0 of 3');
    app.press(KEYS.down, 'G', KEYS.esc);
    await app.see('Tide Tables');
    expect(app.selected()).toContain('Tide Tables');
  });
});

describe('a list that is loaded in part', () => {
  const store = () =>
    fakeStore({
      pageSize: 20,
      versions: Array.from({length: 100}, (_, index) =>
        version(`v${index}`, {versionString: `1.${100 - index}`, createdDate: '2026-11-12T10:04:00.000+0000'}),
      ),
    });

  test('reads the remaining pages for a search, and first counts the matches in the loaded rows', async () => {
    open({request: {screen: 'versions', app: '1001'}, store: store()});
    await app.see('20 of 100');
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    app.store.before = () => held;
    app.press('/1.7');
    await app.see('0 in the 20 loaded of 100');
    await app.see('None in the 20 loaded of 100; loading the rest.');
    goOn();
    await app.see('11 of 100');
    expect(asked('listVersions')).toHaveLength(5);
  });

  test('reads the remaining pages when G is pressed, and selects the last row', async () => {
    open({request: {screen: 'versions', app: '1001'}, store: store()});
    await app.see('20 of 100');
    app.press('G');
    await app.until('the last of all', () => /1\.1 /.test(app.selected()));
    expect(asked('listVersions')).toHaveLength(5);
  });

  test('reads just one more page when the user moves down to the last row', async () => {
    open({request: {screen: 'versions', app: '1001'}, store: store()});
    await app.see('20 of 100');
    app.press('j'.repeat(19));
    await app.see('40 of 100');
    expect(app.selected()).toContain('1.81 ');
    expect(asked('listVersions')).toHaveLength(2);
  });

  test("keeps the user's selection while more pages are read", async () => {
    open({request: {screen: 'versions', app: '1001'}, store: store()});
    await app.see('20 of 100');
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    app.store.before = () => held;
    app.press('G');
    await app.until('the last that is loaded', () => app.selected().includes('1.81 '));
    app.press('k');
    await app.until('the one above', () => app.selected().includes('1.82 '));
    goOn();
    await app.see('page 5');
    expect(app.selected()).toContain('1.82 ');
  });
});

describe('what a search selects', () => {
  test('ranks a name that begins with the search text before a name that contains it', async () => {
    const named = (id: string, name: string): AppOverview => ({id, name, bundleId: `com.example.a${id}`, versions: []});
    open({store: fakeStore({apps: [named('1', 'Platform'), named('2', 'My Forms'), named('3', 'Forms')]})});
    await app.see('3 apps');
    app.press('/for');
    await app.until('the name that begins with it', () => app.selected().includes('▌ Forms'));
    app.press('ms m');
    await app.until('the name with both words', () => app.selected().includes('My Forms'));
  });

  test('finds an app on Home by the state of a version', async () => {
    open();
    await app.see('3 apps');
    app.press('/pending');
    await app.see('1 of 3');
    expect(app.selected()).toContain('Aurora Notes');
  });

  test('gives the search text all the room that the number of matches leaves', async () => {
    open({columns: 60});
    await app.see('3 apps');
    app.press('/the quick brown fox jumps');
    await app.see('/the quick brown fox jumps');
  });
});

describe('after a search', () => {
  test('selects the next match when n is pressed, and the previous one when N is pressed, until Esc', async () => {
    open({request: {screen: 'versions', app: '1001'}});
    await app.see('In review');
    app.press('/3.3', KEYS.enter);
    await app.see('n next match');
    const first = app.selected();
    app.press('n');
    await app.until('the next match', () => app.selected() !== first && app.selected().includes('3.3.0'));
    app.press('n');
    await app.until('the first again', () => app.selected() === first);
    app.press('N');
    await app.until('the last', () => app.selected() !== first && app.selected().includes('3.3.0'));
    app.press(KEYS.esc);
    await app.seeNot('n next match');
    app.press('N');
    await app.see(/release notes of 3\.3\.0/i);
  });

  test('starts a new search with an empty field when / is pressed', async () => {
    open();
    await app.see('3 apps');
    app.press('/aurora', KEYS.enter);
    await app.see('1 of 3, Esc shows all');
    app.press('/tide');
    await app.until('the other app', () => app.selected().includes('Tide Tables'));
  });

  test('opens the next step of the only match when n is pressed, as the footer says', async () => {
    open();
    await app.see('3 apps');
    app.press('/aurora', KEYS.enter);
    await app.see('1 of 3, Esc shows all');
    await app.see('n next step');
    expect(app.shows('n next match')).toBe(false);
    app.press('n');
    await app.see('Release 3.3.0');
  });

  test('refuses n after a search without a match, because there is no app', async () => {
    open();
    await app.see('3 apps');
    app.press('/xyz', KEYS.enter);
    await app.see('0 of 3, Esc shows all');
    app.press('n');
    await app.see('there is no app here');
  });

  test('moves to the next match, not to the next step, when n is pressed after a search', async () => {
    open();
    await app.see('n next step');
    app.press('/e', KEYS.enter);
    await app.see('n next match');
    app.press('n');
    app.press(KEYS.esc);
    await app.see('n next step');
  });
});

describe('Esc in a list', () => {
  test('shows the full message for a filter without matches, and removes the filter on Esc', async () => {
    open({request: filtered, columns: 60, rows: 15});
    await app.see('No version matches the filters. Esc removes them.');
    app.press(KEYS.esc);
    await app.see('Pending developer release');
    expect(app.stdout.text()).toContain('States all');
    expect(asked('listVersions')).toHaveLength(2);
    app.press(KEYS.esc);
    await app.see('3 apps');
  });

  test('leaves the search on Esc first, then the filter, then the screen', async () => {
    open({request: {...filtered, states: ['READY_FOR_SALE', 'IN_REVIEW']}});
    await app.see('In review');
    app.press('/3.2', KEYS.enter);
    await app.see('1 of 2, Esc shows all');
    app.press(KEYS.esc);
    await app.see('In review');
    expect(app.stdout.text()).toContain('[live] [in review]');
    app.press(KEYS.esc);
    await app.see('States all');
    app.press(KEYS.esc);
    await app.see('3 apps');
  });

  test('stops a running refresh on Esc, and keeps the search', async () => {
    open({request: {screen: 'versions', app: '1001'}});
    await app.see('In review');
    app.press('/3.2', KEYS.enter);
    await app.see('1 of 5, Esc shows all');
    let aborted = false;
    app.store.before = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        });
      });
    app.press('r');
    await app.see(/[⠋⠙⠹⠸⠼⠴⠦⠧]/);
    app.press(KEYS.esc);
    await app.until('the request is aborted', () => aborted);
    await app.see('1 of 5, Esc shows all');
  });
});

test('says in the title of both lists why the user picks an app, then a version', async () => {
  open({request: {screen: 'version'}});
  await app.see('tool › Show a version › choose an app');
  app.press(KEYS.enter);
  await app.see('tool › Show a version › Aurora Notes');
  await app.see('↵ choose');
  app.press(KEYS.enter);
  await app.see("What's New  ");
});

test('says in the title of a list why the user picks a row, even at 70 columns', async () => {
  open({request: {screen: 'submit'}, columns: 70});
  await app.see('tool › Submit a version for review › choose an app');
  app.press(KEYS.enter);
  await app.see('tool › Submit a version for review › Aurora Notes');
});

test('shows the purpose of a list and the beginning of a long app name in the title at 60 columns', async () => {
  const apps = [{id: '1', name: 'A quite long name of an app', versions: []}];
  open({request: {screen: 'withdraw'}, store: fakeStore({apps}), columns: 60, rows: 15});
  await app.see('tool › Withdraw a version › choose an app');
  app.press(KEYS.enter);
  await app.see(/tool › Withdraw.*… › A quite.*…/);
});

test('says in full on an empty Home that the API key has access to no app', async () => {
  open({store: fakeStore({apps: [], versions: []}), columns: 60, rows: 15});
  await app.see('No apps: this API key has access to none.');
});

test('shows the full reason for an unavailable key in the help, even in a small terminal', async () => {
  open({request: {screen: 'version', versionId: 'v-330-ios', app: '1001'}, columns: 60, rows: 42});
  await app.see("What's New  ");
  app.press('?');
  await app.see(/Attach a build to 3\.3\.0 for iOS +│/);
  await app.see(/only while the version is +│/);
  await app.see('editable');
  await app.see('Keys (1-');
  app.press('G');
  await app.see(/\(\d+-(\d+) of \1\)/);
  await app.see(/└ PgUp more {2}\/ search {2}Esc close ─+┘/);
});

describe('the footer', () => {
  test('names Enter to apply, Esc to clear and F1 for help in the footer of a search', async () => {
    open();
    await app.see('3 apps');
    app.press('/tide');
    await app.see('1 of 3');
    await app.see(/↵ apply .*Esc clear {2}F1 help/);
    expect(app.stdout.text()).not.toContain('↵ versions');
    app.press('\u001BOP');
    await app.see('Clear the search');
    app.press(KEYS.esc);
    await app.seeNot('Clear the search');
    expect(app.stdout.text()).toContain('/tide');
    app.press(KEYS.enter);
    await app.see(/↵ versions .*Esc clear {2}\? help/);
    app.press(KEYS.esc);
    await app.see(/↵ versions .*q quit {2}\? help/);
  });

  test.each([80, 160])(
    'shows only the actions of the selected version in the footer at %i columns',
    async (columns) => {
      open({request: {screen: 'versions', app: '1001'}, columns});
      await app.see(/^ ↵ open {2}L ship .* S to submit/m);
      await app.seeNot('R release');
      app.press('j');
      await app.see(/^ ↵ open {2}L ship .* R release/m);
      await app.seeNot('S to submit');
    },
  );
});

test('keeps the width of columns during a search', async () => {
  const versions = [
    version('long', {versionString: '2026.11.23-beta.1', platform: 'VISION_OS'}),
    version('short', {versionString: '1.0', state: 'READY_FOR_SALE'}),
  ];
  open({request: {screen: 'versions', app: '1001'}, store: fakeStore({versions})});
  await app.see('2026.11.23-beta.1');
  const titles = () => app.stdout.lines().find((line) => line.includes('Version')) ?? '';
  const before = titles();
  app.press('/1.0');
  await app.see('1 of 2');
  expect(app.stdout.text()).not.toContain('beta');
  expect(titles()).toBe(before);
});

describe('a cut column', () => {
  test('shows values of dropped columns for the selected row in a narrow terminal', async () => {
    open({request: {screen: 'versions', app: '1001'}, columns: 60, rows: 15});
    await app.see('Pending developer release');
    await app.see(/^ Created 14 Nov 2026 /m);
    expect(app.stdout.text()).not.toContain('Created ▼');
    app.press('j');
    await app.see(/^ Created 12 Nov 2026, build 412 /m);
  });

  test('drops the platform column first if all rows have the same platform', async () => {
    const versions = [version('one', {state: 'WAITING_FOR_EXPORT_COMPLIANCE'}), version('two')];
    open({request: {screen: 'versions', app: '1001'}, store: fakeStore({versions}), columns: 60, rows: 15});
    await app.see(/1\.0\.0 +! Waiting for export compliance +12 Nov 2026/);
    expect(app.stdout.text()).not.toContain('Platform  ');
    await app.see(/^ Platform iOS/m);
  });

  test('shows a dropped column again once the terminal is wide enough', async () => {
    open({request: {screen: 'versions', app: '1001'}, columns: 60, rows: 15});
    await app.see('Pending developer release');
    app.stdout.resize(80, 24);
    await app.see(/3\.3\.0 +iOS +◕ Pending developer release +12 Nov 2026 +412/);
    await app.see('page 1');
  });
});

test('shows the direction of the sort in a column that is too narrow for its title', async () => {
  const live = ['IOS', 'MAC_OS'].map((platform) => version(platform, {platform, state: 'READY_FOR_SALE'}));
  const store = fakeStore({versions: live});
  open({request: {screen: 'versions', app: '1001'}, columns: 60, rows: 15, store});
  await app.see('Ready for sale');
  app.press('ss');
  await app.see(/Ver\S*… ▼ /);
  app.press('s');
  await app.see(/Ver\S*… ▲ /);
});

test.each([
  ['a filter', filtered, ''],
  ['a search', {screen: 'versions', app: '1001'} as const, '/nothing like it'],
])('omits keys for a row from the footer if %s leaves no row', async (_, request, typed) => {
  open({request});
  await app.see('Apps › Aurora Notes');
  await app.see('updated');
  if (typed) app.press(typed, KEYS.enter);
  await app.see(/No version matches/);
  await app.see('Esc clear');
  await app.see('/ search');
  expect(app.stdout.text()).not.toMatch(/↵ open|L ship/);
});
