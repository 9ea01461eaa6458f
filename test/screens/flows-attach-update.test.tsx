import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {submitForReview} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, PENDING, PREPARING, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const clear = KEYS.ctrl('u');
const review = KEYS.ctrl('s');
const attach = `PATCH /v1/appStoreVersions/${PREPARING}/relationships/build`;
const patch = `PATCH /v1/appStoreVersions/${PREPARING}`;

describe('Attach build', () => {
  beforeEach(async () => {
    // With 50 rows the page of a version fits as a whole, because its build is near the end.
    app = bench.open({screen: 'attach-build', versionId: PREPARING}, {rows: 50});
    await app.see('5 builds for iOS ');
  });

  test('selects the newest usable build, attaches it once, and opens the web page when o is pressed', async () => {
    expect(app.selected()).toMatch(/▌ 6 +1\.0\.0 .*yes/);
    app.press(KEYS.enter);
    await app.see('Attach build 6 to 1.0.0 for iOS');
    await app.see(`tool versions attach-build --version-id`);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.left, KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('✓ Attached build 6 to 1.0.0 for iOS');
    expect(bench.line.writes()).toEqual([attach]);
    expect((await bench.version(PREPARING))?.buildId).toBe(bench.line.bodies[0].data.id);
    await app.see('L shows what is still missing, and all steps until it is on sale.');
    await app.see(/^ ↵ done {2}L all steps {2}v view/m);
    app.press('o');
    await app.see('Opened https://');
    app.press('v');
    await app.see(/Build +6 \(valid/);
  });

  test('selects the attached build if it is the newest, so that Enter attaches no older one', async () => {
    app.press(KEYS.enter);
    await app.see('Attach build 6 to 1.0.0 for iOS');
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Attached build 6 to 1.0.0 for iOS');
    app.press(KEYS.esc);
    await app.until('the page is read', () => app.selected().includes('Review contact'));
    app.press('b');
    await app.see('5 builds for iOS');
    await app.until('the attached one', () => /▌ 6 +1\.0\.0/.test(app.selected()));
    app.press(KEYS.enter, KEYS.left, KEYS.enter);
    await app.see('Build 6: ');
    expect(bench.line.writes()).toEqual([attach]);
  });

  test.each([
    ['7', 'still processing'],
    ['5', 'processing failed'],
    ['3', 'expired'],
  ])('refuses to select build %s: %s', async (build, reason) => {
    await app.see(new RegExp(` ${build} +.*${reason}`));
    app.press('/', build, KEYS.enter, KEYS.enter);
    await app.see(`Build ${build}: ${reason}`);
    expect(app.stdout.text()).not.toContain('Equivalent command');
    expect(bench.line.writes()).toEqual([]);
  });

  test('shows the upload time of a build to the minute in a narrow terminal', async () => {
    bench.close();
    bench = await startBench();
    app = bench.open({screen: 'attach-build', versionId: PREPARING}, {columns: 60, rows: 15});
    await app.see('5 builds for iOS ');
    expect(app.stdout.text()).toMatch(/5 +1\.0\.0 +\d\d \w+ \d{4}, \d\d:\d\d +processing failed/);
  });

  test.each([60, 80])('keeps the app and the version in the title of Attach build at %i columns', async (columns) => {
    app.stdout.resize(columns, 24);
    await app.see(/^ tool › Fern › 1\.0\.0 iOS › Attach/m);
  });

  test('marks the attached build, and says in the review that the new build replaces the attached build', async () => {
    app.press('/4', KEYS.enter, KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('Attach: ignored a repeated Enter; press it again');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.left, KEYS.enter);
    await app.see('✓ Attached build 4');
    app.press(KEYS.esc);
    await app.see(/Build +4 \(valid/);
    app.press('b');
    await app.see(/4 +1\.0\.0 .*✓ attached already/);
    expect(app.selected()).toMatch(/▌ 6 /);
    app.press(KEYS.enter);
    await app.see('Replaces  build 4');
  });

  test('goes back on Esc from the review to the builds, then to the version', async () => {
    app.press(KEYS.enter);
    await app.see('↵ attach');
    app.press(KEYS.esc);
    await app.see('5 builds');
    expect(app.selected()).toContain('6');
    app.press(KEYS.esc);
    await app.see("What's New  ");
    expect(bench.line.writes()).toEqual([]);
  });
});

test('scrolls a menu that is longer than the terminal, and names Enter in the footer', async () => {
  app = bench.open({screen: 'encryption', versionId: PREPARING}, {columns: 60, rows: 15});
  await app.see('Not possible now');
  await app.see('↵ choose');
  const items = () => app.stdout.lines().filter((line) => /^ {2}(▌| ) \w/.test(line));
  expect(items()[0]).toBe('  ▌ Go back');
  expect(app.stdout.text()).not.toContain('Create a version of');
  app.press('jjjjjjjjj');
  await app.see(/▌ Create a version of/);
  expect(items().every((line) => /^ {4}(Show|[A-Z]\w+ [\w ]*1\.0\.0 for iOS( for review)?)$|▌/.test(line))).toBe(true);
  app.press('kkkkkkkkk', KEYS.enter);
  await app.seeNot('Not possible now');
  expect(bench.line.writes()).toEqual([]);
});

test('explains why no build can be attached to a version that is not editable, and reads no builds', async () => {
  app = bench.open({screen: 'attach-build', versionId: PENDING});
  await app.see('3.3.0 for iOS: Pending developer release');
  await app.see('only while the version is editable');
  expect(bench.line.seen.some((one) => one.includes('builds'))).toBe(false);
  app.press(KEYS.enter);
  await app.see("What's New  ");
  expect(bench.line.writes()).toEqual([]);
});

test('offers other actions in place of Attach build if the version is not editable', async () => {
  app = bench.open({screen: 'attach-build', versionId: PENDING});
  await app.see('only while the version is editable');
  await app.see(
    /▌ Go back\s+Show 3\.3\.0 for iOS\s+Release 3\.3\.0 for iOS\s+Update 3\.3\.0 for iOS\s+Withdraw 3\.3\.0 for iOS\s+Remove the phased release of 3\.3\.0 for iOS\s+Create a version/,
  );
  app.press('jj');
  await app.see(/▌ Release 3\.3\.0/);
  app.press(KEYS.enter);
  await app.see('Type the version to release it');
  expect(bench.line.writes()).toEqual([]);
});

describe('Update', () => {
  const open = async (columns = 80, rows = 24) => {
    app = bench.open({screen: 'update', versionId: PREPARING}, {columns, rows});
    await app.see('only what you change is sent');
  };

  test('shows old and new values of an update, and sends only changed values', async () => {
    await open();
    app.press(clear, '1.0.1', review);
    await app.see('Version  1.0.0 → 1.0.1');
    expect(app.stdout.text()).not.toContain('Copyright');
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Updated 1.0.1 for iOS');
    expect(bench.line.writes()).toEqual([patch]);
    expect(bench.line.bodies[0].data.attributes).toEqual({versionString: '1.0.1'});
    app.press(KEYS.esc);
    await app.see('1.0.1 iOS');
    expect((await bench.version(PREPARING))?.versionString).toBe('1.0.1');
  });

  test('does not overwrite what someone else changed after the review', async () => {
    await open();
    app.press(KEYS.tab, clear, '2026 Mine', review);
    await app.see('2026 Fern Works → 2026 Mine');
    const data = {type: 'appStoreVersions', id: PREPARING, attributes: {copyright: '2026 Theirs'}};
    await bench.sandbox.ask(`/v1/appStoreVersions/${PREPARING}`, {method: 'PATCH', body: {data}});
    app.press(KEYS.enter);
    await app.see('Someone else changed the copyright in the meantime');
    await app.see('Nothing was sent.');
    app.press(KEYS.esc);
    await app.see('only what you change is sent');
    app.press(review);
    await app.see('2026 Theirs → 2026 Mine');
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.enter);
    await app.see('✓ Updated');
    expect(bench.line.bodies).toHaveLength(1);
  });

  test('reports that an update changes nothing, and sends no request', async () => {
    await open();
    app.press(review);
    await app.see('Nothing was changed');
    app.press(clear, '1.0.1', clear, '1.0.0', review);
    await app.see('Nothing was changed');
    expect(bench.line.writes()).toEqual([]);
  });

  test('lets an update clear the copyright, but not the version string', async () => {
    await open();
    app.press(KEYS.tab, clear, review);
    await app.see('2026 Fern Works → (empty)');
    await app.see('! The copyright is missing: review needs it.');
    await app.see("--copyright ''");
    app.press(KEYS.enter);
    await app.see('✓ Updated');
    expect(bench.line.bodies[0].data.attributes).toEqual({copyright: ''});
    app.press(KEYS.esc);
    await app.see("What's New  ");
    app.press('G');
    await app.see(/Copyright +—/);
    app.press('u');
    await app.see('only what you change is sent');
    app.press(clear, review);
    await app.see('✕ is required');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('schedules the release for a date, which then cannot be cleared', async () => {
    await open(80, 50);
    app.press(KEYS.tab, KEYS.tab, KEYS.right, KEYS.right);
    await app.see('Not before');
    app.press(KEYS.tab, 'soon', KEYS.tab);
    await app.see('✕ must be a date and time with an offset');
    app.press(KEYS.shiftTab, clear, '2031-05-01T08:00:00+02:00', review);
    await app.see('manual → scheduled');
    await app.see('(empty) → 2031-05-01T08:00:00+02:00');
    app.press(KEYS.enter);
    await app.see('✓ Updated');
    expect(Object.keys(bench.line.bodies[0].data.attributes).sort()).toEqual(['earliestReleaseDate', 'releaseType']);
    app.press(KEYS.esc);
    await app.see('01 May 2031');
    app.press('u');
    await app.see('only what you change is sent');
    app.press(KEYS.tab, KEYS.tab, KEYS.tab, clear, review);
    await app.see('✕ is required');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('warns that a change releases an approved version at once, in the form and in the review', async () => {
    const atOnce = 'is approved: this change releases it at once, and a release cannot be undone';
    app = bench.open({screen: 'update', versionId: PENDING}, {rows: 40});
    await app.see('only what you change is sent');
    app.press(KEYS.right);
    await app.see(atOnce);
    app.press(review);
    await app.see('↵ update');
    await app.see(atOnce);
    expect(bench.line.writes()).toEqual([]);
  });

  test('shows why the store refuses an update, and returns to the form', async () => {
    bench.line.fate = (method) =>
      method === 'PATCH'
        ? {status: 409, body: {errors: [{status: '409', code: 'ENTITY_ERROR', title: 'Taken', detail: 'Take another'}]}}
        : 'pass';
    await open();
    app.press(clear, '2.0', review);
    await app.see('↵ update');
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('Take another');
    expect(bench.line.writes()).toEqual([patch]);
    bench.line.fate = () => 'pass';
    app.press(KEYS.esc);
    await app.see(/Version +2\.0/);
    app.press(clear, '2.1', review);
    await app.see('↵ update');
    app.press(KEYS.enter);
    await app.see('✓ Updated 2.1');
  });

  test('shows a long new value below the old value in the review of an update in a small terminal', async () => {
    await open(60, 15);
    app.press(KEYS.tab, clear, '2027 A Company With Quite A Long Name And Sons', review);
    await app.see(/→ 2027 A Company With Quite A Long Name And\s+Sons/);
    await app.see('2026 Fern Works');
  });

  test('asks on Esc whether to discard an update only if the form has changes', async () => {
    await open();
    app.press(KEYS.esc);
    await app.see("What's New  ");
    app.press('u');
    await app.see('only what you change is sent');
    app.press('9', KEYS.esc);
    await app.see('Discard the changes?');
    app.press(KEYS.enter);
    await app.see("What's New  ");
    expect(bench.line.writes()).toEqual([]);
  });

  test('keeps the text typed for an update if a reload finds the version in review', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    const other = await bench.idOf('com.example.cipher', '1.1');
    app = bench.open({screen: 'encryption', versionId: other});
    await app.see('Does build 12 use encryption');
    app.press(KEYS.right, KEYS.left, review);
    await app.see('The answer is final');
    const goOn = bench.line.holdWrites(0);
    app.press(KEYS.enter);
    await app.until('it is sent', () => bench.line.writes().length === 1);
    app.press(KEYS.ctrl('p'), 'go to apps', KEYS.enter);
    await app.see('Needs you');
    app.press('/', 'paper boats', KEYS.enter, KEYS.enter);
    await app.see('page 1');
    app.press('u');
    await app.see('only what you change is sent');
    app.press(KEYS.tab, clear, 'Typed Ltd');
    await app.see('Typed Ltd');
    await submitForReview(bench.sandbox, id);
    const reads = () => bench.line.seen.filter((line) => line === `GET /v1/appStoreVersions/${id}`).length;
    const before = reads();
    goOn();
    await app.see('Done: tool');
    await app.until('the version is read again', () => reads() > before);
    app.press(review);
    await app.see('→ Typed Ltd');
    app.press(KEYS.enter);
    await app.see('Nothing was changed.');
    app.press(KEYS.esc);
    await app.see('Typed Ltd');
  });
});
