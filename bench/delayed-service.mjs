// Starts a service that answers with a delay and records its requests.
import {once} from 'node:events';
import {createServer} from 'node:http';

export const DELAY_MS = 100;

/**
 * @typedef {{line: string, depth: number}} Seen a request, and the number of successive answers that had to come before
 * it
 */
/** @typedef {{status: number, headers?: import('node:http').OutgoingHttpHeaders, body: Buffer | string}} Answer */

/** @param {(request: import('node:http').IncomingMessage, origin: string) => Answer | Promise<Answer>} answer */
export async function startDelayed(answer) {
  /** @type {Seen[]} */
  let requests = [];
  let connections = 0;
  let answered = 0;
  let url = '';
  const server = createServer(async (incoming, response) => {
    const depth = answered + 1;
    requests.push({line: `${incoming.method} ${decodeURIComponent(incoming.url ?? '')}`, depth});
    const {status, headers, body} = await answer(incoming, url);
    setTimeout(() => {
      answered = Math.max(answered, depth);
      response.writeHead(status, headers).end(body);
    }, DELAY_MS);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    forget() {
      requests = [];
      connections = 0;
      answered = 0;
    },
    seen: () => ({requests, connections, depth: Math.max(0, ...requests.map((seen) => seen.depth))}),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
