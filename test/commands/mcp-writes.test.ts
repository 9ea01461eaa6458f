import type {ElicitResult} from '@modelcontextprotocol/sdk/types.js';
import {afterEach, describe, expect, test} from 'vitest';
import {SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from '../../src/services/sandbox/sandbox-key.ts';
import {type Agent, type AgentOptions, startAgent, textOf} from '../support/agent.ts';
import {PRACTICE_KEY, PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

const READY = 'com.example.boats@editable';
const APPROVED = 'com.example.aurora@approved';
const WHO = 'on https://store.test with credentials from the environment';

let agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents) await agent.end();
  agents = [];
});

async function start(options: AgentOptions = {}, argv = ['--allow-writes'], store = new PracticeStore()) {
  const agent = await startAgent((words, more) => store.run(words, more), argv, options);
  agents.push(agent);
  await agent.client.listTools();
  return {store, agent, call: agent.call};
}

describe('the first call', () => {
  test('plans a write on the first call of an MCP tool, and sends nothing', async () => {
    const {store, call} = await start();
    const {structuredContent, isError, content} = await call('versions_release', {version_id: APPROVED});
    expect(isError).toBeUndefined();
    expect(Object.keys(structuredContent)).toEqual(['plan', 'confirmation']);
    expect(structuredContent.plan).toEqual({
      summary: `Release an approved store version: Aurora Notes (com.example.aurora) 3.3.0 (IOS), build 412, PENDING_DEVELOPER_RELEASE, ${WHO}. It sends 1 request. It goes on sale for everyone within 24 hours. Phased release: automatic updates spread over 7 days. It cannot be undone.`,
      requests: [
        {
          method: 'POST',
          path: '/v1/appStoreVersionReleaseRequests',
          body: expect.objectContaining({data: expect.anything()}),
        },
      ],
      from: 'PENDING_DEVELOPER_RELEASE',
    });
    expect(textOf({content})).toContain('Nothing was sent.');
    expect(store.writes()).toEqual([]);
  });

  test.each([
    ['versions_create', {app: 'com.example.shelf', version: '1.0'}, ['POST /v1/appStoreVersions'], null],
    [
      'versions_update',
      {version_id: READY, copyright: '2027 Us'},
      [/^PATCH \/v1\/appStoreVersions\//],
      'PREPARE_FOR_SUBMISSION',
    ],
    [
      'versions_attach_build',
      {version_id: 'com.example.tides@editable', build: 'latest'},
      [/^PATCH .*\/relationships\/build$/],
      'PREPARE_FOR_SUBMISSION',
    ],
    ['versions_delete', {version_id: READY}, [/^DELETE/], 'PREPARE_FOR_SUBMISSION'],
    ['versions_withdraw', {version_id: 'com.example.harbor@latest:IOS'}, [/^PATCH|^DELETE/], expect.any(String)],
    ['release_notes_set', {version_id: READY, text: 'New.', locale: ['en-US']}, [/^PATCH/], 'PREPARE_FOR_SUBMISSION'],
    [
      'release_notes_copy',
      {version_id: 'com.example.nearly@editable', from: 'com.example.nearly@live'},
      expect.any(Array),
      'PREPARE_FOR_SUBMISSION',
    ],
    ['phased_release_enable', {version_id: READY}, [/^POST/], null],
    ['phased_release_complete', {version_id: 'com.example.steps@live'}, [/^PATCH/], 'ACTIVE'],
    ['phased_release_resume', {version_id: 'com.example.brake@live'}, [/^PATCH/], 'PAUSED'],
  ])('plans exactly the requests that the second call sends: %s %j', async (name, given, expected, from) => {
    const {store, call} = await start();
    const {structuredContent, isError} = await call(name, given);
    expect(structuredContent).not.toHaveProperty('message');
    expect(isError).toBeUndefined();
    const {plan, confirmation} = structuredContent;
    const lines = plan.requests.map(({method, path}: {method: string; path: string}) => `${method} ${path}`);
    expect(lines).toEqual(
      Array.isArray(expected)
        ? expected.map((one: string | RegExp) => (typeof one === 'string' ? one : expect.stringMatching(one)))
        : expected,
    );
    expect(plan.from).toEqual(from);
    expect(store.writes()).toEqual([]);
    const done = await call(name, {...given, confirmation});
    expect(done.structuredContent).not.toHaveProperty('message');
    expect(done.isError).toBeUndefined();
    expect(store.writes()).toEqual(lines);
  });

  test('plans no request if nothing needs to be sent', async () => {
    const {store, agent, call} = await start();
    const given = {version_id: 'com.example.steps@live'};
    const {structuredContent} = await call('phased_release_resume', given);
    expect(structuredContent.plan).toMatchObject({
      requests: [],
      summary: expect.stringContaining('Nothing would be sent now.'),
    });
    expect((await agent.confirm('phased_release_resume', given)).structuredContent).toMatchObject({state: 'ACTIVE'});
    expect(store.writes()).toEqual([]);
  });

  test.each([
    ['versions_release', {version_id: READY}, {kind: 'conflict', exitCode: 5}],
    ['versions_create', {app: 'com.example.none', version: '1.0'}, {kind: 'not-found', exitCode: 4}],
    ['release_notes_set', {version_id: READY, text: 'x'.repeat(4001)}, {kind: 'usage', exitCode: 2}],
    ['release_notes_set', {version_id: READY}, {kind: 'usage', message: "'tool release-notes set' needs text"}],
    ['release_notes_set', {version_id: READY, file: '/etc/passwd'}, {kind: 'usage', exitCode: 2}],
    ['versions_delete', {version_id: READY, confirm: true}, {kind: 'usage', exitCode: 2}],
    ['versions_delete', {version_id: READY, dry_run: false}, {kind: 'usage', exitCode: 2}],
    ['versions_submit', {version_id: READY, max_wait: '5m'}, {kind: 'usage', exitCode: 2}],
    ['versions_update', {version_id: READY}, {kind: 'usage', exitCode: 2}],
  ])('refuses %s %j as the command does', async (name, given, expected) => {
    const {store, call} = await start();
    const {structuredContent, isError} = await call(name, given);
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({...expected, outcomeUnknown: false});
    expect(store.writes()).toEqual([]);
  });
});

describe('the second call', () => {
  test("performs the write on the second call, and returns the command's result", async () => {
    const {agent} = await start();
    const {structuredContent, isError} = await agent.confirm('versions_submit', {version_id: READY});
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW', resumed: false});
  });

  test("includes the command's notes in the result of the second call", async () => {
    const {agent, call} = await start();
    await agent.confirm('phased_release_enable', {version_id: APPROVED}).catch(() => {});
    const plan = await call('versions_release', {version_id: APPROVED});
    const {confirmation} = plan.structuredContent;
    const released = await call('versions_release', {version_id: APPROVED, confirmation});
    expect(released.structuredContent).toHaveProperty('releaseRequestId');
    expect(textOf(released)).toContain('released in phases');
  });

  test.each<[string, (given: {store: PracticeStore; confirmation: string; call: Agent['call']}) => unknown, string]>([
    [
      'made up',
      ({call}) => call('versions_delete', {version_id: READY, confirmation: 'AAAA'}),
      'was not issued by this server',
    ],
    [
      'empty',
      ({call}) => call('versions_delete', {version_id: READY, confirmation: ''}),
      'was not issued by this server',
    ],
    [
      'of another tool',
      ({call, confirmation}) => call('versions_submit', {version_id: READY, confirmation}),
      'was given for another tool or another input',
    ],
    [
      'of another input',
      ({call, confirmation}) => call('versions_delete', {version_id: 'com.example.nearly@editable', confirmation}),
      'was given for another tool or another input',
    ],
    [
      'of more than ten minutes ago',
      ({store, call, confirmation}) => {
        store.clock.advance(10 * 60_000 + 1);
        return call('versions_delete', {version_id: READY, confirmation});
      },
      'has expired',
    ],
    [
      'of yesterday',
      ({store, call, confirmation}) => {
        store.clock.advance(24 * 3_600_000);
        return call('versions_delete', {version_id: READY, confirmation});
      },
      'has expired',
    ],
  ])('sends nothing with a confirmation that is %s', async (_, again, message) => {
    const {store, call} = await start();
    const {confirmation} = (await call('versions_delete', {version_id: READY})).structuredContent;
    const refused = (await again({store, confirmation, call})) as Awaited<ReturnType<Agent['call']>>;
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toMatchObject({kind: 'usage', exitCode: 2, outcomeUnknown: false});
    expect(refused.structuredContent.message).toBe(`The confirmation ${message}\nNothing was sent.`);
    expect(store.writes()).toEqual([]);
  });

  test('accepts a confirmation just before its ten minutes end', async () => {
    const {store, call} = await start();
    const {confirmation} = (await call('versions_delete', {version_id: READY})).structuredContent;
    store.clock.advance(10 * 60_000 - 1);
    const {structuredContent} = await call('versions_delete', {version_id: READY, confirmation});
    expect(structuredContent).toMatchObject({deleted: true});
  });

  test('refuses a confirmation that another MCP server issued', async () => {
    const store = new PracticeStore();
    const one = await start({}, ['--allow-writes'], store);
    const other = await start({}, ['--allow-writes'], store.rival());
    const {confirmation} = (await one.call('versions_delete', {version_id: READY})).structuredContent;
    const {structuredContent} = await other.call('versions_delete', {version_id: READY, confirmation});
    expect(structuredContent.message).toContain('was not issued by this server');
  });

  test('writes once if the second call arrives twice, even at the same moment', async () => {
    const {store, call} = await start();
    const given = {version_id: READY, copyright: '2027 Us'};
    const {confirmation} = (await call('versions_update', given)).structuredContent;
    const both = await Promise.all([
      call('versions_update', {...given, confirmation}),
      call('versions_update', {...given, confirmation}),
    ]);
    expect(both.map(({isError}) => isError ?? false).sort()).toEqual([false, true]);
    expect(store.writes()).toHaveLength(1);
    const third = await call('versions_update', {...given, confirmation});
    expect(third.structuredContent.message).toContain('has already been used');
  });

  test('accepts the arguments of the second call in any order', async () => {
    const {call} = await start();
    const {confirmation} = (await call('versions_update', {copyright: 'Us', version_id: READY})).structuredContent;
    const {isError} = await call('versions_update', {confirmation, version_id: READY, copyright: 'Us'});
    expect(isError).toBeUndefined();
  });

  test('refuses a confirmation if the plan has changed, and returns the new plan', async () => {
    const {store, call} = await start();
    const {plan, confirmation} = (await call('versions_submit', {version_id: READY})).structuredContent;
    expect(plan.requests).toHaveLength(3);
    // Another run adds a draft after the plan was shown.
    const draft = await store.rival().run(['versions', 'check', '--version-id', READY, '--ask-service']);
    expect(draft.code).toBe(0);
    const before = store.writes().length;
    const refused = await call('versions_submit', {version_id: READY, confirmation});
    expect(refused.isError).toBe(true);
    expect(Object.keys(refused.structuredContent)).toEqual(['plan', 'confirmation']);
    expect(refused.structuredContent.plan.requests).toHaveLength(2);
    expect(textOf(refused)).toContain('Nothing was sent');
    expect(store.writes()).toHaveLength(before);
    const again = {version_id: READY, confirmation: refused.structuredContent.confirmation};
    expect((await call('versions_submit', again)).structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW'});
  });

  test('refuses a confirmation if the version has been deleted since the plan was shown', async () => {
    const {store, call} = await start();
    const given = {version_id: READY, copyright: 'Us'};
    const {plan, confirmation} = (await call('versions_update', given)).structuredContent;
    expect(plan.from).toBe('PREPARE_FOR_SUBMISSION');
    await store.rival().run(['versions', 'delete', '--version-id', READY, '--confirm']);
    const {isError, structuredContent} = await call('versions_update', {...given, confirmation});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({kind: 'not-found', exitCode: 4});
    expect(store.writes()).toEqual([]);
  });

  test('refuses a confirmation made for another profile, and returns the plan', async () => {
    const home = new TempHome();
    const config = (name: string) => ({
      default_profile: name,
      profiles: ['One', 'Two'].map((one) => ({
        name: one,
        key_id: SANDBOX_KEY_ID,
        issuer_id: SANDBOX_ISSUER_ID,
        private_key_path: home.write('store.p8', PRACTICE_KEY),
      })),
    });
    home.write('.tool/config.json', JSON.stringify(config('One')));
    const {store, call} = await start({host: {home: home.path}});
    const given = {version_id: READY};
    const {confirmation} = (await call('versions_delete', given)).structuredContent;
    home.write('.tool/config.json', JSON.stringify(config('Two')));
    const {isError, structuredContent} = await call('versions_delete', {...given, confirmation});
    expect(isError).toBe(true);
    expect(Object.keys(structuredContent)).toEqual(['plan', 'confirmation']);
    expect(store.writes()).toEqual([]);
    home.remove();
  });

  test('reports an unknown outcome of the second call if the answer is lost', async () => {
    const {store, call} = await start();
    const given = {version_id: 'com.example.nearly@editable', text: 'Neu.', locale: ['de-DE']};
    const {confirmation} = (await call('release_notes_set', given)).structuredContent;
    store.disturb(1, 'lost before');
    const {isError, structuredContent} = await call('release_notes_set', {...given, confirmation});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({kind: 'network', exitCode: 7});
  });
});

describe('the emergency brake', () => {
  test('pauses a phased release with a single MCP call', async () => {
    const {store, call} = await start();
    const {structuredContent} = await call('phased_release_pause', {version_id: 'com.example.steps@live'});
    expect(structuredContent).toMatchObject({state: 'PAUSED', day: 3});
    expect(store.writes()).toEqual([expect.stringMatching(/^PATCH/)]);
  });

  test('refuses the argument confirmation for phased_release_pause', async () => {
    const {call} = await start();
    const {structuredContent} = await call('phased_release_pause', {version_id: 'x', confirmation: 'y'});
    expect(structuredContent.message).toContain("Unknown member 'confirmation'");
  });
});

const answer = (action: ElicitResult['action'], confirm?: unknown): ElicitResult => ({
  action,
  ...(confirm !== undefined && {content: {confirm: confirm as boolean}}),
});

describe('the user', () => {
  test('asks the user one question with one required answer before a change that cannot be undone', async () => {
    const questions: [string, unknown][] = [];
    const onQuestion = (question: string, schema: unknown) => {
      questions.push([question, schema]);
      return answer('accept', true);
    };
    const {store, agent} = await start({onQuestion});
    const {structuredContent} = await agent.confirm('versions_release', {version_id: APPROVED});
    expect(structuredContent).toHaveProperty('releaseRequestId');
    expect(questions).toEqual([
      [
        expect.stringMatching(
          /^Release an approved store version: Aurora Notes .*3\.3\.0 \(IOS\).* It cannot be undone\.$/,
        ),
        {
          type: 'object',
          properties: {
            confirm: {type: 'boolean', title: 'Do it', description: 'Nothing is sent without a yes'},
          },
          required: ['confirm'],
        },
      ],
    ]);
    expect(store.writes()).toHaveLength(1);
  });

  test.each([
    ['declines', answer('decline')],
    ['cancels', answer('cancel')],
    ['answers no', answer('accept', false)],
  ])('sends nothing if the user %s', async (_, reply) => {
    const {store, agent, call} = await start({onQuestion: () => reply});
    const {isError, structuredContent} = await agent.confirm('versions_delete', {version_id: READY});
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({kind: 'usage', message: 'The person said no\nNothing was sent.'});
    expect(store.writes()).toEqual([]);
    expect((await call('versions_view', {version_id: READY})).isError).toBeUndefined();
  });

  test.each([
    ['nothing', undefined],
    ['something else', 'true'],
  ])('repeats the question if the user accepts but answers %s', async (_, given) => {
    const replies = [answer('accept', given), answer('accept', true), answer('accept', given), answer('accept', given)];
    const {store, agent} = await start({onQuestion: () => replies.shift() ?? answer('cancel')});
    const {structuredContent} = await agent.confirm('versions_delete', {version_id: READY});
    expect(structuredContent).toMatchObject({deleted: true});
    const other = {version_id: 'com.example.nearly@editable'};
    const refused = await agent.confirm('versions_delete', other);
    expect(refused.structuredContent).toMatchObject({
      kind: 'usage',
      message: 'The person was asked twice, and nothing was answered\nNothing was sent.',
    });
    expect(replies).toEqual([]);
    expect(store.writes()).toEqual([expect.stringMatching(/^DELETE/)]);
  });

  test('does not take silence for consent if the client cannot ask', async () => {
    const {store, agent} = await start({
      onQuestion: () => {
        throw new Error('no window');
      },
    });
    const {structuredContent} = await agent.confirm('versions_delete', {version_id: READY});
    expect(structuredContent.message).toBe('The person was asked to confirm, and no answer came\nNothing was sent.');
    expect(store.writes()).toEqual([]);
  });

  test('does not ask the user about changes that can be undone', async () => {
    const asked: string[] = [];
    const onQuestion = (question: string) => {
      asked.push(question);
      return answer('accept', true);
    };
    const {agent, call} = await start({onQuestion});
    await agent.confirm('versions_submit', {version_id: READY});
    await agent.confirm('versions_withdraw', {version_id: 'com.example.boats@latest'});
    await agent.confirm('versions_update', {version_id: 'com.example.nearly@editable', copyright: 'Us'});
    await agent.confirm('versions_update', {version_id: APPROVED, release_type: 'MANUAL'});
    await call('phased_release_pause', {version_id: 'com.example.steps@live'});
    await call('versions_delete', {version_id: READY, confirmation: 'AAAA'});
    expect(asked).toEqual([]);
    await agent.confirm('versions_withdraw', {version_id: APPROVED});
    expect(asked).toEqual([
      expect.stringMatching(/^Withdraw a store version from review: Aurora Notes \(com\.example\.aurora\) 3\.3\.0/),
    ]);
  });

  test('does not ask the user about a plan that has changed since it was shown', async () => {
    const asked: string[] = [];
    const onQuestion = (question: string) => {
      asked.push(question);
      return answer('accept', true);
    };
    const {store, call} = await start({onQuestion});
    const given = {version_id: 'com.example.steps@live'};
    const {confirmation} = (await call('phased_release_complete', given)).structuredContent;
    await store.rival().run(['phased-release', 'pause', '--version-id', given.version_id]);
    const {isError, structuredContent} = await call('phased_release_complete', {...given, confirmation});
    expect(isError).toBe(true);
    expect(structuredContent.plan).toMatchObject({from: 'PAUSED'});
    expect(asked).toEqual([]);
  });

  test('does not apply a yes to a plan that changes while the question is open', async () => {
    const store = new PracticeStore();
    const {agent} = await start(
      {
        onQuestion: async () => {
          await store.rival().run(['phased-release', 'pause', '--version-id', 'com.example.steps@live']);
          return answer('accept', true);
        },
      },
      ['--allow-writes'],
      store,
    );
    const {isError, structuredContent} = await agent.confirm('phased_release_complete', {
      version_id: 'com.example.steps@live',
    });
    expect(isError).toBe(true);
    expect(structuredContent.plan).toMatchObject({from: 'PAUSED'});
    expect(store.writes().filter((line) => line.startsWith('PATCH'))).toHaveLength(0);
  });
});

describe('the question', () => {
  type Given = Record<string, unknown>;
  async function asked(name: string, given: Given, options: AgentOptions = {}, store = new PracticeStore()) {
    const questions: string[] = [];
    const onQuestion = (question: string) => {
      questions.push(question);
      return {action: 'decline'} as const;
    };
    const {agent, call} = await start({...options, onQuestion}, ['--allow-writes'], store);
    const {plan, message} = (await call(name, given)).structuredContent;
    expect(message).toBeUndefined();
    await agent.confirm(name, given);
    expect(store.writes()).toEqual([]);
    return {summary: plan.summary as string, questions};
  }

  test.each<[string, Given, string, string]>([
    [
      'versions_delete',
      {version_id: READY},
      `Paper Boats (com.example.boats) 2.0 (IOS), build 21, PREPARE_FOR_SUBMISSION, ${WHO}.`,
      'Its texts, screenshots and settings are deleted; its builds are kept.',
    ],
    [
      'versions_withdraw',
      {version_id: APPROVED},
      `Aurora Notes (com.example.aurora) 3.3.0 (IOS), build 412, PENDING_DEVELOPER_RELEASE, ${WHO}.`,
      'It loses its approval and has to pass review again.',
    ],
    [
      'phased_release_complete',
      {version_id: 'com.example.steps@live'},
      `Small Steps (com.example.steps) 3.1 (IOS), build 31, ACTIVE, ${WHO}.`,
      'Everyone gets it as an automatic update now.',
    ],
    [
      'phased_release_disable',
      {version_id: APPROVED},
      `Aurora Notes (com.example.aurora) 3.3.0 (IOS), build 412, INACTIVE, ${WHO}.`,
      'Once released, everyone gets it at once.',
    ],
    [
      'ship',
      {
        app: 'com.example.rings',
        version: '2.1',
        platform: ['IOS', 'MAC_OS'],
        build: 'latest',
        notes: 'A\nB',
        until: 'live',
      },
      `Three Rings (com.example.rings) 2.1 (IOS), attach build 21; Three Rings (com.example.rings) 2.1 (MAC_OS), attach build 21, ${WHO}.`,
      String.raw`With build latest, notes 'A\nB', until live.`,
    ],
  ])(
    'states target, service, profile and consequences in the question to the user: %s %j',
    async (name, given, subject, more) => {
      const {summary, questions} = await asked(name, given);
      expect(questions).toEqual([summary]);
      expect(summary).toContain(`: ${subject}`);
      expect(summary).toContain(more);
    },
  );

  test("quotes and escapes a text argument in the plan's summary", async () => {
    const {agent} = await start();
    const given = {version_id: READY, copyright: "x'. Nothing would be sent now. With copyright 'y"};
    const {plan} = (await agent.call('versions_update', given)).structuredContent;
    const quotation = String.raw`'x\'. Nothing would be sent now. With copyright \'y'`;
    expect(plan.summary).toContain(`With copyright ${quotation}. It sends 1 request.`);
  });

  test('asks the user a different question for each answer to the encryption question', async () => {
    const {call} = await start();
    const {data} = (await call('builds_list', {app: 'com.example.cipher'})).structuredContent;
    const questions = [];
    for (const uses_encryption of [true, false]) {
      questions.push(...(await asked('builds_update', {build_id: data[0].id, uses_encryption})).questions);
    }
    const build = `Secret Ink (com.example.cipher) 1.1 (IOS), build 12, VALID, ${WHO}. With uses_encryption`;
    expect(questions).toEqual([expect.stringContaining(`${build} true.`), expect.stringContaining(`${build} false.`)]);
  });

  test('names the app in the question to the user, so that equal version strings of two apps differ', async () => {
    const store = new PracticeStore();
    const questions = [];
    for (const app of ['com.example.shelf', 'com.example.quiet']) {
      await store.run(['versions', 'create', '--app', app, '--version', '9.9.9', '--platform', 'TV_OS']);
      questions.push(...(await asked('versions_delete', {version_id: `${app}@9.9.9`}, {}, store.rival())).questions);
    }
    expect(new Set(questions)).toHaveProperty('size', 2);
  });

  test('names the profile in the question to the user', async () => {
    const home = new TempHome();
    const key = {
      key_id: SANDBOX_KEY_ID,
      issuer_id: SANDBOX_ISSUER_ID,
      private_key_path: home.write('store.p8', PRACTICE_KEY),
    };
    home.write('.tool/config.json', JSON.stringify({profiles: [{name: 'prod', ...key}]}));
    const {summary} = await asked('versions_delete', {version_id: READY}, {host: {home: home.path}});
    expect(summary).toContain("on https://store.test as 'prod'.");
    home.remove();
  });

  test.each<[string, string[], Given]>([
    ['versions_submit', ['AFTER_APPROVAL'], {version_id: READY}],
    ['versions_submit', ['SCHEDULED', '--earliest-release-date', '2030-01-02T03:04:05Z'], {version_id: READY}],
    ['ship', ['AFTER_APPROVAL'], {version_id: READY, until: 'submitted'}],
  ])('asks the user once before %s of a version with release type %j', async (name, [type = '', ...more], given) => {
    const store = new PracticeStore();
    await store.run(['versions', 'update', '--version-id', READY, '--release-type', type, ...more]);
    const {questions} = await asked(name, given, {}, store.rival());
    const date = more.length > 0 ? ', not before 2030-01-02T03:04:05Z' : '';
    expect(questions).toEqual([expect.stringContaining(`It goes on sale by itself once approved${date}.`)]);
    expect(questions[0]).not.toContain('cannot be undone');
  });

  test.each<[string, Given]>([
    ['a release after approval', {release_type: 'AFTER_APPROVAL'}],
    ['a schedule with a date in the past', {release_type: 'SCHEDULED', earliest_release_date: '2020-01-01T00:00:00Z'}],
  ])('asks before an update that releases an approved version at once: %s', async (_, given) => {
    const {questions} = await asked('versions_update', {version_id: APPROVED, ...given});
    expect(questions).toEqual([expect.stringContaining('It is approved: this change releases it at once.')]);
    expect(questions[0]).toContain('It cannot be undone.');
  });

  test('asks the user before ship sets a release type that releases an approved version at once', async () => {
    const {questions} = await asked('ship', {version_id: APPROVED, release_type: 'AFTER_APPROVAL', until: 'live'});
    expect(questions).toEqual([expect.stringContaining('It is approved: this change releases it at once.')]);
  });

  test('asks the user before submitting a version with an unknown release type', async () => {
    const store = new PracticeStore();
    const send = async (request: Parameters<PracticeStore['send']>[0]) => {
      const answer = await store.send(request);
      return {...answer, body: answer.body.replaceAll('"releaseType":"MANUAL"', '"releaseType":null')};
    };
    const host = {http: async () => ({send, close: async () => {}})};
    const {questions} = await asked('versions_submit', {version_id: READY}, {host}, store);
    expect(questions).toEqual([expect.stringContaining('It goes on sale by itself once approved.')]);
  });

  test('does not ask the user before ship submits a version and sets its release to manual', async () => {
    const store = new PracticeStore();
    await store.run(['versions', 'update', '--version-id', READY, '--release-type', 'AFTER_APPROVAL']);
    const given = {version_id: READY, release_type: 'MANUAL', until: 'submitted'};
    const questions: string[] = [];
    const onQuestion = (question: string) => {
      questions.push(question);
      return answer('accept', true);
    };
    const {agent} = await start({onQuestion}, ['--allow-writes'], store.rival());
    const shipped = agent.confirm('ship', given);
    await store.until(shipped, (asleep) => asleep.some((ms) => ms <= 30_000));
    expect((await shipped).structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW'});
    expect(questions).toEqual([]);
  });

  test('says in the versions_create plan that the version exists and that none will be created', async () => {
    const {call} = await start();
    const given = {app: 'com.example.boats', version: '2.0', if_exists: 'update', copyright: 'Us'};
    const {plan} = (await call('versions_create', given)).structuredContent;
    expect(plan).toMatchObject({from: 'PREPARE_FOR_SUBMISSION', requests: [{method: 'PATCH'}]});
    expect(plan.summary).toContain('With copyright Us, if_exists update.');
    expect(plan.summary).toContain('The version exists: none is created.');
  });
});

/** Expects ten minutes, and at most ten seconds more for a last read that starts in time. */
function expectTenMinutes(ms: number): void {
  expect(ms / 60_000).toBeGreaterThan(9.95);
  expect(ms / 60_000).toBeLessThan(10.2);
}

describe('ship', () => {
  const given = {app: 'com.example.boats', version: '2.0', build: 'latest', phased: true};

  /** Starts an agent on a clock that stands still while the tool does anything but wait. */
  async function startOnStill(reviewStep?: number) {
    const store = new PracticeStore(undefined, reviewStep);
    const started = await start({}, ['--allow-writes'], store.rival());
    const inTime = <T>(work: Promise<T>) => store.until(work, (asleep) => asleep.some((ms) => ms <= 30_000));
    return {...started, clock: store.clock, inTime};
  }

  test('shows the steps of ship in the plan, and performs exactly these steps', async () => {
    const {store, agent, call, inTime} = await startOnStill();
    const first = await call('ship', given);
    expect(first.isError).toBeUndefined();
    expect(first.structuredContent.plan.from).toBe('PREPARE_FOR_SUBMISSION');
    expect(textOf(first)).toMatch(/"steps":\[\{"id":"version","status":"done"/);
    expect(store.writes()).toEqual([]);
    const {isError, structuredContent} = await inTime(agent.confirm('ship', given));
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW', reached: true});
    expect(store.writes().filter((line) => line.startsWith('POST /v1/reviewSubmission'))).toHaveLength(2);
  });

  test('ends ship after ten minutes, and returns the state that the version has reached', async () => {
    const {agent, inTime, clock} = await startOnStill();
    const before = clock.now();
    const waiting = {version_id: 'com.example.harbor@5.1.0:IOS', until: 'approved'};
    const {isError, structuredContent} = await inTime(agent.confirm('ship', waiting));
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW', reached: false});
    expectTenMinutes(clock.now() - before);
  });

  test('ends ship after a total of ten minutes if it waits twice', async () => {
    const {agent, inTime, clock} = await startOnStill(400_000);
    await inTime(agent.confirm('versions_release', {version_id: APPROVED}));
    clock.advance(4000);
    const before = clock.now();
    const next = {app: 'com.example.aurora', version: '3.4.0', platform: ['IOS'], build: 'latest', notes: 'New.'};
    const {isError, structuredContent} = await inTime(agent.confirm('ship', {...next, until: 'approved'}));
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({state: 'WAITING_FOR_REVIEW', reached: false});
    expectTenMinutes(clock.now() - before);
  });

  test.each([
    ['submitted', 0],
    ['ready', 0],
    ['live', 1],
    ['approved', 1],
  ])('runs ship until %s with this number of questions to the user: %i', async (until, count) => {
    const asked: string[] = [];
    const onQuestion = (question: string) => {
      asked.push(question);
      return {action: 'decline'} as const;
    };
    const {store, agent} = await start({onQuestion});
    await agent.confirm('ship', {...given, until});
    expect(asked).toHaveLength(count);
    if (until === 'live') expect(asked[0]).toMatch(/It goes on with [^.]*\brelease\b/);
    else expect(asked.join()).not.toMatch(/It goes on with [^.]*, release\b/);
    if (count > 0) expect(store.writes()).toEqual([]);
  });

  test.each([given, {version_id: 'com.example.boats@2.0'}])(
    'plans ship %j with as many reads as a dry run',
    async (input) => {
      const {store, call} = await start();
      await call('ship', input);
      const reads = store.lines.length;
      const words = Object.entries(input).map(([name, value]) => `--${name.replace('_', '-')}=${value}`);
      await store.run(['ship', ...words, '--dry-run']);
      expect(reads).toBe(store.lines.length);
    },
  );

  test('names the blocking step in the plan of ship', async () => {
    const {call} = await start();
    const {structuredContent} = await call('ship', {version_id: 'com.example.second@1.1'});
    const {summary, requests} = structuredContent.plan;
    expect(requests).toEqual([]);
    expect(summary).toContain('Nothing would be sent now. It stops at submission: it is in REJECTED');
    expect(summary).toMatch(/submit it as it is: build latest, .*\bresubmit\./);
  });

  test.each([
    ['ship', {version_id: 'com.example.second@1.1'}, 'build latest, other notes, or resubmit'],
    ['ship', {version_id: APPROVED, release_type: 'AFTER_APPROVAL'}, 'ship it with until live'],
    [
      'versions_update',
      {version_id: READY, release_type: 'SCHEDULED', earliest_release_date: '2020-01-01T00:00:00Z'},
      'Warning: earliest_release_date 2020-01-01T00:00:00Z is in the past',
    ],
  ])('names arguments instead of flags in the advice of %s %j', async (name, input, words) => {
    const {call} = await start();
    const plan = await call(name, input);
    const done = await call(name, {...input, confirmation: plan.structuredContent.confirmation});
    expect(textOf(plan)).not.toMatch(/--[a-z]/);
    expect(textOf(done)).toContain(words);
    expect(textOf(done)).not.toMatch(/--[a-z]/);
  });

  test('refuses arguments of ship that name a hook or a file, or skip the confirmation', async () => {
    const {call} = await start();
    for (const member of ['on_change', 'notes_file', 'notes_dir', 'confirm', 'dry_run']) {
      const {structuredContent} = await call('ship', {...given, [member]: 'true'});
      expect(structuredContent.message).toContain(`Unknown member '${member}' of ship`);
    }
  });
});

describe('writes', () => {
  test('runs the writes of parallel MCP calls one after another', async () => {
    const {store, call} = await start();
    const one = {version_id: READY, copyright: 'One'};
    const other = {version_id: 'com.example.nearly@editable', copyright: 'Other'};
    const confirmations = [
      (await call('versions_update', one)).structuredContent.confirmation,
      (await call('versions_update', other)).structuredContent.confirmation,
    ];
    let underWay = 0;
    let most = 0;
    store.before = async (line) => {
      if (line.startsWith('GET')) return;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
    };
    await Promise.all([
      call('versions_update', {...one, confirmation: confirmations[0]}),
      call('versions_update', {...other, confirmation: confirmations[1]}),
    ]);
    expect(most).toBe(1);
    expect(store.writes()).toHaveLength(2);
  });

  test('queues phased_release_pause behind a running write', async () => {
    const {store, call} = await start();
    const given = {version_id: READY, copyright: 'One'};
    const {confirmation} = (await call('versions_update', given)).structuredContent;
    const order: string[] = [];
    let brake: Promise<unknown> | undefined;
    store.before = async (line) => {
      const isBrake = line.includes('PhasedRelease');
      if (!line.startsWith('GET')) order.push(isBrake ? 'brake' : 'update');
      if (line.startsWith('GET') || brake || isBrake) return;
      // The brake starts while the update is in progress, so it could overtake the update.
      brake = call('phased_release_pause', {version_id: 'com.example.steps@live'});
      await Promise.race([brake, new Promise((resolve) => setTimeout(resolve, 100))]);
    };
    await call('versions_update', {...given, confirmation});
    await brake;
    expect(order).toEqual(['update', 'brake']);
  });

  test('runs the next write after a call that failed', async () => {
    const {agent, call} = await start();
    await call('versions_delete', {version_id: READY, confirmation: 'AAAA'});
    const {isError} = await agent.confirm('versions_update', {version_id: READY, copyright: 'Us'});
    expect(isError).toBeUndefined();
  });

  test('refuses writes of MCP tools if the server is read-only', async () => {
    const {store, call} = await start({}, ['--allow-writes', '--read-only']);
    const {structuredContent} = await call('versions_delete', {version_id: READY});
    expect(structuredContent.message).toContain('this server only reads: --read-only');
    expect(store.lines).toEqual([]);
  });
});
