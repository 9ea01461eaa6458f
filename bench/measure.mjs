// Runs commands and says how long they took, and what of the machine.
import {spawn} from 'node:child_process';
import {readFileSync, rmSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** @typedef {Record<string, number>} Figures `ms` from start to end; `cpu` in ms, of all threads; `peak` in MB */

/** @param {bigint} started @returns {number} milliseconds */
export const since = (started) => Number(process.hrtime.bigint() - started) / 1e6;

/**
 * A program with what leaves its usage, and how to read that.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [program] Bun where it is not Node
 */
export function withUsage(argv, env, program = process.execPath) {
  const file = `${env.HOME}/usage.json`;
  rmSync(file, {force: true});
  const isNode = program === process.execPath;
  return {
    argv: isNode ? ['--require', USAGE, ...argv] : argv,
    env: {...env, BENCH_USAGE: file, ...(isNode ? {} : {BUN_OPTIONS: `--preload ${USAGE}`})},
    /** @returns {Figures} */
    read: () => JSON.parse(readFileSync(file, 'utf8')),
  };
}

/**
 * One run to its end, whatever it prints and however it exits, as long as it does not crash.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [program]
 * @returns {Promise<Figures>} `ms`
 */
export function timed(argv, env, program = process.execPath) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(program, argv, {env, stdio: ['ignore', 'pipe', 'pipe']});
    let said = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    // 1 is what a check answers that found something.
    child.on('close', (code) =>
      code === 0 || (code === 1 && said === '')
        ? resolve({ms: since(started)})
        : reject(new Error(`exit ${code}: ${argv.join(' ')}: ${said}`)),
    );
  });
}

/**
 * The same with `cpu` and `peak`, which cost it a millisecond.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [program]
 */
export async function weighed(argv, env, program) {
  const run = withUsage(argv, env, program);
  const figures = await timed(run.argv, run.env, program);
  return {...figures, ...run.read()};
}

/**
 * Measures variants in turns, after one round that does not count.
 * @template Variant
 * @param {Record<string, Variant>} variants
 * @param {(variant: Variant) => Promise<Figures>} measure
 * @param {number} rounds
 * @returns {Promise<Record<string, Figures>>} medians by variant
 */
export async function inTurns(variants, measure, rounds) {
  /** @type {Record<string, Figures[]>} */
  const seen = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, variant] of Object.entries(variants)) {
      const figures = await measure(variant);
      if (round > 0) seen[name] = [...(seen[name] ?? []), figures];
    }
  }
  return Object.fromEntries(Object.entries(seen).map(([name, runs]) => [name, medians(runs)]));
}

/** @param {Figures[]} runs @returns {Figures} */
function medians(runs) {
  const names = Object.keys(runs[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] ?? Number.NaN))]));
}

/** @param {number[]} values @returns {number} */
export const median = (values) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
