import {type AddressInfo, createServer} from 'node:net';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {holdTimeOuts} from '../support/held-time-outs.ts';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, raw, reset, type Service, startService, wirePage, wireVersion} from '../support/service.ts';
import {TempHome} from '../support/temp-home.ts';

let service: Service;
afterEach(() => service.close());

async function against(answers: Answer[], argv: readonly string[], options: RunOptions = {}) {
  service = await startService(...answers);
  const outcome = await runTool(argv, {...options, env: {...environment(service.url), ...options.env}});
  return {...outcome, result: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)};
}

const version = (attributes: Record<string, unknown> = {}) => ({
  data: wireVersion('v1', attributes),
  links: {self: 'x'},
});
const preparing = version({appStoreState: 'PREPARE_FOR_SUBMISSION'});
const approved = version({appStoreState: 'PENDING_DEVELOPER_RELEASE'});
const released = json(201, {data: {type: 'appStoreVersionReleaseRequests', id: 'r1'}, links: {self: 'x'}});
const deleted = raw(204, '');
const notFound = json(404, {errors: [{title: 'Not found'}]});

const CREATE = ['versions', 'create', '--app', '42', '--version', '2.0.0', '--platform', 'IOS'];
const UPDATE = ['versions', 'update', '--version-id', 'v1'];
const DELETE = ['versions', 'delete', '--version-id', 'v1', '--confirm'];
const ATTACH = ['versions', 'attach-build', '--version-id', 'v1', '--build', 'b1'];
const RELEASE = ['versions', 'release', '--version-id', 'v1', '--confirm'];

describe('each write', () => {
  it('creates a version', async () => {
    const {code, result, stderr} = await against(
      [json(201, version({versionString: '2.0.0', appStoreState: 'PREPARE_FOR_SUBMISSION'}))],
      [
        ...CREATE,
        '--copyright',
        '2026 Örnek "Co"',
        '--release-type',
        'scheduled',
        '--earliest-release-date',
        '2031-03-04T10:00:00+0100',
      ],
    );
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(result).toEqual({id: 'v1', versionString: '2.0.0', platform: 'IOS', state: 'PREPARE_FOR_SUBMISSION'});
    expect(service.lines()).toEqual(['POST /v1/appStoreVersions']);
    expect(service.requests[0]?.body).toEqual({
      data: {
        type: 'appStoreVersions',
        attributes: {
          versionString: '2.0.0',
          platform: 'IOS',
          copyright: '2026 Örnek "Co"',
          releaseType: 'SCHEDULED',
          earliestReleaseDate: '2031-03-04T10:00:00+01:00',
        },
        relationships: {app: {data: {type: 'apps', id: '42'}}},
      },
    });
  });

  it('warns about a date in the past, and creates the version anyway', async () => {
    const {code, stderr} = await against(
      [json(201, preparing)],
      [...CREATE, '--earliest-release-date', '2020-01-01T00:00:00Z'],
    );
    expect(code).toBe(0);
    expect(stderr).toContain('is in the past');
  });

  it.each([
    ['v1.1', ' Did you mean 1.1?'],
    ['3,0', ' Did you mean 3.0?'],
    ['1.0-beta', ' Did you mean 1.0?'],
    ['Version 2.4', ' Did you mean 2.4?'],
    ['1.2.3.4', ''],
    ['1. 2', ''],
    ['1..2', ''],
    ['1.2.', ' Did you mean 1.2?'],
    ['latest', ''],
    ['\u0661.\u0662', ''],
  ])('refuses the new version string %j without a request, also in a dry run', async (text, suggestion) => {
    const words = `--version must be one to three whole numbers with dots between them, like 2.1.0.${suggestion}`;
    const ship = ['ship', '--app', '42', '--version', text];
    for (const argv of [
      ['versions', 'create', '--app', '42', '--version', text],
      [...UPDATE, '--version', text],
      ship,
    ]) {
      const {code, stderr} = await against([], [...argv, '--dry-run']);
      expect({code, stderr, sent: service.lines()}).toEqual({
        code: 2,
        stderr: expect.stringContaining(words),
        sent: [],
      });
      await service.close();
    }
  });

  it.each(['3', '24.02.0', ' 1.2 '])('accepts the new version string %j', async (text) => {
    await against([json(200, preparing)], [...UPDATE, '--version', text]);
    expect(service.requests[0]?.body).toMatchObject({data: {attributes: {versionString: text.trim()}}});
  });

  it('updates only the named fields, and clears the copyright with an empty string', async () => {
    const {result} = await against([json(200, preparing)], [...UPDATE, '--copyright', '']);
    expect(result).toMatchObject({id: 'v1', state: 'PREPARE_FOR_SUBMISSION'});
    expect(service.lines()).toEqual(['PATCH /v1/appStoreVersions/v1']);
    expect(service.requests[0]?.body).toEqual({
      data: {type: 'appStoreVersions', id: 'v1', attributes: {copyright: ''}},
    });
  });

  it.each([
    ['MANUAL', {releaseType: 'MANUAL', earliestReleaseDate: null}],
    ['AFTER_APPROVAL', {releaseType: 'AFTER_APPROVAL', earliestReleaseDate: null}],
    ['SCHEDULED', {releaseType: 'SCHEDULED'}],
  ])('sends the release type %s, and clears the date of a type that uses no date', async (type, attributes) => {
    await against([json(200, preparing), json(200, preparing)], [...UPDATE, '--release-type', type]);
    const [patch] = service.requests.filter(({method}) => method === 'PATCH');
    expect(patch?.body).toEqual({data: {type: 'appStoreVersions', id: 'v1', attributes}});
  });

  const PAST = ['--release-type', 'SCHEDULED', '--earliest-release-date', '2020-01-01T00:00:00Z'];
  const AT_ONCE = /Warning: .*1\.0.* is approved: this change releases it at once, and a release cannot be undone/;
  const pending = (attributes: object) =>
    version({appStoreState: 'PENDING_DEVELOPER_RELEASE', versionString: '1.0', ...attributes});
  const scheduled = pending({releaseType: 'SCHEDULED', earliestReleaseDate: '2031-01-01T00:00:00Z'});

  it.each([
    ['a release after approval', ['--release-type', 'AFTER_APPROVAL'], scheduled],
    ['a date in the past', PAST.slice(2), scheduled],
    ['a schedule with a date in the past', PAST, pending({releaseType: 'MANUAL'})],
    ['a schedule without a date', PAST.slice(0, 2), pending({releaseType: 'MANUAL'})],
    [
      'a schedule whose date is past',
      PAST.slice(0, 2),
      pending({releaseType: 'MANUAL', earliestReleaseDate: '2020-01-01T00:00:00Z'}),
    ],
  ])(
    'warns that an approved version is released at once by %s, in an update and in its dry run',
    async (_, flags, was) => {
      const sent = await against([json(200, was), json(200, was)], [...UPDATE, ...flags]);
      expect(sent).toMatchObject({code: 0, stderr: expect.stringMatching(AT_ONCE)});
      await service.close();
      const planned = await against([json(200, was)], [...UPDATE, ...flags, '--dry-run']);
      expect(planned).toMatchObject({code: 0, stderr: expect.stringMatching(AT_ONCE)});
      expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1']);
    },
  );

  it.each([
    ['created', CREATE, preparing, 1],
    ['updated', UPDATE, preparing, 1],
    ['updated, and has a date', UPDATE, version({earliestReleaseDate: '2031-01-01T00:00:00Z'}), 0],
  ])('warns once about a scheduled release only if there is no date: a version is %s', async (_, argv, was, count) => {
    const {code, stderr} = await against([json(200, was), json(200, was)], [...argv, '--release-type', 'SCHEDULED']);
    expect(code).toBe(0);
    expect(stderr.split('Warning: The release is scheduled without a date\n')).toHaveLength(count + 1);
  });

  it.each([
    ['a version that is not approved', ['--release-type', 'AFTER_APPROVAL'], preparing],
    ['a date that a version released by hand ignores', PAST.slice(2), pending({releaseType: 'MANUAL'})],
  ])('prints no release warning for %s', async (_, flags, was) => {
    const {stderr} = await against([json(200, was), json(200, was)], [...UPDATE, ...flags]);
    expect(stderr).not.toMatch(AT_ONCE);
  });

  it('reads the state before a deletion', async () => {
    const {result} = await against([json(200, preparing), deleted], DELETE);
    expect(result).toEqual({versionId: 'v1', deleted: true});
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', 'DELETE /v1/appStoreVersions/v1']);
  });

  it('attaches a build with one request', async () => {
    const {result} = await against([deleted], ATTACH);
    expect(result).toEqual({versionId: 'v1', buildId: 'b1', attached: true});
    expect(service.lines()).toEqual(['PATCH /v1/appStoreVersions/v1/relationships/build']);
    expect(service.requests[0]?.body).toEqual({data: {type: 'builds', id: 'b1'}});
  });

  it('reads the state before requesting the release', async () => {
    const {result} = await against([json(200, approved), released], RELEASE);
    expect(result).toEqual({releaseRequestId: 'r1', versionId: 'v1'});
    expect(service.requests[1]?.body).toEqual({
      data: {
        type: 'appStoreVersionReleaseRequests',
        relationships: {appStoreVersion: {data: {type: 'appStoreVersions', id: 'v1'}}},
      },
    });
  });

  it.each([true, false])(
    'says after versions release how to pause a phased release that the response includes (%s)',
    async (isAlong) => {
      const phased = {
        ...approved,
        data: {
          ...approved.data,
          relationships: {appStoreVersionPhasedRelease: {data: {type: 'appStoreVersionPhasedReleases', id: 'p1'}}},
        },
        included: isAlong
          ? [{type: 'appStoreVersionPhasedReleases', id: 'p1', attributes: {phasedReleaseState: 'INACTIVE'}}]
          : undefined,
      };
      const {code, result, stderr} = await against([json(200, phased), released], RELEASE);
      expect({code, result}).toEqual({code: 0, result: {releaseRequestId: 'r1', versionId: 'v1'}});
      expect(stderr).toContain('released in phases');
      expect(stderr).toContain('tool phased-release pause --version-id v1');
    },
  );

  it.each([
    [DELETE, approved, 'PENDING_DEVELOPER_RELEASE: only a version in PREPARE_FOR_SUBMISSION can be deleted'],
    [RELEASE, preparing, 'PREPARE_FOR_SUBMISSION: only a version in PENDING_DEVELOPER_RELEASE can be released'],
  ])('exits with 5 for %j in the wrong state, and writes nothing', async (argv, document, message) => {
    const {code, stdout, stderr} = await against([json(200, document)], argv);
    expect({code, stdout}).toEqual({code: 5, stdout: ''});
    expect(stderr).toContain(message);
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1']);
  });

  const holder = json(200, {
    data: [wireVersion('v2', {versionString: '1.9', platform: 'IOS', appStoreState: 'REJECTED'})],
    links: {self: 'x'},
  });
  it('suggests renaming the version in preparation that prevents a new version', async () => {
    const errors = [{title: 'A', detail: 'not in this state', source: {pointer: '/data/relationships/app'}}];
    const {stderr} = await against([json(409, {errors}), holder], CREATE);
    const [cause, look, ...more] = stderr.split('\n');
    expect([cause, look]).toEqual([
      'Error: Version 1.9 of the same platform is in REJECTED',
      '  Look at it: tool versions view --version-id v2',
    ]);
    expect(more).toContain('  Rename it: tool versions update --version-id v2 --version 2.0.0');
    expect(more).toContain('A: not in this state (/data/relationships/app)');
  });

  it('does not suggest deleting or renaming another version if only the version string is refused', async () => {
    const errors = [{title: 'A', detail: 'is too low', source: {pointer: '/data/attributes/versionString'}}];
    const {stderr} = await against([json(409, {errors}), holder], CREATE);
    expect(stderr).not.toMatch(/(?:Rename|Delete|Look at) it/);
  });

  it('prints both errors of a duplicate version, and suggests a fix', async () => {
    const errors = [
      {title: 'A', detail: 'not in this state', source: {pointer: '/data/relationships/app'}},
      {title: 'B', detail: 'used before', source: {pointer: '/data/attributes/versionString'}},
    ];
    const {code, stderr} = await against([json(409, {errors})], CREATE);
    expect(code).toBe(5);
    expect(stderr).toContain('A: not in this state (/data/relationships/app)');
    expect(stderr).toContain('B: used before (/data/attributes/versionString)');
    expect(service.lines()).toEqual(['POST /v1/appStoreVersions', 'GET /v1/apps/42/appStoreVersions']);
  });

  it('sends a write again only after a 429', async () => {
    const {code, waits} = await against([json(429, {}), json(201, preparing)], CREATE);
    expect({code, waits}).toEqual({code: 0, waits: [500]});
    expect(service.lines()).toEqual(['POST /v1/appStoreVersions', 'POST /v1/appStoreVersions']);
  });
});

it.each([409, 422])('advises changing a value that the service refuses with %i', async (status) => {
  const code = 'ENTITY_ERROR.ATTRIBUTE.INVALID';
  const refused = {code, title: 'Invalid value', source: {pointer: '/data/attributes/copyright'}};
  const {stderr} = await against([json(status, {errors: [refused]})], [...UPDATE, '--copyright', '☠']);
  expect(stderr).toContain('Hint: Change the value: the service refuses it as it is.');
  expect(stderr).not.toContain('again');
});

describe('create --if-exists', () => {
  const there = (state: string) =>
    json(200, wirePage([wireVersion('old', {versionString: '2.0.0', appStoreState: state})]));
  const none = json(200, wirePage([]));
  const duplicate = json(409, {errors: [{title: 'B', source: {pointer: '/data/attributes/versionString'}}]});
  const made = json(201, version({versionString: '2.0.0'}));

  it('returns the existing version with --if-exists skip', async () => {
    const {code, result} = await against([there('READY_FOR_SALE')], [...CREATE, '--if-exists', 'skip']);
    expect({code, result}).toEqual({
      code: 0,
      result: {id: 'old', versionString: '2.0.0', platform: 'IOS', state: 'READY_FOR_SALE', existed: true},
    });
    expect(service.lines()).toEqual(['GET /v1/apps/42/appStoreVersions']);
  });

  it.each(['skip', 'update'])('creates the version with %s if it does not exist', async (how) => {
    const {code, result} = await against([none, made], [...CREATE, '--if-exists', how]);
    expect(code).toBe(0);
    expect(result).not.toHaveProperty('existed');
    expect(service.lines()).toEqual(['GET /v1/apps/42/appStoreVersions', 'POST /v1/appStoreVersions']);
  });

  it("returns another run's new version with --if-exists skip", async () => {
    const {code, result} = await against(
      [none, duplicate, there('PREPARE_FOR_SUBMISSION')],
      [...CREATE, '--if-exists', 'skip'],
    );
    expect({code, result}).toMatchObject({code: 0, result: {id: 'old', existed: true}});
  });

  it('exits as interrupted if a signal comes while --if-exists skip reads after a refusal', async () => {
    const controller = new AbortController();
    const interrupt: Answer = () =>
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGTERM'}}));
    const {signal} = controller;
    const {code} = await against([none, duplicate, interrupt], [...CREATE, '--if-exists', 'skip'], {signal});
    expect(code).toBe(143);
  });

  it('reports a refusal despite --if-exists skip if the version does not exist', async () => {
    expect((await against([none, duplicate, none], [...CREATE, '--if-exists', 'skip'])).code).toBe(5);
  });

  it('updates with --if-exists update only if flags name a change, and otherwise sends no write', async () => {
    const changed = json(200, version({copyright: 'x'}));
    const given = [...CREATE, '--if-exists', 'update', '--copyright', 'x'];
    const {result} = await against([there('REJECTED'), changed], given);
    expect(result).toMatchObject({id: 'v1', existed: true});
    expect(service.requests[1]).toMatchObject({
      method: 'PATCH',
      target: '/v1/appStoreVersions/old',
      body: {data: {id: 'old', attributes: {copyright: 'x'}}},
    });
    await service.close();
    const same = await against([there('READY_FOR_SALE')], [...CREATE, '--if-exists', 'update']);
    expect(same).toMatchObject({code: 0, result: {existed: true}});
    expect(service.requests).toHaveLength(1);
  });

  it('exits with 5 for --if-exists update if the version is not editable', async () => {
    const given = [...CREATE, '--if-exists', 'update', '--copyright', 'x'];
    const {code, stderr} = await against([there('IN_REVIEW')], given);
    expect(code).toBe(5);
    expect(stderr).toContain('Version 2.0.0 already exists, in IN_REVIEW');
    expect(stderr).toContain('Nothing was sent.');
  });

  it('looks up only the blocking version with --if-exists fail, the default', async () => {
    expect((await against([duplicate], [...CREATE, '--if-exists', 'fail'])).code).toBe(5);
    expect(service.lines()).toEqual(['POST /v1/appStoreVersions', 'GET /v1/apps/42/appStoreVersions']);
    expect(service.requests[1]?.target).toContain('filter[platform]=IOS&filter[appStoreState]=PREPARE_FOR_SUBMISSION');
  });
});

describe('a write that is not sent', () => {
  it.each([
    ['delete', DELETE],
    ['release', RELEASE],
  ])('sends no %s if the GET before it is refused', async (_, argv) => {
    const {code, stderr} = await against([notFound], argv);
    expect(code).toBe(4);
    expect(stderr).toContain('Nothing was sent.');
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1']);
  });

  it.each([
    ['delete', DELETE],
    ['release', RELEASE],
  ])('sends no %s if the GET before it is interrupted', async (_, argv) => {
    const controller = new AbortController();
    const interrupt: Answer = () =>
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const {code, stderr} = await against([interrupt], argv, {signal: controller.signal});
    expect(code).toBe(130);
    expect(stderr).toBe('Error: Interrupted\nNothing was sent.\n');
  });

  it('creates nothing if no app has the bundle ID', async () => {
    const {code, stderr} = await against(
      [json(200, wirePage([]))],
      [...CREATE.slice(0, 3), 'com.x', ...CREATE.slice(4)],
    );
    expect(code).toBe(4);
    expect(stderr).toContain('Nothing was sent.');
  });

  it('suggests the command that shows the version if its state forbids the write', async () => {
    const {stderr} = await against([json(200, approved)], DELETE);
    expect(stderr).toContain('Nothing was sent.');
    expect(stderr).toContain('Hint: To check, run: tool versions view --version-id v1');
  });
});

describe('a write whose answer is lost', () => {
  const writes = () => service.lines().filter((line) => !line.startsWith('GET'));
  let endTime: () => void;
  beforeEach(() => {
    endTime = holdTimeOuts();
  });
  const lost: [string, Answer][] = [
    ['500', raw(500, '')],
    ['a reset', reset],
    ['a time-out', () => endTime()],
    ['an answer that cannot be read', raw(201, '<html>')],
  ];

  it.each(lost)('succeeds with a note after %s if the created version is found', async (_, answer) => {
    const made = wireVersion('v9', {
      versionString: '2.0.0',
      appStoreState: 'PREPARE_FOR_SUBMISSION',
      createdDate: new Date().toISOString(),
    });
    const {code, result, stderr} = await against([answer, json(200, wirePage([made]))], CREATE);
    expect({code, id: result?.id}).toEqual({code: 0, id: 'v9'});
    expect(stderr).toContain('a check shows that there is a version 2.0.0 for IOS');
    expect(writes()).toEqual(['POST /v1/appStoreVersions']);
  });

  it.each(lost)('reports an unknown outcome after %s if the created version is not found', async (name, answer) => {
    const {code, stdout, stderr} = await against([answer, json(200, wirePage([]))], CREATE);
    expect({code, stdout}).toEqual({code: ['500', 'an answer that cannot be read'].includes(name) ? 8 : 7, stdout: ''});
    expect(stderr).toContain('outcome is unknown');
    expect(stderr).toContain('there is no version 2.0.0 for IOS');
    expect(stderr).toContain('tool versions list --app 42 --version 2.0.0 --platform IOS');
    expect(writes()).toHaveLength(1);
  });

  it('does not mistake an older version with an equal version string for the new version', async () => {
    const {code, stderr} = await against(
      [reset, json(200, wirePage([wireVersion('old', {versionString: '2.0.0'})]))],
      CREATE,
    );
    expect(code).toBe(7);
    expect(stderr).toContain('(old) already existed');
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['an early date does not matter', {createdDate: '2020-03-01T10:00:00Z'}, 0, ''],
    ['a version under review is not ours', {appStoreState: 'IN_REVIEW'}, 8, '(v9) already existed, in IN_REVIEW'],
    [
      'a version with another copyright is not ours',
      {copyright: 'y'},
      8,
      '(v9) exists, but with a different copyright',
    ],
  ])(
    'decides after a lost answer whether the version found is from this run: %s',
    async (_, attributes, exit, words) => {
      const there = wireVersion('v9', {
        versionString: '2.0.0',
        appStoreState: 'PREPARE_FOR_SUBMISSION',
        createdDate: new Date().toISOString(),
        copyright: 'x',
        ...attributes,
      });
      const {code, stderr} = await against(
        [raw(500, ''), json(200, wirePage([there]))],
        [...CREATE, '--copyright', 'x'],
      );
      expect(code).toBe(exit);
      expect(stderr).toContain(words);
      expect(service.requests[1]?.target).toMatch(
        /fields\[appStoreVersions\]=[^&]*releaseType,earliestReleaseDate,copyright/,
      );
      expect(writes()).toHaveLength(1);
    },
  );

  it('reads the version to tell whether a lost update took effect', async () => {
    const argv = [
      ...UPDATE,
      '--copyright',
      'new',
      '--release-type',
      'SCHEDULED',
      '--earliest-release-date',
      '2031-01-01T10:00:00+01:00',
    ];
    const after = version({
      copyright: 'new',
      releaseType: 'SCHEDULED',
      earliestReleaseDate: '2031-01-01T01:00:00-08:00',
    });
    expect((await against([reset, json(200, after)], argv)).code).toBe(0);
    await service.close();
    const {code, stderr} = await against([reset, json(200, version({copyright: 'old'}))], argv);
    expect(code).toBe(7);
    expect(stderr).toContain('it does not have the new copyright, release type, earliest release date');
    expect(writes()).toHaveLength(1);
  });

  it('reads the version to tell whether a lost deletion took effect', async () => {
    expect((await against([json(200, preparing), reset, notFound], DELETE)).result).toEqual({
      versionId: 'v1',
      deleted: true,
    });
    await service.close();
    const {code, stderr} = await against([json(200, preparing), raw(502, ''), json(200, preparing)], DELETE);
    expect(code).toBe(8);
    expect(stderr).toContain('the version is still there, in PREPARE_FOR_SUBMISSION');
    expect(writes()).toHaveLength(1);
  });

  it('reads which build is attached if the answer to an attachment was lost', async () => {
    const link = (id: string) => json(200, {data: {type: 'builds', id}, links: {self: 'x'}});
    const build = {
      data: {type: 'builds', id: 'b1', attributes: {version: '21'}, links: {self: 'x'}},
      links: {self: 'x'},
    };
    expect((await against([reset, link('b1'), json(200, build)], ATTACH)).stderr).toContain('build 21 is attached');
    await service.close();
    const {code, stderr} = await against([reset, link('b0')], ATTACH);
    expect(code).toBe(7);
    expect(stderr).toContain('another build is attached: b0');
  });

  it.each([
    ['delete', DELETE, [json(200, preparing)], json(200, preparing)],
    ['attach-build', ATTACH, [], notFound],
  ])('reports an unknown outcome for %s if the response is not from the service', async (_, argv, reads, after) => {
    const {code, stdout, stderr} = await against([...reads, raw(200, '<html>Sign in</html>'), after], argv);
    expect({code, stdout}).toEqual({code: 8, stdout: ''});
    expect(stderr).toContain('invalid response: it is not JSON\nThe outcome is unknown.');
    expect(writes()).toHaveLength(1);
  });

  it.each([
    [
      'PROCESSING_FOR_APP_STORE',
      'Error: Version 1.0.0 is already being released: processing\nIt is in PROCESSING_FOR_APP_STORE.\n',
    ],
    [
      'READY_FOR_SALE',
      'Error: Version 1.0.0 was already released\nIt is in READY_FOR_SALE.\nHint: To check, run: tool versions view --version-id v1',
    ],
    ['PENDING_DEVELOPER_RELEASE', 'Error: Not now: A version in the state PROCESSING_FOR_APP_STORE cannot'],
  ])('reports the state of the version if its release is refused: %s', async (state, words) => {
    const detail = 'A version in the state PROCESSING_FOR_APP_STORE cannot be released: processing';
    const refused = json(409, {errors: [{status: '409', code: 'STATE_ERROR', title: 'Not now', detail}]});
    const now = json(200, version({appStoreState: state}));
    const {code, stderr} = await against([json(200, approved), refused, now], RELEASE);
    expect(code).toBe(5);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('The build is still being processed');
    expect(writes()).toHaveLength(1);
  });

  it('reports that a version withdrawn before the write was not released', async () => {
    const back = version({appStoreState: 'DEVELOPER_REJECTED'});
    const {code, stderr} = await against([json(200, approved), reset, json(200, back)], RELEASE);
    expect(code).toBe(7);
    expect(stderr).toContain(
      'The outcome is unknown. A check just now found that the version is in DEVELOPER_REJECTED',
    );
    expect(stderr).not.toMatch(/was released|may still take effect/);
  });

  it('exits with 0 if a read after a lost answer shows the release, and prints null as the release request ID', async () => {
    const moved = version({appStoreState: 'PROCESSING_FOR_APP_STORE'});
    const {code, result, stderr} = await against([json(200, approved), reset, json(200, moved)], RELEASE);
    expect({code, result}).toEqual({code: 0, result: {releaseRequestId: null, versionId: 'v1'}});
    expect(stderr).toContain('The answer was lost; a check shows that the version is being released\n');
    expect(writes()).toHaveLength(1);
  });

  it('reports an unknown outcome if the read after the write fails too', async () => {
    const {code, stderr} = await against([reset, notFound], CREATE);
    expect(code).toBe(7);
    expect(stderr).toContain('may or may not have carried it out (create version 2.0.0 for IOS)');
  });

  it('says after an interruption while connecting that nothing was sent', async () => {
    const controller = new AbortController();
    const interrupt = () => controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const speechless = createServer(interrupt);
    await new Promise<void>((resolve) => speechless.listen(0, '127.0.0.1', resolve));
    const {port} = speechless.address() as AddressInfo;
    const {code, stderr} = await runTool(CREATE, {
      env: environment(`https://127.0.0.1:${port}`),
      signal: controller.signal,
    });
    speechless.close();
    expect({code, stderr}).toEqual({code: 130, stderr: 'Error: Interrupted\nNothing was sent.\n'});
  });

  it('reports an unknown outcome after an interruption, and reads nothing', async () => {
    const controller = new AbortController();
    const interrupt: Answer = () =>
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGTERM'}}));
    const {code, stderr} = await against([interrupt], CREATE, {signal: controller.signal});
    expect(code).toBe(143);
    expect(stderr).toContain('outcome is unknown');
    expect(stderr).toContain('tool versions list --app 42');
    expect(service.requests).toHaveLength(1);
  });

  it('exits as interrupted if the read after a lost answer is interrupted', async () => {
    const controller = new AbortController();
    const interrupt: Answer = () =>
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const {code, stderr} = await against([reset, interrupt], CREATE, {signal: controller.signal});
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Error: Interrupted after POST \/v1\/appStoreVersions: .* closed the connection/);
    expect(stderr).toContain('may or may not have carried it out (create version 2.0.0 for IOS)');
    expect(stderr).toContain('tool versions list --app 42');
    expect(writes()).toHaveLength(1);
  });

  it('suggests a check command with the profile of the write', async () => {
    service = await startService(reset, json(200, wirePage([])));
    const home = new TempHome();
    const profile = {name: 'B', key_id: 'K', issuer_id: 'I', private_key_path: home.keyPath};
    home.writeConfig({profiles: [profile]});
    const env = {TOOL_API_URL: service.url};
    const {stderr} = await home.run([...CREATE, '--profile', 'B'], {env});
    expect(stderr).toContain('tool versions list --app 42 --version 2.0.0 --platform IOS --profile B');
    home.remove();
  });

  it('says that nothing was sent if the connection is refused', async () => {
    service = await startService();
    await service.close();
    const {code, stderr} = await runTool(CREATE, {env: environment(service.url)});
    expect(code).toBe(7);
    expect(stderr).toContain('Nothing was sent.');
    expect(stderr).not.toContain('unknown');
  });
});
