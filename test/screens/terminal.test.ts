import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {afterEach, describe, expect, test} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import type {AppProcess} from '../../src/services/ports.ts';
import {AppDriver, KEYS, type OpenOptions, stoppable} from '../support/app-driver.ts';
import {fakeStore, version} from '../support/fake-store.ts';
import {ManualClock} from '../support/manual-clock.ts';

let app: AppDriver;

async function open(options: OpenOptions = {}): Promise<AppDriver> {
  app = new AppDriver(options);
  await app.see('updated');
  return app;
}

afterEach(async () => {
  await app.close();
});

const inAurora = {screen: 'versions', app: '1001'} as const;
const many = (count: number) =>
  Array.from({length: count}, (_, index) =>
    version(`v${index}`, {versionString: `1.${count - index}`, createdDate: '2026-11-12T10:04:00.000+0000'}),
  );

/** Waits until fifty checks in a row have seen no output. On a slow machine, the checks take longer, too. */
async function quiet(): Promise<number> {
  let size = -1;
  let looks = 0;
  await app.until('nothing more is written', () => {
    looks = app.stdout.bytes.length === size ? looks + 1 : 0;
    size = app.stdout.bytes.length;
    return looks > 50;
  });
  return size;
}

describe('the end of the app', () => {
  test.each([
    ['q', 'q', 0],
    ['Ctrl+C', KEYS.ctrl('c'), 130],
  ])('restores the terminal when %s is pressed', async (_, key, code) => {
    app = new AppDriver();
    app.stdout.write('$ tool\r\n');
    await app.see('3 apps');
    expect(app.stdout.alternate).toBe(true);
    expect(app.stdin.isRaw).toBe(true);
    app.press(key);
    expect(await app.exitCode).toBe(code);
    expect(app.stdout.alternate).toBe(false);
    expect(app.stdout.cursorHidden).toBe(false);
    expect(app.stdin.isRaw).toBe(false);
    expect(app.stdout.lines()[0]).toBe('$ tool');
    expect(app.stdout.bytes.split('\u001B[?2004').at(-1)).toMatch(/^l/);
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('restores the terminal on the signal %s', async (signal, code) => {
    await open();
    app.signals.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal}}));
    expect(await app.exitCode).toBe(code);
    expect(app.stdout.alternate).toBe(false);
    expect(app.stderr.bytes).toBe('');
  });

  test('restores the terminal, prints one line and exits with 1 after a crash while rendering', async () => {
    const store = fakeStore();
    store.apps = [
      {
        id: '1',
        get name(): string {
          throw new Error('broken row');
        },
        versions: [],
      },
    ];
    app = new AppDriver({store});
    expect(await app.exitCode).toBe(1);
    expect(app.stdout.alternate).toBe(false);
    expect(app.stderr.bytes).toMatch(/^Error: Unexpected: broken row\n$/);
  });

  test('exits with 1 and restores the terminal after an uncaught error', async () => {
    let fatal: (error: unknown) => void = () => {};
    const process: AppProcess = {
      stop: async () => {},
      listen: ({onFatal}) => {
        fatal = onFatal;
        return () => {};
      },
    };
    await open({process});
    fatal(new Error('out of nowhere'));
    expect(await app.exitCode).toBe(1);
    expect(app.stdout.alternate).toBe(false);
    expect(app.stderr.bytes).toBe('Error: Unexpected: out of nowhere\n');
  });
});

describe('job control', () => {
  test('releases the terminal on Ctrl+Z, and restores the screen on fg', async () => {
    const {process, goOn} = stoppable();
    await open({process});
    app.press(KEYS.down);
    await app.until('second app', () => app.selected().includes('Tide'));
    const before = app.stdout.text();
    app.press(KEYS.ctrl('z'));
    await app.until('main screen', () => !app.stdout.alternate);
    expect(app.stdin.isRaw).toBe(false);
    expect(app.stdout.cursorHidden).toBe(false);
    goOn();
    await app.until('alternate screen', () => app.stdout.alternate);
    expect(app.stdin.isRaw).toBe(true);
    expect(app.stdout.text()).toBe(before);
  });
});

describe('frames', () => {
  const sizes = [
    [60, 15],
    [61, 16],
    [80, 24],
    [100, 30],
    [120, 40],
    [200, 60],
  ] as const;

  // The fake terminal throws if anything is written outside it.
  test.each(sizes)('covers the screen exactly with the frame at %ix%i', async (columns, rows) => {
    const whole = (text: string) => {
      const lines = app.stdout.lines();
      return app.stdout.text().includes(text) && lines[0]?.length === columns - 1 && lines.at(-1) !== undefined;
    };
    await open({columns, rows, request: {screen: 'version', versionId: 'v-330-ios', app: '1001'}});
    await app.until('the version', () => whole('Pending developer release'));
    expect(app.stdout.lines().at(-1)).toMatch(/\? help$/);
    app.press('?');
    await app.until('help', () => whole('Keys'));
    expect(app.stdout.lines().at(-1)).toBe('');
    app.press(KEYS.esc, KEYS.ctrl('p'));
    await app.until('palette', () => whole('Commands'));
    app.press(KEYS.esc, KEYS.esc, KEYS.enter);
    await app.until('versions', () => whole('Ready for sale'));
    app.press('f');
    await app.until('filter', () => whole('Only versions in these states'));
    expect(app.stdout.bytes).not.toMatch(/\u001B\[[23]J/);
  });

  test('redraws cleanly after each resize', async () => {
    await open({request: inAurora, store: fakeStore({versions: many(100)})});
    app.press('jjjjjj');
    await app.until('seventh', () => app.selected().includes('1.94'));
    for (const [columns, rows] of [
      [120, 40],
      [61, 15],
      [200, 60],
      [80, 24],
      [70, 50],
    ] as const) {
      app.stdout.resize(columns, rows);
      await app.until(`a frame of ${columns}x${rows}`, () => {
        const lines = app.stdout.lines();
        return lines[0]?.length === columns - 1 && /\? help$/.test(lines.at(-1) ?? '');
      });
      expect(app.selected()).toContain('1.94');
      expect(app.stdout.lines().filter((line) => line.includes('tool ›'))).toHaveLength(1);
    }
    expect(app.stdout.bytes).not.toMatch(/\u001B\[[23]J/);
  });

  test('updates an open help dialog after a resize', async () => {
    await open({request: inAurora, columns: 120});
    app.press('?');
    await app.see('Hide the pane');
    app.stdout.resize(80, 24);
    await app.see('this terminal has 80');
  });

  test('shows one line in a terminal that is too small, and loses no typed text', async () => {
    await open();
    app.press('/ti');
    await app.see('1 of 3');
    app.stdout.resize(59, 14);
    await app.see('Too small: 59x14. Make it 60x15.');
    expect(app.stdout.lines().filter((line) => line !== '')).toHaveLength(1);
    app.press('de');
    app.stdout.resize(80, 24);
    await app.see('/tide');
  });

  test('draws only the visible ones of 10 000 rows, and moves and searches through all of them', async () => {
    await open({request: inAurora, store: fakeStore({versions: many(10_000), pageSize: 10_000})});
    await app.see('10000 loaded');
    app.press('G');
    await app.until('last', () => app.selected().includes(' 1.1 '));
    app.press('gjjj');
    await app.until('fourth', () => app.selected().includes('1.9997'));
    app.press('/1.4242', KEYS.enter);
    await app.see('1 of 10000');
  });
});

describe('bytes', () => {
  test('writes no bytes during an idle hour', async () => {
    const clock = new ManualClock();
    await open({request: inAurora, clock});
    const before = await quiet();
    clock.advance(3_600_000);
    expect(await quiet()).toBe(before);
  });

  test('sets the terminal modes and draws once when the terminal gets the focus back', async () => {
    await open({request: inAurora});
    const before = await quiet();
    app.press('\u001B[I');
    expect(await quiet()).toBe(before);
    app.press('\u001B[O');
    expect(await quiet()).toBe(before);
    app.press('\u001B[I');
    await app.until('a frame', () => app.stdout.bytes.length > before);
    const after = await quiet();
    expect(app.stdout.bytes.slice(before)).toContain('\u001B[?2004h\u001B[?1004h');
    expect(app.stdout.bytes.slice(before)).toContain('Aurora');
    app.press('\u001B[I');
    expect(await quiet()).toBe(after);
  });

  test.each([
    ['from the top', [80, 24], 0],
    ['past the last row that is shown', [80, 24], 12],
    ['past the last row on a large screen', [200, 60], 48],
  ] as const)(
    'writes less than 8 KiB for ten presses of Down, %s, and never clears the screen',
    async (_, [columns, rows], start) => {
      await open({request: inAurora, columns, rows, store: fakeStore({versions: many(200)})});
      app.press('j'.repeat(start), 'y');
      await app.see(`terminal: v${start} `.trim());
      const before = await quiet();
      for (let press = 1; press <= 10; press++) {
        app.press(KEYS.down);
        await app.until(`row ${press}`, () => app.selected().includes(`1.${200 - start - press} `));
      }
      await quiet();
      expect(app.stdout.bytes.length - before).toBeLessThan(8192);
      expect(app.stdout.bytes).not.toMatch(/\u001B\[[23]J|\u001Bc/);
    },
  );
});

describe('untrusted text', () => {
  test('shows control and bidirectional characters instead of sending them to the terminal', async () => {
    const store = fakeStore();
    store.apps = [
      {
        id: '1',
        name: 'evil\u001B[2J\u001B]52;c;AAAA\u0007\r\nname',
        bundleId: 'a\u009B31mb\u202Egnp',
        versions: [version('1', {versionString: '1\t2', state: 'A\u001B[HB'})],
      },
    ];
    await open({store, columns: 200});
    const screen = app.stdout.text();
    expect(screen).toContain('evil\\x1b[2J\\x1b]52;c;AAAA\\x07\\r\\nname');
    expect(screen).toContain('a\\x9b31mb\\u{202e}gnp');
    expect(screen).toContain('1\\t2 ? A\\x1b[HB');
    expect(app.stdout.bytes).not.toMatch(/\u001B\[2J|\u001B\]52|\u202e|\u009b/i);
  });

  test('keeps columns in line with wide, joined and combining characters', async () => {
    await open();
    await app.see('潮汐');
    const lines = app.stdout.lines();
    const place = (name: string) => {
      const line = lines.find((text) => text.includes(name)) ?? '';
      const at = line.indexOf('com.example');
      return [...line.slice(0, at)].reduce(
        (sum, character) => sum + (/[\u2e80-\uffef\u{1f300}-\u{1faff}]/u.test(character) ? 2 : 1),
        0,
      );
    };
    expect(place('潮汐')).toBe(place('Tide'));
  });
});

describe('colour and speech', () => {
  test('marks selection and field without colour under NO_COLOR', async () => {
    await open({globals: {noColor: true}});
    expect(app.selected()).toContain('Aurora');
    app.press('/x');
    await app.see('/x▏');
    expect(app.stdout.bytes).not.toMatch(/\u001B\[(?:3[0-9]|9[0-7]|38;|48;)[0-9;]*m/);
  });

  test('draws ASCII glyphs in a locale other than UTF-8', async () => {
    await open({env: {LC_ALL: 'C', TZ: 'UTC'}});
    expect(app.selected()).toMatch(/^ > Aurora/);
    expect(app.stdout.lines()[0]).toMatch(/^ tool > Apps .*work - keychain - SANDBOX$/);
    expect(app.stdout.lines().slice(0, 4).join('')).toMatch(/^[\x20-\x7e]+$/);
  });

  test('prints linear text for a screen reader, with numbered rows and only new text', async () => {
    app = new AppDriver({globals: {screenReader: true}, rows: 60, columns: 400});
    await app.see('1. Aurora Notes, com.example.aurora, live 3.2.1, iOS 3.3.0 Pending developer release');
    expect(app.stdout.alternate).toBe(false);
    expect(app.stdout.bytes).not.toMatch(/[─│┌▌]/);
    const before = app.stdout.bytes.length;
    app.press(KEYS.down);
    await app.see(/2\. Tide Tables.*, selected/);
    // On the sandbox, the app also names what to try with the selected app.
    expect(app.stdout.bytes.slice(before).trim().split('\n')).toEqual([
      expect.stringMatching(/^2\. Tide Tables.*, selected$/),
      'to try: a version without its build, one scheduled and in review',
    ]);
    app.press(KEYS.enter);
    await app.see('tool, Apps, Tide Tables.');
    app.press(KEYS.esc);
    app.press('q');
    expect(await app.exitCode).toBe(0);
    expect(app.stdout.bytes).not.toMatch(/\u001B\[\?1049|\u001B\[\d*[AJK]/);
  });
});

describe('a screen reader', () => {
  async function spokenAfter(key: string, seen: RegExp): Promise<string[]> {
    await quiet();
    const before = app.stdout.bytes.length;
    app.press(key);
    await app.until(`speak ${seen}`, () => seen.test(app.stdout.bytes.slice(before)));
    await quiet();
    return app.stdout.bytes.slice(before).trim().split('\n');
  }

  test('reads only the selected row of the palette aloud', async () => {
    app = new AppDriver({globals: {screenReader: true}, rows: 60, columns: 200});
    await app.see('? help');
    expect((await spokenAfter(KEYS.ctrl('p'), /Commands/)).join('\n')).toMatch(/^1\. .*, selected$/m);
    expect(await spokenAfter(KEYS.down, /selected/)).toEqual([expect.stringMatching(/^2\. .*, selected$/)]);
    expect(await spokenAfter(KEYS.up, /selected/)).toEqual([expect.stringMatching(/^1\. .*, selected$/)]);
  });

  test('reads only the selected row of a picker aloud', async () => {
    app = new AppDriver({globals: {screenReader: true}, rows: 60, columns: 200, request: inAurora});
    await app.see('5 loaded');
    await spokenAfter('f', /1\. \[ \] .*, selected/);
    expect(await spokenAfter(KEYS.down, /selected/)).toEqual([expect.stringMatching(/^2\. \[ \] .*, selected$/)]);
    expect(await spokenAfter(' ', /\[x\]/)).toEqual([expect.stringMatching(/^2\. \[x\] .*, selected$/)]);
    expect(await spokenAfter(KEYS.up, /selected/)).toEqual([expect.stringMatching(/^1\. \[ \] .*, selected$/)]);
  });
});

describe('leaks', () => {
  /** Returns the bytes in use after a garbage collection, without those that the fake terminal keeps. */
  function inUse(): number {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    return process.memoryUsage().heapUsed - app.stdout.bytes.length;
  }

  async function openDetails(times: number): Promise<void> {
    for (let round = 0; round < times; round++) {
      app.press(KEYS.enter);
      await app.see("What's New  ");
      app.press(KEYS.esc);
      await app.see('Created ▼');
    }
  }

  test('leaks no listener and no memory after opening a hundred versions', async () => {
    await open({request: inAurora});
    await openDetails(20);
    const used = inUse();
    const listeners = () => [
      app.stdout.listenerCount('resize'),
      app.stdin.listenerCount('data'),
      app.signals.signal.aborted,
    ];
    const before = listeners();
    await openDetails(100);
    expect(listeners()).toEqual(before);
    expect((inUse() - used) / 1e6).toBeLessThan(4);
  });
});
