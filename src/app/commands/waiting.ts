import {cleanText} from '../../services/model/clean.ts';
import {ToolError} from '../../services/model/error.ts';
import {durationWords} from '../../services/model/time.ts';
import type {Host} from '../../services/ports.ts';
import {type Wait, type WaitEvent, type Waited, waitFor, watch} from '../../services/wait.ts';
import type {CommandContext} from '../command.ts';
import {type InputOf, usage} from '../flags/flags.ts';
import {duration} from '../flags/times.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

const every = {summary: 'Time between two looks', fallback: '30s', min: 5 * SECOND, max: 24 * HOUR};
const maxWait = {summary: 'Longest wait', fallback: '24h', min: SECOND, max: 14 * 24 * HOUR};

/** The flags of a command that waits. */
export const waitFlags = {every: duration(every), 'max-wait': duration(maxWait)};

/** Those of a command that waits with `--wait` only: without a default, so that it shows whether they were given. */
export const optionalWaitFlags = {
  every: duration({
    ...every,
    summary: `With --wait: time between two looks (default ${every.fallback})`,
    fallback: undefined,
  }),
  'max-wait': duration({
    ...maxWait,
    summary: `With --wait: longest wait (default ${maxWait.fallback})`,
    fallback: undefined,
  }),
};
type OptionalWait = InputOf<typeof optionalWaitFlags>;

/** @throws ToolError usage for a time where nothing is waited for */
export function requireWait(input: OptionalWait & {wait: boolean}): void {
  const flag = Object.keys(optionalWaitFlags).find((name) => input[name as keyof OptionalWait] !== undefined);
  if (flag && !input.wait) throw usage('goes with --wait only', {flag});
}

/** The times of a wait, with the defaults of those that were not given. */
export function waitTimes(input: OptionalWait): Pick<Wait<unknown>, 'every' | 'maxWait'> {
  return {
    every: input.every ?? waitFlags.every.parse(every.fallback),
    maxWait: input['max-wait'] ?? waitFlags['max-wait'].parse(maxWait.fallback),
  };
}

/** Waits, with progress on stderr. */
export async function waitAloud<T>(wait: Wait<T>, {host, signal}: CommandContext): Promise<Waited<T>> {
  const progress = waitProgress(host);
  try {
    return await waitFor(wait, {clock: host.clock, signal, onEvent: progress.show});
  } finally {
    progress.end();
  }
}

/** The lines of `ndjson`: the state as it is, then one per change. @throws ToolError what `failureOf` makes of the end */
export async function* waitLines<T>(
  wait: Wait<T>,
  {host, signal}: CommandContext,
  failureOf: (waited: Waited<T>) => ToolError | undefined,
): AsyncGenerator<readonly object[]> {
  const progress = waitProgress(host, true);
  const events = watch(wait, host.clock, signal);
  for (;;) {
    const {done, value} = await events.next();
    if (done) {
      const failure = failureOf(value);
      if (failure) throw failure;
      return;
    }
    progress.show(value);
    if (value.kind === 'seen' && value.isChange) yield [{at: new Date(value.at).toISOString(), state: value.state}];
  }
}

/**
 * Why a wait did not reach its end; undefined when it did.
 * @param subject e.g. `Build 412` @param state the last one that was seen @param goal e.g. `VALID`
 * @param isOneLook it was not to be waited at all
 */
export function waitFailure(
  {verdict, waited, failure}: Waited<unknown>,
  {
    subject,
    state,
    goal,
    isOneLook = false,
  }: {subject: string; state: string | undefined; goal: string; isOneLook?: boolean},
): ToolError | undefined {
  if (verdict === 'reached') return undefined;
  if (verdict === 'stuck') {
    return new ToolError('conflict', `${subject} is in ${state}: it cannot become ${goal} by itself`);
  }
  const missing = failure ? 'could not be read' : 'has not appeared';
  const found = state === undefined ? missing : `is still in ${cleanText(state)}`;
  const last = failure ? `\nThe last look failed: ${failure.message}` : '';
  const message = isOneLook ? `${subject} ${found}` : `${subject} ${found} after ${durationWords(waited)}`;
  const hint = isOneLook ? 'A dry run looks once.' : 'Wait longer with --max-wait.';
  return new ToolError('waited', `${message}${last}`, {hint});
}

export interface WaitProgress {
  show(event: WaitEvent<unknown>): void;
  /** Gives the line back. */
  end(): void;
}

/**
 * What a wait says on stderr: on a terminal one line that is rewritten, elsewhere a line per change. Each failure that
 * is ridden out is a line of its own, once. @param isQuiet only failures: the changes go to stdout
 */
export function waitProgress({terminal, env}: Pick<Host, 'terminal' | 'env'>, isQuiet = false): WaitProgress {
  const rewrites = terminal.stderrIsTty && env.TERM !== 'dumb';
  let isDirty = false;
  const erase = () => {
    if (isDirty) terminal.writeError('\r\u001b[K');
    isDirty = false;
  };
  return {
    end: erase,
    show(event) {
      const next = event.next === undefined ? '' : `next look in ${durationWords(event.next)}`;
      if (event.kind === 'failed') {
        if (!event.isNew) return;
        erase();
        const [reason = ''] = event.error.message.split('\n');
        terminal.writeError(`${cleanText(reason)}${next && `; ${next}`}\n`);
        return;
      }
      const state = cleanText(event.state);
      const since = durationWords(event.waited);
      if (isQuiet || (!rewrites && !event.isChange)) return;
      if (!rewrites) {
        terminal.writeError(event.waited < 1000 ? `${state}\n` : `${state} after ${since}\n`);
      } else if (next) {
        terminal.writeError(`\r\u001b[K${[state, since, next].join(' · ')}`);
        isDirty = true;
      }
    },
  };
}
