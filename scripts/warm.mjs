// Keeps the compiled form of the bundles: each runs once against a sandbox, and what V8 compiled on the way is written
// beside it. A start is then a third quicker. Where this fails, as without a loopback, the tool works all the same.
import {spawn} from 'node:child_process';
import {mkdtempSync, renameSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {cachePath} from './load.mjs';

const RUN = fileURLToPath(new URL('warm-run.mjs', import.meta.url));
/** Milliseconds that all of it may take. */
const LIMIT = 30_000;

/** @param {{app: string, scripted: string}} bundles their paths */
export async function keepCompiled({app, scripted}) {
  const home = mkdtempSync(join(tmpdir(), 'tool-build-'));
  const {PATH} = process.env;
  const env = {PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_BYPASS_KEYCHAIN: '1'};
  const signal = AbortSignal.timeout(LIMIT);
  const sandbox = spawn(process.execPath, ['dist/cli.js', 'sandbox', '--port', '0', '--versions', '60'], {
    env,
    signal,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const store = {...env, ...(await exportsOf(sandbox))};
    await Promise.all([
      keep(scripted, ['versions', 'list', '--limit', '50'], store, signal),
      keep(app, ['versions', 'list'], store, signal),
    ]);
  } catch (error) {
    console.error(`The bundles are not kept in compiled form: ${error.message}`);
  } finally {
    sandbox.on('error', () => {});
    sandbox.kill('SIGKILL');
    rmSync(home, {recursive: true, force: true, maxRetries: 3});
  }
}

/** What the sandbox prints for a shell. */
async function exportsOf(sandbox) {
  let text = '';
  for await (const chunk of sandbox.stdout) text += chunk;
  const variables = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]);
  if (variables.length === 0) throw new Error('the sandbox did not start');
  return Object.fromEntries(variables);
}

async function keep(bundle, words, env, signal) {
  const cache = cachePath(bundle);
  await run([RUN, bundle, `${cache}.tmp`, ...words], env, signal);
  renameSync(`${cache}.tmp`, cache);
}

function run(argv, env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, {env, signal, stdio: ['ignore', 'ignore', 'pipe']});
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}: ${said.trim()}`))));
  });
}
