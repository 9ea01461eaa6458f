import {createPublicKey} from 'node:crypto';
import {mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {CredentialDeps} from '../../src/services/credentials/credentials.ts';
import {createSigner} from '../../src/services/credentials/token.ts';
import {withLock} from '../../src/services/credentials/write-config.ts';
import {createClock} from '../../src/services/host/clock.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {createSandbox, openEmbeddedFiles} from '../../src/services/host/sandbox.ts';
import type {EmbeddedSandbox, HttpRequest, HttpResponse, Terminal} from '../../src/services/ports.ts';
import {SANDBOX_ORIGIN} from '../../src/services/sandbox/origin.ts';
import {AUDIENCE} from '../../src/services/store/wire.ts';
import {parseKey} from './key.ts';
import {AURORA, draft} from './support.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sandbox-home-'));
});
afterEach(() => rm(home, {recursive: true}));

const open = (): Promise<EmbeddedSandbox> => {
  const terminal = {} as Terminal;
  return createSandbox({home, terminal}).embedded();
};

async function send(sandbox: EmbeddedSandbox, target: string, more: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  const {credential} = await parseKey(sandbox.configDirectory);
  const authorization = `Bearer ${await createSigner(credential, {clock: createClock(), audience: AUDIENCE}).token()}`;
  return sandbox.http.send({
    method: 'GET',
    url: new URL(target, SANDBOX_ORIGIN).href,
    headers: {authorization, ...(more.body && {'content-type': 'application/json'})},
    timeoutMs: 60_000,
    maxBytes: 1e6,
    ...more,
  });
}

test('creates a sandbox key and a sandbox profile, readable only by their owner, on first use', async () => {
  const {configDirectory} = await open();
  expect(configDirectory).toBe(join(home, '.tool', 'sandbox'));
  expect((await stat(configDirectory)).mode & 0o777).toBe(0o700);
  const config = JSON.parse(await readFile(join(configDirectory, 'config.json'), 'utf8'));
  expect(config).toEqual({
    default_profile: 'sandbox',
    profiles: [
      {
        name: 'sandbox',
        key_id: expect.stringMatching(/^\w{10}$/),
        issuer_id: expect.any(String),
        private_key_path: expect.stringMatching(/^\/.*\/AuthKey_\w{10}\.p8$/),
      },
    ],
  });
  for (const path of [config.profiles[0].private_key_path, join(configDirectory, 'config.json')]) {
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  expect((await readdir(join(home, '.tool'))).sort()).toEqual(['sandbox']);
});

test('creates a single sandbox key in many simultaneous first uses', async () => {
  const all = await Promise.all(Array.from({length: 8}, open));
  const answers = await Promise.all(all.map((sandbox) => send(sandbox, '/v1/apps')));
  expect(answers.map(({status}) => status)).toEqual(Array(8).fill(200));
});

test('does not change a sandbox config that is invalid or already has the sandbox profile', async () => {
  const {configDirectory} = await open();
  for (const text of ['{"profiles": [{"name": "sandbox"}], "mine": 1}', '{"profiles": {}}', '[]', '{']) {
    await writeFile(join(configDirectory, 'config.json'), text);
    await open();
    expect(await readFile(join(configDirectory, 'config.json'), 'utf8')).toBe(text);
  }
});

test.each([
  ['an empty list of profiles', {profiles: []}, {default_profile: 'sandbox', profiles: ['sandbox']}],
  ['no list of profiles', {}, {default_profile: 'sandbox', profiles: ['sandbox']}],
  [
    'another profile as the default',
    {default_profile: 'Mine', profiles: [{name: 'Mine'}], x: 1},
    {default_profile: 'Mine', profiles: ['Mine', 'sandbox'], x: 1},
  ],
  [
    'a default profile that does not exist',
    {default_profile: 'gone', profiles: [{name: 'Mine'}]},
    {default_profile: 'sandbox', profiles: ['Mine', 'sandbox']},
  ],
])('restores the sandbox profile in a config with %s', async (_, left, expected) => {
  const {configDirectory} = await open();
  const path = join(configDirectory, 'config.json');
  await writeFile(path, JSON.stringify(left));
  await Promise.all([open(), open()]);
  const config = JSON.parse(await readFile(path, 'utf8'));
  expect({...config, profiles: config.profiles.map(({name}: {name: string}) => name)}).toEqual(expected);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('restores the sandbox profile under the lock that a login takes', async () => {
  const taken: string[] = [];
  const record = <T>(path: string, work: () => Promise<T>) => {
    taken.push(path);
    return work();
  };
  const files = {...createFiles(), withLock: record};
  const configDirectory = join(home, 'sandbox');
  await openEmbeddedFiles(configDirectory, files);
  await withLock({files, configDirectory, home, cwd: home, env: {}} as Partial<CredentialDeps> as CredentialDeps, open);
  expect(taken[0]).toBe(taken[1]);
});

test('replaces a deleted sandbox key, and keeps the sandbox config', async () => {
  const {configDirectory} = await open();
  const {pem} = await parseKey(configDirectory);
  const config = join(configDirectory, 'config.json');
  const own = JSON.stringify({...JSON.parse(await readFile(config, 'utf8')), mine: true});
  await writeFile(config, own);
  const [name = ''] = (await readdir(configDirectory)).filter((file) => file.endsWith('.p8'));
  await rm(join(configDirectory, name));
  expect((await send(await open(), '/v1/apps')).status).toBe(200);
  expect((await parseKey(configDirectory)).pem).not.toBe(pem);
  expect(await readFile(config, 'utf8')).toBe(own);
});

test('writes page links with the same origin in each run, so that they work in the next run', async () => {
  const first = await send(await open(), `/v1/apps/${AURORA}/appStoreVersions?limit=2`);
  const {next} = JSON.parse(first.body).links;
  const sandbox = await open();
  expect(new URL(next).origin).toBe(SANDBOX_ORIGIN);
  const second = await send(sandbox, next);
  expect(JSON.parse(second.body).data).toHaveLength(2);
  expect(second.headers['x-rate-limit']).toMatch(/user-hour-lim:/);
});

test('checks a token in the embedded sandbox as the served sandbox does', async () => {
  const sandbox = await open();
  const {status} = await send(sandbox, '/v1/apps', {headers: {authorization: 'Bearer a.b.c'}});
  expect(status).toBe(401);
});

test("shows the embedded sandbox's changes of one run in the next run", async () => {
  const body = JSON.stringify(draft(AURORA, {versionString: '8.0', platform: 'TV_OS'}));
  const {status} = await send(await open(), '/v1/appStoreVersions', {method: 'POST', body});
  expect(status).toBe(201);
  const {body: list} = await send(await open(), `/v1/apps/${AURORA}/appStoreVersions?limit=1`);
  expect(JSON.parse(list).data[0].attributes.versionString).toBe('8.0');
});

test('names a damaged data file of the embedded sandbox, and says what to do about it', async () => {
  const {configDirectory} = await open();
  const path = join(configDirectory, 'store.json');
  await writeFile(path, '{');
  await expect(send(await open(), '/v1/apps')).rejects.toMatchObject({
    kind: 'storage',
    message: `${path} holds no sandbox data of this version: it is left as it is`,
    hint: 'Move it away or delete it: the sandbox then starts again from its samples.',
  });
});

test('reports a damaged sandbox key as a storage error, with the directory and the remedy', async () => {
  const {configDirectory} = await open();
  const [name = ''] = (await readdir(configDirectory)).filter((file) => file.endsWith('.p8'));
  await writeFile(join(configDirectory, name), 'gone');
  await expect(open()).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining(`The sandbox's files in ${configDirectory} cannot be used`),
    hint: 'Move the directory away: the next run makes a new one.',
  });
});

test("says why the sandbox's directory cannot be created, and does not advise moving it away", async () => {
  const {configDirectory} = await open();
  await writeFile(join(configDirectory, 'file'), '');
  const directory = join(configDirectory, 'file', 'sandbox');
  const failed = await openEmbeddedFiles(directory, createFiles()).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    kind: 'storage',
    message: `The sandbox's files in ${directory} cannot be used: part of the path is not a directory`,
    hint: undefined,
  });
});

test('stops a request to the embedded sandbox on a signal', async () => {
  const sandbox = await open();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(send(sandbox, '/v1/apps', {signal})).rejects.toThrow('enough');
});

test('creates a P-256 key for the sandbox', async () => {
  const {pem} = await parseKey((await open()).configDirectory);
  expect(createPublicKey(pem).asymmetricKeyDetails).toEqual({namedCurve: 'prime256v1'});
});

test('reports an unreadable data file as a storage error at once', async () => {
  const {configDirectory} = await open();
  const path = join(configDirectory, 'store.json');
  await mkdir(path);
  const failure = {kind: 'storage', message: expect.stringContaining(path)};
  await expect(send(await open(), '/v1/apps')).rejects.toMatchObject(failure);
  const body = JSON.stringify(draft(AURORA, {versionString: '8.0', platform: 'TV_OS'}));
  await expect(send(await open(), '/v1/appStoreVersions', {method: 'POST', body})).rejects.toMatchObject(failure);
});

describe('while another process holds the data', () => {
  test("stops waiting for the sandbox's locked data on an abort, and writes nothing", async () => {
    const sandbox = await open();
    const path = join(sandbox.configDirectory, 'store.json');
    const controller = new AbortController();
    await createFiles().withLock(path, async () => {
      const body = JSON.stringify(draft(AURORA, {versionString: '8.0', platform: 'TV_OS'}));
      const waiting = send(sandbox, '/v1/appStoreVersions', {method: 'POST', body, signal: controller.signal});
      controller.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow('enough');
    });
    // If the aborted request were still waiting for the lock, it would write before this request.
    const other = JSON.stringify(draft(AURORA, {versionString: '8.1', platform: 'TV_OS'}));
    expect((await send(sandbox, '/v1/appStoreVersions', {method: 'POST', body: other})).status).toBe(201);
  });
});
