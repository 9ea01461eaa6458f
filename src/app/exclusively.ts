import {join} from 'node:path';
import {ToolError} from '../services/model/error.ts';
import type {Host} from '../services/ports.ts';
import type {Exclusively} from '../services/store/client.ts';

/** How long another run is waited for, in ms. */
const LONGEST = 10 * 60_000;

/**
 * Runs work under a lock of its name, so that two runs on one machine do not get in each other's way. It is a courtesy:
 * where no lock can be made, nobody is waited for.
 * @param home the folder of the config in force; the locks are in a folder of it
 */
export function exclusively({files, clock}: Pick<Host, 'files' | 'clock'>, home: () => Promise<string>): Exclusively {
  return async (name, work, signal) => {
    const path = await lockPath(files, home, name);
    if (path === undefined) return work(false);
    const deadline = clock.now() + LONGEST;
    let [hasBegun, hasWaited] = [false, false];
    const begin = () => {
      hasBegun = true;
      return work(hasWaited);
    };
    const onBusy = () => {
      hasWaited = true;
    };
    for (;;) {
      try {
        return await files.withLock(path, begin, signal, onBusy);
      } catch (error) {
        if (hasBegun || signal?.aborted) throw error;
        if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') return work(false);
        if (clock.now() > deadline) {
          throw new ToolError('waited', `Another run of tool has kept ${path} for ten minutes`, {cause: error});
        }
      }
    }
  };
}

/** Undefined where it cannot be made. */
async function lockPath(files: Host['files'], home: () => Promise<string>, name: string): Promise<string | undefined> {
  try {
    const folder = await home();
    if (!(await files.stat(folder))) await files.makeDirectory(folder, 0o700);
    const locks = join(folder, 'locks');
    await files.makeDirectory(locks, 0o700);
    return join(locks, name.replace(/[^\w.-]/g, '_'));
  } catch {
    return undefined;
  }
}
