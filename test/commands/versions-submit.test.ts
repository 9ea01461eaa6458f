import {beforeEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {SANDBOX_KEY_ID} from '../../src/services/sandbox/sandbox-key.ts';
import {PracticeStore} from '../support/practice-store.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

const on = (command: string, app: string, ...flags: string[]) => [
  'versions',
  command,
  '--version-id',
  `com.example.${app}@latest`,
  ...flags,
];
const submit = (app: string, ...flags: string[]) => store.run(on('submit', app, '--confirm', ...flags));
const withdraw = (app: string, ...flags: string[]) => store.run(on('withdraw', app, '--confirm', ...flags));
const DRAFT = 'POST /v1/reviewSubmissions';
const ITEM = 'POST /v1/reviewSubmissionItems';
const SUBMIT = 'PATCH /v1/reviewSubmissions';
const RESOLVE = 'PATCH /v1/reviewSubmissionItems';
const kinds = () => store.writes().map((line) => line.replace(/\/(?:[0-9a-f-]{36}|\w{64})$/, ''));

describe('submit', () => {
  it('creates a draft, adds the version, waits until it is ready and submits', async () => {
    const {code, result, stderr} = await submit('boats');
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(result).toMatchObject({state: 'WAITING_FOR_REVIEW', resumed: false});
    expect(Object.keys(result)).toEqual(['versionId', 'submissionId', 'state', 'resumed']);
    expect(kinds()).toEqual([DRAFT, ITEM, SUBMIT]);
  });

  const SCHEDULED = ['--release-type', 'SCHEDULED'];
  it.each([
    ['no date', SCHEDULED, 'The release is scheduled without a date'],
    [
      'a date in the past',
      [...SCHEDULED, '--earliest-release-date', '2020-01-01T00:00:00Z'],
      'The release date 2020-01-01T00:00:00Z is in the past',
    ],
  ])('warns once about a scheduled version with %s, in submit, its dry run and ship', async (_, flags, words) => {
    await store.run(on('update', 'boats', ...flags));
    const id = 'com.example.boats@latest';
    for (const argv of [
      on('submit', 'boats', '--dry-run'),
      ['ship', '--version-id', id, '--dry-run'],
      ['ship', '--version-id', id, '--until', 'submitted', '--confirm'],
    ]) {
      const {code, stderr} = await store.run(argv);
      expect({code, count: stderr.split(`Warning: ${words}\n`).length}, argv.join(' ')).toEqual({code: 0, count: 2});
    }
    await withdraw('boats');
    const {code, stderr} = await submit('boats');
    expect({code, count: stderr.split(`Warning: ${words}\n`).length}).toEqual({code: 0, count: 2});
  });

  it('sends nothing for a version that is already submitted', async () => {
    const first = await submit('boats');
    const {code, result, stderr} = await submit('boats');
    expect({code, result}).toEqual({code: 0, result: {...first.result, resumed: true}});
    expect(stderr).toBe('Already submitted; nothing was sent\n');
    expect(store.writes()).toEqual([]);
  });

  it.each([
    ['lost', [ITEM, SUBMIT]],
    ['hoshi', [SUBMIT]],
    ['second', ['PATCH /v1/reviewSubmissionItems', SUBMIT]],
  ])('continues a submission from the state of the sample %s', async (app, writes) => {
    const {code, result} = await submit(app);
    expect({code, resumed: result.resumed}).toEqual({code: 0, resumed: true});
    expect(kinds()).toEqual(writes);
  });

  it('submits a version while in-app purchases are under review', async () => {
    expect((await submit('coins')).code).toBe(0);
  });

  it('exits with 5 and sends nothing if the draft holds another version, and names that version', async () => {
    const {code, stderr} = await submit('house');
    expect(code).toBe(5);
    expect(stderr).toMatch(/Version 1\.2 cannot be submitted alongside draft \S+, which holds version 1\.1\n/);
    const [, other = ''] =
      /To remove it from the draft: tool versions withdraw --version-id (\S+) --confirm/.exec(stderr) ?? [];
    expect(stderr).toContain(`To submit it first: tool versions submit --version-id ${other} --confirm`);
    expect(stderr).toContain('Nothing was sent.');
    expect(store.writes()).toEqual([]);
  });

  it('exits with 5 after the GETs if the state of the version forbids a submission', async () => {
    const {code, stderr} = await store.run([
      'versions',
      'submit',
      '--version-id',
      'com.example.steps@live',
      '--confirm',
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain('is in READY_FOR_SALE: only an editable version can be submitted');
    expect(store.writes()).toEqual([]);
  });

  it('ends submit with exit code 2 if --confirm is missing, and makes no request', async () => {
    expect((await store.run(on('submit', 'boats'))).code).toBe(2);
    expect(store.lines).toEqual([]);
  });

  it('prints fixes for what a refused version lacks, and reuses the draft in the next run', async () => {
    const {code, stderr} = await submit('nearly');
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^Error: This version is not ready for review:\n {2}What's New is missing \(de-DE\): tool release-notes set --version-id \S+ --locale de-DE --text <TEXT>\nDraft (\S+) was left behind empty; the next submit reuses it\.\n/,
    );
    await store.run([
      'release-notes',
      'set',
      '--version-id',
      'com.example.nearly@latest',
      '--text',
      'Neu.',
      '--locale',
      'de-DE',
    ]);
    const again = await submit('nearly');
    expect({code: again.code, resumed: again.result.resumed}).toEqual({code: 0, resumed: true});
    expect(kinds()).toEqual([ITEM, SUBMIT]);
  });

  it('prints the three requests of a submission with --dry-run', async () => {
    const {code, result} = await store.run(on('submit', 'boats', '--dry-run'));
    expect(code).toBe(0);
    const draft = '<id of the new reviewSubmissions>';
    expect(result.requests).toMatchObject([
      {method: 'POST', path: '/v1/reviewSubmissions', body: {data: {attributes: {platform: 'IOS'}}}},
      {
        method: 'POST',
        path: '/v1/reviewSubmissionItems',
        body: {data: {relationships: {reviewSubmission: {data: {id: draft}}}}},
      },
      {
        method: 'PATCH',
        path: `/v1/reviewSubmissions/${draft}`,
        body: {data: {id: draft, attributes: {submitted: true}}},
      },
    ]);
    expect(store.writes()).toEqual([]);
  });

  it('prints the plan and exits with 5 in a dry run if a text is missing, as a real run would', async () => {
    const {code, result, stderr} = await store.run(on('submit', 'nearly', '--dry-run'));
    expect({code, requests: result.requests.length, writes: store.writes()}).toEqual({
      code: 5,
      requests: 3,
      writes: [],
    });
    expect(stderr).toMatch(
      /^Error: This version is not ready for review:\n {2}What's New is missing \(de-DE\): tool release-notes set/,
    );
    expect((await submit('nearly')).code).toBe(5);
  });

  it('refuses versions submit in a read-only run before any request', async () => {
    const {code, stderr} = await submit('boats', '--read-only');
    expect(code).toBe(2);
    expect(stderr).toContain('POST /v1/reviewSubmissions is refused');
    expect(store.lines).toEqual([]);
  });
});

describe('submit --wait', () => {
  it('waits with submit --wait until the version is approved', async () => {
    const {code, result} = await submit('boats', '--wait', '--every', '5s');
    expect({code, state: result.state}).toEqual({code: 0, state: 'PENDING_DEVELOPER_RELEASE'});
  });

  it('ends submit --wait with exit code 5 after a rejection, and reuses the submission after a fix', async () => {
    const first = await submit('judge', '--wait', '--every', '5s');
    expect({code: first.code, state: first.result.state}).toEqual({code: 5, state: 'REJECTED'});
    expect(first.stderr).toContain('is in REJECTED: it cannot become approved on its own');
    const again = await submit('judge');
    expect(again.result).toMatchObject({submissionId: first.result.submissionId, resumed: true});
    expect(kinds()).toEqual(['PATCH /v1/reviewSubmissionItems', SUBMIT]);
  });

  it('prints the result and exits with 11 when the time of submit --wait is up', async () => {
    const {code, result} = await submit('boats', '--wait', '--every', '5s', '--max-wait', '5s');
    expect({code, state: result.state}).toMatchObject({code: 11, state: 'WAITING_FOR_REVIEW'});
  });
});

describe('without --wait', () => {
  it.each([
    [['--every', '5s'], '--every requires --wait'],
    [['--max-wait', '1h'], '--max-wait requires --wait'],
    [['--wait=false', '--max-wait', '1h'], '--max-wait requires --wait'],
    [['--every', '5s', '--dry-run'], '--every requires --wait'],
  ])('refuses versions submit with %j, and makes no request', async (flags, words) => {
    const {code, stdout, stderr} = await submit('boats', ...flags);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).toContain(`Error: ${words}\nHint: See 'tool versions submit --help'.`);
    expect(store.lines).toEqual([]);
  });
});

describe('a failure at one of the three writes', () => {
  const writes = [
    [1, 'the draft'],
    [2, 'the item'],
    [3, 'the submission'],
  ] as const;

  it.each(writes)('reads the outcome with one GET if the answer to write %i is lost: %s', async (count) => {
    store.disturb(count, 'lost after');
    const {code, result, stderr} = await submit('boats');
    expect({code, state: result?.state}).toEqual({code: 0, state: 'WAITING_FOR_REVIEW'});
    expect(stderr).toBe('The answer was lost; a check shows that version 2.0 is waiting for review\n');
    expect(kinds()).toEqual([DRAFT, ITEM, SUBMIT]);
  });

  it.each(writes)('continues in the next run after write %i if %s did not arrive', async (count) => {
    store.disturb(count, 'lost before');
    const first = await submit('boats');
    expect(first.code).toBe(7);
    expect(first.stderr).toContain('The outcome is unknown');
    const done = kinds();
    expect(done).toHaveLength(count);
    const {code, result} = await submit('boats');
    expect({code, state: result.state, resumed: result.resumed}).toEqual({
      code: 0,
      state: 'WAITING_FOR_REVIEW',
      resumed: count > 1,
    });
    expect(kinds()).toEqual([DRAFT, ITEM, SUBMIT].slice(count - 1));
  });

  it.each(writes)('continues in the next run after Ctrl+C at write %i, %s', async (count) => {
    store.disturb(count, 'interrupted');
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    const first = await store.runInterrupted(on('submit', 'boats', '--confirm'), reason);
    expect(first.code).toBe(130);
    expect(first.stderr).toMatch(/outcome is unknown[\s\S]*--include-submission/);
    expect(first.stderr).not.toMatch(/is not submitted|, empty|Run it again/);
    expect(kinds()).toHaveLength(count);
    const {code, result} = await submit('boats');
    expect({code, state: result.state, resumed: result.resumed}).toEqual({
      code: 0,
      state: 'WAITING_FOR_REVIEW',
      resumed: true,
    });
    expect(kinds()).toEqual([DRAFT, ITEM, SUBMIT].slice(count));
  });

  it.each([
    ['the answer', 'lost after'],
    ['the request', 'lost before'],
  ] as const)('finds out whether a rejected item was marked as resolved if %s is lost', async (_, mishap) => {
    store.disturb(1, mishap);
    const first = await submit('second');
    const isThere = mishap === 'lost after';
    expect(first.code).toBe(isThere ? 0 : 7);
    expect(first.stderr).toContain(
      isThere ? 'a check shows that version 1.1 is waiting for review' : 'The outcome is unknown',
    );
    expect(kinds()).toEqual(isThere ? [RESOLVE, SUBMIT] : [RESOLVE]);
    expect((await submit('second')).result).toMatchObject({state: 'WAITING_FOR_REVIEW', resumed: true});
    expect(kinds()).toEqual(isThere ? [] : [RESOLVE, SUBMIT]);
  });

  it('returns the submission of another run that submits while this run adds the version', async () => {
    const rival = store.rival();
    let hasRaced = false;
    store.before = async (line) => {
      if (line !== ITEM || hasRaced) return;
      hasRaced = true;
      expect((await rival.run(on('submit', 'boats', '--confirm'))).code).toBe(0);
    };
    const {code, result} = await submit('boats');
    expect({code, resumed: result.resumed}).toEqual({code: 0, resumed: true});
    expect(kinds()).toEqual([DRAFT, ITEM]);
    // The other run used the draft that this run had created.
    expect(rival.writes()[0]).toBe(ITEM);
  });
});

it('reports the state of the version if another run submits it just before this run', async () => {
  const rival = store.rival();
  let hasRaced = false;
  store.before = async (line) => {
    if (!line.startsWith(SUBMIT) || line.startsWith(RESOLVE) || hasRaced) return;
    hasRaced = true;
    expect((await rival.run(on('submit', 'hoshi', '--confirm'))).code).toBe(0);
  };
  const {code, result, stderr} = await submit('hoshi');
  expect({code, state: result.state, resumed: result.resumed}).toEqual({
    code: 0,
    state: 'WAITING_FOR_REVIEW',
    resumed: true,
  });
  expect(stderr).toBe(`Someone else submitted draft ${result.submissionId} first\n`);
});

describe('withdraw', () => {
  it('cancels a review on withdraw, and waits for the cancellation to end', async () => {
    const {result: submitted} = await submit('boats');
    const {code, result} = await withdraw('boats');
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: submitted.versionId, submissionId: submitted.submissionId, state: 'DEVELOPER_REJECTED'},
    });
    expect(kinds()).toEqual([SUBMIT]);
  });

  it('removes the version on withdraw from a draft that submit reuses later', async () => {
    store.disturb(3, 'lost before');
    await submit('boats');
    const {code, result} = await withdraw('boats');
    expect({code, state: result.state}).toEqual({code: 0, state: 'PREPARE_FOR_SUBMISSION'});
    expect(kinds()).toEqual(['DELETE /v1/reviewSubmissionItems']);
    expect((await submit('boats')).result).toMatchObject({submissionId: result.submissionId, resumed: true});
  });

  it('withdraws an approved version', async () => {
    const {code, result} = await store.run([
      'versions',
      'withdraw',
      '--version-id',
      'com.example.aurora@approved:IOS',
      '--confirm',
    ]);
    expect({code, state: result.state}).toEqual({code: 0, state: 'DEVELOPER_REJECTED'});
    expect(kinds()).toEqual(['DELETE /v1/appStoreVersionSubmissions']);
    const history = await store.run(['versions', 'history', '--version-id', result.versionId]);
    const {event, by} = history.result.data.at(-1);
    expect({event, by}).toEqual({event: 'withdrawn', by: `API key ${SANDBOX_KEY_ID}`});
  });

  it('exits with 5 if there is nothing to withdraw', async () => {
    const {code, stderr} = await withdraw('boats');
    expect(code).toBe(5);
    expect(stderr).toContain('is in PREPARE_FOR_SUBMISSION: it is not submitted');
    expect(store.writes()).toEqual([]);
  });

  it('reads the outcome of a withdrawal with a GET if its answer is lost', async () => {
    await submit('boats');
    store.lines.length = 0;
    store.disturb(1, 'lost after');
    const {code, stderr} = await withdraw('boats');
    expect(code).toBe(0);
    expect(stderr).toContain('a check shows that version 2.0 was withdrawn');
  });

  it('allows a new submission right after a withdrawal', async () => {
    await submit('boats');
    await withdraw('boats');
    expect((await submit('boats')).result).toMatchObject({state: 'WAITING_FOR_REVIEW', resumed: false});
  });
});

describe('a refusal because someone else was quicker', () => {
  /** Runs a command, and lets a rival run `other` right before the first request that starts with `write`. */
  async function overtaken(argv: readonly string[], write: string, other = argv) {
    let hasRaced = false;
    store.before = async (line) => {
      if (hasRaced || !line.startsWith(write)) return;
      hasRaced = true;
      expect((await store.rival().run(other)).code).toBe(0);
    };
    return store.run(argv);
  }

  it.each([
    ['from review', 'PATCH /v1/reviewSubmissions'],
    ['from its draft', 'DELETE /v1/reviewSubmissionItems'],
  ])('says that another run has already withdrawn the version %s', async (from, write) => {
    if (from === 'from review') await submit('hoshi');
    const {code, stderr} = await overtaken(on('withdraw', 'hoshi', '--confirm'), write);
    expect({code, stderr}).toEqual({code: 5, stderr: 'Error: Version 2.2.0 is already withdrawn\n'});
  });

  it('refuses phased-release pause if someone else has just completed the roll-out', async () => {
    const change = (verb: string) => ['phased-release', verb, '--version-id', 'com.example.steps@3.1'];
    const other = [...change('complete'), '--confirm'];
    const {code, stderr} = await overtaken(change('pause'), 'PATCH /v1/appStoreVersionPhasedReleases', other);
    const words =
      'Error: Version 3.1 cannot have its roll-out paused: the roll-out is complete, so there is nothing to pause\n';
    expect({code, stderr: stderr.split('Hint: ')[0]}).toEqual({code: 5, stderr: words});
    expect(stderr).toContain('Hint: To check, run: tool phased-release view --version-id');
  });
});
