// `npm run bench`: each figure as a ratio to its floor, both measured in turns in one run; medians. Prints each figure
// beside its bound and fails nothing: machines are noisy. `npm run bench -- 21` takes 21 rounds instead of 11.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {build} from 'esbuild';
import {options} from '../scripts/bundle-options.mjs';
import {inTerminal, median, once} from './measure.mjs';
import {createSandboxes} from './sandboxes.mjs';

const ROUNDS = Math.max(1, Number(process.argv[2] ?? 11) || 11);
const TOOL = resolve('dist/cli.js');
const FLOORS = resolve('bench/floors');
/** What a list asks for, as the tool asks for it. */
const FIELDS = 'fields%5BappStoreVersions%5D=versionString,platform,appStoreState,appVersionState,createdDate';
if (!existsSync(TOOL)) throw new Error('build first: npm run build');

const home = mkdtempSync(join(tmpdir(), 'tool-bench-'));
const bare = {PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_BYPASS_KEYCHAIN: '1'};
const sandboxes = createSandboxes(TOOL, bare);

/** Runs the variants in turns. @returns medians by name and measure */
async function inTurns(variants, measure, rounds = ROUNDS) {
  const seen = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, variant] of Object.entries(variants)) seen[name].push(await measure(variant));
  }
  const medians = (runs) => Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))]);
  return Object.fromEntries(Object.entries(seen).map(([name, runs]) => [name, Object.fromEntries(medians(runs))]));
}

function row(what, value, bound, detail) {
  console.log(`${what.padEnd(52)} ${value.padStart(9)}   at most ${bound.padEnd(8)} ${detail}`);
}
const ms = (value) => `${value.toFixed(1)} ms`;
const mb = (value) => `${value.toFixed(0)} MB`;
function ratio(what, [own, floor], bound, unit) {
  const value = Number.isNaN(own / floor) ? 'unknown' : (own / floor).toFixed(2);
  row(what, value, bound, `${unit(own)} / ${unit(floor)}`);
}

async function benchScripts(small, middle, large) {
  const app = small.TOOL_APP_ID;
  const target = (limit) => `/v1/apps/${app}/appStoreVersions?${FIELDS}&limit=${limit}`;
  const list = [TOOL, 'versions', 'list', '--app', app];

  const start = await inTurns({floor: ['-e', '0'], tool: [TOOL, '--version']}, (argv) => once(argv, bare), ROUNDS * 2);
  ratio('tool --version / node -e 0', [start.tool.ms, start.floor.ms], '1.25', ms);

  const page = {floor: [join(FLOORS, 'list.mjs'), target(50)], tool: [...list, '--limit', '50']};
  const one = await inTurns(page, (argv) => once(argv, small), ROUNDS * 2);
  ratio('versions list --limit 50 / node:http script', [one.tool.ms, one.floor.ms], '1.5', ms);

  const floor = [join(FLOORS, 'paginate.mjs'), target(200)];
  const all = await inTurns({floor, tool: [...list, '--paginate']}, (argv) => once(argv, middle, {watchMemory: true}));
  ratio('--paginate, 10 000 versions, wall', [all.tool.ms, all.floor.ms], '1.3', ms);
  ratio('--paginate, 10 000 versions, peak memory', [all.tool.peakMb, all.floor.peakMb], '1.5', mb);

  const tool = [...list, '--paginate', '--output', 'ndjson'];
  const lines = [...floor, 'lines'];
  const peaks = await inTurns(
    {toolSmall: [tool, small], toolLarge: [tool, large], floorSmall: [lines, small], floorLarge: [lines, large]},
    ([argv, env]) => once(argv, env, {watchMemory: true}),
  );
  const own = peaks.toolLarge.peakMb - peaks.toolSmall.peakMb;
  const theirs = peaks.floorLarge.peakMb - peaks.floorSmall.peakMb;
  const detail = `grows ${mb(own)}, the floor ${mb(theirs)}`;
  row('ndjson, 100 000 versions: memory beyond 1 000', mb(own - theirs), '25 MB', detail);
}

async function benchApp(small, middle) {
  const hello = join(home, 'hello.mjs');
  await build({...options, entryPoints: [join(FLOORS, 'hello.jsx')], outfile: hello});
  const list = [TOOL, 'versions', 'list'];
  const frames = await inTurns(
    {hello: [[hello], bare, 'Hello world'], app: [list, small, 'eady for sale']},
    async ([argv, env, marker]) => ({ms: (await inTerminal(argv, env, marker)).ms}),
  );
  ratio("app, first frame with versions / Ink's hello-world", [frames.app.ms, frames.hello.ms], '1.5', ms);

  const {more: presses} = await inTerminal(list, middle, 'eady for sale', pressKeys);
  const worst = `${presses.length} presses, worst ${ms(Math.max(...presses))}`;
  row('key press to frame, 10 000 versions', ms(median(presses)), '33 ms', worst);
}

/** To the end of the list until everything is loaded, back, then single steps with a pause in between. */
async function pressKeys(terminal) {
  for (let loaded = 400; loaded <= 10_000; loaded += 200) {
    terminal.type('G');
    await terminal.see(`${loaded} loaded`);
  }
  await terminal.press('g');
  const times = [];
  for (let step = 0; step < 60; step += 1) {
    await new Promise((wake) => setTimeout(wake, 60));
    times.push(await terminal.press(step % 20 < 15 ? 'j' : 'k'));
  }
  return times;
}

try {
  const [small, middle, large] = [
    await sandboxes.start(1_000),
    await sandboxes.start(10_000),
    await sandboxes.start(100_000),
  ];
  console.log(`Node ${process.version}, ${ROUNDS} rounds, medians\n`);
  await benchScripts(small, middle, large);
  if (spawnSync('script', ['--version']).status === 0) await benchApp(small, middle);
  else console.log("The app is not measured: there is no util-linux 'script' to give it a terminal.");
} finally {
  sandboxes.stop();
  rmSync(home, {recursive: true, force: true});
}
