import {cleanText} from '../../services/model/clean.ts';
import type {Terminal} from '../../services/ports.ts';

/** What is to be said beside a result, one line each. The text may come from outside: whoever shows it cleans it. */
export interface Messages {
  warn(text: string): void;
  /** Good to know for a person who is there. */
  note(text: string): void;
  /** Which service gets tokens of a stored profile, where it is not the real one. The app says so in its header. */
  signing?(text: string): void;
  /** What `--debug` asks for; absent without it. */
  debug?(text: string): void;
  /** The rate limit makes a request wait for so many ms; 0 when that is over. Absent where nobody is to be told. */
  rateLimit?(ms: number): void;
  /** Which share of the hourly limit is left, 0 to 1. */
  limitLeft?(share: number): void;
}

/** For a command: lines on stderr. */
export function stderrMessages(terminal: Terminal, {debug}: {debug: boolean}): Messages {
  const line = (prefix: string, text: string) => terminal.writeError(`${prefix}${cleanText(text)}\n`);
  const note = (text: string) => {
    if (terminal.stderrIsTty) line('', text);
  };
  return {
    warn: (text) => line('Warning: ', text),
    note,
    signing: note,
    debug: debug ? (text) => line('debug: ', text) : undefined,
  };
}

export type Message =
  | {kind: 'warning' | 'note'; text: string}
  | {kind: 'rate-limit'; ms: number}
  | {kind: 'limit-left'; share: number};

/** For the app, which owns the screen: kept until it listens, so that nothing said while it opens is lost. */
export interface MessageQueue extends Messages {
  /** One listener at a time. @returns how to stop listening */
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
    rateLimit: (ms) => say({kind: 'rate-limit', ms}),
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
