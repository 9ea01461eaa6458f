import {join} from 'node:path';
import {ToolError} from '../../services/model/error.ts';
import type {Host} from '../../services/ports.ts';
import type {Exclusively} from '../../services/store/client.ts';

const LONGEST = 10 * 60_000;
/** A shorter wait (in ms) is not reported. The lock of a killed run is taken over after five or six seconds. */
const SILENCE = 8000;

/**
 * Serialises work under a named lock, so that two runs on one machine do not interfere. If the lock cannot be created,
 * the work runs without it. @param home returns the folder that gets a `locks` folder
 */
export function exclusively(
  {files, clock}: Pick<Host, 'files' | 'clock'>,
  home: () => Promise<string>,
  warn: (text: string) => void,
): Exclusively {
  return async (name, work, signal) => {
    const path = await lockPath(files, home, name);
    if (path === undefined) return work(false);
    const start = clock.now();
    let [hasStarted, hasWaited, hasWarned] = [false, false, false];
    const begin = () => {
      hasStarted = true;
      return work(hasWaited);
    };
    const onBusy = () => {
      hasWaited = true;
      if (hasWarned || clock.now() - start < SILENCE) return;
      hasWarned = true;
      warn(`Another tool process is doing this. Waiting up to ten minutes (${path}.lock)`);
    };
    for (;;) {
      try {
        return await files.withLock(path, begin, signal, onBusy);
      } catch (error) {
        if (hasStarted || signal?.aborted) throw error;
        if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') return work(false);
        if (clock.now() - start > LONGEST) {
          throw new ToolError('waited', `Another tool process has held ${path} for ten minutes`, {cause: error});
        }
      }
    }
  };
}

async function lockPath(files: Host['files'], home: () => Promise<string>, name: string): Promise<string | undefined> {
  try {
    const locks = join(await home(), 'locks');
    await files.makeDirectory(locks, 0o700);
    return join(locks, name.replace(/[^\w.-]/g, '_'));
  } catch {
    return undefined;
  }
}
