import {createHmac, createPublicKey, generateKeyPairSync, sign} from 'node:crypto';
import {Agent, get} from 'node:http';
import {connect, createServer, type Socket} from 'node:net';
import {afterEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import type {Handler} from '../../src/services/sandbox/handler.ts';
import {sampleAppId} from '../../src/services/sandbox/samples/samples.ts';
import {createApp, listen} from '../../src/services/sandbox/serve.ts';
import {AURORA, draft, type RunningSandbox, startSandbox} from './support.ts';

let sandbox: RunningSandbox;
afterEach(() => sandbox?.close());

function rawExchange(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

const portOf = ({origin}: RunningSandbox) => Number(new URL(origin).port);

/** Returns a token signed with `signature` in place of the sandbox's private key. */
function forged(
  {token}: RunningSandbox,
  header: Record<string, unknown>,
  signature: (text: string) => string,
  claims: Record<string, unknown> = {},
): string {
  const [head, body] = token(claims, header).split('.');
  return `${head}.${body}.${signature(`${head}.${body}`)}`;
}

const publicPem = ({variables}: RunningSandbox) =>
  createPublicKey(Buffer.from(variables.TOOL_PRIVATE_KEY_B64 ?? '', 'base64').toString('utf8'))
    .export({type: 'spki', format: 'pem'})
    .toString();

describe('tokens', () => {
  const bad: [string, (sandbox: RunningSandbox) => string | null][] = [
    ['no Authorization header', () => null],
    ['a text that is not a token', () => 'nonsense'],
    ['another signature', ({token}) => `${token().slice(0, -8)}AAAAAAAA`],
    ['the algorithm none', ({token}) => token({}, {alg: 'none'})],
    ['another key ID', ({token}) => token({}, {kid: 'OTHER00000'})],
    ['another issuer', ({token}) => token({iss: 'other'})],
    ['no issuer', ({token}) => token({iss: undefined})],
    ['an issuer and a user', ({token}) => token({sub: 'user'})],
    ['another subject than a user', ({token}) => token({iss: undefined, sub: 'other'})],
    ['another audience', ({token}) => token({aud: 'other'})],
    ['an expiry in the past', ({token, now}) => token({exp: now() - 1})],
    ['no expiry', ({token}) => token({exp: undefined})],
    ['an expiry more than 20 minutes ahead', ({token, now}) => token({exp: now() + 1260})],
    ['a time of issue in the future', ({token, now}) => token({iat: now() + 120})],
    ['a validity that starts later', ({token, now}) => token({nbf: now() + 600})],
    ['an expiry that is a text', ({token, now}) => token({exp: String(now() + 600)})],
    ['an expiry too large for a number', ({token}) => withClaims(token(), '{"exp":1e999}')],
    ['the algorithm none, without a signature', (sandbox) => forged(sandbox, {alg: 'none'}, () => '')],
    ['the algorithm none, with any signature', (sandbox) => forged(sandbox, {alg: 'none'}, () => 'AAAA')],
    [
      'an HMAC with the public key',
      (sandbox) =>
        forged(sandbox, {alg: 'HS256'}, (text) =>
          createHmac('sha256', publicPem(sandbox)).update(text).digest('base64url'),
        ),
    ],
    [
      'the signature of a key in its own header',
      (sandbox) => {
        const {privateKey, publicKey} = generateKeyPairSync('ec', {namedCurve: 'prime256v1'});
        return forged(sandbox, {jwk: publicKey.export({format: 'jwk'})}, (text) =>
          sign('sha256', Buffer.from(text), {key: privateKey, dsaEncoding: 'ieee-p1363'}).toString('base64url'),
        );
      },
    ],
    ['a signature of zeros', (sandbox) => forged(sandbox, {}, () => Buffer.alloc(64).toString('base64url'))],
    ['an empty signature', (sandbox) => forged(sandbox, {}, () => '')],
    ['no key ID', ({token}) => token({}, {kid: undefined})],
    ['a key ID that is a path', ({token}) => token({}, {kid: '../../../dev/null'})],
    ['a critical header extension', ({token}) => token({}, {crit: ['exp2'], exp2: 1})],
    ['an issuer in a list', ({token, variables}) => token({iss: [variables.TOOL_ISSUER_ID]})],
    ['claims that are a list', ({token}) => withClaims(token(), '[]')],
    ['claims that are not JSON', ({token}) => withClaims(token(), '{')],
    [
      'a header that is not JSON',
      ({token}) => `${Buffer.from('{').toString('base64url')}.${token().split('.', 2)[1]}.AA`,
    ],
    ['a fourth part', ({token}) => `${token()}.AAAA`],
    ['a space within the token', ({token}) => token().replace('.', ' .')],
  ];
  test.each(bad)('answers 401 to a token that is missing or invalid: %s', async (_what, make) => {
    sandbox = await startSandbox();
    const {status, json} = await sandbox.ask('/v1/apps', {token: make(sandbox)});
    expect(status).toBe(401);
    expect(json.errors).toEqual([
      {
        status: '401',
        code: 'NOT_AUTHORIZED',
        title: 'Authentication credentials are missing or invalid.',
        detail: expect.stringContaining('properly configured and signed bearer token'),
      },
    ]);
  });

  test('checks a token against the time of the request', async () => {
    sandbox = await startSandbox();
    const later = Date.now() + 600_000;
    const time = vi.spyOn(Date, 'now').mockImplementation(() => later);
    onTestFinished(() => time.mockRestore());
    const iat = later / 1000 - 60;
    const token = sandbox.token({iat, exp: iat + 600});
    expect((await sandbox.ask('/v1/apps?limit=1', {token})).status).toBe(200);
  });

  test('accepts a token valid for just under 20 minutes, without iat', async () => {
    sandbox = await startSandbox();
    const token = sandbox.token({exp: sandbox.now() + 1195, iat: undefined});
    expect((await sandbox.ask('/v1/apps', {token})).status).toBe(200);
  });

  test('accepts a token of an individual key', async () => {
    sandbox = await startSandbox();
    const token = sandbox.token({iss: undefined, sub: 'user'});
    expect((await sandbox.ask('/v1/apps', {token})).status).toBe(200);
  });

  test('checks the token of a request before its path', async () => {
    sandbox = await startSandbox();
    expect((await sandbox.ask('/v1/nothing', {token: null})).status).toBe(401);
  });
});

/** Replaces the claims of a token and keeps its signature. */
function withClaims(token: string, claims: string): string {
  const [head, , signature] = token.split('.');
  return `${head}.${Buffer.from(claims).toString('base64url')}.${signature}`;
}

describe('addresses', () => {
  test.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '169.254.169.254',
    'localhost.',
    'localhost.:4010',
    'xlocalhost',
    '0.0.0.0',
    '[::]',
    '127.0.0.2',
  ])('answers a request to the host %s with 403', async (host) => {
    sandbox = await startSandbox();
    const {status, json} = await sandbox.ask('/v1/apps', {headers: {host}});
    expect([status, json.errors[0].code]).toEqual([403, 'FORBIDDEN_ERROR']);
  });

  test.each([
    ['a whole URL in place of the path', 'GET http://evil.example/v1/apps HTTP/1.1\r\nHost: localhost\r\n', 403],
    [
      'another host in a whole URL than in the header',
      'GET http://localhost/v1/apps HTTP/1.1\r\nHost: evil.example\r\n',
      200,
    ],
    [
      'a host that a proxy would have been asked for',
      'GET /v1/apps HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\n',
      403,
    ],
    ['two hosts, the second of them valid', 'GET /v1/apps HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\n', 403],
    ['a valid host in front of another host', 'GET /v1/apps HTTP/1.1\r\nHost: localhost@evil.example\r\n', 400],
    ['an IPv4 address in the form of IPv6', 'GET /v1/apps HTTP/1.1\r\nHost: [::ffff:127.0.0.1]\r\n', 400],
    ['no host, as before HTTP 1.1', 'GET /v1/apps HTTP/1.0\r\n', 400],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n', 0],
  ])('checks the host of a request, and names no foreign host in the answer: %s', async (_what, head, status) => {
    sandbox = await startSandbox();
    const text = `${head}Authorization: Bearer ${sandbox.token()}\r\nConnection: close\r\n\r\n`;
    const answer = await rawExchange(portOf(sandbox), text);
    expect(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)).toBe(status);
    expect(answer).not.toContain('evil.example');
  });

  test('lets no web page of another origin read an answer', async () => {
    sandbox = await startSandbox();
    const headers = {origin: 'https://evil.example', 'access-control-request-method': 'POST'};
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      for (const token of [undefined, null]) {
        const answer = await sandbox.ask('/v1/apps', {method, headers, token});
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });

  test('treats localhost like 127.0.0.1, and uses the requested host in links', async () => {
    sandbox = await startSandbox();
    const host = `localhost:${portOf(sandbox)}`;
    const {json} = await sandbox.ask('/v1/apps?limit=1', {headers: {host}});
    expect(json.links.next).toMatch(new RegExp(`^http://${host}/v1/apps\\?limit=1&cursor=`));
  });

  test('uses a public URL in links, and accepts its host', async () => {
    sandbox = await startSandbox({publicUrl: 'https://store.example:8443/'});
    expect(sandbox.variables.TOOL_API_URL).toBe('https://store.example:8443');
    for (const host of ['store.example:8443', `127.0.0.1:${portOf(sandbox)}`]) {
      const {status, json} = await sandbox.ask('/v1/apps?limit=1', {headers: {host}});
      expect(status).toBe(200);
      expect(json.links.self).toBe('https://store.example:8443/v1/apps?limit=1');
      expect(json.data[0].links.self).toMatch(/^https:\/\/store\.example:8443\/v1\/apps\//);
    }
  });

  test.each(['nonsense', 'http://x/path', 'ftp://x', "http://x'y", 'http://u:p@x'])(
    'refuses the public URL %s',
    async (publicUrl) => {
      await expect(startSandbox({publicUrl})).rejects.toMatchObject({kind: 'usage', facts: {flag: 'public-url'}});
    },
  );

  test('names the port in the error if the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const {port} = other.address() as {port: number};
    await expect(startSandbox({port})).rejects.toMatchObject({kind: 'conflict', message: `Port ${port} is in use`});
    other.close();
  });
});

describe('the output of tool sandbox', () => {
  test('prints the variables that a shell evaluates', async () => {
    sandbox = await startSandbox();
    expect(sandbox.announced.split('\n')).toEqual([
      `export TOOL_API_URL='${sandbox.origin}'`,
      expect.stringMatching(/^export TOOL_KEY_ID='\w{10}'$/),
      expect.stringMatching(/^export TOOL_ISSUER_ID='[0-9a-f-]{36}'$/),
      expect.stringMatching(/^export TOOL_PRIVATE_KEY_B64='[\w+/=]+'$/),
      `export TOOL_APP_ID='${AURORA}'`,
      "export TOOL_NO_PROFILE='1'",
      `export TOOL_SANDBOX_URL='${sandbox.origin}'`,
      `# listening on ${sandbox.origin}`,
      '',
    ]);
  });

  test('creates a new key each time tool sandbox starts', async () => {
    sandbox = await startSandbox();
    const other = await startSandbox();
    expect(other.variables.TOOL_PRIVATE_KEY_B64).not.toBe(sandbox.variables.TOOL_PRIVATE_KEY_B64);
    expect((await sandbox.ask('/v1/apps', {token: other.token()})).status).toBe(401);
    await other.close();
  });
});

describe('malformed and excessive requests', () => {
  test('refuses a body over 1 MiB, whether its length is announced or not', async () => {
    sandbox = await startSandbox();
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await sandbox.ask('/v1/appStoreVersions', {method: 'POST', body})).status).toBe(413);
    const head = `POST /v1/appStoreVersions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const chunked = `${head}Authorization: Bearer ${sandbox.token()}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    const chunks = `10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(20);
    expect(await rawExchange(portOf(sandbox), `${chunked}${chunks}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
  });

  test('reads the body of a request only after the token and the path are checked', async () => {
    sandbox = await startSandbox();
    // The rest of the body never arrives.
    const started = (path: string, authorization: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${authorization}Content-Length: 1000\r\n\r\n{`;
    const ask = (path: string, authorization = '') => rawExchange(portOf(sandbox), started(path, authorization));
    expect(await ask('/v1/appStoreVersions')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask('/v1/appStoreVersions', 'Authorization: Bearer a.b.c\r\n')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await ask('/v1/nothing', `Authorization: Bearer ${sandbox.token()}\r\n`)).toMatch(/^HTTP\/1\.1 404 /);
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await sandbox.ask('/v1/appStoreVersions', {method: 'POST', body, token: null})).status).toBe(401);
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
  });

  test('answers or drops malformed requests, and serves the next request', async () => {
    sandbox = await startSandbox();
    const port = portOf(sandbox);
    const texts = [
      '\0\u0001\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      'GET  \r\n\r\n',
    ];
    for (const text of texts) expect(await rawExchange(port, text)).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
    expect((await sandbox.ask('/v1/apps/%E0%A4%A')).status).toBe(404);
    expect((await sandbox.ask(`/v1/appStoreVersions`, {method: 'POST', body: '['.repeat(200_000)})).status).toBe(400);
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
  });

  test('answers no path outside the API', async () => {
    sandbox = await startSandbox();
    const paths = [
      '/../../etc/passwd',
      '/v1/../../etc/passwd',
      '/v1/apps/..%2f..%2f..%2fetc%2fpasswd',
      '/v1/apps/%2e%2e/%2e%2e/etc/passwd',
      ...['apps', 'appStoreVersions', 'builds', 'reviewSubmissions'].flatMap((type) => [
        `/v1/${type}/__proto__`,
        `/v1/${type}/constructor`,
      ]),
      '/v1/__proto__',
      '/__proto__/toString',
      '/v1/apps/\u0000',
      '/v1/apps/%00',
      `/v1/apps/${'x'.repeat(8000)}`,
    ];
    for (const path of paths) expect([path, (await sandbox.ask(path)).status]).toEqual([path, 404]);
    for (const type of ['appStoreVersions', 'appStoreVersionLocalizations', 'reviewSubmissions']) {
      const body = {data: {type, id: '__proto__', attributes: {}}};
      const {status} = await sandbox.ask(`/v1/${type}/__proto__`, {method: 'PATCH', body});
      expect([type, status]).toEqual([type, 404]);
    }
    for (const query of [
      '__proto__=1',
      'filter[__proto__]=1',
      'fields[__proto__]=a',
      'limit[__proto__]=1',
      'include=__proto__',
      'sort=constructor',
      'cursor=__proto__',
    ]) {
      const {status, json} = await sandbox.ask(`/v1/apps?${query}`);
      expect([query, status, json.errors.length]).toEqual([query, 400, 1]);
    }
    expect(sandbox.warnings).toEqual([]);
  });

  test('refuses names such as __proto__, and pollutes no prototype', async () => {
    sandbox = await startSandbox();
    const bodies = [
      '{"__proto__":{"data":{"type":"appStoreVersions"}}}',
      `{"data":{"type":"appStoreVersions","attributes":{"platform":"IOS","versionString":"9.0","__proto__":{"isAdmin":true}},"relationships":{"app":{"data":{"type":"apps","id":"${AURORA}"}}}}}`,
      '{"data":{"type":"appStoreVersions","attributes":{"constructor":{"prototype":{"isAdmin":true}}}}}',
      '{"data":{"type":"__proto__"}}',
    ];
    for (const body of bodies) {
      const {status} = await sandbox.ask('/v1/appStoreVersions', {method: 'POST', body});
      expect([body, status >= 400 && status < 500]).toEqual([body, true]);
    }
    expect(({} as {isAdmin?: boolean}).isAdmin).toBeUndefined();
    expect(sandbox.warnings).toEqual([]);
  });

  test('refuses request headers that are too large, and serves the next request', async () => {
    sandbox = await startSandbox();
    const head = `GET /v1/apps HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`;
    expect(await rawExchange(portOf(sandbox), head)).toMatch(/^HTTP\/1\.1 431 |^$/);
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
  });

  test('answers 400 to a request whose body ends early', async () => {
    const reported: unknown[] = [];
    const handler: Handler = async ({body}) => Promise.reject(new Error(await body()));
    const app = createApp(handler, {report: (error) => reported.push(error)});
    const body = new ReadableStream({pull: (controller) => controller.error(new Error('aborted'))});
    const init = {method: 'POST', body, duplex: 'half'} as const;
    expect((await app(new Request('http://localhost/v1/appStoreVersions', init))).status).toBe(400);
    expect(reported).toEqual([]);
  });

  describe('connections that stay open', () => {
    const answering: Handler = async ({body}) => ({status: 200, headers: {}, body: (await body()) || 'ok'});
    const limits = {
      maxConnections: 2000,
      headersTimeout: 100,
      requestTimeout: 200,
      keepAliveTimeout: 5000,
      connectionsCheckingInterval: 20,
    };
    async function start(more: Partial<typeof limits> = {}) {
      const server = await listen(createApp(answering, {report() {}}), 0, {...limits, ...more});
      onTestFinished(() => server.close());
      return server;
    }

    test.each([
      ['send nothing', ''],
      ['never end their headers', 'GET /v1/apps HTTP/1.1\r\nHost: localhost\r\n'],
      ['never end their body', 'POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
    ])('closes connections to the sandbox that %s', async (_what, text) => {
      const {port} = await start();
      expect(await rawExchange(port, text)).toMatch(/^(?:HTTP\/1\.1 (?:408|400) |$)/);
      expect(await rawExchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/ok$/);
    });

    test('refuses connections over the limit until others are closed', async () => {
      const {port} = await start({maxConnections: 3, headersTimeout: 300_000, requestTimeout: 300_000});
      const held = await Promise.all(Array.from({length: 3}, () => connected(port)));
      const ask = () => rawExchange(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      expect(await ask()).toBe('');
      for (const socket of held) socket.destroy();
      await expect.poll(ask).toMatch(/ok$/);
    });
  });

  test('answers hundreds of simultaneous requests while other connections stay silent', async () => {
    sandbox = await startSandbox();
    const sockets: Socket[] = Array.from({length: 100}, () => connect(portOf(sandbox), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {});
    const answers = await Promise.all(
      Array.from({length: 300}, () => sandbox.ask('/v1/apps?limit=1&fields[apps]=name')),
    );
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([200]));
    for (const socket of sockets) socket.destroy();
  });
});

describe('the end of the server', () => {
  test('closes idle connections when the sandbox stops', async () => {
    sandbox = await startSandbox();
    const agent = new Agent({keepAlive: true});
    await new Promise<void>((resolve) => {
      get(`${sandbox.origin}/v1/apps`, {agent}, (answer) => answer.resume().on('end', resolve));
    });
    await sandbox.close();
    await vi.waitUntil(() => Object.keys(agent.freeSockets).length === 0, {timeout: 120_000});
    agent.destroy();
  });

  test('ends requests delayed by --latency when the sandbox stops', async () => {
    sandbox = await startSandbox({latencyMs: 600_000});
    const waiting = sandbox.ask('/v1/apps').then(
      ({status}) => status,
      () => 'dropped',
    );
    await vi.waitUntil(() => sandbox.heldBack() === 1, {timeout: 120_000});
    // Closing must not wait for the delayed answer, which takes longer than this test may.
    await sandbox.close();
    expect([500, 'dropped']).toContain(await waiting);
  });
});

test('counts down the rate limits per minute and per hour', async () => {
  sandbox = await startSandbox();
  const left = async () => {
    const {headers} = await sandbox.ask('/v1/apps?limit=1');
    return /user-minute-rem:(\d+);.*user-hour-rem:(\d+);$/.exec(String(headers['x-rate-limit']))?.slice(1).map(Number);
  };
  expect([await left(), await left()]).toEqual([
    [299, 3499],
    [298, 3498],
  ]);
  sandbox.advance(60_000);
  expect(await left()).toEqual([299, 3497]);
  sandbox.advance(3_600_000);
  expect(await left()).toEqual([299, 3499]);
});

describe('failures on demand', () => {
  test('delays every answer with --latency', async () => {
    sandbox = await startSandbox({latencyMs: 120});
    const started = performance.now();
    expect((await sandbox.ask('/v1/apps')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(115);
  });

  test('delays many requests at once without a runtime warning', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    sandbox = await startSandbox({latencyMs: 20});
    await Promise.all(Array.from({length: 30}, () => sandbox.ask('/v1/apps')));
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });

  test('fails the share of requests that --fail-rate gives, but checks tokens first', async () => {
    sandbox = await startSandbox({failRate: 1});
    const answers = await Promise.all(Array.from({length: 30}, () => sandbox.ask('/v1/apps')));
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([500, 503]));
    const [failed, down] = [500, 503].map((status) => answers.find((answer) => answer.status === status));
    expect(failed?.json.errors[0]).toMatchObject({code: 'UNEXPECTED_ERROR'});
    expect(down?.headers['content-type']).toBe('text/html');
    expect(down?.text).toContain('<title>503 Service Unavailable</title>');
    expect((await sandbox.ask('/v1/apps', {token: null})).status).toBe(401);
  });

  test('applies some writes with --fail-rate, but answers them with an error', async () => {
    // A number below the rate makes the request fail. The next number decides when: below 0.5 after the write,
    // otherwise before it.
    const numbers = [0, 0.1, /* the listing */ 0.99, 0, 0.9];
    sandbox = await startSandbox({failRate: 0.5}, () => numbers.shift() ?? 0.99);
    const write = (versionString: string) =>
      sandbox.ask('/v1/appStoreVersions', {method: 'POST', body: draft(AURORA, {versionString, platform: 'TV_OS'})});
    const total = async () => (await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions`)).json.meta.paging.total;
    expect((await write('9.0')).status).toBe(500);
    expect(await total()).toBe(49);
    expect((await write('9.1')).status).toBe(503);
    expect(await total()).toBe(49);
  });
});

describe('the size of the sandbox', () => {
  const spentSince = (started: NodeJS.CpuUsage) => {
    const {user, system} = process.cpuUsage(started);
    return user + system;
  };

  test('creates 100 000 versions per app on request', async () => {
    const started = process.cpuUsage();
    sandbox = await startSandbox({versions: 100_000, apps: 3});
    const fields = 'fields[appStoreVersions]=versionString,platform';
    const {json} = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?limit=200&${fields}`);
    expect(json.meta.paging.total).toBe(100_000);
    const [first, between] = [spentSince(started), process.cpuUsage()];
    const cursor = Buffer.from('page:99900').toString('base64url');
    const last = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?limit=200&cursor=${cursor}&${fields}`);
    expect(first * 10).toBeLessThan(spentSince(between));
    expect(last.json.data).toHaveLength(100);
    expect(last.json.links.next).toBeUndefined();
    const {id, attributes} = last.json.data[40];
    const query = `filter[versionString]=${attributes.versionString}&filter[platform]=${attributes.platform}`;
    const found = await sandbox.ask(`/v1/apps/${AURORA}/appStoreVersions?${query}`);
    expect(found.json.data.map((version: {id: string}) => version.id)).toEqual([id]);
  });

  test.each([
    [0, 0],
    [2, 2],
    [30, 30],
  ])('creates the number of sample apps that --apps gives: %i', async (apps, expected) => {
    sandbox = await startSandbox({apps, versions: 3});
    const {json} = await sandbox.ask('/v1/apps?limit=200');
    expect(json.data).toHaveLength(expected);
    expect('TOOL_APP_ID' in sandbox.variables).toBe(apps > 0);
    const {status} = await sandbox.ask(`/v1/apps/${sampleAppId(apps)}`);
    expect(status).toBe(404);
    for (const {id} of json.data.slice(-2)) {
      expect((await sandbox.ask(`/v1/apps/${id}/appStoreVersions`)).json.data).toHaveLength(3);
    }
  });
});
