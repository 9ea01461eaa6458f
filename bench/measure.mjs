// Runs commands and says how long they took and how much memory they had at most.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** Milliseconds that one run in a terminal may take in all. */
const LIMIT = 120_000;

const since = (started) => Number(process.hrtime.bigint() - started) / 1e6;

/**
 * One run to its end.
 * @param {{watchMemory?: boolean}} [options] whether to ask for the peak memory, which costs the machine a little
 * @returns {Promise<{ms: number, peakMb: number}>} `peakMb` is NaN where the system does not tell
 */
export function once(argv, env, {watchMemory = false} = {}) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(process.execPath, argv, {env, stdio: ['ignore', 'pipe', 'inherit']});
    child.stdout.resume();
    let peakMb = Number.NaN;
    const look = watchMemory && setInterval(() => (peakMb = highWaterMark(child.pid) ?? peakMb), 4);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ms: since(started), peakMb});
      else reject(new Error(`exit ${code}: ${argv.join(' ')}`));
    });
  });
}

/** Linux keeps the most that a process ever had in memory. */
function highWaterMark(pid) {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes && Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/**
 * A command in a terminal of 120x40 that util-linux's `script` provides, until `marker` has been written and `then` has
 * done with it; ended by Ctrl+C.
 * @returns {Promise<{ms: number, more: unknown}>} milliseconds to the marker, and what `then` gave
 */
export async function inTerminal(argv, env, marker, then = async () => undefined) {
  const words = [process.execPath, ...argv].map((word) => `'${word}'`).join(' ');
  const started = process.hrtime.bigint();
  const child = spawn('script', ['-qfec', `stty rows 40 cols 120; exec ${words}`, '/dev/null'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT);
  const terminal = follow(child, ended);
  try {
    await terminal.see(marker);
    const ms = since(started);
    return {ms, more: await then(terminal)};
  } finally {
    clearTimeout(limit);
    child.stdin.write('\u0003');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(impatience);
  }
}

/** What is written from now on, and how to wait for it. */
function follow(child, ended) {
  let text = '';
  let listener = () => {};
  child.stdin.on('error', () => {});
  child.stdout.on('data', (chunk) => {
    text += chunk;
    listener();
  });
  const next = (holds) =>
    new Promise((resolve, reject) => {
      listener = () => holds() && resolve();
      ended.then(() => reject(new Error(`it ended: ${JSON.stringify(text.slice(-500))}`)));
      if (text !== '') listener();
    });
  return {
    /** Until this has been written since the last key. */
    see: (words) => next(() => text.includes(words)),
    /** @returns {Promise<number>} milliseconds from a key to the first byte that it brings about */
    async press(key) {
      text = '';
      const at = process.hrtime.bigint();
      child.stdin.write(key);
      await next(() => text !== '');
      return since(at);
    },
    type(key) {
      text = '';
      child.stdin.write(key);
    },
  };
}

export const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
