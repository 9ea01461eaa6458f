import {createSession} from '../../src/app/session/create-session.ts';
import {messageQueue} from '../../src/app/session/messages.ts';
import type {Globals} from '../../src/app/session/session.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {createHttp} from '../../src/services/host/http.ts';
import {createShell} from '../../src/services/host/programs.ts';
import {createSandbox} from '../../src/services/host/sandbox.ts';
import type {Clock, Env, Host, Terminal} from '../../src/services/ports.ts';
import {SANDBOX_ORIGIN} from '../../src/services/sandbox/origin.ts';
import {AppDriver, type OpenOptions} from './app-driver.ts';
import {realUser} from './run.ts';
import type {TempHome} from './temp-home.ts';

export interface InHomeOptions
  extends Pick<OpenOptions, 'request' | 'columns' | 'rows' | 'browser' | 'clock' | 'process'> {
  /** The URL of the service. By default, nothing listens there. */
  url?: string;
  env?: Env;
  globals?: Partial<Globals>;
  host?: Partial<Host>;
}

/** A URL at which nothing listens. */
const NOBODY = 'http://127.0.0.1:9';

/** A clock that does not wait before a request is retried. */
const IMPATIENT: Clock = {
  now: () => Date.now(),
  random: () => 0,
  sleep: async (_, signal) => signal?.throwIfAborted(),
};

/** Opens the app on a fake terminal with a real session: the files and the keychain of the home, and real HTTP. */
export function openInHome(home: TempHome, options: InHomeOptions = {}): AppDriver {
  const {url = NOBODY, env, globals, host: more, browser = async () => true, ...rest} = options;
  const all: Env = {TZ: 'UTC', LANG: 'C.UTF-8', TERM: 'xterm-256color', HOME: home.path, TOOL_API_URL: url, ...env};
  const terminal: Terminal = {
    stdinIsTty: true,
    stdoutIsTty: true,
    stderrIsTty: false,
    showsLinks: async () => false,
    readInput: async () => new Uint8Array(),
    async *input() {},
    write: async () => {},
    writeError: () => {},
  };
  const host: Host = {
    clock: IMPATIENT,
    env: all,
    files: createFiles(),
    http: () => createHttp(all),
    keychain: home.keychain,
    browser: {open: browser},
    editor: {edit: async () => ({problem: 'No editor is set.'})},
    shell: createShell({PATH: process.env.PATH}, 'linux'),
    terminal,
    sandbox: {origin: SANDBOX_ORIGIN, ...createSandbox({home: home.path, terminal})},
    cwd: home.path,
    home: home.path,
    user: realUser(),
    platform: 'linux',
    command: [],
    version: '0.0.0',
    signal: new AbortController().signal,
    ...more,
  };
  const whole: Globals = {
    strictAuth: false,
    sandbox: false,
    timeout: 60,
    debug: false,
    noInput: false,
    noColor: false,
    screenReader: false,
    by: 'app',
    ...globals,
  };
  const messages = messageQueue();
  const session = createSession(whole, host, messages);
  // The screens get a clock of their own.
  const {signal: _, clock: __, ...parts} = host;
  return new AppDriver({...rest, session, messages, globals: whole, env: all, browser, host: parts});
}
