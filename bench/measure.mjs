// Runs commands and says how long they took and how much memory they had at most.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** One run to its end. @returns {Promise<{ms: number, peakMb: number}>} */
export function once(argv, env) {
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint();
    const child = spawn(process.execPath, argv, {env, stdio: ['ignore', 'pipe', 'inherit']});
    child.stdout.resume();
    let peakKb = 0;
    const look = setInterval(() => {
      try {
        peakKb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? peakKb);
      } catch {}
    }, 2);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(look);
      if (code !== 0) reject(new Error(`exit ${code}: ${argv.join(' ')}`));
      else resolve({ms: Number(process.hrtime.bigint() - started) / 1e6, peakMb: peakKb / 1024});
    });
  });
}

/** A command in a terminal of 120x40, until `marker` has been written. `then` may go on with it. */
export function inTerminal(argv, env, marker, then = async () => undefined) {
  return new Promise((resolve, reject) => {
    const words = [process.execPath, ...argv].map((word) => `'${word}'`).join(' ');
    const started = process.hrtime.bigint();
    const child = spawn('script', ['-qfec', `stty rows 40 cols 120; exec ${words}`, '/dev/null'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let text = '';
    let listener = () => {};
    const timer = setTimeout(
      () => finish(new Error(`no ${marker} within 20 s: ${JSON.stringify(text.slice(-500))}`)),
      20_000,
    );
    const finish = (error, value) => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.kill('SIGKILL');
      if (error) reject(error);
      else resolve(value);
    };
    child.on('error', (error) => finish(error));
    child.stdout.on('data', async (chunk) => {
      listener();
      if (text.includes(marker)) return;
      text += chunk;
      if (!text.includes(marker)) return;
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      const terminal = {
        /** Milliseconds from a key to the first byte that it brings about. */
        press: (key) =>
          new Promise((pressed) => {
            const at = process.hrtime.bigint();
            listener = () => {
              listener = () => {};
              pressed(Number(process.hrtime.bigint() - at) / 1e6);
            };
            child.stdin.write(key);
          }),
      };
      try {
        finish(undefined, {ms, more: await then(terminal)});
      } catch (error) {
        finish(error);
      }
    });
  });
}

export const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
