import {spawnSync} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {HttpFailure} from '../../src/services/ports.ts';
import type {LoggedWrite} from '../../src/services/write-log.ts';
import {type Bench, PENDING, PREPARING, startBench} from '../support/flow-bench.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TEST_KEY} from '../support/run.ts';
import {TempHome} from '../support/temp-home.ts';

let bench: Bench;
let home: TempHome;
beforeEach(async () => {
  bench = await startBench();
  home = new TempHome();
});
afterEach(async () => {
  home.remove();
  await bench.close();
});

const tool = (argv: readonly string[], env: Record<string, string> = {}) => {
  const {TOOL_APP_ID: _, ...variables} = bench.sandbox.variables;
  return home.run([...argv], {env: {...variables, TOOL_API_URL: bench.line.url, ...env}});
};
const path = () => join(home.path, '.tool', 'history.ndjson');
const kept = (): LoggedWrite[] =>
  existsSync(path())
    ? readFileSync(path(), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
const update = (copyright: string, env?: Record<string, string>) =>
  tool(['versions', 'update', '--version-id', PREPARING, '--copyright', copyright], env);

test('writes no history into a folder that others can write to, and warns once', async () => {
  await update('2026 Me');
  const before = readFileSync(path(), 'utf8');
  const {TOOL_APP_ID: _, ...variables} = bench.sandbox.variables;
  const env = {...variables, TOOL_API_URL: bench.line.url, TOOL_NO_PROFILE: '1'};
  const words = ['versions', 'update', '--version-id', PREPARING, '--copyright', '2027 Me'];
  const folder = join(home.path, '.tool');
  chmodSync(folder, 0o777);
  const {code, stderr} = await home.run(words, {env});
  const why = `This change is not in the history: ${folder} can be written by others`;
  expect({code, stderr}).toEqual({code: 0, stderr: `Warning: ${why}\n`});
  expect(readFileSync(path(), 'utf8')).toBe(before);
  expect(existsSync(join(folder, 'writes')) ? readdirSync(join(folder, 'writes')) : []).toEqual([]);
});

test('lists parallel runs in the order in which they started', async () => {
  await update('2026 Me');
  const [line = ''] = readFileSync(path(), 'utf8').split('\n');
  const at = (time: string) => line.replace(/"at":"[^"]*"/, `"at":"${time}"`);
  writeFileSync(path(), [at('2026-01-01T10:00:00.866Z'), at('2026-01-01T10:00:00.610Z'), ''].join('\n'));
  const printed = JSON.parse((await tool(['history'])).stdout);
  expect(printed.data.map((one: LoggedWrite) => one.at)).toEqual([
    '2026-01-01T10:00:00.866Z',
    '2026-01-01T10:00:00.610Z',
  ]);
});

describe('a write', () => {
  test('records time, command and subject of a completed write', async () => {
    expect((await update('2026 Me')).code).toBe(0);
    expect(kept()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        action: 'versions update',
        appId: null,
        bundleId: null,
        versionId: PREPARING,
        version: '1.0.0',
        platform: 'IOS',
        profile: null,
        target: bench.line.url,
        outcome: 'carried-out',
        message: null,
        command: `tool versions update --version-id ${PREPARING} --copyright '2026 Me'`,
        by: 'command',
      },
    ]);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.path, '.tool')).mode & 0o777).toBe(0o700);
  });

  test('does not record a hook command, because its address may be secret', async () => {
    const words = ['versions', 'submit', '--version-id', 'com.example.boats@editable', '--wait'];
    const hook = ['--on-change', 'true https://hooks.example/T0P-SECRET'];
    const {code} = await new PracticeStore().run([...words, ...hook, '--confirm'], {host: {home: home.path}});
    expect(code).toBe(0);
    expect(kept()).toMatchObject([{command: `tool ${[...words, '--confirm'].join(' ')}`, outcome: 'carried-out'}]);
    expect(readFileSync(path(), 'utf8')).not.toContain('SECRET');
  });

  test('records the app of a version that is given by reference', async () => {
    const argv = ['versions', 'release', '--version-id', 'com.example.aurora@3.3.0:IOS', '--confirm'];
    expect((await tool(argv)).code).toBe(0);
    const [write] = kept();
    expect(write).toMatchObject({versionId: PENDING, version: '3.3.0', platform: 'IOS'});
    expect(write).toMatchObject({bundleId: 'com.example.aurora', outcome: 'carried-out'});
  });

  const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const on = async (bundleId: string, version: string) => [
    '--version-id',
    await bench.idOf(bundleId, version),
    '--confirm',
  ];

  test.each([
    ['versions release', 'com.example.aurora', '3.3.0', 'carried-out'],
    ['versions release', 'com.example.boats', '2.0', 'not-sent'],
    ['versions delete', 'com.example.boats', '2.0', 'carried-out'],
    ['phased-release complete', 'com.example.boats', '2.0', 'not-sent'],
  ])('records the app, version and platform of %s by ID: %s %s, %s', async (action, bundleId, version, outcome) => {
    await tool([...action.split(' '), ...(await on(bundleId, version))]);
    expect(kept()).toMatchObject([{action, appId: expect.any(String), bundleId, versionId: ID, version, outcome}]);
    expect(kept()).toMatchObject([{platform: 'IOS', by: 'command'}]);
    const {stdout} = await tool(['history', '--app', bundleId]);
    expect(JSON.parse(stdout).data).toHaveLength(1);
  });

  test('records the app, version and platform of a submission and a withdrawal by ID', async () => {
    const practice = new PracticeStore();
    const {result} = await practice.run(['versions', 'list', '--app', 'com.example.boats', '--version', '2.0']);
    const target = ['--version-id', result.data[0].id, '--confirm'];
    for (const verb of ['submit', 'withdraw'])
      expect((await practice.run(['versions', verb, ...target], {host: {home: home.path}})).code).toBe(0);
    const about = {bundleId: 'com.example.boats', version: '2.0', platform: 'IOS', outcome: 'carried-out'};
    expect(kept()).toMatchObject([
      {action: 'versions submit', ...about},
      {action: 'versions withdraw', ...about},
    ]);
  });

  test('records the version and the platform of a refused update', async () => {
    const body = {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]};
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : {status: 409, body});
    await tool(['versions', 'update', '--version-id', 'com.example.boats@2.0', '--copyright', 'x']);
    expect(kept()).toMatchObject([{bundleId: 'com.example.boats', version: '2.0', outcome: 'refused', by: 'command'}]);
  });

  test('takes the app of the recorded command from TOOL_APP_ID', async () => {
    const {code} = await tool(['versions', 'create', '--version', '9.9'], {TOOL_APP_ID: 'com.example.nearly'});
    expect(code).toBe(5);
    expect(kept()[0]?.command).toBe('tool versions create --app com.example.nearly --version 9.9');
  });

  test('does not record TOOL_APP_ID as the app of a version that --version-id names', async () => {
    const words = ['ship', '--version-id', 'com.example.boats@2.0', '--until', 'ready', '--phased'];
    const argv = [...words, '--on-change', 'curl https://hooks/s3cret'];
    expect((await tool(argv, {TOOL_APP_ID: 'com.example.aurora'})).code).toBe(0);
    const [write] = kept();
    expect(write).toMatchObject({action: 'ship', bundleId: 'com.example.boats', version: '2.0', platform: 'IOS'});
    expect(write).toMatchObject({outcome: 'carried-out', versionId: expect.stringMatching(/^[0-9a-f-]{36}$/)});
    expect(write?.command).toBe(`tool ${words.join(' ')}`);
    expect(readFileSync(path(), 'utf8')).not.toContain('s3cret');
  });

  test('records a run of ship that the service refuses at the first or a later step', async () => {
    const body = {errors: [{status: '422', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]};
    const argv = ['ship', '--version-id', 'com.example.boats@2.0', '--confirm'];
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : {status: 422, body});
    expect((await tool(argv)).code).toBe(6);
    expect(kept()).toMatchObject([{outcome: 'refused', message: expect.stringMatching(/Not like this/)}]);
    bench.line.fate = (method, url) => (method === 'POST' && /Items/.test(url) ? {status: 422, body} : 'pass');
    expect((await tool(argv)).code).toBe(6);
    expect(kept()[1]).toMatchObject({outcome: 'in-part', message: expect.stringMatching(/Not like this/)});
  });

  test("records that a write was not sent if the version's state forbids it", async () => {
    const {code, stderr} = await tool(['versions', 'release', '--version-id', PREPARING, '--confirm']);
    expect([code, bench.line.writes()]).toEqual([5, []]);
    expect(stderr).toContain('Nothing was sent.');
    expect(kept()).toMatchObject([
      {outcome: 'not-sent', versionId: PREPARING, message: expect.stringMatching(/only a version/)},
    ]);
  });

  test('records a write that the service refuses', async () => {
    const body = {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]};
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : {status: 409, body});
    expect((await update('x')).code).toBe(5);
    expect(kept()).toMatchObject([{outcome: 'refused', message: expect.stringMatching(/Not like this/)}]);
  });

  test.each(['com.example.rings', 'the ID'])(
    'records app, version, platform and reason of a refused creation, with %s as --app',
    async (app) => {
      const practice = new PracticeStore();
      const {result: apps} = await practice.run(['apps', 'list', '--bundle-id', 'com.example.rings']);
      const [{id}] = apps.data;
      const given = ['--app', app === 'the ID' ? id : app, '--version', '9.9', '--platform', 'IOS'];
      await practice.run(['versions', 'create', ...given]);
      const twice = await practice.run(['versions', 'create', ...given], {host: {home: home.path}});
      expect(twice.code).toBe(5);
      const [{message = null, ...write} = {}] = kept();
      expect(write).toMatchObject({outcome: 'refused', appId: id, version: '9.9', platform: 'IOS'});
      expect(message).toBe('Version 9.9 of the same platform is in PREPARE_FOR_SUBMISSION');
    },
  );

  test('records what was missing if a submission is refused', async () => {
    const words = ['versions', 'submit', '--version-id', 'com.example.nearly@1.1', '--confirm'];
    const {code} = await new PracticeStore().run(words, {host: {home: home.path}});
    expect(code).toBe(5);
    const why = "This version is not ready for review: What's New is missing (de-DE)";
    expect(kept()).toMatchObject([{outcome: 'in-part', message: expect.stringContaining(why)}]);
  });

  test('does not record a write as done if another run did it first', async () => {
    const words = ['versions', 'create', '--app', 'com.example.rings', '--version', '2.1'];
    const practice = new PracticeStore();
    const rival = practice.rival();
    practice.before = async (line) => {
      if (line.startsWith('POST')) await rival.run(words);
    };
    const {code, result} = await practice.run([...words, '--if-exists', 'skip'], {host: {home: home.path}});
    expect({code, existed: result.existed, sent: practice.writes().length}).toEqual({code: 0, existed: true, sent: 1});
    expect(kept()).toMatchObject([{action: 'versions create', outcome: 'refused'}]);
  });

  test('records a write as done if a read after a lost answer confirms it', async () => {
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'answer lost');
    expect((await update('x')).code).toBe(0);
    expect((await tool(['versions', 'release', '--version-id', PENDING, '--confirm'])).code).toBe(0);
    expect(kept().map(({action, outcome}) => [action, outcome])).toEqual([
      ['versions update', 'settled-by-reading'],
      ['versions release', 'settled-by-reading'],
    ]);
  });

  test('records the outcome of a write as unknown if the read after a lost answer fails', async () => {
    bench.line.fate = (method) => (method === 'GET' ? {status: 403, body: {errors: [{title: 'Refused'}]}} : 'reset');
    expect((await update('x')).code).not.toBe(0);
    expect(kept()).toMatchObject([{outcome: 'unknown'}]);
  });

  test('records a write as not done if a read after a lost answer shows no change', async () => {
    bench.line.fate = (method) => (method === 'GET' ? 'pass' : 'reset');
    await update('x');
    expect(kept()).toMatchObject([
      {message: expect.stringMatching(/^The answer was lost; a check found that it does not have/)},
    ]);
  });

  test('records a submission as done in part if a later request is refused', async () => {
    const body = {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not like this'}]};
    bench.line.fate = (_, target) => (target.startsWith('/v1/reviewSubmissionItems') ? {status: 409, body} : 'pass');
    await tool(['versions', 'submit', '--version-id', 'com.example.boats@2.0', '--confirm']);
    expect(bench.line.writes()).toHaveLength(2);
    expect(kept()).toMatchObject([{action: 'versions submit', outcome: 'in-part', version: '2.0'}]);
  });

  test('records release notes as changed in part if one locale is refused', async () => {
    const id = await bench.idOf('com.example.nearly', '1.1');
    const body = {errors: [{status: '409', code: 'CONFLICT', title: 'No', detail: 'Not here'}]};
    bench.line.fate = (method) => (method === 'GET' || bench.line.writes().length > 1 ? 'pass' : {status: 409, body});
    await tool(['release-notes', 'set', '--version-id', id, '--text', 'News']);
    expect(kept()).toMatchObject([
      {
        action: 'release-notes set',
        outcome: 'in-part',
        message: expect.stringMatching(/^1 of 2 locales was not updated: de-DE: .*Not here/),
      },
    ]);
  });

  test('records an interrupted write', async () => {
    const stop = new AbortController();
    bench.line.fate = (method) => {
      if (method === 'GET') return 'pass';
      stop.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
      return 'no answer';
    };
    const {TOOL_APP_ID: _, ...variables} = bench.sandbox.variables;
    const argv = ['versions', 'update', '--version-id', PREPARING, '--copyright', 'x'];
    const run = home.run(argv, {env: {...variables, TOOL_API_URL: bench.line.url}, host: {signal: stop.signal}});
    expect((await run).code).toBe(130);
    expect(kept()).toMatchObject([{outcome: 'unknown', versionId: PREPARING}]);
  });
});

describe('ship', () => {
  const store = () => {
    const practice = new PracticeStore();
    const run = (...words: string[]) => practice.run(['ship', ...words, '--confirm'], {host: {home: home.path}});
    return {practice, run};
  };
  const RINGS = ['--app', 'com.example.rings', '--version', '2.1', '--build', 'latest', '--notes', 'Rounder.'];

  test('records one line per run of ship, with the ID of the created version', async () => {
    const {run} = store();
    const {code} = await run('--version-id', 'com.example.boats@2.0', '--output', 'ndjson');
    expect(code).toBe(0);
    expect(kept()).toMatchObject([
      {action: 'ship', bundleId: 'com.example.boats', version: '2.0', platform: 'IOS', outcome: 'carried-out'},
    ]);
    expect(kept()[0]?.versionId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('records one line with the outcome of ship for each platform', async () => {
    const {practice, run} = store();
    practice.before = (line, {body = ''}) => {
      const isOther = line === 'POST /v1/appStoreVersions' && body.includes('"platform":"MAC_OS"');
      if (isOther) throw new HttpFailure('refused', false, 'no');
    };
    await run(...RINGS, '--platform', 'ALL', '--copyright', '2026 Rings');
    const ends = kept().map(({platform, version, outcome}) => [platform, version, outcome]);
    expect(ends).toEqual([
      ['IOS', '2.1', 'carried-out'],
      ['MAC_OS', '2.1', 'not-sent'],
      ['TV_OS', '2.1', 'carried-out'],
    ]);
    expect(kept().map(({versionId}) => versionId !== null)).toEqual([true, false, true]);
    const [first = 0, , last = 0] = kept().map(({at}) => Date.parse(at));
    expect(last).toBeGreaterThan(first);
    expect(new Set(kept().flatMap(({versionId}) => versionId ?? [])).size).toBe(2);
    await run(...RINGS, '--platform', 'IOS,TV_OS', '--copyright', '2026 Rings');
    expect(kept()).toHaveLength(3);
  });

  test('records ship as done if its wait times out after the writes', async () => {
    const {run} = store();
    const words = ['--version-id', 'com.example.boats@2.0', '--until', 'approved', '--max-wait', '5s'];
    expect((await run(...words)).code).toBe(11);
    expect(kept()).toMatchObject([{outcome: 'carried-out', message: expect.stringMatching(/is still in/)}]);
  });
});

describe('a log without entries', () => {
  test.each([
    ['of a command that only reads', ['versions', 'view', '--version-id', PREPARING]],
    ['of a dry run', ['versions', 'delete', '--version-id', PREPARING, '--dry-run']],
    ['of a write without --confirm', ['versions', 'delete', '--version-id', PREPARING]],
    ['of a check without --ask-service', ['versions', 'check', '--version-id', PREPARING]],
  ])('records nothing in the history %s', async (_, argv) => {
    await tool(argv);
    expect(existsSync(path())).toBe(false);
  });

  test('records nothing in the history if no change was needed', async () => {
    const build = (await tool(['builds', 'list', '--app', 'com.example.nearly', '--limit', '1'])).stdout;
    const id = JSON.parse(build).data[0].id;
    const version = await bench.idOf('com.example.nearly', '1.1');
    await tool(['versions', 'attach-build', '--version-id', version, '--build', id]);
    const writes = bench.line.writes().length;
    expect(kept()).toHaveLength(writes);
    await tool(['versions', 'attach-build', '--version-id', version, '--build', id]);
    expect(bench.line.writes()).toHaveLength(kept().length);
  });

  test.each(['off', 'OFF', '0', 'false'])('records nothing with TOOL_HISTORY=%s', async (value) => {
    expect((await update('x', {TOOL_HISTORY: value})).code).toBe(0);
    expect(existsSync(path())).toBe(false);
  });

  test('warns about a TOOL_HISTORY that is neither true nor false, and records the write', async () => {
    expect(await update('x', {TOOL_HISTORY: 'maybe'})).toMatchObject({
      code: 0,
      stderr: "Warning: TOOL_HISTORY='maybe' is neither true nor false: ignored\n",
    });
    expect(kept()).toHaveLength(1);
  });

  test('refuses text that holds a private key, and does not record the key', async () => {
    const id = await bench.idOf('com.example.nearly', '1.1');
    const file = join(home.path, 'notes.txt');
    writeFileSync(file, TEST_KEY);
    await tool(['release-notes', 'set', '--version-id', id, '--file', file]);
    await update(`x ${TEST_KEY}`.slice(0, 60));
    expect(bench.line.writes()).toHaveLength(kept().filter(({outcome}) => outcome === 'carried-out').length);
    const text = existsSync(path()) ? readFileSync(path(), 'utf8') : '';
    expect(text).not.toContain(TEST_KEY.split('\n')[1]);
  });
});

describe('a write whose outcome a later read decides', () => {
  const line = (outcome: string, more: Partial<LoggedWrite> = {}) =>
    JSON.stringify({at: '2026-03-01T10:00:00.000Z', action: 'versions update', target: 'x', outcome, ...more});

  test('shows one history entry for a write and the later check of it', async () => {
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    const lines = [line('unknown'), line('unknown', {action: 'ship'}), line('settled-by-reading', {message: 'found'})];
    writeFileSync(path(), `${lines.join('\n')}\n`, {mode: 0o600});
    const {data} = JSON.parse((await tool(['history'])).stdout);
    expect(data.map(({action, outcome}: LoggedWrite) => [action, outcome])).toEqual([
      ['versions update', 'settled-by-reading'],
      ['ship', 'unknown'],
    ]);
  });
});

describe('a log that cannot be written', () => {
  test('warns about a link in place of the log', async () => {
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    const target = join(home.path, 'target');
    symlinkSync(target, path());
    const {code, stderr} = await update('x');
    expect(code).toBe(0);
    expect(stderr).toBe(`Warning: This change is not in the history: ${path()} is a link, or no plain file\n`);
    expect(existsSync(target)).toBe(false);
  });

  test('warns once about a linked log in a run that writes to several platforms', async () => {
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    symlinkSync(join(home.path, 'target'), path());
    const asked = ['--version', '2.1', '--platform', 'ALL', '--build', 'latest', '--copyright', '2026 Rings'];
    const words = ['ship', '--app', 'com.example.rings', ...asked, '--confirm'];
    const {stderr} = await new PracticeStore().run(words, {host: {home: home.path}});
    expect(stderr.match(/not in the history/g)).toHaveLength(1);
  });

  test("warns about a file in place of the log's folder", async () => {
    writeFileSync(join(home.path, '.tool'), '');
    const {code, stderr} = await update('x');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: This change is not in the history: ~\/.tool: .+\n$/);
    expect((await update('y', {TOOL_HISTORY: 'off'})).stderr).toBe('');
  });

  test('warns about a read-only log folder', async () => {
    if (process.getuid?.() === 0) return;
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    chmodSync(join(home.path, '.tool'), 0o500);
    const {code, stderr} = await update('x');
    expect({code, stderr}).toEqual({
      code: 0,
      stderr: 'Warning: This change is not in the history: ~/.tool: permission denied\n',
    });
    chmodSync(join(home.path, '.tool'), 0o700);
  });
});

describe('a run that is killed in the middle of a write', () => {
  const marks = () =>
    existsSync(join(home.path, '.tool', 'writes')) ? readdirSync(join(home.path, '.tool', 'writes')) : [];

  async function kill(process?: number, hoursAgo = 23, machine = hostname()): Promise<void> {
    const time = (Date.now() - hoursAgo * 3_600_000).toString(16).padStart(12, '0');
    const named = () => `${machine.replace(/[^\w-]/g, '_')}.${process}.${time}0123456789ab`;
    const files = {...createFiles(), ...(process !== undefined && {ownName: named})};
    const http = {send: () => new Promise<never>(() => {}), close: async () => {}};
    const env = {...bench.sandbox.variables, TOOL_API_URL: bench.line.url};
    const words = ['versions', 'update', '--version-id', PREPARING, '--copyright', '2026 Me'];
    void home.run(words, {env, host: {files, http: async () => http}});
    // The run creates the file first and then writes its line.
    const sizes = () => marks().map((name) => statSync(join(home.path, '.tool', 'writes', name)).size);
    await expect.poll(sizes).toEqual([expect.toSatisfy((size) => size > 0)]);
  }
  const dead = () => spawnSync(process.execPath, ['-e', '']).pid;

  test('logs the write of a killed run once, when the log is next read', async () => {
    await kill(dead());
    const [mark = ''] = marks();
    expect(statSync(join(home.path, '.tool', 'writes', mark)).mode & 0o777).toBe(0o600);
    const {stdout} = await tool(['history', '--output', 'json']);
    const line = {action: 'versions update', versionId: PREPARING, outcome: 'unknown', message: /killed/};
    expect(JSON.parse(stdout).data).toEqual([
      expect.objectContaining({...line, message: expect.stringMatching(line.message)}),
    ]);
    expect({kept: kept().length, marks: marks()}).toEqual({kept: 1, marks: []});
    await Promise.all([update('a'), update('b'), tool(['history'])]);
    expect(kept().map(({outcome}) => outcome)).toEqual(['unknown', 'carried-out', 'carried-out']);
  });

  test('logs the write of a killed run once, however many runs write next', async () => {
    await kill(dead());
    await Promise.all([update('a'), update('b'), update('c')]);
    expect(kept().filter(({outcome}) => outcome === 'unknown')).toHaveLength(1);
    expect({kept: kept().length, marks: marks()}).toEqual({kept: 4, marks: []});
  });

  test('logs the write of a killed run even if the next run has the same process ID', async () => {
    await kill(process.pid);
    await tool(['history']);
    expect({outcomes: kept().map(({outcome}) => outcome), marks: marks()}).toEqual({outcomes: ['unknown'], marks: []});
  });

  test('logs the write of a killed run even if a later process has the same ID', async () => {
    await kill(process.ppid, 25);
    await tool(['history']);
    expect({outcomes: kept().map(({outcome}) => outcome), marks: marks()}).toEqual({outcomes: ['unknown'], marks: []});
  });

  test('does not log the write of another run that is still alive', async () => {
    await kill();
    await update('a');
    expect({outcomes: kept().map(({outcome}) => outcome), marks: marks().length}).toEqual({
      outcomes: ['carried-out'],
      marks: 1,
    });
  });

  test('lists the write of a run that is still alive as under way', async () => {
    await kill();
    await update('a');
    const {data} = JSON.parse((await tool(['history'])).stdout);
    expect(data.map(({outcome, message}: LoggedWrite) => [outcome, message])).toEqual([
      ['carried-out', null],
      ['unknown', 'Still under way'],
    ]);
  });

  test.each([
    [23, 'Still under way', 0],
    [25, 'The process was killed before the outcome was known', 1],
  ])('lists a write of another machine after %i hours as "%s"', async (hours, message, logged) => {
    await kill(1, hours, 'elsewhere');
    const {data} = JSON.parse((await tool(['history'])).stdout);
    expect(data).toEqual([expect.objectContaining({outcome: 'unknown', message})]);
    expect({kept: kept().length, marks: marks().length}).toEqual({kept: logged, marks: 1 - logged});
  });

  test('leaves no file in .tool/writes with TOOL_HISTORY=off or after a dry run', async () => {
    await update('a', {TOOL_HISTORY: 'off'});
    await tool(['versions', 'update', '--version-id', PREPARING, '--copyright', 'b', '--dry-run']);
    expect(existsSync(join(home.path, '.tool', 'writes'))).toBe(false);
  });
});

describe('tool history', () => {
  const line = (more: Partial<LoggedWrite>): string =>
    JSON.stringify({
      at: '2026-03-01T10:00:00.000Z',
      action: 'versions update',
      appId: null,
      bundleId: null,
      versionId: 'v1',
      version: '1.0',
      platform: 'IOS',
      profile: 'work',
      target: 'https://api.appstoreconnect.apple.com',
      outcome: 'carried-out',
      message: null,
      command: 'tool versions update --version-id v1',
      ...more,
    });
  const write = (name: string, ...lines: string[]) => {
    mkdirSync(join(home.path, '.tool'), {recursive: true, mode: 0o700});
    writeFileSync(join(home.path, '.tool', name), lines.map((one) => `${one}\n`).join(''), {mode: 0o600});
  };
  const actions = async (...flags: string[]) => {
    const {code, stdout, stderr} = await tool(['history', ...flags]);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout).data.map(({action}: LoggedWrite) => action);
  };

  test('lists the newest writes first in tool history, including the writes before a rotation', async () => {
    write('history.ndjson.1', line({action: 'one'}), line({action: 'two'}));
    write('history.ndjson', line({action: 'three'}));
    expect(await actions()).toEqual(['three', 'two', 'one']);
    expect(await actions('--limit', '2')).toEqual(['three', 'two']);
  });

  test('prints an empty list in tool history if no writes are recorded', async () => {
    expect(await actions()).toEqual([]);
  });

  test('skips damaged lines of the log in tool history', async () => {
    write('history.ndjson', 'no JSON', '[]', '{"at":1}', line({at: 'yesterday'}), line({action: 'whole'}), '{"at":"20');
    expect(await actions()).toEqual(['whole']);
  });

  test('lists the writes of an app and of its versions in tool history --app', async () => {
    write(
      'history.ndjson',
      line({action: 'by id', appId: '42', bundleId: 'com.example.app', versionId: 'v1'}),
      line({action: 'by version', versionId: 'v1'}),
      line({action: 'other', versionId: 'v2'}),
    );
    expect(await actions('--app', '42')).toEqual(['by version', 'by id']);
    expect(await actions('--app', 'com.example.app')).toEqual(['by version', 'by id']);
    expect(await actions('--app', '43')).toEqual([]);
  });

  test('prints a narrow table with time, write and version, and the whole message below', async () => {
    const message = 'The service refused it, since the version has changed in the meantime: look at it again';
    const facts = {bundleId: 'com.example.rings', version: '2.1', platform: 'IOS', versionId: 'v'.repeat(36)};
    write('history.ndjson', line({action: 'phased-release pause', outcome: 'refused', message, ...facts}));
    const narrow = {tty: true, columns: 80, env: {TZ: 'UTC'}};
    const {stdout} = await home.run(['history', '--output', 'table', '--no-input'], narrow);
    const [, row, ...below] = stdout.split('\n');
    expect(row).toMatch(/^01 Mar 2026, 10:00 {2}pause roll-out {2}com\.example\.rings 2\.1 IOS {2}refused/);
    expect(below.join(' ').replace(/\s+/g, ' ')).toContain(message);
    expect(stdout).not.toContain('vvvv');
  });

  test('prints history as a table and as ndjson, with control characters escaped', async () => {
    write('history.ndjson', line({command: 'tool x \u001b[31m', message: 'bad \u202e news'}));
    const table = await tool(['history', '--output', 'table']);
    expect(table.stdout).toMatch(/2026-03-01T10:00:00.000Z {2}update +1\.0 IOS +done +work/);
    expect(table.stdout).not.toMatch(/[\u001b\u202e]/);
    const ndjson = await tool(['history', '--output', 'ndjson']);
    expect(ndjson.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(ndjson.stdout)).toMatchObject({versionId: 'v1', profile: 'work'});
  });

  test.each([
    [['--limit', '0'], 2, '--limit must be a whole number'],
    [['--app', 'a b'], 2, '--app must be an ID'],
    [['--next', 'x'], 2, "Unknown flag '--next' for 'tool history'"],
  ])('refuses tool history with %j', async (flags, expected, words) => {
    const {code, stdout, stderr} = await tool(['history', ...flags]);
    expect([code, stdout]).toEqual([expected, '']);
    expect(stderr).toContain(words);
  });

  test('refuses to read a symbolic link in place of the log in tool history', async () => {
    mkdirSync(join(home.path, '.tool'), {mode: 0o700});
    symlinkSync('/etc/hostname', path());
    const {code, stdout, stderr} = await tool(['history']);
    expect([code, stdout]).toEqual([10, '']);
    expect(stderr).toContain(`The log of writes ${path()} cannot be read`);
  });
});

test.each([
  ['boats', 'POST /v1/reviewSubmissionItems', [['in-part', 'Someone else submitted it first']]],
  ['hoshi', 'PATCH /v1/reviewSubmissions', [['refused', null]]],
  ['hoshi', 'GET /v1/appStoreVersions', []],
])('does not record a submission of %s as done if someone else made it before %s', async (name, first, logged) => {
  const store = new PracticeStore();
  const argv = ['versions', 'submit', '--version-id', `com.example.${name}@latest`, '--confirm'];
  let hasRaced = false;
  store.before = async (line) => {
    if (hasRaced || !line.startsWith(first)) return;
    hasRaced = true;
    expect((await store.rival().run(argv)).code).toBe(0);
  };
  const {code, result} = await store.run(argv, {host: {home: home.path}});
  expect({code, resumed: result.resumed}).toEqual({code: 0, resumed: true});
  expect(kept().map(({outcome, message}) => [outcome, message])).toEqual(logged);
});
