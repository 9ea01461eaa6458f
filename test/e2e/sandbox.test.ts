import {execFile, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {COMMAND, FIRST_WORDS, PROGRAM} from '../support/cli.ts';

const run = promisify(execFile);
let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbox-e2e-'));
  env = {PATH: process.env.PATH ?? '', HOME: home, TOOL_BYPASS_KEYCHAIN: '1'};
});
afterEach(() => rmSync(home, {recursive: true}));

const tool = (words: readonly string[]) => run(PROGRAM, [...FIRST_WORDS, ...words], {env, cwd: home});

/** Waits until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !holds(); ) {
    if (Date.now() > end) throw new Error('it did not come true in 120 s');
    await new Promise((done) => setTimeout(done, 20));
  }
}

test('returns from eval "$(tool sandbox &)", and serves the next commands', async () => {
  const data = join(home, 'store.json');
  const script = `
    eval "$($TOOL sandbox --data "$DATA" & echo "server=$!")"
    $TOOL versions create --app "$TOOL_APP_ID" --version 5.0 --platform TV_OS
    $TOOL versions list --app com.example.aurora --version 5.0
    kill -TERM "$server"
  `;
  const {stdout} = await run('sh', ['-c', script], {env: {...env, TOOL: COMMAND, DATA: data}, cwd: home});
  const [created, listed] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(created).toMatchObject({versionString: '5.0', platform: 'TV_OS', state: 'PREPARE_FOR_SUBMISSION'});
  expect(listed.data[0].id).toBe(created.id);
  expect(readFileSync(data, 'utf8')).toContain(created.id);
});

test.each(['SIGINT', 'SIGTERM'] as const)('stops tool sandbox cleanly on %s, with complete output', async (signal) => {
  const child = spawn(PROGRAM, [...FIRST_WORDS, 'sandbox'], {env, cwd: home, stdio: ['ignore', 'pipe', 'pipe']});
  let [out, err, closed] = ['', '', false];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stdout.on('end', () => {
    closed = true;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise((done) => child.on('close', (code) => done(code)));
  await until(() => closed);
  expect(child.exitCode).toBeNull();
  expect(out).toMatch(
    /^export TOOL_API_URL='http:\/\/127\.0\.0\.1:\d+'\n(?:export TOOL_\w+='[^']+'\n)+# listening on http:\/\/127\.0\.0\.1:\d+\n$/,
  );
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(err).toBe('');
});

test('exits with 5 and names the port if tool sandbox cannot listen on it', async () => {
  const child = spawn(PROGRAM, [...FIRST_WORDS, 'sandbox'], {env, cwd: home, stdio: ['ignore', 'pipe', 'ignore']});
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const ended = new Promise((done) => child.on('close', done));
  await until(() => /# listening.*\n/.test(out));
  const port = /:(\d+)\n$/.exec(out)?.[1] ?? '';
  await expect(tool(['sandbox', '--port', port])).rejects.toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining(`Port ${port} is in use`),
  });
  child.kill('SIGTERM');
  await ended;
});

test.each([
  ['--port', '70000'],
  ['--port', 'x'],
  ['--versions', '100001'],
  ['--fail-rate', '2'],
  ['--latency', '-1'],
  ['--public-url', 'http://x/y'],
])('refuses tool sandbox %s %s as a usage error', async (flag, value) => {
  await expect(tool(['sandbox', `${flag}=${value}`])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(flag),
  });
});

test('loses nothing in twelve simultaneous first runs with --sandbox', async () => {
  const apps = ['com.example.steps', 'com.example.shelf', 'com.example.brake'];
  const platforms = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'];
  const runs = apps.flatMap((app) =>
    platforms.map((platform) =>
      tool(['--sandbox', 'versions', 'create', '--app', app, '--version', '50.1', '--platform', platform]),
    ),
  );
  await Promise.all(runs);
  const {versions} = JSON.parse(readFileSync(join(home, '.tool/sandbox/store.json'), 'utf8'));
  expect(Object.keys(versions)).toHaveLength(12);
  expect(existsSync(join(home, '.tool/config.json'))).toBe(false);
});
