import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {AppRequest} from '../../src/app/command.ts';
import {AURORA, releaseAurora} from '../sandbox/support.ts';
import {type AppDriver, KEYS} from '../support/app-driver.ts';
import {type Bench, PENDING, PREPARING, startBench} from '../support/flow-bench.ts';

let bench: Bench;
let app: AppDriver;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

interface Flow {
  name: string;
  open(): Promise<AppRequest>;
  /** Presses every key before the Enter that confirms. */
  upToConfirming(): Promise<void>;
  /** True if the flow reads before it writes: nothing is sent if the user stops it during that read. */
  reads?: true;
  after?: string;
  /** True if the flow is a dialog: only the dialog's keys work then. */
  dialog?: true;
  /** The text that reports an unknown outcome. */
  unknown?: string;
  /** The text that the app leaves on the terminal. */
  left?: RegExp;
}

const typed = async (text: string) => {
  await app.see('Type the version');
  app.press(text);
  // An Enter that follows too soon does not confirm.
  await app.see(text);
};

const version =
  (screen: 'submit' | 'withdraw' | 'release-notes' | 'encryption' | 'version', bundleId: string, string: string) =>
  async (): Promise<AppRequest> => ({screen, versionId: await bench.idOf(bundleId, string)});

const FLOWS: Flow[] = [
  {
    name: 'create',
    async open() {
      await releaseAurora(bench.sandbox);
      return {screen: 'create', app: AURORA};
    },
    async upToConfirming() {
      await app.see('Ctrl+S review');
      app.press(KEYS.ctrl('s'));
      await app.see('↵ create');
    },
  },
  {
    name: 'update',
    open: async () => ({screen: 'update', versionId: PREPARING}),
    async upToConfirming() {
      await app.see('only what you change');
      app.press(KEYS.ctrl('u'), '1.5', KEYS.ctrl('s'));
      await app.see('↵ update');
    },
  },
  {
    name: 'attach a build',
    open: async () => ({screen: 'attach-build', versionId: PREPARING}),
    async upToConfirming() {
      await app.see('5 builds');
      app.press(KEYS.enter);
      await app.see('↵ attach');
      app.press(KEYS.left);
    },
  },
  {
    name: 'delete',
    dialog: true,
    open: async () => ({screen: 'delete', versionId: PREPARING}),
    upToConfirming: () => typed('1.0.0'),
    reads: true,
  },
  {
    name: 'release',
    dialog: true,
    open: async () => ({screen: 'release', versionId: PENDING}),
    upToConfirming: () => typed('3.3.0'),
    reads: true,
  },
  {
    name: 'submit',
    dialog: true,
    open: version('submit', 'com.example.boats', '2.0'),
    async upToConfirming() {
      await app.see('○ Submission');
      app.press('S');
      await typed('2.0');
    },
    reads: true,
    after: 'only submitting it is missing.',
  },
  {
    name: 'withdraw, approved',
    dialog: true,
    open: async () => ({screen: 'withdraw', versionId: PENDING}),
    upToConfirming: () => typed('3.3.0'),
    reads: true,
    after: '✓ Withdrawn 3.3.0 for iOS',
  },
  {
    name: 'withdraw, from review',
    dialog: true,
    async open() {
      const query = 'filter[versionString]=3.3.0&filter[platform]=MAC_OS';
      const {json} = await bench.sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?${query}`);
      return {screen: 'withdraw', versionId: json.data[0].id};
    },
    upToConfirming: () => typed('3.3.0'),
    reads: true,
    after: '✓ Withdrawn 3.3.0 for macOS',
  },
  {
    name: 'release notes',
    open: version('release-notes', 'com.example.nearly', '1.1'),
    async upToConfirming() {
      await app.see('de-DE');
      app.press('e', KEYS.enter);
      await app.see('Ctrl+S review');
      app.press('New text', KEYS.ctrl('s'));
      await app.see('↵ write');
    },
    reads: true,
    unknown: 'Cancelled while it was being written: it may still',
    left: /1 of 1 locale was not updated:\s+de-DE: Cancelled while it was being written: it may still/,
  },
  {
    name: 'pause a roll-out',
    dialog: true,
    open: version('version', 'com.example.steps', '3.1'),
    async upToConfirming() {
      await app.see('h  Pause the roll-out');
      app.press('h');
      await app.see('↵ pause');
    },
    reads: true,
  },
  {
    name: 'the answer about encryption',
    open: version('encryption', 'com.example.cipher', '1.1'),
    async upToConfirming() {
      await app.see('Does build 12 use encryption');
      app.press(KEYS.right, KEYS.left, KEYS.ctrl('s'));
      await app.see('↵ answer');
    },
    reads: true,
  },
  {
    name: 'ask the store',
    dialog: true,
    open: version('version', 'com.example.boats', '2.0'),
    async upToConfirming() {
      await app.see('○ Submission');
      app.press('A');
      await app.see('↵ check');
    },
    reads: true,
  },
];

const start = async (flow: Flow) => {
  app = bench.open(await flow.open(), bench.waitless);
  await flow.upToConfirming();
};
const isRead = (one: string | undefined) => one?.startsWith('GET') ?? false;
const LEFT = /Stopped\.\s+The outcome is unknown: the service may or may not have carried it out/;
/** The first text is shown before the outcome is read, the second if the read does not decide it. */
const UNDECIDED = /may or may not have carried it out|may still take effect/;
const NEVER = /Nothing was (sent|changed)/;

describe.each(FLOWS)('$name', (flow) => {
  test.runIf(flow.reads)('sends nothing if Esc is pressed during the read that comes before the write', async () => {
    await start(flow);
    const before = bench.line.seen.length;
    bench.line.fate = () => 'no answer';
    app.press(KEYS.enter);
    await app.until('it is read first', () => bench.line.seen.slice(before).some(isRead));
    app.press(KEYS.esc);
    await app.see(/Nothing was sent/);
    expect(bench.line.writes()).toEqual([]);
  });

  test('reads the outcome of a write if Esc is pressed during the write', async () => {
    await start(flow);
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'no answer');
    app.press(KEYS.enter);
    await app.until('it is sent', () => bench.line.writes().length === 1);
    const before = bench.line.seen.length;
    app.press(KEYS.esc);
    await app.see(flow.unknown ?? UNDECIDED);
    await app.until('it is read', () => bench.line.seen.slice(before).some(isRead));
    expect(app.shows(NEVER)).toBe(false);
    expect(bench.line.writes()).toHaveLength(1);
    expect(app.stdout.text()).not.toContain('Cancelled. while');
  });

  test.runIf(flow.after)(
    'shows a write as done if Esc is pressed after the write, and reads the new state',
    async () => {
      await start(flow);
      let isHeld = true;
      bench.line.fate = (method) => (method === 'GET' && isHeld && bench.line.done > 0 ? 'no answer' : 'pass');
      app.press(KEYS.enter);
      await app.until('it is read back', () => bench.line.done > 0 && isRead(bench.line.seen.at(-1)));
      isHeld = false;
      const writes = bench.line.writes();
      app.press(KEYS.esc);
      await app.see(flow.after ?? '');
      expect(app.shows(NEVER)).toBe(false);
      // The result shows each new state of the version.
      bench.sandbox.advance(5000);
      await app.see(/(Developer rejected|Ready for review|Prepare for submission)/);
      expect(bench.line.writes()).toEqual(writes);
    },
  );

  test('asks on Ctrl+C during a write, and prints on exit that the write may have taken effect', async () => {
    await start(flow);
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'no answer');
    app.press(KEYS.enter);
    await app.until('it is sent', () => bench.line.writes().length === 1);
    app.press(KEYS.ctrl('c'));
    await app.see(/A request is still running\.|Stop after creating a draft \(1 of 3\)\?/);
    // A second Enter within half a second would not count.
    app.press(KEYS.down, KEYS.enter);
    expect(await app.exitCode).toBe(130);
    expect(app.stderr.text()).toMatch(flow.left ?? LEFT);
    expect(bench.line.writes()).toHaveLength(1);
  });

  test.skipIf(flow.dialog)('continues a write behind another screen, which shows the outcome', async () => {
    await start(flow);
    const goOn = bench.line.holdWrites(0);
    app.press(KEYS.enter);
    await app.until('it is sent', () => bench.line.writes().length === 1);
    app.press('P');
    await app.see('Profiles');
    goOn();
    await app.see(/Done: tool /);
  });
});
