import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import type {OpenApp} from '../../src/app/run.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {STEPS} from '../../src/services/model/release-steps.ts';
import {HttpFailure} from '../../src/services/ports.ts';
import {PracticeStore} from '../support/practice-store.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

const APP = ['ship', '--app', 'com.example.rings', '--version', '2.1', '--platform', 'IOS'];
/** The command line that takes a version from its creation to being on sale. */
const WORDS = [
  ...APP,
  ...['--build', 'latest', '--notes', 'Rounder.', '--release-type', 'MANUAL', '--copyright', '2026 Rings', '--phased'],
  '--confirm',
];
const on = (app: string, ...flags: string[]) => [
  'ship',
  '--version-id',
  `com.example.${app}@latest`,
  '--confirm',
  ...flags,
];
const kinds = (lines = store.writes()) => lines.map((line) => line.replace(/\/(?:[0-9a-f-]{36}|\w{64})/g, '/ID'));

const CREATE = 'POST /v1/appStoreVersions';
const NOTES = 'PATCH /v1/appStoreVersionLocalizations/ID';
const PHASED = 'POST /v1/appStoreVersionPhasedReleases';
const DRAFT = 'POST /v1/reviewSubmissions';
const ITEM = 'POST /v1/reviewSubmissionItems';
const SUBMIT = 'PATCH /v1/reviewSubmissions/ID';
const RELEASE = 'POST /v1/appStoreVersionReleaseRequests';
const EVERYTHING = [CREATE, NOTES, NOTES, PHASED, DRAFT, ITEM, SUBMIT, RELEASE];

interface Step {
  id: string;
  status: string;
  did: boolean;
  detail: string;
  checks?: object[];
}
const inStatus = (steps: readonly Step[], status: string) =>
  steps.filter((step) => step.status === status).map(({id}) => id);
const stepOf = (result: {steps: Step[]}, id: string) => result.steps.find((step) => step.id === id);

describe('on a terminal', () => {
  const ended = (text: string) => text.match(/submission +[^\r\n]*\(done now\)\n/g) ?? [];

  it.each([
    ['without --output', [], 0, 1],
    ['as a table', ['--output', 'table'], 1, 0],
    ['as lines', ['--output', 'ndjson'], 1, 0],
  ])('shows the steps of ship once: %s', async (_, flags, onStdout, onStderr) => {
    const run = await store.run([...on('boats'), ...flags], {tty: true});
    expect(run.code, run.stderr).toBe(0);
    const rows = run.stdout
      .split('\n')
      .filter((line) => /^submission|"id":"submission".*"did"/.test(line) && !line.includes('steps'));
    expect([rows.length, ended(run.stderr).length]).toEqual([onStdout, onStderr]);
    if (flags.length === 0) expect(run.stdout).toBe('');
  });

  it('lists the steps of a dry run of ship on stderr, and its requests on stdout', async () => {
    const words = on('boats', '--dry-run');
    const {code, stdout, stderr} = await store.run(words, {tty: true});
    expect({code, steps: stderr.split('\n').filter((line) => /^[a-z-]+ {2,}/.test(line)).length}).toEqual({
      code: 0,
      steps: 7,
    });
    expect(stdout.trimEnd().split('\n')).toEqual([
      'Method  Path',
      'POST    /v1/reviewSubmissions',
      'POST    /v1/reviewSubmissionItems',
      'PATCH   /v1/reviewSubmissions/<id of the new reviewSubmissions>',
    ]);
    const whole = await store.run([...words, '--output', 'json'], {tty: true});
    expect(JSON.parse(whole.stdout).requests[2].body).toMatchObject({data: {attributes: {submitted: true}}});
    expect(store.writes()).toEqual([]);
  });

  it('prints the requests of a dry run of versions submit as JSON, even on a terminal', async () => {
    const words = ['versions', 'submit', '--version-id', 'com.example.boats@editable', '--dry-run'];
    const {stdout} = await store.run(words, {tty: true});
    expect(JSON.parse(stdout).requests).toHaveLength(3);
  });

  it.each([
    [[], /^metadata +open: checked once the version exists; if it is not the first, it needs release notes$/m],
    [['--notes', 'Rounder.'], /^metadata +open: checked once the version exists$/m],
  ])('says when ship checks the metadata of a new version, with the flags %j', async (flags, line) => {
    const {stderr} = await store.run([...APP, '--build', 'latest', ...flags, '--confirm', '--dry-run'], {tty: true});
    expect(stderr).toMatch(line);
  });

  it('prints the result of ship on stdout with --output, and the plan of a dry run with --pretty', async () => {
    const asked = await store.run([...on('boats', '--until', 'ready'), '--output', 'json'], {tty: true});
    expect(JSON.parse(asked.stdout)).toMatchObject({reached: true});
    const plan = await store.run([...on('boats'), '--dry-run', '--pretty'], {tty: true});
    expect(JSON.parse(plan.stdout)).toMatchObject({dryRun: true});
  });
});

describe('a version from its creation to its sale', () => {
  it('performs each step of ship once, and none in a second run', async () => {
    const {code, result, stderr} = await store.run([...WORDS, '--until', 'live']);
    expect({code, result}).toMatchObject({
      code: 0,
      result: {version: '2.1', platform: 'IOS', state: 'READY_FOR_SALE', reached: true},
    });
    expect(Object.keys(result)).toEqual(['versionId', 'version', 'platform', 'state', 'reached', 'steps']);
    expect(result.steps.map(({id}: Step) => id)).toEqual(STEPS);
    expect(inStatus(result.steps, 'skipped')).toEqual(['roll-out']);
    expect(result.steps.filter(({did}: Step) => did).map(({id}: Step) => id)).toEqual([
      'version',
      'build',
      'release-notes',
      'phased-release',
      'submission',
      'release',
    ]);
    expect(kinds()).toEqual(EVERYTHING);
    expect(stderr.split('\n').map((line) => line.split(' ')[0])).toEqual([...STEPS.slice(0, 9), '']);

    const again = await store.run([...WORDS, '--until', 'live']);
    expect({code: again.code, stderr: again.result.reached}).toEqual({code: 0, stderr: true});
    expect(again.result.steps.some(({did}: Step) => did)).toBe(false);
    expect(store.writes()).toEqual([]);
  });

  it('reports how far along the roll-out is if --until complete runs out of time', async () => {
    const {code, stderr} = await store.run([...WORDS, '--until', 'complete', '--max-wait', '30h', '--every', '5h']);
    expect(code).toBe(11);
    expect(stderr).toMatch(/Version 2\.1 \(IOS\) is still in its roll-out \(day 2 of 7, 2 %\) after/);
  });

  it('waits for the last day of the roll-out with --until complete', async () => {
    const {code, result, stderr} = await store.run([
      ...WORDS,
      '--until',
      'complete',
      '--max-wait',
      '300h',
      '--every',
      '5h',
    ]);
    expect({code, reached: result.reached}).toEqual({code: 0, reached: true});
    // Without a terminal, a long wait prints a line now and then, because a CI server ends a silent job.
    expect(stderr).toMatch(/^roll-out +.* · next check in 5 h$/m);
    expect(stepOf(result, 'roll-out')).toMatchObject({status: 'done', detail: 'to everyone'});
    expect(kinds()).toEqual(EVERYTHING);
  });

  it('waits in ship for a build that is still being processed', async () => {
    await store.run(['versions', 'release', '--version-id', 'com.example.aurora@approved', '--confirm']);
    store.clock.advance(4000);
    const words = ['ship', '--app', 'com.example.aurora', '--version', '3.4.0', '--platform', 'IOS'];
    const {code, result} = await store.run([...words, '--build', 'latest', '--notes', 'New.', '--confirm']);
    expect({code, state: result.state}).toEqual({code: 0, state: 'WAITING_FOR_REVIEW'});
    expect(stepOf(result, 'build')).toMatchObject({status: 'done', did: true, detail: 'build 414'});
  });

  it('answers the encryption question during ship', async () => {
    const blocked = await store.run(on('cipher'));
    expect(blocked.code).toBe(5);
    expect(blocked.stderr).toMatch(/^ {2}Answer it, or add --uses-encryption .*tool builds update --build-id \S+/m);
    expect(stepOf(blocked.result, 'encryption')).toMatchObject({status: 'blocked'});
    expect(store.writes()).toEqual([]);
    const {code} = await store.run(on('cipher', '--uses-encryption', 'false'));
    expect(code).toBe(0);
    expect(kinds()).toEqual(['PATCH /v1/builds/ID', DRAFT, ITEM, SUBMIT]);
    const other = await store.run(on('cipher', '--uses-encryption', 'true'));
    expect({code: other.code, writes: store.writes()}).toEqual({code: 0, writes: []});
    expect(other.stderr).toContain('Warning: build 12 already has an answer: it does not use non-exempt encryption');
  });
});

describe('each goal from each starting point', () => {
  const goals = ['ready', 'submitted', 'approved', 'live', 'complete'] as const;
  const left: Record<string, number> = {nothing: 0, ready: 4, submitted: 7, approved: 7, live: 8, complete: 8};
  const cases = ['nothing', ...goals].flatMap((start) => goals.map((goal) => [start, goal] as const));

  it.each(cases)('ships from %s to %s', async (start, goal) => {
    const words = [...WORDS, '--max-wait', '300h', '--every', '5h'];
    if (start !== 'nothing') expect((await store.run([...words, '--until', start])).code).toBe(0);
    const {code, result} = await store.run([...words, '--until', goal]);
    expect({code, reached: result.reached}).toEqual({code: 0, reached: true});
    expect(kinds()).toEqual(EVERYTHING.slice(left[start], Math.max(left[goal] ?? 0, left[start] ?? 0)));
    expect(inStatus(result.steps, 'done').length + inStatus(result.steps, 'skipped').length).toBe(STEPS.length);
  });
});

describe('an obstacle before the first write', () => {
  const nothingSent = () => expect(store.writes()).toEqual([]);

  it('ends ship with exit code 2 if --confirm is missing, and makes no request', async () => {
    const {code, stderr} = await store.run(APP);
    expect({code, asked: store.lines}).toEqual({code: 2, asked: []});
    expect(stderr).toContain("'tool ship' needs --confirm");
  });

  it('ends ship with exit code 5 if no build is chosen, and leaves the next steps open', async () => {
    const {code, result, stderr} = await store.run([...APP, '--confirm', '--notes', 'x']);
    expect(code).toBe(5);
    expect(stderr).toContain('no build is attached\n  Choose one: add --build latest');
    expect(result).toMatchObject({versionId: null, state: null, reached: false});
    expect(stepOf(result, 'build')).toMatchObject({status: 'blocked'});
    expect(inStatus(result.steps, 'open')).toEqual([
      'version',
      'encryption',
      'release-notes',
      'metadata',
      'phased-release',
      'submission',
    ]);
    nothingSent();
  });

  it("says in ship's release-notes step which locales have text", async () => {
    const detail = async () => {
      const {code, result} = await store.run([...APP, '--build', 'latest', '--confirm']);
      return {code, notes: stepOf(result, 'release-notes')?.detail};
    };
    expect(await detail()).toEqual({code: 1, notes: 'none'});
    await store.run([
      'release-notes',
      'set',
      '--text',
      'Rounder.',
      '--locale',
      'en-US',
      '--version-id',
      'com.example.rings@2.1:IOS',
    ]);
    expect(await detail()).toEqual({code: 1, notes: 'in en-US; missing in other locales'});
  });

  it('ends ship with exit code 4 if the version has no build at all', async () => {
    const {code, stderr} = await store.run([
      ...APP.slice(0, 4),
      '9.9',
      '--platform',
      'IOS',
      '--build',
      'latest',
      '--confirm',
    ]);
    expect(code).toBe(4);
    expect(stderr).toContain('There is no build that can be attached for 9.9 on IOS');
    nothingSent();
  });

  it.each([
    ['an ID of another platform', ['--build', 'other'], 5, 'was made for MAC_OS, the version is for IOS'],
    ['a locale that the version lacks', ['--notes-dir', 'foreign'], 2, 'has a release_notes.txt for fr-FR'],
    ['a text that is too long', ['--notes-dir', 'long'], 2, 'is too long: 4001 characters'],
    ['a missing folder', ['--notes-dir', 'none'], 2, 'does not exist'],
    ['a missing file', ['--notes-file', 'none'], 2, '--notes-file'],
    ['an empty text', ['--notes', ' '], 2, '--notes is empty'],
    ['two sources of notes', ['--notes', 'x', '--notes-dir', 'long'], 2, '--notes-dir cannot be combined with --notes'],
    [
      'a date with another release type',
      ['--release-type', 'MANUAL', '--release-date', '2031-01-01T00:00:00Z'],
      2,
      '--release-date requires',
    ],
    [
      'a build and a number',
      ['--build', 'latest', '--build-number', '1'],
      2,
      '--build-number cannot be combined with --build',
    ],
    ['ALL and a platform', ['--platform', 'ALL,IOS'], 2, '--platform'],
  ])('stops ship before any write for %s', async (_, flags, wanted, words) => {
    const home = mkdtempSync(join(tmpdir(), 'ship-'));
    onTestFinished(() => rmSync(home, {recursive: true}));
    const notes = (folder: string, locale: string, text: string) => {
      mkdirSync(join(home, folder, locale), {recursive: true});
      writeFileSync(join(home, folder, locale, 'release_notes.txt'), text);
    };
    notes('foreign', 'fr-FR', 'Nouveau.');
    notes('long', 'en-US', 'x'.repeat(4001));
    const builds = await store.run([
      'builds',
      'list',
      '--app',
      'com.example.rings',
      '--version',
      '2.1',
      '--platform',
      'MAC_OS',
    ]);
    const given = flags.map((flag) => (flag === 'other' ? builds.result.data[0].id : flag));
    const base = given.includes('--platform') ? APP.slice(0, 5) : APP;
    const build = given.some((flag) => flag.startsWith('--build')) ? [] : ['--build', 'latest'];
    const {code, stderr} = await store.run([...base, ...build, ...given, '--confirm'], {host: {home, cwd: home}});
    expect({code, stderr}).toMatchObject({code: wanted, stderr: expect.stringContaining(words)});
    nothingSent();
  });

  it('ends ship with exit code 5 for release notes and a phased release of a first version', async () => {
    const notes = await store.run(on('seedling', '--notes', 'x'));
    expect({code: notes.code, stderr: notes.stderr}).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('first version'),
    });
    const phased = await store.run(on('seedling', '--phased'));
    expect({code: phased.code, stderr: phased.stderr}).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('only an update'),
    });
    nothingSent();
  });

  it('ends ship with exit code 5 if the draft holds another version, and prints the command that frees it', async () => {
    const {code, stderr} = await store.run(on('house', '--notes', 'x'));
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /cannot be submitted alongside draft \S+.*\n {2}To make room: tool versions withdraw --version-id/,
    );
    nothingSent();
  });

  it('ends ship with exit code 1 if the metadata has errors, and prints all checks', async () => {
    const {code, result, stderr} = await store.run(on('seedling'));
    expect(code).toBe(1);
    expect(stepOf(result, 'metadata')).toMatchObject({status: 'failed'});
    expect(stepOf(result, 'metadata')?.checks?.length).toBeGreaterThan(10);
    expect(result.steps.filter(({checks}: Step) => checks)).toHaveLength(1);
    expect(stderr).toContain('Version 1.0 (IOS) is not ready:\n  The keywords are missing');
    nothingSent();
  });

  it('ends ship with exit code 2 and lists the candidates if several platforms match', async () => {
    const {code, stderr} = await store.run([...APP.slice(0, 5), '--build', 'latest', '--confirm']);
    expect(code).toBe(2);
    expect(stderr).toContain('--platform is needed: the app has IOS, MAC_OS, TV_OS');
    nothingSent();
  });

  it('ends ship with exit code 4 for a reference without a match, and creates nothing', async () => {
    const {code} = await store.run([
      'ship',
      '--version-id',
      'com.example.rings@2.1:IOS',
      '--build',
      'latest',
      '--confirm',
    ]);
    expect(code).toBe(4);
    nothingSent();
  });

  it('refuses the first write of ship in a read-only run', async () => {
    const {code, stderr} = await store.run([...WORDS, '--read-only']);
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining(`${CREATE} is refused`)});
    nothingSent();
  });
});

describe('--dry-run', () => {
  it('prints the steps and the known requests of a dry run of ship, without --confirm', async () => {
    const {code, result} = await store.run([...WORDS.slice(0, -1), '--until', 'live', '--dry-run']);
    expect(code).toBe(0);
    expect(Object.keys(result)).toEqual(['dryRun', 'steps', 'requests']);
    expect(result.steps.map(({status}: Step) => status)).toEqual([
      ...['open', 'open', 'done', ...Array(6).fill('open')],
      'skipped',
    ]);
    expect(result.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/appStoreVersions',
        body: {data: {attributes: {copyright: '2026 Rings'}, relationships: {build: {data: {type: 'builds'}}}}},
      },
    ]);
    expect(result.requests).toHaveLength(1);
    expect(store.writes()).toEqual([]);
  });

  it('plans all requests of ship for an existing version in order', async () => {
    const {code, result} = await store.run(on('boats', '--notes', 'New.', '--until', 'live', '--dry-run'));
    expect(code).toBe(0);
    expect(kinds(result.requests.map(({method, path}: {method: string; path: string}) => `${method} ${path}`))).toEqual(
      [NOTES, NOTES, DRAFT, ITEM, 'PATCH /v1/reviewSubmissions/<id of the new reviewSubmissions>'],
    );
    expect(store.writes()).toEqual([]);
  });

  it('exits from a dry run of ship like a real run: with 5 if a step is blocked, with 1 if data is missing', async () => {
    const {code, result, stderr} = await store.run([...APP, '--dry-run']);
    expect({code, blocked: inStatus(result.steps, 'blocked')}).toEqual({code: 5, blocked: ['build']});
    expect(stderr).toContain('no build is attached');
    const unready = await store.run(on('seedling', '--dry-run'));
    const real = await store.run(on('seedling'));
    expect([unready.code, real.code]).toEqual([1, 1]);
    expect(stepOf(unready.result, 'metadata')?.checks).toEqual(stepOf(real.result, 'metadata')?.checks);
    expect(unready.result.dryRun).toBe(true);
    expect(unready.stderr).toContain('is not ready:');
  });

  it('ends a dry run of ship with exit code 2 if the folder of release notes is wrong', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'ship-'));
    onTestFinished(() => rmSync(cwd, {recursive: true}));
    mkdirSync(join(cwd, 'notes', 'fr-FR'), {recursive: true});
    writeFileSync(join(cwd, 'notes', 'fr-FR', 'release_notes.txt'), 'Nouveau.');
    const words = [...APP, '--build', 'latest', '--notes-dir', 'notes', '--dry-run'];
    const {code, result, stderr} = await store.run(words, {host: {cwd}});
    expect({code, failed: inStatus(result.steps, 'failed')}).toEqual({code: 2, failed: ['release-notes']});
    expect(stderr).toContain('has a release_notes.txt for fr-FR, but the version has');
    expect({requests: result.requests, writes: store.writes()}).toEqual({requests: [], writes: []});
  });

  it("prints the plans of several platforms under the platforms' names in a dry run of ship", async () => {
    const {result} = await store.run([...APP.slice(0, 5), '--platform', 'ALL', '--build', 'latest', '--dry-run']);
    expect(
      result.data.map((one: {platform: string; requests: object[]}) => [one.platform, one.requests.length]),
    ).toEqual([
      ['IOS', 1],
      ['MAC_OS', 1],
      ['TV_OS', 1],
    ]);
  });
});

describe('output', () => {
  it('prints a dry run of ship as a table, with a column for the platform if there are several', async () => {
    const words = [...APP.slice(0, 5), '--build', 'latest', '--dry-run', '--output', 'table'];
    const requestsOf = async (platform: string) => {
      const {stdout} = await store.run([...words, '--platform', platform]);
      return stdout.split('\n').flatMap((line) => /^(\S* *)request {2,}(\w+)/.exec(line)?.slice(1) ?? []);
    };
    expect((await requestsOf('IOS,TV_OS')).map((cell) => cell.trim())).toEqual([
      ...['IOS', 'POST'],
      ...['TV_OS', 'POST'],
    ]);
    expect(await requestsOf('IOS')).toEqual(['', 'POST']);
  });

  it('prints the result of ship as a table with a row per step', async () => {
    const {stdout} = await store.run(on('boats', '--output', 'table'));
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual(['Step', ...STEPS, '']);
  });

  it('prints an ndjson line as each step of ship ends, then the result', async () => {
    const lines: {id?: string; platform: string; steps?: Step[]}[] = [];
    const {code, stdout} = await store.run(on('boats', '--output', 'ndjson'));
    for (const line of stdout.trim().split('\n')) lines.push(JSON.parse(line));
    expect(code).toBe(0);
    expect(lines.map(({id}) => id)).toEqual([...STEPS.slice(0, 7), undefined]);
    expect(lines.every(({platform}) => platform === 'IOS')).toBe(true);
    expect(lines.at(-1)?.steps).toHaveLength(STEPS.length);
  });

  it('keeps the exit code of a stopped ship with --output ndjson', async () => {
    expect((await store.run(on('seedling', '--output', 'ndjson'))).code).toBe(1);
    expect((await store.run(on('cipher', '--output', 'ndjson'))).code).toBe(5);
  });

  it("rewrites the line of ship's running step on a terminal", async () => {
    const {stderr} = await store.run(
      [...on('boats', '--until', 'approved', '--release-type', 'MANUAL'), '--output', 'json'],
      {tty: true},
    );
    expect(stderr).toMatch(/\r\u001b\[Ksubmission +submit it for review …\r\u001b\[K/);
    expect(stderr).toMatch(/\r\u001b\[Kreview +WAITING_FOR_REVIEW · .* · next check in 30 s/);
    expect(stderr).toMatch(/\r\u001b\[Kreview +passed\n/);
  });

  it('opens the Ship screen for a bare command on a terminal', async () => {
    const requests: unknown[] = [];
    const openApp: OpenApp = async (request) => {
      requests.push(request);
      return 0;
    };
    await store.run(['ship'], {tty: true, openApp, env: {TOOL_APP_ID: '42'}});
    expect(requests).toEqual([{screen: 'ship', app: '42'}]);
  });
});

describe('time and interruptions', () => {
  it('ends ship with exit code 11 when --max-wait is up, and reports the step as waiting', async () => {
    const {code, result, stderr} = await store.run([...WORDS, '--until', 'approved', '--max-wait', '5s']);
    expect({code, state: result.state, reached: result.reached}).toEqual({
      code: 11,
      state: 'WAITING_FOR_REVIEW',
      reached: false,
    });
    expect(stepOf(result, 'review')).toMatchObject({status: 'waiting'});
    expect(stderr).toContain('Wait longer with --max-wait.');
  });

  it('reports the ID of a version that ship created but cannot read', async () => {
    let isMade = false;
    store.before = (line) => {
      if (isMade && line.startsWith('GET')) throw new HttpFailure('timeout', true, 'no answer');
      isMade ||= line === CREATE;
    };
    const {code, result, stderr} = await store.run(WORDS);
    expect(code).toBe(7);
    expect(result).toMatchObject({versionId: expect.stringMatching(/^[0-9a-f-]{36}$/), version: '2.1', reached: false});
    expect(stderr).toContain(`Version 2.1 (IOS) was created: its ID is ${result.versionId}.`);
  });

  it('ends ship with exit code 130 on Ctrl+C, and lists the steps that are done and those still open', async () => {
    const controller = new AbortController();
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    store.before = (line) => {
      if (line === DRAFT) controller.abort(reason);
    };
    const {code, result, stderr} = await store.run([...WORDS, '--until', 'live'], {signal: controller.signal});
    expect({code, reached: result.reached}).toEqual({code: 130, reached: false});
    expect(stderr).toContain('Done by this run: version, build, release-notes, phased-release.');
    expect(stderr).toContain('Still open: submission, review, release.');
    const again = await store.run([...WORDS, '--until', 'live']);
    expect({code: again.code, reached: again.result.reached}).toEqual({code: 0, reached: true});
  });
});

describe('an unusual starting point', () => {
  it('waits in ship for a build whose number does not exist yet', async () => {
    const words = [...APP, '--build-number', '99', '--confirm', '--max-wait', '5s'];
    const {code, result, stderr} = await store.run(words);
    expect(code).toBe(11);
    expect(stepOf(result, 'build')).toMatchObject({status: 'waiting', detail: 'build 99 is not there yet'});
    expect(stderr).toContain('Build 99 has not appeared');
  });

  it('ends ship with exit code 5 and names the newest build if it is invalid', async () => {
    const app = ['ship', '--app', 'com.example.quiet', '--version', '4.0', '--platform', 'MAC_OS'];
    const {code, stderr} = await store.run([...app, '--build', 'latest', '--confirm']);
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('build 61 is invalid')});
    expect(store.writes()).toEqual([]);
  });

  it('ends ship with exit code 4 if all builds have expired, and says so', async () => {
    await store.run(['versions', 'update', '--version-id', 'com.example.fern@editable', '--version', '0.9.0']);
    const app = ['ship', '--app', 'com.example.fern', '--version', '0.9.0', '--build', 'latest', '--confirm'];
    const {code, result, stderr} = await store.run(app);
    expect({code, stderr}).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('for 0.9.0 on IOS\nIts builds have expired or are for internal testing only.'),
    });
    expect(stepOf(result, 'build')).toMatchObject({status: 'failed'});
    expect(store.writes()).toEqual([]);
  });

  it('explains in one sentence why ship stops on one of several platforms', async () => {
    const app = ['ship', '--app', 'com.example.quiet', '--version', '4.0'];
    const {code, result, stderr} = await store.run([...app, '--platform', 'MAC_OS,VISION_OS', '--confirm']);
    expect(code).toBe(5);
    expect(stderr).toContain('Version 4.0 (MAC_OS): build 61 is invalid');
    expect(stderr).not.toMatch(/: (?:Build|No|There|A) /);
    expect(stepOf(result.data[0], 'build')).toMatchObject({detail: 'build 61 is invalid'});
  });

  it.each(['2', '2.0.0', '02.0'])(
    "suggests the app's spelling of a version string for ship --version %s",
    async (text) => {
      const {code, stderr} = await store.run(['ship', '--app', 'com.example.boats', '--version', text, '--confirm']);
      expect({code, stderr}).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`--version ${text} is 2.0 in this app`),
      });
      expect(store.writes()).toEqual([]);
    },
  );

  it('ends ship with exit code 5 and creates nothing if another version is being prepared', async () => {
    const app = ['ship', '--app', 'com.example.boats', '--version', '9.0', '--build', 'latest', '--confirm'];
    const {code, stderr} = await store.run(app);
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('finish that one first')});
    expect(stderr).toMatch(/Rename it: tool versions update --version-id \S+ --version 9\.0\n/);
    expect(stderr).toMatch(/Delete it: tool versions delete --version-id \S+ --confirm/);
    expect(store.writes()).toEqual([]);
  });

  it('counts a replaced version as complete for ship --until complete', async () => {
    const {code, result} = await store.run([
      'ship',
      ...['--app', 'com.example.brake', '--version', '2.0', '--until', 'complete', '--confirm'],
    ]);
    expect({code, reached: result.reached, state: result.state}).toEqual({
      code: 0,
      reached: true,
      state: 'REPLACED_WITH_NEW_VERSION',
    });
  });

  it('ends ship with exit code 5 for a paused roll-out, and prints the command that resumes it', async () => {
    const words = ['ship', '--version-id', 'com.example.brake@live', '--until', 'complete', '--confirm'];
    const {code, stderr} = await store.run(words);
    expect(code).toBe(5);
    expect(stderr).toMatch(/its roll-out is paused\n {2}[^:]+: tool phased-release resume --version-id/);
    expect((await store.run([...words.slice(0, 3), '--until', 'live', '--confirm'])).code).toBe(0);
  });

  it('warns in ship about settings that can no longer change, and refuses another build, even at the goal', async () => {
    const words = ['ship', '--app', 'com.example.harbor', '--version', '5.1.0', '--platform', 'IOS', '--confirm'];
    const reached = await store.run([...words, '--copyright', '2027', '--notes', 'Other.']);
    expect(reached.code).toBe(0);
    expect(reached.stderr).toMatch(/Warning: .* its copyright can no longer/);
    expect(reached.stderr).toMatch(/Warning: .* its release notes stay/);
    for (const goal of ['submitted', 'live']) {
      const blocked = await store.run([...words, '--build-number', '7', '--until', goal]);
      expect(blocked.code).toBe(5);
      expect(blocked.stderr).toContain('with build 1201, which can no longer be replaced');
      expect(blocked.stderr).toContain('tool versions withdraw --version-id');
    }
    expect((await store.run([...words, '--build-number', '1201'])).code).toBe(0);
    expect(store.writes()).toEqual([]);
  });

  it('does not advise withdrawing a version on sale in order to ship another build', async () => {
    const words = ['ship', '--version-id', 'com.example.brake@live', '--build-number', '1', '--until', 'live'];
    const {code, stderr} = await store.run([...words, '--confirm']);
    expect({code, writes: store.writes()}).toEqual({code: 5, writes: []});
    expect(stderr).toContain('which can no longer be replaced');
    expect(stderr).toContain('another build needs a new version');
    expect(stderr).not.toContain('withdraw');
  });

  it('ends ship with exit code 5 for a version that waits for a contract, and names the web page', async () => {
    const words = ['ship', '--app', 'com.example.harbor', '--version', '5.1.0', '--platform', 'VISION_OS'];
    const {code, stderr} = await store.run([...words, '--until', 'live', '--confirm']);
    expect({code, stderr}).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('https://appstoreconnect.apple.com/'),
    });
    expect((await store.run([...words, '--until', 'approved', '--confirm'])).code).toBe(0);
  });

  it('uses the draft of an earlier run in ship, and submits a withdrawn version again', async () => {
    expect((await store.run(on('lost'))).code).toBe(0);
    expect(kinds()).toEqual([ITEM, SUBMIT]);
    expect((await store.run(on('hoshi'))).code).toBe(0);
    expect(kinds()).toEqual([SUBMIT]);
  });
});
