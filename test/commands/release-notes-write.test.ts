import {afterEach, describe, expect, it} from 'vitest';
import {createHttp} from '../../src/services/host/http.ts';
import {ToolError} from '../../src/services/model/error.ts';
import {type Http, HttpFailure} from '../../src/services/ports.ts';
import {AT_ONCE} from '../../src/services/store/at-once.ts';
import {runAgainst} from '../support/fake-service.ts';
import {NOT_NOW, type NotesService, type NotesServiceOptions, refusal, startNotes} from '../support/notes-service.ts';
import {environment, type RunOptions, runTool} from '../support/run.ts';
import {type Answer, json, reset, wirePage} from '../support/service.ts';

let service: NotesService;
afterEach(() => service.close());

const ON = ['--version-id', 'v1'];

async function notes(options: NotesServiceOptions, argv: readonly string[], {env = {}, ...more}: RunOptions = {}) {
  service = await startNotes(options);
  const outcome = await runTool(['release-notes', ...argv], {...more, env: {...environment(service.url), ...env}});
  return {...outcome, result: outcome.stdout === '' ? undefined : JSON.parse(outcome.stdout)};
}

const forty = Object.fromEntries(
  Array.from({length: 40}, (_, index) => [`x${String.fromCharCode(97 + (index % 26))}-${10 + index}`, 'Old.']),
);

describe('release-notes set', () => {
  it('reads the locales once in release-notes set, and sends only changed texts', async () => {
    const {code, result, stderr} = await notes({texts: {'en-US': 'Same.', 'de-DE': 'Alt.', 'fr-FR': null}}, [
      'set',
      ...ON,
      '--text',
      'Same.',
    ]);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(result).toEqual({versionId: 'v1', updated: ['de-DE', 'fr-FR'], unchanged: ['en-US'], failed: []});
    expect(service.lines()).toEqual([
      'GET /v1/appStoreVersions/v1/appStoreVersionLocalizations',
      'PATCH /v1/appStoreVersionLocalizations/l-de-DE',
      'PATCH /v1/appStoreVersionLocalizations/l-fr-FR',
    ]);
    expect(service.requests[1]?.body).toEqual({
      data: {type: 'appStoreVersionLocalizations', id: 'l-de-DE', attributes: {whatsNew: 'Same.'}},
    });
  });

  it('sends composed accents, and treats texts as equal if only the composition of accents differs', async () => {
    const [apart, joined] = ['cafe\u0301', 'caf\u00e9'];
    const {result} = await notes({texts: {'en-US': 'Old.', 'fr-FR': joined}}, ['set', ...ON, '--text', apart]);
    expect(result).toMatchObject({updated: ['en-US'], unchanged: ['fr-FR']});
    expect(service.texts).toEqual({'en-US': joined, 'fr-FR': joined});
  });

  it('updates only the locales given with --locale, whose letters may be upper or lower case', async () => {
    const {result} = await notes({texts: {'en-US': 'a', 'de-DE': 'b'}}, [
      'set',
      ...ON,
      '--text',
      '  New\n',
      '--locale',
      'DE-de',
    ]);
    expect(result).toMatchObject({updated: ['de-DE'], unchanged: []});
    expect(service.texts).toEqual({'en-US': 'a', 'de-DE': 'New'});
  });

  it('suggests a similar locale if the version lacks the given locale', async () => {
    const {stderr} = await notes({texts: {'ar-SA': null}}, ['set', ...ON, '--text', 'x', '--locale', 'ar']);
    expect(stderr).toContain("--locale names 'ar', but the version has ar-SA. Did you mean ar-SA?");
  });

  it('reads release notes from stdin without the byte order mark and the final line break', async () => {
    const {code} = await notes({texts: {'en-US': null}}, ['set', ...ON, '--file', '-'], {
      stdin: '\uFEFFFirst.\r\n\r\nSecond 🎉.\r\n',
    });
    expect(code).toBe(0);
    expect(service.texts['en-US']).toBe('First.\n\nSecond 🎉.');
  });

  it('refuses release notes of more than 4000 UTF-16 units, and reports the limit and the length', async () => {
    const full = `${'🎉'.repeat(1999)}xx`;
    expect((await notes({texts: {'en-US': null}}, ['set', ...ON, '--text', full])).code).toBe(0);
    expect(service.texts['en-US']).toHaveLength(4000);
    await service.close();
    const {code, stderr} = await notes({texts: {'en-US': null}}, ['set', ...ON, '--text', `${full}x`]);
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--text is too long: 4001 .* 4000\n/),
    });
    expect(service.requests).toEqual([]);
  });

  it.each([
    [['--text', ' ', '--locale', 'en-US'], '--text is empty'],
    [['--text', 'TEXT'], '--text is the word TEXT: give the text'],
    [['--text', '<text>'], '--text is a placeholder, not a text'],
    [[], "'tool release-notes set' needs --text (or --file)"],
    [['--text', 'x', '--file', '-'], '--file cannot be combined with --text'],
    [['--file', 'gone.txt'], "--file 'gone.txt' does not exist"],
    [['--file', '.'], "--file '.' is a directory"],
    [['--file', '/dev/null'], "--file '/dev/null' is not a regular file"],
    [['--file', '-'], '--file - (stdin) is empty'],
  ])('refuses release-notes set with %j before any request', async (flags, words) => {
    const {code, stderr, stdout} = await notes({texts: {'en-US': null}}, ['set', ...ON, ...flags]);
    expect({code, stdout, stderr}).toEqual({code: 2, stdout: '', stderr: expect.stringContaining(words)});
    expect(service.requests).toEqual([]);
  });

  it('refuses release notes that are not UTF-8, such as text with half a character at its end', async () => {
    const cut = Buffer.from('Größe').subarray(0, 3);
    const {code, stderr} = await notes({texts: {'en-US': null}}, ['set', ...ON, '--file', '-'], {stdin: cut});
    expect({code, stderr}).toMatchObject({code: 2, stderr: expect.stringContaining('- (stdin) is not UTF-8')});
    expect(service.requests).toEqual([]);
  });

  it('refuses to set a locale that the version lacks, and lists its locales, before the first write', async () => {
    const {code, stderr} = await notes({texts: {'en-US': 'a', 'de-DE': 'b'}}, [
      'set',
      ...ON,
      '--text',
      'x',
      '--locale',
      'en-US,xx-XX',
    ]);
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--locale names 'xx-XX', but the version has de-DE, en-US"),
    });
    expect(service.patched()).toEqual([]);
  });
});

describe('writes that fail', () => {
  it('writes the other locales if three of forty fail, and exits with the code of the first failure', async () => {
    const [one = '', two = '', three = ''] = Object.keys(forty)
      .sort()
      .filter((_, index) => index % 13 === 5);
    const {code, result, stderr} = await notes(
      {
        texts: {...forty},
        patch: {
          [one]: refusal(422, 'ENTITY_ERROR.ATTRIBUTE.INVALID', 'Not this word'),
          [two]: refusal(409, 'ENTITY_ERROR.ATTRIBUTE.INVALID', 'Nor this one'),
          [three]: reset,
        },
      },
      ['set', ...ON, '--text', 'New.'],
    );
    expect(code).toBe(6);
    expect(result.updated).toHaveLength(37);
    expect(result.failed.map(({locale}: {locale: string}) => locale)).toEqual([one, two, three]);
    expect(result.failed[0].message).toContain('Not this word');
    expect(stderr).toContain('Error: 3 of 40 locales were not updated:');
    expect(service.patched()).toHaveLength(40);
    expect(new Set(service.patched()).size).toBe(40);
  });

  it('succeeds with a note if a read after a lost answer finds the new release notes', async () => {
    const {code, result, stderr} = await notes(
      {
        texts: {'en-US': 'Old.'},
        patch: {
          'en-US': (request, response) => {
            service.texts['en-US'] = 'New.';
            reset(request, response);
          },
        },
      },
      ['set', ...ON, '--text', 'New.'],
    );
    expect({code, result}).toMatchObject({code: 0, result: {updated: ['en-US'], failed: []}});
    expect(stderr).toContain('a check shows that the release notes of en-US have the new text');
    expect(service.lines().slice(1)).toEqual([
      'PATCH /v1/appStoreVersionLocalizations/l-en-US',
      'GET /v1/appStoreVersionLocalizations/l-en-US',
    ]);
  });

  it('does not resend a text whose answer was lost', async () => {
    const {code, result} = await notes({texts: {'en-US': 'Old.', 'fr-FR': 'Old.'}, patch: {'en-US': reset}}, [
      'set',
      ...ON,
      '--text',
      'New.',
    ]);
    expect({code, result}).toMatchObject({code: 7, result: {updated: ['fr-FR'], failed: [{locale: 'en-US'}]}});
    expect(result.failed[0].message).toContain('the release notes of en-US still have the old text');
    expect(service.patched()).toEqual(['en-US', 'fr-FR']);
  });

  it('groups failed locales by reason', async () => {
    const isDone =
      (locale: string): Answer =>
      (request, response) => {
        service.texts[locale] = 'New.';
        reset(request, response);
      };
    const lost = {'en-GB': isDone('en-GB'), fi: isDone('fi')};
    const texts = {'de-DE': 'Old.', 'en-GB': 'Old.', fi: 'Old.', ja: 'Old.', ko: 'Old.', th: 'Old.'};
    const refused = {ja: refusal(409, 'X', 'Not now'), ko: refusal(409, 'X', 'Not now')};
    const {code, stderr} = await notes({texts: {...texts}, patch: {...lost, ...refused, 'de-DE': reset, th: reset}}, [
      'set',
      ...ON,
      '--text',
      'New.',
    ]);
    expect(code).toBe(7);
    const lines = stderr.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'en-GB, fi: the answer was lost; a check shows they were written',
      'Error: 4 of 6 locales were not updated:',
      '  de-DE, th: the answer was lost; a check found the old texts, but the new ones may still take effect',
      '  ja, ko: The request could not be carried out: Not now',
    ]);
    expect(lines[4]).toMatch(/^Hint: /);
  });

  it('names the failed locales if many, but not all, failed', async () => {
    const some = Object.keys(forty).sort().slice(3, 11);
    const patch = Object.fromEntries(some.map((locale) => [locale, refusal(409, 'ENTITY_ERROR', 'Not now')]));
    const {stderr} = await notes({texts: {...forty}, patch}, ['set', ...ON, '--text', 'New.']);
    expect(stderr).toMatch(/^Error: 8 of 40 locales were not updated:\n {2}\S/);
    expect(stderr.split('\n')[1]).toBe(`  ${some.join(', ')}: The request could not be carried out: Not now`);
  });

  it('reports "all 40" instead of a list if every locale failed', async () => {
    const patch = {[Object.keys(forty).sort()[0] ?? '']: refusal(403, 'FORBIDDEN_ERROR', 'Not with this role')};
    const {code, result, stderr} = await notes({texts: {...forty}, patch}, ['set', ...ON, '--text', 'New.']);
    expect(code).toBe(3);
    expect(service.patched()).toHaveLength(1);
    expect(result.failed).toHaveLength(40);
    expect(stderr).toMatch(/^Error: 40 of 40 locales were not updated:\n {2}all 40: .*Not with this role\n/);
    for (const locale of Object.keys(forty)) expect(stderr).not.toContain(locale);
  });

  it.each([
    [429, 9],
    [401, 3],
  ])('writes no further locale after a %i', async (status, exit) => {
    const locales = Object.keys(forty).sort();
    const patch = Object.fromEntries(locales.slice(1).map((locale) => [locale, refusal(status, 'X', 'no')]));
    const {code, result, stderr} = await notes({texts: {...forty}, patch}, ['set', ...ON, '--text', 'New.']);
    expect({code, updated: result.updated}).toEqual({code: exit, updated: locales.slice(0, 1)});
    expect(result.failed).toHaveLength(39);
    expect(new Set(service.patched())).toEqual(new Set(locales.slice(0, 9)));
    expect(result.failed.at(-1)).toEqual({locale: locales.at(-1), message: 'Not attempted'});
    expect(stderr).toMatch(/^Error: 39 of 40 locales were not updated:\n {2}.*no\n/);
    expect(stderr).not.toContain('ttempted');
  });

  it('writes no other locale while the text of one locale waits for a rate limit', async () => {
    const [, second = ''] = Object.keys(forty).sort();
    let [limits, underWay, sent] = [0, 0, 0];
    const limited: Answer = (request, response) => {
      limits += 1;
      const answer = limits === 1 ? refusal(429, 'X', 'no') : json(200, {data: {type: 'x', id: `l-${second}`}});
      answer(request, response);
    };
    const http = async () => {
      const real = await createHttp({});
      const send: Http['send'] = async (request) => {
        underWay += 1;
        return real.send(request).finally(() => {
          underWay -= 1;
        });
      };
      return {...real, send};
    };
    const sleep = async () => {
      await expect.poll(() => underWay).toBe(0);
      sent = service.patched().length;
    };
    const {code, result} = await notes(
      {texts: {...forty}, patch: {[second]: limited}},
      ['set', ...ON, '--text', 'New.'],
      {host: {http, clock: {now: Date.now, random: () => 0, sleep}}},
    );
    expect({code, updated: result.updated.length}).toEqual({code: 0, updated: 40});
    expect(sent).toBeLessThan(40);
    expect(sent).toBeGreaterThan(1);
  });

  it('writes the text of the first locale alone, then eight texts in parallel', async () => {
    let [underWay, most] = [0, 0];
    const alone: number[] = [];
    const http = async () => {
      const real = await createHttp({});
      const send: Http['send'] = async (request) => {
        underWay += 1;
        most = Math.max(most, underWay);
        if (alone.length < 2) alone.push(underWay);
        return real.send(request).finally(() => {
          underWay -= 1;
        });
      };
      return {...real, send};
    };
    const {code} = await notes({texts: {...forty}}, ['set', ...ON, '--text', 'New.'], {host: {http}});
    expect({code, alone, most}).toEqual({code: 0, alone: [1, 1], most: AT_ONCE});
    expect(service.lines()).toHaveLength(1 + 40);
  });

  it('stops after the service refuses the same text for two locales with the same message', async () => {
    const invalid = refusal(409, 'ENTITY_ERROR.ATTRIBUTE.INVALID', 'This character is not allowed');
    const patch = Object.fromEntries(Object.keys(forty).map((locale) => [locale, invalid]));
    const {code, result, stderr} = await notes({texts: {...forty}, patch}, ['set', ...ON, '--text', 'New ☠.']);
    expect(code).toBe(5);
    expect(service.patched()).toHaveLength(2);
    expect(result.failed.map(({message}: {message: string}) => message).slice(2)).toEqual(
      Array(38).fill('Not attempted'),
    );
    expect(stderr).toContain('all 40: The request could not be carried out: This character is not allowed\n');
    expect(stderr).toContain('Hint: Change the text: the service refuses it as it is.');
    expect(stderr).not.toContain('again');
  });

  it('writes the other locales after a 403 if an earlier locale was written', async () => {
    const texts = {'de-DE': 'Old.', 'en-US': 'Old.', 'fr-FR': 'Old.'};
    const patch = {'en-US': refusal(403, 'FORBIDDEN_ERROR', 'no')};
    const {code, result} = await notes({texts, patch}, ['set', ...ON, '--text', 'New.']);
    expect({code, result}).toMatchObject({code: 3, result: {updated: ['de-DE', 'fr-FR'], failed: [{locale: 'en-US'}]}});
  });

  it('writes no further locales after two consecutive time-outs', async () => {
    const data = ['de-DE', 'en-US', 'fr-FR'].map((locale) => ({
      type: 'appStoreVersionLocalizations',
      id: `l-${locale}`,
      attributes: {locale, whatsNew: 'Old.'},
    }));
    const slow = new HttpFailure('timeout', true, 'no answer within 30 s');
    const lateReads: string[] = [];
    const run = (isReadSlow: (locale: string) => boolean, status = 200) =>
      runAgainst(
        ({method, path}) => {
          const locale = path.split('/l-')[1];
          if (locale === undefined) return {body: wirePage(data)};
          if (method === 'PATCH' || isReadSlow(locale)) throw slow;
          lateReads.push(locale);
          return {status, body: {data: data.find(({id}) => path.endsWith(id))}};
        },
        ['release-notes', 'set', ...ON, '--text', 'New.'],
      );
    const {code, result, service: asked} = await run(() => true);
    expect(code).toBe(7);
    expect(result.failed).toEqual([
      {locale: 'de-DE', message: expect.stringContaining('did not answer in time')},
      {locale: 'en-US', message: 'Not attempted'},
      {locale: 'fr-FR', message: 'Not attempted'},
    ]);
    expect(asked.lines().slice(1)).toEqual([
      'PATCH /v1/appStoreVersionLocalizations/l-de-DE',
      'GET /v1/appStoreVersionLocalizations/l-de-DE',
    ]);
    // An answered read between two time-outs means that they are not consecutive.
    const again = await run((locale) => locale === 'en-US');
    expect(again.service.writes()).toHaveLength(3);
    expect(lateReads).toEqual(['de-DE', 'fr-FR']);
    const refused = await run(() => false, 403);
    expect(refused.service.writes()).toHaveLength(3);
  });

  const interrupted = new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}});
  const three = {'de-DE': 'Old.', 'en-US': 'Old.', 'fr-FR': 'Old.'};

  it('lists the written locales if Ctrl+C ends release-notes set, and sends no more texts', async () => {
    const controller = new AbortController();
    let arrived = 0;
    const held: Answer = () => {
      arrived += 1;
      if (arrived === 2) controller.abort(interrupted);
    };
    const {code, result, stderr} = await notes(
      {texts: {...three}, patch: {'en-US': held, 'fr-FR': held}},
      ['set', ...ON, '--text', 'New.'],
      {signal: controller.signal},
    );
    expect({code, result}).toMatchObject({code: 130, result: {updated: ['de-DE'], unchanged: []}});
    expect(stderr).toContain(
      '2 of 3 locales were not updated:\n' +
        '  en-US, fr-FR: Cancelled while it was being written: it may still take effect\n' +
        'Hint: It was not sent again.',
    );
    expect(service.patched().sort()).toEqual(['de-DE', 'en-US', 'fr-FR']);
  });

  it('lists the written locales if Ctrl+C ends a wait for the rate limit', async () => {
    const controller = new AbortController();
    const sleep = async () => {
      controller.abort(interrupted);
      throw interrupted;
    };
    const {code, result, stderr} = await notes(
      {texts: {'de-DE': 'Old.', 'en-US': 'Old.'}, patch: {'en-US': refusal(429, 'X', 'no')}},
      ['set', ...ON, '--text', 'New.'],
      {signal: controller.signal, host: {clock: {now: Date.now, random: () => 0, sleep}}},
    );
    expect({code, result}).toMatchObject({code: 130, result: {updated: ['de-DE']}});
    expect(stderr).toBe(
      'Error: 1 of 2 locales was not updated:\n  en-US: Not written yet\n' +
        'Hint: Run it again: texts already written are not sent twice. To check, run: tool release-notes list --version-id v1\n',
    );
  });

  it('says after Ctrl+C during a write that its release notes may still take effect', async () => {
    const controller = new AbortController();
    const {code, stderr} = await notes(
      {texts: {...three}, patch: {'de-DE': () => controller.abort(interrupted)}},
      ['set', ...ON, '--text', 'New.'],
      {signal: controller.signal},
    );
    expect(code).toBe(130);
    expect(stderr).toContain(
      '  de-DE: Cancelled while it was being written: it may still take effect\n  2 not written yet: en-US, fr-FR\n',
    );
  });

  it('says after Ctrl+C in release-notes set why an earlier locale failed', async () => {
    const controller = new AbortController();
    const http = async () => {
      const real = await createHttp({});
      const send: Http['send'] = async (request) => {
        const answer = await real.send(request);
        // The abort comes after the tool has handled the refusal.
        if (request.url.endsWith('l-en-US')) setImmediate(() => controller.abort(interrupted));
        return answer;
      };
      return {...real, send};
    };
    const {code, stderr} = await notes(
      {
        texts: {...three},
        patch: {
          'de-DE': refusal(500, 'X', 'no'),
          'en-US': refusal(409, 'ENTITY_ERROR', 'Too soon'),
          'fr-FR': () => {},
        },
      },
      ['set', ...ON, '--text', 'New.'],
      {signal: controller.signal, host: {http}},
    );
    expect(code).toBe(130);
    expect(stderr).toMatch(
      /\n {2}de-DE: .*\n {4}The outcome is unknown.*\n {2}en-US: .*Too soon\n {2}fr-FR: Cancelled while it was being written/,
    );
  });

  it('says that nothing was sent if Ctrl+C comes before the first write of release-notes set', async () => {
    const controller = new AbortController();
    const http = async () => {
      const real = await createHttp({});
      const send: Http['send'] = async (request) => {
        const answer = await real.send(request);
        controller.abort(interrupted);
        return answer;
      };
      return {...real, send};
    };
    const {code, stderr} = await notes({texts: {...three}}, ['set', ...ON, '--text', 'New.'], {
      signal: controller.signal,
      host: {http},
    });
    expect(code).toBe(130);
    expect(stderr).toBe('Error: Interrupted\nNothing was sent.\n');
    expect(service.patched()).toEqual([]);
  });

  it('reports no unknown outcome if Ctrl+C comes between two writes of release-notes set', async () => {
    const controller = new AbortController();
    const http = async () => {
      const real = await createHttp({});
      const send: Http['send'] = async (request) => {
        const answer = await real.send(request);
        if (request.url.endsWith('l-de-DE')) controller.abort(interrupted);
        return answer;
      };
      return {...real, send};
    };
    const {code, result, stderr} = await notes({texts: {...three}}, ['set', ...ON, '--text', 'New.'], {
      signal: controller.signal,
      host: {http},
    });
    expect({code, result}).toMatchObject({code: 130, result: {updated: ['de-DE']}});
    expect(stderr).not.toContain('unknown');
    expect(service.patched()).toEqual(['de-DE']);
  });
});

describe('a version that may take no release notes', () => {
  it('explains that a first version takes no release notes, after one refused write', async () => {
    const {code, stdout, stderr} = await notes(
      {texts: {'de-DE': null, 'en-US': null}, patch: {'de-DE': NOT_NOW, 'en-US': NOT_NOW}, others: ['REJECTED']},
      ['set', ...ON, '--text', 'x'],
    );
    expect({code, stdout}).toEqual({code: 5, stdout: ''});
    expect(stderr).toContain('Version 3.4.0 is the first version: it takes no release notes');
    expect(service.lines().slice(1)).toEqual([
      'PATCH /v1/appStoreVersionLocalizations/l-de-DE',
      'GET /v1/appStoreVersions/v1',
      'GET /v1/apps/42/appStoreVersions',
    ]);
  });

  it("prints the service's refusal of release notes for an update verbatim, and tries the other locales", async () => {
    const {code, result} = await notes(
      {
        texts: {'de-DE': null, 'en-US': null, 'fr-FR': null},
        patch: {'de-DE': NOT_NOW, 'en-US': NOT_NOW},
        others: ['READY_FOR_SALE'],
      },
      ['set', ...ON, '--text', 'x'],
    );
    expect({code, result}).toMatchObject({code: 5, result: {updated: ['fr-FR']}});
    expect(result.failed[0].message).toContain("Attribute 'whatsNew' cannot be edited at this time");
    expect(service.lines().filter((line) => line === 'GET /v1/apps/42/appStoreVersions')).toHaveLength(1);
  });

  it.each(['READY_FOR_SALE', 'IN_REVIEW', 'PENDING_DEVELOPER_RELEASE', 'REPLACED_WITH_NEW_VERSION'])(
    'writes no release notes in the state %s',
    async (state) => {
      const {code, stderr} = await notes({texts: {'en-US': 'a'}, state}, ['set', ...ON, '--text', 'x']);
      expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining(`is in ${state}`)});
      expect(service.patched()).toEqual([]);
    },
  );

  it.each(['READY_FOR_REVIEW', 'WAITING_FOR_REVIEW', 'METADATA_REJECTED', 'SOMETHING_NEW'])(
    'writes release notes in the state %s',
    async (state) => {
      expect((await notes({texts: {'en-US': 'a'}, state}, ['set', ...ON, '--text', 'x'])).code).toBe(0);
    },
  );
});

it('writes and lists the release notes of forty locales in pages of seven', async () => {
  const texts = Object.fromEntries(Array.from({length: 40}, (_, index) => [`l${index + 10}`, 'Old.']));
  const {code, result} = await notes({texts, pageSize: 7}, ['set', ...ON, '--text', 'New.']);
  expect({code, updated: result.updated.length}).toEqual({code: 0, updated: 40});
  expect(Object.values(service.texts)).toEqual(Array.from({length: 40}, () => 'New.'));
  const list = await runTool(['release-notes', 'list', ...ON], {env: environment(service.url)});
  expect(JSON.parse(list.stdout).data).toHaveLength(40);
});

it('refuses release notes for a version without locales', async () => {
  const {code, stderr} = await notes({texts: {}}, ['set', ...ON, '--text', 'x']);
  expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('has no locale')});
  expect(service.requests).toHaveLength(1);
});

describe('release-notes copy', () => {
  it('copies no text that is not release notes, such as a Git LFS pointer', async () => {
    const source = {'en-US': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a'};
    const {code, stderr} = await notes({texts: {'en-US': null}, source}, ['copy', ...ON, '--from', 'v0']);
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The text for en-US is a Git LFS pointer: run git lfs pull'),
    });
    expect(service.patched()).toEqual([]);
  });

  const source = {'de-DE': 'Neu.', 'en-US': 'New.', 'fr-FR': null, 'ja-JP': '新'};

  it('does not change locales that the source of release-notes copy lacks', async () => {
    const {code, result} = await notes({texts: {'de-DE': 'Alt.', 'en-US': 'New.', 'fr-FR': 'Gardé.'}, source}, [
      'copy',
      ...ON,
      '--from',
      'v0',
    ]);
    expect({code, result}).toEqual({
      code: 0,
      result: {versionId: 'v1', updated: ['de-DE'], unchanged: ['en-US'], failed: []},
    });
    expect(service.texts['fr-FR']).toBe('Gardé.');
    expect(service.lines()).toEqual([
      'GET /v1/appStoreVersions/v1/appStoreVersionLocalizations',
      'GET /v1/appStoreVersions/v0/appStoreVersionLocalizations',
      'PATCH /v1/appStoreVersionLocalizations/l-de-DE',
    ]);
  });

  it('copies the release notes of only the given locales', async () => {
    const {result} = await notes({texts: {'de-DE': 'Alt.', 'en-US': 'Old.'}, source}, [
      'copy',
      ...ON,
      '--from',
      'v0',
      '--locale',
      'en-US',
    ]);
    expect(result).toMatchObject({updated: ['en-US'], unchanged: []});
  });

  it('exits with 4 if the source of release-notes copy does not exist, and writes nothing', async () => {
    const {code, stderr} = await notes({texts: {'de-DE': 'Alt.'}}, ['copy', ...ON, '--from', 'gone']);
    expect(stderr).toContain('\nNothing was sent.\n');
    expect(code).toBe(4);
    expect(service.patched()).toEqual([]);
  });
});

describe('dry run and read-only', () => {
  it('prints the requests of release-notes set with --dry-run, and sends only reads', async () => {
    const {code, result} = await notes({texts: {'de-DE': 'Alt.', 'en-US': 'x'}, others: ['READY_FOR_SALE']}, [
      'set',
      ...ON,
      '--text',
      'x',
      '--dry-run',
    ]);
    expect({code, result}).toEqual({
      code: 0,
      result: {
        dryRun: true,
        requests: [
          {
            method: 'PATCH',
            path: '/v1/appStoreVersionLocalizations/l-de-DE',
            body: {data: {type: 'appStoreVersionLocalizations', id: 'l-de-DE', attributes: {whatsNew: 'x'}}},
          },
        ],
      },
    });
    expect(service.lines().filter((line) => !line.startsWith('GET '))).toEqual([]);
  });

  it('plans no request in release-notes set --dry-run if no text changes, and sends only one read', async () => {
    const {code, result} = await notes({texts: {'de-DE': 'x'}}, ['set', ...ON, '--text', 'x', '--dry-run']);
    expect({code, result}).toEqual({code: 0, result: {dryRun: true, requests: []}});
    expect(service.requests).toHaveLength(1);
  });

  it('refuses release notes for a first version in a dry run too', async () => {
    const {code, stderr} = await notes({texts: {'de-DE': null}}, ['set', ...ON, '--text', 'x', '--dry-run']);
    expect({code, stderr}).toMatchObject({code: 5, stderr: expect.stringContaining('takes no release notes')});
  });

  it.each([
    ['set', '--text', 'x'],
    ['copy', '--from', 'v0'],
  ])('refuses release-notes %s in a read-only run before connecting', async (name, ...flags) => {
    const {code, stderr} = await notes({texts: {'de-DE': 'Alt.'}, source: {'de-DE': 'x'}}, [name, ...ON, ...flags], {
      env: {TOOL_READ_ONLY: '1'},
    });
    expect({code, stderr}).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PATCH /v1/appStoreVersionLocalizations/<id of the localization>'),
    });
    expect(service.requests).toEqual([]);
  });
});

describe('release-notes list', () => {
  it('lists the release notes of every locale with their length in UTF-16 units', async () => {
    const {result} = await notes({texts: {'fr-FR': null, 'en-US': 'Hi 🎉'}}, ['list', ...ON]);
    expect(result).toEqual({
      data: [
        {id: 'l-en-US', locale: 'en-US', whatsNew: 'Hi 🎉', length: 5},
        {id: 'l-fr-FR', locale: 'fr-FR', whatsNew: null, length: 0},
      ],
    });
    expect(service.requests).toHaveLength(1);
  });

  it('prints a table with the first line of the release notes of each locale', async () => {
    service = await startNotes({texts: {'en-US': `One \u001b[31m.\nTwo.`, 'de-DE': 'x'.repeat(80)}});
    const {stdout} = await runTool(['release-notes', 'list', ...ON, '--output', 'table'], {
      env: environment(service.url),
    });
    expect(stdout).toBe(
      `Locale  Length  What's New\nde-DE   80      ${'x'.repeat(80)}\nen-US   15      One \\x1b[31m.…\n`,
    );
  });
});
