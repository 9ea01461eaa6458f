import process from 'node:process';
import type {AppProcess} from '../ports.ts';

/** When nothing has stopped by then, nothing will: a job without a shell cannot be stopped. */
const NOT_STOPPED_MS = 300;

/** What ends a job that is stopped; the shell lets it go on for that, without giving it the terminal. */
const ENDINGS = ['SIGHUP', 'SIGTERM'] as const;

export interface HostProcess extends AppProcess {
  /** The signal that ended the job while it was stopped: the terminal is not its own then. */
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
      // The default action of the signal is what stops: it must not be caught now.
      process.off('SIGTSTP', onStop);
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          process.off('SIGCONT', go);
          process.on('SIGTSTP', onStop);
          askForSize();
          // After a long stop the timer is overdue, and the signal is seen right after it: it still belongs to this stop.
          // And a signal that ends the job comes before the one that lets it go on: then nothing goes on.
          setImmediate(() => {
            stopping = false;
            for (const signal of ENDINGS) process.off(signal, onEnd);
            resolve();
          });
        };
        const timer = setTimeout(go, NOT_STOPPED_MS);
        process.on('SIGCONT', go);
        // The whole group, as the terminal does it: npm and a pipe's other programs stop too.
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

/** A job that is stopped is not told that its terminal has another size: Node asks for it as if it had been. */
function askForSize(): void {
  process.emit('SIGWINCH', 'SIGWINCH');
}
