// Runs commands, and measures the time and the resources that they take.
import {spawn} from 'node:child_process';
import {readFileSync, rmSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url));

/** @typedef {Record<string, number>} Figures `ms` from start to end; `cpu` of all threads in ms; `peak` memory in MB */

/** @param {bigint} started @returns {number} milliseconds */
export const since = (started) => Number(process.hrtime.bigint() - started) / 1e6;

/**
 * Makes a program record its usage.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [program] Node, or Bun
 * @returns the arguments and the environment to run it with, and a function that reads the usage
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
 * Runs a program to its end. Its output and its exit code do not matter, as long as it does not fail.
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
    // A check that finds something exits with 1.
    child.on('close', (code) =>
      code === 0 || (code === 1 && said === '')
        ? resolve({ms: since(started)})
        : reject(new Error(`exit ${code}: ${argv.join(' ')}: ${said}`)),
    );
  });
}

/**
 * Runs a program to its end, and also measures `cpu` and `peak`, which adds a millisecond.
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
 * Measures the variants in turn. The first round does not count.
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
