import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer, request as httpRequest} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterEach, describe, expect, test} from 'vitest';
import {startSandbox} from '../sandbox/support.ts';
import {runCli} from '../support/cli.ts';
import {PREPARING} from '../support/flow-bench.ts';
import {ACTED_UPON, EVIL, MEANINGFUL, spoilt} from '../support/hostile.ts';
import {environment} from '../support/run.ts';
import {type Answer, json, startService, wirePage} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';
import {hasTmux, Tmux} from '../support/tmux.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(answer: Answer) {
  const service = await startService(answer);
  closing.push(service.close);
  return service;
}

/**
 * Starts a sandbox behind a proxy that adds control characters to every text.
 * @returns the variables with which the tool reaches the proxy
 */
async function serveEvil(): Promise<Record<string, string>> {
  const sandbox = await startSandbox();
  const server = createServer(({method, url = '/', headers}, response) => {
    const to = new URL(url, sandbox.origin);
    httpRequest(to, {method, headers: {...headers, host: to.host, 'accept-encoding': 'identity'}}, async (answer) => {
      let body = '';
      for await (const chunk of answer) body += chunk;
      response.writeHead(answer.statusCode ?? 500).end(spoilt(body, MEANINGFUL));
    }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(
    () => sandbox.close(),
    () => void server.close(),
    () => server.closeAllConnections(),
  );
  return {...sandbox.variables, TOOL_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
}

function homeOf(): TempHome {
  const home = new TempHome();
  closing.push(() => home.remove());
  return home;
}

const LIST = ['versions', 'list', '--app', '42'];

test.each([301, 307, 308])('sends no token to the target of a redirect (%i)', async (status) => {
  const other = await serve(json(200, wirePage([])));
  const service = await serve((_, response) => response.writeHead(status, {location: other.url}).end());
  const {code, stdout} = await runCli(LIST, {env: {...environment(service.url), HOME: homeOf().path}});
  expect({code, stdout, asked: service.requests.length, elsewhere: other.requests.length}).toEqual({
    code: 8,
    stdout: '',
    asked: 1,
    elsewhere: 0,
  });
});

test('stops at the time limit if a response arrives one byte at a time', async () => {
  const service = await serve((_, response) => {
    response.writeHead(200).write('{');
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  });
  const env = {...environment(service.url), HOME: homeOf().path};
  // On a busy machine, the time limit may end before the request has arrived.
  while (service.requests.length === 0) {
    const {code, stderr} = await runCli([...LIST, '--timeout', '1'], {env});
    expect(code).toBe(7);
    expect(stderr).toContain('no answer within 1 s');
  }
  expect(service.requests).toHaveLength(1);
});

test('prints no terminal control sequences into a pipe', async () => {
  const env = {...(await serveEvil()), HOME: homeOf().path, TOOL_DEBUG: '1'};
  for (const words of [
    ['apps', 'list'],
    ['versions', 'view', '--version-id', PREPARING],
    ['versions', EVIL],
  ]) {
    for (const output of ['json', 'table']) {
      const {stdout, stderr} = await runCli([...words, '--output', output], {env});
      expect(stdout + stderr).toContain('1b[2J');
      expect(ACTED_UPON.exec(stdout + stderr)?.[0]).toBeUndefined();
    }
  }
});

describe.skipIf(!hasTmux)('in a terminal', () => {
  const OWN = /\u001B\[[?>=]?[0-9;]*[A-Za-z]|\u001B[78=>()][B0]?|\u000F|\r/g;

  async function open(line: string, more: Record<string, string> = {}): Promise<Tmux> {
    const terminal = new Tmux({columns: 200, rows: 50, env: {...(await serveEvil()), ...more}});
    closing.push(() => terminal.close());
    await terminal.see('shell$');
    const recorded = terminal.record();
    terminal.run(line);
    await terminal.see('\\x1b[2J');
    // The recording passes through another process, which may be slower than the screen.
    await terminal.until('recorded', () => recorded().includes('x1b[2J'));
    closing.push(() => {
      const bytes = recorded();
      expect(bytes).toContain('x1b[2J');
      expect(bytes).not.toMatch(/\u001B\[[23]?J|\u001B\]|\u001BP/);
      expect(ACTED_UPON.exec(bytes.replace(OWN, ''))?.[0]).toBeUndefined();
    });
    return terminal;
  }

  test.each(['tool apps list --output table', 'tool tui home', `tool tui version --version-id ${PREPARING}`])(
    'draws hostile text without obeying it: %s',
    async (line) => {
      const terminal = await open(line);
      expect(() => terminal.clipboard()).toThrow();
    },
  );
});

test.skipIf(!existsSync('/proc/self/environ'))(
  'keeps keys out of the environment, arguments and open files of child programs',
  async () => {
    const home = homeOf();
    const seen = join(home.path, 'seen');
    const browser = home.write(
      'browser',
      `#!/bin/sh\n{ cat /proc/$$/environ /proc/$$/cmdline /proc/$PPID/cmdline; ls -l /proc/$$/fd; } > '${seen}'\n`,
      0o700,
    );
    writeFileSync(seen, '');
    const env = {...environment('http://127.0.0.1:9'), HOME: home.path, BROWSER: browser, tool_private_key: home.pem};
    await runCli(['auth', 'init', '--open'], {env});
    const text = readFileSync(seen, 'latin1');
    expect(text).toContain('BROWSER=');
    expect(text).not.toMatch(/TOOL_|tool_private_key|PRIVATE KEY/);
    expect(text).not.toContain(home.pem.split('\n')[1]);
    expect(readdirSync(home.path).sort()).toEqual(['.tool', 'AuthKey_K1.p8', 'browser', 'seen', 'work']);
  },
);
