import {generateKeyPairSync} from 'node:crypto';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir, userInfo} from 'node:os';
import {join} from 'node:path';
import {type OpenApp, run} from '../../src/app/run.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {createHttp} from '../../src/services/host/http.ts';
import {createShell} from '../../src/services/host/programs.ts';
import {readerGone, ToolError} from '../../src/services/model/error.ts';
import type {Clock, Host} from '../../src/services/ports.ts';
import {CLI} from './cli.ts';
import {holdAgainstSchema} from './held-schema.ts';

export interface RunOptions {
  env?: Record<string, string>;
  tty?: boolean;
  columns?: number;
  /** Whether the terminal supports links. */
  links?: boolean;
  openApp?: OpenApp;
  signal?: AbortSignal;
  host?: Partial<Host>;
  /** Whether waits take real time. By default they are only recorded. */
  realTime?: boolean;
  stdin?: string | Uint8Array;
  /** The number of writes that the reader of stdout takes before it closes the pipe. */
  readerTakes?: number;
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  /** The length of each wait in ms, in order. Waits are recorded, not slept. */
  waits: number[];
}

/** A private key made for this process. */
export const TEST_KEY = generateKeyPairSync('ec', {namedCurve: 'prime256v1'}).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string;

/** Returns an environment with complete credentials for a service at `url`. */
export function environment(url: string): Record<string, string> {
  return {
    TOOL_API_URL: url,
    TOOL_KEY_ID: 'KEY1234567',
    TOOL_ISSUER_ID: '69a6de70-0000-47e3-e053-5b8c7c11a4d1',
    TOOL_PRIVATE_KEY: TEST_KEY,
    TOOL_BYPASS_KEYCHAIN: '1',
  };
}

/** Runs a command line as the entry does, with real files and real HTTP, but its own streams, clock and environment. */
export async function runTool(
  argv: readonly string[],
  {
    env = {},
    tty = false,
    columns,
    links = false,
    openApp,
    signal,
    host,
    realTime = false,
    stdin = '',
    readerTakes = Number.POSITIVE_INFINITY,
  }: RunOptions = {},
): Promise<Outcome> {
  const home = host?.home ?? mkdtempSync(join(tmpdir(), 'home-'));
  const outcome: Outcome = {code: -1, stdout: '', stderr: '', waits: []};
  let writes = 0;
  const unavailable = new ToolError('storage', 'no keychain in this test');
  const refuse = () => Promise.reject(unavailable);
  const full: Host = {
    clock: realTime ? realClock : recordingClock(outcome.waits),
    env: {HOME: home, ...env},
    files: createFiles(),
    http: () => createHttp(env),
    keychain: {check: async () => ({available: false, accessible: false}), get: refuse, set: refuse, delete: refuse},
    browser: {open: async () => false},
    editor: {edit: async () => ({problem: 'No editor is set.'})},
    shell: createShell({PATH: process.env.PATH}, 'linux'),
    terminal: {
      stdinIsTty: tty,
      stdoutIsTty: tty,
      stderrIsTty: tty,
      columns,
      showsLinks: async () => links,
      readInput: async () => Buffer.from(stdin),
      async *input() {
        yield Buffer.from(stdin);
      },
      async write(text) {
        if (writes++ >= readerTakes) throw readerGone();
        outcome.stdout += text;
      },
      writeError(text) {
        outcome.stderr += text;
      },
    },
    sandbox: {origin: 'http://127.0.0.1:4010', embedded: refuse, serve: refuse},
    cwd: home,
    home,
    user: realUser(),
    platform: 'linux',
    command: [process.execPath, CLI],
    version: '0.0.0',
    signal: signal ?? new AbortController().signal,
    ...host,
  };
  try {
    outcome.code = await run(argv, full, openApp);
    holdAgainstSchema(argv, full.env, outcome);
    return outcome;
  } finally {
    if (!host?.home) rmSync(home, {recursive: true, force: true});
  }
}

/** Returns the user who runs the tests and so owns the files that they make. */
export function realUser(): Host['user'] {
  return process.getuid ? userInfo() : undefined;
}

const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Creates a clock that records each wait instead of sleeping. */
function recordingClock(waits: number[]): Clock {
  return {
    ...realClock,
    random: () => 0.5,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  };
}
