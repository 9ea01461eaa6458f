import {afterEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {ManualClock} from '../support/manual-clock.ts';
import {environment, type Outcome, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, reset, type Service, silent, startService, wireBuild, wirePage} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

const included = [
  {type: 'preReleaseVersions', id: 'p1', attributes: {version: '3.4.0', platform: 'IOS'}},
  {type: 'preReleaseVersions', id: 'p2', attributes: {version: '3.4.0', platform: 'TV_OS'}},
];
const one = (attributes: Record<string, unknown> = {}) =>
  json(200, {data: wireBuild('b1', attributes), included, links: {}});
const page = (...builds: unknown[]) => json(200, {...(wirePage(builds) as object), included});
const item = (attributes: Record<string, unknown> = {}) => ({
  id: 'b1',
  type: 'builds',
  attributes: {
    version: '412',
    versionString: '3.4.0',
    platform: 'IOS',
    processingState: 'VALID',
    expired: false,
    audience: null,
    uploadedDate: '2026-03-01T10:00:00Z',
    ...attributes,
  },
});

async function against(answers: Answer[], argv: readonly string[], {env = {}, ...more}: RunOptions = {}) {
  service = await startService(...answers);
  const outcome = await runTool(argv, {...more, env: {...environment(service.url), ...env}});
  return {...outcome, result: () => JSON.parse(outcome.stdout)};
}

describe('builds update', () => {
  const UPDATE = ['builds', 'update', '--build-id', 'b1', '--uses-encryption', 'false'];
  const methods = () => service.lines().map((line) => line.split(' ')[0]);

  it('answers the encryption question with one PATCH, and shows the build', async () => {
    const {code, result, stderr} = await against([one(), one({usesNonExemptEncryption: false})], UPDATE);
    expect({code, stderr, result: result()}).toEqual({code: 0, stderr: '', result: item({usesEncryption: false})});
    expect(service.lines()).toEqual(['GET /v1/builds/b1', 'PATCH /v1/builds/b1']);
    expect(service.requests[1]?.body).toEqual({
      data: {type: 'builds', id: 'b1', attributes: {usesNonExemptEncryption: false}},
    });
  });

  it.each([true, false])(
    'exits with 5 if the encryption question is already answered (%s), and only reads',
    async (answer) => {
      const {code, stdout, stderr} = await against([one({usesNonExemptEncryption: answer})], UPDATE);
      expect({code, stdout}).toEqual({code: 5, stdout: ''});
      expect(stderr).toContain('Build 412 already has an answer');
      expect(methods()).toEqual(['GET']);
    },
  );

  it('reads the build once if the answer to builds update is lost, and reports the outcome', async () => {
    const done = await against([one(), reset, one({usesNonExemptEncryption: false})], UPDATE);
    expect({code: done.code, result: done.result()}).toEqual({code: 0, result: item({usesEncryption: false})});
    expect(done.stderr).toContain('The answer was lost; a check shows that the encryption question is answered');
    expect(done.stderr).not.toContain('))');
    expect(methods()).toEqual(['GET', 'PATCH', 'GET']);
    await service.close();
    const undone = await against([one(), reset, one()], UPDATE);
    expect(undone).toMatchObject({code: 7, stderr: expect.stringContaining('the encryption question is not answered')});
    expect(methods()).toEqual(['GET', 'PATCH', 'GET']);
  });

  it('says after Ctrl+C that the outcome of builds update is unknown, and how to check it', async () => {
    const controller = new AbortController();
    const stop: Answer = (request, response) => {
      silent(request, response);
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    };
    const {code, stdout, stderr} = await against([one(), stop], UPDATE, {signal: controller.signal});
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toContain('outcome is unknown');
    expect(stderr).toContain('tool builds wait --build-id b1');
    expect(methods()).toEqual(['GET', 'PATCH']);
  });

  it('sends no write in builds update with --dry-run or TOOL_READ_ONLY', async () => {
    const dry = await against([one()], [...UPDATE, '--dry-run']);
    expect({code: dry.code, result: dry.result()}).toMatchObject({
      code: 0,
      result: {dryRun: true, requests: [{method: 'PATCH', path: '/v1/builds/b1'}]},
    });
    expect(methods()).toEqual(['GET']);
    await service.close();
    const refused = await against([one()], UPDATE, {env: {TOOL_READ_ONLY: '1'}});
    expect(refused).toMatchObject({code: 2, stderr: expect.stringContaining('PATCH /v1/builds/b1')});
    expect(service.requests).toEqual([]);
  });

  it.each([
    [['--build-id', 'b1'], 'needs --uses-encryption'],
    [['--build-id', 'b1', '--uses-encryption', 'maybe'], "--uses-encryption 'maybe' is not one of true, false"],
  ])('refuses builds update with %j', async (flags, words) => {
    const {code, stderr} = await against([], ['builds', 'update', ...flags]);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(words)});
    expect(service.requests).toEqual([]);
  });
});

describe('builds wait', () => {
  const WAIT = ['builds', 'wait', '--build-id', 'b1'];

  /** Runs a command on a clock that advances only between two reads. */
  async function waiting(answers: Answer[], argv: readonly string[], signal?: AbortSignal): Promise<Outcome> {
    const clock = new ManualClock();
    service = await startService(...answers);
    const work = runTool(argv, {env: environment(service.url), host: {clock}, signal});
    // Between two reads, the time limit of the wait and the pause before the next read or retry sleep at the same time.
    return clock.until(work, (asleep) => asleep.length >= 2);
  }

  it.each([
    ['VALID', 0, ''],
    ['FAILED', 5, 'Build 412 is in FAILED: it cannot become VALID on its own'],
    ['INVALID', 5, 'Build 412 is in INVALID'],
  ])(
    'ends builds wait at once for a build in %s, exits with %i and prints the build',
    async (processingState, exit, words) => {
      const {code, stdout, stderr} = await waiting([one({processingState})], WAIT);
      expect({code, result: JSON.parse(stdout)}).toEqual({code: exit, result: item({processingState})});
      expect(stderr).toContain(words);
      expect(service.lines()).toEqual(['GET /v1/builds/b1']);
    },
  );

  it('reads the build once more if --max-wait ends before --every, and prints the build', async () => {
    const {code, stdout, stderr} = await waiting(
      [one({processingState: 'PROCESSING'})],
      [...WAIT, '--every', '5s', '--max-wait', '1s'],
    );
    expect({code, result: JSON.parse(stdout)}).toEqual({code: 11, result: item({processingState: 'PROCESSING'})});
    expect(stderr).toMatch(/^PROCESSING\nError: Build 412 is still in PROCESSING after \d s\nHint: .*--max-wait/);
    expect(service.requests).toHaveLength(2);
  });

  it('survives failures in builds wait, and reports each failure and each change once', async () => {
    const processing = one({processingState: 'PROCESSING'});
    const down = json(503, {});
    const four = [down, down, down, down];
    const {code, stderr} = await waiting([processing, processing, ...four, ...four, processing, one()], WAIT);
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      'PROCESSING',
      expect.stringMatching(/status 503; next check in 30 s$/),
      expect.stringMatching(/^VALID after \d min/),
      '',
    ]);
    expect(service.requests).toHaveLength(12);
  });

  it('prints ndjson lines for the first state and each change in builds wait, and no result', async () => {
    const processing = one({processingState: 'PROCESSING'});
    const {code, stdout, stderr} = await waiting(
      [processing, processing, one({processingState: 'INVALID'})],
      [...WAIT, '--output', 'ndjson'],
    );
    expect(code).toBe(5);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {at: '2026-03-01T10:00:00.000Z', state: 'PROCESSING'},
      {at: '2026-03-01T10:01:00.000Z', state: 'INVALID'},
    ]);
    expect(stderr).toMatch(/^Error: Build 412 is in INVALID/);
  });

  const BY_NUMBER = ['builds', 'wait', '--app', 'com.example.a', '--build-number', '412'];
  const app = json(200, wirePage([{type: 'apps', id: '42', attributes: {bundleId: 'com.example.a'}}]));

  it('waits until a build with the given number is uploaded, and requests the app once', async () => {
    const {code, stdout, stderr} = await waiting(
      [
        app,
        page(),
        page(wireBuild('b9', {version: '4120'})),
        page(wireBuild('b1', {processingState: 'PROCESSING'})),
        page(wireBuild('b1')),
      ],
      [...BY_NUMBER, '--version', '3.4.0', '--platform', 'ios'],
    );
    expect({code, id: JSON.parse(stdout).id}).toEqual({code: 0, id: 'b1'});
    expect(stderr).toMatch(/^NOT_FOUND\nPROCESSING after 1 min\nVALID after/);
    expect(service.lines()).toEqual(['GET /v1/apps', ...Array.from({length: 4}, () => 'GET /v1/builds')]);
    const {searchParams} = new URL(service.requests[1]?.target ?? '', service.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'filter[app]': '42',
      'filter[version]': '412',
      'filter[preReleaseVersion.version]': '3.4.0,3.4',
      'filter[preReleaseVersion.platform]': 'IOS',
    });
  });

  it('ends builds wait with exit code 11 if the build never appears, and prints no build', async () => {
    const {code, stdout, stderr} = await waiting([app, page()], [...BY_NUMBER, '--max-wait', '1s']);
    expect({code, stdout}).toEqual({code: 11, stdout: 'null\n'});
    expect(stderr).toContain('Error: Build 412 has not appeared after');
  });

  it('exits with 2 and lists the builds if several have the given number', async () => {
    const {code, stdout, stderr} = await waiting([app, page(wireBuild('b1'), wireBuild('b2', {}, 'p2'))], BY_NUMBER);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain('--build-id b1  3.4.0 IOS\n  --build-id b2  3.4.0 TV_OS');
  });

  it('ends builds wait with exit code 4 if the build is gone', async () => {
    const gone = json(404, {errors: [{status: '404', code: 'NOT_FOUND', title: 'There is no such resource'}]});
    expect((await waiting([one({processingState: 'PROCESSING'}), gone], WAIT)).code).toBe(4);
    expect(service.requests).toHaveLength(2);
  });

  it('ends builds wait early if a rate limit lasts longer than --max-wait', async () => {
    const limited = json(429, {}, {'retry-after': '600'});
    const {code, stdout, stderr} = await waiting([limited], [...WAIT, '--max-wait', '5m']);
    expect({code, stdout}).toEqual({code: 9, stdout: 'null\n'});
    expect(stderr).toContain('Error: Build b1 could not be read: ');
    expect(stderr).toContain('Hint: Wait 600 s, then try again.');
    expect(service.requests).toHaveLength(1);
  });

  it('stops waiting for a build on Ctrl+C', async () => {
    const controller = new AbortController();
    const interrupted = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    const stop: Answer = (request, response) => {
      silent(request, response);
      controller.abort(interrupted);
    };
    const {code, stdout} = await waiting([stop], WAIT, controller.signal);
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
  });

  it.each([
    [[], 'needs --build-id, or --app (or TOOL_APP_ID) and --build-number'],
    [['--app', '42'], 'needs --build-id'],
    [['--build-id', 'b1', '--build-number', '4'], '--build-number cannot be combined with --build-id'],
    [['--build-id', 'b1', '--version', '4'], '--version cannot be combined with --build-id'],
    [['--build-id', 'b1', '--every', '4s'], '--every must be from 5 s to 24 h'],
    [['--build-id', 'b1', '--max-wait', '4'], '--max-wait must be a time such as 30s, 20m or 1h30m'],
  ])('refuses builds wait with %j before sending anything', async (flags, words) => {
    const {code, stderr} = await against([], ['builds', 'wait', ...flags]);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(words)});
    expect(service.requests).toEqual([]);
  });
});
