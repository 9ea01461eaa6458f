import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {type AppDriver, KEYS, stoppable} from '../support/app-driver.ts';
import {type Bench, PENDING, REVIEW_MS, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const ship = (word: string) => ({screen: 'ship', app: `com.example.${word}`}) as const;

const gets = () => bench.line.seen.filter((one) => one.startsWith('GET'));

/** Types a version string into the dialog that asks for it. */
async function confirm(text: string): Promise<void> {
  await app.see('Type the version to');
  app.press(text, KEYS.enter);
}

describe('a version from its build to its sale', () => {
  test('says that a key works only after the write has ended, and removes that message after the write', async () => {
    app = bench.open(ship('boats'), {...bench.waitless, columns: 120});
    await app.see('5 done');
    app.press(KEYS.enter);
    const goOn = bench.line.holdWrites(0);
    await confirm('2.0');
    await app.see('Submitting 2.0');
    app.press('w');
    await app.see('w: wait until the write has ended');
    app.press(KEYS.enter);
    await app.see('↵: wait until the write has ended');
    goOn();
    await app.see('w watch');
    await app.seeNot('until the write has ended');
  });

  test('says at a step of Ship that the outcome of its write is unknown, until the steps change', async () => {
    app = bench.open(ship('boats'), {...bench.waitless, columns: 120});
    await app.see('5 done');
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'reset');
    app.press(KEYS.enter);
    await confirm('2.0');
    await app.see('r try again  Esc back');
    app.press(KEYS.esc);
    await app.seeNot('r try again');
    await app.see('! It is not known whether 2.0 for iOS was submitted.');
    bench.line.fate = () => 'pass';
    app.press('S');
    await confirm('2.0');
    await app.see('✓ Submitted 2.0 for iOS');
    await app.seeNot('It is not known whether');
    expect(bench.line.writes()).toHaveLength(4);
  });

  test("does each step of Ship on Enter, selects the next step, and shows the service's answers", async () => {
    app = bench.open(ship('boats'), {...bench.waitless, columns: 120});
    await app.see('5 done');
    expect(app.selected()).toContain('○ Submission');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    expect(app.shows('tool versions submit --version-id')).toBe(true);
    app.press('2.0', KEYS.enter);
    await app.see('✓ Submitted 2.0 for iOS');
    await app.see(/waiting for review, submitted at \d\d:\d\d/);
    expect(app.selected()).toContain('◔ Review');
    // Enter does nothing for this step, so its place in the footer is empty.
    expect(app.stdout.lines().at(-1)).toMatch(/^ {15,}W withdraw/);
    app.press('x', KEYS.enter);
    await app.see('review continues on its own');

    bench.sandbox.advance(3 * REVIEW_MS);
    app.press('r');
    await app.see('approved: it waits for you to release it');
    expect(app.selected()).toContain('✓ Review');
    app.press('x', KEYS.enter);
    await app.until('Enter selects the next step', () => app.selected().includes('◕ Release'));
    app.press('x', KEYS.enter);
    await confirm('2.0');
    await app.see('✓ Released 2.0 for iOS');
    await app.see('◉ Release');
    expect(app.stdout.text()).not.toMatch(/everyone at once +phased release/);
    // The screen reads again without a key, because the store takes a few seconds.
    bench.sandbox.advance(3 * REVIEW_MS);
    await app.see('8 done');
    expect(app.shows('on sale')).toBe(true);
    expect(app.selected()).toContain('○ Next version');
    expect(bench.line.writes()).toHaveLength(4);
    app.press('x', KEYS.enter);
    await app.see('New version');
    app.press(KEYS.esc);
    await app.see('○ Next version');
  });

  test('shows the names of all steps of Ship at once, and counts the steps only when all are read', async () => {
    const goOn = bench.line.holdReads();
    app = bench.open(ship('nearly'), {columns: 120});
    await app.see('Reading the app. Esc stops waiting');
    await app.see(/… Version[\s\S]+… Build[\s\S]+… Submission[\s\S]+… Review/);
    expect(app.selected()).toBe('');
    app.press('x', KEYS.enter);
    await app.see('the steps are still being read');
    goOn();
    await app.see('4 done');
    expect(app.stdout.text()).not.toMatch(/… (?:Build|Review)/);
    expect(new Set(app.stdout.bytes.match(/\d+ done/g))).toEqual(new Set(['4 done']));
  });

  test.each(['boats', 'nearly', 'seedling', 'second', 'steps'])(
    'counts the rows of a release as done or to go: %s',
    async (word) => {
      app = bench.open(ship(word), {columns: 120, rows: 40});
      await app.see(/\d+ done/);
      const signs = app.stdout.lines().flatMap((line) => line.match(/^ [▌ ] ([^ ]) (?!Next version)[A-Z]/)?.[1] ?? []);
      const done = signs.filter((sign) => sign === '✓').length;
      const left = signs.filter((sign) => !'✓?'.includes(sign)).length;
      await app.see(left > 0 ? `${done} done, ${left} to go` : `${done} done`);
    },
  );

  test('names the app in the title of Ship at 60 columns', async () => {
    app = bench.open(ship('boats'), {columns: 60, rows: 15});
    await app.see('5 done');
    expect(app.stdout.lines()[0]).toMatch(/tool › Paper B.*Ship 2\.0 iOS /);
  });

  test('removes the message about a completed submission from Ship once a later state is read', async () => {
    app = bench.open(ship('boats'), {...bench.waitless, columns: 120});
    await app.see('5 done');
    app.press(KEYS.enter);
    await confirm('2.0');
    await app.see('✓ Submitted 2.0 for iOS');
    await app.see(/waiting for review, submitted at \d\d:\d\d/);
    app.press('r');
    await app.see('✓ Submitted 2.0 for iOS');
    bench.sandbox.advance(3 * REVIEW_MS);
    app.press('r');
    await app.see('approved: it waits for you to release it');
    expect(app.shows('✓ Submitted 2.0 for iOS')).toBe(false);
    expect(app.shows('✓ Submission')).toBe(true);
  });

  test('shows the review step of a rejected version in full on a small screen', async () => {
    app = bench.open(ship('second'), {columns: 60, rows: 15});
    await app.see('✕ Review');
    expect(app.selected()).toContain('✕ Review');
    expect(app.shows('ago')).toBe(true);
  });

  test('asks for a new version first if the app has none, then shows the steps of Ship', async () => {
    app = bench.open(ship('shelf'));
    await app.see('none in flight');
    expect(app.selected()).toContain('○ Version');
    app.press(KEYS.enter);
    await app.see('New version');
    app.press(KEYS.ctrl('s'));
    await app.see('Create 1.0.0 for iOS');
    app.press(KEYS.enter);
    await app.see('✓ Created 1.0.0 for iOS');
    await app.see('Ship 1.0.0 iOS');
    await app.see('1.0.0, prepare for submission');
    expect(app.selected()).toContain('✕ Build');
    app.press('x', KEYS.enter);
    await app.see('Attach build 1 to 1.0.0');
    app.press(KEYS.esc);
    await app.see('Usable');
    app.press(KEYS.esc);
    await app.see('Ship 1.0.0 iOS');
    expect(app.selected()).toContain('✕ Build');
  });

  test('ignores Enter in Ship after a write until the steps are read again, and says why', async () => {
    app = bench.open(ship('shelf'));
    await app.see('none in flight');
    app.press(KEYS.enter);
    await app.see('New version');
    app.press(KEYS.ctrl('s'));
    await app.see('Create 1.0.0 for iOS');
    const goOn = bench.line.holdReads();
    app.press(KEYS.enter);
    await app.see('Empty Shelf › Ship');
    await app.see('Reading what has changed');
    await app.see(/Version +…\s+✓ Created 1\.0\.0 for iOS/);
    expect(app.shows('none in flight')).toBe(false);
    app.press(KEYS.enter);
    await app.see('Not yet: the change is still being read: press it again in a moment');
    expect(app.shows('New version')).toBe(false);
    goOn();
    await app.see('1.0.0, prepare for submission');
    app.press('x', KEYS.enter);
    await app.see('Attach a build');
  });

  test('shows the progress of a roll-out in Ship, pauses it when h is pressed, and resumes it on Enter', async () => {
    app = bench.open(ship('steps'), {columns: 120});
    await app.see('day 3 of 7 ▓▓▓░░░░ 5 %');
    expect(app.selected()).toContain('◉ Phased release');
    app.press(KEYS.enter);
    await app.see('the roll-out continues on its own');
    app.press('h');
    await app.see('↵ pause');
    app.press('x', KEYS.enter);
    await app.see('✓ Paused the roll-out of 3.1 for iOS');
    await app.see('paused · 0 of 30 pause days');
    expect(app.selected()).toContain('! Phased release');
    app.press('x', KEYS.enter);
    await app.see('↵ resume  y copy');
    app.press('x', KEYS.enter);
    await app.see('✓ Resumed the roll-out of 3.1 for iOS');
    expect(bench.line.writes()).toHaveLength(2);
  });
});

describe('the number of key presses from a new version to its sale', () => {
  test.each([
    [60, 15],
    [80, 24],
    [120, 40],
    [160, 45],
  ])('needs at most two key presses per step of Ship besides typing, and no Esc: %i x %i', async (columns, rows) => {
    const id = await bench.idOf('com.example.boats', '2.0');
    await bench.sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'DELETE'});
    app = bench.open(ship('boats'), {...bench.waitless, columns, rows});
    const presses: Record<string, number> = {};
    /** Presses another key before an Enter, instead of waiting half a second. */
    const press = (step: string, key: string) => {
      presses[step] = (presses[step] ?? 0) + 1;
      app.press(...(key === KEYS.enter ? ['x', key] : [key]));
    };
    const isNext = (step: string) => app.until(`${step} is next`, () => app.selected().includes(step));

    await app.see('none in flight');
    press('create', KEYS.enter);
    await app.see('↵ create');
    await app.see('tool versions create');
    app.press(KEYS.backspace, '2');
    await app.see('--version 1.2');
    presses.create = (presses.create ?? 0) + 1;
    app.press(KEYS.end, KEYS.enter);
    await isNext('✕ Build');
    const created = await bench.idOf('com.example.boats', '1.2');
    const manual = {data: {type: 'appStoreVersions', id: created, attributes: {releaseType: 'MANUAL'}}};
    await bench.sandbox.ask(`/v1/appStoreVersions/${created}`, {method: 'PATCH', body: manual});
    press('attach', KEYS.enter);
    await app.see('↵ attach');
    await app.see('tool versions attach-build');
    press('attach', KEYS.enter);
    await isNext("✕ What's New");
    press('notes', KEYS.enter);
    await app.see(/Ctrl\+S write \d+ locales?/);
    await app.see('with the text on stdin:');
    expect(app.stdout.text().replace(/\s*\\?\s*\n\s*/g, ' ')).toMatch(
      /tool release-notes set --version-id \S+ --file=-/,
    );
    expect(app.shows('Esc all texts')).toBe(true);
    app.press('Sails.');
    await app.see('Sails.');
    press('notes', KEYS.ctrl('s'));
    await isNext('○ Submission');
    press('submit', KEYS.enter);
    await confirm('1.2');
    presses.submit = (presses.submit ?? 0) + 1;
    await isNext('◔ Review');
    bench.sandbox.advance(3 * REVIEW_MS);
    press('review', 'r');
    await app.see('approved: it waits');
    press('release', 'R');
    await confirm('1.2');
    presses.release = (presses.release ?? 0) + 1;
    await app.see('◉ Release');
    bench.sandbox.advance(3 * REVIEW_MS);
    press('on sale', 'r');
    await app.see('8 done');
    expect(Math.max(...Object.values(presses))).toBe(2);
  });
});

test("limits the footer of Ship to the actions that the version's stage allows", async () => {
  app = bench.open(ship('boats'), {...bench.waitless, columns: 120});
  await app.see('5 done');
  const footer = () => app.stdout.lines().at(-1) ?? '';
  app.press(KEYS.enter);
  await confirm('2.0');
  await app.see(/waiting for review, submitted at \d\d:\d\d/);
  await app.until('it can be withdrawn', () => footer().includes('W withdraw') && !footer().includes('S submit'));
  bench.sandbox.advance(3 * REVIEW_MS);
  app.press('r');
  await app.see('approved: it waits for you to release it');
  expect(footer()).not.toMatch(/W withdraw|S submit/);
});

test.each([
  [60, 15, /↵ submit +w watch +r refresh/],
  [80, 24, /↵ submit +w watch +r refresh +b attach build/],
  [120, 40, /↵ submit +b attach build +N edit notes +H phased release +w watch/],
])('offers the actions of Ship that fit into a footer of %i columns', async (columns, rows, keys) => {
  app = bench.open(ship('judge'), {columns, rows});
  await app.see('5 done');
  expect(app.stdout.lines().at(-1)).toMatch(keys);
});

test('names the action of Enter only once in the footer', async () => {
  app = bench.open(ship('judge'), {columns: 120, rows: 40});
  await app.see(/H phased release +w watch/);
  app.press(KEYS.end);
  await app.see('↵ phased release');
  expect(app.stdout.lines().at(-1)).not.toContain('H phased release');
  await app.close();
  app = bench.open({screen: 'version', versionId: PENDING}, {columns: 120, rows: 40});
  await app.see('H  Remove the phased release');
  app.press(KEYS.down);
  await app.see('↵ update');
  expect(app.stdout.lines().at(-1)).not.toContain('u update');
});

test('shows only possible actions in a wide footer of Ship, and none if nothing is in flight', async () => {
  app = bench.open(ship('seedling'), {columns: 120});
  await app.see(/\d done/);
  expect(app.stdout.lines().at(-1)).not.toMatch(/H phased release|N edit notes|W withdraw/);
  await app.close();
  app = bench.open(ship('shelf'), {columns: 120});
  await app.see('none in flight');
  expect(app.stdout.lines().at(-1)).not.toMatch(/S submit|b attach build|H phased release/);
});

test('opens the update form on the field that the selected check is about', async () => {
  app = bench.open(ship('seedling'), {columns: 100});
  await app.see('Copyright');
  app.press(KEYS.end);
  for (let moves = 0; moves < 12 && !app.selected().includes('Copyright'); moves++) {
    const before = app.selected();
    app.press(KEYS.up);
    await app.until('another row', () => app.selected() !== before);
  }
  app.press(KEYS.enter);
  await app.see('only what you change is sent');
  app.press('2026 Me', KEYS.ctrl('s'));
  await app.see(/Copyright .*→ 2026 Me/);
});

test('returns to the steps of Ship after the release of a version that has a phased release', async () => {
  app = bench.open({screen: 'ship', versionId: PENDING}, bench.waitless);
  await app.see('◕ Release');
  app.press('R');
  await confirm('3.3.0');
  await app.see(/◉ Release .*\n +✓ Released 3\.3\.0/);
  expect(app.shows('tool phased-release')).toBe(false);
});

describe('the steps of Ship', () => {
  test('selects the first open step after each return to Ship', async () => {
    app = bench.open(ship('nearly'));
    await app.see(/✕ What's New +missing: de-DE/);
    app.press(KEYS.end, KEYS.home, KEYS.down);
    await app.until('another step is selected', () => app.selected().includes('Build'));
    app.press('N');
    await app.see('Release notes');
    app.press(KEYS.esc);
    await app.see('4 done');
    expect(app.selected()).toContain("What's New");
    expect(bench.line.writes()).toEqual([]);
  });

  test('does not list Ship in the palette if the palette is opened on Ship', async () => {
    app = bench.open(ship('boats'), {columns: 120});
    await app.see('5 done');
    app.press(KEYS.ctrl('p'), '2.0');
    await app.see('Submit 2.0 for iOS for review');
    expect(app.shows('Ship 2.0 for iOS  ')).toBe(false);
    app.press(KEYS.esc);
  });

  test.each([
    ['version', 'Paper Boats › 2.0 iOS '],
    ['ship', 'Ship 2.0 iOS'],
    ['submit', 'Ship 2.0 iOS'],
  ] as const)('opens the submit dialog from the palette without leaving the screen %s', async (screen, crumbs) => {
    app = bench.open({screen, versionId: await bench.idOf('com.example.boats', '2.0')}, {columns: 120});
    await app.see('▌ ○ Submission');
    app.press(KEYS.ctrl('p'), 'submit 2');
    await app.see('▌ Submit 2.0 for iOS for review');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    app.press(KEYS.esc);
    await app.see(crumbs);
  });

  test('selects the next step of Ship on Enter if the selected step is done or not yet due', async () => {
    app = bench.open(ship('nearly'));
    await app.see('4 done');
    const isNext = () => app.selected().includes("✕ What's New");
    app.press(KEYS.home);
    await app.see('↵ next step');
    app.press(KEYS.enter);
    await app.until('the first open step is selected', isNext);
    app.press(KEYS.end, KEYS.up);
    await app.until('the release is selected', () => app.selected().includes('Release'));
    app.press('x', KEYS.enter);
    await app.until('the first open step is selected again', isNext);
    expect(bench.line.writes()).toEqual([]);
  });

  test('offers no phased release for a first version in Ship, and explains why when H is pressed', async () => {
    app = bench.open(ship('fern'), {columns: 80});
    await app.see(/Phased release +everyone at once$/m);
    expect(app.stdout.lines().at(-1)).not.toContain('H phased release');
    app.press('H');
    await app.see('a first version reaches everyone at once');
  });

  test('sets up a phased release in Ship before the release, and then offers to remove it', async () => {
    app = bench.open(ship('boats'), {columns: 80});
    await app.see(/Phased release +everyone at once +set up/);
    app.press(KEYS.end, KEYS.enter);
    await app.see('↵ set up');
    app.press('x', KEYS.enter);
    await app.see('✓ Set up a phased release');
    await app.see(/Phased release +over 7 days +remove$/m);
    expect(bench.line.writes()).toEqual(['POST /v1/appStoreVersionPhasedReleases']);
  });

  test('says that an earlier run left a draft, and continues from it', async () => {
    app = bench.open(ship('lost'), bench.waitless);
    await app.see('started earlier; reuses an empty draft');
    app.press(KEYS.enter);
    await confirm('1.1');
    await app.see('✓ Submitted 1.1 for iOS');
    expect(bench.line.writes()).toEqual([
      'POST /v1/reviewSubmissionItems',
      expect.stringMatching(/^PATCH \/v1\/reviewSubmissions\//),
    ]);
  });

  test('shows why review rejected the version, attaches the newer build, and resubmits', async () => {
    const opened: string[] = [];
    const browser = async (url: string) => opened.push(url) > 0;
    app = bench.open(ship('second'), {...bench.waitless, browser, columns: 120});
    await app.see(/Review +rejected: this version, submitted \d+ d ago +read why/);
    await app.see('resubmits the same submission');
    expect(app.selected()).toContain('✕ Review');
    app.press(KEYS.enter);
    await app.until('the build is next', () => /! Build +12 is attached, 13 is newer/.test(app.selected()));
    expect(opened).toEqual([expect.stringMatching(/\/apps\/\d+\/distribution$/)]);
    expect(app.selected()).toContain('attach 13');
    app.press('x', KEYS.enter);
    await app.see('Attach build 13 to 1.1 for iOS');
    app.press('x', KEYS.enter);
    await app.see('✓ Attached');
    await app.until('to submit is next', () => app.selected().includes('○ Submission'));
    app.press('x', KEYS.enter);
    await app.see('Review rejected this version. It is submitted again with build 13.');
    await confirm('1.1');
    await app.see('✓ Submitted 1.1 for iOS');
    expect(bench.line.writes().some((one) => one.startsWith('POST'))).toBe(false);
  });

  test('counts a rejection reason as read only if its page was opened or the user confirms the reading', async () => {
    app = bench.open(ship('second'), {...bench.waitless, browser: async () => false, columns: 120});
    await app.see(/✕ Review .*read why \(web\)/);
    app.press(KEYS.enter);
    await app.see('Have you read why 1.1 iOS was rejected?');
    expect(app.shows('The reason is only on the web page, which could not be opened:')).toBe(true);
    expect(app.stdout.text()).toMatch(/│ https:\/\/appstoreconnect\.apple\.com\/apps\/\d+\/distribution +│/);
    expect(app.shows('The address was copied.')).toBe(true);
    app.press(KEYS.esc);
    await app.seeNot('Have you read');
    expect(app.selected()).toContain('✕ Review');
    app.press(KEYS.down, KEYS.up, 'x', KEYS.enter);
    await app.see('Have you read why 1.1 iOS was rejected?');
    app.press('x', KEYS.enter);
    await app.until('the build is next', () => app.selected().includes('attach 13'));
  });

  test('names the version that blocks a submission, and leads to its withdrawal on Enter', async () => {
    app = bench.open({screen: 'ship', versionId: 'com.example.house@1.2'}, bench.waitless);
    await app.see(/✕ Submission +1\.1 is in the way: ready for review/);
    app.press(KEYS.enter);
    await app.see('Type the version to withdraw it:');
    app.press('1.1', KEYS.enter);
    await app.see('✓ Withdrawn 1.1 for iOS');
    await app.see('started earlier; reuses an empty draft');
  });
});

describe('the reads of Ship', () => {
  test('opens Ship with five requests, none of them twice', async () => {
    app = bench.open(ship('boats'));
    await app.see('5 done');
    expect(new Set(gets()).size).toBe(gets().length);
    expect(gets()).toHaveLength(5);
  });

  test('reads nothing again on a return to Ship if nothing was written', async () => {
    app = bench.open({screen: 'home'});
    await app.see('Paper Boats');
    app.press('/', 'paper boats', KEYS.enter, 'L');
    await app.see('5 done');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    app.press(KEYS.esc);
    await app.seeNot('Type the version');
    app.press('N');
    await app.see(/en-US +\S/);
    const {length} = gets();
    app.press(KEYS.esc);
    await app.see('5 done');
    expect(gets()).toHaveLength(length);
  });
});

describe('opening Ship', () => {
  test.each([
    ['L', 'L'],
    ['n', 'n'],
    ['the palette', KEYS.ctrl('p')],
  ])("opens Ship for the version that the app's row on Home names, with %s", async (_, key) => {
    app = bench.open({screen: 'home'}, {columns: 120});
    await app.see('Full House');
    app.press('/', 'full house', KEYS.enter, KEYS.esc);
    await app.see(/▌ Full House +1\.0 +1\.1 ○ in a draft .* submit/);
    app.press(key);
    if (key === KEYS.ctrl('p')) {
      app.press('ship full');
      await app.see('▌ Ship a version of Full House');
      app.press(KEYS.enter);
    }
    await app.see('Full House › Ship 1.1 iOS');
  });

  test('asks for an app on Home if none is given for Ship', async () => {
    app = bench.open({screen: 'ship'});
    await app.see('choose an app');
    app.press('/', 'nearly', KEYS.enter);
    await app.see('Nearly There');
    app.press('x', KEYS.enter);
    await app.see('Ship 1.1 iOS');
  });

  test('opens Ship for a version reference without an app', async () => {
    app = bench.open({screen: 'ship', versionId: 'com.example.nearly@editable'});
    await app.see('Ship 1.1 iOS');
    await app.see('4 done');
  });

  test('asks which of several platforms to ship, and returns to the question on Esc', async () => {
    app = bench.open(ship('tides'));
    await app.see('Choose a platform');
    expect(app.selected()).toContain('iOS');
    app.press(KEYS.enter);
    await app.see('Ship 2.0 iOS');
    await app.see('in review, submitted');
    app.press(KEYS.esc);
    await app.see('Choose a platform');
    app.press(KEYS.esc);
    await app.see('Morning Paper');
  });

  test("opens Ship from a version's page on that version's platform", async () => {
    app = bench.open({screen: 'version', versionId: await bench.idOf('com.example.nearly', '1.1')});
    await app.see('1.1 iOS');
    await app.see('updated');
    app.press('L');
    await app.see('4 done');
  });

  test('says that the app to ship does not exist', async () => {
    app = bench.open({screen: 'ship', app: '42'});
    await app.see("No app has the ID '42'");
  });
});

describe('failures and races', () => {
  test('reads the outcome of a submission if the answer to its last write is lost, and sends nothing twice', async () => {
    app = bench.open(ship('lost'), bench.waitless);
    await app.see('started earlier');
    bench.line.fate = (method) => (method === 'PATCH' ? 'answer lost' : 'pass');
    app.press(KEYS.enter);
    await confirm('1.1');
    await app.see('✓ Submitted 1.1 for iOS');
    await app.see('The answer was lost');
    expect(bench.line.writes()).toHaveLength(2);
    app.press(KEYS.esc);
    await app.see('waiting for review');
  });

  test('shows why the store refuses a submission, and returns to the first open step of Ship', async () => {
    app = bench.open(ship('nearly'), bench.waitless);
    await app.see('4 done');
    app.press(KEYS.end, KEYS.up, KEYS.up, KEYS.up, KEYS.enter);
    await app.see('submit it anyway?');
    await confirm('1.1');
    await app.see('This version is not ready for review:');
    app.press(KEYS.esc);
    await app.see('started earlier; reuses an empty draft');
    expect(app.selected()).toContain("✕ What's New");
  });

  test('says that someone else submitted the version while the dialog was open, and sends nothing', async () => {
    const id = await bench.idOf('com.example.hoshi', '2.2.0');
    app = bench.open({screen: 'ship', versionId: id}, bench.waitless);
    await app.see('started earlier; continues from its draft');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    const {json} = await bench.sandbox.ask(`/v1/appStoreVersions/${id}?include=app`);
    const appId = json.data.relationships.app.data.id;
    const found = await bench.sandbox.ask(`/v1/reviewSubmissions?filter[app]=${appId}&filter[state]=READY_FOR_REVIEW`);
    const draft = found.json.data[0].id;
    const body = {data: {type: 'reviewSubmissions', id: draft, attributes: {submitted: true}}};
    expect((await bench.sandbox.ask(`/v1/reviewSubmissions/${draft}`, {method: 'PATCH', body})).status).toBe(200);
    const {versionString = ''} = (await bench.version(id)) ?? {};
    app.press(versionString, KEYS.enter);
    await app.see('✓ Already submitted; nothing was sent');
    expect(app.shows('Continued')).toBe(false);
    expect(app.shows('✓ Submitted')).toBe(false);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.esc);
    await app.see('◔ Review');
  });

  test('selects the creation of a version in Ship if someone else has deleted the one in flight', async () => {
    const id = await bench.idOf('com.example.boats', '2.0');
    app = bench.open(ship('boats'));
    await app.see('5 done');
    await bench.sandbox.ask(`/v1/appStoreVersions/${id}`, {method: 'DELETE'});
    app.press('r');
    await app.see('none in flight: 1.0 is on sale');
    expect(app.shows('not found')).toBe(false);
    // It is not an error that 1.0 is on sale, and 1.0 is not the version to ship.
    expect(app.selected()).toContain('○ Version');
    expect(app.shows('Paper Boats › Ship iOS')).toBe(true);
    app.press('S');
    await app.see('no version is in flight');
    expect(app.shows('Type the version')).toBe(false);
  });

  test('keeps the steps of Ship if the connection breaks during a reload, and reloads when r is pressed', async () => {
    app = bench.open(ship('boats'));
    await app.see('5 done');
    bench.line.fate = (_, path) => (path === '/v1/apps' ? 'reset' : 'pass');
    app.press('r');
    await app.see('r retries.');
    await app.see('5 done');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.seeNot('r retries.');
    expect(app.selected()).toContain('○ Submission');
  });

  test('says that a part of the release cannot be read, and does not count it as done', async () => {
    bench.line.fate = (method, path) =>
      method === 'GET' && path.endsWith('/appInfos') ? {status: 403, body: {errors: [{title: 'Refused'}]}} : 'pass';
    app = bench.open(ship('boats'));
    await app.see('? Check');
    await app.see('could not be read');
    expect(app.selected()).toContain('Check');
    app.press(KEYS.enter);
    await app.see('r tries again');
    bench.line.fate = () => 'pass';
    app.press('r');
    await app.see('5 done');
  });

  test('stops a reload of Ship on Esc if the service does not answer', async () => {
    app = bench.open(ship('boats'));
    await app.see('5 done');
    bench.line.fate = () => 'no answer';
    app.press('r');
    await app.see('Esc stops waiting');
    app.press(KEYS.esc);
    await app.seeNot('Esc stops waiting');
    await app.see('5 done');
  });

  test('shows an open dialog with the typed text again after the app has been suspended', async () => {
    const {process, goOn} = stoppable();
    app = bench.open(ship('boats'), {...bench.waitless, process});
    await app.see('5 done');
    app.press(KEYS.enter);
    await app.see('Type the version to submit it:');
    app.press('2.');
    await app.see('submit it: 2.');
    app.press(KEYS.ctrl('z'));
    await app.until('the main screen', () => !app.stdout.alternate);
    goOn();
    await app.see('submit it: 2.');
    app.press('0', KEYS.enter);
    await app.see('✓ Submitted 2.0 for iOS');
    expect(bench.line.writes()).toHaveLength(3);
  });

  test('opens no step of Ship while Enter is held down', async () => {
    app = bench.open(ship('steps'));
    await app.see('day 3 of 7');
    app.press('h');
    await app.see('↵ pause');
    app.press(KEYS.enter, KEYS.enter);
    await app.see('✓ Paused');
    await app.see('! Phased release');
    app.press(KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see('ignored a repeated Enter');
    expect(bench.line.writes()).toHaveLength(1);
  });

  test('opens no step of Ship on a second Enter after the choice of a platform', async () => {
    app = bench.open(ship('tides'));
    await app.see('Choose a platform');
    app.press(KEYS.down, KEYS.enter, KEYS.enter);
    await app.see('ignored a repeated Enter');
    await app.see('Ship 2.0 tvOS');
  });

  test('says that the run is read-only at each step of Ship that needs a write', async () => {
    app = bench.open(ship('nearly'), {globals: {readOnly: '--read-only'}});
    await app.see('4 done');
    app.press(KEYS.enter);
    await app.see("Continue with What's New: this run is read-only");
    app.press(KEYS.end, KEYS.up, KEYS.up, KEYS.up);
    await app.until('the submission is selected', () => app.selected().includes('Submission'));
    app.press(KEYS.enter);
    await app.see('Continue with Submission: this run is read-only');
    expect(app.shows('Type the version')).toBe(false);
  });
});

describe('any terminal', () => {
  test('shows a step of Ship, its state and what Enter does in the smallest terminal', async () => {
    app = bench.open(ship('seedling'), {columns: 60, rows: 15});
    await app.see('✕ Review contact');
    expect(app.stdout.text()).toContain('↵ web page');
    expect(app.stdout.text()).toMatch(/✕ Keywords +missing: en-US/);
    expect(app.selected()).toMatch(/ {2}web page$/);
    expect(app.stdout.text()).toContain('more below');
    app.press(KEYS.end);
    await app.see('more above');
    app.press(...Array(9).fill(KEYS.up));
    await app.see('more above and below');
  });

  test('shows the bar and the action of a paused roll-out on the narrowest line', async () => {
    app = bench.open(ship('brake'), {columns: 60, rows: 15});
    await app.see(/! Phased release {3}day 4 of 7 ▓▓▓▓░░░ 10 % · +resume$/m);
  });

  test('shows the number of passed checks if their names do not fit', async () => {
    app = bench.open(ship('boats'), {columns: 60, rows: 15});
    await app.see('✓ Metadata         10 checks passed');
    app.stdout.resize(160, 24);
    await app.see('✓ Metadata         description, keywords');
  });

  test('reads the state of each step of Ship aloud in words', async () => {
    app = bench.open(ship('brake'), {globals: {screenReader: true}});
    await app.see('Phased release: needs you, day 4 of 7, 10 %, paused, 4 of 30 pause days');
    expect(app.stdout.text()).toContain('Version: done, 2.1, ready for sale');
  });

  test('shows the state of each step of Ship by a sign if colours are off', async () => {
    app = bench.open(ship('nearly'), {globals: {noColor: true}});
    await app.see("✕ What's New");
    expect(app.stdout.text()).toContain('✓ Build');
    expect(app.stdout.bytes).not.toMatch(/\u001B\[3[0-7]m/);
  });
});
