// Runs each bundle once against a sandbox, and writes what V8 compiled to a file next to the bundle. With that file, a
// start is a third faster. The tool works without it, so a failure, e.g. without a loopback address, does not matter.
import {spawn} from 'node:child_process';
import {hash} from 'node:crypto';
import {chmodSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {cachePath} from './load.cjs';

const RUN = fileURLToPath(new URL('compile-cache-run.mjs', import.meta.url));
/** The time limit of all runs together, in milliseconds. */
const LIMIT = 60_000;

/**
 * @param {string} outdir
 * @param {{app: string, scripted: string}} bundles their file names in outdir
 * @returns {Promise<Record<string, string>>} the SHA-256 of each compiled form
 */
export async function keepCompiled(outdir, {app, scripted}) {
  const home = mkdtempSync(join(tmpdir(), 'tool-build-'));
  const {PATH} = process.env;
  const env = {PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_BYPASS_KEYCHAIN: '1'};
  const signal = AbortSignal.timeout(LIMIT);
  const sandbox = spawn(process.execPath, [join(outdir, 'cli.js'), 'sandbox', '--port', '0', '--versions', '60'], {
    env,
    signal,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const store = {...env, ...(await exportsOf(sandbox.stdout))};
    const kept = await Promise.all([
      keep(join(outdir, scripted), ['versions', 'list', '--limit', '50', '--paginate'], store, signal),
      keep(join(outdir, app), ['versions', 'list'], store, signal),
    ]);
    return Object.fromEntries(kept);
  } catch (error) {
    console.error(`The bundles are not kept in compiled form: ${error instanceof Error ? error.message : error}`);
    for (const bundle of [scripted, app]) rmSync(cachePath(join(outdir, bundle)), {force: true});
    return {};
  } finally {
    sandbox.on('error', () => {});
    sandbox.kill('SIGKILL');
    rmSync(home, {recursive: true, force: true, maxRetries: 3});
  }
}

/**
 * Reads the variables that the sandbox prints for a shell.
 * @param {import('node:stream').Readable} stdout
 * @returns {Promise<Record<string, string>>}
 */
async function exportsOf(stdout) {
  let text = '';
  for await (const chunk of stdout) text += chunk;
  const variables = [...text.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]);
  if (variables.length === 0) throw new Error('the sandbox did not start');
  return Object.fromEntries(variables);
}

/**
 * @param {string} bundle
 * @param {string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {Promise<[name: string, sha256: string]>}
 */
async function keep(bundle, words, env, signal) {
  const cache = cachePath(bundle);
  await run([RUN, bundle, cache, ...words], env, signal);
  // A compiled form that its group may write to is not used, so the mode must not depend on the umask.
  chmodSync(cache, 0o644);
  return [basename(cache), hash('sha256', readFileSync(cache))];
}

/**
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
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
