// Measures the first frame that has data, and the time from a key to its frame.
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {options} from '../scripts/build/bundle-options.mjs';
import {inTurns, median} from './measure.mjs';
import {ms, ratio, row} from './print.mjs';
import {inTerminal} from './terminal.mjs';

/** @typedef {import('./stores.mjs').Store} Store */
/** @typedef {import('./scripts.mjs').Bench} Bench */

const HELLO = fileURLToPath(new URL('floors/hello.jsx', import.meta.url));
export const LISTED = 'eady for sale';

/** @param {Bench} bench @param {Store} store */
export async function measureFrames({tool, env, rounds}, store) {
  const hello = `${env.HOME}/hello.mjs`;
  await build({...options, entryPoints: [HELLO], outfile: hello});
  const both = {
    tool: {argv: [tool, 'versions', 'list'], env: store.env, marker: LISTED},
    floor: {argv: [hello], env, marker: 'Hello world'},
  };
  const figures = await inTurns(both, ({argv, env: own, marker}) => inTerminal(argv, own, marker), rounds);
  const what = "app, first frame with versions / Ink's hello-world";
  ratio(what, figures, 'ms', '1.2', ms);
  ratio(what.replace(' / ', ', CPU / '), figures, 'cpu', '1.4', ms);
}

/** @param {Bench} bench @param {Store} store with 10 000 versions */
export async function measureKeys({tool}, store) {
  const alone = await pressKeys(tool, store, {columns: 119, rows: 40});
  row('key press to frame, 10 000 versions', ms(median(alone)), '4 ms', `worst ${ms(Math.max(...alone))}`);
  const split = await pressKeys(tool, store, {columns: 160, rows: 45});
  row('the same in a split view of 160x45', ms(median(split)), '16 ms', `worst ${ms(Math.max(...split))}`);
}

/**
 * @param {string | undefined} tool the file that Node runs @param {Store} store @param {import('./terminal.mjs').Size}
 * size
 * @param {string} [program]
 * @returns {Promise<number[]>} the milliseconds from each key to its frame
 */
export async function pressKeys(tool, store, size, program) {
  /** @type {number[]} */
  const presses = [];
  const press = async (/** @type {import('./terminal.mjs').Terminal} */ terminal) => {
    await loadAll(terminal, 10_000);
    for (let step = 0; step < 60; step += 1) {
      await new Promise((wake) => setTimeout(wake, 60));
      presses.push(await terminal.press(step % 20 < 15 ? 'j' : 'k'));
    }
  };
  await inTerminal([...(tool ? [tool] : []), 'versions', 'list'], store.env, LISTED, press, size, program);
  return presses;
}

/**
 * Moves to the end of the list until everything is loaded, and back to the start.
 * @param {import('./terminal.mjs').Terminal} terminal @param {number} count
 */
async function loadAll(terminal, count) {
  for (let loaded = 0; loaded < count; ) {
    // Ctrl+L redraws the whole line, of which only the changed part would be written otherwise.
    terminal.type('G\f');
    loaded = Number((await terminal.match(/(\d+) loaded/))[1]);
  }
  await terminal.press('g');
}
