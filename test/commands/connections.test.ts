import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {NO_APPS} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let server: Server;
let url: string;
let connections: number;
let requests: number;
beforeEach(async () => {
  home = new TempHome();
  connections = 0;
  requests = 0;
  server = createServer((_, response) => {
    requests += 1;
    response.end(JSON.stringify(NO_APPS));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  home.remove();
});

const CREATE = ['versions', 'create', '--app', '1', '--version', '1.0', '--platform', 'IOS'];

const run = (...argv: string[]) => home.run(argv, {env: {TOOL_API_URL: url}});

test('connects while the keychain is read, and sends the request on that connection', async () => {
  await home.login('work', ['--skip-validation']);
  const {get} = home.keychain;
  home.keychain.get = async (account) => {
    await expect.poll(() => connections).toBe(1);
    return get(account);
  };
  expect((await run('apps', 'list')).code).toBe(0);
  expect([connections, requests]).toEqual([1, 1]);
});

test('opens several connections at the start for a command that reads in parallel', async () => {
  await home.login('work', ['--skip-validation']);
  const {get} = home.keychain;
  home.keychain.get = async (account) => {
    await expect.poll(() => connections).toBe(4);
    return get(account);
  };
  expect((await run('versions', 'check', '--version-id', '7')).code).not.toBe(0);
  expect(connections).toBe(4);
});

test.each([
  ['with a wrong flag', ['apps', 'list', '--limit', 'many']],
  ['with an unknown command', ['apps', 'lits']],
  ['with --help', ['apps', 'list', '--help']],
  ['that only reads the config', ['auth', 'status']],
  ['with --dry-run that reads nothing', [...CREATE, '--dry-run']],
  ['on the embedded sandbox', ['apps', 'list', '--sandbox']],
])('does not connect for a command %s', async (_, argv) => {
  await home.login('work', ['--skip-validation']);
  await run(...argv);
  expect(connections).toBe(0);
});

test('reports an unreachable service once, even if several connections fail', async () => {
  await home.login('work', ['--skip-validation']);
  const {code, stderr} = await home.run(['apps', 'list'], {env: {TOOL_API_URL: 'http://127.0.0.1:9'}});
  expect([code, stderr.match(/^Error:/gm)?.length]).toEqual([7, 1]);
});
