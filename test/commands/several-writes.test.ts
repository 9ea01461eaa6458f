import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {HttpFailure, type HttpRequest} from '../../src/services/ports.ts';
import type {LoggedWrite} from '../../src/services/write-log.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

const BOATS = ['--version-id', 'com.example.boats@2.0'];
const NOTES = ['ship', ...BOATS, '--notes', 'Rounder.', '--until', 'ready'];

let store: PracticeStore;
let home: TempHome;
beforeEach(() => {
  store = new PracticeStore();
  home = new TempHome();
});
afterEach(() => home.remove());

const run = (argv: readonly string[]) => store.run(argv, {host: {home: home.path}});
const kept = (): LoggedWrite[] => {
  const path = join(home.path, '.tool', 'history.ndjson');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
};
const lastKept = () => {
  const {outcome, message} = kept().at(-1) ?? {};
  return {outcome, message};
};
const stepOf = (result: {steps: {id: string; status: string; did: boolean}[]}, id: string) => {
  const {status, did} = result.steps.find((step) => step.id === id) ?? {};
  return {status, did};
};
/**
 * Replaces the answer to the n-th request whose line starts with `start`. `instead` may also fail without sending
 * anything.
 */
function atWrite(start: string, number: number, instead: (request: HttpRequest) => ReturnType<PracticeStore['send']>) {
  const real = store.send.bind(store);
  let count = 0;
  store.send = (request) => {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    if (line.startsWith(start)) count += 1;
    return line.startsWith(start) && count === number ? instead(request) : real(request);
  };
  return real;
}
const neverLeaves = () => Promise.reject(new HttpFailure('refused', false, 'no connection'));
const refused = async () => ({status: 409, headers: {}, body: '{"errors":[{"detail":"Not like this"}]}'});
const TEXT = 'PATCH /v1/appStoreVersionLocalizations/';

describe('release notes of ship', () => {
  it('reports one text of ship as written if the connection for the next text is refused', async () => {
    atWrite(TEXT, 2, neverLeaves);
    const {code, stderr, result} = await run(NOTES);
    expect(code).toBe(7);
    expect(stderr).not.toContain('Nothing was sent');
    expect(stepOf(result, 'release-notes')).toEqual({status: 'failed', did: true});
    expect(lastKept()).toEqual({outcome: 'in-part', message: expect.stringContaining('no connection')});
  });

  it('says that ship sent nothing if no text was sent', async () => {
    const real = store.send.bind(store);
    store.send = (request) => (request.method === 'PATCH' ? neverLeaves() : real(request));
    const {code, stderr, result} = await run(NOTES);
    expect(code).toBe(7);
    expect(stderr).toContain('Nothing was sent.');
    expect(stepOf(result, 'release-notes')).toEqual({status: 'failed', did: false});
    expect(lastKept()).toMatchObject({outcome: 'not-sent'});
  });

  it('reports an unknown outcome of ship if the answer to the second text is lost', async () => {
    store.disturb(2, 'lost before');
    const {code, stderr, result} = await run(NOTES);
    expect(code).toBe(7);
    expect(stderr).not.toContain('Nothing was sent');
    expect(stderr).toMatch(/A check just now found that the release notes of en-US still have/);
    expect(stderr).toMatch(/It was not sent again\. Check the current state/);
    expect(stepOf(result, 'release-notes')).toEqual({status: 'failed', did: true});
    expect(lastKept()).toMatchObject({outcome: 'unknown'});
  });

  it('counts release notes as written by this run although another run wrote the last text', async () => {
    const real = atWrite(TEXT, 2, async (request) => {
      await real(request);
      return refused();
    });
    const {code, result} = await run(NOTES);
    expect(code).toBe(0);
    expect(stepOf(result, 'release-notes')).toEqual({status: 'done', did: true});
    expect(lastKept()).toMatchObject({outcome: 'carried-out'});
  });

  it('records ship as done in part if a later step is refused', async () => {
    atWrite('POST /v1/reviewSubmissions', 1, refused);
    const {code, stderr} = await run(['ship', ...BOATS, '--notes', 'Rounder.', '--confirm']);
    expect(code).toBe(5);
    expect(stderr).not.toContain('Nothing was sent');
    expect(lastKept()).toMatchObject({outcome: 'in-part'});
  });
});

describe('submit with an empty draft', () => {
  beforeEach(async () => {
    expect((await run(['versions', 'check', ...BOATS, '--ask-service'])).code).toBe(0);
  });

  it('says that submit sent nothing if it found a draft and the version was never sent', async () => {
    atWrite('POST /v1/reviewSubmissionItems', 1, neverLeaves);
    const {code, stderr} = await run(['versions', 'submit', ...BOATS, '--confirm']);
    expect(code).toBe(7);
    expect(stderr).toContain('Nothing was sent.');
    expect(stderr).not.toContain('left behind');
    expect(lastKept()).toMatchObject({outcome: 'not-sent'});
  });

  it('records submit as refused, not as done in part, if a draft existed and the version is refused', async () => {
    atWrite('POST /v1/reviewSubmissionItems', 1, refused);
    expect((await run(['versions', 'submit', ...BOATS, '--confirm'])).code).toBe(5);
    expect(lastKept()).toMatchObject({outcome: 'refused'});
  });
});

describe('submit with a draft that it created', () => {
  it('names the draft that submit created if the version was never sent', async () => {
    atWrite('POST /v1/reviewSubmissionItems', 1, neverLeaves);
    const {code, stderr} = await run(['versions', 'submit', ...BOATS, '--confirm']);
    expect(code).toBe(7);
    expect(stderr).toMatch(/\nDraft \S+ was left behind empty; the next submit reuses it\.\n/);
    expect(stderr).toContain('Run it again to continue from there.');
    expect(stderr).not.toContain('Nothing was sent');
    expect(lastKept()).toMatchObject({outcome: 'in-part'});
  });
});

describe('check --ask-service', () => {
  it('does not say that the draft holds the version after check --ask-service has removed the version', async () => {
    store.disturb(2, 'lost after');
    const {code, stderr} = await run(['versions', 'check', ...BOATS, '--ask-service']);
    expect(code).toBe(0);
    expect(stderr).not.toContain('holds the version');
    expect(stderr).toMatch(/It was left behind empty; the next submit reuses it/);
  });
});

describe('a lost answer', () => {
  it('does not advise trying an update again after a lost answer', async () => {
    store.disturb(1, 'lost before');
    const {code, stderr} = await run(['versions', 'update', ...BOATS, '--copyright', '2026 Boats']);
    expect(code).toBe(7);
    expect(stderr).toContain('It was not sent again. Check the current state before you repeat it');
    expect(stderr).not.toMatch(/try again/i);
  });

  it.each([
    [500, {}],
    [503, {'retry-after': '7'}],
  ])('does not advise trying an update again after status %i', async (status, headers) => {
    atWrite('PATCH', 1, async () => ({status, headers, body: '{"errors":[{"detail":"Oops"}]}'}));
    const {code, stderr} = await run(['versions', 'update', ...BOATS, '--copyright', '2026 Boats']);
    expect(code).toBe(8);
    expect(stderr).toContain('It was not sent again. Check the current state before you repeat it');
    expect(stderr).not.toMatch(/try again/i);
  });
});
