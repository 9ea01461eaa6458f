import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {ScreenName} from '../../src/app/command.ts';
import {type AppDriver, KEYS, patientClock} from '../support/app-driver.ts';
import {type Bench, PENDING, PREPARING, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

const review = KEYS.ctrl('s');
const UNSEEN = 'pressed before this was shown; press it again';

interface Flow {
  /** The screen to open. By default, the page of the version. */
  screen?: ScreenName;
  version: () => Promise<string> | string;
  keys: readonly string[];
  typed?: string;
  /** Text that is visible only if the question is. */
  question: string | RegExp;
  done: string | RegExp;
}

const steps = () => bench.idOf('com.example.steps', '3.1');
const boats = () => bench.idOf('com.example.boats', '2.0');

const DIALOGS: readonly [string, Flow][] = [
  ['release', {version: () => PENDING, keys: ['R'], typed: '3.3.0', question: '↵ release', done: '✓ Released'}],
  ['delete', {version: () => PREPARING, keys: ['D'], typed: '1.0.0', question: '↵ delete', done: /Deleted|page 1/}],
  ['withdraw', {version: () => PENDING, keys: ['W'], typed: '3.3.0', question: '↵ withdraw', done: '✓ Withdrawn'}],
  ['pause', {version: steps, keys: ['h'], question: '↵ pause  y copy', done: '✓ Paused'}],
  [
    'resume',
    {
      version: () => bench.idOf('com.example.brake', '2.1'),
      keys: ['h'],
      question: '↵ resume  y copy',
      done: '✓ Resumed',
    },
  ],
  ['complete', {version: steps, keys: ['C'], typed: '3.1', question: '↵ complete', done: '✓ Completed'}],
  ['set up a phased release', {version: boats, keys: ['H'], question: '↵ set up', done: '✓ Set up'}],
];

const OTHERS: readonly [string, Flow][] = [
  ['check with the store', {version: boats, keys: ['A'], question: '↵ check', done: 'Checked with the store at'}],
  ['create', {version: steps, keys: ['c', review], question: '↵ create', done: /✓ Created [\d.]+ for iOS/}],
  [
    'update',
    {version: () => PREPARING, keys: ['u', KEYS.ctrl('u'), '2.0', review], question: '↵ update', done: '✓ Updated'},
  ],
  ['attach', {version: () => PREPARING, keys: ['b', KEYS.enter, KEYS.left], question: '↵ attach', done: '✓ Attached'}],
  ['submit', {screen: 'submit', version: boats, keys: ['S'], typed: '2.0', question: '↵ submit', done: '✓ Submitted'}],
  [
    'encryption',
    {
      screen: 'encryption',
      version: () => bench.idOf('com.example.cipher', '1.1'),
      keys: [KEYS.right, KEYS.left, review],
      question: '↵ answer',
      done: '✓ Answered',
    },
  ],
  [
    'release notes',
    {
      screen: 'release-notes',
      version: () => bench.idOf('com.example.tongues', '1.1'),
      keys: [KEYS.enter, 'x', review],
      question: '↵ write',
      done: '✓ Wrote',
    },
  ],
];

async function openPage({version, screen = 'version'}: Flow): Promise<void> {
  app = bench.open({screen, versionId: await version()}, {...bench.waitless, clock: patientClock});
  await app.see(/updated|Ctrl\+S review/);
}

describe.each([...DIALOGS, ...OTHERS])('%s', (_, flow) => {
  const {keys, typed = '', question, done} = flow;

  test('keeps a question open if all keys arrive in one read, and sends once on the next Enter', async () => {
    await openPage(flow);
    app.press(...keys, typed, KEYS.enter);
    await app.see(question);
    await app.see(UNSEEN);
    expect(bench.line.writes()).toEqual([]);
    app.press(KEYS.left, KEYS.enter, KEYS.enter, KEYS.enter);
    await app.see(done);
    expect(bench.line.writes().length).toBeGreaterThan(0);
  });
});

describe.each(DIALOGS)('%s, read slowly', (_, flow) => {
  const {keys, typed = '', question} = flow;

  test('confirms nothing on Enter while a dialog is still loading', async () => {
    await openPage(flow);
    const goOn = bench.line.holdReads();
    app.press(...keys);
    await app.see('Reading the version');
    app.press(typed, KEYS.enter);
    goOn();
    await app.see(question);
    await app.see(UNSEEN);
    app.press(KEYS.left);
    await app.seeNot(UNSEEN);
    await app.see(question);
    expect(bench.line.writes()).toEqual([]);
  });
});

test('confirms nothing if Enter follows n on Home while the dialog is still loading', async () => {
  app = bench.open({screen: 'home'}, {clock: patientClock});
  await app.see(/\d+ apps/);
  app.press('/hand brake', KEYS.enter);
  await app.see('1 of');
  await app.see('resume');
  app.press(KEYS.esc);
  await app.see('n next step');
  const goOn = bench.line.holdReads();
  app.press('n');
  await app.see('Reading the version');
  app.press(KEYS.enter);
  goOn();
  await app.see('↵ resume  y copy');
  await app.see(UNSEEN);
  expect(bench.line.writes()).toEqual([]);
});

describe('text that would be lost', () => {
  beforeEach(async () => {
    app = bench.open({screen: 'update', versionId: PREPARING});
    await app.see('Ctrl+S review');
    app.press('9');
    await app.see('1.0.09');
  });

  test.each([
    ['Esc and Enter', [KEYS.esc, KEYS.enter]],
    ['Esc and Esc', [KEYS.esc, KEYS.esc]],
    ['Ctrl+C and Enter', [KEYS.ctrl('c'), KEYS.enter]],
  ])('keeps the question about discarding text open if %s arrive in one read', async (_, keys) => {
    app.press(...keys);
    await app.see(/Discard/);
    await app.see(UNSEEN);
    await app.see(/Discard/);
    app.press(KEYS.esc);
    await app.seeNot('Discard');
    await app.see('1.0.09');
  });

  test('reads Alt+Enter and Alt with a letter neither as Esc nor as a command', async () => {
    app.press('\u001B\r', '\u001Bb', '\u001Bz', '\u001B\u001B[B', 'x');
    await app.see('x1.0.09');
    expect(app.shows('Discard')).toBe(false);
    app.press('\u001Bd', '\u001Bf', '2.0');
    await app.see(/x2\.0\s/);
  });
});

test('does not confirm the lower of two dialogs with an Enter typed for the upper one', async () => {
  app = bench.open({screen: 'update', versionId: PREPARING});
  await app.see('Ctrl+S review');
  app.press('9', review);
  await app.see('↵ update');
  app.press('q');
  await app.see('Discard');
  app.press(KEYS.esc, KEYS.enter);
  await app.see(`Update: ${UNSEEN}`);
  expect(bench.line.writes()).toEqual([]);
});

test('confirms nothing while the terminal is too small to show the question', async () => {
  await openPage({...DIALOGS[3]?.[1]} as Flow);
  app.press('h');
  await app.see('↵ pause  y copy');
  app.stdout.resize(40, 10);
  await app.see('Too small');
  app.press(KEYS.enter);
  app.stdout.resize(80, 24);
  await app.see(UNSEEN);
  expect(bench.line.writes()).toEqual([]);
});

test('does not close a result that nobody has seen', async () => {
  app = bench.open({screen: 'release', versionId: PENDING});
  await app.see('↵ release');
  app.press('3.3.0', KEYS.enter);
  await app.until('it is sent', () => bench.line.writes().length === 1);
  app.stdout.resize(40, 10);
  const sent = bench.line.seen.findIndex((request) => request.startsWith('POST'));
  // The result reads the version's state as soon as it opens, so one more request shows that it is open.
  await app.until('the result is there', () => bench.line.seen.length > sent + 1);
  app.press(KEYS.esc);
  app.stdout.resize(80, 24);
  await app.see('✓ Released 3.3.0 for iOS');
  await app.see(`Done: ${UNSEEN}`);
  app.press(KEYS.esc);
  await app.seeNot('✓ Released');
});

test('confirms nothing on a line break in a paste, with or without the version string', async () => {
  app = bench.open({screen: 'release', versionId: PENDING});
  await app.see('↵ release');
  app.press(KEYS.paste('3.3.0\r'), KEYS.paste('\r\n'));
  await app.see('release it: 3.3.0');
  expect(bench.line.writes()).toEqual([]);
});

test("breaks a line of What's New on Alt+Enter, and loses nothing", async () => {
  app = bench.open({screen: 'release-notes', versionId: await bench.idOf('com.example.tongues', '1.1')});
  await app.see('updated');
  app.press(KEYS.enter);
  await app.see('Ctrl+S review');
  app.press('one', '\u001B\r', 'two');
  await app.see(/better\.one *\n *two/);
  expect(app.shows('Discard')).toBe(false);
});
