import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {HttpFailure, type HttpRequest} from '../../src/services/ports.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

const WORDS = [
  ...['ship', '--app', 'com.example.rings', '--version', '2.1', '--platform', 'IOS', '--build', 'latest'],
  ...['--notes', 'Rounder.', '--release-type', 'MANUAL', '--phased', '--until', 'live', '--confirm'],
];
const kinds = (lines: readonly string[]) => lines.map((line) => line.replace(/\/(?:[0-9a-f-]{36}|\w{64})/g, '/ID'));
const EVERYTHING = [
  'POST /v1/appStoreVersions',
  'PATCH /v1/appStoreVersionLocalizations/ID',
  'PATCH /v1/appStoreVersionLocalizations/ID',
  'POST /v1/appStoreVersionPhasedReleases',
  'POST /v1/reviewSubmissions',
  'POST /v1/reviewSubmissionItems',
  'PATCH /v1/reviewSubmissions/ID',
  'POST /v1/appStoreVersionReleaseRequests',
];
const onVersion = (name: string, ...flags: string[]) => [
  ...name.split(' '),
  ...['--version-id', 'com.example.rings@2.1:IOS'],
  ...flags,
];
const dead = () => new HttpFailure('refused', false, 'the process is gone');

interface Step {
  id: string;
  status: string;
  detail: string;
  did: boolean;
}
const stepOf = (result: {steps: Step[]}, id: string) => result.steps.find((step) => step.id === id);

describe('a run that is killed after any request, and the next run', () => {
  it('continues a killed run of ship to the end, and sends nothing twice', async () => {
    await store.run(WORDS);
    const total = store.lines.length;
    expect(total).toBeGreaterThan(EVERYTHING.length);
    for (let killAt = 0; killAt < total; killAt += 1) {
      store = new PracticeStore();
      let count = 0;
      store.before = () => {
        count += 1;
        if (count > killAt) throw dead();
      };
      const killed = await store.run(WORDS);
      const before = store.writes();
      // A step that sent nothing must not hide that earlier steps did.
      if (before.length > 0) expect(killed.stderr).not.toContain('Nothing was sent');
      store.before = () => {};
      const {code, result} = await store.run(WORDS);
      expect({killAt, code, state: result.state}).toEqual({killAt, code: 0, state: 'READY_FOR_SALE'});
      expect({killAt, sent: kinds([...before, ...store.writes()])}).toEqual({killAt, sent: EVERYTHING});
    }
  });

  it.each(EVERYTHING.map((line, index) => [line, index + 1] as const))(
    'reads the outcome of a write in ship if its answer is lost: %s',
    async (_, write) => {
      store.disturb(write, 'lost after');
      const first = await store.run(WORDS);
      const sent = store.writes();
      expect({code: first.code, reached: first.result.reached}).toEqual({code: 0, reached: true});
      expect(kinds(sent)).toEqual(EVERYTHING);
      expect(first.stderr).toMatch(/The answer was lost|but it is done/);
    },
  );

  it.each(EVERYTHING.map((line, index) => [line, index + 1] as const))(
    'sends a write again in the next run of ship if the request was lost: %s',
    async (_, write) => {
      store.disturb(write, 'lost before');
      const first = await store.run(WORDS);
      expect({reached: first.result.reached, code: first.code}).toEqual({reached: false, code: 7});
      const {code, result} = await store.run(WORDS);
      expect({code, reached: result.reached}).toEqual({code: 0, reached: true});
    },
  );
});

it('counts every text as written if later reads confirm the writes whose answers were lost', async () => {
  const send = store.send.bind(store);
  store.send = async (request: HttpRequest) => {
    const isText = new URL(request.url).pathname.startsWith('/v1/appStoreVersionLocalizations/');
    const answer = isText && request.method === 'GET' ? undefined : await send(request);
    if (!answer || isText) throw new HttpFailure('reset', true, 'the connection was closed');
    return answer;
  };
  const home = new TempHome();
  onTestFinished(() => home.remove());
  const host = {home: home.path};
  const {code, result} = await store.run(WORDS, {host});
  expect({code, reached: result.reached}).toEqual({code: 0, reached: true});
  expect(kinds(store.writes())).toEqual(EVERYTHING);
  const history = await store.run(['history'], {host});
  expect(history.result.data).toMatchObject([{outcome: 'settled-by-reading'}]);
});

describe('two runs at the same time on two machines', () => {
  it('puts one version on sale if ship runs on two machines, whenever the second run starts', async () => {
    await store.run(WORDS);
    const total = store.lines.length;
    for (let at = 1; at <= total; at += 4) {
      store = new PracticeStore();
      const rival = store.elsewhere();
      let count = 0;
      let other: Awaited<ReturnType<PracticeStore['run']>> | undefined;
      store.before = async () => {
        count += 1;
        if (count === at) other = await rival.run(WORDS);
      };
      const own = await store.run(WORDS);
      expect({at, own: own.code, other: other?.code}).toEqual({at, own: 0, other: 0});
      const {code, result} = await store.run(WORDS);
      expect({at, code, reached: result.reached}).toEqual({at, code: 0, reached: true});
      expect({at, own: own.result.versionId, other: other?.result.versionId}).toEqual({
        at,
        own: result.versionId,
        other: result.versionId,
      });
      const list = await store.run(['versions', 'list', '--app', 'com.example.rings', '--version', '2.1']);
      expect(list.result.data).toHaveLength(1);
    }
  });

  it('puts one version on sale if ship runs twice at the same time', async () => {
    const rival = store.elsewhere();
    const [own, other] = await Promise.all([store.run(WORDS), rival.run(WORDS)]);
    expect([own.code, other.code]).toEqual([0, 0]);
    const {code, result} = await store.run(WORDS);
    expect({code, reached: result.reached}).toEqual({code: 0, reached: true});
    const list = await store.run(['versions', 'list', '--app', 'com.example.rings', '--version', '2.1']);
    expect(list.result.data).toHaveLength(1);
  });
});

describe('someone else', () => {
  it('exits with 5 if someone else withdraws the version during review, and does not resubmit it', async () => {
    const rival = store.elsewhere();
    let hasWithdrawn = false;
    store.before = async (line) => {
      if (hasWithdrawn || !/^GET .v1.appStoreVersions.[\w-]+$/.test(line)) return;
      if (!store.writes().at(-1)?.startsWith('PATCH /v1/reviewSubmissions')) return;
      hasWithdrawn = true;
      expect((await rival.run(onVersion('versions withdraw', '--confirm'))).code).toBe(0);
    };
    const {code, result, stderr} = await store.run(WORDS);
    expect({code, reached: result.reached, hasWithdrawn}).toEqual({code: 5, reached: false, hasWithdrawn: true});
    expect(stderr).toMatch(
      /is in DEVELOPER_REJECTED again: someone has withdrawn it\n {2}See what happened: tool versions history/,
    );
    expect(kinds(store.writes())).toEqual(EVERYTHING.slice(0, -1));
    expect((await store.run(WORDS)).code).toBe(5);
    expect((await store.run([...WORDS, '--resubmit'])).code).toBe(0);
  });

  it('does not claim to have created a version that someone else created first', async () => {
    const rival = store.rival();
    const create = ['versions', 'create', '--app', 'com.example.rings', '--version', '2.1', '--release-type', 'MANUAL'];
    store.before = async (line) => {
      if (line === EVERYTHING[0]) await rival.run(create);
    };
    const {code, result} = await store.run(WORDS);
    expect(code).toBe(0);
    expect(stepOf(result, 'version')).toMatchObject({status: 'done', did: false});
  });

  it('uses a version that someone else creates at any point before ship creates its own', async () => {
    const create = ['versions', 'create', '--app', 'com.example.rings', '--version', '2.1', '--release-type', 'MANUAL'];
    await store.run(WORDS);
    const createAt = store.lines.indexOf('POST /v1/appStoreVersions');
    for (let at = 1; at <= createAt; at += 1) {
      store = new PracticeStore();
      const rival = store.rival();
      let count = 0;
      store.before = async () => {
        if (count === at) await rival.run([...create, '--platform', 'IOS']);
        count += 1;
      };
      const {code, result} = await store.run(WORDS);
      expect({at, code, version: stepOf(result, 'version')}).toMatchObject({at, code: 0, version: {did: false}});
    }
  });

  it('accepts a phased release that someone else sets up just before ship would', async () => {
    const rival = store.rival();
    store.before = async (line) => {
      if (line === EVERYTHING[3]) await rival.run(onVersion('phased-release enable'));
    };
    const {code, result} = await store.run(WORDS);
    expect(code).toBe(0);
    expect(stepOf(result, 'phased-release')).toMatchObject({status: 'done', did: false});
  });
});

it("does not count another run's submission as done by this run of ship", async () => {
  const words = WORDS.map((word) => (word === 'live' ? 'submitted' : word));
  await store.run(words);
  const draftAt = store.lines.indexOf('POST /v1/reviewSubmissions');
  for (let at = draftAt - 5; at < draftAt; at += 1) {
    store = new PracticeStore();
    const rival = store.rival();
    let [count, other] = [0, undefined as Awaited<ReturnType<PracticeStore['run']>> | undefined];
    store.before = async () => {
      if (count === at) other = await rival.run(words);
      count += 1;
    };
    const own = await store.run(words);
    expect({at, code: own.code, other: other?.code}).toEqual({at, code: 0, other: 0});
    const did = [own, other].map((run) => stepOf(run?.result, 'submission')?.did);
    expect({at, did}).toEqual({at, did: [false, true]});
  }
});

it('says after Ctrl+C that ship changed nothing only if that is true, and lists no completed step as open', async () => {
  const words = ['ship', '--version-id', 'com.example.boats@2.0', '--until', 'submitted', '--confirm'];
  const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
  await store.run(words);
  const total = store.lines.length;
  const saidAfter: number[] = [];
  for (let at = 0; at < total; at += 1) {
    store = new PracticeStore();
    const controller = new AbortController();
    let count = 0;
    store.before = () => {
      if (count === at) controller.abort(reason);
      count += 1;
    };
    const {stderr} = await store.run(words, {signal: controller.signal});
    if (stderr.includes('This run has changed nothing.')) saidAfter.push(store.writes().length);
    expect(stderr).not.toMatch(/Done by this run: .*submission.*\n.*Still open: .*submission/);
  }
  expect(new Set(saidAfter)).toEqual(new Set([0]));
});

const GRAPES = ['ship', '--version-id', 'com.example.grapes@1.1', '--until', 'approved', '--confirm'];

describe('a rejection', () => {
  // The clock must be later than the upload dates of the sample builds.
  beforeEach(() => store.clock.advance(Date.parse('2026-12-01T00:00:00Z') - store.clock.now()));

  it('ends ship with exit code 5 after a rejection, and requires a change such as a newer build', async () => {
    const first = await store.run(GRAPES);
    expect(first.code).toBe(5);
    expect(stepOf(first.result, 'review')).toMatchObject({
      status: 'failed',
      detail: 'review has rejected it: REJECTED',
    });
    expect(first.stderr).toMatch(/ {2}Read why: https:/);

    const again = await store.run(GRAPES);
    expect({code: again.code, writes: store.writes()}).toEqual({code: 5, writes: []});
    expect(again.stderr).toContain('it is in REJECTED, and nothing has changed since');
    expect(again.stderr).toContain('--resubmit');

    const {code, result} = await store.run([...GRAPES, '--build', 'latest']);
    expect({code, state: result.state}).toEqual({code: 0, state: 'PENDING_DEVELOPER_RELEASE'});
    // The submission that was rejected is used again.
    expect(kinds(store.writes())).toEqual([
      'PATCH /v1/appStoreVersions/ID/relationships/build',
      'PATCH /v1/reviewSubmissionItems/ID',
      'PATCH /v1/reviewSubmissions/ID',
    ]);
  });

  it('resubmits a rejected version with --resubmit or a new text', async () => {
    await store.run(GRAPES);
    const same = await store.run([...GRAPES, '--resubmit']);
    expect({code: same.code, sent: kinds(store.writes())}).toEqual({
      code: 5,
      sent: ['PATCH /v1/reviewSubmissionItems/ID', 'PATCH /v1/reviewSubmissions/ID'],
    });
    await store.run([...GRAPES, '--notes', 'Sweeter.']);
    expect(kinds(store.writes()).at(-1)).toBe('PATCH /v1/reviewSubmissions/ID');
  });

  it('resubmits a rejected version if a killed run has attached a newer build', async () => {
    const second = ['ship', '--version-id', 'com.example.second@1.1', '--build', 'latest', '--confirm'];
    store.before = (line) => {
      if (line.startsWith('PATCH /v1/reviewSubmission')) throw dead();
    };
    expect((await store.run(second)).code).toBe(7);
    store.before = () => {};
    const {code, result} = await store.run(second);
    expect({code, state: result.state}).toEqual({code: 0, state: 'WAITING_FOR_REVIEW'});
    expect(stepOf(result, 'build')).toMatchObject({did: false});
  });
});

it('reports a submission that ship made before Ctrl+C as done, not as open', async () => {
  const controller = new AbortController();
  store.before = (line) => {
    const isSubmitted = store.writes().at(-1)?.startsWith('PATCH /v1/reviewSubmissions/');
    if (!isSubmitted || !line.startsWith('GET /v1/appStoreVersions/')) return;
    controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
  };
  const home = new TempHome();
  onTestFinished(() => home.remove());
  const host = {home: home.path};
  const {code, result, stderr} = await store.run(WORDS, {signal: controller.signal, host});
  expect(code).toBe(130);
  const history = await store.run(['history'], {host});
  // The outcome is `in-part`, because the run was to release the version as well.
  expect(history.result.data).toMatchObject([{action: 'ship', outcome: 'in-part', message: 'Interrupted'}]);
  expect(stepOf(result, 'submission')).toMatchObject({status: 'done', did: true});
  expect(stderr).toMatch(/^Version 2.1 was submitted\.$/m);
  expect(stderr).toMatch(/^Done by this run: .*submission\.$/m);
  expect(stderr).toMatch(/^Still open: review, release\./m);
});

describe('three platforms', () => {
  const ALL = WORDS.map((word) => (word === 'IOS' ? 'ALL' : word));
  const platformOf = ({body = ''}: HttpRequest) => /"platform":"(\w+)"/.exec(body)?.[1];

  it('ships three platforms one after another', async () => {
    const {code, result} = await store.run(ALL);
    expect(code).toBe(0);
    expect(result.data.map(({platform, reached}: {platform: string; reached: boolean}) => [platform, reached])).toEqual(
      [
        ['IOS', true],
        ['MAC_OS', true],
        ['TV_OS', true],
      ],
    );
  });

  it('ships on the other platforms if one fails, and exits with the code of the failure', async () => {
    store.before = (line, request) => {
      if (line === EVERYTHING[0] && platformOf(request) === 'MAC_OS') throw dead();
    };
    const {code, result, stderr} = await store.run(ALL);
    expect(code).toBe(7);
    expect(stderr).toMatch(/^Error: MAC_OS: POST \/v1\/appStoreVersions/m);
    expect(result.data.map(({reached}: {reached: boolean}) => reached)).toEqual([true, false, true]);
    expect(stepOf(result.data[1], 'version')).toMatchObject({status: 'failed'});
    store.before = () => {};
    const again = await store.run(ALL);
    expect(again.code).toBe(0);
    expect(kinds(store.writes())).toEqual(EVERYTHING);
  });

  it('keeps the capital letter of an app name that follows the platform name', async () => {
    store.before = (line, request) => {
      if (line !== EVERYTHING[0] || platformOf(request) !== 'MAC_OS') return;
      throw new HttpFailure('refused', false, 'Rings is closed');
    };
    expect((await store.run(ALL)).stderr).toMatch(/^Error: MAC_OS: .*Rings is closed/m);
  });

  it('stops ship on all platforms on Ctrl+C, and reports the remaining platforms as not started', async () => {
    const controller = new AbortController();
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    store.before = (line, request) => {
      if (line === EVERYTHING[0] && platformOf(request) === 'MAC_OS') controller.abort(reason);
    };
    const {code, result} = await store.run(ALL, {signal: controller.signal});
    expect(code).toBe(130);
    expect(result.data.map(({reached}: {reached: boolean}) => reached)).toEqual([true, false, false]);
    expect(stepOf(result.data[2], 'version')).toMatchObject({status: 'open', detail: 'not started'});
  });

  it('exits with 130 on Ctrl+C after a blocked platform, and reports the block and the interruption', async () => {
    const create = ['versions', 'create', '--app', 'com.example.rings', '--version', '2.2', '--platform', 'IOS'];
    expect((await store.run(create)).code).toBe(0);
    const controller = new AbortController();
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    store.before = (line, request) => {
      if (line === EVERYTHING[0] && platformOf(request) === 'MAC_OS') controller.abort(reason);
    };
    const {code, result, stderr} = await store.run(ALL, {signal: controller.signal});
    expect({code, first: stepOf(result.data[0], 'version')}).toMatchObject({code: 130, first: {status: 'blocked'}});
    expect(stderr).toContain('version 2.2 of the same platform is in PREPARE_FOR_SUBMISSION');
  });
});
