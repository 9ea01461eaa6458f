import {afterEach, describe, expect, it} from 'vitest';
import {type Reply, runAgainst, type Serve} from '../support/fake-service.ts';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, raw, type Service, startService, wirePage, wireVersion} from '../support/service.ts';

let service: Service;
afterEach(() => service?.close());

const ATTACH = ['versions', 'attach-build', '--version-id', 'v1'];
const one = (type: string, id: string) => ({data: {type, id}});
const versionDocument = {
  data: wireVersion('v1', {versionString: '3.4.0', appStoreState: 'REJECTED'}, {app: one('apps', '42')}),
};
const theVersion = json(200, versionDocument);
const attached = raw(204, '');

interface SampleBuild {
  id: string;
  state?: string;
  expired?: boolean;
  string?: string;
  platform?: string;
  audience?: string;
}

function wireBuild({id, state = 'VALID', expired = false, string = '3.4.0', platform = 'IOS', audience}: SampleBuild) {
  const more = audience && {buildAudienceType: audience};
  const build = {
    type: 'builds',
    id,
    attributes: {version: `n-${id}`, processingState: state, expired, uploadedDate: '2026-03-01T10:00:00Z', ...more},
    relationships: {preReleaseVersion: one('preReleaseVersions', `p-${id}`)},
  };
  const preRelease = {type: 'preReleaseVersions', id: `p-${id}`, attributes: {version: string, platform}};
  return {build, preRelease};
}

function listing(...samples: SampleBuild[]): Reply {
  const wired = samples.map(wireBuild);
  const page = wirePage(wired.map(({build}) => build)) as object;
  return {body: {...page, included: wired.map(({preRelease}) => preRelease)}};
}
const builds = (...samples: SampleBuild[]): Answer => json(200, listing(...samples).body);

async function attach(flags: readonly string[], answers: Answer[], options: RunOptions = {}) {
  service = await startService(...answers);
  const outcome = await runTool([...ATTACH, ...flags], {...options, env: environment(service.url)});
  return {...outcome, result: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)};
}
const body = () => service.requests.find(({method}) => method === 'PATCH')?.body;

describe('--build latest', () => {
  it('finds no latest build for a malformed version string', async () => {
    const odd = wireVersion('v1', {versionString: '1\ud800'}, {app: one('apps', '42')});
    const {code, stderr} = await attach(['--build', 'latest'], [json(200, {data: odd}), builds({id: 'b1'})]);
    expect({code, sent: service.requests.length}).toEqual({code: 4, sent: 2});
    expect(stderr).toContain('There is no build that can be attached for 1');
  });

  it('attaches the newest valid, unexpired build that has the version string of the version', async () => {
    const {code, result, stderr} = await attach(
      ['--build', 'LATEST'],
      [
        theVersion,
        builds(
          {id: 'processing', state: 'PROCESSING'},
          {id: 'failed', state: 'FAILED'},
          {id: 'expired', expired: true},
          {id: 'other', string: '3.5'},
          {id: 'internal', audience: 'INTERNAL_ONLY'},
          {id: 'mac', platform: 'MAC_OS'},
          {id: 'good', string: '3.04'},
          {id: 'older'},
        ),
        attached,
      ],
    );
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', buildId: 'good', attached: true}});
    expect(stderr).toContain('Build n-processing is newer, but is still being processed: build n-good was taken.');
    expect(service.lines()).toEqual([
      'GET /v1/appStoreVersions/v1',
      'GET /v1/builds',
      'PATCH /v1/appStoreVersions/v1/relationships/build',
    ]);
    expect(service.requests[1]?.target).toContain(
      'filter[app]=42&filter[preReleaseVersion.version]=3.4.0,3.4&filter[preReleaseVersion.platform]=IOS&sort=-uploadedDate',
    );
    expect(body()).toEqual({data: {type: 'builds', id: 'good'}});
  });

  it.each([
    [
      [],
      'There is no build that can be attached for 3.4.0 on IOS\nNothing was sent.\nHint: To check, run: tool builds',
    ],
    [[{id: 'a', state: 'PROCESSING'}], 'The newest one, n-a, is still being processed.'],
    [[{id: 'a', state: 'INVALID'}], 'The newest one, n-a, is invalid.'],
    [[{id: 'a', expired: true}], 'The newest one, n-a, has expired.'],
    [[{id: 'a', audience: 'INTERNAL_ONLY'}], 'The newest one, n-a, is for internal testing only.'],
  ])('exits with 4 for --build latest if the builds are %j, and sends nothing', async (samples, message) => {
    const {code, stdout, stderr} = await attach(['--build', 'latest'], [theVersion, builds(...samples)]);
    expect({code, stdout}).toEqual({code: 4, stdout: ''});
    expect(stderr).toContain(message);
    expect(service.requests).toHaveLength(2);
  });
});

describe('--build-number', () => {
  it('attaches the build with the given number', async () => {
    const {result} = await attach(['--build-number', 'n-b'], [theVersion, builds({id: 'a'}, {id: 'b'}), attached]);
    expect(result).toMatchObject({buildId: 'b', attached: true});
    expect(service.requests[1]?.target).toContain('filter[version]=n-b');
  });

  it.each([
    [[{id: 'a', state: 'PROCESSING'}], 5, 'Build n-a is still being processed'],
    [[{id: 'a', expired: true}], 5, 'Build n-a has expired'],
    [[{id: 'a', audience: 'INTERNAL_ONLY'}], 5, 'Build n-a is for internal testing only'],
    [[], 4, 'There is no build n-a for 3.4.0 on IOS'],
  ])('refuses --build-number if the builds are %j, and exits with %i', async (samples, wanted, message) => {
    const {code, stderr} = await attach(['--build-number', 'n-a'], [theVersion, builds(...samples)]);
    expect(code).toBe(wanted);
    expect(stderr).toContain(message);
  });

  it('requires --build or --build-number in attach-build, and refuses both together', async () => {
    expect(await attach(['--build', 'x', '--build-number', '1'], [])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--build-number cannot be combined with --build'),
    });
    await service.close();
    expect(await attach([], [])).toMatchObject({code: 2, stderr: expect.stringContaining('needs --build or')});
    expect(service.requests).toEqual([]);
  });
});

it.each([
  [['--every', '5s'], '--every requires --wait'],
  [['--max-wait', '1h'], '--max-wait requires --wait'],
])('ends attach-build with exit code 2 for %j without --wait, and sends nothing', async (flags, words) => {
  const {code, stdout, stderr} = await attach(['--build', 'x', ...flags], []);
  expect({code, stdout}).toEqual({code: 2, stdout: ''});
  expect(stderr).toContain(`Error: ${words}`);
  expect(service.requests).toEqual([]);
});

describe('--wait', () => {
  /**
   * Runs `attach-build --wait`. Successive requests for builds get the listings in order, and any further ones get the
   * last listing.
   */
  const waiting = (flags: readonly string[], ...listings: Reply[]) => {
    let count = 0;
    const serve: Serve = ({path, method}) => {
      if (method === 'PATCH') return {status: 204};
      if (path.startsWith('/v1/builds')) return listings[Math.min(count++, listings.length - 1)] ?? {};
      return {body: versionDocument};
    };
    return runAgainst(serve, [...ATTACH, ...flags, '--wait', '--every', '5s', '--max-wait', '1m']);
  };

  it('waits in attach-build until the build exists and is processed, then attaches it', async () => {
    const {
      code,
      result,
      stderr,
      service: asked,
    } = await waiting(
      ['--build', 'latest'],
      listing(),
      listing({id: 'new', state: 'PROCESSING'}, {id: 'old'}),
      listing({id: 'new'}, {id: 'old'}),
    );
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', buildId: 'new', attached: true}});
    expect(stderr).toBe('NOT_FOUND\nPROCESSING after 5 s\nVALID after 10 s\n');
    expect(asked.asked.at(-1)?.body).toEqual({data: {type: 'builds', id: 'new'}});
  });

  it('attaches an older build if the newest becomes invalid during the wait, and reports that', async () => {
    const {code, result, stderr} = await waiting(
      ['--build', 'latest'],
      listing({id: 'new', state: 'PROCESSING'}, {id: 'old'}),
      listing({id: 'new', state: 'INVALID'}, {id: 'old'}),
    );
    expect({code, result}).toMatchObject({code: 0, result: {buildId: 'old', attached: true}});
    expect(stderr).toContain('Build n-new is newer, but is invalid: build n-old was taken.');
  });

  it.each([
    ['PROCESSING', 11, 'Build n-a is still in PROCESSING after 1 min'],
    ['FAILED', 5, 'Build n-a is in FAILED: it cannot become VALID on its own'],
  ])(
    'ends attach-build --wait for a build in %s, exits with %i and prints the result',
    async (state, wanted, message) => {
      const {
        code,
        result,
        stderr,
        service: asked,
      } = await waiting(['--build-number', 'n-a'], listing({id: 'a', state}));
      expect({code, result}).toEqual({code: wanted, result: {versionId: 'v1', buildId: 'a', attached: false}});
      expect(stderr).toContain(message);
      expect(asked.writes()).toEqual([]);
    },
  );

  it.each([
    [['--build-number', 'n-a'], 'Build n-a has not appeared after 1 min'],
    [['--build', 'latest'], 'A build that can be attached has not appeared after 1 min'],
  ])('ends attach-build --wait with exit code 11 if no build appears for %j', async (flags, message) => {
    const {code, result, stderr} = await waiting(flags, listing());
    expect({code, result}).toEqual({code: 11, result: {versionId: 'v1', attached: false}});
    expect(stderr).toContain(`Error: ${message}\nHint: Wait longer with --max-wait.\n`);
  });

  it('waits for a build by ID, whatever its version string', async () => {
    const {build, preRelease} = wireBuild({id: 'a', string: '9.9'});
    const {
      code,
      result,
      service: asked,
    } = await waiting(['--build', 'a'], {body: {data: build, included: [preRelease]}});
    expect({code, result}).toMatchObject({code: 0, result: {buildId: 'a', attached: true}});
    expect(asked.lines()).toEqual(['GET /v1/builds/a', 'PATCH /v1/appStoreVersions/v1/relationships/build']);
  });

  it('reads no build in a read-only run of attach-build --wait', async () => {
    const {code, service: asked} = await waiting(['--build', 'latest', '--read-only'], listing());
    expect({code, asked: asked.lines()}).toEqual({code: 2, asked: []});
  });

  it('looks for the build once in a dry run of attach-build --wait', async () => {
    const there = await waiting(['--build', 'latest', '--dry-run'], listing({id: 'a'}));
    expect(there.result.requests[0].body).toEqual({data: {type: 'builds', id: 'a'}});
    const missing = await waiting(['--build', 'latest', '--dry-run'], listing());
    expect({code: missing.code, asked: missing.service.lines().length}).toEqual({code: 11, asked: 2});
    expect(missing.stderr).toContain(
      'A build that can be attached has not appeared\nHint: A dry run checks only once.\n',
    );
  });
});

describe('a build that is attached already, or that the service refuses', () => {
  const links = {app: one('apps', '42'), build: one('builds', 'a')};
  const inState = (appStoreState: string, relationships = {}): Reply => ({
    body: {
      data: wireVersion('v1', {versionString: '3.4.0', appStoreState}, {app: one('apps', '42'), ...relationships}),
    },
  });
  const refused: Reply = {status: 409, body: {errors: [{code: 'STATE_ERROR', title: 'The build could not be added.'}]}};
  const buildReply = (sample: SampleBuild): Reply => {
    const {build, preRelease} = wireBuild(sample);
    const relationships = {...build.relationships, app: one('apps', '42')};
    return {body: {data: {...build, relationships}, included: [preRelease, {type: 'apps', id: '42', attributes: {}}]}};
  };
  const run = (flags: string[], replies: {version: Reply; build?: Reply; list?: Reply}) =>
    runAgainst(
      ({method, path}) => {
        if (method === 'PATCH') return refused;
        if (path === '/v1/builds') return replies.list ?? listing();
        if (path.startsWith('/v1/builds/')) return replies.build ?? {status: 404, body: {errors: [{title: 'None'}]}};
        return replies.version;
      },
      [...ATTACH, ...flags],
    );

  it.each([
    ['latest', 'IN_REVIEW'],
    ['latest', 'READY_FOR_SALE'],
  ])(
    'succeeds for --build %s if that build is attached to a version in %s, and sends nothing',
    async (build, state) => {
      const list = listing({id: 'a'});
      const {
        code,
        result,
        stderr,
        service: asked,
      } = await run(['--build', build], {version: inState(state, links), list});
      expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', buildId: 'a', attached: true}});
      expect(asked.writes()).toEqual([]);
      expect(stderr).toBe('Build n-a is already attached; nothing was sent\n');
    },
  );

  it('succeeds if the build is attached already, whether its number or its ID is given', async () => {
    const version = inState('IN_REVIEW', links);
    const byNumber = await run(['--build-number', 'n-a'], {version, list: listing({id: 'a'})});
    expect({code: byNumber.code, writes: byNumber.service.writes()}).toEqual({code: 0, writes: []});
    const byId = await run(['--build', 'a'], {version});
    expect({code: byId.code, result: byId.result}).toEqual({
      code: 0,
      result: {versionId: 'v1', buildId: 'a', attached: true},
    });
  });

  it.each<[string, SampleBuild, string]>([
    ['PREPARE_FOR_SUBMISSION', {id: 'b', string: '9.9'}, 'Build n-b was made for 9.9, the version is 3.4.0.'],
    ['PREPARE_FOR_SUBMISSION', {id: 'b', platform: 'MAC_OS'}, 'Build n-b was made for MAC_OS, the version is for IOS.'],
    ['PREPARE_FOR_SUBMISSION', {id: 'b', expired: true}, 'Build n-b has expired.'],
    ['PREPARE_FOR_SUBMISSION', {id: 'b', state: 'PROCESSING'}, 'Build n-b is still being processed.'],
    ['PREPARE_FOR_SUBMISSION', {id: 'b', audience: 'INTERNAL_ONLY'}, 'Build n-b is for internal testing only.'],
    ['IN_REVIEW', {id: 'b'}, 'Build n-b cannot be attached while the version is in IN_REVIEW.'],
  ])('names, for a version in %s, the rule that the build %j breaks', async (state, sample, words) => {
    const {code, stderr} = await run(['--build', 'b'], {version: inState(state), build: buildReply(sample)});
    expect(code).toBe(5);
    expect(stderr).toContain(`The build could not be added.\n${words}\n`);
  });

  it("does not blame a build's version string that is only spelled differently", async () => {
    const build = buildReply({id: 'b', string: '3.04'});
    const {stderr} = await run(['--build', 'b'], {version: inState('REJECTED'), build});
    expect(stderr).not.toContain('was made for');
  });

  it('suggests --build for a build number that looks like an ID', async () => {
    const {code, stderr} = await run(['--build', '21'], {version: inState('REJECTED')});
    expect(code).toBe(5);
    expect(stderr).toContain("There is no build with the ID '21'.");
    expect(stderr).toContain('Hint: Did you mean --build-number 21?');
    const other = await run(['--build', 'x21'], {version: inState('REJECTED')});
    expect(other.stderr).not.toContain('--build-number');
  });
});
