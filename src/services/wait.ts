import {drained} from './generators.ts';
import {cleanText} from './model/clean.ts';
import {ToolError} from './model/error.ts';
import {formatDuration} from './model/time.ts';
import type {Clock} from './ports.ts';

/** `stuck`: only a person can get it any further. */
export type WaitVerdict = 'reached' | 'stuck' | 'waiting';

export interface Wait<T> {
  /** Failures of the network or the service are tolerated; any other error ends the wait. */
  read(signal: AbortSignal): Promise<T>;
  stateOf(value: T): string;
  judge(value: T): WaitVerdict;
  /** Milliseconds between reads; may depend on the last value. */
  every: number | ((value: T | undefined) => number);
  /** Milliseconds; if shorter than `every`, there is only one read. */
  maxWait: number;
}

/** `isChange` is also true for the first. */
type Seen<T> = {kind: 'seen'; value: T; state: string; isChange: boolean; at: number};
/** `isNew`: the first of its summary since the last success; details such as a request ID always differ. */
type Failed = {kind: 'failed'; error: ToolError; isNew: boolean};
/** `next`: milliseconds until the next read; absent for the last. */
export type WaitEvent<T> = (Seen<T> | Failed) & {waited: number; next?: number};

/** `waiting`: the time was up. */
export interface WaitOutcome<T> {
  verdict: WaitVerdict;
  /** The last value; absent when every read failed. */
  value?: T;
  waited: number;
  /** Why the last read failed, if it did. */
  failure?: ToolError;
}

/** Milliseconds for the first read, however short the wait. */
const FIRST_READ = 10_000;

const TOLERATED: readonly string[] = ['network', 'service', 'rate-limited'];

export async function* watch<T>(
  {read, stateOf, judge, every, maxWait}: Wait<T>,
  clock: Clock,
  signal?: AbortSignal,
): AsyncGenerator<WaitEvent<T>, WaitOutcome<T>> {
  const started = clock.now();
  const limit = new AbortController();
  const done = new AbortController();
  clock
    .sleep(Math.max(maxWait, FIRST_READ), done.signal)
    .then(() => limit.abort(new ToolError('waited', 'The time is up')))
    .catch(() => {});
  const linkedSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  let seen: {value: T; state: string} | undefined;
  let failure: ToolError | undefined;
  const reported = new Set<string>();
  const waited = () => clock.now() - started;
  const interval = () => (typeof every === 'number' ? every : every(seen?.value));
  const result = (verdict: WaitVerdict): WaitOutcome<T> => ({verdict, value: seen?.value, waited: waited(), failure});
  try {
    for (let pause = 0; ; ) {
      let verdict: WaitVerdict = 'waiting';
      let event: Seen<T> | Failed;
      try {
        if (pause > 0) await clock.sleep(pause, linkedSignal);
        const value = await read(linkedSignal);
        const state = stateOf(value);
        event = {kind: 'seen', value, state, isChange: state !== seen?.state, at: clock.now()};
        verdict = judge(value);
        seen = {value, state};
        failure = undefined;
        reported.clear();
      } catch (error) {
        if (limit.signal.aborted && !signal?.aborted) {
          if (!seen) failure ??= new ToolError('network', 'The service did not answer in time');
          return result('waiting');
        }
        if (!(error instanceof ToolError) || !TOLERATED.includes(error.kind)) throw error;
        event = {kind: 'failed', error, isNew: !reported.has(error.summary)};
        reported.add(error.summary);
        failure = error;
      }
      pause = Math.max(interval(), (failure?.facts.retryAfter ?? 0) * 1000);
      const continues = verdict === 'waiting' && waited() + pause <= maxWait;
      yield {...event, waited: waited(), next: continues ? pause : undefined};
      if (!continues) return result(verdict);
    }
  } finally {
    done.abort();
  }
}

export async function waitFor<T>(
  wait: Wait<T>,
  {clock, signal, onEvent}: {clock: Clock; signal?: AbortSignal; onEvent?: (event: WaitEvent<T>) => void},
): Promise<WaitOutcome<T>> {
  return drained(watch(wait, clock, signal), onEvent);
}

export interface WaitGoal {
  subject: string;
  state: string | undefined;
  goal: string;
  isOneLook?: boolean;
}

export function waitFailure(
  {verdict, waited, failure}: WaitOutcome<unknown>,
  {subject, state, goal, isOneLook = false}: WaitGoal,
): ToolError | undefined {
  if (verdict === 'reached') return undefined;
  if (verdict === 'stuck') {
    return new ToolError('conflict', `${subject} is in ${state}: it cannot become ${goal} on its own`);
  }
  const missing = failure ? 'could not be read' : 'has not appeared';
  const found = state === undefined ? missing : `is still in ${cleanText(state)}`;
  const last = failure ? `\nThe last check failed: ${failure.message}` : '';
  const message = isOneLook ? `${subject} ${found}` : `${subject} ${found} after ${formatDuration(waited)}`;
  const hint = isOneLook ? 'A dry run checks only once.' : 'Wait longer with --max-wait.';
  return new ToolError('waited', `${message}${last}`, {hint});
}
