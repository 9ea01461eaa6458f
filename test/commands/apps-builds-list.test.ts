import {afterEach, describe, expect, it} from 'vitest';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, type Service, startService, truncated, wireBuild, wirePage} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

async function against(answers: Answer[], argv: readonly string[], {env = {}, ...options}: RunOptions = {}) {
  service = await startService(...answers);
  return runTool(argv, {...options, env: {...environment(service.url), ...env}});
}

const link = (type: string, ...ids: string[]) => ({data: ids.map((id) => ({type, id}))});
const version = (id: string, versionString: string, appStoreState: string, platform = 'IOS') => ({
  type: 'appStoreVersions',
  id,
  attributes: {versionString, platform, appStoreState},
});
const submission = (
  id: string,
  state: string,
  more: {submittedDate?: string; platform?: string},
  relationships = {},
) => ({
  type: 'reviewSubmissions',
  id,
  attributes: {platform: 'IOS', state, ...more},
  relationships,
});
const app = (id: string, versions: string[], submissions: string[] = []) => ({
  type: 'apps',
  id,
  attributes: {name: `App ${id}`, bundleId: `com.example.${id}`, sku: `SKU${id}`},
  relationships: {
    appStoreVersions: link('appStoreVersions', ...versions),
    reviewSubmissions: link('reviewSubmissions', ...submissions),
  },
});
const page = (data: unknown[], included: unknown[], paging = {}) => ({...(wirePage(data, paging) as object), included});

it.each([
  ['apps', 'list'],
  ['builds', 'list', '--app', '1'],
  ['auth', 'status'],
])('prints the same output for TOOL_DEFAULT_OUTPUT as for --output: %s %s', async (...argv) => {
  const printed = (stdout: string) => stdout.replace(/\S*\/home-[^"\s]+/g, 'HOME');
  for (const format of ['table', 'json']) {
    const [asked, variable] = [[...argv, '--output', format], {env: {TOOL_DEFAULT_OUTPUT: format}}];
    const usual = await against([json(200, page([], []))], asked);
    await service.close();
    const outcome = await against([json(200, page([], []))], argv, variable);
    await service.close();
    expect(printed(outcome.stdout)).toBe(printed(usual.stdout));
    expect(outcome.stderr).toBe(usual.stderr);
  }
});

describe('apps list', () => {
  it('lists apps, their live versions and their versions in flight, with dates, in one request', async () => {
    const {code, stdout, stderr} = await against(
      [
        json(
          200,
          page(
            [app('1', ['v1', 'v2', 'v3', 'v4'], ['s0', 's1']), app('2', [])],
            [
              version('v1', '3.4.0', 'WAITING_FOR_REVIEW'),
              version('v2', '3.3.0', 'READY_FOR_SALE'),
              version('v3', '3.2.0', 'REPLACED_WITH_NEW_VERSION'),
              version('v4', '1.0', 'SOMETHING_NEW', 'TV_OS'),
              submission('s0', 'COMPLETE', {submittedDate: '2026-01-01T00:00:00Z'}),
              submission('s1', 'WAITING_FOR_REVIEW', {submittedDate: '2026-03-01T10:00:00Z'}),
            ],
          ),
        ),
      ],
      ['apps', 'list', '--bundle-id', 'com.example.1,com.example.2', '--name', 'App', '--limit', '9'],
    );
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout).data).toEqual([
      {
        id: '1',
        type: 'apps',
        attributes: {
          name: 'App 1',
          bundleId: 'com.example.1',
          sku: 'SKU1',
          live: [{id: 'v2', versionString: '3.3.0', platform: 'IOS'}],
          needs: null,
          inFlight: [
            {
              id: 'v1',
              versionString: '3.4.0',
              platform: 'IOS',
              storeState: 'WAITING_FOR_REVIEW',
              since: '2026-03-01T10:00:00Z',
            },
            {id: 'v4', versionString: '1.0', platform: 'TV_OS', storeState: 'SOMETHING_NEW'},
          ],
        },
      },
      {
        id: '2',
        type: 'apps',
        attributes: {name: 'App 2', bundleId: 'com.example.2', sku: 'SKU2', live: [], needs: null, inFlight: []},
      },
    ]);
    expect(service.lines()).toEqual(['GET /v1/apps']);
    const {searchParams} = new URL(service.requests[0]?.target ?? '', service.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'filter[bundleId]': 'com.example.1,com.example.2',
      'filter[name]': 'App',
      include: 'appStoreVersions,reviewSubmissions',
      limit: '9',
      'limit[appStoreVersions]': '50',
      'limit[reviewSubmissions]': '50',
    });
  });

  it("lists a version in flight that needs action before the app's other version in flight", async () => {
    const versions = [version('v1', '1.2', 'IN_REVIEW'), version('v2', '1.1', 'READY_FOR_REVIEW')];
    const {stdout} = await against([json(200, page([app('1', ['v1', 'v2'])], versions))], ['apps', 'list']);
    const {needs, inFlight} = JSON.parse(stdout).data[0].attributes;
    expect(needs).toBe('submit 1.1 (IOS)');
    expect(inFlight.map(({versionString}: {versionString: string}) => versionString)).toEqual(['1.1', '1.2']);
  });

  const since = async (submissions: ReturnType<typeof submission>[], state = 'IN_REVIEW') => {
    const ids = submissions.map(({id}) => id);
    const {stdout} = await against(
      [json(200, page([app('1', ['v1'], ids)], [version('v1', '1.0', state), ...submissions]))],
      ['apps', 'list'],
    );
    return JSON.parse(stdout).data[0].attributes.inFlight[0].since;
  };
  const holds = (id: string) => ({appStoreVersionForReview: {data: {type: 'appStoreVersions', id}}});
  const first = {submittedDate: '2026-03-01T10:00:00Z'};
  const second = {submittedDate: '2026-03-02T10:00:00Z'};

  it("omits an app's submission date if two submissions match its version", async () => {
    expect(await since([submission('s1', 'IN_REVIEW', first), submission('s2', 'IN_REVIEW', second)])).toBeUndefined();
  });

  it("takes an app's submission date from the submission that lists its version", async () => {
    expect(
      await since([submission('s1', 'IN_REVIEW', first), submission('s2', 'IN_REVIEW', second, holds('v1'))]),
    ).toBe(second.submittedDate);
  });

  it('takes no submission date from a submission of another version, platform or state', async () => {
    expect(await since([submission('s1', 'IN_REVIEW', first, holds('v9'))])).toBeUndefined();
    await service.close();
    expect(await since([submission('s1', 'IN_REVIEW', {...first, platform: 'TV_OS'})])).toBeUndefined();
    await service.close();
    expect(await since([submission('s1', 'WAITING_FOR_REVIEW', first)])).toBeUndefined();
  });

  it('takes the date of a rejection from the submission that has unresolved issues', async () => {
    expect(await since([submission('s1', 'UNRESOLVED_ISSUES', first)], 'METADATA_REJECTED')).toBe(first.submittedDate);
  });

  it('prints apps as a table', async () => {
    const {stdout} = await against(
      [
        json(
          200,
          page(
            [app('1', ['v1', 'v2'], ['s1'])],
            [
              version('v1', '2.0', 'IN_REVIEW'),
              version('v2', '1.0', 'READY_FOR_SALE'),
              submission('s1', 'IN_REVIEW', {submittedDate: '2026-03-01T10:00:00Z'}),
            ],
          ),
        ),
      ],
      ['apps', 'list', '--output', 'table'],
    );
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'ID  Name   Needs you  Bundle ID      Live     In flight',
      '1   App 1             com.example.1  1.0 IOS  2.0 IOS IN_REVIEW since 2026-03-01',
    ]);
  });

  it('follows --next in apps list, and refuses a link to another collection before any request', async () => {
    const answer = json(200, page([], []));
    const next = (path: string) => ['apps', 'list', '--next', `${service.url}${path}`];
    service = await startService(answer);
    const env = environment(service.url);
    expect((await runTool(next('/v1/apps?cursor=x'), {env})).code).toBe(0);
    expect(service.requests).toHaveLength(1);
    expect((await runTool(next('/v1/builds?cursor=x'), {env})).code).toBe(2);
    expect((await runTool([...next('/v1/apps?cursor=x'), '--name', 'x'], {env})).stderr).toContain(
      '--name cannot be combined',
    );
    expect(service.requests).toHaveLength(1);
  });

  it('prints all pages of apps list --paginate as one JSON document or one ndjson stream', async () => {
    service = await startService((request, response) => {
      const second = request.target.includes('cursor');
      const next = second ? undefined : `${service.url}/v1/apps?cursor=2`;
      json(200, page([app(second ? '2' : '1', [])], [], {next, total: 2}))(request, response);
    });
    const env = environment(service.url);
    const whole = await runTool(['apps', 'list', '--paginate'], {env});
    expect(JSON.parse(whole.stdout)).toMatchObject({
      data: [{id: '1'}, {id: '2'}],
      links: {},
      meta: {paging: {total: 2}},
    });
    const stream = await runTool(['apps', 'list', '--paginate', '--output', 'ndjson'], {env});
    expect(
      stream.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['1', '2']);
    expect(service.requests).toHaveLength(4);
  });

  it('erases the progress line of apps list if a later page fails, and prints no result', async () => {
    service = await startService((request, response) => {
      if (request.target.includes('cursor')) truncated(request, response);
      else json(200, page([app('1', [])], [], {next: `${service.url}/v1/apps?cursor=2`, total: 2}))(request, response);
    });
    const {code, stdout, stderr} = await runTool(['apps', 'list', '--paginate'], {
      env: environment(service.url),
      tty: true,
    });
    expect({code, stdout}).toEqual({code: 8, stdout: ''});
    expect(stderr).toMatch(/^\r\u001b\[K1 of 2 apps, 1 page …\r\u001b\[KError: Page 2: /);
  });
});

const preRelease = {type: 'preReleaseVersions', id: 'p1', attributes: {version: '3.4.0', platform: 'IOS'}};

describe('builds list', () => {
  it('lists builds and their encryption answers, newest first, with one request', async () => {
    const {code, stdout} = await against(
      [json(200, page([wireBuild('b1', {usesNonExemptEncryption: false}), wireBuild('b2')], [preRelease]))],
      ['builds', 'list', '--app', '42', '--version', '3.4.0', '--platform', 'ios', '--state', 'valid,processing'],
    );
    expect(code).toBe(0);
    const attributes = {
      version: '412',
      versionString: '3.4.0',
      platform: 'IOS',
      processingState: 'VALID',
      expired: false,
      audience: null,
      uploadedDate: '2026-03-01T10:00:00Z',
    };
    expect(JSON.parse(stdout).data).toEqual([
      {id: 'b1', type: 'builds', attributes: {...attributes, usesEncryption: false}},
      {id: 'b2', type: 'builds', attributes},
    ]);
    const {searchParams} = new URL(service.requests[0]?.target ?? '', service.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'filter[app]': '42',
      'filter[preReleaseVersion.version]': '3.4.0,3.4',
      'filter[preReleaseVersion.platform]': 'IOS',
      'filter[processingState]': 'VALID,PROCESSING',
      sort: '-uploadedDate',
    });
  });

  it('looks up an app by its bundle ID before listing builds', async () => {
    const found = {type: 'apps', id: '42', attributes: {bundleId: 'com.example.a'}};
    const {code} = await against(
      [json(200, wirePage([found])), json(200, page([], []))],
      ['builds', 'list', '--app', 'com.example.a', '--output', 'table'],
    );
    expect(code).toBe(0);
    expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/builds']);
    expect(service.requests[1]?.target).toContain('filter[app]=42');
  });

  it('refuses invalid flags in builds list, and sends nothing', async () => {
    const cases: [string[], string][] = [
      [[], "Error: 'tool builds list' needs --app (or TOOL_APP_ID)"],
      [['--app', '42', '--state', 'READY'], "'READY' is not one of PROCESSING, FAILED, INVALID, VALID"],
      [['--app', '42', '--limit', '201'], 'must be a whole number from 1 to 200'],
      [['--next', 'https://elsewhere.test/v1/builds'], '--next leads to https://elsewhere.test'],
    ];
    service = await startService();
    for (const [flags, words] of cases) {
      const {code, stderr} = await runTool(['builds', 'list', ...flags], {env: environment(service.url)});
      expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(words)});
    }
    expect(service.requests).toEqual([]);
  });
});
