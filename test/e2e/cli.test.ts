import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type CliOutcome, COMMAND, outcomeOf, preloading, startCli} from '../support/cli.ts';
import {environment} from '../support/run.ts';
import {json, type Service, silent, startService, wirePage, wireVersion} from '../support/service.ts';

const APP = 'com.example.aurora';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'tool-e2e-'));
});
afterAll(() => rmSync(home, {recursive: true, force: true}));

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(argv: readonly string[], env: Record<string, string> = {}) {
  const child = startCli(argv, {cwd: home, env: {HOME: home, LANG: 'C.UTF-8', TOOL_BYPASS_KEYCHAIN: '1', ...env}});
  children.add(child);
  child.once('close', () => children.delete(child));
  return {child, ended: outcomeOf(child)};
}

const tool = (argv: readonly string[], env?: Record<string, string>) => start(argv, env).ended;

function shell(script: string): Promise<CliOutcome> {
  const env = {PATH: process.env.PATH, HOME: home, TOOL: COMMAND};
  return outcomeOf(spawn('bash', ['-c', script], {cwd: home, env, stdio: ['ignore', 'pipe', 'pipe']}));
}

describe('the built file over pipes', () => {
  it('prints the version of the built file', async () => {
    const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await tool(['--version'])).toMatchObject({code: 0, stdout: `${version}\n`, stderr: ''});
  });

  it('pages through sandbox data across runs without any setup', async () => {
    const first = await tool(['versions', 'list', '--sandbox', '--app', APP, '--limit', '2']);
    expect(first).toMatchObject({code: 0, stderr: ''});
    const page = JSON.parse(first.stdout);
    expect(page.data).toHaveLength(2);
    const second = await tool(['versions', 'list', '--sandbox', '--next', page.links.next]);
    const ids = [...page.data, ...JSON.parse(second.stdout).data].map(({id}: {id: string}) => id);
    expect(new Set(ids).size).toBe(4);
  });

  it('keeps changes in the sandbox for the next run', async () => {
    const {data} = JSON.parse(
      (await tool(['versions', 'list', '--sandbox', '--app', APP, '--state', 'PENDING_DEVELOPER_RELEASE'])).stdout,
    );
    const id = data[0].id;
    const released = await tool(['versions', 'release', '--sandbox', '--version-id', id, '--confirm']);
    expect(JSON.parse(released.stdout)).toMatchObject({versionId: id});
    expect(await tool(['versions', 'release', '--sandbox', '--version-id', id, '--confirm'])).toMatchObject({
      code: 5,
      stdout: '',
    });
  });

  it('prints no escape sequences without a terminal, whatever FORCE_COLOR says', async () => {
    for (const argv of [
      [],
      ['tui'],
      ['versions', 'list', '--sandbox', '--app', APP, '--output', 'table'],
      ['auth', 'status'],
    ]) {
      const {stdout, stderr} = await tool(argv);
      expect(stdout + stderr).not.toContain('\u001b');
    }
  });

  it('exits quietly if the reader of its output closes the pipe', async () => {
    const script =
      'set -o pipefail; $TOOL versions list --sandbox --app com.example.aurora --paginate --output ndjson | head -n 1 | wc -l';
    const {stdout, stderr} = await shell(script);
    expect({stdout: stdout.trim(), stderr}).toEqual({stdout: '1', stderr: ''});
    const {stderr: closed} = await shell('$TOOL versions list --sandbox --app com.example.aurora --paginate >&-');
    expect(closed).not.toContain('    at ');
  });

  it('reports a full disk on stdout', async () => {
    const {code, stderr} = await shell('$TOOL versions list --sandbox --app com.example.aurora >/dev/full');
    expect(code).toBe(10);
    expect(stderr).toMatch(/^Error: stdout cannot be written: ENOSPC/);
  });

  it('prints a very long error to the end', async () => {
    const errors = Array.from({length: 40_000}, (_, index) => ({title: `Error ${index}`}));
    const refusing = await startService(json(409, {errors}));
    const {code, stderr} = await tool(['versions', 'list', '--app', '1'], environment(refusing.url));
    expect(code).toBe(5);
    expect(stderr).toMatch(/\n {2}Error 39999\n$/);
    await refusing.close();
  });

  it('prints a complete result to a slow reader', async () => {
    const items = Array.from({length: 20_000}, (_, index) => wireVersion(`v${index}`));
    const plenty = await startService(json(200, wirePage(items)));
    const exports = Object.entries(environment(plenty.url)).map(([name, value]) => `export ${name}='${value}'\n`);
    const script = `${exports.join('')}$TOOL versions list --app 1 | (sleep 1; cat)`;
    expect(JSON.parse((await shell(script)).stdout).data).toHaveLength(20_000);
    await plenty.close();
  });

  it('never loads React for a script', async () => {
    // React calls Symbol.for when it is loaded.
    const spy = join(home, 'symbols.cjs');
    writeFileSync(
      spy,
      `const real = Symbol.for, asked = [];
      Symbol.for = (key) => asked.push(key) && real(key);
      process.on('exit', () => require('node:fs').writeFileSync(process.env.ASKED, JSON.stringify(asked)));`,
    );
    const asked = join(home, 'asked.json');
    const {code} = await tool(['versions', 'list', '--sandbox', '--app', APP], {...preloading(spy), ASKED: asked});
    expect(code).toBe(0);
    const keys: string[] = JSON.parse(readFileSync(asked, 'utf8'));
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => key.startsWith('react.'))).toEqual([]);
  });
});

describe('an interruption', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(silent);
  });
  afterAll(() => service.close());

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('exits on %s during a request, with code %i and no result', async (name, code) => {
    const before = service.requests.length;
    const {child, ended} = start(['versions', 'list', '--app', '1'], environment(service.url));
    await expect.poll(() => service.requests.length).toBeGreaterThan(before);
    child.kill(name);
    expect(await ended).toMatchObject({code, signal: null, stdout: ''});
  });

  it('exits on a signal even if nobody reads the result', async () => {
    const items = Array.from({length: 20_000}, (_, index) => wireVersion(`v${index}`));
    const plenty = await startService(json(200, wirePage(items)));
    const child = startCli(['versions', 'list', '--app', '1'], {env: {HOME: home, ...environment(plenty.url)}});
    children.add(child);
    if (child.stdout) await once(child.stdout, 'readable');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    await plenty.close();
  });

  it('reports that the outcome of an interrupted write is unknown, and how to check it', async () => {
    const reading = await startService((request, response) => {
      if (request.method === 'GET') json(200, wirePage([]))(request, response);
    });
    const {child, ended} = start(['versions', 'create', '--app', '1', '--version', '9.9'], environment(reading.url));
    await expect.poll(() => reading.lines().at(-1)).toMatch(/^POST/);
    child.kill('SIGINT');
    const {code, stderr} = await ended;
    await reading.close();
    expect(code).toBe(130);
    expect(stderr).toContain('outcome is unknown');
    expect(stderr).toContain('tool versions list --app 1 --version 9.9');
  });
});

describe('a run in the middle of a request', () => {
  type Act = (child: ChildProcess, answer: () => void) => unknown;

  /**
   * Starts a request, and calls `act` while the tool waits for the answer.
   * @param code a script that runs before the tool
   */
  async function waiting(act: Act, code: string, env: Record<string, string> = {}): Promise<CliOutcome> {
    let answer = () => {};
    const service = await startService((request, response) => {
      answer = () => json(200, wirePage([]))(request, response);
    });
    const first = join(home, 'first.cjs');
    writeFileSync(first, code);
    const {child, ended} = start(['versions', 'list', '--app', '1'], {
      ...environment(service.url),
      ...preloading(first),
      ...env,
    });
    await expect.poll(() => service.requests.length).toBe(1);
    await act(child, answer);
    const outcome = await ended;
    await service.close();
    return outcome;
  }

  it('opens no inspector on SIGUSR1', async () => {
    const act: Act = async (child, answer) => {
      child.kill('SIGUSR1');
      child.kill('SIGUSR2');
      if (child.stderr) await once(child.stderr, 'data');
      answer();
    };
    const outcome = await waiting(act, "process.on('SIGUSR2', () => console.error('still there'))");
    expect(outcome).toMatchObject({code: 0, stderr: 'still there\n'});
  });

  describe.each([
    ['an exception', 'throw new Error(text)', 'no\\x1b[2J\\nway'],
    ['a rejection', 'Promise.reject(new Error(text))', 'no\\x1b[2J\\nway'],
    ['a rejection with a plain string', 'Promise.reject(text)', expect.stringContaining('"no\\x1b[2J\\nway"')],
  ])('without a handler for %s', (_, statement, message) => {
    const code = `process.on('SIGUSR2', () => { const text = 'no\\u001b[2J\\nway'; ${statement}; })`;
    const crash = (env?: Record<string, string>) => waiting((child) => child.kill('SIGUSR2'), code, env);

    it('reports an internal error in one line', async () => {
      const {code, signal, stdout, stderr} = await crash();
      expect({code, signal, stdout}).toEqual({code: 1, signal: null, stdout: ''});
      expect(stderr).toMatch(/^Error: .*\n$/);
      expect(stderr.slice('Error: '.length, -1)).toEqual(message);
    });

    it('prints a stack trace without source code if TOOL_DEBUG is set', async () => {
      const {code, stderr} = await crash({TOOL_DEBUG: '1'});
      expect(code).toBe(1);
      expect(stderr).toMatch(/^Error: .*\n(?:.*\n)*? {4}at /m);
      expect(stderr).not.toContain('\u001b');
      expect(stderr.length).toBeLessThan(5000);
    });
  });
});

describe('tool sandbox', () => {
  it('serves other commands after the shell evaluates the output of tool sandbox, and exits cleanly', async () => {
    const script = `eval "$($TOOL sandbox --port 0 & echo "SANDBOX=$!")"
      $TOOL versions list --app "$TOOL_APP_ID" --limit 1
      kill -TERM $SANDBOX`;
    const {code, stdout, stderr} = await shell(script);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout).data).toHaveLength(1);
  });

  it('stops tool sandbox cleanly on a signal, and names a port that is in use', async () => {
    const {child, ended} = start(['sandbox', '--port', '0']);
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain('# listening on http://127.0.0.1:');
    const port = /127\.0\.0\.1:(\d+)\n/.exec(text)?.[1] ?? '';
    const taken = await tool(['sandbox', '--port', port]);
    expect(taken.code).toBe(5);
    expect(taken.stderr).toContain(port);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({code: 0, signal: null, stderr: ''});
  });
});
