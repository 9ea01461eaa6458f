import {setTimeout} from 'node:timers/promises';
import type {Clock} from '../ports.ts';

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    async sleep(ms, signal) {
      try {
        await setTimeout(ms, undefined, {signal});
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}
