import {execFileSync} from 'node:child_process';
import {lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createClock} from '../../src/services/host/clock.ts';
import {createFiles} from '../../src/services/host/files.ts';
import {serveSandbox} from '../../src/services/sandbox/serve.ts';
import {
  AURORA,
  appId,
  change,
  draft,
  patch,
  post,
  RINGS,
  type RunningSandbox,
  startSandbox,
  TIDES,
  versionIn,
} from './support.ts';

let directory: string;
let data: string;
const running: RunningSandbox[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
  data = join(directory, 'store.json');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
  await rm(directory, {recursive: true});
});

async function start(path = data): Promise<RunningSandbox> {
  const sandbox = await startSandbox({data: path});
  running.push(sandbox);
  return sandbox;
}

const create = (sandbox: RunningSandbox, versionString: string, platform = 'TV_OS', app = AURORA) =>
  sandbox.ask('/v1/appStoreVersions', {method: 'POST', body: draft(app, {versionString, platform})});
const strings = async (sandbox: RunningSandbox) => {
  const {json} = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?filter[appStoreState]=PREPARE_FOR_SUBMISSION`);
  return json.data.map(({attributes}: {attributes: {versionString: string}}) => attributes.versionString);
};

test("keeps the sandbox's changes across a restart, in a data file that only its owner can read", async () => {
  const first = await start();
  expect((await create(first, '7.0')).status).toBe(201);
  const tides = await versionIn(first, TIDES, 'PREPARE_FOR_SUBMISSION');
  await first.ask(`/v1/appStoreVersions/${tides}`, {method: 'DELETE'});
  await first.close();
  expect((await stat(data)).mode & 0o777).toBe(0o600);
  const second = await start();
  expect(await strings(second)).toEqual(['7.0']);
  expect((await second.ask(`/v1/appStoreVersions/${tides}`)).status).toBe(404);
});

/** Adds the editable version of a sample app to a new draft. */
async function addToDraft(
  sandbox: RunningSandbox,
  word: string,
): Promise<{draft: string; version: string; status: number}> {
  const app = await appId(sandbox, word);
  const version = await versionIn(sandbox, app, 'PREPARE_FOR_SUBMISSION');
  const {json} = await post(sandbox, 'reviewSubmissions', {platform: 'IOS'}, {app: ['apps', app]});
  const related = {
    reviewSubmission: ['reviewSubmissions', json.data.id] as [string, string],
    appStoreVersion: ['appStoreVersions', version] as [string, string],
  };
  return {draft: json.data.id, version, status: (await post(sandbox, 'reviewSubmissionItems', {}, related)).status};
}

test("continues a review in the sandbox's next run", async () => {
  const first = await start();
  const {draft: submission, version} = await addToDraft(first, 'boats');
  await first.close();
  const second = await start();
  second.advance(1000);
  expect((await patch(second, 'reviewSubmissions', submission, {submitted: true})).status).toBe(200);
  await second.close();
  const third = await start();
  third.advance(60_000);
  const {json} = await third.ask(`/v1/appStoreVersions/${version}`);
  expect(json.data.attributes.appStoreState).toBe('PENDING_DEVELOPER_RELEASE');
});

test('does not count a deleted sample version in a run with fewer samples', async () => {
  const first = await start();
  const tides = await versionIn(first, TIDES, 'PREPARE_FOR_SUBMISSION');
  await first.ask(`/v1/appStoreVersions/${tides}`, {method: 'DELETE'});
  await first.close();
  const second = await startSandbox({data, versions: 0});
  running.push(second);
  const {json} = await second.ask(`/v1/apps/${TIDES}/appStoreVersions`);
  expect([json.data, json.meta.paging.total]).toEqual([[], 0]);
});

test("loses the sandbox's changes when it stops without a data file", async () => {
  const first = await startSandbox();
  await create(first, '7.0');
  await first.close();
  const second = await startSandbox();
  running.push(second);
  expect(await strings(second)).toEqual([]);
});

describe('two servers on one file', () => {
  test("shows each of two sandboxes that share a data file the other's changes", async () => {
    const [one, other] = [await start(), await start()];
    await create(one, '7.0');
    expect(await strings(other)).toEqual(['7.0']);
    expect((await create(other, '7.1')).status).toBe(409);
    const id = (await one.ask(`/v1/apps/${AURORA}/appStoreVersions`)).json.data[0].id;
    await other.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body: change(id, {versionString: '7.2'})});
    expect(await strings(one)).toEqual(['7.2']);
  });

  test('loses no change if two sandboxes write to one data file at once', async () => {
    const servers = [await start(), await start()];
    const id = await versionIn(servers[0] as RunningSandbox, TIDES, 'PREPARE_FOR_SUBMISSION');
    const platforms = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'];
    const writes = platforms.flatMap((platform, turn) =>
      servers.flatMap((server, number) => [
        create(server, `7.${turn}.${number}`, platform, RINGS),
        server.ask(`/v1/appStoreVersions/${id}`, {method: 'PATCH', body: change(id, {copyright: `${turn} ${number}`})}),
      ]),
    );
    const statuses = (await Promise.all(writes)).map(({status}) => status);
    expect(statuses.sort()).toEqual([...Array(8).fill(200), ...Array(4).fill(201), ...Array(4).fill(409)]);
    const {versions} = JSON.parse(await readFile(data, 'utf8'));
    expect(Object.keys(versions)).toHaveLength(5);
  });
});

test('adds a version to a single draft if two sandboxes with one data file try at once', async () => {
  const servers = [await start(), await start()];
  const answers = await Promise.all(servers.map((server) => addToDraft(server, 'boats')));
  expect(answers.map(({status}) => status).sort()).toEqual([201, 409]);
});

test.each([
  ['cut off', '{"format":2,"versions":{"a":'],
  ['of another format', '{"format":1,"versions":{}}'],
  ['with a malformed record', '{"format":2,"versions":{"a":{"id":7}}}'],
  ['with a text that is not UTF-8', Buffer.from('{"format":2,"versions":{},"x":"\xff"}', 'latin1')],
  ['nested too deeply', `{"format":2,"versions":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['a package.json', '{"name":"tool","version":"1.0.0"}'],
  ['a list', '[]'],
  ['not JSON', 'nonsense'],
  ['random bytes', Buffer.from([0x7b, 0xff, 0xfe])],
])('does not change a file given as --data that holds no sandbox data: %s', async (_what, content) => {
  await writeFile(data, content);
  await expect(start()).rejects.toMatchObject({
    kind: 'storage',
    message: `${data} holds no sandbox data of this version: it is left as it is`,
  });
  expect(await readdir(directory)).toEqual(['store.json']);
  expect(await readFile(data)).toEqual(Buffer.from(content));
});

test('reports a data file that is damaged while the sandbox serves it', async () => {
  const sandbox = await start();
  await writeFile(data, '{"format":2, nonsense');
  expect((await create(sandbox, '7.0')).status).toBe(500);
  expect(sandbox.warnings).toEqual([`${data} holds no sandbox data of this version: it is left as it is`]);
  await writeFile(data, '');
  expect((await create(sandbox, '7.0')).status).toBe(201);
});

test('finds no record under the name of a built-in property such as __proto__', async () => {
  await writeFile(data, '{"format":2,"versions":{"__proto__":{"id":7},"constructor":{}},"__proto__":{"builds":{}}}');
  const sandbox = await start();
  expect((await create(sandbox, '7.0')).status).toBe(201);
  expect(await strings(sandbox)).toEqual(['7.0']);
  expect([sandbox.warnings, Object.keys(Object.prototype)]).toEqual([[], []]);
});

test('accepts an empty file as a new data file', async () => {
  await writeFile(data, '');
  const sandbox = await start();
  expect(sandbox.warnings).toEqual([]);
  expect((await create(sandbox, '7.0')).status).toBe(201);
});

test('refuses a data file path that is a folder or a loop of links', async () => {
  await expect(startSandbox({data: directory})).rejects.toMatchObject({kind: 'storage'});
  await symlink('loop', join(directory, 'loop'));
  for (const path of ['loop', 'loop/x']) {
    await expect(startSandbox({data: join(directory, path)})).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringContaining(join(directory, path)),
    });
  }
  const pipe = join(directory, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await symlink(pipe, join(directory, 'to-pipe'));
  for (const path of [pipe, join(directory, 'to-pipe'), '/dev/null', '/dev/zero']) {
    await expect(startSandbox({data: path})).rejects.toMatchObject({
      kind: 'storage',
      message: `The sandbox data ${path} is not a file`,
    });
  }
  await expect(startSandbox({data: join(directory, 'none', 'x')})).rejects.toMatchObject({
    kind: 'storage',
    message: expect.stringContaining(join(directory, 'none')),
  });
});

test('writes through a symbolic link to the data file, and keeps the link', async () => {
  await writeFile(data, '');
  const link = join(directory, 'link.json');
  await symlink(data, link);
  const [one, other] = [await start(link), await start()];
  expect((await create(one, '7.0')).status).toBe(201);
  expect(await strings(other)).toEqual(['7.0']);
  expect((await lstat(link)).isSymbolicLink()).toBe(true);
});

test('answers 500 if the sandbox cannot save a change, and explains the failure on stderr', async () => {
  const sandbox = await start();
  await rm(directory, {recursive: true});
  expect((await create(sandbox, '7.0')).status).toBe(500);
  expect(sandbox.warnings[0]).toContain(data);
  await mkdir(directory);
});

describe('while another process keeps the file locked', () => {
  /** Locks the data file. The lock is dated an hour ahead, so that it never becomes stale. */
  async function lock(): Promise<void> {
    const path = `${data}.lock`;
    await mkdir(path);
    const later = new Date(Date.now() + 3_600_000);
    await utimes(path, later, later);
  }

  test('stops waiting for a locked data file on an interruption', async () => {
    await lock();
    const controller = new AbortController();
    const reason = new Error('enough');
    const files = createFiles();
    const interrupted: typeof files.withLock = (path, work, signal) =>
      files.withLock(path, work, signal, () => controller.abort(reason));
    const dependencies = {clock: createClock(), files: {...files, withLock: interrupted}, warn() {}};
    await expect(serveSandbox({data}, dependencies, async () => {}, controller.signal)).rejects.toBe(reason);
  });

  test('closes the sandbox without waiting for a locked data file, and writes nothing', async () => {
    const sandbox = await start();
    await lock();
    const before = Date.now();
    const answer = create(sandbox, '7.0').catch((error: Error) => error);
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
    await sandbox.close();
    expect(Date.now() - before).toBeLessThan(30_000);
    expect(await answer).toBeInstanceOf(Error);
    expect(await readdir(directory)).toEqual(['store.json.lock']);
    expect(sandbox.warnings).toEqual([]);
  });
});
