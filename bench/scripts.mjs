// Compares commands with the smallest script that makes the same requests one after another.
import {fileURLToPath} from 'node:url';
import {inTurns, timed, weighed} from './measure.mjs';
import {mb, ms, ratio, row} from './print.mjs';

const FLOOR = fileURLToPath(new URL('floors/requests.mjs', import.meta.url));

/** @typedef {import('./stores.mjs').Store} Store */
/** @typedef {{tool: string, env: Record<string, string>, rounds: number}} Bench */

/**
 * Returns the arguments of a command and of its floor, which makes the requests that the command has made.
 * @param {Bench} bench
 * @param {Store} store
 * @param {string[]} words
 * @param {string[]} options of the floor
 */
async function variants({tool}, store, words, options = []) {
  await store.asked();
  await timed([tool, ...words], store.env);
  return {tool: [tool, ...words], floor: [FLOOR, ...options, ...(await store.asked())]};
}

/** @param {Bench} bench */
export async function measureStart({tool, env, rounds}) {
  const both = {floor: ['-e', '0'], tool: [tool, '--version']};
  const start = await inTurns(both, (argv) => timed(argv, env), rounds * 2);
  ratio('--version / node -e 0', start, 'ms', '1.15', ms);
}

/**
 * @param {Bench} bench
 * @param {Store} store
 * @param {string} what
 * @param {string[]} words
 * @param {string} [bound]
 */
export async function compare(bench, store, what, words, bound = '') {
  const both = await variants(bench, store, words);
  const figures = await inTurns(both, (argv) => timed(argv, store.env), bench.rounds * 2);
  ratio(`${what} / script`, figures, 'ms', bound, ms);
}

/** @param {Bench} bench @param {Store} store with 10 000 versions */
export async function measurePages(bench, store) {
  const both = await variants(bench, store, ['versions', 'list', '--paginate']);
  const figures = await inTurns(both, (argv) => weighed(argv, store.env), bench.rounds);
  const what = '50 pages of 200 / script';
  ratio(`${what}, wall`, figures, 'ms', '1.3', ms);
  ratio(`${what}, CPU`, figures, 'cpu', '1.3', ms);
  ratio(`${what}, peak memory`, figures, 'peak', '1.3', mb);
}

/** Measures the memory that 99 000 more lines take. @param {Bench} bench @param {Store} few @param {Store} many */
export async function measureGrowth(bench, few, many) {
  const words = ['versions', 'list', '--paginate', '--output', 'ndjson'];
  const [small, large] = [
    await variants(bench, few, words, ['--lines']),
    await variants(bench, many, words, ['--lines']),
  ];
  const runs = {
    toolFew: {argv: small.tool, env: few.env},
    toolMany: {argv: large.tool, env: many.env},
    floorFew: {argv: small.floor, env: few.env},
    floorMany: {argv: large.floor, env: many.env},
  };
  const {toolFew, toolMany, floorFew, floorMany} = await inTurns(
    runs,
    ({argv, env}) => weighed(argv, env),
    bench.rounds,
  );
  const own = (toolMany?.peak ?? Number.NaN) - (toolFew?.peak ?? Number.NaN);
  const theirs = (floorMany?.peak ?? Number.NaN) - (floorFew?.peak ?? Number.NaN);
  row(
    'ndjson, 100 000 versions: memory beyond 1 000',
    mb(own - theirs),
    '25 MB',
    `grows ${mb(own)}, the floor ${mb(theirs)}`,
  );
}
