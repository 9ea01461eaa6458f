import {generateKeyPairSync} from 'node:crypto';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {runCli} from '../support/cli.ts';
import {environment} from '../support/run.ts';

/** Node and Bun differ in these details, so the tool must not leave them to the runtime. */

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'forms-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

test('reports the line and the column of an error in a config', async () => {
  mkdirSync(join(home, '.tool'), {mode: 0o700});
  const config = join(home, '.tool', 'config.json');
  writeFileSync(config, '{\n  "profiles": [}\n', {mode: 0o600});
  const {code, stderr} = await runCli(['auth', 'token'], {env: {HOME: home}, cwd: home});
  expect(code).toBe(10);
  expect(stderr).toContain(`Error: ${config} is not valid JSON (line 2, column 16)\n`);
});

test.each(['secp256k1', 'brainpoolP256r1', 'ed448'])(
  'refuses a private key on a curve that the API does not use: %s',
  async (curve) => {
    const {privateKey} =
      curve === 'ed448' ? generateKeyPairSync('ed448') : generateKeyPairSync('ec', {namedCurve: curve});
    const pem = privateKey.export({type: 'pkcs8', format: 'pem'}).toString();
    const env = {...environment('http://127.0.0.1:9'), HOME: home, TOOL_PRIVATE_KEY: pem};
    const {code, stderr} = await runCli(['auth', 'token'], {env});
    expect(code).toBe(3);
    const refusal = 'is damaged or cut off, or on another curve than P-256';
    expect(stderr).toContain(`Error: The private key from TOOL_PRIVATE_KEY ${refusal}\n`);
  },
);
