import {cleanText} from '../../services/model/clean.ts';
import type {Host} from '../../services/ports.ts';
import {mayRing, type Notify, ringSequence} from './bell.ts';
import {type Copied, copyText} from './clipboard.ts';
import {LinearStream} from './linear-stream.ts';
import {ScreenStream} from './screen-stream.ts';
import {TerminalInput} from './terminal-input.ts';

interface AppTerminalOptions {
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  host: Pick<Host, 'clock' | 'env' | 'platform' | 'shell' | 'signal'>;
  screenReader: boolean;
  notify: Notify;
  onGone?(): void;
}

export class AppTerminal {
  readonly screen: ScreenStream | LinearStream;
  readonly input: TerminalInput;
  readonly #options: AppTerminalOptions;
  /** Nested at times: a program that has the terminal may be suspended, which releases it again. */
  readonly #outside = new Set<Promise<unknown>>();
  #closed = false;
  #size: string;

  constructor(options: AppTerminalOptions) {
    const {stdin, stdout, host, screenReader} = options;
    const {env, clock} = host;
    this.#options = options;
    this.screen = screenReader ? new LinearStream(stdout) : new ScreenStream(stdout);
    this.input = new TerminalInput(stdin, {
      write: (text) => this.screen.sendRaw(text),
      frame: () => this.screen.frame,
      clock,
      isRemote: Boolean(env.SSH_CONNECTION),
      onFocus: () => this.restore(),
      onGone: options.onGone,
    });
    this.screen.on('resize', () => this.input.setModes());
    this.#size = sizeOf(stdout);
  }

  /** Raw mode first: it stops a background job before it writes to the shell's screen. */
  acquire(): void {
    this.input.enter();
    this.screen.enter();
    this.screen.repaint();
  }

  release(): void {
    this.input.leave();
    this.screen.leave();
  }

  restore(): void {
    this.input.setModes();
    this.screen.restore();
  }

  readonly redraw = (): void => {
    this.restore();
    if (this.#options.screenReader) this.screen.repaint();
  };

  /** dtach and abduco report a size that has not changed when they are attached again. */
  onWindowChange(): void {
    const before = this.#size;
    this.#size = sizeOf(this.#options.stdout);
    if (this.#size === before) this.restore();
  }

  get isReleased(): boolean {
    return this.#outside.size > 0;
  }

  async releaseWhile<T>(work: () => Promise<T>): Promise<T> {
    this.release();
    const running = work();
    this.#outside.add(running);
    try {
      return await running;
    } finally {
      this.#outside.delete(running);
      if (this.#outside.size === 0 && !this.#closed) this.acquire();
    }
  }

  /** Leaves the terminal to the programs that have it, until they end. */
  async abandon(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#outside);
  }

  copy(text: string): Promise<Copied> {
    return copyText(text, {...this.#options.host, send: (sequence) => this.screen.sendRaw(sequence)});
  }

  readonly ring = (text: string): void => {
    const {notify, host} = this.#options;
    const {env} = host;
    if (mayRing(notify, this.input.hasFocus, env)) this.screen.sendRaw(ringSequence(cleanText(text), notify, env));
  };

  async close(): Promise<void> {
    this.#closed = true;
    await this.input.drain();
    this.release();
    this.screen.close();
  }
}

function sizeOf({columns, rows}: NodeJS.WriteStream): string {
  return `${columns}x${rows}`;
}
