import {cleanText} from '../../services/model/clean.ts';
import type {ToolError} from '../../services/model/error.ts';
import {formatDuration} from '../../services/model/time.ts';
import {midSentence} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import type {Store} from '../../services/store/store.ts';
import {createHooks, type Hooks} from '../../services/user-hooks.ts';
import {type Wait, type WaitEvent, type WaitGoal, type WaitOutcome, waitFailure, waitFor} from '../../services/wait.ts';
import {
  type Command,
  type CommandContext,
  defineCommand,
  type JsonOutput,
  OFFERED,
  type TableData,
} from '../command.ts';
import {duration, type Flag, type Flags, type InputOf, memberOf, text, usage} from '../flags/flags.ts';
import {fieldTable} from '../present/formats.ts';
import {statusLine} from '../session/messages.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

export const waitFlags = {
  every: duration({summary: 'Time between checks', fallback: '30s', min: 5 * SECOND, max: 24 * HOUR}),
  'max-wait': duration({summary: 'Maximum time to wait; 0s checks once', fallback: '24h', min: 0, max: 14 * 24 * HOUR}),
};

export const hookFlags = {
  'on-change': text({
    summary: 'Command to run at every change, with the change as JSON on stdin and in TOOL_CHANGE_* variables',
    placeholder: 'CMD',
  }),
};

function withWait<T>(flag: Flag<T>): Flag<T | undefined> {
  const standard = flag.fallback === undefined ? '' : ` (default ${flag.fallback})`;
  return {...flag, summary: `With --wait: ${midSentence(flag.summary)}${standard}`, fallback: undefined};
}

export const optionalWaitFlags = {every: withWait(waitFlags.every), 'max-wait': withWait(waitFlags['max-wait'])};
export const optionalHookFlags = {'on-change': withWait(hookFlags['on-change'])};
type OptionalWait = InputOf<typeof optionalWaitFlags>;

export function requireWait(input: OptionalWait & {wait: boolean; onChange?: string}): void {
  const flag = (['every', 'max-wait', 'on-change'] as const).find((name) => input[memberOf(name)] !== undefined);
  if (flag && !input.wait) throw usage('requires --wait', {flag});
}

export function startHooks(command: string | undefined, {host, signal, note}: CommandContext): Hooks | undefined {
  if (command === undefined) return undefined;
  const {shell, clock} = host;
  const status = statusLine(host);
  const print = (text: string) => {
    status?.show('');
    note(text);
  };
  return createHooks(command, {shell, clock, signal, onLine: print, warn: (text) => print(`Warning: ${text}`)});
}

export async function waitWithProgress<T>(
  input: OptionalWait,
  wait: Omit<Wait<T>, 'every' | 'maxWait'>,
  {host, signal, emit}: CommandContext,
): Promise<WaitOutcome<T>> {
  const standard = ({parse, fallback = ''}: Flag<number>) => parse(fallback);
  const {every = standard(waitFlags.every), maxWait = standard(waitFlags['max-wait'])} = input;
  const progress = waitProgress(host, emit !== undefined);
  const onEvent = async (event: WaitEvent<T>) => {
    progress.show(event);
    if (event.kind === 'failed' || !event.isChange) return;
    await emit?.([{at: new Date(event.at).toISOString(), state: event.state}]);
  };
  try {
    return await waitFor({...wait, every, maxWait}, {clock: host.clock, signal, onEvent});
  } finally {
    progress.end();
  }
}

interface WaitResult<Input, T> {
  input: Input;
  waited: WaitOutcome<T>;
  failure?: ToolError;
}

interface WaitCommand<F extends Flags, T>
  extends Pick<Command<F>, 'path' | 'summary' | 'description' | 'examples' | 'flags' | 'excludes' | 'check'> {
  wait(input: InputOf<F>, store: Store, hooks: Hooks | undefined): Omit<Wait<T>, 'every' | 'maxWait'>;
  goal(input: InputOf<F>, value: T | undefined): WaitGoal;
  json: JsonOutput<WaitResult<InputOf<F>, T>>;
  table?(result: WaitResult<InputOf<F>, T>): TableData;
}

export function waitCommand<F extends Flags, T>(options: WaitCommand<F, T>) {
  const {wait, goal, json, table = (result) => fieldTable(Object(json(result))), flags, ...command} = options;
  type Input = InputOf<F> & InputOf<typeof waitFlags> & InputOf<typeof hookFlags>;
  return defineCommand({
    ...command,
    flags: {...flags, ...waitFlags, ...hookFlags},
    effect: 'none',
    agents: OFFERED,
    emits: true,
    async run(input: Input, context): Promise<WaitResult<InputOf<F>, T>> {
      const store = await context.session.store();
      const hooks = startHooks(input.onChange, context);
      try {
        const waited = await waitWithProgress(input, wait(input, store, hooks), context);
        return {input, waited, failure: waitFailure(waited, goal(input, waited.value))};
      } finally {
        await hooks?.end();
      }
    },
    present: {json, table, ending: ({failure}) => ({error: failure})},
  });
}

/** CI ends a job that is silent for too long, so a line is printed at least this often (in ms). */
const SIGN_OF_LIFE = 300_000;

export function waitProgress({terminal, env}: Pick<Host, 'terminal' | 'env'>, isQuiet = false, label = '') {
  const status = statusLine({terminal, env});
  let lastLine = 0;
  return {
    end: () => status?.clear(),
    show(event: WaitEvent<unknown>) {
      if (event.waited < lastLine) lastLine = 0;
      const next = event.next === undefined ? '' : `next check in ${formatDuration(event.next)}`;
      const since = formatDuration(event.waited);
      const print = (line: string) => {
        lastLine = event.waited;
        terminal.writeError(`${line}\n`);
      };
      const isDue = next !== '' && event.waited - lastLine >= SIGN_OF_LIFE;
      if (event.kind === 'failed') {
        if (!event.isNew && (status || !isDue)) return;
        status?.clear();
        print(`${cleanText(event.error.summary)}${next && `; ${next}`}`);
        return;
      }
      const state = cleanText(event.state);
      const line = `${label}${[state, since, next].join(' · ')}`;
      if (status) {
        if (next && !isQuiet) status.show(line);
      } else if (event.isChange && !isQuiet) {
        print(event.waited < SECOND ? state : `${state} after ${since}`);
      } else if (isDue) {
        print(line);
      }
    },
  };
}
