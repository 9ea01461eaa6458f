import type {ToolError} from '../../services/model/error.ts';
import type {Clock} from '../../services/ports.ts';
import {useTicks} from './use-ticks.ts';

/** Seconds left until `until` (milliseconds since the epoch); 0 when it is past or absent. Renders once a second. */
export function useCountdown(until: number | undefined, clock: Clock): number {
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - clock.now()) / 1000));
  useTicks(left > 0, 1000, clock);
  return left;
}

/** When the service takes the request again that it has just refused; undefined when it did not say. */
export function retryAt({facts: {retryAfter}}: ToolError, clock: Clock): number | undefined {
  return retryAfter === undefined ? undefined : clock.now() + retryAfter * 1000;
}
