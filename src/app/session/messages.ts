import {cleanText} from '../../services/model/clean.ts';
import type {Host, Terminal} from '../../services/ports.ts';
import type {ServiceEvent} from '../../services/store/client.ts';
import {cutLine} from '../../services/text/terminal-lines.ts';

export interface Messages {
  warn(text: string): void;
  /** Prints text that is only for people. It is dropped unless stderr is a terminal. */
  note(text: string): void;
  debug?(text: string): void;
  onEvent?(event: ServiceEvent): void;
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

export type Message = {kind: 'warning' | 'note'; text: string} | ServiceEvent;

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
    onEvent: say,
    listen(next) {
      listener = next;
      for (const message of waiting.splice(0)) next(message);
      return () => {
        if (listener === next) listener = undefined;
      };
    },
  };
}
