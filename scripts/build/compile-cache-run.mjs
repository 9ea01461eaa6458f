// Runs one bundle and writes what V8 compiled to CACHE: `node compile-cache-run.mjs BUNDLE CACHE ARGUMENTS…`. The app
// gets a fake terminal, because a build may run without a real one.
import {writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {PassThrough, Writable} from 'node:stream';
import tty from 'node:tty';
import v8 from 'node:v8';
import {load} from './load.cjs';

const LISTED = 'eady for sale';

const [, , bundle = '', cache = '', ...words] = process.argv;
process.argv = [process.execPath, bundle, ...words];
// V8 accepts a compiled form only if it was made with the same flags.
v8.setFlagsFromString = () => {};

const {script, start} = load(bundle);
const hasEnded = basename(bundle).startsWith('app') ? actAsTerminal() : () => true;
process.on('exit', () => {
  if (hasEnded()) return writeFileSync(cache, script.createCachedData());
  console.error('the app has not opened');
  process.exitCode = 1;
});
await start();

/**
 * Acts as a person who waits for the list, moves in it and quits.
 * @returns a function that reports whether the list appeared
 */
function actAsTerminal() {
  const stdin = Object.assign(new PassThrough(), {isTTY: true, setRawMode: () => stdin, ref() {}, unref() {}});
  const keys = ['j', 'j', 'k', 'q'];
  let screen = '';
  /** @type {NodeJS.Timeout | undefined} */
  let idle;
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      screen += chunk;
      clearTimeout(idle);
      // A key that comes before the list would end the run with only half of the code compiled, so the list is awaited
      // without a time limit.
      if (screen.includes(LISTED)) idle = setTimeout(() => stdin.write(keys.shift() ?? '\u0003'), 250);
      done();
    },
  });
  Object.assign(stdout, {isTTY: true, columns: 120, rows: 40, getColorDepth: () => 8, hasColors: () => true});
  tty.isatty = () => true;
  for (const [name, value] of Object.entries({stdin, stdout})) {
    Object.defineProperty(process, name, {value, configurable: true});
  }
  return () => keys.length === 0;
}
