// Compares the executable with the build for Node, and with the shortest start of Bun.
import {compiler} from '../scripts/build/executable/targets.mjs';
import {LISTED, pressKeys} from './app.mjs';
import {inTurns, median, timed, weighed} from './measure.mjs';
import {ms, ratio, row} from './print.mjs';
import {inTerminal} from './terminal.mjs';

/** @typedef {import('./stores.mjs').Store} Store */
/** @typedef {import('./scripts.mjs').Bench & {executable: string}} Bench */

/** @param {Bench} bench @param {Store} small @param {Store} middle with 10 000 versions */
export async function measureExecutable({tool, executable, env, rounds}, small, middle) {
  const starts = {
    tool: {program: executable, argv: ['--version']},
    floor: {program: compiler(), argv: ['-e', '0']},
  };
  const start = await inTurns(starts, ({program, argv}) => timed(argv, env, program), rounds * 2);
  ratio('executable, --version / bun -e 0', start, 'ms', '1.3', ms);

  const words = ['versions', 'list'];
  const both = {tool: {program: executable, argv: words}, floor: {program: process.execPath, argv: [tool, ...words]}};
  const list = await inTurns(both, ({program, argv}) => timed(argv, small.env, program), rounds * 2);
  ratio("executable, versions list / Node form's", list, 'ms', '', ms);
  const pages = await inTurns(both, ({program, argv}) => weighed([...argv, '--paginate'], middle.env, program), rounds);
  ratio("executable, 10 000 versions / Node form's, wall", pages, 'ms', '', ms);
  ratio("executable, 10 000 versions / Node form's, CPU", pages, 'cpu', '', ms);
}

/** @param {Bench} bench @param {Store} small @param {Store} middle with 10 000 versions */
export async function measureExecutableApp({tool, executable, rounds}, small, middle) {
  const words = ['versions', 'list'];
  const both = {tool: {program: executable, argv: words}, floor: {program: process.execPath, argv: [tool, ...words]}};
  const frames = await inTurns(
    both,
    ({program, argv}) => inTerminal(argv, small.env, LISTED, undefined, undefined, program),
    rounds,
  );
  ratio("executable, first frame / Node form's, wall", frames, 'ms', '0.85', ms);
  ratio("executable, first frame / Node form's, CPU", frames, 'cpu', '1.2', ms);

  const size = {columns: 119, rows: 40};
  const own = median(await pressKeys(undefined, middle, size, executable));
  const theirs = median(await pressKeys(tool, middle, size));
  row("executable, key press to frame / Node form's", (own / theirs).toFixed(2), '1.0', `${ms(own)} / ${ms(theirs)}`);
}
