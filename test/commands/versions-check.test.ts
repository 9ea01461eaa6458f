import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {createFiles} from '../../src/services/host/files.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {HttpFailure} from '../../src/services/ports.ts';
import {PracticeStore} from '../support/practice-store.ts';
import {TempHome} from '../support/temp-home.ts';

let store: PracticeStore;
beforeEach(() => {
  store = new PracticeStore();
});

interface Check {
  id: string;
  status: string;
  message: string;
  locale?: string;
  command?: string;
  hint?: string;
}
const idOf = async (app: string): Promise<string> =>
  (await store.run(['versions', 'view', '--version-id', `com.example.${app}@latest`])).result.id;
const check = (id: string, ...flags: string[]) => store.run(['versions', 'check', '--version-id', id, ...flags]);
const faults = (checks: Check[]) => checks.filter(({status}) => status === 'error');
const kinds = () => store.writes().map((line) => line.replace(/\/(?:[0-9a-f-]{36}|\w{64})$/, ''));

describe('versions check', () => {
  it('reports a version as ready after five GETs', async () => {
    const id = await idOf('boats');
    const {code, result, stderr} = await check(id);
    expect({code, stderr, ready: result.ready, versionId: result.versionId}).toEqual({
      code: 0,
      stderr: '',
      ready: true,
      versionId: id,
    });
    expect(store.lines.map((line) => line.replace(/[0-9a-f-]{36}/, 'ID')).sort()).toEqual([
      'GET /v1/appStoreVersions/ID',
      'GET /v1/appStoreVersions/ID/appStoreVersionLocalizations',
      'GET /v1/apps/6446111723/appInfos',
      'GET /v1/builds/ID',
      'GET /v1/reviewSubmissions',
    ]);
    expect(result.checks.map(({id: name}: Check) => name)).toEqual([
      'not-visible',
      'build',
      'encryption',
      'whats-new',
      'description',
      'keywords',
      'support-url',
      'screenshots',
      'review-contact',
      'demo-account',
      'age-rating',
      'category',
      'content-rights',
      'copyright',
      'submission',
      'release-date',
    ]);
  });

  it('exits with 1, and prints the command that fixes a missing text', async () => {
    const id = await idOf('nearly');
    const {code, result} = await check(id, '--read-only');
    expect(code).toBe(1);
    expect(faults(result.checks)).toEqual([
      {
        id: 'whats-new',
        status: 'error',
        locale: 'de-DE',
        message: "What's New is missing",
        command: `tool release-notes set --version-id ${id} --locale de-DE --text <TEXT>`,
        needs: ['text'],
      },
    ]);
    expect(store.lines).toHaveLength(5);
  });

  it.each([
    ['"version":"1.9"', 'Build 21 was made for 1.9, the version is 2.0'],
    ['"platform":"TV_OS"', 'Build 21 was made for TV_OS, the version is for IOS'],
  ])('warns of an attached build that was made for another version: %s', async (made, message) => {
    const id = await idOf('boats');
    const send = store.send.bind(store);
    const [member = ''] = made.split(':');
    store.send = async (request) => {
      const response = await send(request);
      if (!new URL(request.url).pathname.startsWith('/v1/builds/')) return response;
      const [build, preRelease = ''] = response.body.split('"included":');
      const changed = preRelease.replace(new RegExp(`${member}:"[^"]*"`), made);
      return {...response, body: `${build}"included":${changed}`};
    };
    const {code, result} = await check(id);
    expect({code, ready: result.ready}).toEqual({code: 0, ready: true});
    expect(result.checks).toContainEqual(expect.objectContaining({id: 'build', status: 'warning', message}));
  });

  it('accepts an attached build whose details cannot be read', async () => {
    const id = await idOf('boats');
    store.before = (line) => {
      if (line.startsWith('GET /v1/builds/')) throw new HttpFailure('malformed', true, 'not HTTP');
    };
    const {result} = await check(id);
    expect(result.checks).toContainEqual(expect.objectContaining({id: 'build', status: 'ok'}));
  });

  it.each([
    ['house', ['submission']],
    ['cipher', ['encryption']],
    [
      'seedling',
      ['keywords', 'screenshots', 'review-contact', 'age-rating', 'category', 'content-rights', 'copyright'],
    ],
  ])('finds that the sample %s lacks %j', async (app, ids) => {
    const {code, result} = await check(await idOf(app));
    expect({code, ids: faults(result.checks).map(({id}) => id)}).toEqual({code: 1, ids});
  });

  it('never shows the password of the demo account', async () => {
    const {stdout} = await check(await idOf('boats'), '--pretty');
    expect(stdout).not.toMatch(/password/i);
  });

  it('reports a version on sale as not ready for review', async () => {
    const {code, result} = await check('com.example.steps@live');
    expect(code).toBe(1);
    expect(faults(result.checks).at(-1)?.message).toContain('The version is in READY_FOR_SALE');
  });
});

it('reports parts that the version links but the response lacks as unknown, not as missing', async () => {
  const id = await idOf('boats');
  const send = store.send.bind(store);
  store.send = async (request) => {
    if (request.url.includes('/v1/builds/')) throw new HttpFailure('malformed', true, 'not HTTP');
    const answer = await send(request);
    const {included: _, ...document} = JSON.parse(answer.body);
    for (const {relationships = {}} of [document.data].flat()) delete relationships.appScreenshotSets?.data;
    return {...answer, body: JSON.stringify(document)};
  };
  const {code, result} = await check(id);
  const unknown = result.checks.filter(({status}: Check) => status === 'unknown').map((one: Check) => one.id);
  expect(unknown).toEqual([
    'build',
    'encryption',
    'screenshots',
    'review-contact',
    'demo-account',
    'age-rating',
    'content-rights',
    'not-visible',
  ]);
  expect({code, faults: faults(result.checks)}).toEqual({code: 0, faults: []});
});

describe('--ask-service', () => {
  it('adds the version to a draft with --ask-service, removes it again, and lets submit reuse the draft', async () => {
    const id = await idOf('boats');
    const {code, result, stderr} = await check(id, '--ask-service');
    expect(code).toBe(0);
    expect(result.checks.at(-1)).toEqual({id: 'service', status: 'ok', message: 'The service accepts the version'});
    expect(kinds()).toEqual([
      'POST /v1/reviewSubmissions',
      'POST /v1/reviewSubmissionItems',
      'DELETE /v1/reviewSubmissionItems',
    ]);
    const [, draft] = /Draft (\S+) was created to ask the service/.exec(stderr) ?? [];
    const submitted = await store.run(['versions', 'submit', '--version-id', id, '--confirm']);
    expect(submitted.result).toMatchObject({submissionId: draft, resumed: true});
  });

  it("reports the service's findings in check --ask-service as errors", async () => {
    const {code, result} = await check(await idOf('nearly'), '--ask-service');
    expect(code).toBe(1);
    expect(faults(result.checks).map(({id, message}) => [id, message])).toEqual([
      ['whats-new', "What's New is missing"],
      ['service', "What's New is missing (de-DE)"],
    ]);
  });

  it('uses an existing empty draft for --ask-service, and leaves a draft with other items alone', async () => {
    expect((await check(await idOf('lost'), '--ask-service')).code).toBe(0);
    expect(kinds()).toEqual(['POST /v1/reviewSubmissionItems', 'DELETE /v1/reviewSubmissionItems']);
    const {code, result} = await check(await idOf('house'), '--ask-service');
    expect({code, ids: faults(result.checks).map(({id}) => id)}).toEqual({code: 1, ids: ['submission']});
    expect(store.writes()).toEqual([]);
  });

  it('says which draft may still hold the version if check --ask-service cannot remove the version', async () => {
    const id = await idOf('boats');
    store.lines.length = 0;
    store.disturb(3, 'lost before');
    const {code, stderr} = await check(id, '--ask-service');
    expect(code).toBe(7);
    expect(stderr).toMatch(
      /Version [\d.]+ may be left in draft \S+, where it is frozen\. This run submitted nothing\./,
    );
    expect(stderr).toContain(`Remove it with: tool versions withdraw --version-id ${id} --confirm\n`);
    expect(stderr).toContain(`before you repeat it: tool versions view --version-id ${id} --include-submission`);
  });

  it('reports the added version as sent even if check --ask-service could not send the removal', async () => {
    const id = await idOf('boats');
    store.before = (line) => {
      if (line.startsWith('DELETE')) throw new HttpFailure('refused', false, 'nobody listens');
    };
    const {code, stderr} = await check(id, '--ask-service');
    expect(code).toBe(7);
    expect(stderr).toMatch(/Version [\d.]+ is left in draft \S+, where it is frozen\./);
    expect(stderr).not.toContain('Nothing was sent');
  });

  it('says that another run submitted the draft during check --ask-service', async () => {
    const id = await idOf('boats');
    const rival = store.rival();
    store.before = async (line) => {
      if (!line.startsWith('DELETE')) return;
      expect((await rival.run(['versions', 'submit', '--version-id', id, '--confirm'])).code).toBe(0);
    };
    const {code, stderr} = await check(id, '--ask-service');
    expect(code).toBe(5);
    expect(stderr).toMatch(
      /Version [\d.]+ is in review submission \S+, which someone else has submitted; it is waiting for review\./,
    );
    expect(stderr).toContain(`Withdraw it with: tool versions withdraw --version-id ${id} --confirm\n`);
    expect(stderr).not.toMatch(/nothing|left in draft|To check, run: tool versions withdraw/i);
  });

  it('succeeds in check --ask-service if another run has already removed the version', async () => {
    const id = await idOf('boats');
    const rival = store.rival();
    store.before = async (line) => {
      if (!line.startsWith('DELETE')) return;
      expect((await rival.run(['versions', 'withdraw', '--version-id', id, '--confirm'])).code).toBe(0);
    };
    const {code, result} = await check(id, '--ask-service');
    expect({code, said: result.checks.at(-1).message}).toEqual({code: 0, said: 'The service accepts the version'});
  });

  it('waits in check --ask-service for a withdrawal on this machine, then checks the resulting state', async () => {
    const home = new TempHome();
    onTestFinished(() => home.remove());
    const id = await idOf('boats');
    expect((await store.run(['versions', 'submit', '--version-id', id, '--confirm'])).code).toBe(0);
    const real = createFiles();
    let waits = () => {};
    const isWaiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const files = {
      ...real,
      withLock: ((path, work, signal, onBusy) =>
        real.withLock(path, work, signal, () => {
          onBusy?.();
          waits();
        })) as typeof real.withLock,
    };
    const rival = store.rival();
    let asked: ReturnType<typeof rival.run> | undefined;
    store.before = async (line) => {
      if (!line.startsWith('PATCH')) return;
      const argv = ['versions', 'check', '--version-id', id, '--ask-service'];
      asked = rival.run(argv, {host: {home: home.path, files}});
      await isWaiting;
    };
    const withdrawn = await store.run(['versions', 'withdraw', '--version-id', id, '--confirm'], {
      host: {home: home.path},
    });
    expect(withdrawn.result.state).toBe('DEVELOPER_REJECTED');
    const said = (await asked)?.result.checks.at(-1);
    expect(said).toEqual({id: 'service', status: 'ok', message: 'The service accepts the version'});
  });

  it('names the draft that check --ask-service created if adding the version fails', async () => {
    const id = await idOf('boats');
    store.lines.length = 0;
    store.disturb(2, 'lost before');
    const {code, stderr} = await check(id, '--ask-service');
    expect(code).toBe(7);
    expect(stderr).toMatch(/Draft \S+ was left behind; the next submit reuses it\.\n/);
    expect(stderr).toMatch(
      /Version [\d.]+ may be left in draft \S+, where it is frozen\. This run submitted nothing\./,
    );
    expect(stderr).toContain(`Remove it with: tool versions withdraw --version-id ${id} --confirm\n`);
    expect((await store.run(['versions', 'submit', '--version-id', id, '--confirm'])).result.resumed).toBe(true);
  });

  const SIGINT = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});

  it.each([
    [2, 'the version is added'],
    [3, 'the version is removed'],
  ])('removes the version from the draft after Ctrl+C during write %i of --ask-service, while %s', async (write) => {
    const id = await idOf('boats');
    store.lines.length = 0;
    store.disturb(write, 'interrupted');
    const {code, stdout, stderr} = await store.runInterrupted(
      ['versions', 'check', '--version-id', id, '--ask-service'],
      SIGINT,
    );
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toMatch(
      /^Error: Interrupted\nVersion [\d.]+ was removed from draft \S+ again\. The draft was left behind empty; the next submit reuses it\.\n$/,
    );
    expect(kinds().filter((line) => line.startsWith('DELETE'))).toHaveLength(1);
    const view = await store.run(['versions', 'view', '--version-id', id]);
    expect(view.result.state).toBe('PREPARE_FOR_SUBMISSION');
  });

  it('looks for the item for ten seconds after Ctrl+C, then says that the version may still be in the draft', async () => {
    const id = await idOf('boats');
    store.lines.length = 0;
    const controller = new AbortController();
    store.before = (line) => {
      if (line !== 'POST /v1/reviewSubmissionItems') return;
      controller.abort(SIGINT);
      throw SIGINT;
    };
    const started = store.clock.now();
    const {code, stderr} = await store.run(['versions', 'check', '--version-id', id, '--ask-service'], {
      signal: controller.signal,
    });
    expect(code).toBe(130);
    expect(stderr).toMatch(/Version [\d.]+ may be left in draft \S+, where it is frozen\./);
    expect(stderr).toContain(`Remove it with: tool versions withdraw --version-id ${id} --confirm\n`);
    expect(store.clock.now() - started).toBe(10_000);
  });

  it('says that the version may still be in the draft if the removal gets no answer after Ctrl+C', async () => {
    const id = await idOf('boats');
    const controller = new AbortController();
    store.before = (line, {signal}) => {
      if (!line.startsWith('DELETE')) return;
      controller.abort(SIGINT);
      queueMicrotask(() => store.clock.advance(10_000));
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), {once: true});
      });
    };
    const {code, stdout, stderr} = await store.run(['versions', 'check', '--version-id', id, '--ask-service'], {
      signal: controller.signal,
    });
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
    expect(stderr).toMatch(/^Error: Interrupted\n {2}Version [\d.]+ may be left in draft \S+, where it is frozen\./);
    expect(stderr).toContain('There was no time left to remove the version again');
    expect(stderr).toContain('The outcome is unknown');
  });

  it('says at once that the version may still be in the draft if the service is gone after Ctrl+C', async () => {
    const id = await idOf('boats');
    const controller = new AbortController();
    store.before = (line) => {
      if (controller.signal.aborted) throw new HttpFailure('tls', false, 'no trust');
      if (line !== 'POST /v1/reviewSubmissionItems') return;
      controller.abort(SIGINT);
      throw SIGINT;
    };
    const started = store.clock.now();
    const {code, stderr} = await store.run(['versions', 'check', '--version-id', id, '--ask-service'], {
      signal: controller.signal,
    });
    expect(code).toBe(130);
    expect(stderr).toContain('may be left in draft');
    expect(store.clock.now()).toBe(started);
  });

  it('refuses --ask-service in a read-only run before any request', async () => {
    const {code, stderr} = await check('v1', '--ask-service', '--read-only');
    expect(code).toBe(2);
    expect(stderr).toContain('POST /v1/reviewSubmissionItems is refused');
    expect(store.lines).toEqual([]);
  });

  it('prints the requests of check --ask-service with --dry-run', async () => {
    const {result} = await check(await idOf('boats'), '--ask-service', '--dry-run');
    expect(result.requests.map(({method, path}: {method: string; path: string}) => `${method} ${path}`)).toEqual([
      'POST /v1/reviewSubmissions',
      'POST /v1/reviewSubmissionItems',
      'DELETE /v1/reviewSubmissionItems/<id of the new reviewSubmissionItems>',
    ]);
    expect(store.writes()).toEqual([]);
  });

  it.each([['--dry-run'], ['--dry-run', '--ask-service=false']])(
    'refuses versions check with %j, since the check only reads unless it asks the service',
    async (...flags) => {
      const {code, stderr} = await check('v1', ...flags);
      expect({code, asked: store.lines}).toEqual({code: 2, asked: []});
      expect(stderr).toContain('Error: --dry-run requires --ask-service\n');
    },
  );
});
