import {cleanText} from '../services/model/clean.ts';
import {durationWords} from '../services/model/duration.ts';
import type {Host} from '../services/ports.ts';
import type {WaitEvent} from '../services/wait.ts';

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
