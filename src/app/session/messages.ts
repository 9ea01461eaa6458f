import {cleanText} from '../../services/model/clean.ts';
import type {Host, Terminal} from '../../services/ports.ts';
import type {Stage} from '../../services/store/client.ts';
import {cutLine} from '../../services/text/terminal-lines.ts';

export type RetryReason = 'limited' | 'failed';

export interface Messages {
  warn(text: string): void;
  /** Only for people, so the text is dropped unless stderr is a terminal. */
  note(text: string): void;
  debug?(text: string): void;
  /** Called with the milliseconds until the next try, and with 0 when the wait is over. */
  retry?(ms: number, why: RetryReason): void;
  stage?(stage: Stage | undefined): void;
  limitLeft?(share: number): void;
}

export function stderrMessages(terminal: Terminal, {debug}: {debug: boolean}): Messages {
  const line = (prefix: string, text: string) => terminal.writeError(`${prefix}${cleanText(text)}\n`);
  return {
    warn: (text) => line('Warning: ', text),
    note(text) {
      if (terminal.stderrIsTty) line('', text);
    },
    debug: debug ? (text) => line('debug: ', text) : undefined,
  };
}

export function statusLine({terminal, env}: Pick<Host, 'terminal' | 'env'>) {
  if (!terminal.stderrIsTty || env.TERM === 'dumb') return undefined;
  let isShown = false;
  return {
    show(text: string) {
      terminal.writeError(`\r\u001b[K${cutLine(cleanText(text), (terminal.columns ?? 80) - 1)}`);
      isShown = true;
    },
    clear() {
      if (isShown) terminal.writeError('\r\u001b[K');
      isShown = false;
    },
  };
}

export type Message =
  | {kind: 'warning' | 'note'; text: string}
  | {kind: 'retry'; ms: number; why: RetryReason}
  | {kind: 'stage'; stage: Stage | undefined}
  | {kind: 'limit-left'; share: number};

export interface MessageQueue extends Messages {
  listen(listener: (message: Message) => void): () => void;
}

export function messageQueue(debug?: Messages['debug']): MessageQueue {
  const waiting: Message[] = [];
  let listener: ((message: Message) => void) | undefined;
  const say = (message: Message) => {
    if (listener) listener(message);
    else waiting.push(message);
  };
  return {
    warn: (text) => say({kind: 'warning', text}),
    note: (text) => say({kind: 'note', text}),
    debug,
    retry: (ms, why) => say({kind: 'retry', ms, why}),
    stage: (stage) => say({kind: 'stage', stage}),
    limitLeft: (share) => say({kind: 'limit-left', share}),
    listen(next) {
      listener = next;
      for (const message of waiting.splice(0)) next(message);
      return () => {
        if (listener === next) listener = undefined;
      };
    },
  };
}
