import {setTimeout as sleep} from 'node:timers/promises';
import type {AppRequest} from '../../src/app/command.ts';
import {type MessageQueue, messageQueue} from '../../src/app/session/messages.ts';
import type {Globals, Session} from '../../src/app/session/session.ts';
import {openApp} from '../../src/screens/index.tsx';
import {PATIENCE_MS} from '../../src/screens/input/key-queue.tsx';
import type {ActiveProfile} from '../../src/services/model/credential.ts';
import type {AppProcess, Clock, Env, Host} from '../../src/services/ports.ts';
import {type FakeStore, fakeStore} from './fake-store.ts';
import {FakeStdin, FakeStdout} from './fake-tty.ts';
import type {ManualClock} from './manual-clock.ts';
import {PATIENCE} from './patience.ts';

export interface OpenOptions {
  request?: AppRequest;
  columns?: number;
  rows?: number;
  store?: FakeStore;
  session?: Partial<Session>;
  globals?: Partial<Globals>;
  profile?: ActiveProfile;
  messages?: MessageQueue;
  env?: Env;
  /** Whether the terminal supports links. */
  links?: boolean;
  /** Opens a URL; returns false if it cannot. */
  browser?(url: string): Promise<boolean>;
  process?: AppProcess;
  /**
   * Defaults to real time, except that no key follows an Esc, and that a key waits for its screen as long as a test
   * does.
   */
  clock?: Clock;
  /** Parts of the host that are real, such as its files. */
  host?: Partial<Host>;
}

export const KEYS = {
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  home: '\u001B[H',
  end: '\u001B[F',
  pageUp: '\u001B[5~',
  pageDown: '\u001B[6~',
  enter: '\r',
  esc: '\u001B',
  tab: '\t',
  shiftTab: '\u001B[Z',
  backspace: '\u007F',
  delete: '\u001B[3~',
  ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) - 96),
  paste: (text: string) => `\u001B[200~${text}\u001B[201~`,
};

/** How long the app waits after an Esc for the rest of an escape sequence. */
export const ESC_MS = 25;

/** Creates a process that Ctrl+Z stops until `goOn` is called. */
export function stoppable(): {process: AppProcess; goOn(): void} {
  let resume = () => {};
  const stop = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
    });
  return {process: {stop, listen: () => () => {}}, goOn: () => resume()};
}

/** The app on a fake terminal, with a store in memory. */
export class AppDriver {
  readonly stdin = new FakeStdin();
  readonly stderr = new FakeStdout(80, 24);
  readonly stdout: FakeStdout;
  readonly store: FakeStore;
  readonly exitCode: Promise<number>;
  readonly signals = new AbortController();
  ended = false;

  constructor({
    request = {screen: 'home'},
    columns = 80,
    rows = 24,
    store = fakeStore(),
    session = {},
    globals = {},
    profile = {name: 'work', source: 'keychain'},
    messages = messageQueue(),
    env = {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color'},
    links = false,
    browser = async () => true,
    process,
    clock = realClock,
    host: more = {},
  }: OpenOptions = {}) {
    this.stdout = new FakeStdout(columns, rows);
    this.store = store;
    const whole = {
      globals: {
        strictAuth: false,
        sandbox: true,
        timeout: 60,
        debug: false,
        noInput: false,
        noColor: false,
        screenReader: false,
        ...globals,
      },
      apiOrigin: store.origin,
      credentials: () => Promise.reject(new Error('not part of this test')),
      active: async () => profile,
      readOnly: async () => undefined,
      store: async () => store,
      writes: [],
      counting: () => whole,
      withProfile: () => whole,
      ofProfile: async () => whole,
      close: async () => {},
    } as unknown as Session;
    // Copying the descriptors keeps getters lazy: one of them throws if the URL of the service is invalid.
    Object.defineProperties(whole, Object.getOwnPropertyDescriptors(session));
    const host = {
      clock,
      env,
      browser: {open: browser},
      terminal: {stdoutIsTty: true, showsLinks: async () => links},
      signal: this.signals.signal,
      home: '/home/tester',
      cwd: '/home/tester',
      ...more,
    } as unknown as Host;
    this.exitCode = openApp(request, {
      session: whole,
      host,
      messages,
      stdin: this.stdin as unknown as NodeJS.ReadStream,
      stdout: this.stdout as unknown as NodeJS.WriteStream,
      stderr: this.stderr as unknown as NodeJS.WriteStream,
      process,
    }).finally(() => {
      this.ended = true;
    });
  }

  /**
   * Sends keys in one read. What follows an Esc goes into a read of its own, because together they would be an Alt key.
   */
  press(...keys: string[]): void {
    let read = '';
    for (const key of keys) {
      read += key;
      if (key !== KEYS.esc) continue;
      this.stdin.type(read);
      read = '';
    }
    if (read !== '') this.stdin.type(read);
  }

  /**
   * Waits until the condition holds. Fails, and prints the screen, only after both ten seconds (see PATIENCE) and half
   * as many checks as a quiet machine makes in that time: on a machine that rarely gets to check, the app is slow too.
   */
  async until(what: string, holds: () => boolean): Promise<void> {
    const end = Date.now() + 10_000 * PATIENCE;
    for (let looks = 0; !holds(); looks++) {
      if (Date.now() > end && looks > 800 * PATIENCE)
        throw new Error(`${what}: not after ${looks} looks. The screen:\n${this.stdout.text()}`);
      await sleep(5);
    }
  }

  /** Waits until the app sleeps for `ms`, then advances the clock by that time. */
  async pass(clock: ManualClock, ms: number): Promise<void> {
    await this.until(`someone sleeps ${ms} ms`, () => clock.asleep().includes(ms));
    clock.advance(ms);
  }

  /** Waits until the text is on the screen. */
  async see(text: string | RegExp): Promise<void> {
    await this.until(`see ${text}`, () => matches(this.stdout.text(), text));
  }

  async seeNot(text: string | RegExp): Promise<void> {
    await this.until(`no longer see ${text}`, () => !matches(this.stdout.text(), text));
  }

  /** Reports whether the text is on the screen, even if it is broken into lines. */
  shows(text: string | RegExp): boolean {
    return matches(this.stdout.text(), text);
  }

  /** Returns the selected line. */
  selected(): string {
    return this.stdout.lines().find((line) => /^ ?[▌>] /.test(line)) ?? '';
  }

  async close(): Promise<void> {
    if (!this.ended) this.press(KEYS.ctrl('c'), KEYS.ctrl('c'));
    await this.exitCode;
  }
}

const realClock: Clock = {
  now: () => Date.now(),
  random: () => 0.5,
  sleep: (ms, signal) => sleep(ms === ESC_MS ? 0 : ms === PATIENCE_MS ? ms * PATIENCE : ms, undefined, {signal}),
};

/** A clock on which a key waits for its screen without a time limit, for slow machines. */
export const patientClock: Clock = {
  ...realClock,
  sleep: (ms, signal) => (ms === PATIENCE_MS ? untilAborted(signal) : realClock.sleep(ms, signal)),
};

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/**
 * Matches text that may be broken into lines anywhere, because paths in the temporary directory can have any length.
 */
function matches(screen: string, text: string | RegExp): boolean {
  if (typeof text !== 'string') return text.test(screen);
  return screen.includes(text) || broken(text).test(screen);
}

/**
 * Returns a pattern that allows a line break, with the frame of a dialog or a shell's backslash, between any two
 * characters.
 */
function broken(text: string): RegExp {
  const lineBreak = String.raw`[ │]*(?:\\[ │]*)?\n[ │]*`;
  const characters = Array.from(text, (one) =>
    one === ' ' ? `(?: |${lineBreak})` : one.replace(/[.*+?^${}()|[\]\\]/, '\\$&'),
  );
  return new RegExp(characters.join(`(?:${lineBreak})?`));
}
