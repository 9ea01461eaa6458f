// Starts a sandbox that answers with a delay.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {request as forward} from 'node:http';
import {buffer} from 'node:stream/consumers';
import {startDelayed} from './delayed-service.mjs';

/**
 * @param {string} tool path of the built entry
 * @param {Record<string, string>} env
 * @param {string[]} flags of `tool sandbox`
 */
export async function startDelayedStore(tool, env, flags) {
  let port = 0;
  const service = await startDelayed(async (incoming) => {
    const headers = {...incoming.headers, host: `127.0.0.1:${port}`};
    const onward = forward({port, method: incoming.method, path: incoming.url, headers});
    incoming.pipe(onward);
    const [answer] = await once(onward, 'response');
    return {status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer)};
  });
  const words = ['sandbox', '--public-url', service.url, ...flags];
  const sandbox = spawn(process.execPath, [tool, ...words], {env, stdio: ['ignore', 'pipe', 'inherit']});
  let text = '';
  for await (const chunk of sandbox.stdout) text += chunk;
  port = Number(/listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]);
  const exports = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]);
  return {
    ...service,
    env: {...env, ...Object.fromEntries(exports)},
    async stop() {
      service.stop();
      sandbox.kill('SIGTERM');
      await once(sandbox, 'close');
    },
  };
}
