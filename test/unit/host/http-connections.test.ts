import {createServer as createHttpServer, type RequestListener} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';
import {gzipSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {createHttp} from '../../../src/services/host/http.ts';
import type {Http, HttpRequest} from '../../../src/services/ports.ts';
import {selfSigned} from '../../support/certificate.ts';

let http: Http;
const closing: (() => void)[] = [];
beforeEach(async () => {
  // The servers here sign their certificates themselves.
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

/** A service that counts its connections. */
async function service(scheme: 'http' | 'https', answer: RequestListener) {
  const server = scheme === 'http' ? createHttpServer(answer) : createHttpsServer(selfSigned(), answer);
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
  packed: (_, response) => response.writeHead(200, {'content-encoding': 'gzip'}).end(gzipSync('{"data":[]}')),
  'larger than a read': (_, response) => response.end('x'.repeat(3_000_000)),
  'without a body': (_, response) => response.writeHead(204).end(),
  'that refuses': (_, response) => response.writeHead(409).end('{"errors":[]}'),
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

describe('two requests at once', () => {
  /** TLS connections to a service, each treated as its turn says: passed on, or kept from their handshake. */
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

  it('does not give up a request that waits for its connection because another one fails', async () => {
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
