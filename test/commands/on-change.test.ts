import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {ToolError} from '../../src/services/model/error.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {isGone} from '../support/processes.ts';

let store: PracticeStore;
let folder: string;
let seen: string;
beforeEach(() => {
  store = new PracticeStore();
  folder = mkdtempSync(join(tmpdir(), 'hook-'));
  seen = join(folder, 'seen');
});
afterEach(() => rmSync(folder, {recursive: true}));

const changes = () =>
  existsSync(seen)
    ? readFileSync(seen, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
const SHIP = ['ship', '--app', 'com.example.rings', '--version', '2.1', '--platform', 'IOS', '--build', 'latest'];
const REST = ['--notes', 'Rounder.', '--release-type', 'MANUAL', '--confirm'];
const states = () => changes().map(({from, to, day}) => [from, to, day]);

describe('ship', () => {
  it('runs the hook of ship for each state change in order, but not for the initial state', async () => {
    const {code} = await store.run([...SHIP, ...REST, '--phased', '--until', 'live', '--on-change', `cat >> ${seen}`]);
    expect(code).toBe(0);
    expect(states()).toEqual([
      ['PREPARE_FOR_SUBMISSION', 'WAITING_FOR_REVIEW', null],
      ['WAITING_FOR_REVIEW', 'PENDING_DEVELOPER_RELEASE', null],
      ['PENDING_DEVELOPER_RELEASE', 'PROCESSING_FOR_APP_STORE', null],
      ['PROCESSING_FOR_APP_STORE', 'READY_FOR_SALE', 1],
    ]);
    expect(changes()[0]).toEqual({
      at: expect.stringMatching(/^2026-.*Z$/),
      app: expect.stringMatching(/^\d+$/),
      appName: 'Three Rings',
      bundleId: 'com.example.rings',
      version: '2.1',
      versionId: expect.any(String),
      platform: 'IOS',
      from: 'PREPARE_FOR_SUBMISSION',
      to: 'WAITING_FOR_REVIEW',
      day: null,
    });
  });

  it('runs the hook of ship for each day of the roll-out', async () => {
    const flags = ['--until', 'complete', '--max-wait', '300h', '--every', '5h', '--on-change', `cat >> ${seen}`];
    await store.run([...SHIP, ...REST, '--phased', ...flags]);
    expect(states().slice(-4)).toEqual([
      ['READY_FOR_SALE', 'READY_FOR_SALE', 5],
      ['READY_FOR_SALE', 'READY_FOR_SALE', 6],
      ['READY_FOR_SALE', 'READY_FOR_SALE', 7],
      ['READY_FOR_SALE', 'READY_FOR_SALE', null],
    ]);
  });

  it('passes a state change to the hook in variables, without null values or credentials', async () => {
    const command = `env | grep ^TOOL_ | sort > ${seen}`;
    await store.run([...SHIP, ...REST, '--on-change', command]);
    const lines = readFileSync(seen, 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split('=')[0])).toEqual([
      'TOOL_CHANGE_APP',
      'TOOL_CHANGE_APP_NAME',
      'TOOL_CHANGE_BUNDLE_ID',
      'TOOL_CHANGE_FROM',
      'TOOL_CHANGE_PLATFORM',
      'TOOL_CHANGE_TO',
      'TOOL_CHANGE_VERSION',
      'TOOL_CHANGE_VERSION_ID',
    ]);
    expect(lines).toContain('TOOL_CHANGE_APP_NAME=Three Rings');
  });

  it('warns once about a failing hook, and cleans its output on stderr', async () => {
    const command = 'printf "said \\033[31mred\\n"; exit 3';
    const {code, stdout, stderr} = await store.run([...SHIP, ...REST, '--on-change', command]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).reached).toBe(true);
    expect(stderr).toContain('said \\x1b[31mred\n');
    expect(stderr.match(/Warning: .*WAITING_FOR_REVIEW ended with exit code 3\n/g)).toHaveLength(1);
  });

  it('runs no hook in a dry run of ship', async () => {
    await store.run([...SHIP, ...REST, '--dry-run', '--on-change', `cat >> ${seen}`]);
    expect(changes()).toEqual([]);
  });

  it('ends a running hook on Ctrl+C', async () => {
    const controller = new AbortController();
    const command = `echo $$ > ${seen}; sleep 600`;
    const running = store.run([...SHIP, ...REST, '--until', 'live', '--on-change', command], {
      signal: controller.signal,
    });
    const reason = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
    await expect.poll(() => existsSync(seen) && readFileSync(seen, 'utf8').trim()).toMatch(/^\d+$/);
    controller.abort(reason);
    const {code} = await running;
    expect([0, 130]).toContain(code);
    await expect.poll(() => isGone(Number(readFileSync(seen, 'utf8')))).toBe(true);
  });
});

describe('the commands that wait', () => {
  it('runs the hook for versions wait', async () => {
    await store.run(['versions', 'submit', '--version-id', 'com.example.boats@2.0', '--confirm']);
    const wait = ['versions', 'wait', '--version-id', 'com.example.boats@2.0', '--until', 'PENDING_DEVELOPER_RELEASE'];
    const {code} = await store.run([...wait, '--every', '5s', '--on-change', `cat >> ${seen}`]);
    expect(code).toBe(0);
    expect(states()).toEqual([
      ['WAITING_FOR_REVIEW', 'IN_REVIEW', null],
      ['IN_REVIEW', 'PENDING_DEVELOPER_RELEASE', null],
    ]);
    expect(changes()[0]).toMatchObject({appName: 'Paper Boats', version: '2.0', platform: 'IOS'});
  });

  it('runs the hook for each change that versions submit --wait sees', async () => {
    const submit = ['versions', 'submit', '--version-id', 'com.example.boats@2.0', '--confirm', '--every', '5s'];
    expect((await store.run([...submit, '--wait', '--on-change', `cat >> ${seen}`])).code).toBe(0);
    expect(states()).toEqual([
      ['PREPARE_FOR_SUBMISSION', 'WAITING_FOR_REVIEW', null],
      ['WAITING_FOR_REVIEW', 'IN_REVIEW', null],
      ['IN_REVIEW', 'PENDING_DEVELOPER_RELEASE', null],
    ]);
  });

  it('refuses --on-change in versions submit without --wait', async () => {
    const submit = ['versions', 'submit', '--version-id', 'com.example.boats@2.0', '--confirm'];
    const {code, stderr} = await store.run([...submit, '--on-change', 'true']);
    expect({code, asked: store.lines}).toEqual({code: 2, asked: []});
    expect(stderr).toContain('--on-change');
  });

  it.each(['number', 'ID'])(
    'runs the hook for builds wait by %s, and passes it the app and no version ID',
    async (way) => {
      const app = ['--app', 'com.example.aurora'];
      await store.run(['versions', 'release', '--version-id', 'com.example.aurora@approved:IOS', '--confirm']);
      await store.run(['versions', 'create', ...app, '--version', '3.4.0', '--platform', 'IOS']);
      const {result} = await store.run(['builds', 'list', ...app, '--version', '3.4.0']);
      const {id} = result.data.find((build: {attributes: {version: string}}) => build.attributes.version === '414');
      const build = way === 'ID' ? ['--build-id', id] : [...app, '--build-number', '414'];
      const wait = ['builds', 'wait', ...build, '--every', '5s'];
      const {code} = await store.run([...wait, '--output', 'ndjson', '--on-change', `cat >> ${seen}`]);
      expect(code).toBe(0);
      expect(changes()).toMatchObject([
        {
          app: expect.stringMatching(/^\d+$/),
          appName: 'Aurora Notes',
          versionId: null,
          version: '3.4.0',
          from: 'PROCESSING',
          to: 'VALID',
          day: null,
        },
      ]);
    },
  );
});
