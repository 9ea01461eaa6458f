// `npm run bench` prints each figure as a ratio to its floor, next to its bound. The tool and the floor are measured in
// turn against a store that answers from memory, and the medians are compared. It never fails, because machines are
// noisy. `npm run bench -- 21` takes 21 rounds instead of 11.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {OWN_TARGET} from '../scripts/build/executable/targets.mjs';
import {measureFrames, measureKeys} from './app.mjs';
import {measureExecutable, measureExecutableApp} from './executable.mjs';
import {measureHome} from './home.mjs';
import {measureJourneys} from './journeys.mjs';
import {compare, measureGrowth, measurePages, measureStart} from './scripts.mjs';
import {createStores} from './stores.mjs';

const tool = resolve('dist/cli.js');
if (!existsSync(tool)) throw new Error('build first: npm run build');
const executable = resolve(`dist-executable/tool-${OWN_TARGET}${process.platform === 'win32' ? '.exe' : ''}`);
const hasExecutable = existsSync(executable);
const rounds = Math.max(1, Number(process.argv[2] ?? 11) || 11);

const home = mkdtempSync(join(tmpdir(), 'tool-bench-'));
const {PATH = ''} = process.env;
const env = {PATH, HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', TOOL_BYPASS_KEYCHAIN: '1'};
const stores = createStores(tool, env);
const bench = {tool, env, rounds};
try {
  console.log(`Node ${process.version}, ${rounds} rounds, medians\n`);
  await measureStart(bench);

  const samples = await stores.start('--apps', '200');
  const small = await stores.start('--versions', '1000');
  const middle = await stores.start('--versions', '10000');
  const large = await stores.start('--versions', '100000');
  await compare(bench, small, 'versions list', ['versions', 'list', '--limit', '50'], '1.6');
  await compare(bench, samples, 'versions check', ['versions', 'check', '--version-id', 'com.example.boats@editable']);
  await compare(bench, samples, 'apps list, 200 apps', ['apps', 'list', '--limit', '200']);
  await measurePages(bench, middle);
  await measureGrowth(bench, small, large);
  if (hasExecutable) await measureExecutable({...bench, executable}, small, middle);
  else console.log('The executable is not measured: there is none. npm run build:executable makes it.');
  const hasTerminal = spawnSync('script', ['--version']).status === 0;
  if (hasTerminal) {
    await measureFrames(bench, small);
    await measureKeys(bench, middle);
    if (hasExecutable) await measureExecutableApp({...bench, executable}, small, middle);
  } else console.log("The app is not measured: there is no util-linux 'script' to give it a terminal.");
  await measureJourneys(bench);
  if (hasTerminal) await measureHome(bench);
} finally {
  stores.stop();
  rmSync(home, {recursive: true, force: true});
}
