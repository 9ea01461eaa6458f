import process from 'node:process';
import type {AppProcess} from '../ports.ts';

/** Nothing has stopped the job by then: without a shell nothing can. */
const NOT_STOPPED_MS = 300;

/** The shell resumes a stopped job so that these can end it, but does not give it the terminal. */
const ENDINGS = ['SIGHUP', 'SIGTERM'] as const;

export interface HostProcess extends AppProcess {
  /** The signal that ended the job while it was stopped: the terminal is no longer its own. */
  endedWhileStopped(): NodeJS.Signals | undefined;
}

export function createAppProcess(): HostProcess {
  let stopping = false;
  let endedBy: NodeJS.Signals | undefined;
  const onEnd = (signal: NodeJS.Signals) => {
    endedBy = signal;
  };
  let requested = () => {};
  const onStop = () => requested();
  return {
    endedWhileStopped: () => endedBy,
    stop() {
      stopping = true;
      for (const signal of ENDINGS) process.on(signal, onEnd);
      // A listener would replace the default action, which is what stops the process.
      process.off('SIGTSTP', onStop);
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          process.off('SIGCONT', go);
          process.on('SIGTSTP', onStop);
          askForSize();
          // After a long stop the timer is overdue and SIGCONT is handled just after it, and a signal that ends the job
          // comes before SIGCONT: one more turn, so that both still belong to this stop.
          setImmediate(() => {
            stopping = false;
            for (const signal of ENDINGS) process.off(signal, onEnd);
            resolve();
          });
        };
        const timer = setTimeout(go, NOT_STOPPED_MS);
        process.on('SIGCONT', go);
        // The whole process group, as Ctrl+Z does: npm and the rest of a pipeline stop too.
        process.kill(0, 'SIGTSTP');
      });
    },
    listen({onStopRequest, onContinued, onFatal}) {
      requested = onStopRequest;
      const onContinue = () => {
        if (stopping) return;
        askForSize();
        onContinued();
      };
      process.on('SIGTSTP', onStop);
      process.on('SIGCONT', onContinue);
      process.on('uncaughtException', onFatal);
      return () => {
        process.off('SIGTSTP', onStop);
        process.off('SIGCONT', onContinue);
        process.off('uncaughtException', onFatal);
      };
    },
  };
}

/** Nobody tells a stopped job that its terminal was resized. */
function askForSize(): void {
  process.emit('SIGWINCH', 'SIGWINCH');
}
