import {describe, expect, it} from 'vitest';
import {type Reply, runAgainst, type Serve} from '../support/fake-service.ts';
import {wirePage, wireVersion} from '../support/service.ts';

const one = (type: string, id: string) => ({data: {type, id}});
const version = (state: string, id = 'v1'): Reply => ({
  body: {data: wireVersion(id, {appStoreState: state, versionString: '3.4.0'}, {app: one('apps', '42')})},
});

interface Item {
  id: string;
  type?: string;
  of: string;
  state?: string;
}

function submission(
  state: string,
  {
    id = 'r1',
    names = 'v1',
    items = [],
    platform = 'IOS',
  }: {id?: string; names?: string; items?: Item[]; platform?: string | null},
) {
  const resource = {
    type: 'reviewSubmissions',
    id,
    attributes: {state, platform},
    relationships: {
      items: {data: items.map((item) => ({type: 'reviewSubmissionItems', id: item.id}))},
      appStoreVersionForReview: one('appStoreVersions', names),
    },
  };
  const included = items.map(({id: itemId, type = 'appStoreVersions', of, state: itemState = 'READY_FOR_REVIEW'}) => ({
    type: 'reviewSubmissionItems',
    id: itemId,
    attributes: {state: itemState},
    relationships: {link: one(type, of)},
  }));
  return {resource, included};
}

const listing = (...all: ReturnType<typeof submission>[]): Reply => ({
  body: {...(wirePage(all.map(({resource}) => resource)) as object), included: all.flatMap(({included}) => included)},
});
const single = (state: string, id = 'r1'): Reply => ({
  body: {data: {type: 'reviewSubmissions', id, attributes: {state}}},
});
const created = (type: string, id: string): Reply => ({status: 201, body: {data: {type, id}}});
const refused = (detail: string, code = 'STATE_ERROR'): Reply => ({
  status: 409,
  body: {errors: [{code, title: 'No', detail}]},
});

/** Answers by method and path. A list gives one reply per request, and then repeats its last reply. */
function service(replies: Record<string, Reply | Reply[]>): Serve {
  const counts = new Map<string, number>();
  return ({method, path}) => {
    const line = `${method} ${path}`;
    const count = counts.get(line) ?? 0;
    counts.set(line, count + 1);
    const reply = replies[line] ?? {status: 404, body: {errors: [{title: `No ${line}`}]}};
    return Array.isArray(reply) ? (reply[Math.min(count, reply.length - 1)] ?? {}) : reply;
  };
}

const SUBMIT = ['versions', 'submit', '--version-id', 'v1', '--confirm'];
const WITHDRAW = ['versions', 'withdraw', '--version-id', 'v1', '--confirm'];

describe.each([
  ['in the list', (found: Reply): Record<string, Reply> => ({'GET /v1/reviewSubmissions': found})],
  [
    'left out of the list',
    (found: Reply): Record<string, Reply> => {
      const {data, included} = found.body as {data: {relationships: object}[]; included: object[]};
      const bare = data.map((one) => ({...one, relationships: {...one.relationships, items: {links: {}}}}));
      const items: Reply = {body: wirePage(included)};
      return {'GET /v1/reviewSubmissions': {body: wirePage(bare)}, 'GET /v1/reviewSubmissions/r1/items': items};
    },
  ],
])('a version removed from a submission whose items are %s', (_, listed) => {
  const found = (state: string) =>
    listed(
      listing(
        submission(state, {
          items: [
            {id: 'i1', of: 'v1', state: 'REMOVED'},
            {id: 'i2', type: 'appEvents', of: 'e1', state: 'REJECTED'},
          ],
        }),
      ),
    );
  const replies = {'GET /v1/appStoreVersions/v1': version('DEVELOPER_REJECTED'), ...found('UNRESOLVED_ISSUES')};

  it('does not submit the items that remain in a submission after the version has been removed', async () => {
    const {service: asked} = await runAgainst(
      service({...replies, 'POST /v1/reviewSubmissions': created('reviewSubmissions', 'r2')}),
      SUBMIT,
    );
    expect(asked.writes()).not.toContain('PATCH /v1/reviewSubmissions/r1');
    expect(asked.writes()).not.toContain('PATCH /v1/reviewSubmissionItems/i2');
  });

  it.each(['UNRESOLVED_ISSUES', 'IN_REVIEW'])(
    'does not let --all cancel a submission in %s after the version has been removed',
    async (state) => {
      const {
        code,
        stderr,
        service: asked,
      } = await runAgainst(service({...replies, ...found(state)}), [...WITHDRAW, '--all']);
      expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
      expect(stderr).toContain('is in DEVELOPER_REJECTED: it is not submitted');
    },
  );
});

describe('a draft without items that still names a version', () => {
  const replies = {
    'GET /v1/appStoreVersions/v1': [
      version('PREPARE_FOR_SUBMISSION'),
      version('READY_FOR_REVIEW'),
      version('WAITING_FOR_REVIEW'),
    ],
    'GET /v1/reviewSubmissions/r1/items': {body: wirePage([])},
    'POST /v1/reviewSubmissionItems': created('reviewSubmissionItems', 'i1'),
    'PATCH /v1/reviewSubmissions/r1': single('WAITING_FOR_REVIEW'),
  };

  it.each(['v1', 'live'])('submits in an empty draft, whichever version the draft still names: %s', async (names) => {
    const list = listing(submission('READY_FOR_REVIEW', {names}));
    const {
      code,
      result,
      service: asked,
    } = await runAgainst(service({...replies, 'GET /v1/reviewSubmissions': list}), SUBMIT);
    expect({code, result}).toMatchObject({code: 0, result: {submissionId: 'r1', state: 'WAITING_FOR_REVIEW'}});
    expect(asked.writes()).toEqual(['POST /v1/reviewSubmissionItems', 'PATCH /v1/reviewSubmissions/r1']);
  });

  it('withdraws nothing from an empty draft that still names a version', async () => {
    const list = listing(submission('READY_FOR_REVIEW', {}));
    const {code, service: asked} = await runAgainst(service({...replies, 'GET /v1/reviewSubmissions': list}), WITHDRAW);
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
  });
});

describe('a submission whose platform is null', () => {
  it('submits in a draft whose platform is null', async () => {
    const list = listing(submission('READY_FOR_REVIEW', {platform: null, items: [{id: 'i1', of: 'v1'}]}));
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), version('WAITING_FOR_REVIEW')],
        'GET /v1/reviewSubmissions': list,
        'PATCH /v1/reviewSubmissions/r1': single('WAITING_FOR_REVIEW'),
      }),
      SUBMIT,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 0, writes: ['PATCH /v1/reviewSubmissions/r1']});
  });

  it('withdraws a submission whose platform is null', async () => {
    const list = listing(submission('IN_REVIEW', {platform: null, items: [{id: 'i1', of: 'v1'}]}));
    const {code, result} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('IN_REVIEW'), version('DEVELOPER_REJECTED')],
        'GET /v1/reviewSubmissions': list,
        'PATCH /v1/reviewSubmissions/r1': single('CANCELING'),
        'GET /v1/reviewSubmissions/r1': single('COMPLETE'),
      }),
      WITHDRAW,
    );
    expect({code, state: result?.state}).toEqual({code: 0, state: 'DEVELOPER_REJECTED'});
  });
});

describe('a refusal that names the submission that holds the version', () => {
  const held: Reply = {
    status: 409,
    body: {
      errors: [
        {
          code: 'STATE_ERROR.ENTITY_STATE_INVALID',
          title: 'appStoreVersions is not in valid state.',
          detail: 'This resource cannot be reviewed, please check associated errors to see why.',
          meta: {
            associatedErrors: {
              '/v1/appStoreVersions/v1': [
                {
                  code: 'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION',
                  detail: 'appStoreVersions with id v1 was already added to another reviewSubmission with id r9',
                },
              ],
            },
          },
        },
      ],
    },
  };
  const replies = {
    'GET /v1/appStoreVersions/v1': [
      version('DEVELOPER_REJECTED'),
      version('DEVELOPER_REJECTED'),
      version('READY_FOR_REVIEW'),
      version('WAITING_FOR_REVIEW'),
    ],
    'GET /v1/reviewSubmissions': {body: wirePage([])},
    'POST /v1/reviewSubmissions': created('reviewSubmissions', 'r1'),
    'PATCH /v1/reviewSubmissions/r1': single('WAITING_FOR_REVIEW'),
  };
  const reads = (lines: string[]) => lines.filter((line) => line === 'GET /v1/reviewSubmissions/r9').length;

  it('waits until another submission that holds the version has ended, and submits again', async () => {
    const added = [held, held, created('reviewSubmissionItems', 'i1')];
    const {code, service: asked} = await runAgainst(
      service({
        ...replies,
        'POST /v1/reviewSubmissionItems': added,
        'GET /v1/reviewSubmissions/r9': single('COMPLETE', 'r9'),
      }),
      SUBMIT,
    );
    expect({code, reads: reads(asked.lines())}).toEqual({code: 0, reads: 1});
  });

  it('names the submission that still holds the version after a minute', async () => {
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        ...replies,
        'POST /v1/reviewSubmissionItems': held,
        'GET /v1/reviewSubmissions/r9': single('COMPLETE', 'r9'),
      }),
      SUBMIT,
    );
    expect({code, reads: reads(asked.lines())}).toEqual({code: 11, reads: 1});
    expect(stderr).toContain('Version 3.4.0 is still held by review submission r9, which has ended');
  });

  it('names an open submission that holds the version, and its state', async () => {
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        ...replies,
        'POST /v1/reviewSubmissionItems': held,
        'GET /v1/reviewSubmissions/r9': single('IN_REVIEW', 'r9'),
      }),
      SUBMIT,
    );
    expect({code, reads: reads(asked.lines())}).toEqual({code: 5, reads: 1});
    expect(stderr).toContain('Version 3.4.0 is in review submission r9, which is in review');
    expect(stderr).toContain('Draft r1 was left behind empty; the next submit reuses it.');
  });

  it("repeats the service's message if the submission that holds the version cannot be read", async () => {
    const {code, stderr} = await runAgainst(service({...replies, 'POST /v1/reviewSubmissionItems': held}), SUBMIT);
    expect(code).toBe(5);
    expect(stderr).toContain('already added to another reviewSubmission with id r9');
  });
});

describe('a withdrawal', () => {
  const held = (state: string) => listing(submission(state, {items: [{id: 'i1', of: 'v1'}]}));

  it('waits after a 409 for a cancellation that another run began', async () => {
    const {
      code,
      result,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('IN_REVIEW'), version('IN_REVIEW'), version('DEVELOPER_REJECTED')],
        'GET /v1/reviewSubmissions': [held('IN_REVIEW'), held('CANCELING')],
        'PATCH /v1/reviewSubmissions/r1': refused('Resource is not in cancellable state'),
        'GET /v1/reviewSubmissions/r1': [single('CANCELING'), single('COMPLETE')],
      }),
      WITHDRAW,
    );
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: 'v1', submissionId: 'r1', state: 'DEVELOPER_REJECTED'},
    });
    expect(asked.writes()).toEqual(['PATCH /v1/reviewSubmissions/r1']);
  });

  it('refuses versions withdraw if the review has just ended, and names the submission', async () => {
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({'GET /v1/appStoreVersions/v1': version('IN_REVIEW'), 'GET /v1/reviewSubmissions': held('COMPLETING')}),
      WITHDRAW,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('review submission r1, whose review has just ended');
    expect(stderr).not.toContain('not submitted');
  });

  it('judges a version in versions withdraw by its state after the wait for the lock, not before', async () => {
    const {code, stderr} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('WAITING_FOR_REVIEW'), version('DEVELOPER_REJECTED')],
        'GET /v1/reviewSubmissions': {body: wirePage([])},
      }),
      WITHDRAW,
    );
    expect(code).toBe(5);
    expect(stderr).toContain('is in DEVELOPER_REJECTED: it is not submitted');
  });
});

describe('a refused change of a roll-out', () => {
  const phased = (state: string) => {
    const resource = {
      type: 'appStoreVersionPhasedReleases',
      id: 'p1',
      attributes: {phasedReleaseState: state, currentDayNumber: 3},
    };
    const data = wireVersion('v1', {}, {appStoreVersionPhasedRelease: one('appStoreVersionPhasedReleases', 'p1')});
    return {body: {data, included: [resource]}};
  };
  const run = (change: string, ...states: string[]) =>
    runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': states.map(phased),
        'PATCH /v1/appStoreVersionPhasedReleases/p1': refused('The attribute already has this value'),
      }),
      ['phased-release', change, '--version-id', 'v1', ...(change === 'complete' ? ['--confirm'] : [])],
    );

  it.each([
    ['pause', 'ACTIVE', 'PAUSED'],
    ['resume', 'PAUSED', 'ACTIVE'],
    ['complete', 'ACTIVE', 'COMPLETE'],
  ])(
    'succeeds for a refused phased-release %s if a read then shows the requested state',
    async (change, before, after) => {
      const {code, result} = await run(change, before, after);
      expect({code, state: result?.state}).toEqual({code: 0, state: after});
    },
  );

  it('reports a refused phased-release pause if a read then shows another state', async () => {
    expect((await run('pause', 'ACTIVE', 'ACTIVE')).code).toBe(5);
    const {code, stderr} = await run('pause', 'ACTIVE', 'COMPLETE');
    expect(code).toBe(5);
    expect(stderr).toContain('complete');
  });
});

it('names no other version in flight when the store does not find the app of a new version', async () => {
  const detail = "app with id '77' cannot be found";
  const source = {pointer: '/data/relationships/app'};
  const errors = [{code: 'ENTITY_ERROR.RELATIONSHIP.INVALID', title: 'Invalid', detail, source}];
  const {code, stderr} = await runAgainst(
    ({method}) => (method === 'POST' ? {status: 409, body: {errors}} : {body: wirePage([])}),
    ['versions', 'create', '--app', '77', '--version', '1.0'],
  );
  expect(code).toBe(5);
  expect(stderr).toContain(detail);
  expect(stderr).not.toMatch(/Hint|in flight|same platform/);
});
