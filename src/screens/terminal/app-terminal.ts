import {cleanText} from '../../services/model/clean.ts';
import type {Clock, Env} from '../../services/ports.ts';
import {mayRing, type Notify, ringSequence} from './bell.ts';
import {clipboardSequence, hasClipboard} from './clipboard.ts';
import {LinearStream} from './linear-stream.ts';
import {ScreenStream} from './screen-stream.ts';
import {TerminalInput} from './terminal-input.ts';

interface AppTerminalOptions {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  env: Env;
  clock: Clock;
  screenReader: boolean;
  notify: Notify;
}

/** The terminal that the app runs in: taken over, lent to someone else for a while, given back as it was. */
export class AppTerminal {
  /** Where Ink writes to. */
  readonly screen: ScreenStream | LinearStream;
  /** Where keys come from. */
  readonly input: TerminalInput;
  readonly #env: Env;
  readonly #notify: Notify;
  /** How many have it now: what is lent may be stopped, which lends it again. */
  #lent = 0;
  #closed = false;

  constructor({stdin, stdout, env, clock, screenReader, notify}: AppTerminalOptions) {
    this.screen = screenReader ? new LinearStream(stdout) : new ScreenStream(stdout);
    this.input = new TerminalInput(stdin, {
      write: (text) => this.screen.sendRaw(text),
      frame: () => this.screen.frames.current,
      clock,
    });
    this.#env = env;
    this.#notify = notify;
  }

  /** Raw mode first: a job in the background is stopped by it, before it has written a byte into the shell's screen. */
  take(): void {
    this.input.enter();
    this.screen.enter();
    this.screen.repaint();
  }

  giveBack(): void {
    this.input.leave();
    this.screen.leave();
  }

  /** Gives the terminal back while something else has it. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    this.#lent += 1;
    this.giveBack();
    try {
      return await work();
    } finally {
      this.#lent -= 1;
      if (this.#lent === 0 && !this.#closed) this.take();
    }
  }

  /** @returns false where the terminal has no clipboard */
  copy(text: string): boolean {
    if (!hasClipboard(this.#env)) return false;
    this.screen.sendRaw(clipboardSequence(text, this.#env));
    return true;
  }

  /** Calls for the person in front of another window. */
  ring(text: string): void {
    if (mayRing(this.#notify, this.input.inFront, this.#env)) {
      this.screen.sendRaw(ringSequence(cleanText(text), this.#notify, this.#env));
    }
  }

  /** Gives the terminal back for good. */
  close(): void {
    this.#closed = true;
    this.giveBack();
    this.screen.close();
  }
}
