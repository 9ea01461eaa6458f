import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createClock} from '../../src/services/host/clock.ts';
import {AURORA, FERN, releaseAurora} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
  await releaseAurora(bench.sandbox);
});
afterEach(() => bench.close());

const CREATE = 'POST /v1/appStoreVersions';
const created = () => bench.line.bodies.map(({data}) => data.attributes);

/** Opens the form for a new version of an app, on its first field. */
async function openForm(appId = AURORA, columns = 80, rows = 24): Promise<void> {
  app = bench.open({screen: 'create', app: appId}, {columns, rows});
  await app.see('Ctrl+S review');
}
/** Moves to the field at this place of the form. */
const toField = (place: number) => app.press(KEYS.up, ...Array.from({length: place}, () => KEYS.tab));
const clear = KEYS.ctrl('u');
const review = KEYS.ctrl('s');

describe('Create', () => {
  test('proposes values for a new version, shows the command, creates the version once and offers the next step', async () => {
    await openForm();
    expect(app.stdout.text()).toMatch(/Version +3\.4\.0 +next after 3\.3\.0/);
    expect(app.stdout.text()).toMatch(/Copyright +2026 Example Ltd +from 3\.3\.0/);
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
    expect(app.stdout.text()).toContain(`tool versions create --app ${AURORA} --platform IOS --version 3.4.0`);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    app.press('y');
    await app.see('Command sent to the terminal');
    await app.see('✓ Created 3.4.0 for iOS');
    expect(bench.line.writes()).toEqual([CREATE]);
    expect(created()).toEqual([
      {versionString: '3.4.0', platform: 'IOS', copyright: '2026 Example Ltd', releaseType: 'MANUAL'},
    ]);
    app.press('b');
    await app.see(/▌ 413 +3\.4\.0 .*yes/);
    app.press(KEYS.esc);
    await app.see(/3\.4\.0 +iOS +○ Prepare for submission/);
  });

  test('copies a command as one line even if the screen shows it on several lines', async () => {
    await openForm();
    app.press(review);
    await app.see(/tool versions create .* \\\n +/);
    app.press('y');
    await app.see('Command sent to the terminal');
    const [, copied = ''] = /\]52;c;([^\u0007]*)/.exec(app.stdout.bytes) ?? [];
    expect(Buffer.from(copied, 'base64').toString()).toMatch(
      /^tool versions create --app \S+ --platform IOS .* MANUAL/,
    );
  });

  test('replaces the proposed version string with a typed one', async () => {
    await openForm();
    app.press('4.0', review);
    await app.see('Create 4.0 for iOS');
    app.press(KEYS.esc);
    await app.see('Ctrl+S review');
    app.press('.1', KEYS.backspace, '2', review);
    await app.see('Create 4.0.2 for iOS');
  });

  test('edits the proposed version string if Backspace is pressed first', async () => {
    await openForm();
    app.press(KEYS.backspace, '7', review);
    await app.see('Create 3.4.7 for iOS');
  });

  test("keeps the other apps' facts on Home while Home is read again after a version is created", async () => {
    app = bench.open({screen: 'home'}, {columns: 120, rows: 40});
    await app.see(/Nearly There .*1 missing/);
    app.press('/', 'shelf', KEYS.enter);
    await app.see('1 of 22');
    app.press('c');
    await app.see('Ctrl+S review');
    app.press(review);
    await app.see('Create 1.0.0 for iOS');
    app.press(KEYS.enter);
    await app.see('✓ Created 1.0.0 for iOS');
    const goOn = bench.line.holdReads();
    app.press(KEYS.esc, KEYS.esc);
    await app.see(/Nearly There .*1 missing/);
    goOn();
    await app.see(/Empty Shelf .*1\.0\.0/);
  });

  test('stays on the first platform or the last field when an arrow key is pressed again', async () => {
    await openForm();
    app.press(KEYS.up, KEYS.left, KEYS.left);
    await app.see('‹ iOS ›');
    app.press(...Array.from({length: 8}, () => KEYS.down), KEYS.left, KEYS.left, KEYS.left, KEYS.left);
    await app.see('‹ not set ›');
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
  });

  test('shows only keys that work while the form for a new version is loading', async () => {
    const goOn = bench.line.holdReads();
    app = bench.open({screen: 'create', app: AURORA}, {columns: 60, rows: 15});
    await app.see(`Reading ${AURORA}. Esc stops waiting`);
    await app.until('the footer', () => /^ Ctrl\+C quit +Esc stop$/.test(app.stdout.lines().at(-1) ?? ''));
    goOn();
    await app.see('Ctrl+S review');
    expect(app.stdout.lines().at(-1)).not.toContain('Ctrl+C');
  });

  test('lists Ctrl+S in the help as the key for the review', async () => {
    await openForm();
    app.press('\u001BOP');
    await app.see(/Ctrl\+S +Go on to the review/);
  });

  test('names Enter as the key that sends if Ctrl+S is pressed in the review, and sends nothing', async () => {
    await openForm();
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
    app.press(review);
    await app.see('this is the review, and Enter writes it');
    expect(bench.line.writes()).toEqual([]);
  });

  test('names the first open step after a version is created, and opens all steps when L is pressed', async () => {
    await openForm();
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
    app.press(KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    await app.see(/\d things are missing\. First: no build is attached\. L shows all steps\./);
    app.press('L');
    await app.see('Ship 3.4.0 iOS');
    await app.until('the build is next', () => app.selected().includes('✕ Build'));
  });

  test('closes the result on Enter, but not within half a second of the previous Enter', async () => {
    let time = Date.now();
    const clock = {...createClock(), now: () => time};
    app = bench.open({screen: 'versions', app: AURORA}, {clock});
    await app.see('page 1');
    app.press('c');
    await app.see('next after');
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
    app.press(KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    time += 499;
    app.press('x', KEYS.enter);
    await app.see('ignored an Enter pressed too soon; press it again');
    time += 499;
    app.press(KEYS.enter);
    await app.see('ignored a repeated Enter; press it again');
    time += 500;
    app.press(KEYS.enter);
    await app.see('page 1');
    expect(bench.line.writes()).toEqual([CREATE]);
  });

  test.each([
    ['Esc', [KEYS.esc]],
    ['Esc from its builds', ['b', KEYS.esc]],
  ])('selects the new version in the list of versions after %s', async (_, keys) => {
    app = bench.open({screen: 'versions', app: AURORA});
    await app.see('page 1');
    app.press(KEYS.down, KEYS.down);
    await app.until('another one is selected', () => app.selected().includes('3.2.1'));
    app.press('c');
    await app.see('Ctrl+S review');
    app.press(review);
    await app.see('↵ create');
    app.press(KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    for (const key of keys) {
      app.press(key);
      await app.seeNot('✓ Created 3.4.0 for iOS');
      if (key === 'b') await app.see(/▌ 413/);
    }
    await app.until('the new one is selected', () => /▌ 3\.4\.0 +iOS/.test(app.selected()));
  });

  test('does not confirm a review with the key that opens it, and offers no letter keys in a field', async () => {
    await openForm();
    app.press(KEYS.up);
    await app.see('q quit');
    app.press(KEYS.tab);
    await app.until('only keys that are no letters', () => !app.stdout.text().includes('q quit'));
    app.press(review, review, review);
    await app.see('Create 3.4.0 for iOS');
    await app.see('↵ create');
    app.press('y');
    await app.see('Command sent to the terminal');
    expect(bench.line.writes()).toEqual([]);
  });

  test('changes the proposed version string with the platform, but keeps a typed one', async () => {
    await openForm();
    app.press(KEYS.up, KEYS.right, KEYS.right);
    await app.see(/Version +3\.3\.0 +as on iOS/);
    app.press(KEYS.left, KEYS.tab, clear, '9.9', KEYS.shiftTab, KEYS.right);
    await app.see(/‹ tvOS ›/);
    await app.see(/Version +9\.9/);
  });

  test("names the version that blocks a new version, then shows the service's answer", async () => {
    await openForm(FERN);
    await app.see(/1\.0\.0 for iOS is in flight \(preparing\): the store will refuse a second\s+one/);
    app.press(review);
    await app.see('↵ create');
    app.press(KEYS.enter);
    await app.see('✕ ');
    await app.see('r try again');
    expect(bench.line.writes()).toEqual([CREATE]);
    // A second Enter in a burst does not send the request again; r does, and Esc returns to the input.
    app.press(KEYS.enter, KEYS.enter);
    const errors = [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this either'}];
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : {status: 409, body: {errors}});
    app.press('r');
    await app.see('Not like this either');
    await app.see('r try again');
    app.press(KEYS.esc);
    await app.see(/Version +1\.1\.0/);
    expect(bench.line.writes()).toHaveLength(2);
  });

  test.each([
    ['the requested', '3.4.0', ['Continue with it: L in the list of versions']],
    ['another', '3.5.0', ["Rename it: u on the version's page"]],
  ])('names keys that help if someone else has just created %s version', async (_, versionString, ways) => {
    await openForm();
    app.press(review);
    await app.see('↵ create');
    const data = {
      type: 'appStoreVersions',
      attributes: {versionString, platform: 'IOS'},
      relationships: {app: {data: {type: 'apps', id: AURORA}}},
    };
    expect((await bench.sandbox.ask('/v1/appStoreVersions', {method: 'POST', body: {data}})).status).toBe(201);
    app.press(KEYS.enter);
    await app.see('r try again');
    for (const way of [...ways, 'Look at it: Enter in the list of versions', "Delete it: D on the version's page"])
      await app.see(way);
    expect(app.stdout.text()).not.toContain('--');
  });

  test('asks for a date only if the release is scheduled, and sends the date with its offset', async () => {
    await openForm();
    expect(app.stdout.text()).not.toContain('Not before');
    toField(3);
    app.press(KEYS.right, KEYS.right);
    await app.see('‹ scheduled ›');
    app.press(KEYS.tab, '2030-03-01T10:00+0100', review);
    await app.see('Not before  2030-03-01T10:00:00+01:00');
    app.press(KEYS.enter);
    await app.see('✓ Created');
    expect(created()).toMatchObject([{releaseType: 'SCHEDULED', earliestReleaseDate: '2030-03-01T10:00:00+01:00'}]);
  });

  test('drops the typed release date if the release is no longer scheduled', async () => {
    await openForm();
    toField(3);
    app.press(KEYS.right, KEYS.right, KEYS.tab, '2030-03-01T10:00Z', KEYS.shiftTab, KEYS.left, review);
    await app.see('↵ create');
    app.press(KEYS.enter);
    await app.see('✓ Created');
    expect(created()).toMatchObject([{releaseType: 'AFTER_APPROVAL'}]);
    expect(created()[0]).not.toHaveProperty('earliestReleaseDate');
  });

  test.each([
    ['a missing version string', 1, '', 'is required'],
    ['a blank version string', 1, '   ', 'is required'],
    ['a version string that is taken', 1, '3.2.1', 'is already taken on iOS'],
  ])('reports %s beside the field', async (_, place, text, complaint) => {
    await openForm();
    toField(place);
    app.press(clear, text, KEYS.tab, review);
    await app.see(`✕ ${complaint}`);
    expect(app.stdout.text()).toContain('Ctrl+S review');
    expect(bench.line.writes()).toEqual([]);
  });

  test.each(['tomorrow', '2026-02-30T10:00Z', '2026-03-01'])(
    'refuses the date %s when its field is left',
    async (date) => {
      await openForm();
      toField(3);
      app.press(KEYS.right, KEYS.right, KEYS.tab, date, KEYS.tab);
      await app.see('✕ ');
      expect(bench.line.writes()).toEqual([]);
    },
  );

  test('warns about a date in the past and a schedule without a date', async () => {
    await openForm();
    toField(3);
    app.press(KEYS.right, KEYS.right, review);
    await app.see('Scheduled, but without a date');
    app.press(KEYS.esc);
    await app.see('Ctrl+S review');
    app.press(KEYS.tab, '2020-01-01T00:00Z', review);
    await app.see('The date is in the past.');
  });

  test('goes back one step of Create on each Esc, and asks before typed text is lost', async () => {
    await openForm();
    toField(1);
    app.press(clear, '8.0', review);
    await app.see('Create 8.0 for iOS');
    app.press(KEYS.esc);
    await app.see(/Version +8\.0/);
    app.press(KEYS.esc);
    await app.see('Discard the new version?');
    app.press(KEYS.esc);
    await app.seeNot('Discard');
    expect(app.stdout.text()).toMatch(/Version +8\.0/);
    app.press(KEYS.esc);
    await app.see('Discard the new version?');
    app.press(KEYS.enter);
    await app.see('page 1');
    expect(bench.line.writes()).toEqual([]);
  });

  test('creates the first version of an app', async () => {
    const {json} = await bench.sandbox.ask('/v1/apps?limit=200');
    const empty = json.data.find(({attributes}: {attributes: {name: string}}) => attributes.name === 'Empty Shelf').id;
    await openForm(empty);
    expect(app.stdout.text()).toMatch(/Version +1\.0\.0/);
    app.press(review);
    await app.see('! The copyright is missing: review needs it.');
    await app.see('↵ create');
    app.press(KEYS.enter);
    await app.see('✓ Created 1.0.0 for iOS');
  });

  test("asks for an app first if Create is opened without one, and ends at that app's versions", async () => {
    app = bench.open({screen: 'create'});
    await app.see('Create a version › choose an app');
    await app.see('Aurora Notes');
    app.press('/', 'aurora', KEYS.enter, KEYS.enter);
    await app.see('Ctrl+S review');
    app.press(review);
    await app.see('↵ create');
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
    app.press(KEYS.esc);
    await app.see('tool › Apps › Aurora Notes');
    await app.see(/3\.4\.0 +iOS/);
  });

  test('opens Create for a bundle ID, and fits every step into a small terminal', async () => {
    app = bench.open({screen: 'create', app: 'com.example.aurora'}, {columns: 60, rows: 15});
    await app.see('Ctrl+S review');
    toField(3);
    app.press(KEYS.right, KEYS.right);
    await app.see('‹ scheduled ›');
    app.press(review);
    await app.see('Create 3.4.0 for iOS');
    await app.see('PgDn shows more');
    app.press(KEYS.pageDown);
    await app.see('--release-type SCHEDULED');
    app.press(KEYS.enter);
    await app.see('✓ Created 3.4.0 for iOS');
  });
});
