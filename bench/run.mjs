// `npm run bench`: each figure as a ratio to its floor, both measured in turns in one run; medians. Prints each figure
// beside its bound and fails nothing: machines are noisy. `npm run bench -- 21` takes 21 rounds instead of 11.
import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {inTerminal, median, once} from './measure.mjs';

const ROUNDS = Number(process.argv[2] ?? 11);
const TOOL = resolve('dist/cli.js');
const FLOORS = resolve('bench/floors');
if (!existsSync(TOOL)) throw new Error('build first: npm run build');

const home = mkdtempSync(join(tmpdir(), 'tool-bench-'));
const bare = {PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_BYPASS_KEYCHAIN: '1'};
const sandboxes = [];

/** A sandbox with so many versions per app, as an environment to run against. */
async function sandbox(versions) {
  const child = spawn(
    process.execPath,
    [TOOL, 'sandbox', '--port', '0', '--apps', '3', '--versions', String(versions)],
    {
      env: bare,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  sandboxes.push(child);
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  const exports = [...text.matchAll(/export (TOOL_\w+)=(?:'([^']*)'|(\S+))/g)].map(([, name, quoted, plain]) => [
    name,
    quoted ?? plain,
  ]);
  return {...bare, ...Object.fromEntries(exports)};
}

/** Runs the variants in turns. @returns medians by name */
async function inTurns(variants, measure, rounds = ROUNDS) {
  const seen = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, variant] of Object.entries(variants)) seen[name].push(await measure(variant));
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, runs]) => [
      name,
      Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((run) => run[key]))])),
    ]),
  );
}

const rows = [];
function row(what, value, bound, detail) {
  rows.push([what, value, bound, detail]);
  console.log(`${what.padEnd(52)} ${value.padStart(9)}   at most ${bound.padEnd(8)} ${detail}`);
}
const ratio = (one, other) => (one / other).toFixed(2);
const ms = (value) => `${value.toFixed(1)} ms`;

try {
  const small = await sandbox(1_000);
  const middle = await sandbox(10_000);
  const large = await sandbox(100_000);
  const app = small.TOOL_APP_ID;
  const target = `/v1/apps/${app}/appStoreVersions`;
  const list = ['versions', 'list', '--app', app];
  console.log(`Node ${process.version}, ${ROUNDS} rounds, medians\n`);

  const start = await inTurns({bare: ['-e', '0'], tool: [TOOL, '--version']}, (argv) => once(argv, bare), ROUNDS * 2);
  row(
    'tool --version / node -e 0',
    ratio(start.tool.ms, start.bare.ms),
    '1.25',
    `${ms(start.tool.ms)} / ${ms(start.bare.ms)}`,
  );

  const one = await inTurns(
    {floor: [`${FLOORS}/list.mjs`, `${target}?limit=50`], tool: [TOOL, ...list, '--limit', '50']},
    (argv) => once(argv, small),
    ROUNDS * 2,
  );
  row(
    'versions list --limit 50 / node:http script',
    ratio(one.tool.ms, one.floor.ms),
    '1.5',
    `${ms(one.tool.ms)} / ${ms(one.floor.ms)}`,
  );

  const all = await inTurns(
    {floor: [`${FLOORS}/paginate.mjs`, `${target}?limit=200`], tool: [TOOL, ...list, '--paginate']},
    (argv) => once(argv, middle),
  );
  row(
    '--paginate, 10 000 versions, wall',
    ratio(all.tool.ms, all.floor.ms),
    '1.3',
    `${ms(all.tool.ms)} / ${ms(all.floor.ms)}`,
  );
  row(
    '--paginate, 10 000 versions, peak memory',
    ratio(all.tool.peakMb, all.floor.peakMb),
    '1.5',
    `${all.tool.peakMb.toFixed(0)} MB / ${all.floor.peakMb.toFixed(0)} MB`,
  );

  const stream = [TOOL, ...list, '--paginate', '--output', 'ndjson'];
  const floor = [`${FLOORS}/paginate.mjs`, `${target}?limit=200`, 'lines'];
  const growth = await inTurns(
    {toolSmall: [stream, small], toolLarge: [stream, large], floorSmall: [floor, small], floorLarge: [floor, large]},
    ([argv, env]) => once(argv, env),
    Math.min(3, ROUNDS),
  );
  const own = growth.toolLarge.peakMb - growth.toolSmall.peakMb;
  const theirs = growth.floorLarge.peakMb - growth.floorSmall.peakMb;
  row(
    'ndjson, 100 000 versions, memory beyond 1 000',
    `${(own - theirs).toFixed(0)} MB`,
    '25 MB',
    `grows ${own.toFixed(0)} MB, the floor ${theirs.toFixed(0)} MB`,
  );

  await buildHello(join(home, 'hello.mjs'));
  const frames = await inTurns(
    {
      hello: [[join(home, 'hello.mjs')], bare, 'Hello world'],
      app: [[TOOL, 'versions', 'list'], small, 'eady for sale'],
    },
    async ([argv, env, marker]) => ({ms: (await inTerminal(argv, env, marker)).ms}),
  );
  row(
    "app, first frame with versions / Ink's hello-world",
    ratio(frames.app.ms, frames.hello.ms),
    '1.5',
    `${ms(frames.app.ms)} / ${ms(frames.hello.ms)}`,
  );

  const {more: presses} = await inTerminal([TOOL, 'versions', 'list'], middle, 'eady for sale', pressKeys);
  row(
    'key press to frame, 10 000 versions',
    ms(median(presses)),
    '33 ms',
    `${presses.length} presses, worst ${ms(Math.max(...presses))}`,
  );
} finally {
  for (const child of sandboxes) child.kill('SIGTERM');
  rmSync(home, {recursive: true, force: true});
}

/** To the end of the list until everything is loaded, back, then single steps with a pause in between. */
async function pressKeys(terminal) {
  for (let page = 0; page < 220; page += 1) {
    await Promise.race([terminal.press('G'), pause(400)]);
    await pause(40);
  }
  await terminal.press('g');
  const times = [];
  for (let step = 0; step < 60; step += 1) {
    await pause(60);
    times.push(await terminal.press(step % 20 < 15 ? 'j' : 'k'));
  }
  return times;
}

function pause(time) {
  return new Promise((wake) => setTimeout(wake, time));
}

async function buildHello(outfile) {
  const {build} = await import('esbuild');
  const {options} = await import('../scripts/bundle-options.mjs');
  await build({...options, entryPoints: [`${FLOORS}/hello.jsx`], outfile});
}
