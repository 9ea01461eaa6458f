// Starts stores to measure against: a sandbox of the built tool, behind a process that keeps its answers in memory.
import {fork, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {fileURLToPath} from 'node:url';

const MEMORY = fileURLToPath(new URL('store.mjs', import.meta.url));

/** @typedef {{env: Record<string, string>, asked(): Promise<string[]>}} Store */

/** @param {string} tool path of the built entry @param {Record<string, string>} env */
export function createStores(tool, env) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  return {
    /**
     * @param {string[]} size flags of `tool sandbox`
     * @returns {Promise<Store>} the environment to run in, and a function that returns the requests since its last call
     */
    async start(...size) {
      const port = await freePort();
      const memory = fork(MEMORY, [`http://127.0.0.1:${port}`]);
      children.push(memory);
      const [address] = await once(memory, 'message');
      const url = `http://127.0.0.1:${address.port}`;
      const words = ['sandbox', '--port', String(port), '--public-url', url, ...size];
      const sandbox = spawn(process.execPath, [tool, ...words], {env, stdio: ['ignore', 'pipe', 'inherit']});
      children.push(sandbox);
      let text = '';
      for await (const chunk of sandbox.stdout) text += chunk;
      const exports = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]);
      return {
        env: {...env, ...Object.fromEntries(exports)},
        async asked() {
          memory.send('asked?');
          const [targets] = await once(memory, 'message');
          return targets;
        },
      };
    },
    stop() {
      for (const child of children) child.kill('SIGTERM');
    },
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
