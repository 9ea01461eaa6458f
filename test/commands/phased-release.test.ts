import {afterEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, reset, type Service, silent, startService} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

interface State {
  state: string;
  /** The attributes of the phased release. */
  phased?: Record<string, unknown>;
  /** The states of the app's other versions on the same platform. */
  others?: string[];
  /**
   * The version links the phased release, but its response does not include it. With `gone`, the phased release does
   * not exist.
   */
  isApart?: boolean | 'gone';
  /**
   * The fate of the write. `done`: it is applied and the answer is lost. `undone`: it does not arrive. `silent`: it is
   * applied and there is no answer.
   */
  lost?: 'done' | 'undone' | 'silent';
  /**
   * The status with which the write is refused. The service still makes the change, as if someone else had been faster.
   */
  refusal?: number;
  onWrite?(): void;
}

const ID = 'p1';
const PATH = '/v1/appStoreVersionPhasedReleases';

/** Starts a service with the version `v1`, and applies writes to its phased release. */
async function start({
  state,
  phased,
  others = ['REPLACED_WITH_NEW_VERSION'],
  isApart,
  lost,
  refusal,
  onWrite,
}: State): Promise<Service> {
  let attributes = phased;
  const version = (id: string, appStoreState: string) => ({
    type: 'appStoreVersions',
    id,
    attributes: {versionString: '3.4.0', platform: 'IOS', appStoreState},
    relationships: {
      app: {data: {type: 'apps', id: '42'}},
      ...(id === 'v1' && attributes
        ? {appStoreVersionPhasedRelease: {data: {type: 'appStoreVersionPhasedReleases', id: ID}}}
        : {}),
    },
  });
  const resource = () => ({type: 'appStoreVersionPhasedReleases', id: ID, attributes});
  return startService((request, response) => {
    const {method, target, body} = request;
    const answer = (status: number, document: unknown): Answer => json(status, document);
    const given = () => (body as {data: {attributes: Record<string, unknown>}}).data.attributes;
    let reply: Answer;
    if (method === 'GET' && target.startsWith('/v1/apps')) {
      const all = [version('v1', state), ...others.map((other, index) => version(`o${index}`, other))];
      const states = /filter\[appStoreState\]=([^&]*)/.exec(target)?.[1]?.split(',');
      const found = all.filter(({attributes}) => states?.includes(attributes.appStoreState));
      reply = answer(200, {data: found.slice(0, 2), links: {}});
    } else if (method === 'GET' && target.startsWith('/v1/appStoreVersions/v1/appStoreVersionPhasedRelease')) {
      reply =
        isApart === 'gone' ? answer(404, {errors: [{title: 'Gone'}]}) : answer(200, {data: resource(), links: {}});
    } else if (method === 'GET') {
      const included = attributes && !isApart ? [resource()] : [];
      reply = answer(200, {data: version('v1', state), included, links: {}});
    } else {
      if (lost !== 'undone') attributes = method === 'DELETE' ? undefined : {...attributes, ...given()};
      reply =
        method === 'DELETE'
          ? (_, out) => out.writeHead(204).end()
          : answer(method === 'POST' ? 201 : 200, {data: resource()});
      if (lost) reply = lost === 'silent' ? silent : reset;
      if (refusal) reply = answer(refusal, {errors: [{code: 'STATE_ERROR', title: 'Refused'}]});
      onWrite?.();
    }
    reply(request, response);
  });
}

async function phasedRelease(world: State, argv: readonly string[], {env = {}, ...more}: RunOptions = {}) {
  service = await start(world);
  const [name = '', ...flags] = argv;
  const outcome = await runTool(['phased-release', name, '--version-id', 'v1', ...flags], {
    ...more,
    env: {...environment(service.url), ...env},
  });
  const writes = service.requests.filter(({method}) => method !== 'GET');
  return {...outcome, writes, result: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)};
}

const LIVE = 'READY_FOR_SALE';
const EDITED = 'PREPARE_FOR_SUBMISSION';
const active = (currentDayNumber: number, more = {}) => ({phasedReleaseState: 'ACTIVE', currentDayNumber, ...more});
const inactive = {phasedReleaseState: 'INACTIVE'};

describe('a linked phased release that the response lacks', () => {
  const APART = 'GET /v1/appStoreVersions/v1/appStoreVersionPhasedRelease';

  it('reads a linked phased release separately if the response lacks it', async () => {
    const {code, result} = await phasedRelease({state: LIVE, phased: active(3), isApart: true}, ['view']);
    expect({code, state: result.state, day: result.day}).toEqual({code: 0, state: 'ACTIVE', day: 3});
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', APART]);
  });

  it('reports no phased release if it was deleted between two reads', async () => {
    const {code, result} = await phasedRelease({state: EDITED, phased: inactive, isApart: 'gone'}, ['view']);
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', state: null}});
  });

  it('pauses a phased release that the response links but does not include', async () => {
    const {code, result} = await phasedRelease({state: LIVE, phased: active(3), isApart: true}, ['pause']);
    expect({code, state: result.state}).toEqual({code: 0, state: 'PAUSED'});
  });

  it('creates no second phased release if the response links the first but does not include it', async () => {
    const {code, result, writes} = await phasedRelease({state: EDITED, phased: inactive, isApart: true}, ['enable']);
    expect({code, state: result.state, writes}).toEqual({code: 0, state: 'INACTIVE', writes: []});
  });
});

describe('phased-release view', () => {
  it.each([
    [
      active(3, {totalPauseDuration: 4, startDate: '2026-03-01T10:00:00Z'}),
      'ACTIVE',
      3,
      5,
      4,
      '2026-03-01T10:00:00Z',
      10,
    ],
    [active(1), 'ACTIVE', 1, 1, 0, null, 2],
    [active(6), 'ACTIVE', 6, 50, 0, null, 100],
    [active(7), 'ACTIVE', 7, 100, 0, null, null],
    [active(9), 'ACTIVE', 9, null, 0, null, null],
    [{phasedReleaseState: 'PAUSED', currentDayNumber: 5}, 'PAUSED', 5, 20, 0, null, 50],
    [{phasedReleaseState: 'COMPLETE', currentDayNumber: 3}, 'COMPLETE', 3, 100, 0, null, null],
    [inactive, 'INACTIVE', null, null, 0, null, 1],
  ])(
    'prints state, day and percentages of the phased release %j',
    async (phased, state, day, percent, pausedDays, startDate, nextPercent) => {
      const {code, result} = await phasedRelease({state: LIVE, phased}, ['view']);
      expect({code, result}).toEqual({
        code: 0,
        result: {versionId: 'v1', state, day, percent, pausedDays, startDate, nextPercent},
      });
      expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1']);
    },
  );

  it('prints the state null for a version without a phased release', async () => {
    const {code, result} = await phasedRelease({state: LIVE}, ['view']);
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', state: null}});
  });

  it('prints a phased release as a table', async () => {
    service = await start({state: LIVE, phased: active(7)});
    const argv = ['phased-release', 'view', '--version-id', 'v1', '--output', 'table'];
    const {stdout} = await runTool(argv, {env: environment(service.url)});
    expect(stdout.split('\n').map((line) => line.split(/\s+/))).toEqual([
      ['Field', 'Value'],
      ['versionId', 'v1'],
      ['state', 'ACTIVE'],
      ['day', '7'],
      ['percent', '100'],
      ['pausedDays', '0'],
      [''],
    ]);
  });
});

describe('phased-release changes', () => {
  it.each([
    ['pause', active(3), 'PAUSED'],
    ['resume', {phasedReleaseState: 'PAUSED', currentDayNumber: 3}, 'ACTIVE'],
    ['complete', active(3), 'COMPLETE'],
    ['complete', {phasedReleaseState: 'PAUSED', currentDayNumber: 3}, 'COMPLETE'],
  ])('performs phased-release %s of %j with one PATCH after one GET', async (name, phased, to) => {
    const flags = name === 'complete' ? ['--confirm'] : [];
    const {code, result, writes} = await phasedRelease({state: LIVE, phased}, [name, ...flags]);
    expect({code, result}).toMatchObject({code: 0, result: {versionId: 'v1', state: to, day: 3}});
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', `PATCH ${PATH}/${ID}`]);
    expect(writes[0]?.body).toEqual({
      data: {type: 'appStoreVersionPhasedReleases', id: ID, attributes: {phasedReleaseState: to}},
    });
  });

  it('creates an inactive phased release with phased-release enable', async () => {
    const {code, result, writes} = await phasedRelease({state: EDITED}, ['enable']);
    expect({code, result}).toMatchObject({code: 0, result: {state: 'INACTIVE', day: null, percent: null}});
    expect(service.lines()).toEqual([
      'GET /v1/appStoreVersions/v1',
      'GET /v1/apps/42/appStoreVersions',
      `POST ${PATH}`,
    ]);
    expect(writes[0]?.body).toEqual({
      data: {
        type: 'appStoreVersionPhasedReleases',
        attributes: {phasedReleaseState: 'INACTIVE'},
        relationships: {appStoreVersion: {data: {type: 'appStoreVersions', id: 'v1'}}},
      },
    });
  });

  it('removes the phased release with phased-release disable', async () => {
    const {code, result} = await phasedRelease({state: 'PENDING_DEVELOPER_RELEASE', phased: inactive}, [
      'disable',
      '--confirm',
    ]);
    expect({code, result}).toEqual({code: 0, result: {versionId: 'v1', state: null}});
    expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', `DELETE ${PATH}/${ID}`]);
  });
});

describe('a phased release that is already in the requested state', () => {
  it.each([
    ['pause', {phasedReleaseState: 'PAUSED'}, LIVE],
    ['resume', active(2), LIVE],
    ['complete', {phasedReleaseState: 'COMPLETE'}, LIVE],
    ['complete', {phasedReleaseState: 'COMPLETE'}, 'REPLACED_WITH_NEW_VERSION'],
    ['enable', inactive, EDITED],
    ['enable', active(2), LIVE],
    ['disable', undefined, EDITED],
  ])('succeeds for phased-release %s of %j in the state %s, and writes nothing', async (name, phased, state) => {
    const flags = ['complete', 'disable'].includes(name) ? ['--confirm'] : [];
    const {code, writes} = await phasedRelease({state, phased}, [name, ...flags]);
    expect(code).toBe(0);
    expect(writes).toEqual([]);
    expect(service.requests).toHaveLength(1);
  });
});

it.each([
  ['pause', active(3), LIVE, 409, 'PAUSED'],
  ['enable', undefined, EDITED, 409, 'INACTIVE'],
  ['disable', inactive, EDITED, 409, null],
  ['disable', inactive, EDITED, 404, null],
])(
  'succeeds if phased-release %s is refused because someone else was first',
  async (name, phased, state, refusal, to) => {
    const flags = name === 'disable' ? ['--confirm'] : [];
    const {code, result, writes} = await phasedRelease({state, phased, refusal}, [name, ...flags]);
    expect({code, result, writes: writes.length}).toMatchObject({code: 0, result: {state: to}, writes: 1});
  },
);

describe('a phased release at the wrong time', () => {
  it.each([
    ['pause', inactive, 'WAITING_FOR_REVIEW', 'is in WAITING_FOR_REVIEW: its phased release can be paused once'],
    ['pause', active(1), EDITED, 'is in PREPARE_FOR_SUBMISSION'],
    [
      'pause',
      {phasedReleaseState: 'COMPLETE'},
      LIVE,
      'the roll-out is complete, so there is nothing to pause\nNothing was sent.\nHint: To check, run: tool phased',
    ],
    [
      'pause',
      {phasedReleaseState: 'ACTIVE'},
      'REPLACED_WITH_NEW_VERSION',
      'is in REPLACED_WITH_NEW_VERSION: its roll-out is over',
    ],
    ['pause', undefined, LIVE, 'is in READY_FOR_SALE and has no phased release that could be paused'],
    ['resume', {phasedReleaseState: 'COMPLETE'}, LIVE, 'the roll-out is complete, so there is nothing to resume\n'],
    [
      'complete',
      {phasedReleaseState: 'SOMETHING\u001b'},
      LIVE,
      'cannot have its roll-out completed: it is SOMETHING\\x1b',
    ],
    ['enable', undefined, LIVE, 'is in READY_FOR_SALE: a phased release can only be set up before the release'],
    ['enable', undefined, 'PROCESSING_FOR_APP_STORE', 'is in PROCESSING_FOR_APP_STORE'],
    ['disable', active(2), LIVE, 'can no longer be disabled'],
  ])('refuses phased-release %s of %j in the state %s, and exits with 5', async (name, phased, state, words) => {
    const flags = ['complete', 'disable'].includes(name) ? ['--confirm'] : [];
    const {code, stdout, stderr, writes} = await phasedRelease({state, phased}, [name, ...flags]);
    expect({code, stdout, writes}).toEqual({code: 5, stdout: '', writes: []});
    expect(stderr).toContain(words);
    expect(service.requests).toHaveLength(1);
  });

  it('refuses a phased release for a first version', async () => {
    const {code, stderr, writes} = await phasedRelease({state: EDITED, others: ['REJECTED']}, ['enable']);
    expect({code, writes}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('is the first version: only an update can be released in phases');
  });
});

it('enables a phased release for an app with more versions than one response lists', async () => {
  const others = [...Array.from({length: 60}, () => 'REJECTED'), 'REPLACED_WITH_NEW_VERSION'];
  const {code, writes} = await phasedRelease({state: EDITED, others}, ['enable']);
  expect({code, writes: writes.length}).toEqual({code: 0, writes: 1});
});

it("sends nothing in phased-release enable if the app's earlier versions cannot be read, and says so", async () => {
  const version = {
    type: 'appStoreVersions',
    id: 'v1',
    attributes: {platform: 'IOS', appStoreState: EDITED},
    relationships: {app: {data: {type: 'apps', id: '42'}}},
  };
  service = await startService(json(200, {data: version, links: {}}), json(403, {errors: [{title: 'Forbidden'}]}));
  const {code, stderr} = await runTool(['phased-release', 'enable', '--version-id', 'v1'], {
    env: environment(service.url),
  });
  expect(code).toBe(3);
  expect(stderr).toContain('Error: Forbidden\nNothing was sent.\n');
  expect(service.lines()).toEqual(['GET /v1/appStoreVersions/v1', 'GET /v1/apps/42/appStoreVersions']);
});

describe('a lost answer', () => {
  it.each([
    ['pause', active(3), LIVE, 'PAUSED'],
    ['enable', undefined, EDITED, 'INACTIVE'],
    ['disable', inactive, EDITED, null],
  ])(
    'succeeds with a note if a read after a lost answer confirms phased-release %s',
    async (name, phased, state, to) => {
      const flags = name === 'disable' ? ['--confirm'] : [];
      const {code, result, stderr, writes} = await phasedRelease({state, phased, lost: 'done'}, [name, ...flags]);
      expect({code, result}).toMatchObject({code: 0, result: {state: to}});
      expect(stderr).toContain('The answer was lost; a check shows that the');
      expect(writes).toHaveLength(1);
    },
  );

  it.each([
    ['pause', active(3), LIVE, 'the roll-out is running'],
    ['enable', undefined, EDITED, 'there is no phased release'],
    ['disable', inactive, EDITED, 'the phased release is set up and has not started yet'],
  ])(
    'fails if a read after a lost answer shows that phased-release %s was not done, and sends no second write',
    async (name, phased, state, found) => {
      const flags = name === 'disable' ? ['--confirm'] : [];
      const {code, stdout, stderr, writes} = await phasedRelease({state, phased, lost: 'undone'}, [name, ...flags]);
      expect({code, stdout}).toEqual({code: 7, stdout: ''});
      expect(stderr).toContain(found);
      expect(stderr).toContain('tool phased-release view --version-id v1');
      expect(writes).toHaveLength(1);
    },
  );
});

it.each([
  ['pause', active(3), LIVE],
  ['enable', undefined, EDITED],
  ['disable', inactive, EDITED],
])(
  'says after Ctrl+C in phased-release %s that the outcome is unknown, and how to check it',
  async (name, phased, state) => {
    const controller = new AbortController();
    const interrupted = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    const onWrite = () => controller.abort(interrupted);
    const flags = name === 'disable' ? ['--confirm'] : [];
    const world: State = {state, phased, lost: 'silent', onWrite};
    const {code, stdout, stderr, writes} = await phasedRelease(world, [name, ...flags], {signal: controller.signal});
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toContain('outcome is unknown');
    expect(stderr).toContain('tool phased-release view --version-id v1');
    expect(writes).toHaveLength(1);
  },
);

describe('confirmation, dry run and read-only', () => {
  it.each(['disable', 'complete'])(
    'refuses phased-release %s before any request if --confirm is missing',
    async (name) => {
      const {code, stderr} = await phasedRelease({state: LIVE, phased: active(2)}, [name]);
      expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('needs --confirm')});
      expect(service.requests).toEqual([]);
    },
  );

  it.each([
    ['pause', active(3), LIVE, 'PATCH', `${PATH}/${ID}`],
    ['enable', undefined, EDITED, 'POST', PATH],
    ['disable', inactive, EDITED, 'DELETE', `${PATH}/${ID}`],
  ])(
    'shows the request of phased-release %s --dry-run, and sends only reads',
    async (name, phased, state, method, path) => {
      const {code, result, writes} = await phasedRelease({state, phased}, [name, '--dry-run']);
      expect({code, result, writes}).toMatchObject({
        code: 0,
        result: {dryRun: true, requests: [{method, path}]},
        writes: [],
      });
    },
  );

  it.each([
    ['pause', `PATCH ${PATH}/<id of the phased release>`],
    ['enable', `POST ${PATH}`],
    ['disable', `DELETE ${PATH}/<id of the phased release>`],
  ])('refuses phased-release %s in a read-only run before connecting', async (name, words) => {
    const {code, stderr} = await phasedRelease(
      {state: LIVE, phased: active(3)},
      [name, '--confirm'].slice(0, name === 'disable' ? 2 : 1),
      {
        env: {TOOL_READ_ONLY: '1'},
      },
    );
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(words)});
    expect(service.requests).toEqual([]);
  });
});
