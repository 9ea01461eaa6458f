import {afterEach, describe, expect, it} from 'vitest';
import {INCLUDES} from '../../src/services/model/version.ts';
import {environment, runTool} from '../support/run.ts';
import {type Answer, json, type Service, startService, wirePage, wireVersion} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

const VIEW = ['versions', 'view', '--version-id', 'v1'];
const one = (type: string, id: string) => ({data: {type, id}});
const resource = (type: string, id: string, attributes = {}) => ({type, id, attributes});

/** Runs `versions view` on a service that answers by path. `more` has answers to requests that follow. */
async function view(
  flags: string[],
  {relationships = {}, included = [] as object[], attributes = {}, more = {} as Record<string, Answer>} = {},
) {
  const version = wireVersion('v1', attributes, {app: one('apps', 'a1'), ...relationships});
  const answers: Record<string, Answer> = {
    '/v1/appStoreVersions/v1': json(200, {
      data: version,
      included: [resource('apps', 'a1'), ...included],
      links: {self: 'x'},
    }),
    ...more,
  };
  service = await startService((request, response) => {
    const answer = answers[request.target.split('?')[0] ?? ''] ?? json(404, {errors: [{title: 'Not found'}]});
    answer(request, response);
  });
  const outcome = await runTool([...VIEW, ...flags], {env: environment(service.url)});
  return {...outcome, result: outcome.stdout.startsWith('{') ? JSON.parse(outcome.stdout) : undefined};
}

const includeOf = (index: number) =>
  new URL(service.requests[index]?.target ?? '', service.url).searchParams.get('include');

describe('versions view', () => {
  it('prints a version as a flat object with the fields of the service', async () => {
    const {result, stdout} = await view([], {
      attributes: {
        copyright: '2026 X',
        releaseType: 'SCHEDULED',
        earliestReleaseDate: '2031-01-01T10:00:00+01:00',
        usesIdfa: null,
      },
    });
    expect(result).toEqual({
      id: 'v1',
      versionString: '1.0.0',
      platform: 'IOS',
      state: 'READY_FOR_SALE',
      createdDate: '2026-03-01T10:00:00.000-0800',
      copyright: '2026 X',
      releaseType: 'SCHEDULED',
      earliestReleaseDate: '2031-01-01T10:00:00+01:00',
    });
    expect(Object.keys(JSON.parse(stdout)).slice(0, 4)).toEqual(['id', 'versionString', 'platform', 'state']);
    expect(service.requests[0]?.target).toBe('/v1/appStoreVersions/v1');
  });

  it('reads a version and its build with one request for --include-build', async () => {
    const {result} = await view(['--include-build'], {
      relationships: {build: one('builds', 'b1')},
      included: [resource('builds', 'b1', {version: '412'})],
    });
    expect(result).toMatchObject({buildId: 'b1', buildVersion: '412'});
    expect(result).not.toHaveProperty('included');
    expect(service.requests).toHaveLength(1);
    expect(includeOf(0)).toBe('build');
  });

  it('prints the ID of a build that the response only links to', async () => {
    const {result} = await view(['--include-build'], {relationships: {build: one('builds', 'b1')}});
    expect(result.buildId).toBe('b1');
    expect(result).not.toHaveProperty('buildVersion');
  });

  it('omits the build fields of a version without a build', async () => {
    const {code, result} = await view(['--include-build', '--include-submission'], {
      more: {'/v1/reviewSubmissions': json(200, wirePage([]))},
    });
    expect(code).toBe(0);
    expect(result).not.toHaveProperty('buildId');
    expect(result).not.toHaveProperty('submissionId');
  });

  it('reads a submission of the older kind in the same request with --include-submission', async () => {
    const {result} = await view(['--include-submission'], {
      relationships: {appStoreVersionSubmission: one('appStoreVersionSubmissions', 's1')},
      included: [resource('appStoreVersionSubmissions', 's1')],
    });
    expect(result.submissionId).toBe('s1');
    expect(service.requests).toHaveLength(1);
  });

  it('reads the open review submission of a version that has no submission of the older kind', async () => {
    const submission = (id: string, version: string, state: string, submittedDate: string) => ({
      ...resource('reviewSubmissions', id, {state, submittedDate}),
      relationships: {appStoreVersionForReview: one('appStoreVersions', version)},
    });
    const submissions = [
      submission('r1', 'other', 'IN_REVIEW', '2026-11-03T00:00:00Z'),
      submission('r2', 'v1', 'COMPLETE', '2026-11-02T00:00:00Z'),
      submission('r3', 'v1', 'WAITING_FOR_REVIEW', '2026-11-01T00:00:00Z'),
    ];
    const {result} = await view(['--include-submission'], {
      more: {'/v1/reviewSubmissions': json(200, wirePage(submissions))},
    });
    expect(result.submissionId).toBe('r3');
    expect(service.requests[1]?.target).toContain('filter[app]=a1&filter[platform]=IOS');
    expect(service.requests).toHaveLength(2);
  });

  it('reads eight of ten includes with one request, and the other two in parallel', async () => {
    const {code, result, stderr} = await view(['--include', INCLUDES.join(',')], {
      relationships: {
        appStoreReviewDetail: one('appStoreReviewDetails', 'd1'),
        gameCenterAppVersion: one('gameCenterAppVersions', 'g1'),
        appStoreVersionExperimentsV2: {data: [{type: 'appStoreVersionExperiments', id: 'e2'}]},
      },
      included: [
        resource('gameCenterAppVersions', 'g1'),
        resource('appStoreVersionExperiments', 'e2', {name: 'Icon'}),
        resource('appStoreReviewDetails', 'd1', {notes: 'hello'}),
        resource('somethingNew', 'n1'),
      ],
      more: {
        '/v1/appStoreVersions/v1/customerReviews': json(
          200,
          wirePage([resource('customerReviews', 'c1', {rating: 5})]),
        ),
        '/v1/apps/a1/appInfos': json(200, {
          ...(wirePage([
            {
              ...resource('appInfos', 'i1', {state: 'PREPARE_FOR_SUBMISSION'}),
              relationships: {ageRatingDeclaration: one('ageRatingDeclarations', 'ar1')},
            },
            {
              ...resource('appInfos', 'i2', {state: 'READY_FOR_DISTRIBUTION'}),
              relationships: {ageRatingDeclaration: one('ageRatingDeclarations', 'ar2')},
            },
          ]) as object),
          included: [
            resource('ageRatingDeclarations', 'ar1'),
            resource('ageRatingDeclarations', 'ar2', {gambling: false}),
          ],
        }),
      },
    });
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(result.included).toEqual([
      {id: 'g1', type: 'gameAppVersions', attributes: {}},
      {id: 'e2', type: 'storeVersionExperiments', attributes: {name: 'Icon'}},
      {id: 'd1', type: 'storeReviewDetails', attributes: {notes: 'hello'}},
      {id: 'c1', type: 'customerReviews', attributes: {rating: 5}},
      {id: 'ar2', type: 'ageRatingDeclarations', attributes: {gambling: false}},
    ]);
    expect(service.lines().sort()).toEqual([
      'GET /v1/appStoreVersions/v1',
      'GET /v1/appStoreVersions/v1/customerReviews',
      'GET /v1/apps/a1/appInfos',
    ]);
    expect(service.requests.find(({target}) => target.includes('customerReviews'))?.target).toContain('limit=200');
  });

  it('includes the age rating prepared for an editable version, not the one that is live', async () => {
    const info = (id: string, state: string, rating: string) => ({
      ...resource('appInfos', id, {state}),
      relationships: {ageRatingDeclaration: one('ageRatingDeclarations', rating)},
    });
    const {result} = await view(['--include', 'ageRatingDeclaration'], {
      attributes: {appStoreState: 'PREPARE_FOR_SUBMISSION'},
      more: {
        '/v1/apps/a1/appInfos': json(200, {
          ...(wirePage([
            info('i2', 'READY_FOR_DISTRIBUTION', 'live'),
            info('i1', 'PREPARE_FOR_SUBMISSION', 'next'),
          ]) as object),
          included: [resource('ageRatingDeclarations', 'live'), resource('ageRatingDeclarations', 'next')],
        }),
      },
    });
    expect(result.included).toEqual([{id: 'next', type: 'ageRatingDeclarations', attributes: {}}]);
  });

  it('requests the age rating without waiting for the customer reviews', async () => {
    let answerReviews = () => {};
    const {code, stderr} = await view(['--include', 'customerReviews,ageRatingDeclaration', '--timeout', '5'], {
      more: {
        '/v1/appStoreVersions/v1/customerReviews': (request, response) => {
          answerReviews = () => json(200, wirePage([]))(request, response);
        },
        '/v1/apps/a1/appInfos': (request, response) => {
          json(200, wirePage([]))(request, response);
          answerReviews();
        },
      },
    });
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
  });

  it.each([['json'], ['table']])('never shows the password of a demo account: %s', async (format) => {
    const {stdout} = await view(['--include', 'storeReviewDetail', '--output', format], {
      relationships: {appStoreReviewDetail: one('appStoreReviewDetails', 'd1')},
      included: [resource('appStoreReviewDetails', 'd1', {demoAccountName: 'ann', demoAccountPassword: 'S3cret!'})],
    });
    expect(stdout).not.toContain('S3cret!');
    expect(stdout).toContain('"demoAccountName":"ann","demoAccountPassword":"[hidden]"');
  });

  it('prints an empty array for an include without records', async () => {
    const {result} = await view(['--include', 'routingAppCoverage']);
    expect(result.included).toEqual([]);
  });

  it('keeps the build of --include-build out of the included records', async () => {
    const {result} = await view(['--include-build', '--include', 'storeReviewDetail'], {
      relationships: {build: one('builds', 'b1')},
      included: [resource('builds', 'b1', {version: '1'})],
    });
    expect(result).toMatchObject({buildId: 'b1', included: []});
  });

  it.each([
    ['customerReviews', '/v1/appStoreVersions/v1/customerReviews'],
    ['ageRatingDeclaration', '/v1/apps/a1/appInfos'],
  ])('fails if --include %s cannot be read, and names the included resource', async (name, path) => {
    const {code, stdout, stderr} = await view(['--include', name], {
      more: {[path]: json(403, {errors: [{title: 'Forbidden'}]})},
    });
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toContain(`${name}: Forbidden`);
  });

  it('refuses an ID from the service that would change the path of a URL', async () => {
    const {code} = await view(['--include', 'ageRatingDeclaration'], {relationships: {app: one('apps', '../../x')}});
    expect(code).toBe(8);
    expect(service.requests).toHaveLength(1);
  });

  it('prints one row per field with --output table', async () => {
    const outcome = await view(['--pretty']);
    expect(outcome.stdout).toContain('{\n  "id": "v1"');
    await service.close();
    service = await startService(json(200, {data: wireVersion('v1'), links: {self: 'x'}}));
    const {stdout} = await runTool([...VIEW, '--output', 'table'], {env: environment(service.url)});
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'Field          Value',
      'id             v1',
      'versionString  1.0.0',
    ]);
  });
});
