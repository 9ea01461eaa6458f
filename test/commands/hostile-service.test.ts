import type {AddressInfo} from 'node:net';
import {createServer, type Socket} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterEach, describe, expect, it} from 'vitest';
import {holdTimeOuts} from '../support/held-time-outs.ts';
import {environment, type Outcome, runTool} from '../support/run.ts';
import {type Answer, json, raw, type Service, startService, wirePage, wireVersion} from '../support/service.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(...answers: Answer[]): Promise<Service> {
  const service = await startService(...answers);
  closing.push(service.close);
  return service;
}

/**
 * Starts a service that sends each client the given bytes and closes the connection.
 * @returns its URL
 */
async function serveBytes(...answers: (string | Buffer)[]): Promise<string> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answers[Math.min(asked++, answers.length - 1)] ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const LIST = ['versions', 'list', '--app', '42'];
const ask = (url: string, argv: readonly string[] = LIST): Promise<Outcome> => runTool(argv, {env: environment(url)});
const head = (status: string, headers: readonly string[], body: string) =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
/** Matches the characters that a terminal would act on, except the line breaks that the tool itself prints. */
const ACTED_UPON = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

describe('a redirect', () => {
  const PAGE = json(200, wirePage([wireVersion('v1')]));
  it.each([301, 302, 303, 307, 308])('does not follow a %i redirect, for a read or a write', async (status) => {
    const other = await serve(PAGE);
    for (const argv of [
      LIST,
      ['versions', 'update', '--version-id', 'v1', '--copyright', 'x'],
      ['versions', 'delete', '--version-id', 'v1', '--confirm'],
    ]) {
      const service = await serve((_, response) => {
        response.writeHead(status, {location: `${other.url}/v1/apps`, refresh: `0; url=${other.url}`}).end();
      });
      const {code, stdout, stderr} = await ask(service.url, argv);
      expect({code, stdout}).toEqual({code: 8, stdout: ''});
      expect(stderr).toContain(`redirect (${status}) to ${new URL(other.url).host}; redirects are never followed`);
      expect(service.requests).toHaveLength(1);
    }
    expect(other.requests).toEqual([]);
  });

  it.each([
    '//evil.example/x',
    '/v1/apps',
    'javascript:alert(1)',
    'https://evil.example\\x',
    'http://[::1',
    'https://me:pass@evil.example/x',
    'https://evil.example/\x1b]8;;x\x07',
  ])('does not follow a redirect to %j', async (location) => {
    const url = await serveBytes(head('302 Found', [`location: ${location}`], ''));
    const {code, stdout, stderr} = await ask(url);
    expect([7, 8]).toContain(code);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(ACTED_UPON);
    expect(stderr).not.toContain('pass');
  });
});

describe('headers', () => {
  const page = JSON.stringify(wirePage([]));

  it('keeps no cookies, and ignores headers that ask the client to do something', async () => {
    const service = await serve((_, response) => {
      const next = service.requests.length === 1 ? `${service.url}/v1/apps/42/appStoreVersions?cursor=1` : undefined;
      response
        .writeHead(200, {
          'set-cookie': ['id=1; Path=/', '__proto__=1'],
          'www-authenticate': 'Basic realm="password?"',
          'alt-svc': 'h2="evil.example:443"',
          'strict-transport-security': 'max-age=1',
          link: '<https://evil.example>; rel=preload',
          upgrade: 'h2c',
        })
        .end(JSON.stringify(wirePage([], {next})));
    });
    expect((await ask(service.url, [...LIST, '--paginate'])).code).toBe(0);
    expect(service.requests.map(({headers}) => [headers.cookie, headers.upgrade, headers['http2-settings']])).toEqual([
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it.each([
    ['\x1b[31mred', 'x-request-id'],
    ['a\x00b', 'x-request-id'],
    ['a\x07b', 'x-request-id'],
    ['a\tb', 'x-request-id'],
    ['a\x9b31mb\xc2\x9b', 'x-request-id'],
    ['a\xe2\x80\xaeb', 'x-request-id'],
    ['a\r\n folded: yes', 'x-request-id'],
    ['x'.repeat(15_000), 'x-request-id'],
    ['\x9b', '__proto__'],
    ['\x9b2J', 'date'],
    ['\x1b[2J', 'retry-after'],
  ])('never prints %j from the header %s unescaped', async (value, name) => {
    const body = '{"errors":[{"title":"No"}]}';
    const bytes = Buffer.from(head('401 \x9b31mNo', [`${name}: ${value}`], body), 'latin1');
    const {code, stdout, stderr} = await ask(await serveBytes(bytes));
    expect([3, 8]).toContain(code);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(ACTED_UPON);
  });

  it.each([
    ['1e9', [500]],
    ['-5', [500]],
    ['0x10', [500]],
    ['NaN', [500]],
    ['Infinity', [500]],
    ['5, 9', [500]],
    ['Thu, 01 Jan 1970 00:00:00 GMT', [0]],
    ['Fri, 31 Dec 9999 23:59:59 GMT', []],
    ['31', []],
    ['9'.repeat(400), [500]],
    ['30', [30_000]],
  ])('turns Retry-After: %s into waits of %j ms', async (value, expected) => {
    const service = await serve(raw(429, '', {'retry-after': value}), raw(200, page));
    const {code, waits, stderr} = await ask(service.url);
    expect({code, waits}).toEqual({code: expected.length === 0 ? 9 : 0, waits: expected});
    expect(stderr).not.toMatch(/NaN|Infinity|9{20}/);
  });

  it.each([
    'user-hour-lim:0;user-hour-rem:0;',
    `user-hour-lim:${'9'.repeat(500)};user-hour-rem:${'9'.repeat(500)};`,
    `user-hour-lim:1;user-hour-rem:${'9'.repeat(30)};`,
    'user-hour-lim:-1;user-hour-rem:-1;',
    `${';'.repeat(10_000)}user-hour-rem`,
    '\x9b2J',
  ])('ignores the implausible rate limit %j', async (limit) => {
    const url = await serveBytes(Buffer.from(head('200 OK', [`x-rate-limit: ${limit}`], page), 'latin1'));
    expect(await ask(url)).toMatchObject({code: 0, stderr: ''});
  });

  it('skips informational responses before the final response', async () => {
    const early = 'HTTP/1.1 103 Early Hints\r\nlink: <https://evil.example>\r\n\r\n'.repeat(50);
    const url = await serveBytes(`${early}${head('200 OK', [], page)}`);
    expect((await ask(url)).code).toBe(0);
  });

  it('does not treat an informational response as the answer if the connection then closes', async () => {
    const {code, stderr} = await ask(await serveBytes('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'));
    expect([code, stderr]).toEqual([7, expect.stringContaining('closed the connection before answering')]);
  });

  it('does not use surplus bytes of one response as the next response', async () => {
    const service = head('200 OK', [], page);
    const forged = head('200 OK', [], JSON.stringify(wirePage([wireVersion('forged')])));
    const {code, stdout} = await ask(await serveBytes(`${service}${forged}`));
    expect(stdout).not.toContain('forged');
    expect([0, 7, 8]).toContain(code);
  });
});

describe('a body', () => {
  it.each([
    ['compressed twice', gzipSync(gzipSync('{"data":[]}')), 'gzip, gzip'],
    ['marked with an encoding that was not requested', Buffer.from('{"data":[]}'), 'br'],
    ['marked as compressed but plain', Buffer.from('{"data":[]}'), 'gzip'],
  ])('reads a response body that is %s safely, or refuses it', async (_, body, encoding) => {
    const service = await serve((__, response) => response.writeHead(200, {'content-encoding': encoding}).end(body));
    const {code, stderr} = await ask(service.url);
    expect([0, 8]).toContain(code);
    expect(stderr).not.toMatch(ACTED_UPON);
  });

  it('refuses a response body that is too large after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(70 * 1024 * 1024, 0x20));
    expect(bomb.length).toBeLessThan(100_000);
    const service = await serve((_, response) => response.writeHead(200, {'content-encoding': 'gzip'}).end(bomb));
    const {code, stderr} = await ask(service.url);
    expect(code).toBe(8);
    expect(stderr).toContain('is too large');
    expect(service.requests).toHaveLength(1);
  });

  it('applies the time limit to a response body that arrives one byte at a time', async () => {
    const endTime = holdTimeOuts();
    const service = await serve((_, response) => {
      response.writeHead(200, {'content-type': 'application/json'}).write('{');
      let sent = 0;
      const drip = setInterval(() => {
        response.write(' ');
        sent += 1;
        if (sent === 20) endTime();
      }, 1);
      response.on('close', () => clearInterval(drip));
    });
    const {code, stderr} = await ask(service.url);
    expect(code).toBe(7);
    expect(stderr).toContain('no answer within');
    expect(service.requests).toHaveLength(1);
  });

  it.each([
    ['{"data":[],"data":{"a":1}}', 8],
    ['{"data":{"a":1},"data":[]}', 0],
    ['{"data":[],"links":{"next":"https://evil.example/v1/apps/42/appStoreVersions"},"links":{}}', 0],
    ['{"data":[]}{"data":[]}', 8],
    ['{"data":[],}', 8],
    ["{'data':[]}", 8],
    ['{"data":[NaN]}', 8],
    ['{"data":[]}\u0000', 8],
    ['\u0000{"data":[]}', 8],
    ['<!--{"data":[]}-->', 8],
    [')]}\'\n{"data":[]}', 8],
    ['null', 8],
    ['"data"', 8],
    ['[{"data":[]}]', 8],
    ['{"data":null}', 8],
    ['{"data":[null]}', 8],
    ['{"data":[[]]}', 8],
    ['{"data":[{"type":"appStoreVersions","id":5}]}', 8],
    ['{"data":[{"type":"appStoreVersions","id":"x","attributes":[]}]}', 8],
    ['{"data":[],"meta":{"paging":{"total":1e999}}}', 0],
    ['['.repeat(100_000), 8],
    [`{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 8],
  ])('reads an odd response body safely, or refuses it (case %#)', async (body, exit) => {
    const service = await serve(raw(200, body));
    const {code, stderr} = await ask(service.url);
    expect([code, stderr]).toEqual([
      exit,
      exit === 0 ? '' : expect.stringMatching(/^Error: The service sent an invalid response/),
    ]);
    expect(service.requests).toHaveLength(1);
  });

  it('treats names from Object.prototype as ordinary member names', async () => {
    const odd =
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"versionString":"1.0","platform":"__proto__","appStoreState":"constructor"}';
    const relations = '{"__proto__":{"data":{"type":"builds","id":"b"}},"toString":{"data":null}}';
    const body = `{"data":[{"type":"appStoreVersions","id":"__proto__","attributes":${odd},"relationships":${relations}},{"type":"__proto__","id":"constructor","attributes":${odd}}],"included":[{"type":"__proto__","id":"__proto__","attributes":${odd}}],"__proto__":{"data":[]},"links":{"__proto__":{"next":"https://evil.example"}},"meta":{"__proto__":{"isAdmin":true}}}`;
    const service = await serve(raw(200, body, {__proto__: 'x'}));
    for (const format of ['json', 'table', 'ndjson']) {
      const {code, stdout, stderr} = await ask(service.url, [...LIST, '--output', format]);
      expect({code, stderr}).toEqual({code: 0, stderr: ''});
      expect(stdout).toContain('__proto__');
      expect(stdout).not.toContain('[object');
    }
    const errors = `{"errors":[{"__proto__":{"title":"x"},"title":"Real","meta":{"associatedErrors":{"__proto__":[{"title":"Inner"}],"constructor":{"title":"no list"}}}}]}`;
    const refused = await ask((await serve(raw(409, errors))).url);
    expect(refused.stderr).toContain('Real');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as {isAdmin?: boolean}).isAdmin).toBeUndefined();
  });
});

describe('a proxy whose URL has a password in it', () => {
  const refusing: Answer = (_, response) => response.writeHead(407).end();
  it.each([
    ['does not listen', async () => 'http://me:hunter2@127.0.0.1:9'],
    ['refuses a request', async () => (await serve(refusing)).url.replace('//', '//me:hunter2@')],
    ['does not speak HTTP', async () => (await serveBytes('SSH-2.0-OpenSSH\r\n')).replace('//', '//me:hunter2@')],
    ['hangs up', async () => (await serveBytes('')).replace('//', '//me:hunter2@')],
    ['has an unknown scheme', async () => 'socks9://me:hunter2@127.0.0.1:9'],
    ['has an impossible port', async () => 'http://me:hunter2@127.0.0.1:99999'],
    ['has no host', async () => 'http://me:hunter2@'],
    ['has an invalid URL', async () => 'me:hunter2@:::'],
    ['has a wrongly encoded password', async () => 'http://me:hunter2%zz@127.0.0.1:9'],
  ])('never shows the password of a proxy that %s', async (_, url) => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY']) {
      const env = {...environment('https://store.test'), [name]: await url(), TOOL_DEBUG: '1'};
      for (const words of [
        [...LIST, '--debug'],
        ['auth', 'status', '--validate', '--verbose'],
        ['auth', 'doctor'],
      ]) {
        const {stdout, stderr} = await runTool(words, {env});
        expect(stdout + stderr).not.toMatch(/hunter2|bWU6aHVudGVyM/);
        expect(stdout + stderr).not.toContain('eyJ');
      }
      const {code, stderr} = await runTool(LIST, {env});
      expect(code).toBe(7);
      expect(stderr).toContain('through the proxy');
    }
  });
});
