import {afterEach, describe, expect, test} from 'vitest';
import {PICKED_STATES} from '../../src/screens/versions/filters.tsx';
import {ToolError} from '../../src/services/model/error.ts';
import {AppDriver, KEYS, type OpenOptions} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';

let app: AppDriver;

async function open(options: OpenOptions = {}): Promise<AppDriver> {
  app = new AppDriver(options);
  await app.see('›');
  return app;
}

afterEach(async () => {
  await app.close();
});

const asked = (method: string) => app.store.asked.filter((one) => one.method === method);
const inAurora = {screen: 'versions', app: '1001'} as const;

/** Returns a promise that is resolved when the test calls `open`. */
function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {open, passed};
}

test("opens the state filter when f is pressed on a version's page, and not again on the next return to the list", async () => {
  await open({request: inAurora});
  await app.see('Created ▼');
  app.press(KEYS.enter);
  await app.see("What's New  ");
  app.press('f');
  await app.see('Only versions in these states');
  app.press(KEYS.esc);
  await app.see('Created ▼');
  app.press(KEYS.enter);
  await app.see("What's New  ");
  app.press(KEYS.esc);
  await app.see('Created ▼');
  expect(app.shows('Only versions in these states')).toBe(false);
  app.press('p');
  await app.see('[ ] visionOS');
});

test.each([
  [60, 15],
  [120, 40],
])('filters versions by a rare state such as invalid binary, at %i x %i', async (columns, rows) => {
  await open({request: inAurora, columns, rows});
  await app.see('Ready for sale');
  app.press('f');
  await app.see('Only versions in these states');
  app.press(...Array.from({length: PICKED_STATES.indexOf('INVALID_BINARY')}, () => KEYS.down), ' ');
  await app.see(/▌ \[x\] ✕ Invalid binary/);
  app.press(KEYS.enter);
  await app.see('[invalid binary]');
  expect(asked('listVersions').at(-1)?.query).toMatchObject({
    states: ['INVALID_BINARY'],
  });
});

test('numbers the choices of a form field for a screen reader, and selects a choice by its number', async () => {
  app = new AppDriver({
    request: {screen: 'create', app: '1001'},
    globals: {screenReader: true},
    columns: 200,
    rows: 60,
  });
  await app.see(/Version .*next after/);
  app.press(KEYS.up);
  await app.see('1. iOS, selected; 2. macOS; 3. tvOS; 4. visionOS');
  app.press('3');
  await app.see('1. iOS; 2. macOS; 3. tvOS, selected; 4. visionOS');
});

describe('the palette', () => {
  test.each([
    ['doct', 'Doctor'],
    ['gopro', 'Profiles'],
    ['log in', 'Log in'],
  ])('finds the command for "%s" in the palette', async (typed, title) => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), typed);
    await app.see(new RegExp(`› ${typed}[\\s\\S]*▌ .*${title}`));
  });

  test('does not find a palette entry by letters that are scattered over its title', async () => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), 'histo');
    await app.see('▌ Go to History');
    app.press(KEYS.ctrl('u'), 'sort');
    await app.seeNot('Go to History');
  });

  test('names the shell commands to try if nothing in the palette matches', async () => {
    open({columns: 60});
    await app.see('3 apps');
    app.press(KEYS.ctrl('p'), 'sandbox of my own');
    await app.see('In a shell: tool --help; to try, tool --sandbox.');
  });

  test('finds an app in the palette by name or bundle ID, and opens its versions on Enter', async () => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), 'tide');
    await app.see(/▌ Tide Tables +com\./);
    app.press(KEYS.enter);
    await app.see('tool › Apps › Tide Tables');
    app.press(KEYS.ctrl('p'), 'com.example.aurora');
    await app.see(/▌ Aurora Notes +com\./);
  });

  test('lists a loaded version in the palette below the commands for it', async () => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), 'aurora 3.3.0');
    await app.see(/▌ Aurora Notes 3\.3\.0 iOS/);
    app.press(KEYS.enter);
    await app.see('tool › Apps › Aurora Notes › 3.3.0');
    app.press(KEYS.ctrl('p'), 'notes 3.3.0');
    await app.see(/▌ Edit the release notes of 3\.3\.0 for iOS[\s\S]*Aurora Notes 3\.3\.0 iOS/);
  });

  test.each([
    ['ship tid', /▌ Ship a version of Tide Tables/],
    ['create tid', /▌ Create a version of Tide Tables/],
    ['release 3.3.0 aur', /▌ Release 3\.3\.0 for iOS of Aurora Notes/],
  ])('finds an action in the palette by words for the action and its app: %s', async (typed, entry) => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), typed);
    await app.see(entry);
  });

  test('lists versions below the commands in the palette, newest first', async () => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.enter);
    await app.see('3.2.1');
    app.press(KEYS.ctrl('p'), 'notes');
    await app.see(/release notes[^│]*│[\s\S]*Aurora Notes 3\.3\.0 iOS[\s\S]*Aurora Notes 3\.2\.1 iOS/);
  });

  test.each([
    ['exit', 'Quit'],
    ['help', 'Show this help'],
    ['redraw', 'Redraw the screen'],
  ])('finds the action of a global key in the palette: %s', async (typed, title) => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'), typed);
    await app.see(new RegExp(`▌ ${title}`));
  });

  test('lists no apps in the palette before anything is typed', async () => {
    await open();
    await app.see('Tide Tables');
    app.press(KEYS.ctrl('p'));
    await app.see('type to search');
    app.press(KEYS.up);
    expect(app.stdout.text()).not.toMatch(/[▌│] +Tide Tables +com\./);
  });
});

describe('Home', () => {
  test('lists apps on Home with their live and in-flight versions, and selects an opened app again after Esc', async () => {
    await open();
    await app.see('Tide Tables');
    expect(app.stdout.text()).toMatch(/Aurora Notes +3\.2\.1 +3\.3\.0 ◕/);
    app.press(KEYS.down);
    await app.until('second app', () => app.selected().includes('Tide Tables'));
    app.press(KEYS.enter);
    await app.see('tool › Apps › Tide Tables');
    app.press(KEYS.esc);
    await app.see('3 apps');
    expect(app.selected()).toContain('Tide Tables');
    expect(asked('listApps')).toHaveLength(1);
  });

  test('keeps the keys that are pressed on Home before the apps are loaded', async () => {
    const store = fakeStore();
    const answer = gate();
    store.before = ({method}) => (method === 'listApps' ? answer.passed : Promise.resolve());
    await open({store});
    app.press(KEYS.down, KEYS.enter);
    await app.until('the request', () => asked('listApps').length === 1);
    answer.open();
    await app.see('tool › Apps › Tide Tables');
  });

  test('cancels the first load of Home on Esc, and drops the keys pressed before Esc', async () => {
    const store = fakeStore();
    const answer = gate();
    store.before = () => answer.passed;
    await open({store});
    await app.see('Esc stops waiting');
    app.press(KEYS.enter);
    app.press(KEYS.esc);
    await app.seeNot('Esc stops waiting');
    answer.open();
    app.press('r');
    await app.see('Aurora Notes');
    expect(app.stdout.text()).toContain('tool › Apps  ');
  });

  test('opens an app if the search key, text and Enter arrive in one read', async () => {
    await open();
    await app.see('3 apps');
    app.press('/tide', KEYS.enter, KEYS.enter);
    await app.see('tool › Apps › Tide Tables');
  });
});

describe('Versions', () => {
  test('opens the list of versions with the given filters, and sends them to the store', async () => {
    await open({request: {...inAurora, states: ['IN_REVIEW'], platforms: ['MAC_OS']}});
    await app.see('◑ In review');
    expect(asked('listVersions')[0]?.query).toMatchObject({app: '1001', states: ['IN_REVIEW'], platforms: ['MAC_OS']});
    expect(app.stdout.text()).toMatch(/f States \[in review\] +p Platforms \[macOS\]/);
    expect(app.stdout.text()).not.toContain('Ready for sale');
  });

  test('toggles several states of the filter on Space, and applies them with one request on Enter', async () => {
    await open({request: inAurora});
    await app.see('Ready for sale');
    app.press('f', KEYS.down, KEYS.down, ' ', KEYS.down, KEYS.down, ' ', KEYS.enter);
    await app.see('States [in review] [live]');
    await app.seeNot('Pending developer release');
    expect(asked('listVersions')).toHaveLength(2);
    expect(asked('listVersions')[1]?.query).toMatchObject({states: ['IN_REVIEW', 'READY_FOR_SALE']});
  });

  test('keeps the platform filter unchanged if its dialog is closed with Esc', async () => {
    await open({request: inAurora});
    await app.see('Ready for sale');
    app.press('p', ' ', KEYS.down, ' ');
    await app.see('[x] macOS');
    app.press(KEYS.esc);
    await app.seeNot('[x] macOS');
    expect(app.stdout.text()).toContain('Platforms all');
    expect(asked('listVersions')).toHaveLength(1);
  });

  test('keeps the old rows, dimmed, with the error if a filtered request fails', async () => {
    const store = fakeStore();
    store.before = async ({query}) => {
      if (JSON.stringify(query).includes('"platforms"')) throw new ToolError('service', 'The service failed (500).');
    };
    await open({store, request: inAurora});
    await app.see('Ready for sale');
    app.press('p', ' ', KEYS.enter);
    await app.see('The service failed (500).');
    expect(app.stdout.text()).toContain('Ready for sale');
    expect(app.stdout.text()).toContain('r retries.');
  });

  test('requests the next page of versions only once at the end of the list', async () => {
    const versions = Array.from({length: 25}, (_, index) =>
      version(`v${index}`, {versionString: `1.${100 - index}`, createdDate: undefined}),
    );
    const store = fakeStore({versions, pageSize: 10});
    await open({store, request: inAurora});
    await app.see('10 loaded');
    expect(app.stdout.text()).toContain('more below');
    const answer = gate();
    store.before = () => answer.passed;
    app.press('j'.repeat(9), KEYS.down, KEYS.down, KEYS.down, 'y');
    await app.see('Version ID sent to the terminal: v9');
    expect(asked('listVersions')).toHaveLength(2);
    answer.open();
    await app.see('20 of 25');
    expect(asked('listVersions')).toHaveLength(2);
    expect(app.selected()).toContain('1.91');
    app.press('G');
    await app.see('page 3 · 25 loaded');
    await app.until('the last of all', () => app.selected().includes('1.76'));
    await app.seeNot('more below');
  });

  test('keeps the rows if the next page cannot be read, and reads that page again when Down is pressed', async () => {
    const versions = Array.from({length: 15}, (_, index) => version(`v${index}`, {versionString: `1.${100 - index}`}));
    const store = fakeStore({versions, pageSize: 10});
    await open({store, request: inAurora});
    await app.see('10 loaded');
    store.before = async () => {
      throw new ToolError('network', 'The connection was lost.');
    };
    app.press('G');
    await app.see('The connection was lost.');
    expect(app.stdout.text()).toContain('10 loaded');
    store.before = async () => {};
    app.press(KEYS.down);
    await app.see('15 loaded');
    await app.seeNot('The connection was lost.');
  });

  test('keeps the selected version when rows are added above it', async () => {
    await open({request: inAurora});
    await app.see('Ready for sale');
    app.press('jj');
    await app.until('a version', () => app.selected().includes('macOS'));
    const before = app.selected();
    app.store.versions = [
      version('new', {versionString: '9.9.9', createdDate: '2026-11-20T00:00:00.000+0000'}),
      ...app.store.versions,
    ];
    app.press('r');
    await app.see('9.9.9');
    expect(app.selected()).toBe(before);
  });

  test('sorts versions by number, in both directions', async () => {
    const versions = ['1.9.0', '1.10.0', '1.2.0'].map((versionString) => version(versionString, {versionString}));
    await open({store: fakeStore({versions}), request: inAurora});
    await app.see('1.10.0');
    const order = () => app.stdout.lines().flatMap((line) => /\b1\.\d+\.0/.exec(line) ?? []);
    app.press('s', 's');
    await app.see('Version ▼');
    expect(order()).toEqual(['1.10.0', '1.9.0', '1.2.0']);
    app.press('s');
    await app.see('Version ▲');
    expect(order()).toEqual(['1.2.0', '1.9.0', '1.10.0']);
  });

  test('drops a late answer to the previous filter of the list of versions', async () => {
    const store = fakeStore();
    await open({store, request: inAurora});
    await app.see('Ready for sale');
    const slow = gate();
    store.before = async ({query}) => {
      if (JSON.stringify(query).includes('IOS')) await slow.passed;
    };
    app.press('p', ' ', KEYS.enter);
    await app.see('Platforms [iOS]');
    app.press('p', ' ', KEYS.down, KEYS.down, ' ', KEYS.enter);
    await app.see('4.0.0');
    await app.seeNot('Ready for sale');
    slow.open();
    app.press('?');
    await app.see('Keys');
    expect(app.stdout.text()).toContain('Platforms [tvOS]');
    app.press(KEYS.esc);
    await app.see('4.0.0');
    expect(app.stdout.text()).not.toContain('Ready for sale');
  });

  test('limits the signs explained in the help to those on the screen', async () => {
    await open({request: inAurora});
    await app.see('Ready for sale');
    app.press('?');
    await app.see('Signs on this screen');
    expect(app.stdout.text()).toMatch(/● +in the store/);
    expect(app.stdout.text()).toMatch(/◑ +in review/);
    expect(app.stdout.text()).not.toContain('days of the roll-out so far');
  });

  test('lists no key or breadcrumb among the signs in the help, and closes the help on F1', async () => {
    await open();
    await app.see(/\d+ apps/);
    app.press('?');
    await app.see('Signs on this screen');
    expect(app.stdout.text()).not.toContain('not known');
    app.press('\u001BOP');
    await app.seeNot('Signs on this screen');
  });

  test('finds an app on Home by the word that its row shows for a state', async () => {
    await open({columns: 160});
    await app.see(/\d+ apps/);
    app.press('/preparing');
    await app.see(/1 of \d/);
  });

  test('explains ASCII signs in the help', async () => {
    app = new AppDriver({request: inAurora, env: {TZ: 'UTC', LANG: 'C', TERM: 'xterm'}});
    await app.see('Ready for sale');
    app.press('?');
    await app.see(/\* +in the store/);
    // The marker of the selected row and the dash of an empty cell must not be listed as signs of a state.
    expect(app.shows(/> in progress|- no longer in the store/)).toBe(false);
  });

  test('asks for an app first if the list of versions is opened without one', async () => {
    await open({request: {screen: 'versions', states: ['IN_REVIEW']}});
    await app.see('Aurora Notes');
    app.press(KEYS.enter);
    await app.see('States [in review]');
  });

  test('looks up a bundle ID only once for the list of versions', async () => {
    await open({request: {screen: 'versions', app: 'com.example.aurora'}});
    await app.see('tool › Apps › Aurora Notes');
    await app.see('Ready for sale');
    expect(asked('findApp')).toHaveLength(1);
    expect(asked('listVersions')[0]?.query).toMatchObject({app: '1001'});
  });
});

describe('Version', () => {
  test("shows every time on a version's page without the offset that the service sends", async () => {
    await open({request: {screen: 'version', versionId: 'v-330-ios', app: '1001'}, rows: 30});
    await app.see('Created     12 Nov 2026, 10:04');
    expect(app.stdout.text()).not.toMatch(/[+-]\d{4}/);
  });

  test("shows a version's details, its actions, why some are unavailable, and the equivalent command", async () => {
    await open({request: {screen: 'version', versionId: 'v-330-ios', app: '1001'}, rows: 30});
    await app.see('412 (valid)');
    const screen = app.stdout.text();
    expect(screen).toContain('◕ Pending developer release');
    expect(screen).toContain('submission-1');
    expect(screen.replace(/( \\)?\s+/g, ' ')).toContain(
      'tool versions view --version-id v-330-ios --include-build --include-submission --sandbox',
    );
    expect(screen).toMatch(/D {2}Delete +\S/);
    app.press('D');
    await app.see(/Delete 3\.3\.0 for iOS: /);
    expect(app.store.asked.map(({method}) => method)).toEqual(['readRelease']);
  });

  test("copies the version's ID with OSC 52 when y is pressed", async () => {
    await open({request: {screen: 'version', versionId: 'v-330-ios'}});
    await app.see('Pending developer release');
    app.press('y');
    await app.see('Version ID sent to the terminal: v-330-ios');
    expect(app.stdout.bytes).toContain(`\u001B]52;c;${Buffer.from('v-330-ios').toString('base64')}\u0007`);
  });

  test.each(['v1$(touch PWNED)', 'v1\ntouch PWNED\n', 'v1\u0003touch PWNED', "v1'; touch PWNED #"])(
    'does not copy an ID that a shell would run: %j',
    async (id) => {
      await open({store: fakeStore({versions: [version(id, {versionString: '1.0'})]}), request: inAurora});
      await app.see('1 loaded');
      app.press('y');
      await app.see('Version ID not copied, as it contains characters that no ID has:');
      expect(app.stdout.bytes).not.toContain(']52;');
    },
  );

  test("shows the version's ID when y is pressed if there is no clipboard", async () => {
    const env = {TERM: 'linux', LANG: 'C.UTF-8'};
    app = new AppDriver({request: {screen: 'version', versionId: 'v-330-ios'}, env});
    await app.see('Pending developer release');
    app.press('y');
    await app.see('no clipboard. Version ID: v-330-ios');
    expect(app.stdout.bytes).not.toContain('\u001B]52');
  });

  test.each([
    ['in a browser', true, 'Opened https://appstoreconnect.apple.com/apps/1001/distribution'],
    [
      'as an address if there is no browser',
      false,
      'Open https://appstoreconnect.apple.com/apps/1001/distribution (copied)',
    ],
  ])("offers the version's web page when o is pressed: %s", async (_, opens, text) => {
    const urls: string[] = [];
    await open({
      request: {screen: 'version', versionId: 'v-330-ios'},
      columns: 120,
      globals: {sandbox: false},
      browser: async (url) => {
        urls.push(url);
        return opens;
      },
    });
    await app.see('Pending developer release');
    app.press('o');
    await app.see(text);
    expect(urls).toEqual(['https://appstoreconnect.apple.com/apps/1001/distribution']);
  });

  test.each([
    ['embedded', {sandbox: true}],
    ['served', {sandbox: false, isServedSandbox: true}],
  ])(
    "fills in the web page's fields instead of opening the page when o is pressed in a sandbox that is %s",
    async (_, globals) => {
      const urls: string[] = [];
      const browser = async (url: string) => urls.push(url) > 0;
      await open({request: {screen: 'version', versionId: 'v-330-ios'}, columns: 120, globals, browser});
      await app.see('Pending developer release');
      app.press('o');
      await app.see('The sandbox has filled in keywords, screenshots, as you would on the web page.');
      expect(urls).toEqual([]);
    },
  );
});

describe('loading and errors', () => {
  test('names r in an error as the key that retries, and retries when r is pressed', async () => {
    const store = fakeStore();
    store.before = async () => {
      throw new ToolError('network', 'No connection to store.test.', {hint: 'Is the network up?'});
    };
    await open({store});
    await app.see('No connection to store.test.');
    expect(app.stdout.text()).toMatch(/Is the network up\?\n +r retries\./);
    store.before = async () => {};
    app.press('r');
    await app.see('Aurora Notes');
    expect(app.stdout.text()).not.toContain('No connection');
  });

  test('offers Profiles and Doctor if the service refuses the credential', async () => {
    const store = fakeStore();
    store.before = async () => {
      throw new ToolError('credentials', 'The service refused the key (401).', {facts: {answer: {status: 401}}});
    };
    await open({store});
    await app.see('P profiles, ! doctor, r retries.');
  });

  test('counts down after a 429, then retries automatically', async () => {
    const store = fakeStore();
    store.before = async () => {
      const told = {hint: 'Wait 2 s, then try again.', facts: {answer: {retryAfter: 2}}};
      if (store.asked.length === 1) throw new ToolError('rate-limited', 'Too many requests.', told);
    };
    const clock = new ManualClock();
    await open({store, clock});
    for (const left of [2, 1]) {
      await app.see(`Retrying in ${left} s`);
      expect(app.stdout.text()).not.toContain('Wait 2 s');
      await app.pass(clock, 1000);
    }
    await app.see('Aurora Notes');
    expect(asked('listApps')).toHaveLength(2);
  });

  test('counts down to the next retry in a dialog whose read was rate-limited', async () => {
    const store = fakeStore();
    store.before = async () => {
      const told = {facts: {answer: {retryAfter: 2}}};
      if (asked('viewVersion').length > 0) throw new ToolError('rate-limited', 'Too many requests.', told);
    };
    const clock = new ManualClock();
    await open({request: {screen: 'release', versionId: 'v-330-ios'}, store, clock});
    await app.until('the dialog counts down', () => {
      if (clock.asleep().length > 0) clock.skip();
      return app.shows(/│ +Retrying in [12] s\./);
    });
  });

  test('stops the countdown to a retry on Esc, and names the key that retries', async () => {
    const store = fakeStore();
    store.before = async () => {
      throw new ToolError('rate-limited', 'Too many requests.', {facts: {answer: {retryAfter: 60}}});
    };
    await open({store});
    await app.see('Retrying in');
    app.press(KEYS.esc);
    await app.seeNot('Retrying in');
    expect(app.stdout.text()).toContain('r retries.');
  });

  test('keeps the old rows during a refresh and after its cancellation', async () => {
    const store = fakeStore();
    await open({store});
    await app.see('3 apps');
    let aborted = false;
    store.before = (_, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason);
        });
      });
    app.press('r');
    await app.see(/[⠋⠙⠹⠸⠼⠴⠦⠧] work/);
    expect(app.stdout.text()).toContain('Aurora Notes');
    app.press(KEYS.esc);
    await app.until('the request is aborted', () => aborted);
    await app.seeNot(/[⠋⠙⠹⠸⠼⠴⠦⠧]/);
    expect(app.stdout.text()).toContain('Aurora Notes');
  });
});

test('goes back on Esc from a list of versions before its loading is shown', async () => {
  await open();
  await app.see('3 apps');
  app.store.before = ({method}) => (method === 'listVersions' ? new Promise(() => {}) : Promise.resolve());
  app.press(KEYS.enter, KEYS.esc);
  await app.until('asked', () => asked('listVersions').length === 1);
  await app.see('3 apps');
  expect(app.stdout.lines()[0]).toMatch(/^ tool › Apps {2}/);
});

describe('help and palette', () => {
  test('lists the keys of the list of versions in the help, and closes the help on Esc', async () => {
    await open({request: inAurora, rows: 75});
    await app.see('Ready for sale');
    app.press('?');
    await app.see('Filter by state');
    for (const text of [
      'Search the loaded rows',
      'Refresh',
      'Half a page down',
      'Command palette',
      'Copy the version ID',
      'Copy the rows that are shown, as a table',
    ]) {
      expect(app.stdout.text()).toContain(text);
    }
    app.press(KEYS.esc);
    await app.seeNot('Filter by state');
    expect(app.stdout.text()).toContain('Ready for sale');
  });

  test('searches the keys in the help when / is pressed', async () => {
    await open();
    await app.see('Tide Tables');
    app.press('?');
    await app.see('This screen');
    app.press('/', 'sort');
    await app.seeNot('Quit');
    expect(app.shows(/s +Sort/)).toBe(true);
    app.press(KEYS.esc);
    await app.see('Signs on this screen');
    app.press(KEYS.esc);
    await app.seeNot('Signs on this screen');
  });

  test('finds a command in the palette by a few letters, and runs it on Enter', async () => {
    await open({request: inAurora});
    await app.see('Ready for sale');
    app.press(KEYS.ctrl('p'), 'filplat', KEYS.enter);
    await app.see('Only these platforms');
    app.press(KEYS.esc);
  });

  test.each([
    ['a version of the selected app', 'home', '3 apps', 'Release a version › Aurora Notes'],
    ['an app', 'doctor', 'Doctor', 'Release a version › choose an app'],
  ] as const)('asks for %s first if an action in the palette has no version', async (_, screen, title, crumbs) => {
    await open({request: {screen}});
    await app.see(title);
    app.press(KEYS.ctrl('p'), 'Release a');
    await app.see(/▌ Release a version/);
    app.press(KEYS.enter);
    await app.see(crumbs);
  });

  test('shows the keys of actions in the palette, except for actions that first ask for a version', async () => {
    await open();
    await app.see('3 apps');
    app.press(KEYS.ctrl('p'));
    await app.see(/Withdraw a version +versions withdraw │/);
    await app.see(/Ship a version of Aurora Notes +L /);
  });

  test('marks an action in the palette as unavailable if the app has no version', async () => {
    await open({store: fakeStore({apps: [{id: '1', name: 'Empty', versions: []}]})});
    await app.see('1 app');
    app.press(KEYS.ctrl('p'), 'withdraw');
    await app.see(/▌ Withdraw a version +there is no version/);
  });

  test('shows on Enter why a palette entry is unavailable, and keeps the palette open', async () => {
    await open({session: {readOnly: async () => '--read-only'}});
    await app.see('3 apps');
    app.press(KEYS.ctrl('p'), 'Release a');
    await app.see(/▌ Release a version +\S/);
    app.press(KEYS.enter);
    await app.see(/Release a version: \S/);
    expect(app.stdout.text()).toContain('Commands');
    app.press(KEYS.esc);
    await app.seeNot('Commands');
  });
});

test('opens Create for the app of Versions before its list is read, if the app was given by ID', async () => {
  const store = fakeStore();
  store.before = ({method}) => (method === 'listVersions' ? new Promise(() => {}) : Promise.resolve());
  app = new AppDriver({request: {screen: 'versions', app: '1001'}, store});
  await app.see('c create');
  app.press('c');
  await app.see('New version');
});
