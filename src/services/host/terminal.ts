import {createReadStream, fstatSync, write} from 'node:fs';
import process from 'node:process';
import {Writable} from 'node:stream';
import {isatty} from 'node:tty';
import {untilAborted} from '../async/until-aborted.ts';
import {type EndingSignal, readerGone, SIGNAL_EXIT_CODES, ToolError} from '../model/error.ts';
import type {Env, Terminal} from '../ports.ts';
import {breakWords} from '../text/terminal-lines.ts';
import {readStream} from './read-bounded.ts';

export type Signals = ReturnType<typeof createSignals>;

/** Aborts the run on the first signal, so that it can clean up, and exits on the second. `release` ignores SIGINT. */
export function createSignals() {
  const controller = new AbortController();
  let released = 0;
  for (const name of Object.keys(SIGNAL_EXIT_CODES) as EndingSignal[]) {
    process.on(name, () => {
      if (released > 0 && name === 'SIGINT') return;
      // A shell may pass on the hang-up that the terminal has already sent, so a second one does not count.
      if (controller.signal.aborted && name !== 'SIGHUP') process.exit(SIGNAL_EXIT_CODES[name]);
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: name}}));
    });
  }
  return {
    signal: controller.signal,
    async release<T>(work: () => Promise<T>): Promise<T> {
      const ignore = () => {};
      released += 1;
      process.on('SIGQUIT', ignore);
      try {
        return await work();
      } finally {
        process.off('SIGQUIT', ignore);
        released -= 1;
      }
    },
  };
}

const GONE: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'];
const BLOCKED_MS = 300;

export interface HostTerminal extends Terminal {
  errorsWritten(): Promise<void>;
}

export function createTerminal({signal}: Pick<Signals, 'signal'>): HostTerminal {
  const {stdin} = process;
  const stdout = openOutput(1);
  const stderr = openOutput(2);
  // Callbacks of writes report errors. Without a listener, these would be thrown as well.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return {
    stdinIsTty: isatty(0),
    stdoutIsTty: isatty(1),
    stderrIsTty: isatty(2),
    get columns() {
      return stdout.columns ?? stderr.columns;
    },
    showsLinks: () => showsLinks(process.env, stdout),
    // If stdin is a folder, Node's stream is merely empty, while a new stream reports the folder as an error.
    readInput: async (options) =>
      readStream(fstatSync(0).isDirectory() ? createReadStream('', {fd: 0}) : stdin, 'stdin', options),
    async *input() {
      const end = () => stdin.destroy();
      signal.addEventListener('abort', end);
      try {
        for await (const chunk of stdin) {
          yield chunk;
          // Without this pause, Bun would deliver no signal as long as there is input.
          await new Promise(setImmediate);
        }
      } catch (error) {
        // A folder, as in `< /`, has nothing to read.
        if (!signal.aborted && (error as NodeJS.ErrnoException).code !== 'EISDIR') throw error;
      } finally {
        signal.removeEventListener('abort', end);
      }
    },
    write(text) {
      const written = new Promise<void>((resolve, reject) => {
        stdout.write(text, (error: NodeJS.ErrnoException | null | undefined) => {
          if (!error) resolve();
          else if (GONE.includes(error.code)) reject(readerGone());
          else reject(new ToolError('storage', `stdout cannot be written: ${error.message}`, {cause: error}));
        });
      });
      return untilAborted(written, signal);
    },
    writeError(text) {
      const {columns} = stderr;
      stderr.write(columns ? breakWords(text, columns) : text);
    },
    async errorsWritten() {
      if (stderr.writableLength === 0) return;
      await new Promise<void>((resolve) => {
        const giveUp = () => void setTimeout(resolve, BLOCKED_MS);
        if (signal.aborted) giveUp();
        else signal.addEventListener('abort', giveUp);
        stderr.write('', () => resolve());
      });
    },
  };
}

const FULL_PIPE_MS = 5;

/** Opens an output. Bun's own streams report accepted data as written, and keep a copy of the descriptor. */
function openOutput(descriptor: 1 | 2): Writable & {isTTY?: boolean; columns?: number} {
  if (!process.versions.bun || isatty(descriptor)) return descriptor === 1 ? process.stdout : process.stderr;
  return new Writable({write: (bytes: Buffer, _encoding, done) => writeAll(descriptor, bytes, done)});
}

function writeAll(descriptor: number, bytes: Buffer, done: (error?: Error) => void): void {
  write(descriptor, bytes, 0, bytes.length, null, (error, count) => {
    if (error?.code === 'EAGAIN') setTimeout(() => writeAll(descriptor, bytes, done), FULL_PIPE_MS);
    else if (error) done(error);
    else if (count < bytes.length) writeAll(descriptor, bytes.subarray(count), done);
    else done();
  });
}

/** Returns whether links are shown. A multiplexer inherits its terminal's variables, but may not show links. */
export async function showsLinks(env: Env, stdout: {isTTY?: boolean}): Promise<boolean> {
  if (env.FORCE_HYPERLINK === undefined && (env.STY || env.TMUX)) return false;
  const {createSupportsHyperlinks} = await import('supports-hyperlinks');
  return createSupportsHyperlinks(stdout);
}
