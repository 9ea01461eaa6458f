/**
 * No line moves to another row unless a key is pressed. Each screen is opened at four sizes on a slow sandbox, so that
 * the signs of waiting are covered, too, and every frame is compared with the one before. A line may be filled in and a
 * blank line may get text, but no line may change its row until the next key.
 *
 * To add a screen, add an entry to `SCREENS`: the request that opens it, and each key with the text that its last
 * answer brings. Frames after that text are not compared.
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
  /** The text that ends the first load. `keys` are then pressed in order. */
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
  'a version in a roll-out': {opens: {screen: 'ship', app: 'com.example.steps'}, seen: /updated \d/},
  'Ship before review': {opens: {screen: 'ship', app: 'com.example.nearly'}, seen: /updated \d/, keys: [['j', /▌/]]},
  'Ship after a rejection': {opens: {screen: 'ship', app: 'com.example.second'}, seen: /updated \d/},
  'Ship without a version': {opens: {screen: 'ship', app: 'com.example.shelf'}, seen: /updated \d/},
  'the list of versions': {
    opens: {screen: 'versions', app: AURORA},
    seen: /updated \d/,
    keys: [
      ['j', /▌ 3\.3\.0/],
      ['f', /Only versions in these states/],
    ],
  },
  'the list of versions during a search': {
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
/** An answer takes longer than the time after which a screen shows that it waits. */
const LATENCY_MS = 400;

const cases = Object.entries(SCREENS).map(([name, screen]) => [name, screen] as const);

test.concurrent.each(cases)(
  'moves no line of the screen to another row unless a key is pressed: %s',
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
  // An answer may lead to another request. The screen counts as settled after several checks without a request.
  for (let quiet = 0; quiet < 20; quiet++) {
    if (sandbox.heldBack() > 0) quiet = 0;
    await sleep(5);
  }
}

/** Returns a string such as `row 4 to 5: Fern` for each line that moved between two frames. */
function moves(frames: readonly (readonly string[])[]): string[] {
  return frames.slice(1).flatMap((lines, index) => {
    const before = places(frames[index] ?? []);
    return [...places(lines)].flatMap(([text, row]) => {
      const from = before.get(text);
      return from === undefined || from === row ? [] : [`row ${from} to ${row}: ${text}`];
    });
  });
}

/**
 * Returns the row of each line by its first words, for both sides of a rule. The rest of a line may be filled in later.
 */
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
