import {cleanText} from '../../services/model/clean.ts';
import type {Env, Host} from '../../services/ports.ts';
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
  /** The programs that have the terminal now. There may be several, because the app can be suspended during an edit. */
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

  /** Takes the terminal. Raw mode comes first, because it stops a background process before the app draws anything. */
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

  /** Restores the screen if the size has not changed: dtach and abduco report a resize when the user attaches again. */
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

export type Copied = 'copied' | 'sent' | 'none';

type Clipboard = Pick<Host, 'env' | 'platform' | 'shell' | 'signal'> & {send(sequence: string): void};

const TIMEOUT_MS = 2000;

export async function copyText(text: string, {env, platform, shell, signal, send}: Clipboard): Promise<Copied> {
  const command = commandFor(env, platform);
  if (command !== undefined) {
    const options = {input: text, variables: {}, timeoutMs: TIMEOUT_MS, signal, onLine() {}};
    const {problem} = await shell.run(command, options);
    if (problem === undefined) return 'copied';
  }
  // The Linux console and dumb terminals ignore or print the sequence.
  if (env.TERM === 'linux' || env.TERM === 'dumb') return 'none';
  send(clipboardSequence(text, env));
  return 'sent';
}

/**
 * Returns the program to pipe the text to. tmux ignores OSC 52 from a program by default. Over ssh, only the terminal
 * reaches the user's clipboard.
 */
function commandFor(env: Env, platform: string): string | undefined {
  if (env.TMUX) return 'tmux load-buffer -w -';
  if (env.SSH_CONNECTION) return undefined;
  if (platform === 'darwin') return 'pbcopy';
  // These programs keep running to hand out the text. Nobody waits for them, because their pipes are closed.
  if (env.WAYLAND_DISPLAY) return 'wl-copy >/dev/null 2>&1';
  return env.DISPLAY ? 'xclip -selection clipboard >/dev/null 2>&1' : undefined;
}

function clipboardSequence(text: string, env: Env): string {
  const osc = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
  if (env.TMUX) return `${osc}\u001BPtmux;${osc.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;
  if (env.TERM?.startsWith('screen') && env.STY) return `\u001BP${osc}\u001B\\`;
  return osc;
}

/**
 * When to ring. `auto` rings if the terminal reported that it lost the focus, or if tmux, which may swallow such
 * reports, sent none. `bell` rings unless the terminal has the focus, and sends no notification.
 */
export type Notify = 'auto' | 'on' | 'bell' | 'off';

const VALUES: readonly string[] = ['on', 'bell', 'off'] satisfies Notify[];

export function readNotify({TOOL_NOTIFY}: Env, warn: (text: string) => void): Notify {
  const value = TOOL_NOTIFY?.trim().toLowerCase() ?? '';
  if (value === '') return 'auto';
  if (VALUES.includes(value)) return value as Notify;
  warn(`TOOL_NOTIFY: '${TOOL_NOTIFY}' is not one of ${VALUES.join(', ')}`);
  return 'auto';
}

export function mayRing(notify: Notify, hasFocus: boolean | undefined, env: Env): boolean {
  if (notify === 'on' || notify === 'off') return notify === 'on';
  if (notify === 'bell') return hasFocus !== true;
  return hasFocus === undefined ? Boolean(env.TMUX) : !hasFocus;
}

const BEL = '\u0007';

export function ringSequence(text: string, notify: Notify, env: Env): string {
  const plain = text.replaceAll(/[\u0000-\u001f\u007f-\u009f;]/g, ' ');
  return notify === 'bell' ? BEL : BEL + notification(plain, env);
}

function notification(text: string, {TERM = '', TERM_PROGRAM = '', TMUX, STY}: Env): string {
  // tmux and screen drop unknown sequences.
  if (TMUX || STY) return '';
  const speaksOsc9 = ['iTerm.app', 'WezTerm', 'ghostty'].includes(TERM_PROGRAM) || TERM === 'xterm-kitty';
  if (speaksOsc9) return `\u001B]9;${text}${BEL}`;
  return /^(?:foot|rxvt-unicode)/.test(TERM) ? `\u001B]777;notify;tool;${text}${BEL}` : '';
}
