import {createServer as createHttpServer, type RequestListener} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';
import tls from 'node:tls';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createHttp} from '../../../src/services/host/http.ts';
import type {Http, HttpRequest} from '../../../src/services/ports.ts';
import {selfSigned} from '../../support/certificate.ts';

let http: Http;
const closing: (() => void)[] = [];
beforeEach(async () => {
  // The servers of this file have self-signed certificates.
  http = await createHttp({NODE_TLS_REJECT_UNAUTHORIZED: '0'});
  closing.push(() => void http.close());
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a service that counts its connections. */
async function service(scheme: 'http' | 'https', answer: RequestListener) {
  const server = scheme === 'http' ? createHttpServer(answer) : createHttpsServer(selfSigned(), answer);
  // The timeout is longer than a test takes on a busy machine.
  server.keepAliveTimeout = 600_000;
  const counted = {url: '', connections: 0};
  server.on('connection', () => {
    counted.connections += 1;
  });
  counted.url = `${scheme}://localhost:${await listen(server)}/`;
  return counted;
}

const ask = (url: string, more: Partial<HttpRequest> = {}) =>
  http.send({method: 'GET', url, headers: {}, timeoutMs: 10_000, maxBytes: 5_000_000, ...more});

function deferred(): {promise: Promise<void>; resolve: () => void} {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return {promise, resolve};
}

const ANSWERS: Readonly<Record<string, RequestListener>> = {
  'of a known length': (_, response) => response.end('{"data":[]}'),
  'in chunks': (_, response) => {
    response.write('{"data":');
    setImmediate(() => response.end('[]}'));
  },
  compressed: (_, response) => response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync('{"data":[]}')),
  'larger than a read': (_, response) => response.end('x'.repeat(3_000_000)),
  'without a body': (_, response) => response.writeHead(204).end(),
  'with a refusal': (_, response) => response.writeHead(409).end('{"errors":[]}'),
};

describe.each(['http', 'https'] as const)('over %s', (scheme) => {
  it.each(Object.entries(ANSWERS))('uses one connection for sequential requests: answers %s', async (_, answer) => {
    const counted = await service(scheme, async (request, response) => {
      for await (const _chunk of request);
      answer(request, response as never);
    });
    for (let page = 0; page < 10; page++) await ask(counted.url);
    await ask(counted.url, {method: 'POST', body: '{"data":{}}'});
    await ask(counted.url, {method: 'DELETE'});
    await ask(counted.url);
    expect(counted.connections).toBe(1);
  });

  it('uses one connection per concurrent request, and reuses the connections afterwards', async () => {
    const waiting: (() => void)[] = [];
    const counted = await service(scheme, (_, response) => {
      waiting.push(() => response.end('{}'));
      if (waiting.length === 3) for (const go of waiting) go();
      if (waiting.length > 3) response.end('{}');
    });
    await Promise.all([ask(counted.url), ask(counted.url), ask(counted.url)]);
    expect(counted.connections).toBe(3);
    for (let page = 0; page < 5; page++) await ask(counted.url);
    expect(counted.connections).toBe(3);
  });
});

describe('connections made before their requests', () => {
  it('uses prepared connections for the next requests', async () => {
    const {url, connected, connections} = await opened();
    http.prepare?.(new URL(url).origin, 2);
    await connected(2);
    await Promise.all([ask(url), ask(url)]);
    await ask(url);
    expect(connections()).toBe(2);
  });

  it('replaces a prepared connection that the service has closed', async () => {
    const {url, connected, connections, drop} = await opened();
    http.prepare?.(new URL(url).origin, 1);
    await connected(1);
    await drop();
    expect((await ask(url, {method: 'POST', body: '{}'})).status).toBe(200);
    expect(connections()).toBe(2);
  });

  it('reports a failed prepared connection only when it is used', async () => {
    // Nothing listens on port 9.
    const nobody = 'https://127.0.0.1:9';
    http.prepare?.(nobody, 2);
    await expect(ask(nobody)).rejects.toMatchObject({name: 'HttpFailure', sent: false});
  });

  it('prepares no connection through a proxy', async () => {
    const connect = vi.spyOn(tls, 'connect');
    const proxied = await createHttp({ALL_PROXY: 'http://127.0.0.1:9'});
    closing.push(() => void proxied.close(), connect.mockRestore);
    proxied.prepare?.('https://api.test', 4);
    expect(connect).not.toHaveBeenCalled();
  });

  /** Starts a service whose connections a test can await, and close from the service's side. */
  async function opened() {
    const sockets: Socket[] = [];
    const server = createHttpsServer(selfSigned(), (_, response) => response.end('{}'));
    server.on('secureConnection', (socket) => sockets.push(socket));
    const url = `https://localhost:${await listen(server)}/`;
    return {
      url,
      connections: () => sockets.length,
      connected: (count: number) => expect.poll(() => sockets.length).toBe(count),
      async drop() {
        const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
        for (const socket of sockets) socket.end();
        await Promise.all(closed);
      },
    };
  }
});

function idleFor(ms: number): void {
  const later = Date.now() + ms;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
  closing.push(() => clock.mockRestore());
}

describe('a connection that was idle', () => {
  it.each([
    [10_000, 'GET', 1],
    [10_000, 'POST', 2],
    [10_000, 'PATCH', 2],
    [1000, 'POST', 1],
    [60_000, 'GET', 2],
    [-60_000, 'POST', 2],
  ] as const)(
    'reuses a connection that was idle for %i ms only if that is safe: %s, connections: %i',
    async (ms, method, connections) => {
      const counted = await service('http', (_, response) => response.end('{}'));
      await ask(counted.url);
      idleFor(ms);
      await ask(counted.url, {method});
      expect(counted.connections).toBe(connections);
    },
  );
});

it('closes connections that were idle for too long when the next request is made', async () => {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const counted = await service('http', (request, response) => {
    sockets.add(request.socket);
    waiting.push(() => response.end('{}'));
    if (waiting.length === 3) for (const go of waiting) go();
    if (waiting.length > 3) response.end('{}');
  });
  await Promise.all([ask(counted.url), ask(counted.url), ask(counted.url)]);
  idleFor(60_000);
  await ask(counted.url);
  await expect.poll(() => [...sockets].map(({destroyed}) => destroyed)).toEqual([true, true, true, false]);
});

describe('two requests at once', () => {
  /**
   * Starts a TCP proxy in front of a TLS service. `turns` says what happens to each connection: it is passed on or
   * never gets its handshake.
   */
  async function front(turns: ((socket: Socket, pass: () => void) => void)[]) {
    const {url} = await service('https', (_, response) => response.end('{}'));
    const port = await listen(
      createServer((socket) => {
        socket.on('error', () => {});
        turns.shift()?.(socket, () => {
          const upstream = connect(Number(new URL(url).port), 'localhost');
          upstream.on('error', () => socket.destroy());
          socket.on('close', () => upstream.destroy());
          socket.pipe(upstream).pipe(socket);
        });
      }),
    );
    return `https://localhost:${port}/`;
  }

  it('counts a request that times out while waiting for a connection as not sent', async () => {
    const stuck = deferred();
    const url = await front([() => stuck.resolve(), (_, pass) => pass()]);
    const write = ask(url, {method: 'POST', body: '{}', timeoutMs: 1500});
    const outcome = expect(write).rejects.toMatchObject({reason: 'timeout', sent: false});
    await stuck.promise;
    expect((await ask(url)).status).toBe(200);
    await outcome;
  });

  it('keeps a request waiting for its connection if another connection fails', async () => {
    let go = () => {};
    const first = deferred();
    const url = await front([
      (_, pass) => {
        go = pass;
        first.resolve();
      },
      (socket) => socket.destroy(),
    ]);
    const patient = ask(url, {method: 'POST', body: '{}'});
    await first.promise;
    await expect(ask(url)).rejects.toMatchObject({name: 'HttpFailure', sent: false});
    go();
    expect((await patient).status).toBe(200);
  });
});
