import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createClock} from '../../src/services/host/clock.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {type ReadinessCheck, readiness} from '../../src/services/model/readiness.ts';
import {AppDriver, KEYS} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';
import {type Bench, PENDING, startBench} from '../support/flow-bench.ts';

let app: AppDriver;

describe('the page of a release, at the store', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench();
  });
  afterEach(() => bench.close());

  /** Returns the newest version of a sample app. */
  async function newest(bundleId: string): Promise<{id: string; appId: string}> {
    const {json: apps} = await bench.sandbox.ask(`/v1/apps?filter[bundleId]=${bundleId}`);
    const appId = apps.data[0].id;
    const {json} = await bench.sandbox.ask(`/v1/apps/${appId}/appStoreVersions`);
    const [first] = json.data.toSorted((a: Sample, b: Sample) =>
      b.attributes.createdDate.localeCompare(a.attributes.createdDate),
    );
    return {id: first.id, appId};
  }
  interface Sample {
    attributes: {createdDate: string};
  }
  const paths = () => bench.line.seen.map((line) => line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{6,}/, 'ID')).sort();

  test('shows details, and why actions are unavailable, in full on a narrow page', async () => {
    app = bench.open({screen: 'version', versionId: PENDING}, {columns: 60, rows: 50});
    await app.see('only in prepare for submission');
    const text = app.stdout.text();
    expect(text).toMatch(/ b {2}Attach a build +only while the version is editable\n/);
    expect(text).toMatch(/Build +412 \(valid, 12 Nov 2026\)/);
    app.stdout.resize(80, 50);
    await app.see(/Build +412 \(valid, 12 Nov 2026\) +Submission/);
    expect(app.stdout.text()).toMatch(/ b {2}Attach a build +only while the version is editable\n/);
  });

  test('puts missing parts of an editable version first, and opens the fix on Enter', async () => {
    const {id} = await newest('com.example.nearly');
    app = bench.open({screen: 'version', versionId: id});
    await app.see('1 thing missing before it can be submitted');
    expect(app.selected()).toMatch(/✕ What's New +missing: de-DE +edit notes$/);
    expect(app.stdout.text()).toMatch(/✓ Metadata +\d+ checks passed/);
    expect(app.stdout.text()).toContain('! none in de-DE');
    expect(paths()).toEqual([
      'GET /v1/appStoreVersions/ID',
      'GET /v1/appStoreVersions/ID/appStoreVersionLocalizations',
      'GET /v1/apps/ID/appInfos',
      'GET /v1/apps/ID/appStoreVersions',
      'GET /v1/reviewSubmissions',
    ]);
    app.press(KEYS.enter);
    await app.see('Release notes');
    await app.see('de-DE');
    expect(bench.line.writes()).toEqual([]);
  });

  test('puts the release of an approved version first, and does not check for missing parts', async () => {
    app = bench.open({screen: 'version', versionId: PENDING});
    await app.see('submitted by Robin Example');
    expect(app.selected()).toContain('R  Release');
    expect(paths()).toEqual([
      'GET /v1/appStoreVersions/ID',
      'GET /v1/appStoreVersions/ID/appStoreVersionLocalizations',
      'GET /v1/reviewSubmissions',
    ]);
    app.press(KEYS.enter);
    await app.see('Type the version to release it:');
  });

  test('leads from the reason for a rejection to the newer build', async () => {
    const opened: string[] = [];
    const browser = async (url: string) => opened.push(url) > 0;
    app = bench.open({screen: 'version', versionId: (await newest('com.example.second')).id}, {browser});
    await app.see(/✕ Review +rejected: this version, submitted .* read why \(web\)/);
    expect(app.selected()).toMatch(/✕ Review +rejected: .* read why \(web\)$/);
    expect(app.shows(/! Build +12 is attached, 13 is newer +attach 13/)).toBe(true);
    app.press(KEYS.enter);
    await app.until('the build is next', () => app.selected().includes('13 is newer'));
    expect(opened).toHaveLength(1);
    await app.see('↵ attach 13');
    app.press('x', KEYS.enter);
    await app.until('the newer one is chosen', () => /▌ 13 /.test(app.selected()));
    expect(bench.line.writes()).toEqual([]);
  });

  test('does not propose to submit after a rejection if the builds cannot be read', async () => {
    const {id, appId} = await newest('com.example.second');
    bench.line.fate = (_, path) =>
      path.includes('/builds') ? {status: 403, body: {errors: [{title: 'Refused'}]}} : 'pass';
    app = bench.open({screen: 'version', versionId: id, app: appId}, {browser: async () => true});
    await app.see(/12 is attached; could not check for a newer +attach build/);
    app.press(KEYS.enter);
    await app.until('the builds are next', () => /could not check for a newer +attach build/.test(app.selected()));
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('12 is attached, 13 is newer');
    expect(app.selected()).toContain('13 is newer');
  });

  test('shows the bar of a roll-out, and says on Enter that there is nothing to do', async () => {
    app = bench.open({screen: 'version', versionId: (await newest('com.example.steps')).id});
    await app.see('day 3 of 7 ▓▓▓░░░░ 5 %');
    expect(app.selected()).toContain('Nothing to do: the roll-out continues on its own');
    expect(app.stdout.lines().at(-1)).toMatch(/h pause roll-out +C complete roll-out/);
    app.press(KEYS.enter);
    await app.until('Enter says so', () => app.stdout.lines().at(-2)?.includes('Nothing to do: the roll-out') ?? false);
    app.press(KEYS.down);
    await app.until('the next is chosen', () => app.selected().includes('h  Pause the roll-out'));
    app.press(KEYS.enter);
    await app.see('Pause the roll-out of 3.1 for iOS ─');
    expect(bench.line.writes()).toEqual([]);
  });

  test('selects Resume after a pause, and Pause after the roll-out is resumed, but never Complete', async () => {
    app = bench.open({screen: 'version', versionId: (await newest('com.example.steps')).id});
    await app.see('day 3 of 7');
    app.press(KEYS.down);
    await app.until('the next is chosen', () => app.selected().includes('h  Pause the roll-out'));
    app.press(KEYS.enter);
    await app.see('↵ pause  y copy');
    app.press('x', KEYS.enter);
    await app.see('✓ Paused the roll-out');
    app.press(KEYS.esc);
    await app.until('it can be resumed', () => app.selected().includes('h  Resume the roll-out'));
    app.press('x', KEYS.enter);
    await app.see('↵ resume  y copy');
    app.press('x', KEYS.enter);
    await app.see('✓ Resumed the roll-out');
    app.press(KEYS.esc);
    await app.until('it can be paused', () => app.selected().includes('h  Pause the roll-out'));
  });

  test('ends the cut names of the passed checks with an ellipsis, not with a comma', async () => {
    const {id} = await newest('com.example.seedling');
    app = bench.open({screen: 'version', versionId: id}, {columns: 60, rows: 24});
    await app.see(/✓ Metadata +description, support URL, demo …$/m);
  });

  test('says that a version is complete as far as known, on a small screen', async () => {
    app = bench.open({screen: 'version', versionId: (await newest('com.example.boats')).id}, {columns: 60, rows: 15});
    await app.see('Prepare for submission    complete, as far as known');
  });

  test('shows missing parts on Home until something is written, without another request', async () => {
    const {id, appId} = await newest('com.example.seedling');
    app = bench.open({screen: 'version', versionId: id, app: appId}, {columns: 160, rows: 45});
    await app.see('7 things missing');
    const before = bench.line.seen.length;
    app.press(KEYS.esc);
    await app.see(/Seedling .* 7 missing/);
    expect(bench.line.seen.slice(before).filter((line) => line.includes(id))).toEqual([]);
    app.press('/Seedling', KEYS.enter);
    await app.see('1 of');
    app.press(KEYS.esc);
    await app.see('n next step');
    app.press('n');
    await app.see('7 things missing before it can be submitted');
    app.press('G', 'D');
    await app.see('Type the version to delete it:');
    app.press('1.0', KEYS.enter);
    await app.see('✓ Deleted');
    app.press(KEYS.esc);
    await app.see(/Seedling +com\.example\.seedling +— +—/);
  });

  describe('a check by the store with A', () => {
    const REAL = {host: {clock: createClock()}, columns: 120, rows: 45};
    const DRAFT = 'POST /v1/reviewSubmissions';
    const ITEM = 'POST /v1/reviewSubmissionItems';

    test('shows the command when A is pressed, asks the store once on Enter, and adds the answer to the list', async () => {
      const {id} = await newest('com.example.boats');
      app = bench.open({screen: 'version', versionId: id}, REAL);
      await app.see('everything the API can check is there');
      app.press('A');
      await app.see('Nothing is submitted.');
      await app.see('tool versions check --version-id');
      expect(bench.line.writes()).toEqual([]);
      app.press(KEYS.enter, KEYS.enter, KEYS.enter);
      await app.see(/✓ The store +The service accepts the version/);
      await app.see('It was left behind empty');
      expect(bench.line.writes()).toEqual([
        DRAFT,
        ITEM,
        expect.stringMatching(/^DELETE \/v1\/reviewSubmissionItems\//),
      ]);
      // The check was a write, so the page is read again, but the answer stays.
      await app.see(/updated \d/);
      expect(app.stdout.text()).toMatch(/✓ The store +The service accepts the version/);
      expect((await bench.version(id))?.state).toBe('PREPARE_FOR_SUBMISSION');
    });

    test('does not list a missing part twice if the store reports it too', async () => {
      app = bench.open({screen: 'version', versionId: (await newest('com.example.nearly')).id}, REAL);
      await app.see('1 thing missing');
      app.press('A');
      await app.see('Nothing is submitted.');
      app.press(KEYS.enter);
      await app.see(/Checked with the store at [\d:]+: the store names 1 thing to fix\./);
      expect(app.stdout.text()).toContain('1 thing missing');
    });

    test('sends no check to the store if Esc is pressed', async () => {
      app = bench.open({screen: 'version', versionId: (await newest('com.example.boats')).id}, REAL);
      await app.see('everything the API can check is there');
      app.press('A');
      await app.see('Nothing is submitted.');
      app.press(KEYS.esc);
      await app.seeNot('Nothing is submitted.');
      expect(bench.line.writes()).toEqual([]);
    });

    test('says what a check by the store leaves in a draft if the removal fails, and how to remove it', async () => {
      const {id} = await newest('com.example.boats');
      app = bench.open({screen: 'version', versionId: id}, REAL);
      await app.see('everything the API can check is there');
      bench.line.fate = (method) =>
        method === 'DELETE' ? {status: 403, body: {errors: [{title: 'Refused'}]}} : 'pass';
      app.press('A');
      await app.see('Nothing is submitted.');
      app.press(KEYS.enter);
      await app.see('is left in draft');
      await app.see("Remove it with W on the version's page");
      expect(app.stdout.text()).not.toContain('Nothing was changed');
      bench.sandbox.advance(3000);
      app.press(KEYS.esc);
      await app.see('Ready for review');
      await app.see('a draft, only this version');
      expect(app.selected()).toContain('S  Submit for review');
    });

    test('shows the result of a store check even if the answer to removing the version from the draft is lost', async () => {
      const {id} = await newest('com.example.boats');
      app = bench.open({screen: 'version', versionId: id}, REAL);
      await app.see('everything the API can check is there');
      bench.line.fate = (method) => (method === 'DELETE' ? 'answer lost' : 'pass');
      app.press('A');
      await app.see('Nothing is submitted.');
      app.press(KEYS.enter);
      await app.see(/✓ The store +The service accepts the version/);
      expect(bench.line.writes()).toHaveLength(3);
    });
  });
});

describe('the page of a release', () => {
  afterEach(() => app.close());

  const lacks = (message: string, locale?: string): ReadinessCheck => ({
    id: 'whats-new',
    status: 'error',
    message,
    locale,
    hint: 'https://store.test/page',
  });
  const editable = version('v1', {versionString: '2.0'});

  function open(options: ConstructorParameters<typeof AppDriver>[0] & {checks?: ReadinessCheck[]} = {}): void {
    const {checks = [], ...more} = options;
    const store = fakeStore({versions: [editable]});
    store.release = {readiness: {value: readiness('v1', checks)}};
    app = new AppDriver({request: {screen: 'version', versionId: 'v1', app: '1001'}, store, ...more});
  }

  test('uses one line for a text that forty locales lack, and counts it once', async () => {
    const locales = Array.from({length: 40}, (_, index) => `l${index}`);
    open({checks: locales.map((locale) => lacks("What's New is missing", locale))});
    await app.see('1 thing missing before it can be submitted');
    expect(app.selected()).toMatch(/✕ What's New +missing in 40 locales +web page$/);
  });

  test("reports a part of a version's page that cannot be read, and reads it again when r is pressed", async () => {
    open();
    app.store.release = {
      notes: {error: new ToolError('service', 'The service failed (500).')},
      readiness: {error: new ToolError('network', 'No connection.')},
    };
    await app.see("What's New  ! could not be read: The service failed (500).");
    await app.see('! Could not check what is missing: No connection.');
    expect(app.selected()).toContain('? Check');
    expect(app.stdout.text()).not.toContain('r retries');
    app.store.release = {readiness: {value: readiness('v1', [])}};
    app.press('r');
    await app.seeNot('could not be read');
  });

  test("keeps the loaded parts of a version's page during a reload, even if one cannot be read", async () => {
    open({checks: [lacks('The keywords are missing')]});
    app.store.release = {...app.store.release, notes: {value: [{id: 'n', locale: 'en-US', whatsNew: 'Faster.'}]}};
    await app.see('Faster.');
    let answer = () => {};
    app.store.before = () => new Promise((resolve) => (answer = resolve));
    app.press('r');
    await app.until('it is asked', () => app.store.asked.length === 2);
    await app.see('Esc stops waiting');
    await app.see('Faster.');
    await app.see('The keywords are missing');
    app.store.release = {...app.store.release, notes: {error: new ToolError('service', 'Broken.')}};
    answer();
    await app.see('could not be read: Broken.');
    expect(app.shows('Faster.')).toBe(true);
  });

  test('shows the version at once, and the rest of the page once missing parts are known', async () => {
    const store = fakeStore({versions: [editable]});
    let end = () => {};
    store.readRelease = async ({onPart}) => {
      const release = {version: editable, notes: {}, review: {}, readiness: {}};
      onPart?.(release);
      await new Promise<void>((resolve) => (end = resolve));
      return {...release, notes: {value: []}, review: {value: {history: []}}, readiness: {value: readiness('v1', [])}};
    };
    app = new AppDriver({request: {screen: 'version', versionId: 'v1', app: '1001'}, store});
    await app.see('Next step: what is missing is being read');
    end();
    await app.see('○ Submission');
  });

  test('says that a version no longer exists, and refuses every action on it', async () => {
    open();
    await app.see('○ Submission');
    app.store.versions = [];
    app.press('r');
    await app.see('2.0 for iOS no longer exists.');
    await app.see('Esc goes back.');
    app.press(KEYS.enter);
    await app.see('Continue with Submission: it no longer exists');
    app.press('S');
    await app.see('Submit 2.0 for iOS for review: it no longer exists');
  });

  test("keeps the selection on a version's page through a reload, or selects the first row if its row is gone", async () => {
    const [first, second, third] = ['One.', 'Two.', 'Three.'].map((message) => lacks(message));
    open({checks: [first, second, third] as ReadinessCheck[]});
    await app.see('3 things missing');
    app.press(KEYS.down);
    await app.until('the second is chosen', () => app.selected().includes('Two.'));
    const set = (...checks: (ReadinessCheck | undefined)[]) => {
      app.store.release = {readiness: {value: readiness('v1', checks as ReadinessCheck[])}};
      app.press('r');
    };
    set(lacks('Zero.'), first, second, third);
    await app.see('4 things missing');
    expect(app.selected()).toContain('Two.');
    set(first, third);
    await app.see('2 things missing');
    expect(app.selected()).toContain('One.');
  });

  test('says at once why a read-only run can change nothing', async () => {
    open({session: {readOnly: async () => '--read-only'}, columns: 120});
    await app.see(/▌ ○ Submission /);
    app.press('A');
    await app.see('this run is read-only');
    app.press(KEYS.enter);
    await app.see('Continue with Submission: this run is read-only (--read-only)');
    expect(app.store.asked.map(({method}) => method)).toEqual(['readRelease']);
  });

  test("scrolls through a version's whole page in the smallest terminal, and skips no line", async () => {
    open({columns: 60, rows: 15, checks: [lacks('One.'), lacks('Two.')]});
    await app.see('2 things missing');
    const seen = new Set<string>();
    for (let press = 0; press < 60 && !app.shows('versions view'); press++) {
      for (const line of app.stdout.lines()) seen.add(line.replace(/^ ?▌/, '  ').trim());
      const before = app.stdout.bytes.length;
      app.press(KEYS.down);
      await app.until('something moves', () => app.stdout.bytes.length > before);
    }
    await app.see('tool versions view');
    for (const line of ["What's New  none", 'ID          v1', 'Release     —']) expect([...seen]).toContain(line);
    app.press('g');
    await app.see('Prepare for submission');
    expect(app.selected()).toContain('One.');
  });

  test.each([
    {columns: 80, rows: 24},
    {columns: 60, rows: 15},
  ])(
    'says "more below" on a version\'s page as long as there is more, even with a banner: $columns x $rows',
    async (size) => {
      open({...size, checks: [lacks('One.'), lacks('Two.')]});
      await app.see('2 things missing');
      app.store.before = async () => {
        throw new ToolError('service', 'The service failed (500).', {hint: 'Wait a moment.'});
      };
      app.press('r');
      await app.see('r retries.');
      for (let press = 0; press < 60; press++) {
        const isAtEnd = app.stdout.text().includes('--sandbox');
        expect(app.stdout.lines().at(-2)).toMatch(isAtEnd ? /^ *(more above|updated|$)/ : /^ more (above and )?below/);
        if (isAtEnd) return;
        const before = app.stdout.bytes.length;
        app.press(KEYS.down);
        await app.until('something moves', () => app.stdout.bytes.length > before);
      }
      throw new Error(`not at the end:\n${app.stdout.text()}`);
    },
  );

  test("numbers the rows of a version's page for a screen reader, and selects a row by its number", async () => {
    open({globals: {screenReader: true}, checks: [lacks('One.'), lacks('Two.', 'ja')]});
    await app.see("1. What's New: missing, One., web page, selected");
    app.press('2');
    await app.see("2. What's New: missing, Two.: ja, web page, selected");
  });
});
