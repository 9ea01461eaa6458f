import process from 'node:process';
import {ToolError} from '../model/error.ts';
import type {Terminal} from '../ports.ts';
import {readStream} from './read-bounded.ts';

/** stdout and stderr of this process. `closePipe` is told when nobody reads stdout any more. */
export function createTerminal(closePipe: () => ToolError): Terminal {
  const {stdin, stdout, stderr} = process;
  // The write's own callback reports it; without a listener it would be thrown as well.
  stdout.on('error', () => {});
  stderr.on('error', () => {});
  return {
    stdinIsTty: Boolean(stdin.isTTY),
    stdoutIsTty: Boolean(stdout.isTTY),
    stderrIsTty: Boolean(stderr.isTTY),
    readInput: (options) => readStream(stdin, 'stdin', options),
    write: (text) =>
      new Promise((resolve, reject) => {
        stdout.write(text, (error) => {
          if (!error) resolve();
          else
            reject(
              isClosed(error)
                ? closePipe()
                : new ToolError('storage', `stdout cannot be written: ${error.message}`, {cause: error}),
            );
        });
      }),
    writeError(text) {
      stderr.write(text);
    },
  };
}

function isClosed(error: Error): boolean {
  return ['EPIPE', 'ERR_STREAM_DESTROYED', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '');
}
