import process from 'node:process';
import {ToolError} from '../model/error.ts';
import {type EndingSignal, SIGNAL_EXIT_CODES} from '../model/exit-codes.ts';

export interface Signals {
  signal: AbortSignal;
  /** Nobody reads stdout any more: ends the run without a word. */
  closePipe(): ToolError;
  /** While `work` runs, Ctrl+C and Ctrl+\\ are for the program that has the terminal. */
  lend<T>(work: () => Promise<T>): Promise<T>;
}

/** The first signal aborts what is under way and lets the run end by itself; a second one ends it at once. */
export function createSignals(): Signals {
  const controller = new AbortController();
  let lent = 0;
  for (const name of Object.keys(SIGNAL_EXIT_CODES) as EndingSignal[]) {
    process.on(name, () => {
      if (lent > 0 && name === 'SIGINT') return;
      if (controller.signal.aborted) process.exit(SIGNAL_EXIT_CODES[name]);
      controller.abort(new ToolError('interrupted', 'Interrupted', {facts: {signal: name}}));
    });
  }
  return {
    signal: controller.signal,
    closePipe() {
      const error = new ToolError('interrupted', 'stdout was closed', {facts: {closedPipe: true}});
      controller.abort(error);
      return error;
    },
    async lend(work) {
      const ignore = () => {};
      lent += 1;
      process.on('SIGQUIT', ignore);
      try {
        return await work();
      } finally {
        process.off('SIGQUIT', ignore);
        lent -= 1;
      }
    },
  };
}
