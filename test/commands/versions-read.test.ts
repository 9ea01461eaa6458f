import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it, onTestFinished} from 'vitest';
import type {Host} from '../../src/services/ports.ts';
import {holdTimeOuts} from '../support/held-time-outs.ts';
import {environment, type RunOptions, runTool, TEST_KEY} from '../support/run.ts';
import {
  type Answer,
  json,
  raw,
  reset,
  type Service,
  startService,
  truncated,
  wirePage,
  wireVersion,
} from '../support/service.ts';

let service: Service;
afterEach(() => service.close());

const APP = ['versions', 'list', '--app', '42'];

async function against(answers: Answer[], argv: readonly string[], {env = {}, ...options}: RunOptions = {}) {
  service = await startService(...answers);
  return runTool(argv, {...options, env: {...environment(service.url), ...env}});
}

describe('versions list', () => {
  it('sends one request with the filters of versions list, and prints the page as JSON', async () => {
    const {code, stdout, stderr} = await against(
      [json(200, wirePage([wireVersion('v1'), wireVersion('v2', {createdDate: '2026-01-02T03:04:05Z'})]))],
      [...APP, '--version', '1.0,2.0,1.0', '--platform', 'ios,tv_os', '--state', 'in_review', '--limit', '7'],
    );
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout)).toEqual({
      data: [
        {
          id: 'v1',
          type: 'storeVersions',
          attributes: {
            versionString: '1.0.0',
            platform: 'IOS',
            storeState: 'READY_FOR_SALE',
            createdDate: '2026-03-01T10:00:00.000-0800',
          },
        },
        {
          id: 'v2',
          type: 'storeVersions',
          attributes: {
            versionString: '1.0.0',
            platform: 'IOS',
            storeState: 'READY_FOR_SALE',
            createdDate: '2026-01-02T03:04:05.000+0000',
          },
        },
      ],
      links: {self: 'x'},
      meta: {paging: {total: 2, limit: 50}},
    });
    expect(stdout).toMatch(/^[^\n]*\n$/);
    const url = new URL(service.requests[0]?.target ?? '', service.url);
    expect(service.requests).toHaveLength(1);
    expect(url.pathname).toBe('/v1/apps/42/appStoreVersions');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'filter[versionString]': '1.0,2.0',
      'filter[platform]': 'IOS,TV_OS',
      'filter[appStoreState]': 'IN_REVIEW',
      limit: '7',
    });
  });

  it('signs a token with ES256 and the claims that the service requires', async () => {
    await against([json(200, wirePage([]))], APP);
    const token = String(service.requests[0]?.headers.authorization).replace('Bearer ', '');
    const [header, claims] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(header).toEqual({alg: 'ES256', kid: 'KEY1234567', typ: 'JWT'});
    expect(claims).toMatchObject({iss: '69a6de70-0000-47e3-e053-5b8c7c11a4d1', aud: 'appstoreconnect-v1'});
    expect(claims.exp - claims.iat).toBe(660);
  });

  it('looks up an app by its bundle ID first, and requires an exact match', async () => {
    const apps = wirePage([
      {type: 'apps', id: '8', attributes: {bundleId: 'com.example.app.beta'}},
      {type: 'apps', id: '7', attributes: {bundleId: 'com.example.app'}},
    ]);
    const {code} = await against(
      [json(200, apps), json(200, wirePage([]))],
      ['versions', 'list', '--app', 'com.example.app'],
    );
    expect(code).toBe(0);
    expect(service.lines()).toEqual(['GET /v1/apps', 'GET /v1/apps/7/appStoreVersions']);
    expect(service.requests[0]?.target).toContain('filter[bundleId]=com.example.app&');
  });

  it('exits with 4 for a bundle ID without a match', async () => {
    const {code, stderr} = await against([json(200, wirePage([]))], ['versions', 'list', '--app', 'com.example.none']);
    expect(code).toBe(4);
    expect(stderr).toContain("No app has the bundle ID 'com.example.none'");
  });

  it('prints states with their fourteen known names, and unknown states unchanged', async () => {
    const {stdout} = await against(
      [
        json(
          200,
          wirePage([
            wireVersion('a', {appStoreState: undefined, appVersionState: 'READY_FOR_DISTRIBUTION'}),
            wireVersion('b', {
              appStoreState: 'PROCESSING_FOR_APP_STORE',
              appVersionState: 'PROCESSING_FOR_DISTRIBUTION',
            }),
            wireVersion('c', {appStoreState: 'SOMETHING_NEW', platform: 'WATCH_OS', later: {a: 1}}),
            {type: 'appStoreVersions', id: 'd'},
          ]),
        ),
      ],
      APP,
    );
    const states = JSON.parse(stdout).data.map(
      (item: {attributes: {storeState?: string}}) => item.attributes.storeState,
    );
    expect(states).toEqual(['READY_FOR_SALE', 'PROCESSING_FOR_APP_STORE', 'SOMETHING_NEW', undefined]);
  });

  it('treats null in a response as absent, and ignores related records in an unknown form', async () => {
    const odd = {
      data: [{type: 'appStoreVersions', id: 'v1', attributes: null, relationships: {build: null, app: {data: 5}}}],
      included: [null, {type: 5}, {type: 'builds', id: 'b1', attributes: null}],
      links: null,
      meta: {paging: {total: '3'}},
    };
    const {code, stdout} = await against([json(200, odd)], APP);
    expect({code, data: JSON.parse(stdout).data}).toEqual({
      code: 0,
      data: [{id: 'v1', type: 'storeVersions', attributes: {}}],
    });
    await service.close();
    const {code: marked} = await against([raw(200, `\uFEFF${JSON.stringify(wirePage([]))}`)], APP);
    expect(marked).toBe(0);
  });

  it('prints a table with --output table, and says on stderr that there are more pages', async () => {
    service = await startService(
      json(200, wirePage([wireVersion('v1', {versionString: '1.0\u001b[2J'})], {next: 'https://elsewhere.example/'})),
    );
    const {code, stdout, stderr} = await runTool([...APP, '--output', 'table'], {env: environment(service.url)});
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^ID {2}Version +Platform +State +Created$/);
    expect(stdout).toContain('1.0\\x1b[2J');
    expect(stderr).toContain('There are more pages');
  });

  it('escapes control characters in JSON', async () => {
    const {stdout} = await against(
      [json(200, wirePage([wireVersion('v1', {versionString: 'a\u001b\u009b\u202eb'})]))],
      APP,
    );
    expect(stdout).toContain('a\\u001b\\u009b\\u202eb');
    expect(JSON.parse(stdout).data[0].attributes.versionString).toBe('a\u001b\u009b\u202eb');
  });

  it('succeeds with an empty list if the app has no versions', async () => {
    const {code, stdout} = await against([json(200, wirePage([]))], APP);
    expect({code, data: JSON.parse(stdout).data}).toEqual({code: 0, data: []});
  });

  it('accepts several values in one flag or in repeated flags', async () => {
    const page = json(200, wirePage([wireVersion('v1')]));
    const once = await against([page], [...APP, '--state', 'IN_REVIEW,READY_FOR_SALE', '--version', '"1",-2']);
    const target = service.requests[0]?.target;
    expect(target).toContain('filter[versionString]="1",-2');
    const each = ['--version="1"', '--version=-2', '--state', 'IN_REVIEW', '--state=READY_FOR_SALE'];
    const twice = await against([page], [...APP, ...each]);
    expect([once.code, twice.code, service.requests[0]?.target]).toEqual([0, 0, target]);
  });

  it('uses TOOL_DEFAULT_OUTPUT if no flag is given, and warns about an unknown value', async () => {
    const page = json(200, wirePage([wireVersion('v1')]));
    expect((await against([page], APP, {env: {TOOL_DEFAULT_OUTPUT: 'table'}})).stdout).toMatch(/^ID/);
    await service.close();
    expect((await against([page], [...APP, '--output', 'json'], {env: {TOOL_DEFAULT_OUTPUT: 'table'}})).stdout).toMatch(
      /^{/,
    );
    await service.close();
    const {stdout, stderr} = await against([page], APP, {env: {TOOL_DEFAULT_OUTPUT: 'yaml'}});
    expect(stdout).toMatch(/^{/);
    expect(stderr).toBe("Warning: TOOL_DEFAULT_OUTPUT='yaml' is not one of json, table, ndjson, text: ignored\n");
  });

  it.each([[APP], [['auth', 'status']]])(
    'takes TOOL_DEFAULT_OUTPUT=text, which some commands have, without a warning: %j',
    async (argv) => {
      const {code, stderr} = await against([json(200, wirePage([wireVersion('v1')]))], argv, {
        env: {TOOL_DEFAULT_OUTPUT: 'text'},
      });
      expect([code, stderr]).toEqual([0, '']);
    },
  );
});

describe('versions list over several pages', () => {
  const pages =
    (count: number): Answer =>
    (request, response) => {
      const cursor = Number(new URL(request.target, service.url).searchParams.get('cursor') ?? 0);
      const next =
        cursor + 1 < count ? `${service.url}/v1/apps/42/appStoreVersions?cursor=${cursor + 1}&limit=200` : undefined;
      json(200, wirePage([wireVersion(`v${cursor}`)], {next, total: count}))(request, response);
    };

  it('collects all pages in one document with --paginate', async () => {
    const {code, stdout, stderr} = await against([pages(3)], [...APP, '--paginate']);
    const document = JSON.parse(stdout);
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(document.data.map(({id}: {id: string}) => id)).toEqual(['v0', 'v1', 'v2']);
    expect(document).toMatchObject({links: {}, meta: {paging: {total: 3}}});
    expect(service.requests[0]?.target).toContain('limit=200');
    expect(service.requests).toHaveLength(3);
  });

  it('prints one item per line with --output ndjson', async () => {
    const {stdout} = await against([pages(3)], [...APP, '--paginate', '--output', 'ndjson']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['v0', 'v1', 'v2']);
  });

  it('sends the URL of --next unchanged', async () => {
    service = await startService(json(200, wirePage([wireVersion('v9')])));
    const link = `${service.url}/v1/apps/42/appStoreVersions?cursor=abc&limit=2`;
    const {code, stdout} = await runTool(['versions', 'list', '--next', link], {env: environment(service.url)});
    expect({code, id: JSON.parse(stdout).data[0].id}).toEqual({code: 0, id: 'v9'});
    expect(service.requests[0]?.target).toBe('/v1/apps/42/appStoreVersions?cursor=abc&limit=2');
  });

  it('names the page that failed with --paginate, and prints no partial document', async () => {
    const {code, stdout, stderr} = await against(
      [pages(3), json(403, {errors: [{title: 'Forbidden', detail: 'no'}]})],
      [...APP, '--paginate'],
    );
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(stderr).toContain('Page 2: Forbidden: no');
  });

  it.each([
    ['leads to another host', () => 'https://evil.example/v1/apps/42/appStoreVersions'],
    ['leads to another collection', () => `${service.url}/v1/apps`],
    ['is repeated', () => `${service.url}/v1/apps/42/appStoreVersions?cursor=1`],
  ])('exits with 8 if the link to the next page %s', async (_, link) => {
    service = await startService((request, response) => json(200, wirePage([], {next: link()}))(request, response));
    const {code, stdout, stderr} = await runTool([...APP, '--paginate'], {env: environment(service.url)});
    expect({code, stdout}).toEqual({code: 8, stdout: ''});
    expect(stderr).toMatch(/Page [12]: The service's link to the next page/);
    expect(service.requests.length).toBeLessThanOrEqual(2);
  });
});

describe('failures of the connection', () => {
  const ok = json(200, wirePage([]));
  /** JSON that is nested so deeply that JSON.parse can read it, but JSON.stringify cannot print it. */
  const deepText = '{"a":'.repeat(20_000).concat('1', '}'.repeat(20_000));

  it.each([
    ['429', json(429, {errors: [{title: 'Rate limit'}]})],
    ['500', raw(500, '')],
    ['503', raw(503, '<html>')],
    ['a reset', reset],
    ['a truncated answer', truncated],
  ] as [string, Answer][])('sends a read again after %s', async (_, answer) => {
    const {code, waits} = await against([answer, answer, ok], APP);
    expect({code, waits}).toEqual({code: 0, waits: [500, 1000]});
    expect(service.requests).toHaveLength(3);
  });

  it.each([
    ['429', json(429, {errors: [{title: 'Rate limit'}]}), 9],
    ['500', raw(500, ''), 8],
    ['a reset', reset, 7],
    ['a truncated answer', truncated, 8],
  ] as [string, Answer, number][])('gives up a read after four attempts that end with %s', async (_, answer, exit) => {
    const {code, stdout, waits} = await against([answer], APP);
    expect({code, stdout, waits}).toEqual({code: exit, stdout: '', waits: [500, 1000, 2000]});
    expect(service.requests).toHaveLength(4);
  });

  it.each([
    [json(400, {errors: [{title: 'Bad', detail: 'limit', source: {parameter: 'limit'}}]}), 6, 'Bad: limit (limit)'],
    [json(403, {errors: [{title: 'Forbidden'}]}), 3, 'Forbidden'],
    [
      json(404, {errors: [{title: 'Not found', detail: "no 'apps' with id '42'"}]}),
      4,
      "Not found: no 'apps' with id '42'",
    ],
    [json(409, {errors: [{title: 'Conflict'}]}), 5, 'Conflict'],
    [json(409, {errors: [{title: 'It is busy.', detail: 'It is busy'}]}), 5, 'Error: It is busy\n'],
    [
      json(409, {errors: [{title: 'It is busy', detail: 'It is busy until noon.'}]}),
      5,
      'Error: It is busy until noon.\n',
    ],
    [json(418, {}), 8, 'status 418'],
    [json(418, {errors: [{title: 'Teapot'}]}), 6, 'Teapot'],
    [raw(302, '', {location: 'https://evil.example/x'}), 8, 'redirect (302) to evil.example'],
    [raw(200, ''), 8, 'it is empty'],
    [raw(200, '<html>'), 8, 'it is not JSON'],
    [json(200, {data: {}}), 8, 'unexpected value at data'],
    [json(200, {data: [{type: 'appStoreVersions'}]}), 8, 'unexpected value at data.0'],
    [json(200, []), 8, 'invalid response'],
    [json(200, {data: [], links: {next: {href: '/v1'}}}), 8, 'unexpected value at links.next'],
  ] as [Answer, number, string][])(
    'does not send a read again if no retry can help (case %#)',
    async (answer, exit, message) => {
      const {code, stdout, stderr} = await against([answer], APP);
      expect({code, stdout}).toEqual({code: exit, stdout: ''});
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('    at ');
      expect(service.requests).toHaveLength(1);
    },
  );

  it('waits for up to 30 s if Retry-After asks for it, in seconds or as a date', async () => {
    const {waits} = await against([json(429, {}, {'retry-after': '7'}), ok], APP);
    expect(waits).toEqual([7000]);
    await service.close();
    const date = new Date(Date.now() + 20_000).toUTCString();
    const {waits: later} = await against([json(503, {}, {'retry-after': date}), ok], APP);
    expect(later[0]).toBeGreaterThan(5000);
    expect(later[0]).toBeLessThanOrEqual(20_000);
  });

  it('fails at once if Retry-After asks for more than 30 s, and names the delay', async () => {
    const {code, stderr, waits} = await against([json(429, {}, {'retry-after': '90'})], APP);
    expect({code, waits}).toEqual({code: 9, waits: []});
    expect(stderr).toContain('Wait 90 s');
  });

  it.each(['16.1', '1.005', '0.0105'])('accepts a fraction of a second in --timeout %s', async (seconds) => {
    const {code, stderr} = await against([ok], [...APP, '--timeout', seconds]);
    expect(stderr).not.toContain('Unexpected');
    expect([0, 7]).toContain(code);
  });

  it('does not send a read again after a time-out', async () => {
    const {code, stderr} = await against([holdTimeOuts()], [...APP, '--timeout', '0.2']);
    expect(code).toBe(7);
    expect(stderr).toContain('no answer within 0.2 s');
    expect(service.requests).toHaveLength(1);
  });

  it('exits with 7 if the connection is refused', async () => {
    service = await startService();
    await service.close();
    const {code, stderr, waits} = await runTool(APP, {env: environment(service.url)});
    expect({code, waits}).toEqual({code: 7, waits: [500, 1000, 2000]});
    expect(stderr).toContain('connection refused by');
  });

  it('tries again once with a new token after a 401, then compares the clocks', async () => {
    const skewed = {date: new Date(Date.now() - 300_000).toUTCString()};
    const {code, stderr} = await against([json(401, {errors: [{title: 'Unauthorized'}]}, skewed)], APP);
    expect(code).toBe(3);
    expect(stderr).toContain("5 min ahead of the service's");
    expect(service.requests).toHaveLength(2);
    await service.close();
    const {code: second} = await against([json(401, {}), ok], APP);
    expect(second).toBe(0);
  });

  it('prints all errors of a response with pointers, associated errors and the request ID, escaped', async () => {
    const body = {
      errors: [
        {
          title: 'One.',
          detail: 'first\u001b[31m',
          source: {pointer: '/data/a'},
          meta: {associatedErrors: {'/v1/x': [{title: 'Inner', detail: 'deep'}]}},
        },
        {title: 'Two'},
      ],
    };
    const {stderr} = await against([json(422, body, {'x-request-id': 'REQ-1'})], APP);
    expect(stderr).toContain('One: first\\x1b[31m (/data/a)');
    expect(stderr).toContain('/v1/x: Inner: deep');
    expect(stderr).toContain('Two');
    expect(stderr).toContain('Request ID: REQ-1');
  });

  it('ignores data nested too deeply to print, and refuses such data if --include requests it', async () => {
    const {code, stdout} = await against([raw(200, `{"data":[],"meta":${deepText}}`)], APP);
    expect({code, stdout}).toEqual({code: 0, stdout: '{"data":[],"links":{},"meta":{}}\n'});
    await service.close();
    const included = `[{"type":"appStoreReviewDetails","id":"r1","attributes":${deepText}}]`;
    const view = ['versions', 'view', '--version-id', 'v1', '--include', 'storeReviewDetail'];
    const answer = raw(200, `{"data":${JSON.stringify(wireVersion('v1'))},"included":${included}}`);
    const {code: refused, stderr} = await against([answer], view);
    expect(refused).toBe(8);
    expect(stderr).toContain('unexpected value at attributes');
  });

  it('lists the other errors of a response if one error cannot be parsed', async () => {
    const {stderr} = await against([json(409, {errors: [null, {title: 'A', detail: 'B'}, 7]})], APP);
    expect(stderr).toContain('Error: A: B');
    await service.close();
    expect((await against([json(400, {errors: {title: 'Single'}})], APP)).stderr).toContain('Error: Single');
    await service.close();
    const marked = raw(400, `\uFEFF${JSON.stringify({errors: [{title: 'Marked'}]})}`);
    expect((await against([marked], APP)).stderr).toContain('Error: Marked');
  });

  it('exits with 130 and prints no result if a read is interrupted', async () => {
    const controller = new AbortController();
    const {ToolError} = await import('../../src/services/model/error.ts');
    const interrupt: Answer = () =>
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: 'SIGINT'}}));
    const {code, stdout} = await against([interrupt], APP, {signal: controller.signal});
    expect({code, stdout}).toEqual({code: 130, stdout: ''});
  });

  it('writes a line per request, but no token, with --debug', async () => {
    const {stderr} = await against([reset, ok], [...APP, '--debug']);
    expect(stderr).toMatch(
      /debug: GET http:\/\/127.0.0.1:\d+\/v1\/apps\/42\/appStoreVersions\?\S+ reset \d+ ms attempt 1\n/,
    );
    expect(stderr).toMatch(/ 200 \d+ ms attempt 2\n/);
    expect(stderr).not.toContain(String(service.requests[0]?.headers.authorization).slice(7));
    expect(stderr).not.toContain('eyJ');
  });

  it('never prints a token that a service sends back', async () => {
    const echo: Answer = ({headers}, response) => {
      const detail = `You sent ${headers.authorization}`;
      const link = `${service.url}/v1/apps/42/appStoreVersions?was=${headers.authorization?.slice(7)}`;
      const next = service.requests.length > 1 ? undefined : link;
      const version = wireVersion('v1', {versionString: detail});
      response.writeHead(200).end(JSON.stringify(wirePage([version], {next})));
    };
    const refuse: Answer = ({headers}, response) => {
      const sent = String(headers.authorization);
      const errors = [{title: sent, source: {pointer: sent}, meta: {associatedErrors: {[sent]: [{detail: sent}]}}}];
      response.writeHead(409, {'x-request-id': sent}).end(JSON.stringify({errors}));
    };
    for (const answer of [echo, refuse]) {
      const {stdout, stderr} = await against([answer], [...APP, '--paginate', '--debug']);
      expect(stdout + stderr).not.toContain('eyJ');
      expect(stdout + stderr).toContain('Bearer [token]');
      await service.close();
    }
  });

  describe('a service that sends the token back in pieces', () => {
    const parts = (token: string, size: number) => token.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const WAYS: [string, (token: string) => unknown[]][] = [
      ['its three parts', (token) => token.split('.').map((detail) => ({detail}))],
      ['over several members', (token) => parts(token, 90).map((part) => ({title: part, code: part, detail: part}))],
      ['in small pieces', (token) => parts(token, 20).map((detail) => ({detail}))],
      ['with blanks', (token) => [{detail: parts(token, 12).join(' ')}]],
      ['with a space after each character', (token) => [{detail: [...token].join(' ')}]],
      [
        'over several lines',
        (token) => [{title: parts(token, 76).join('\n'), detail: parts(token, 64).join('\r\n\t')}],
      ],
      ['in quotes', (token) => [{detail: parts(token, 30).join('" "')}]],
      [
        'in a list',
        (token) => [{meta: {associatedErrors: Object.fromEntries(parts(token, 40).map((part) => [part, []]))}}],
      ],
      ['encoded', (token) => [{detail: `Bearer%20${token.replaceAll('.', '%2E')}`}]],
    ];
    const leaked = (text: string, token: string) => {
      const dense = text.replace(/[^\w-]/g, '');
      const whole = token.replaceAll('.', '');
      return [...whole]
        .map((_, at) => whole.slice(at, at + 8))
        .filter((one) => one.length === 8 && dense.includes(one));
    };

    it.each(WAYS)('prints no piece of the token from an error response: %s', async (_, errorsFor) => {
      let token = '';
      const refuse: Answer = ({headers}, response) => {
        token = String(headers.authorization).slice(7);
        const [first = '', last = ''] = [token.slice(0, 150), token.slice(150)];
        response.writeHead(409, {'x-request-id': `${first} ${last}`}).end(JSON.stringify({errors: errorsFor(token)}));
      };
      const {code, stderr} = await against([refuse], APP);
      expect(code).toBe(5);
      expect(stderr).toContain('[token]');
      expect(leaked(stderr, token)).toEqual([]);
    });

    it.each(WAYS.filter(([way]) => way !== 'with a space after each character'))(
      'prints no piece of the token from a successful response: %s',
      async (_, errorsFor) => {
        let token = '';
        const echo: Answer = ({headers}, response) => {
          token = String(headers.authorization).slice(7);
          const texts = errorsFor(token).flatMap((one) => Object.values(one as object));
          const versions = texts.map((text, index) => wireVersion(`v${index}`, {versionString: JSON.stringify(text)}));
          response.writeHead(200).end(JSON.stringify(wirePage(versions)));
        };
        const {code, stdout} = await against([echo], APP);
        expect(code).toBe(0);
        expect(leaked(stdout, token)).toEqual([]);
      },
    );
  });

  it('prints associated errors only down to a limited depth', async () => {
    for (const depth of [5, 700, 1000, 1500, 20_000]) {
      const errors = `${'[{"title":"T","meta":{"associatedErrors":{"a":'.repeat(depth)}[]${'}}}]'.repeat(depth)}`;
      const {code, stderr} = await against([raw(409, `{"errors":${errors}}`)], APP);
      expect(code).toBe(5);
      expect(stderr.match(/T$/gm)).toHaveLength(Math.min(depth, 11));
      await service.close();
    }
  });

  it.each(['ftp://x', 'http://api.example', 'https://api.example/v1', 'https://u:p@api.example', 'nonsense'])(
    'exits with 2 for TOOL_API_URL=%s',
    async (url) => {
      const {code, stderr} = await against([ok], APP, {env: {TOOL_API_URL: url}});
      expect(code).toBe(2);
      expect(stderr).toContain('TOOL_API_URL must be an https: origin, or http: on a loopback host');
      expect(stderr).not.toContain('u:p');
      expect(service.requests).toHaveLength(0);
    },
  );
});

describe('TOOL_NO_PROFILE, as `tool sandbox` sets it', () => {
  const home = (profile: object): Partial<Host> => {
    const directory = mkdtempSync(join(tmpdir(), 'home-'));
    onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
    mkdirSync(join(directory, '.tool'), {mode: 0o700});
    writeFileSync(join(directory, 'key.p8'), TEST_KEY, {mode: 0o600});
    const file = {
      default_profile: 'Stored',
      profiles: [{name: 'Stored', issuer_id: 'i', private_key_path: join(directory, 'key.p8'), ...profile}],
    };
    writeFileSync(join(directory, '.tool/config.json'), JSON.stringify(file), {mode: 0o600});
    return {home: directory, cwd: directory};
  };
  const signedBy = async (env: Record<string, string>) => {
    await against([json(200, wirePage([]))], APP, {env, host: home({key_id: 'STORED'})});
    const [header] = String(service.requests[0]?.headers.authorization).replace('Bearer ', '').split('.');
    return JSON.parse(Buffer.from(header ?? '', 'base64url').toString()).kid;
  };

  it.each([
    [{}, 'STORED'],
    [{TOOL_NO_PROFILE: '1'}, 'KEY1234567'],
    [{TOOL_NO_PROFILE: '1', TOOL_PROFILE: 'Stored'}, 'STORED'],
  ] as [Record<string, string>, string][])(
    'signs with the key of the environment or the profile for %j: %s',
    async (env, keyId) => {
      expect(await signedBy(env)).toBe(keyId);
    },
  );
});
