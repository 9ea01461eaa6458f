// Serves a sandbox store. Unlike an embedded one, a served sandbox can finish a review and the days of a roll-out
// within seconds.
import {spawn} from 'node:child_process';
import {createInterface} from 'node:readline';

const EXPORT = /^export (TOOL_\w+)='?(.*?)'?$/;

/**
 * @param {readonly string[]} flags of `tool sandbox`
 * @returns {Promise<{env: Record<string, string>, stop(): void}>} the variables with which `tool` reaches the sandbox
 */
export async function serveSandbox(flags) {
  const server = spawn(process.execPath, ['dist/cli.js', 'sandbox', ...flags], {stdio: ['ignore', 'pipe', 'inherit']});
  /** @type {Record<string, string>} */
  const env = {};
  for await (const line of createInterface({input: server.stdout})) {
    const [, name, value] = EXPORT.exec(line) ?? [];
    if (name !== undefined && value !== undefined) env[name] = value;
  }
  return {env, stop: () => server.kill()};
}
