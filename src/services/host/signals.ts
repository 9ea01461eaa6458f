import process from 'node:process';
import {ToolError} from '../model/error.ts';

export interface Signals {
  signal: AbortSignal;
  /** Nobody reads stdout any more: ends the run without a word. */
  closePipe(): ToolError;
}

const NAMES = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CODES = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143};

/** The first signal aborts what is under way and lets the run end by itself; a second one ends it at once. */
export function createSignals(): Signals {
  const controller = new AbortController();
  for (const name of NAMES) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(CODES[name]);
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
  };
}
