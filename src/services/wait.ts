import {cleanText} from './model/clean.ts';
import {ToolError} from './model/error.ts';
import {formatDuration} from './model/time.ts';
import type {Clock} from './ports.ts';

/** `stuck` means that only a person can change the state, or that the goal can no longer be reached. */
export type WaitStatus = 'reached' | 'stuck' | 'waiting';

export interface Wait<T> {
  /** Reads the value. A failure of the network or the service does not end the wait, but any other error does. */
  read(signal: AbortSignal): Promise<T>;
  stateOf(value: T): string;
  statusOf(value: T): WaitStatus;
  /** The milliseconds between reads, which may depend on the last value. */
  every: number | ((value: T | undefined) => number);
  maxWait: number;
}

type Seen<T> = {kind: 'seen'; value: T; state: string; isChange: boolean; at: number};
/** `isNew` is false if the error was reported since the last success. Details such as request IDs do not count. */
type Failed = {kind: 'failed'; error: ToolError; isNew: boolean};
/** `next` is the number of milliseconds until the next read. The last event has none. */
export type WaitEvent<T> = (Seen<T> | Failed) & {waited: number; next?: number};

export type WaitOutcome<T> = {waited: number} & (
  | {status: 'reached' | 'stuck'; value: T; failure?: undefined}
  /** The time is up. `failure` is set if the last read failed. */
  | {status: 'waiting'; value: T; failure?: ToolError}
  /** No read succeeded in time, or the service asked for a pause longer than the time left. */
  | {status: 'unread'; value?: T; failure: ToolError}
);

const LAST_READ = 10_000;

const TOLERATED: readonly string[] = ['network', 'service', 'rate-limited'];

interface WaitOptions<T> {
  clock: Clock;
  signal?: AbortSignal;
  onEvent?(event: WaitEvent<T>): unknown;
}

export async function waitFor<T>(
  {read, stateOf, statusOf, every, maxWait}: Wait<T>,
  {clock, signal, onEvent}: WaitOptions<T>,
): Promise<WaitOutcome<T>> {
  const started = clock.now();
  const waited = () => clock.now() - started;
  const left = () => Math.max(0, maxWait - waited());
  const [limit, done] = [new AbortController(), new AbortController()];
  const cut = () => limit.abort(new ToolError('network', 'The service did not answer in time'));
  clock.sleep(maxWait + LAST_READ, done.signal).then(cut, () => {});
  const linkedSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const reported = new Set<string>();
  let seen: {value: T; state: string} | undefined;
  try {
    for (;;) {
      let status: WaitStatus = 'waiting';
      let event: Seen<T> | Failed;
      try {
        const value = await read(linkedSignal);
        const state = stateOf(value);
        event = {kind: 'seen', value, state, isChange: state !== seen?.state, at: clock.now()};
        status = statusOf(value);
        seen = {value, state};
        reported.clear();
      } catch (error) {
        if (!(error instanceof ToolError) || !TOLERATED.includes(error.kind)) throw error;
        event = {kind: 'failed', error, isNew: !reported.has(error.summary)};
        reported.add(error.summary);
      }
      const failure = event.kind === 'failed' ? event.error : undefined;
      const asked = (failure?.facts.answer?.retryAfter ?? 0) * 1000;
      const interval = typeof every === 'number' ? every : every(seen?.value);
      const pause = Math.max(Math.min(interval, left()), asked);
      const isTooLong = asked > left();
      const isOver = status !== 'waiting' || left() === 0 || isTooLong;
      await onEvent?.({...event, waited: waited(), next: isOver ? undefined : pause});
      if (isOver) {
        const end = {value: seen?.value, waited: waited(), failure};
        return {...end, status: failure && (!seen || isTooLong) ? 'unread' : status} as WaitOutcome<T>;
      }
      await clock.sleep(pause, signal);
    }
  } finally {
    done.abort();
  }
}

export interface WaitGoal {
  subject: string;
  state: string | undefined;
  goal: string;
  page?: string;
  isOneLook?: boolean;
}

export function waitFailure(
  {status, waited, failure}: WaitOutcome<unknown>,
  {subject, state, goal, page, isOneLook = false}: WaitGoal,
): ToolError | undefined {
  const after = isOneLook || waited === 0 ? '' : ` after ${formatDuration(waited)}`;
  switch (status) {
    case 'reached':
      return undefined;
    case 'stuck':
      return new ToolError('conflict', `${subject} is in ${state}: it cannot become ${goal} on its own`, {
        hint: page && `Read why: ${page}`,
      });
    case 'unread': {
      const summary = `${subject} could not be read${after}: ${failure.summary}`;
      return failure.with({summary});
    }
    case 'waiting': {
      const found = state === undefined ? 'has not appeared' : `is still in ${cleanText(state)}`;
      const details = failure && [`The last check failed: ${failure.message}`];
      const hint = isOneLook ? 'A dry run checks only once.' : 'Wait longer with --max-wait.';
      return new ToolError('waited', `${subject} ${found}${after}`, {details, hint});
    }
  }
}
