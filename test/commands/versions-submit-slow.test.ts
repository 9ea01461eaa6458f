import {describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {HttpFailure} from '../../src/services/ports.ts';
import {type Reply, runAgainst, type Serve} from '../support/fake-service.ts';
import {wirePage, wireVersion} from '../support/service.ts';

const one = (type: string, id: string) => ({data: {type, id}});
const version = (state: string): Reply => ({
  body: {data: wireVersion('v1', {appStoreState: state, versionString: '3.4.0'}, {app: one('apps', '42')})},
});

interface Item {
  id: string;
  type?: string;
  of?: string;
}

function submission(state: string, ...items: Item[]): Reply {
  const resource = {
    type: 'reviewSubmissions',
    id: 'r1',
    attributes: {state},
    relationships: {
      items: {data: items.map(({id}) => ({type: 'reviewSubmissionItems', id}))},
      appStoreVersionForReview: one('appStoreVersions', 'v1'),
    },
  };
  const included = items.map(({id, type = 'appStoreVersions', of = 'v1'}) => ({
    type: 'reviewSubmissionItems',
    id,
    attributes: {state: 'READY_FOR_REVIEW'},
    relationships: {link: one(type, of)},
  }));
  return {body: {...(wirePage([resource]) as object), included}};
}

const own: Item = {id: 'i1'};
const purchase: Item = {id: 'i2', type: 'inAppPurchaseVersions', of: 'p1'};

/** Answers by method and path. A list gives one reply per request, and then repeats its last reply. */
function service(replies: Record<string, Reply | Reply[]>): Serve {
  const counts = new Map<string, number>();
  return ({method, path}) => {
    const line = `${method} ${path}`;
    const count = counts.get(line) ?? 0;
    counts.set(line, count + 1);
    const reply = replies[line] ?? {status: 404};
    return Array.isArray(reply) ? (reply[Math.min(count, reply.length - 1)] ?? {}) : reply;
  };
}

const SUBMIT = ['versions', 'submit', '--version-id', 'v1', '--confirm'];
const WITHDRAW = ['versions', 'withdraw', '--version-id', 'v1', '--confirm'];
const tooEarly: Reply = {
  status: 409,
  body: {errors: [{detail: 'Version is not ready to be submitted yet, please try again later.'}]},
};

describe('submit', () => {
  it('exits with 11 and names the draft if a version is not ready within a minute', async () => {
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
      }),
      SUBMIT,
    );
    expect(code).toBe(11);
    expect(stderr).toContain(
      'Version 3.4.0 is still in PREPARE_FOR_SUBMISSION after a minute\nThe version is in draft r1; only submitting it is missing.',
    );
    expect(stderr).toContain('Run it again to continue from there.');
    expect(asked.writes()).toEqual([]);
  });

  it('exits with 130 on Ctrl+C during the wait for review, and says that the version was submitted', async () => {
    const controller = new AbortController();
    const serve = service({
      'GET /v1/appStoreVersions/v1': version('IN_REVIEW'),
      'GET /v1/reviewSubmissions': submission('IN_REVIEW', own),
    });
    let asked = 0;
    const {code, stdout, stderr} = await runAgainst(
      (request) => {
        asked++;
        if (asked === 6) controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
        return serve(request);
      },
      [...SUBMIT, '--wait'],
      {signal: controller.signal},
    );
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toContain(
      'Error: Interrupted\nVersion 3.4.0 was submitted, and was last seen in IN_REVIEW. ' +
        'Only waiting for its review was stopped.\n' +
        'Hint: To check, run: tool versions view --version-id v1\n',
    );
  });

  it("exits with 130 on Ctrl+C before the version's state changes, and says that the version was submitted", async () => {
    const controller = new AbortController();
    const serve = service({
      'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
      'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
      'PATCH /v1/reviewSubmissions/r1': {body: {data: {type: 'reviewSubmissions', id: 'r1'}}},
    });
    let isSubmitted = false;
    const {code, stdout, stderr} = await runAgainst(
      (request) => {
        if (isSubmitted) controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
        isSubmitted = request.method === 'PATCH';
        return serve(request);
      },
      SUBMIT,
      {signal: controller.signal},
    );
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toBe(
      'Error: Interrupted\nVersion 3.4.0 was submitted.\nHint: To check, run: tool versions view --version-id v1 --include-submission\n',
    );
  });

  it('submits again if the service says "try again later"', async () => {
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), version('WAITING_FOR_REVIEW')],
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
        'PATCH /v1/reviewSubmissions/r1': [tooEarly, tooEarly, {body: {data: {type: 'reviewSubmissions', id: 'r1'}}}],
      }),
      SUBMIT,
    );
    expect(code).toBe(0);
    expect(asked.writes()).toHaveLength(3);
  });

  it('exits with 11 if the service says "try again later" for a minute, and continues in the next run', async () => {
    const replies = {
      'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
      'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
      'PATCH /v1/reviewSubmissions/r1': tooEarly,
    };
    const {code, stdout, stderr, clock} = await runAgainst(service(replies), SUBMIT);
    expect({code, stdout}).toEqual({code: 11, stdout: ''});
    expect(stderr.split('\n')).toEqual([
      'Error: The service did not accept the submission within a minute:',
      'Version is not ready to be submitted yet, please try again later.',
      'The version is in draft r1; only submitting it is missing.',
      'Hint: Run it again to continue from there.',
      '',
    ]);
    expect(clock.now() - Date.parse('2026-03-01T10:00:00Z')).toBeLessThan(70_000);
    const again = await runAgainst(
      service({
        ...replies,
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), version('WAITING_FOR_REVIEW')],
        'PATCH /v1/reviewSubmissions/r1': {body: {data: {type: 'reviewSubmissions', id: 'r1'}}},
      }),
      SUBMIT,
    );
    expect({code: again.code, resumed: again.result.resumed}).toEqual({code: 0, resumed: true});
    expect(again.service.writes()).toEqual(['PATCH /v1/reviewSubmissions/r1']);
  });

  it('submits after a rejection even if the service refuses to mark items as resolved', async () => {
    const rejected = submission('UNRESOLVED_ISSUES', own);
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('REJECTED'), version('WAITING_FOR_REVIEW')],
        'GET /v1/reviewSubmissions': {
          body: JSON.parse(JSON.stringify(rejected.body).replace('"READY_FOR_REVIEW"', '"REJECTED"')),
        },
        'PATCH /v1/reviewSubmissionItems/i1': {status: 409, body: {errors: [{detail: 'no'}]}},
        'PATCH /v1/reviewSubmissions/r1': {body: {data: {type: 'reviewSubmissions', id: 'r1'}}},
      }),
      SUBMIT,
    );
    expect(code).toBe(0);
    expect(asked.writes()).toEqual(['PATCH /v1/reviewSubmissionItems/i1', 'PATCH /v1/reviewSubmissions/r1']);
  });
});

describe('submissions of many items', () => {
  const items = [...Array.from({length: 59}, (_, index): Item => ({id: `e${index}`, type: 'appEvents'})), own];
  const wireItem = ({id, type = 'appStoreVersions', of = 'v1'}: Item) => ({
    type: 'reviewSubmissionItems',
    id,
    attributes: {state: id === own.id ? 'REJECTED' : 'APPROVED'},
    relationships: {link: one(type, of)},
  });

  /**
   * Returns a service that includes fifty items with the submission and the others in pages of twenty. Only the last
   * item names the version.
   */
  function crowded(state: string, versionState: string): Serve {
    const listed = items.slice(0, 50);
    const resource = {
      type: 'reviewSubmissions',
      id: 'r1',
      attributes: {state, platform: 'IOS'},
      relationships: {items: {data: listed.map(wireItem), meta: {paging: {total: items.length, limit: 50}}}},
    };
    const serve = service({
      'GET /v1/appStoreVersions/v1': version(versionState),
      'GET /v1/reviewSubmissions': {body: {...(wirePage([resource]) as object), included: listed.map(wireItem)}},
      'PATCH /v1/reviewSubmissionItems/i1': {body: {data: wireItem(own)}},
      'PATCH /v1/reviewSubmissions/r1': {body: {data: resource}},
      'DELETE /v1/reviewSubmissionItems/i1': {status: 204},
    });
    return (asked) => {
      if (asked.path !== '/v1/reviewSubmissions/r1/items') return serve(asked);
      const from = Number(/cursor=(\d+)/.exec(asked.target)?.[1] ?? 0);
      const next = from + 20 < items.length ? `https://store.test${asked.path}?cursor=${from + 20}` : undefined;
      return {body: wirePage(items.slice(from, from + 20).map(wireItem), {next, total: items.length})};
    };
  }

  it('finds the rejected item among many, marks it as resolved and submits, without a second draft', async () => {
    const {service: asked} = await runAgainst(crowded('UNRESOLVED_ISSUES', 'REJECTED'), SUBMIT);
    expect(asked.writes()).toEqual(['PATCH /v1/reviewSubmissionItems/i1', 'PATCH /v1/reviewSubmissions/r1']);
  });

  it('does not treat a draft as empty if its items were not included', async () => {
    const meta = {paging: {total: 1, limit: 50}};
    const draft = {
      type: 'reviewSubmissions',
      id: 'r1',
      attributes: {state: 'READY_FOR_REVIEW'},
      relationships: {items: {meta}},
    };
    const held = {type: 'reviewSubmissionItems', id: 'i2', relationships: {link: one('appStoreVersions', 'v2')}};
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
        'GET /v1/reviewSubmissions': {body: wirePage([draft])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage([held])},
      }),
      SUBMIT,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
  });

  const draftOf = (relationships: Record<string, unknown>, state = 'READY_FOR_REVIEW') => ({
    type: 'reviewSubmissions',
    id: 'r1',
    attributes: {state},
    relationships,
  });
  const links = {self: 'https://store.test/v1/reviewSubmissions/r1/relationships/items', related: 'x'};
  const event: Item = {id: 'e1', type: 'appEvents', of: 'e'};
  const named = one('appStoreVersions', 'v2');

  it.each<[string, Record<string, unknown>, Item[]]>([
    [
      'names another version and has its items as links only',
      {appStoreVersionForReview: named, items: {links}},
      [event],
    ],
    ['has no information on its items', {}, [event]],
    ['has its items as links only: an event', {items: {links}}, [event]],
    ['has its items as links only: a purchase and a version', {items: {links}}, [purchase, {id: 'i9', of: 'v2'}]],
    [
      'has a first page without items',
      {items: {data: [], links: {...links, next: 'https://store.test/more'}}},
      [event],
    ],
    ['has an item without details', {items: {data: [{type: 'reviewSubmissionItems', id: 'x1'}]}}, [event]],
  ])(
    'refuses submit and --ask-service without any write if there is a draft that %s',
    async (_, relationships, held) => {
      const replies = {
        'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
        'GET /v1/reviewSubmissions': {body: wirePage([draftOf(relationships)])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage(held.map(wireItem))},
        'GET /v1/appStoreVersions/v1/appStoreVersionLocalizations': {body: wirePage([])},
        'GET /v1/apps/42/appInfos': {body: wirePage([])},
      };
      const {code, stderr, service: asked} = await runAgainst(service(replies), SUBMIT);
      expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
      expect(stderr).toContain('Version 3.4.0 cannot be submitted alongside draft r1, which holds ');
      const ask = await runAgainst(service(replies), ['versions', 'check', '--version-id', 'v1', '--ask-service']);
      expect({code: ask.code, writes: ask.service.writes()}).toEqual({code: 1, writes: []});
      const found = ask.result.checks.find(({id}: {id: string}) => id === 'submission');
      expect(found).toMatchObject({status: 'error', message: expect.stringContaining('alongside draft r1')});
    },
  );

  it.each([
    ['the response lacks an item', {data: [{type: 'reviewSubmissionItems', id: 'i1'}], meta: {paging: {total: 2}}}],
    ['the list in the response is empty', {data: []}],
  ])('reads the remaining items of a draft that names the version if %s', async (_, listed) => {
    const draft = draftOf({appStoreVersionForReview: one('appStoreVersions', 'v1'), items: listed});
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
        'GET /v1/reviewSubmissions': {body: wirePage([draft])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage([own, event].map(wireItem))},
      }),
      SUBMIT,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('is in draft r1 together with other items: version v1, an in-app event');
  });

  it('explains how to free a draft that holds only an event', async () => {
    const {stderr} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
        'GET /v1/reviewSubmissions': {body: wirePage([draftOf({items: {links}})])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage([wireItem(event)])},
      }),
      SUBMIT,
    );
    expect(stderr).toContain(
      'Hint: Submit that draft or remove its items first: https://appstoreconnect.apple.com/apps/42/distribution',
    );
  });

  it('submits in a draft if its linked list of items turns out to be empty', async () => {
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [
          version('PREPARE_FOR_SUBMISSION'),
          version('READY_FOR_REVIEW'),
          version('IN_REVIEW'),
        ],
        'GET /v1/reviewSubmissions': {body: wirePage([draftOf({items: {links}})])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage([])},
        'POST /v1/reviewSubmissionItems': {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i1'}}},
        'PATCH /v1/reviewSubmissions/r1': {body: {data: draftOf({})}},
      }),
      SUBMIT,
    );
    expect(code).toBe(0);
    expect(asked.writes()).toEqual(['POST /v1/reviewSubmissionItems', 'PATCH /v1/reviewSubmissions/r1']);
  });

  it.each(['CANCELING', 'WAITING_FOR_REVIEW'])(
    'reads the items of a submission in %s that blocks the version',
    async (state) => {
      const {code, service: asked} = await runAgainst(
        service({
          'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
          'GET /v1/reviewSubmissions': {body: wirePage([draftOf({items: {links}}, state)])},
          'GET /v1/reviewSubmissions/r1/items': {body: wirePage([wireItem({id: 'i9', of: 'v2'})])},
        }),
        SUBMIT,
      );
      expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    },
  );

  it('reuses a draft after a lost answer only if the draft is known to be empty', async () => {
    let isPosted = false;
    const serve = service({
      'GET /v1/appStoreVersions/v1': version('PREPARE_FOR_SUBMISSION'),
      'GET /v1/reviewSubmissions/r1/items': {body: wirePage([wireItem(event)])},
    });
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst((request) => {
      const line = `${request.method} ${request.path}`;
      if (line === 'GET /v1/reviewSubmissions') return {body: wirePage(isPosted ? [draftOf({items: {links}})] : [])};
      if (line !== 'POST /v1/reviewSubmissions') return serve(request);
      isPosted = true;
      throw new HttpFailure('reset', true, 'the connection was closed');
    }, SUBMIT);
    expect({code, writes: asked.writes()}).toEqual({code: 7, writes: ['POST /v1/reviewSubmissions']});
    expect(stderr).toContain('A check just now found that there is no empty draft.');
  });

  it('reads the items missing from the response before a withdrawal, even if the submission names the version', async () => {
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('IN_REVIEW'),
        'GET /v1/reviewSubmissions': {
          body: wirePage([
            draftOf({items: {links}, appStoreVersionForReview: one('appStoreVersions', 'v1')}, 'IN_REVIEW'),
          ]),
        },
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage([own, event].map(wireItem))},
      }),
      WITHDRAW,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('Review submission r1 holds more: ');
  });

  it('reads the items missing from the response before withdrawing the whole submission', async () => {
    const items = [own, purchase].map(wireItem);
    const resource = {
      type: 'reviewSubmissions',
      id: 'r1',
      attributes: {state: 'IN_REVIEW'},
      relationships: {
        items: {meta: {paging: {total: 2, limit: 50}}},
        appStoreVersionForReview: one('appStoreVersions', 'v1'),
      },
    };
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('IN_REVIEW'),
        'GET /v1/reviewSubmissions': {body: wirePage([resource])},
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage(items)},
      }),
      WITHDRAW,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('Review submission r1 holds more: ');
  });

  it('withdraws the version from a draft of many items by removing only its own item', async () => {
    const {code, service: asked} = await runAgainst(crowded('READY_FOR_REVIEW', 'PREPARE_FOR_SUBMISSION'), WITHDRAW);
    expect({code, writes: asked.writes()}).toEqual({code: 0, writes: ['DELETE /v1/reviewSubmissionItems/i1']});
  });
});

it('does not submit in a draft of another platform that the service lists', async () => {
  const draft = (id: string, platform: string) => ({
    type: 'reviewSubmissions',
    id,
    attributes: {state: 'READY_FOR_REVIEW', platform},
    relationships: {items: {data: []}},
  });
  const {service: asked} = await runAgainst(
    service({
      'GET /v1/appStoreVersions/v1': [
        version('PREPARE_FOR_SUBMISSION'),
        version('READY_FOR_REVIEW'),
        version('IN_REVIEW'),
      ],
      'GET /v1/reviewSubmissions': {body: wirePage([draft('r8', 'MAC_OS'), draft('r1', 'IOS')])},
      'POST /v1/reviewSubmissionItems': {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i1'}}},
      'PATCH /v1/reviewSubmissions/r1': {body: {data: draft('r1', 'IOS')}},
    }),
    SUBMIT,
  );
  expect(asked.writes()).toEqual(['POST /v1/reviewSubmissionItems', 'PATCH /v1/reviewSubmissions/r1']);
});

describe('withdraw', () => {
  const canceled: Reply = {body: {data: {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'CANCELING'}}}};

  it('exits with 0 for a cancellation that takes longer than a minute, and says that it continues', async () => {
    const {code, result, stderr} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('WAITING_FOR_REVIEW'),
        'GET /v1/reviewSubmissions': submission('WAITING_FOR_REVIEW', own),
        'PATCH /v1/reviewSubmissions/r1': canceled,
        'GET /v1/reviewSubmissions/r1': canceled,
      }),
      WITHDRAW,
    );
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: 'v1', submissionId: 'r1', state: 'WAITING_FOR_REVIEW'},
    });
    expect(stderr).toBe('Version 3.4.0 is still being withdrawn; this continues on its own\n');
  });

  it('prints one line each for the lost answer and the continuing cancellation', async () => {
    const serve = service({
      'GET /v1/appStoreVersions/v1': version('WAITING_FOR_REVIEW'),
      'GET /v1/reviewSubmissions': submission('WAITING_FOR_REVIEW', own),
      'GET /v1/reviewSubmissions/r1': canceled,
    });
    const {code, stderr} = await runAgainst((request) => {
      if (request.method === 'PATCH') throw new HttpFailure('reset', true, 'the connection was closed');
      return serve(request);
    }, WITHDRAW);
    expect(code).toBe(0);
    expect(stderr.split('\n')).toEqual([
      'The answer was lost; a check shows that version 3.4.0 is being withdrawn',
      'Version 3.4.0 is still being withdrawn; this continues on its own',
      '',
    ]);
  });

  it("exits with 130 on Ctrl+C before the version's state changes, and says that the version was withdrawn", async () => {
    const controller = new AbortController();
    const serve = service({
      'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
      'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
      'DELETE /v1/reviewSubmissionItems/i1': {status: 204},
    });
    let isOut = false;
    const {code, stderr} = await runAgainst(
      (request) => {
        if (isOut) controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
        isOut = request.method === 'DELETE';
        return serve(request);
      },
      WITHDRAW,
      {signal: controller.signal},
    );
    expect(code).toBe(130);
    expect(stderr).toContain('Error: Interrupted\nVersion 3.4.0 was removed from draft r1.\nHint: To check, run: ');
  });

  it('waits for a running cancellation to end, without a second PATCH', async () => {
    const over = {body: {data: {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'COMPLETE'}}}};
    const {
      code,
      result,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('WAITING_FOR_REVIEW'), version('DEVELOPER_REJECTED')],
        'GET /v1/reviewSubmissions': submission('CANCELING', own),
        'GET /v1/reviewSubmissions/r1': [canceled, canceled, over],
      }),
      WITHDRAW,
    );
    expect({code, state: result.state, writes: asked.writes()}).toEqual({
      code: 0,
      state: 'DEVELOPER_REJECTED',
      writes: [],
    });
  });

  it('leaves the event in a draft that names the version but contains only an event', async () => {
    const draft = submission('READY_FOR_REVIEW', {id: 'e1', type: 'appEvents', of: 'e'});
    const {
      code,
      stderr,
      service: asked,
    } = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
        'GET /v1/reviewSubmissions': draft,
        'GET /v1/reviewSubmissions/r1/items': {body: wirePage((draft.body as {included: unknown[]}).included)},
      }),
      WITHDRAW,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('is in READY_FOR_REVIEW: it is not submitted');
  });

  it('removes the version from a draft whose only item has no details', async () => {
    const draft = submission('READY_FOR_REVIEW', own).body as {included?: unknown};
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), version('PREPARE_FOR_SUBMISSION')],
        'GET /v1/reviewSubmissions': {body: {...draft, included: []}},
        'DELETE /v1/reviewSubmissionItems/i1': {status: 204},
      }),
      WITHDRAW,
    );
    expect({code, writes: asked.writes()}).toEqual({code: 0, writes: ['DELETE /v1/reviewSubmissionItems/i1']});
  });

  it('waits for the new state after withdrawing an approved version', async () => {
    const older = {app: one('apps', '42'), appStoreVersionSubmission: one('appStoreVersionSubmissions', 'o1')};
    const approved = {body: {data: wireVersion('v1', {appStoreState: 'PENDING_DEVELOPER_RELEASE'}, older)}};
    const {code, result} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [approved, approved, version('DEVELOPER_REJECTED')],
        'DELETE /v1/appStoreVersionSubmissions/o1': {status: 204},
      }),
      WITHDRAW,
    );
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: 'v1', submissionId: 'o1', state: 'DEVELOPER_REJECTED'},
    });
  });

  it('exits with 5 if the version was approved before a cancellation whose answer was lost', async () => {
    const over = {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'COMPLETE'}};
    const {code, stdout, stderr} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('IN_REVIEW'), version('PENDING_DEVELOPER_RELEASE')],
        'GET /v1/reviewSubmissions': submission('IN_REVIEW', own),
        'PATCH /v1/reviewSubmissions/r1': {status: 503},
        'GET /v1/reviewSubmissions/r1': {body: {data: over}},
      }),
      WITHDRAW,
    );
    expect({code, stdout}).toEqual({code: 5, stdout: ''});
    expect(stderr).toBe(
      'Error: Version 3.4.0 was approved before it was withdrawn: it is in PENDING_DEVELOPER_RELEASE\n' +
        'Hint: Run it again to withdraw the approval. To check, run: tool versions view --version-id v1\n',
    );
  });

  it('requires --all for a submission that holds other items', async () => {
    const replies = {
      'GET /v1/appStoreVersions/v1': [version('IN_REVIEW'), version('DEVELOPER_REJECTED')],
      'GET /v1/reviewSubmissions': submission('IN_REVIEW', own, purchase),
      'PATCH /v1/reviewSubmissions/r1': canceled,
      'GET /v1/reviewSubmissions/r1': {
        body: {data: {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'COMPLETE'}}},
      },
    };
    const refused = await runAgainst(service(replies), WITHDRAW);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('Review submission r1 holds more: version v1');
    expect(refused.stderr).toContain('an in-app purchase');
    expect(refused.service.writes()).toEqual([]);
    const all = await runAgainst(service(replies), [...WITHDRAW, '--all']);
    expect({code: all.code, state: all.result.state}).toEqual({code: 0, state: 'DEVELOPER_REJECTED'});
  });

  it('removes only the version from a draft that holds other items', async () => {
    const {code, service: asked} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), version('PREPARE_FOR_SUBMISSION')],
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', purchase, own),
        'DELETE /v1/reviewSubmissionItems/i1': {status: 204},
      }),
      WITHDRAW,
    );
    expect(code).toBe(0);
    expect(asked.writes()).toEqual(['DELETE /v1/reviewSubmissionItems/i1']);
  });
});

describe('the read after a write', () => {
  const failing = (status: number, title: string, headers = {}): Reply => ({
    status,
    headers,
    body: {errors: [{title}]},
  });
  const unauthorized = failing(401, 'Authentication credentials are missing or invalid.');
  const forbidden = failing(403, 'The API key in use does not allow this request');
  const limited = failing(429, 'Rate limit exceeded', {'retry-after': '900'});
  const answered: Reply = {body: {data: {type: 'reviewSubmissions', id: 'r1'}}};
  const canceled: Reply = {body: {data: {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'CANCELING'}}}};
  const ended: Reply = {body: {data: {type: 'reviewSubmissions', id: 'r1', attributes: {state: 'COMPLETE'}}}};

  it.each([
    ['401', unauthorized],
    ['403', forbidden],
    ['429', limited],
  ])('succeeds if a read after the submission fails with %s, and leaves the state unknown', async (_, failure) => {
    const {code, result, stderr, clock} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('READY_FOR_REVIEW'), failure],
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
        'PATCH /v1/reviewSubmissions/r1': answered,
      }),
      SUBMIT,
    );
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: 'v1', submissionId: 'r1', state: null, resumed: true},
    });
    expect(stderr).toMatch(/^Version 3.4.0 was submitted\. The state of the version could not be read: .+\n$/);
    expect(clock.now() - Date.parse('2026-03-01T10:00:00Z')).toBeLessThan(1000);
  });

  it("returns the version's last known state if submit does not see the new state", async () => {
    const {code, result} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': version('READY_FOR_REVIEW'),
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
        'PATCH /v1/reviewSubmissions/r1': answered,
      }),
      SUBMIT,
    );
    expect({code, state: result.state}).toEqual({code: 0, state: 'READY_FOR_REVIEW'});
  });

  it.each([
    ['401', 3, unauthorized],
    ['403', 3, forbidden],
    ['429', 9, limited],
    ['500', 8, failing(500, 'Oops')],
  ])('fails if a read after the cancellation returns %s, and exits with %i', async (_, exit, failure) => {
    for (const [submitted, versions] of [
      [failure, version('IN_REVIEW')],
      [ended, [version('IN_REVIEW'), failure]],
    ] as const) {
      const {
        code,
        stdout,
        stderr,
        service: asked,
      } = await runAgainst(
        service({
          'GET /v1/appStoreVersions/v1': versions as Reply,
          'GET /v1/reviewSubmissions': submission('IN_REVIEW', own),
          'PATCH /v1/reviewSubmissions/r1': canceled,
          'GET /v1/reviewSubmissions/r1': submitted,
        }),
        WITHDRAW,
      );
      expect({code, stdout, writes: asked.writes().length}).toEqual({code: exit, stdout: '', writes: 1});
      expect(stderr).toMatch(/Version 3.4.0 is being withdrawn|Review submission r1 has ended/);
    }
  });

  it('exits with 9 if a rate limit ends the wait for a draft, and says how long the limit lasts', async () => {
    const {code, stderr} = await runAgainst(
      service({
        'GET /v1/appStoreVersions/v1': [version('PREPARE_FOR_SUBMISSION'), limited],
        'GET /v1/reviewSubmissions': submission('READY_FOR_REVIEW', own),
      }),
      SUBMIT,
    );
    expect(code).toBe(9);
    expect(stderr).toContain('The version is in draft r1; only submitting it is missing.');
    expect(stderr).toContain('Wait 900 s');
  });

  it('waits for a withdrawal in progress before submitting the version', async () => {
    const replies = {
      'GET /v1/appStoreVersions/v1': [
        version('WAITING_FOR_REVIEW'),
        version('DEVELOPER_REJECTED'),
        version('READY_FOR_REVIEW'),
      ],
      'GET /v1/reviewSubmissions': [submission('CANCELING', own), {body: wirePage([])}],
      'GET /v1/reviewSubmissions/r1': [canceled, canceled, ended],
      'POST /v1/reviewSubmissions': {status: 201, body: {data: {type: 'reviewSubmissions', id: 'r2'}}},
      'POST /v1/reviewSubmissionItems': {status: 201, body: {data: {type: 'reviewSubmissionItems', id: 'i2'}}},
      'PATCH /v1/reviewSubmissions/r2': answered,
    };
    const {code, service: asked} = await runAgainst(service(replies), SUBMIT);
    expect(code).toBe(0);
    const lines = asked.lines();
    expect(lines.lastIndexOf('GET /v1/reviewSubmissions/r1')).toBeLessThan(lines.indexOf('POST /v1/reviewSubmissions'));
    expect(lines.filter((line) => line === 'GET /v1/reviewSubmissions/r1')).toHaveLength(3);
    const stuck = await runAgainst(service({...replies, 'GET /v1/reviewSubmissions/r1': canceled}), SUBMIT);
    expect({code: stuck.code, writes: stuck.service.writes()}).toEqual({code: 11, writes: []});
    const unread = await runAgainst(service({...replies, 'GET /v1/reviewSubmissions/r1': forbidden}), SUBMIT);
    expect({code: unread.code, writes: unread.service.writes()}).toEqual({code: 3, writes: []});
  });
});
