// Runs the app in a terminal, which `script` of util-linux provides.
import {spawn} from 'node:child_process';
import {since, withUsage} from './measure.mjs';

/** The time limit of one run, in milliseconds. */
const LIMIT = 120_000;

/** @typedef {ReturnType<typeof follow>} Terminal */
/** @typedef {{columns: number, rows: number}} Size */

/**
 * Runs until `marker` has been written and `then` is done, and then sends Ctrl+C.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} env
 * @param {string} marker
 * @param {(terminal: Terminal) => Promise<void>} [then]
 * @param {Size} [size]
 * @param {string} [program]
 * @returns {Promise<{ms: number, cpu: number}>} `ms` until the marker, and `cpu` until the end
 */
export async function inTerminal(
  argv,
  env,
  marker,
  then = async () => {},
  size = {columns: 120, rows: 40},
  program = process.execPath,
) {
  const run = withUsage(argv, env, program);
  const words = [program, ...run.argv].map((word) => `'${word}'`).join(' ');
  const started = process.hrtime.bigint();
  const child = spawn('script', ['-qfec', `stty rows ${size.rows} cols ${size.columns}; exec ${words}`, '/dev/null'], {
    env: run.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT);
  const terminal = follow(child, ended, started);
  let ms = Number.NaN;
  try {
    await terminal.see(marker);
    ms = since(started);
    await then(terminal);
  } finally {
    clearTimeout(limit);
    child.stdin.write('\u0003');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(impatience);
  }
  return {ms, cpu: run.read().cpu ?? Number.NaN};
}

/**
 * Follows the output from now on.
 * @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child
 * @param {Promise<unknown>} ended
 * @param {bigint} started
 */
function follow(child, ended, started) {
  let text = '';
  let last = started;
  let listener = () => {};
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => {
    text += chunk;
    last = process.hrtime.bigint();
    listener();
  });
  /** @param {() => boolean} holds @returns {Promise<void>} */
  const until = (holds) =>
    new Promise((resolve, reject) => {
      listener = () => {
        if (holds()) resolve();
      };
      ended.then(() => reject(new Error(`it ended: ${JSON.stringify(text.slice(-500))}`)));
      if (text !== '') listener();
    });
  return {
    /**
     * Waits until the words have been written since the last key.
     * @param {string} words
     */
    see: (words) => until(() => text.includes(words)),
    /**
     * Waits until the output since the last key matches.
     * @param {RegExp} pattern @returns {Promise<RegExpExecArray>}
     */
    async match(pattern) {
      await until(() => pattern.test(text));
      return /** @type {RegExpExecArray} */ (pattern.exec(text));
    },
    /**
     * @param {string} key
     * @param {string} [words] the words that the key makes the app write
     * @returns {Promise<number>} the milliseconds from the key to the first byte, or to these words
     */
    async press(key, words = '') {
      text = '';
      const at = process.hrtime.bigint();
      child.stdin.write(key);
      await until(() => text !== '' && text.includes(words));
      return since(at);
    },
    /**
     * Waits until nothing has been written for `pause` milliseconds.
     * @param {number} pause
     * @returns {Promise<number>} the milliseconds from the start to the last output
     */
    async quiet(pause) {
      while (since(last) < pause) await new Promise((wake) => setTimeout(wake, pause - since(last)));
      return Number(last - started) / 1e6;
    },
    /** @param {string} key */
    type(key) {
      text = '';
      child.stdin.write(key);
    },
  };
}
