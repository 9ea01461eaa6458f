import type {Clock} from '../ports.ts';

const HOUR = 3_600_000;
const LIMIT = 3500;

/** The `X-Rate-Limit` header: counts down within the hour, but nobody is turned away. */
export function createRateLimit(clock: Clock): () => string {
  let begun = clock.now();
  let used = 0;
  return () => {
    if (clock.now() - begun >= HOUR) [begun, used] = [clock.now(), 0];
    used += 1;
    return `user-hour-lim:${LIMIT};user-hour-rem:${Math.max(0, LIMIT - used)};`;
  };
}
