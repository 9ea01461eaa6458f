import {setTimeout as sleep} from 'node:timers/promises';
import type {AppRequest, Command} from '../../src/app/command.ts';
import {type MessageQueue, messageQueue} from '../../src/app/messages.ts';
import type {Globals, Session} from '../../src/app/session.ts';
import {openApp} from '../../src/screens/index.tsx';
import type {ActiveProfile} from '../../src/services/model/credential.ts';
import type {Env, Host} from '../../src/services/ports.ts';
import type {AppProcess} from '../../src/services/process-port.ts';
import {type FakeStore, fakeStore} from './fake-store.ts';
import {FakeStdin, FakeStdout} from './fake-tty.ts';

export interface OpenOptions {
  request?: AppRequest;
  columns?: number;
  rows?: number;
  store?: FakeStore;
  session?: Partial<Session>;
  globals?: Partial<Globals>;
  profile?: ActiveProfile;
  messages?: MessageQueue;
  commands?: readonly Command[];
  env?: Env;
  /** Opens an address; false when it cannot. */
  browser?(url: string): Promise<boolean>;
  process?: AppProcess;
  /** Parts of the host that are real, e.g. files. */
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
    commands = [],
    env = {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color'},
    browser = async () => true,
    process,
    host: more = {},
  }: OpenOptions = {}) {
    this.stdout = new FakeStdout(columns, rows);
    this.store = store;
    const whole = {
      globals: {
        strictAuth: false,
        sandbox: true,
        timeout: 30,
        debug: false,
        noInput: false,
        noColor: false,
        screenReader: false,
        ...globals,
      },
      apiOrigin: store.origin,
      credentials: () => Promise.reject(new Error('not part of this test')),
      active: async () => profile,
      store: async () => store,
      withProfile: () => whole,
      close: async () => {},
    } as unknown as Session;
    // Getters stay getters: one of them throws when the address of the service is bad.
    Object.defineProperties(whole, Object.getOwnPropertyDescriptors(session));
    const host = {
      clock: {
        now: () => Date.now(),
        random: () => 0.5,
        sleep: (ms: number, signal?: AbortSignal) => sleep(ms, undefined, {signal}),
      },
      env,
      browser: {open: browser},
      signal: this.signals.signal,
      home: '/home/tester',
      cwd: '/home/tester',
      ...more,
    } as unknown as Host;
    this.exitCode = openApp(request, {
      session: whole,
      host,
      messages,
      commands,
      stdin: this.stdin as unknown as NodeJS.ReadStream,
      stdout: this.stdout as unknown as NodeJS.WriteStream,
      stderr: this.stderr as unknown as NodeJS.WriteStream,
      process,
    }).finally(() => {
      this.ended = true;
    });
  }

  /** Sends keys in one read. */
  press(...keys: string[]): void {
    this.stdin.type(keys.join(''));
  }

  /** Waits until the condition holds; fails with the screen after the deadline. */
  async until(what: string, holds: () => boolean, deadline = 5000): Promise<void> {
    const end = Date.now() + deadline;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`${what}: not within ${deadline} ms. The screen:\n${this.stdout.text()}`);
      await sleep(5);
    }
  }

  /** Waits for a text on the screen. */
  async see(text: string | RegExp): Promise<void> {
    await this.until(`see ${text}`, () => matches(this.stdout.text(), text));
  }

  async seeNot(text: string | RegExp): Promise<void> {
    await this.until(`no longer see ${text}`, () => !matches(this.stdout.text(), text));
  }

  /** The line with the selection. */
  selected(): string {
    return this.stdout.lines().find((line) => /^ ?[▌>] /.test(line)) ?? '';
  }

  async close(): Promise<void> {
    if (!this.ended) this.press(KEYS.ctrl('c'), KEYS.ctrl('c'));
    await this.exitCode;
  }
}

function matches(screen: string, text: string | RegExp): boolean {
  return typeof text === 'string' ? screen.includes(text) : text.test(screen);
}
