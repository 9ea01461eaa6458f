import {mapped} from '../../services/generators.ts';
import type {ChangeWatcher, Hooks} from '../../services/hooks.ts';
import {cleanText} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import {formatDuration} from '../../services/model/time.ts';
import type {Host} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {
  type Wait,
  type WaitEvent,
  type WaitGoal,
  type WaitOutcome,
  waitFailure,
  waitFor,
  watch,
} from '../../services/wait.ts';
import {type Command, type CommandContext, defineCommand, type JsonOutput, type TableData} from '../command.ts';
import {type Flags, type InputOf, usage} from '../flags/flags.ts';
import {duration} from '../flags/times.ts';
import {fieldTable} from '../present/formats.ts';
import {statusLine} from '../session/messages.ts';
import {onChange, startHooks, withHooks} from './on-change.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

const every = {summary: 'Time between checks', fallback: '30s', min: 5 * SECOND, max: 24 * HOUR};
const maxWait = {summary: 'Maximum time to wait', fallback: '24h', min: SECOND, max: 14 * 24 * HOUR};

export const waitFlags = {every: duration(every), 'max-wait': duration(maxWait)};

/** For commands with `--wait`: without defaults, so that their absence is known. */
export const optionalWaitFlags = {
  every: duration({
    ...every,
    summary: `With --wait: time between checks (default ${every.fallback})`,
    fallback: undefined,
  }),
  'max-wait': duration({
    ...maxWait,
    summary: `With --wait: maximum time to wait (default ${maxWait.fallback})`,
    fallback: undefined,
  }),
};
type OptionalWait = InputOf<typeof optionalWaitFlags>;

export function requireWait(input: OptionalWait & {wait: boolean; 'on-change'?: string}): void {
  const names = [...Object.keys(optionalWaitFlags), ...Object.keys(hookFlags)];
  const flag = names.find((name) => input[name as keyof typeof input] !== undefined);
  if (flag && !input.wait) throw usage('requires --wait', {flag});
}

export function waitTimes(input: OptionalWait): Pick<Wait<unknown>, 'every' | 'maxWait'> {
  return {
    every: input.every ?? waitFlags.every.parse(every.fallback),
    maxWait: input['max-wait'] ?? waitFlags['max-wait'].parse(maxWait.fallback),
  };
}

export async function waitWithProgress<T>(wait: Wait<T>, {host, signal}: CommandContext): Promise<WaitOutcome<T>> {
  const progress = waitProgress(host);
  try {
    return await waitFor(wait, {clock: host.clock, signal, onEvent: progress.show});
  } finally {
    progress.end();
  }
}

interface WaitResult<Input, T> {
  input: Input;
  waited: WaitOutcome<T>;
  failure?: ToolError;
}

const hookFlags = {'on-change': onChange};

interface Waiting<T> extends Omit<Wait<T>, 'every' | 'maxWait'> {
  /** Called with every value when changes are to be told. */
  tell(value: T, watcher: ChangeWatcher): void;
}

interface WaitCommand<F extends Flags, T>
  extends Pick<Command<F>, 'path' | 'summary' | 'description' | 'examples' | 'flags' | 'excludes' | 'check'> {
  wait(input: InputOf<F> & InputOf<typeof hookFlags>, store: Store): Waiting<T>;
  goal(input: InputOf<F>, value: T | undefined): WaitGoal;
  json: JsonOutput<WaitResult<InputOf<F>, T>>;
  table?(result: WaitResult<InputOf<F>, T>): TableData;
}

/** `ndjson` prints the current state, then a line per change. */
export function waitCommand<F extends Flags, T>(options: WaitCommand<F, T>) {
  const {wait, goal, json, table = (result) => fieldTable(Object(json(result))), flags, ...command} = options;
  type Input = InputOf<F> & InputOf<typeof waitFlags> & InputOf<typeof hookFlags>;
  const open = async (input: Input, {session}: CommandContext, hooks: Hooks | undefined): Promise<Wait<T>> => {
    const {read, tell, ...waiting} = wait(input, await session.store());
    const told = async (signal: AbortSignal) => {
      const value = await read(signal);
      if (hooks) tell(value, hooks.watcher);
      return value;
    };
    return {...waiting, read: told, every: input.every, maxWait: input['max-wait']};
  };
  const failureOf = (input: InputOf<F>, waited: WaitOutcome<T>) => waitFailure(waited, goal(input, waited.value));
  return defineCommand({
    ...command,
    flags: {...flags, ...waitFlags, ...hookFlags},
    effect: 'none',
    async run(input: Input, context): Promise<WaitResult<InputOf<F>, T>> {
      return withHooks(input['on-change'], context, async (hooks) => {
        const waited = await waitWithProgress(await open(input, context, hooks), context);
        return {input, waited, failure: failureOf(input, waited)};
      });
    },
    async *stream(input: Input, context) {
      const {host, signal} = context;
      const progress = waitProgress(host, true);
      const hooks = startHooks(input['on-change'], context);
      try {
        const events = watch(await open(input, context, hooks), host.clock, signal);
        const waited = yield* mapped(events, (event) => {
          progress.show(event);
          if (event.kind === 'failed' || !event.isChange) return [];
          return [{at: new Date(event.at).toISOString(), state: event.state}];
        });
        const failure = failureOf(input, waited);
        if (failure) throw failure;
      } finally {
        await hooks?.end();
      }
    },
    present: {formats: ['json', 'table', 'ndjson'], json, table, failure: ({failure}) => failure},
  });
}

/**
 * One rewritten line on a terminal, else a line per change.
 * @param isQuiet report only failures
 * @param label begins the rewritten line
 */
export function waitProgress({terminal, env}: Pick<Host, 'terminal' | 'env'>, isQuiet = false, label = '') {
  const status = statusLine({terminal, env});
  return {
    end: () => status?.clear(),
    show(event: WaitEvent<unknown>) {
      const next = event.next === undefined ? '' : `next check in ${formatDuration(event.next)}`;
      if (event.kind === 'failed') {
        if (!event.isNew) return;
        status?.clear();
        terminal.writeError(`${cleanText(event.error.summary)}${next && `; ${next}`}\n`);
        return;
      }
      if (isQuiet) return;
      const state = cleanText(event.state);
      const since = formatDuration(event.waited);
      if (status) {
        if (next) status.show(label + [state, since, next].join(' · '));
      } else if (event.isChange) {
        terminal.writeError(event.waited < 1000 ? `${state}\n` : `${state} after ${since}\n`);
      }
    },
  };
}
