/**
 * Nothing that a person looks at moves without their key. Each screen is opened on a served sandbox that takes some
 * time for every answer, so that the signs of waiting are shown, too, at four sizes at once, and every frame is compared with the one before it: a line may be
 * filled in, and blank lines may fill up, but no line goes to another row. A key starts again.
 *
 * To hold another screen to it, add an entry to `SCREENS`: what opens it, then each key with what is seen when all of
 * its answers are there. What is left to arrive after that is not looked at, so name what comes last.
 */
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import type {AppRequest} from '../../src/app/command.ts';
import {AURORA, type RunningSandbox, startSandbox} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {openInHome} from '../support/app-in-home.ts';
import {PENDING, PREPARING} from '../support/flow-bench.ts';
import {PATIENCE} from '../support/patience.ts';
import {TempHome} from '../support/temp-home.ts';

interface StillScreen {
  opens: AppRequest;
  /** The end of the first load; what the keys then do, in order. */
  seen: RegExp;
  keys?: readonly [key: string, seen: RegExp][];
}

const SCREENS: Readonly<Record<string, StillScreen>> = {
  Home: {opens: {screen: 'home'}, seen: /updated \d/, keys: [['j', /▌ Second Try/]]},
  'a rejected version, by way of its list': {
    opens: {screen: 'home'},
    seen: /updated \d/,
    keys: [
      ['j', /▌ Second Try/],
      [KEYS.enter, /▌ 1\.1/],
      [KEYS.enter, /read why/],
      [KEYS.esc, /▌ 1\.1/],
    ],
  },
  'a version before review': {opens: {screen: 'version', versionId: PREPARING}, seen: /updated \d/},
  'an approved version': {opens: {screen: 'version', versionId: PENDING}, seen: /updated \d/},
  'a version that is rolled out': {opens: {screen: 'ship', app: 'com.example.steps'}, seen: /updated \d/},
  'Ship before review': {opens: {screen: 'ship', app: 'com.example.nearly'}, seen: /updated \d/, keys: [['j', /▌/]]},
  'Ship after a rejection': {opens: {screen: 'ship', app: 'com.example.second'}, seen: /updated \d/},
  'Ship without a version': {opens: {screen: 'ship', app: 'com.example.shelf'}, seen: /updated \d/},
  Versions: {
    opens: {screen: 'versions', app: AURORA},
    seen: /updated \d/,
    keys: [
      ['j', /▌ 3\.3\.0/],
      ['f', /Only versions in these states/],
    ],
  },
  'Versions, while one filters': {
    opens: {screen: 'versions', app: AURORA},
    seen: /updated \d/,
    keys: [
      ['/', /Esc clear/],
      ['3', /\/3/],
    ],
  },
  'the builds for a version': {opens: {screen: 'attach-build', versionId: PREPARING}, seen: /updated \d/},
  'the fields of a new version': {opens: {screen: 'create', app: AURORA}, seen: /Ctrl\+S review/},
  'a dialog': {opens: {screen: 'version', versionId: PENDING}, seen: /updated \d/, keys: [['R', /Type the version/]]},
  Doctor: {opens: {screen: 'doctor'}, seen: /Found|No issues/},
  Submit: {opens: {screen: 'submit', versionId: PREPARING}, seen: /updated \d/},
};

const SIZES = [
  [60, 15],
  [80, 24],
  [120, 40],
  [160, 45],
] as const;
/** Longer than a wait must last until a screen says so. */
const LATENCY_MS = 400;

const cases = Object.entries(SCREENS).map(([name, screen]) => [name, screen] as const);

test.concurrent.each(cases)(
  'writes no bytes while nothing changes: %s',
  {timeout: 180_000 * PATIENCE},
  async (_, screen) => {
    const ended = await Promise.allSettled(SIZES.map(([columns, rows]) => standsStill(screen, columns, rows)));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  },
);

async function standsStill({opens, seen, keys = []}: StillScreen, columns: number, rows: number): Promise<void> {
  const sandbox = await startSandbox({latencyMs: LATENCY_MS});
  const home = new TempHome();
  const env = {...sandbox.variables, TOOL_APP_ID: undefined};
  const app = openInHome(home, {request: opens, url: sandbox.origin, env, columns, rows});
  try {
    const frames = recorded(app);
    await settled(app, sandbox, seen);
    for (const [key, then] of keys) {
      expect(moves(frames), `${columns}x${rows}`).toEqual([]);
      frames.splice(0);
      app.press(key);
      await settled(app, sandbox, then);
    }
    expect(moves(frames), `${columns}x${rows}`).toEqual([]);
  } finally {
    await app.close();
    await sandbox.close();
    home.remove();
  }
}

function recorded({stdout}: AppDriver): string[][] {
  const frames: string[][] = [];
  const write = stdout.write.bind(stdout);
  stdout.write = (...given) => {
    const result = write(...given);
    frames.push(stdout.lines());
    return result;
  };
  return frames;
}

async function settled(app: AppDriver, sandbox: RunningSandbox, seen: RegExp): Promise<void> {
  await app.see(seen);
  // An answer may lead to the next question: several looks without one. The test's own deadline ends it.
  for (let quiet = 0; quiet < 20; quiet++) {
    if (sandbox.heldBack() > 0) quiet = 0;
    await sleep(5);
  }
}

/** `row 4 to 5: Fern`, for every line that went to another row from one frame to the next. */
function moves(frames: readonly (readonly string[])[]): string[] {
  return frames.slice(1).flatMap((lines, index) => {
    const before = places(frames[index] ?? []);
    return [...places(lines)].flatMap(([text, row]) => {
      const from = before.get(text);
      return from === undefined || from === row ? [] : [`row ${from} to ${row}: ${text}`];
    });
  });
}

/** Rows by the first words of a line, on either side of a rule: what they say can be filled in behind them. */
function places(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number | undefined>();
  for (const [row, line] of lines.entries()) {
    for (const part of line.split('│')) {
      const [first = ''] = part.replace(/^[ ▌•]+/, '').split(/ {2,}/);
      const text = first.trim();
      if (!/\p{L}{2}/u.test(text)) continue;
      found.set(text, found.has(text) ? undefined : row);
    }
  }
  return new Map([...found].flatMap(([text, row]) => (row === undefined ? [] : [[text, row] as const])));
}
