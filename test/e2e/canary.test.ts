import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {preloading, runCli} from '../support/cli.ts';
import {type Keyring, keyringMissing, startKeyring} from '../support/keyring.ts';
import {type Answer, json, type Service, startService} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let home: TempHome;
let service: Service;
let keyring: Keyring | undefined;
beforeEach(async () => {
  home = new TempHome();
  keyring = keyringMissing() ? undefined : await startKeyring();
});
afterEach(async () => {
  keyring?.stop();
  home.remove();
  await service.close();
});

/** A script to preload into the tool. It logs the command line and the environment of every child process. */
const SPY = `
const childProcess = require('node:child_process');
const {appendFileSync} = require('node:fs');
const {syncBuiltinESMExports} = require('node:module');
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync', 'fork']) {
  const real = childProcess[name];
  childProcess[name] = (...args) => {
    const options = args.find((arg) => typeof arg === 'object' && arg !== null && !Array.isArray(arg)) ?? {};
    appendFileSync(process.env.SPY_LOG, JSON.stringify([args, options.env ?? process.env]) + '\\n');
    return real(...args);
  };
}
syncBuiltinESMExports();
`;

test('leaks neither key nor token into output, child processes or other files', async () => {
  const answers: Answer[] = [
    json(200, {data: [], links: {self: 'x'}}),
    json(401, {errors: [{status: '401', code: 'NOT_AUTHORIZED', title: 'No', detail: 'Token: look'}]}),
    json(401, {errors: [{status: '401', code: 'NOT_AUTHORIZED', title: 'No'}]}),
    json(403, {errors: [{status: '403', code: 'FORBIDDEN_ERROR', title: 'No'}]}),
    json(404, {errors: [{title: 'Refused'}]}),
  ];
  service = await startService(...answers);
  const log = join(home.path, 'spy.log');
  const browser = home.write('browser', '#!/bin/sh\nexit 0\n', 0o700);
  const environment = {
    ...keyring?.env,
    HOME: home.path,
    ...preloading(home.write('spy.cjs', SPY)),
    SPY_LOG: log,
    TOOL_API_URL: service.url,
    TOOL_DEBUG: '1',
    BROWSER: browser,
  };
  const base64 = Buffer.from(home.pem).toString('base64');
  const body = home.pem.split('\n').slice(1, -2).join('');
  // The home has no profiles, so the tool uses the variables.
  const inVariables = {
    HOME: join(home.path, 'work'),
    TOOL_KEY_ID: 'K',
    TOOL_ISSUER_ID: 'I',
    TOOL_PRIVATE_KEY: home.pem,
  };
  const login = ['auth', 'login', '--name', 'A', '--key-id', 'K', '--issuer-id', 'I', '--private-key'];
  const list = ['versions', 'list', '--app', '1'];
  const runs: [readonly string[], Record<string, string>?][] = [
    [[...login, home.keyPath, '--network']],
    [[...login, home.keyPath, '--network']],
    [['auth', 'status', '--validate', '--verbose']],
    [['auth', 'doctor']],
    [list],
    [list, inVariables],
    [list, {...inVariables, TOOL_PRIVATE_KEY: '', TOOL_PRIVATE_KEY_B64: base64}],
    [list, {...inVariables, TOOL_PRIVATE_KEY: home.pem.slice(0, -60)}],
    [list, {...inVariables, TOOL_PRIVATE_KEY_PATH: home.pem}],
    [['auth', 'doctor'], {...inVariables, TOOL_PRIVATE_KEY: `${home.pem}${home.pem}`}],
    [['auth', 'status', '--output', 'json', '--verbose'], inVariables],
    [[...login, home.pem]],
    [[...login, base64]],
    [[...login, body]],
    [[...login, home.pem.replaceAll('\n', '\\n')]],
    [[`--private-key=${home.pem}`]],
    [['auth', 'login', home.pem]],
    [['auth', 'switch', '--name', home.pem]],
    [[...login, home.keyPath, '--bypass-keychain']],
    [['auth', 'init', '--force', '--open'], inVariables],
    [['auth', 'logout'], inVariables],
  ];
  const outputs: string[] = [];
  for (const [argv, env] of runs) {
    const {stdout, stderr} = await runCli(argv, {cwd: join(home.path, 'work'), env: {...environment, ...env}});
    outputs.push(stdout, stderr);
  }
  const tokens = service.requests.map(({headers}) => headers.authorization?.split(' ')[1] ?? '');
  expect(tokens).toHaveLength(7);
  expect(tokens.every((token) => token.split('.').length === 3)).toBe(true);

  const children = existsSync(log) ? readFileSync(log, 'utf8') : '';
  expect(children).toContain('appstoreconnect.apple.com/access');
  if (keyring) expect(children).toContain('keychain-helper');
  const others = readdirSync(home.path, {recursive: true, encoding: 'utf8', withFileTypes: true})
    .filter((entry) => entry.isFile() && entry.name !== 'AuthKey_K1.p8')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const everything = [...outputs, children, ...others].join('\n').replaceAll(/\s|\\n/g, '');
  const secrets = [
    body.slice(0, 24),
    body.slice(-24),
    base64.slice(40, 64),
    ...tokens,
    ...tokens.map((token) => token.split('.')[2] ?? ''),
  ];
  expect(secrets.filter((secret) => everything.includes(secret.replaceAll(/\s/g, '')))).toEqual([]);
});
