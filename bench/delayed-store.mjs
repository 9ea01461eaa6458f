// A sandbox behind a proxy that answers late and records what it was asked.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer, request as forward} from 'node:http';

/** @typedef {{line: string, depth: number}} Seen a request, and how many answers in a row had to come before it */

/**
 * @param {string} tool path of the built entry
 * @param {Record<string, string>} env
 * @param {number} delay milliseconds for each answer
 * @param {string[]} flags of `tool sandbox`
 */
export async function startDelayedStore(tool, env, delay, flags) {
  /** @type {Seen[]} */
  let requests = [];
  let connections = 0;
  let answered = 0;
  let port = 0;
  const server = createServer((incoming, response) => {
    const depth = answered + 1;
    requests.push({line: `${incoming.method} ${decodeURIComponent(incoming.url ?? '')}`, depth});
    const headers = {...incoming.headers, host: `127.0.0.1:${port}`};
    const onward = forward({port, method: incoming.method, path: incoming.url, headers}, (answer) => {
      setTimeout(() => {
        answered = Math.max(answered, depth);
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }, delay);
    });
    incoming.pipe(onward);
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  const words = ['sandbox', '--public-url', url, ...flags];
  const sandbox = spawn(process.execPath, [tool, ...words], {env, stdio: ['ignore', 'pipe', 'inherit']});
  let text = '';
  for await (const chunk of sandbox.stdout) text += chunk;
  port = Number(/listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  const exports = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]);
  return {
    env: {...env, ...Object.fromEntries(exports)},
    forget() {
      requests = [];
      connections = 0;
      answered = 0;
    },
    seen: () => ({requests, connections, depth: Math.max(0, ...requests.map((seen) => seen.depth))}),
    async stop() {
      server.close();
      server.closeAllConnections();
      sandbox.kill('SIGTERM');
      await once(sandbox, 'close');
    },
  };
}
