import {ToolError} from './model/error.ts';
import type {Clock} from './ports.ts';

/** What a reading says about the wait: its end is reached, nothing but a person can reach it now, or it goes on. */
export type Verdict = 'reached' | 'stuck' | 'waiting';

export interface Wait<T> {
  /** One reading. A failure of the network or the service is ridden out; anything else ends the wait. */
  look(signal: AbortSignal): Promise<T>;
  /** The word that changes, e.g. the state of a version. */
  stateOf(value: T): string;
  judge(value: T): Verdict;
  /** Milliseconds between two readings, which may depend on the last one that came. */
  every: number | ((value: T | undefined) => number);
  /** Milliseconds; shorter than `every` it is looked once. */
  maxWait: number;
}

interface Timing {
  waited: number;
  /** How many ms later the next reading comes; absent when there is none. */
  next?: number;
}
interface Observation<T> extends Timing {
  kind: 'seen';
  value: T;
  state: string;
  /** The state is another than the one before; true for the first. */
  isChange: boolean;
  at: number;
}
interface Failure extends Timing {
  kind: 'failed';
  error: ToolError;
  /**
   * It is none of those since something was last seen. Their summaries are compared: details, such as a request ID, are
   * never twice the same.
   */
  isNew: boolean;
}
/** One reading, as it happens. */
export type WaitEvent<T> = Observation<T> | Failure;

/** How a wait ended. `waiting` says that its time was up. */
export interface Waited<T> {
  verdict: Verdict;
  /** What was read last; absent when every reading failed. */
  value?: T;
  waited: number;
  /** Why the last reading failed, when it did. */
  failure?: ToolError;
}

/** However short the wait, the first reading gets this long (ms). */
const FIRST_LOOK = 10_000;

const RIDDEN_OUT: readonly string[] = ['network', 'service', 'rate-limited'];

/** Looks again and again until the end is reached, cannot be reached, or the time is up. */
export async function* watch<T>(
  {look, stateOf, judge, every, maxWait}: Wait<T>,
  clock: Clock,
  signal?: AbortSignal,
): AsyncGenerator<WaitEvent<T>, Waited<T>> {
  const started = clock.now();
  const limit = new AbortController();
  const done = new AbortController();
  clock
    .sleep(Math.max(maxWait, FIRST_LOOK), done.signal)
    .then(() => limit.abort(new ToolError('waited', 'The time is up')))
    .catch(() => {});
  const linkedSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  let seen: {value: T; state: string} | undefined;
  let failure: ToolError | undefined;
  const known = new Set<string>();
  const waited = () => clock.now() - started;
  const interval = () => (typeof every === 'number' ? every : every(seen?.value));
  const ended = (verdict: Verdict): Waited<T> => ({verdict, value: seen?.value, waited: waited(), failure});
  try {
    for (let pause = 0; ; ) {
      let verdict: Verdict = 'waiting';
      let event: Omit<Observation<T>, 'waited'> | Omit<Failure, 'waited'>;
      try {
        if (pause > 0) await clock.sleep(pause, linkedSignal);
        const value = await look(linkedSignal);
        const state = stateOf(value);
        event = {kind: 'seen', value, state, isChange: state !== seen?.state, at: clock.now()};
        verdict = judge(value);
        seen = {value, state};
        failure = undefined;
        known.clear();
      } catch (error) {
        if (limit.signal.aborted && !signal?.aborted) {
          if (!seen) failure ??= new ToolError('network', 'The service did not answer in time');
          return ended('waiting');
        }
        if (!(error instanceof ToolError) || !RIDDEN_OUT.includes(error.kind)) throw error;
        event = {kind: 'failed', error, isNew: !known.has(error.summary)};
        known.add(error.summary);
        failure = error;
      }
      pause = Math.max(interval(), (failure?.facts.retryAfter ?? 0) * 1000);
      const goesOn = verdict === 'waiting' && waited() + pause <= maxWait;
      yield {...event, waited: waited(), next: goesOn ? pause : undefined};
      if (!goesOn) return ended(verdict);
    }
  } finally {
    done.abort();
  }
}

export async function waitFor<T>(
  wait: Wait<T>,
  {clock, signal, onEvent}: {clock: Clock; signal?: AbortSignal; onEvent?: (event: WaitEvent<T>) => void},
): Promise<Waited<T>> {
  const events = watch(wait, clock, signal);
  for (;;) {
    const {done, value} = await events.next();
    if (done) return value;
    onEvent?.(value);
  }
}
