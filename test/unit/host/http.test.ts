import {createServer as createHttpServer, type Server} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, createServer, type Socket, type Server as TcpServer} from 'node:net';
import tls, {type ConnectionOptions} from 'node:tls';
import {gzipSync} from 'node:zlib';
import Client from 'undici/lib/dispatcher/client.js';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {createHttp} from '../../../src/services/host/http.ts';
import type {Env, HttpRequest} from '../../../src/services/ports.ts';
import {selfSigned} from '../../support/certificate.ts';
import {holdTimeOuts} from '../../support/held-time-outs.ts';
import {type Answer, json, raw, type Service, startService} from '../../support/service.ts';
import {socksProxy} from '../../support/socks-proxy.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function listening(server: TcpServer | Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

const tcp = (onConnection: (socket: Socket) => void) => listening(createServer(onConnection));

async function service(...answers: Parameters<typeof startService>): Promise<Service> {
  const started = await startService(...answers);
  closing.push(started.close);
  return started;
}

async function send(url: string, {env = {}, ...request}: Partial<HttpRequest> & {env?: Env} = {}) {
  const http = await createHttp(env);
  closing.push(() => http.close());
  return http.send({method: 'GET', url, headers: {}, timeoutMs: 60_000, maxBytes: 1000, ...request});
}

const failure = (reason: string, sent: boolean) => expect.objectContaining({name: 'HttpFailure', reason, sent});

describe('a connection that is never made', () => {
  it('counts a request as not sent if the time limit ends its connection', async () => {
    const port = await tcp(() => {});
    await expect(send(`https://localhost:${port}/`, {timeoutMs: 150})).rejects.toEqual(failure('timeout', false));
  });

  it('stops a connection attempt at once on an abort signal', async () => {
    const controller = new AbortController();
    const port = await tcp(() => controller.abort('stop'));
    const sent = send(`https://localhost:${port}/`, {signal: controller.signal});
    await expect(sent).rejects.toMatchObject({reason: 'stopped', sent: false, cause: 'stop'});
  });

  it('reports a refused connection or an unknown host name', async () => {
    const {url, close} = await startService();
    await close();
    await expect(send(url)).rejects.toEqual(failure('refused', false));
    await expect(send('http://nowhere.invalid/')).rejects.toEqual(failure('dns', false));
  });

  it('distinguishes a server without TLS from an unreachable server', async () => {
    const {url} = await service(json(200, {}));
    await expect(send(url.replace('http:', 'https:'))).rejects.toEqual(failure('no-common-tls', false));
  });
});

describe('a host with several addresses', () => {
  const addresses = (...errors: [string, string][]) =>
    new AggregateError(errors.map(([code, message]) => Object.assign(new Error(message), {code})));

  it.each([
    [
      [
        ['ENETUNREACH', 'connect ENETUNREACH ::1'],
        ['ETIMEDOUT', 'connect ETIMEDOUT 1.1.1.1'],
      ],
      'connect',
    ],
    [
      [
        ['ECONNREFUSED', 'connect ECONNREFUSED ::1'],
        ['ECONNREFUSED', 'connect ECONNREFUSED 1.1.1.1'],
      ],
      'refused',
    ],
  ] as [[string, string][], string][])(
    'reports why no address of a host can be reached: %j',
    async (errors, reason) => {
      const lookup = vi.spyOn(Client.prototype, 'dispatch').mockImplementation((_, handler) => {
        handler.onResponseError?.(undefined as never, addresses(...errors));
        return true;
      });
      closing.push(() => lookup.mockRestore());
      const message = errors.map(([, text]) => text).join('; ');
      await expect(send('https://api.test/')).rejects.toMatchObject({reason, message});
    },
  );

  it('gives each address of a host more time than a round trip around the world', async () => {
    const options: ConnectionOptions[] = [];
    const spy = vi.spyOn(tls, 'connect').mockImplementation(((given: ConnectionOptions) => {
      options.push(given);
      throw Object.assign(new Error('enough'), {code: 'ECONNREFUSED'});
    }) as never);
    closing.push(() => spy.mockRestore());
    await expect(send('https://api.test/')).rejects.toBeInstanceOf(Error);
    expect(
      (options[0] as {autoSelectFamilyAttemptTimeout?: number}).autoSelectFamilyAttemptTimeout,
    ).toBeGreaterThanOrEqual(2000);
  });
});

describe('an answer', () => {
  it('refuses an answer that is not HTTP', async () => {
    const port = await tcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')));
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toEqual(failure('malformed', true));
  });

  it.each([
    ['a head that breaks off after its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nno header\u0001\r\n\r\n{}'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}'],
    ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`],
  ])('counts an answer with %s as malformed', async (_, text) => {
    const port = await tcp((socket) => socket.once('data', () => socket.end(text)));
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toEqual(failure('malformed', true));
  });

  it('reports a sent request without an answer as timed out', async () => {
    const endTime = holdTimeOuts();
    const port = await tcp((socket) => socket.once('data', endTime));
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toEqual(failure('timeout', true));
  });

  it('accepts an answer at the size limit, and refuses one byte more', async () => {
    const {url} = await service(raw(200, 'x'.repeat(1000)), raw(200, 'x'.repeat(1001)));
    expect((await send(url)).body).toHaveLength(1000);
    await expect(send(url)).rejects.toEqual(failure('too-large', true));
  });

  it('keeps the status of a refusal, but drops its body over 1 MiB, compressed or not', async () => {
    const limit = {maxBytes: 64 * 1024 * 1024};
    const most = 'x'.repeat(1024 * 1024);
    const packed: Answer = (_, response) =>
      response.writeHead(409, {'content-encoding': 'gzip'}).end(gzipSync(`${most}x`));
    // The service never sends the rest of this body.
    const endless: Answer = (_, response) => void response.writeHead(409).write(`${most}x`);
    const {url} = await service(raw(409, most), raw(409, `${most}x`), packed, endless, raw(200, `${most}x`));
    expect((await send(url, limit)).body).toHaveLength(most.length);
    for (let asked = 0; asked < 3; asked++) expect(await send(url, limit)).toMatchObject({status: 409, body: ''});
    expect((await send(url, limit)).body).toHaveLength(most.length + 1);
  });

  it.each(['gzip', 'GZIP', 'x-gzip'])('decompresses an answer from %s up to the limit', async (encoding) => {
    const {url} = await service(
      (_, response) => response.writeHead(200, {'content-encoding': encoding}).end(gzipSync('hello')),
      (_, response) => response.writeHead(200, {'content-encoding': encoding}).end(gzipSync('x'.repeat(5000))),
      (_, response) => response.writeHead(200, {'content-encoding': encoding}).end(gzipSync('hello').subarray(0, 10)),
    );
    expect((await send(url)).body).toBe('hello');
    await expect(send(url)).rejects.toEqual(failure('too-large', true));
    await expect(send(url)).rejects.toEqual(failure('truncated', true));
  });

  it('reads a response that claims to be compressed and has no body', async () => {
    const {url} = await service(raw(204, '', {'content-encoding': 'gzip'}));
    expect(await send(url)).toMatchObject({status: 204, body: ''});
  });
});

describe('an untrusted certificate', () => {
  async function serve() {
    const server = createHttpsServer(selfSigned(), (_, response) => response.end('{"ok":true}'));
    return `https://localhost:${await listening(server)}/`;
  }

  it('accepts an untrusted certificate from a loopback host if the environment allows it', async () => {
    const url = await serve();
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    closing.push(() => void vi.unstubAllEnvs());
    expect((await send(url, {env: {NODE_TLS_REJECT_UNAUTHORIZED: '0'}})).status).toBe(200);
    for (const env of [{}, {NODE_TLS_REJECT_UNAUTHORIZED: '1'}, {NODE_TLS_REJECT_UNAUTHORIZED: ''}]) {
      await expect(send(url, {env})).rejects.toEqual(failure('tls', false));
    }
  });
});

describe('a proxy', () => {
  const socksUrl = async (server: TcpServer) => `socks5://127.0.0.1:${await listening(server)}`;

  /** Starts a proxy that connects every request to `target`. `asked` lists the hosts that clients named. */
  async function proxy(target: string, refuse?: number) {
    const asked: string[] = [];
    const users: (string | undefined)[] = [];
    const server = createHttpServer((_, response) => response.writeHead(400).end());
    server.on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      users.push(request.headers['proxy-authorization']);
      socket.on('error', () => {});
      if (refuse) {
        socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
        return;
      }
      const {port} = new URL(target);
      const upstream = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket);
        socket.pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
    });
    return {asked, users, url: `http://127.0.0.1:${await listening(server)}`};
  }

  it('asks a proxy for a connection to the service', async () => {
    const {url} = await service(json(200, {ok: true}));
    const {asked, url: through} = await proxy(url);
    const answer = await send('http://api.test/v1', {env: {HTTPS_PROXY: through}});
    expect([JSON.parse(answer.body), asked]).toEqual([{ok: true}, ['api.test:80']]);
    const bare = await send('http://api.test/v1', {env: {all_proxy: through.replace('http://', '')}});
    expect(bare.status).toBe(200);
  });

  it('tunnels TLS through a proxy that gets the login and cannot impersonate the service', async () => {
    const seen: unknown[] = [];
    const server = createHttpsServer(selfSigned('api.test'), (request, response) => {
      seen.push(request.headers);
      response.end('{"ok":true}');
    });
    const {asked, users, url} = await proxy(`https://127.0.0.1:${await listening(server)}`);
    const through = url.replace('//', '//me:p%40ss@');
    const env = {HTTPS_PROXY: through, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    closing.push(() => void vi.unstubAllEnvs());
    await expect(send('https://api.test/v1', {env})).rejects.toMatchObject({
      reason: 'tls',
      sent: false,
      message: 'self-signed certificate; NODE_TLS_REJECT_UNAUTHORIZED=0 counts for loopback hosts only',
    });
    expect(seen).toEqual([]);
    expect([asked, users]).toEqual([['api.test:443'], [`Basic ${Buffer.from('me:p@ss').toString('base64')}`]]);
  });

  it('sends no proxy login if the certificate of the proxy is invalid', async () => {
    const told: unknown[] = [];
    const server = createHttpsServer(selfSigned('elsewhere.test'));
    server.on('connect', ({headers}, socket) => {
      told.push(headers);
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    const env = {HTTPS_PROXY: `https://me:x@127.0.0.1:${await listening(server)}`, NODE_TLS_REJECT_UNAUTHORIZED: '0'};
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    closing.push(() => void vi.unstubAllEnvs());
    await expect(send('https://api.test/', {env})).rejects.toMatchObject({name: 'HttpFailure', sent: false});
    expect(told).toEqual([]);
  });

  it('asks a proxy for one connection for sequential requests', async () => {
    const {url} = await service(json(200, {ok: true}));
    const {asked, url: through} = await proxy(url);
    const http = await createHttp({ALL_PROXY: through});
    closing.push(() => http.close());
    for (let page = 0; page < 5; page++) {
      await http.send({method: 'GET', url: 'http://api.test/', headers: {}, timeoutMs: 5000, maxBytes: 1000});
    }
    expect(asked).toEqual(['api.test:80']);
  });

  it('never uses a proxy for a loopback host, or for a host in NO_PROXY', async () => {
    const {url} = await service(json(200, {}));
    const {asked, url: through} = await proxy(url);
    expect((await send(url, {env: {HTTPS_PROXY: 'junk://'}})).status).toBe(200);
    await expect(send('http://nowhere.invalid/', {env: {HTTPS_PROXY: through, NO_PROXY: '.invalid'}})).rejects.toEqual(
      failure('dns', false),
    );
    expect(asked).toEqual([]);
  });

  it.each([
    ['refuses', async () => (await proxy('http://127.0.0.1:1', 407)).url],
    ['hangs up', async () => `http://127.0.0.1:${await tcp((socket) => socket.once('data', () => socket.end()))}`],
    ['does not speak HTTP', async () => `http://127.0.0.1:${await tcp((socket) => socket.end('SSH-2.0\r\n'))}`],
    ['does not listen', async () => 'http://127.0.0.1:9'],
    ['has no valid URL', async () => 'http://:::'],
  ])('blames a proxy at once if it %s', async (_, url) => {
    await expect(send('https://api.test/', {env: {HTTPS_PROXY: await url()}})).rejects.toEqual(failure('proxy', false));
  });

  it('refuses a proxy password that is not percent-encoded, and does not repeat it in the message', async () => {
    const sent = send('https://api.test/', {env: {HTTPS_PROXY: 'http://me:p#ss@127.0.0.1:9'}});
    await expect(sent).rejects.toMatchObject({
      reason: 'proxy',
      message: 'HTTPS_PROXY or ALL_PROXY is not the URL of a proxy',
    });
    await expect(sent).rejects.not.toMatchObject({message: expect.stringContaining('p#ss')});
  });

  it.each(['http_proxy', 'HTTP_PROXY'])('uses no proxy if %s is the only variable that sets one', async (name) => {
    const {asked, url: through} = await proxy('http://127.0.0.1:1', 403);
    await expect(send('https://nowhere.invalid/', {env: {[name]: through}})).rejects.toEqual(failure('dns', false));
    expect(asked).toEqual([]);
  });

  it('prefers HTTPS_PROXY to ALL_PROXY', async () => {
    const {url} = await service(json(200, {ok: true}));
    const {url: through} = await proxy(url);
    expect((await send('http://api.test/', {env: {ALL_PROXY: 'junk://', HTTPS_PROXY: through}})).status).toBe(200);
  });

  it.each(['socks5', 'socks5h', 'SOCKS'])('lets a SOCKS proxy (%s) resolve the name', async (scheme) => {
    const {url} = await service(json(200, {ok: true}));
    const {server, asked} = socksProxy(Number(new URL(url).port));
    const http = await createHttp({ALL_PROXY: `${scheme}://127.0.0.1:${await listening(server)}`});
    closing.push(() => http.close());
    for (let page = 0; page < 3; page++) {
      const request = {method: 'GET', url: 'http://api.test/', headers: {}, timeoutMs: 5000, maxBytes: 1000} as const;
      expect((await http.send(request)).body).toBe('{"ok":true}');
    }
    expect(asked).toEqual(['api.test:80']);
  });

  it('sends the user and password of a SOCKS URL to the proxy', async () => {
    const {url} = await service(json(200, {ok: true}));
    const {server, asked} = socksProxy(Number(new URL(url).port), {login: 'me:p@ss'});
    const through = `127.0.0.1:${await listening(server)}`;
    const sendAs = (login: string) => send('http://api.test/', {env: {HTTPS_PROXY: `socks5://${login}@${through}`}});
    expect((await sendAs('me:p%40ss')).status).toBe(200);
    await expect(sendAs('me:wrong')).rejects.toMatchObject({reason: 'proxy', message: 'Authentication failed'});
    expect(asked).toEqual(['api.test:80']);
  });

  it('detects a SOCKS proxy that impersonates the service', async () => {
    const server = createHttpsServer(selfSigned('api.test'), (_, response) => response.end('{}'));
    const {server: proxy} = socksProxy(await listening(server));
    const env = {HTTPS_PROXY: `socks5://127.0.0.1:${await listening(proxy)}`};
    await expect(send('https://api.test/', {env})).rejects.toEqual(failure('tls', false));
  });

  it.each([
    ['refuses the connection', async () => socksUrl(socksProxy(1, {refusal: 5}).server)],
    ['asks for a password', async () => socksUrl(socksProxy(1, {login: 'me:x'}).server)],
    ['speaks HTTP', async () => socksUrl(createHttpServer())],
    ['does not listen', async () => 'socks5://127.0.0.1:9'],
    ['speaks version 4', async () => 'socks4://127.0.0.1:9'],
  ])('blames a SOCKS proxy at once if it %s', async (_, url) => {
    await expect(send('https://api.test/', {env: {ALL_PROXY: await url()}})).rejects.toEqual(failure('proxy', false));
  });

  it('connects to a TLS proxy at an IP address without a server name, and without a warning', async () => {
    const names: unknown[] = [];
    const certificate = selfSigned('127.0.0.1');
    const SNICallback = (name: string, done: (error: null) => void) => {
      names.push(name);
      done(null);
    };
    const server = createHttpsServer({...certificate, SNICallback});
    server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 No\r\n\r\n'));
    const env = {HTTPS_PROXY: `https://127.0.0.1:${await listening(server)}`};
    const warnings = vi.spyOn(process, 'emitWarning');
    closing.push(() => warnings.mockRestore());
    await expect(send('https://api.test/', {env})).rejects.toMatchObject({sent: false});
    expect(names).toEqual([]);
    expect(warnings).not.toHaveBeenCalled();
  });

  it('times out before the request is sent if the proxy never answers', async () => {
    const port = await tcp((socket) => socket.resume());
    const sent = send('https://api.test/', {env: {HTTPS_PROXY: `http://127.0.0.1:${port}`}, timeoutMs: 200});
    await expect(sent).rejects.toEqual(failure('timeout', false));
  });
});
