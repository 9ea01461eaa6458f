import {drained} from '../../services/async/generators.ts';
import {cleanText} from '../../services/model/clean.ts';
import {formatDuration} from '../../services/model/time.ts';
import {midSentence} from '../../services/model/values.ts';
import type {Host} from '../../services/ports.ts';
import {createHooks, type Hooks} from '../../services/user-hooks.ts';
import {type Wait, type WaitEvent, type WaitOutcome, watch} from '../../services/wait.ts';
import type {CommandContext} from '../command.ts';
import {duration, type Flag, type InputOf, memberOf, text, usage} from '../flags/flags.ts';
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
  {host, signal}: CommandContext,
): Promise<WaitOutcome<T>> {
  const standard = ({parse, fallback = ''}: Flag<number>) => parse(fallback);
  const {every = standard(waitFlags.every), maxWait = standard(waitFlags['max-wait'])} = input;
  const progress = waitProgress(host);
  try {
    return await drained(watch({...wait, every, maxWait}, host.clock, signal), progress.show);
  } finally {
    progress.end();
  }
}

/** Milliseconds between two lines without a change: CI ends a job that is silent for long. */
const SIGN_OF_LIFE = 300_000;

/**
 * Shows one rewritten line on a terminal, otherwise a line per change, and one now and then.
 * @param isQuiet no line for a change
 * @param label begins the line of a state that has not changed
 */
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
