import process from 'node:process';
import type {AppProcess} from '../ports.ts';

const NOT_STOPPED_MS = 300;

/** A shell that sends one of these signals to a stopped job also resumes it, but without the terminal. */
const ENDINGS = ['SIGHUP', 'SIGTERM'] as const;

export interface HostProcess extends AppProcess {
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
      // A listener would replace the default action, which stops the process.
      process.off('SIGTSTP', onStop);
      return new Promise((resolve) => {
        const onResume = () => {
          clearTimeout(timer);
          process.off('SIGCONT', onResume);
          process.on('SIGTSTP', onStop);
          askForSize();
          // After a long stop, an overdue timer and a signal that ends the job both come before SIGCONT is handled.
          // Waiting for one more turn counts them as part of this stop.
          setImmediate(() => {
            stopping = false;
            for (const signal of ENDINGS) process.off(signal, onEnd);
            resolve();
          });
        };
        const timer = setTimeout(onResume, NOT_STOPPED_MS);
        process.on('SIGCONT', onResume);
        // Stops the whole process group, as Ctrl+Z does, so that npm and the rest of a pipeline stop, too.
        process.kill(0, 'SIGTSTP');
      });
    },
    listen({onStopRequest, onContinued, onWindowChange, onFatal, onQuit}) {
      requested = onStopRequest;
      const onContinue = () => {
        if (stopping) return;
        askForSize();
        onContinued();
      };
      const listeners = {
        SIGTSTP: onStop,
        SIGCONT: onContinue,
        SIGWINCH: onWindowChange,
        SIGQUIT: onQuit,
        uncaughtException: onFatal,
      };
      for (const [event, listener] of Object.entries(listeners)) process.on(event, listener);
      return () => {
        for (const [event, listener] of Object.entries(listeners)) process.off(event, listener);
      };
    },
  };
}

/** Makes the app read the window size again, because a stopped job is not notified of a resize. */
function askForSize(): void {
  process.emit('SIGWINCH', 'SIGWINCH');
}
