import process from 'node:process';
import type {AppProcess} from '../ports/job.ts';

/** When nothing has stopped by then, nothing will: a job without a shell cannot be stopped. */
const NOT_STOPPED_MS = 300;

export function createAppProcess(): AppProcess {
  let stopping = false;
  let requested = () => {};
  const onStop = () => requested();
  return {
    stop() {
      stopping = true;
      // The default action of the signal is what stops: it must not be caught now.
      process.off('SIGTSTP', onStop);
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer);
          process.off('SIGCONT', go);
          process.on('SIGTSTP', onStop);
          // After a long stop the timer is overdue, and the signal is seen right after it: it still belongs to this stop.
          setImmediate(() => {
            stopping = false;
          });
          resolve();
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
        if (!stopping) onContinued();
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
