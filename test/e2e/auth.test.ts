import {execFile, execFileSync, spawn} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {
  CLI,
  type CliOptions,
  COMMAND,
  EXECUTABLE,
  outcomeOf,
  PATIENT,
  preloading,
  runCli,
  startCli,
} from '../support/cli.ts';
import {type Keyring, keyringMissing, startKeyring} from '../support/keyring.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
beforeEach(() => {
  home = new TempHome();
});
afterEach(() => home.remove());

const options = (more: CliOptions = {}): CliOptions => ({
  cwd: join(home.path, 'work'),
  ...more,
  env: {HOME: home.path, ...preloading(PATIENT), ...more.env},
});
const loginWords = (name: string, ...more: string[]) => {
  const flags = [
    '--name',
    name,
    '--key-id',
    'KEY1234567',
    '--issuer-id',
    '69a6de70-0000-47e3-e053-5b8c7c11a4d1',
    '--private-key',
    home.keyPath,
  ];
  return ['auth', 'login', ...flags, ...more];
};
const login = (name: string, more: CliOptions = {}) => runCli(loginWords(name), options(more));
const names = (path = home.configPath) => (home.config(path).profiles as {name: string}[]).map(({name}) => name).sort();
const twenty = Array.from({length: 20}, (_, index) => `profile ${String(index).padStart(2, '0')}`);

test('keeps twenty profiles of twenty simultaneous logins in the config file', async () => {
  const outcomes = await Promise.all(twenty.map((name) => login(name)));
  expect(outcomes.filter(({code}) => code !== 0)).toEqual([]);
  expect(names()).toEqual(twenty);
  expect(readdirSync(join(home.path, '.tool'))).toEqual(['config.json', 'locks']);
  expect(readdirSync(join(home.path, '.tool/locks'))).toEqual([]);
});

const missing = keyringMissing();

describe.skipIf(missing)('with a keyring', () => {
  let keyring: Keyring;
  beforeEach(async () => {
    keyring = await startKeyring();
  });
  afterEach(() => keyring.stop());

  test('keeps twenty profiles of twenty simultaneous logins in the keychain', async () => {
    const env = {...keyring.env, HOME: home.path};
    const outcomes = await Promise.all(twenty.map((name) => login(name, {env})));
    expect(outcomes.filter(({code, stderr}) => code !== 0 || stderr !== '')).toEqual([]);
    expect(names()).toEqual(twenty);
    const {code, stdout} = await runCli(['auth', 'doctor'], options({env}));
    const found = stdout.match(/\[OK\] Profile 'profile \d\d' \(\w+\): key readable/g);
    expect(found?.sort()).toEqual(twenty.map((name) => `[OK] Profile '${name}' (keychain): key readable`));
    expect({code, last: stdout.trimEnd().split('\n').at(-1)}).toEqual({code: 0, last: 'No issues found.'});
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends a login on %s while it waits for a pipe without a writer', async (signal, exit) => {
    const pipe = join(home.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const child = startCli([...loginWords('A').slice(0, -1), pipe], options({env: {...keyring.env, HOME: home.path}}));
    const ended = outcomeOf(child);
    let writer: number | undefined;
    await vi.waitFor(() => {
      writer = openWriter(pipe);
      expect(writer).toBeDefined();
    }, 120_000);
    child.kill(signal);
    expect((await ended).code).toBe(exit);
    expect(home.exists('.tool')).toBe(false);
    if (writer !== undefined) closeSync(writer);
  });
});

/** A script to preload into the tool. It kills the process right before its n-th file operation in a directory. */
const KILL = `
const fs = require('node:fs');
const {DIRECTORY, POINT} = process.env;
let left = Number(POINT);
const count = (owner, names, concerns) => {
  for (const name of names) {
    const real = owner[name];
    owner[name] = function (...args) {
      if (concerns(args) && --left === 0) process.kill(process.pid, 'SIGKILL');
      return real.apply(this, args);
    };
  }
};
const isInside = ([path]) => String(path).startsWith(DIRECTORY);
count(fs, ['mkdir', 'rmdir'], isInside);
count(fs.promises, ['open', 'rename', 'rm'], isInside);
const opened = fs.promises.open;
fs.promises.open = async (...args) => {
  const file = await opened(...args);
  if (isInside(args) && args[1] !== 'r') count(file, ['writeFile', 'sync', 'close'], () => true);
  return file;
};
require('node:module').syncBuiltinESMExports();
`;

test('leaves either the old config or the new config if a login is killed', async () => {
  const directory = join(home.path, '.tool');
  const lock = home.lock;
  const killer = preloading(PATIENT, home.write('kill.cjs', KILL));
  const flags = (point: number) =>
    options({env: {TOOL_BYPASS_KEYCHAIN: '1', ...killer, DIRECTORY: directory, POINT: String(point)}});
  await runCli(loginWords('Old'), flags(0));
  const seen: string[] = [];
  for (let point = 1, ended = false; !ended; point += 1) {
    const {code, signal} = await runCli(loginWords(`New ${point}`), flags(point));
    ended = signal !== 'SIGKILL';
    expect([code, signal]).toEqual(ended ? [0, null] : [null, 'SIGKILL']);
    const isNew = names().includes(`New ${point}`);
    seen.push(`${isNew ? 'new' : 'old'}${existsSync(lock) ? ', locked' : ''}`);
    expect(names()).toContain('Old');
    expect(home.mode(home.configPath)).toBe(0o600);
    // The lock that is left behind must be old enough to count as abandoned.
    if (existsSync(lock)) utimesSync(lock, 0, 0);
  }
  // The kills come before the lock, under the lock before and after the rename, and after the lock.
  expect([...new Set(seen)]).toEqual(['old', 'old, locked', 'new, locked', 'new']);
  const last = await runCli(loginWords('Last'), flags(0));
  expect(last).toMatchObject({code: 0, stderr: ''});
  expect(names()).toContain('Last');
});

test('takes over the lock of a killed login once the lock is stale', async () => {
  const flags = options({env: {TOOL_BYPASS_KEYCHAIN: '1'}});
  mkdirSync(home.lock, {recursive: true});
  expect(await runCli(loginWords('A'), flags)).toMatchObject({code: 0, stderr: ''});
});

test.each(['000', '077'])('makes configs and their folders private on login under umask %s', async (umask) => {
  const flags = options({umask, env: {TOOL_BYPASS_KEYCHAIN: '1'}});
  expect((await runCli(loginWords('A'), flags)).code).toBe(0);
  expect((await runCli(loginWords('L', '--local', '--bypass-keychain'), flags)).code).toBe(0);
  for (const config of [home.configPath, home.localPath]) {
    expect([home.mode(config), home.mode(join(config, '..'))]).toEqual([0o600, 0o700]);
  }
});

test('keeps the old config if a login cannot write to its folder', async () => {
  const flags = options({env: {TOOL_BYPASS_KEYCHAIN: '1'}});
  await runCli(loginWords('Old'), flags);
  const old = readFileSync(home.configPath, 'utf8');
  const directory = join(home.path, '.tool');
  // Root may write anywhere, so root gives the home to another user, who then runs the tool.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  if (uid) for (const path of [home.path, home.keyPath, home.configPath]) chownSync(path, uid, uid);
  chmodSync(directory, 0o555);
  const {code, stdout, stderr} = await runCli(loginWords('New'), {...flags, uid});
  expect({code, stdout}).toEqual({code: 10, stdout: ''});
  expect(stderr).toMatch(/permission denied/);
  expect(readFileSync(home.configPath, 'utf8')).toBe(old);
  chmodSync(directory, 0o700);
});

test('prints help without a home directory, even for a user unknown to the system', async (context) => {
  if (process.getuid?.() !== 0) context.skip('nothing else than root can be someone else');
  const {code, stdout, stderr} = await runCli(['--help'], {uid: 54_321, cwd: '/'});
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  expect(stdout).toContain('auth login');
});

test('reports a startup failure in one line, without a stack trace', async () => {
  const broken = home.write(
    'broken.cjs',
    "Object.defineProperty(process, 'stdin', {get() { throw new Error('no\u001b[2J stdin') }})",
  );
  expect(await runCli(['--help'], options({env: preloading(broken)}))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Error: no\\x1b[2J stdin\n',
  });
  if (EXECUTABLE) return;
  const alone = join(home.path, 'cli.js');
  copyFileSync(CLI, alone);
  const {code, stderr} = await outcomeOf(spawn(process.execPath, [alone, '--help']));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^Error: ENOENT.*\n$/);
});

test('uses credentials from the environment if the home directory cannot be entered', async (context) => {
  if (process.getuid?.() !== 0) context.skip('nothing else than root can be someone else');
  const flags = options({
    env: {TOOL_KEY_ID: 'K', TOOL_ISSUER_ID: 'I', TOOL_PRIVATE_KEY: home.pem},
    uid: 65_534,
    cwd: '/',
  });
  mkdirSync(join(home.path, '.tool'), {mode: 0o700});
  writeFileSync(home.configPath, '{}', {mode: 0o600});
  const status = (env = {}) =>
    runCli(['auth', 'status', '--output', 'json', '--verbose'], {...flags, env: {...flags.env, ...env}});
  expect(await status()).toMatchObject({code: 0, stdout: expect.stringContaining('"activeSource":"environment"')});
  // If the user owns the directory, it may hold a profile, so the command must fail.
  chmodSync(home.path, 0o755);
  const closed = await status();
  expect(closed).toMatchObject({code: 10, stderr: expect.stringMatching(/permission denied/)});
  expect((await runCli(loginWords('A', '--bypass-keychain'), flags)).code).not.toBe(0);
});

test('keeps the old config if the disk is full on login', async (context) => {
  const directory = join(home.path, '.tool');
  mkdirSync(directory);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=0700', 'tmpfs', directory], {stdio: 'ignore'});
  } catch {
    context.skip('a small file system cannot be mounted here');
  }
  try {
    const flags = options({env: {TOOL_BYPASS_KEYCHAIN: '1'}});
    await runCli(loginWords('Old'), flags);
    const old = readFileSync(home.configPath, 'utf8');
    try {
      writeFileSync(join(directory, 'ballast'), 'x'.repeat(20_000));
    } catch {
      // The disk is full now.
    }
    const {code, stderr} = await runCli(loginWords('New'), flags);
    expect(code).toBe(10);
    expect(stderr).toMatch(/no space left/);
    expect(readFileSync(home.configPath, 'utf8')).toBe(old);
    expect(readdirSync(directory).sort()).toEqual(['ballast', 'config.json', 'locks']);
  } finally {
    execFileSync('umount', [directory]);
  }
});

/** Opens a pipe for writing. Returns undefined if no process reads it yet. */
function openWriter(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** A script to preload into the tool. It makes the tool's first keychain time-out so long that it never comes. */
const FIRST_WAITS = `
const timeout = AbortSignal.timeout.bind(AbortSignal);
let isFirst = true;
AbortSignal.timeout = (ms) => {
  const never = isFirst && ms === 5000;
  if (never) isFirst = false;
  return timeout(never ? 600_000 : ms);
};
`;

test.skipIf(missing)('stores nothing if a login is interrupted while the keychain does not answer', async () => {
  const bus = join(home.path, 'bus');
  const calls: Socket[] = [];
  const server = createServer((socket) => calls.push(socket.resume())).listen(bus);
  try {
    // The first request to the keychain waits until the signal. The second one runs into its time limit.
    const patient = preloading(home.write('patient.cjs', FIRST_WAITS));
    const env = {...patient, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`};
    const child = startCli(loginWords('A'), options({env}));
    const ended = outcomeOf(child);
    await expect.poll(() => calls.length).toBe(1);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({code: 130, stdout: ''});
    expect(home.exists('.tool/config.json')).toBe(false);
    await expect.poll(() => calls[0]?.destroyed).toBe(true);
  } finally {
    server.close();
  }
});

test('takes a key from a process substitution only if the keychain stores it', async () => {
  const command = `exec ${COMMAND} auth login --name P --key-id K --issuer-id I --private-key <(cat "$0")`;
  const run = () =>
    execFileSync('bash', ['-c', command, home.keyPath], {
      env: {PATH: process.env.PATH ?? '', HOME: home.path},
      cwd: home.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  expect(run).toThrow(/is a pipe, which only the keychain can store/);
  expect(home.exists('.tool/config.json')).toBe(false);
});

test.skipIf(missing)('reads the key of a login from a pipe that the shell makes', async () => {
  const keyring = await startKeyring();
  const home = new TempHome();
  try {
    const {keyId, issuerId} = home.plausible;
    const flags = `--name Piped --key-id ${keyId} --issuer-id ${issuerId}`;
    const line = `${COMMAND} auth login ${flags} --private-key <(cat ${home.keyPath})`;
    const {stdout} = await promisify(execFile)('bash', ['-c', line], {env: keyring.env, timeout: 60_000});
    expect(stdout).toBe("Storing credentials in system keychain\nRegistered API key 'Piped'\n");
  } finally {
    keyring.stop();
    home.remove();
  }
});
