import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {CLI, EXECUTABLE} from './cli.ts';
import {PATIENCE} from './patience.ts';

export const hasTmux = (() => {
  try {
    execFileSync('tmux', ['-V']);
    return true;
  } catch {
    return false;
  }
})();

interface TmuxOptions {
  columns?: number;
  rows?: number;
  env?: Readonly<Record<string, string>>;
}

/** A shell in a real terminal, with a home of its own; `tool` is the built file. */
export class Tmux {
  readonly home = mkdtempSync(join(tmpdir(), 'tool-app-'));
  #running = true;
  readonly #socket = join(this.home, 'tmux');

  constructor({columns = 80, rows = 24, env = {}}: TmuxOptions = {}) {
    const all = {
      PATH: process.env.PATH ?? '',
      HOME: this.home,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      PS1: 'shell$ ',
      TOOL_BYPASS_KEYCHAIN: '1',
      ...env,
    };
    const words = Object.entries(all).map(([name, value]) => `${name}='${value}'`);
    const shell = `env -i TERM=screen-256color ${words.join(' ')} bash --norc --noprofile -i`;
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), shell);
    this.#tmux('set', '-g', 'status', 'off');
    this.#tmux('set', '-g', 'escape-time', '0');
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...args], {encoding: 'utf8', env: {...process.env, TMUX: ''}});
  }

  /** Types a command line, `tool` standing for the built file, and Enter. */
  run(line: string): void {
    this.#tmux('send-keys', '-l', line.replace(/(?<!\/)\btool\b/, EXECUTABLE ?? `node ${CLI}`));
    this.keys('Enter');
  }

  /** Keys by tmux's names: `Enter`, `Escape`, `C-c`, `Down`, `f`. All of them reach the program in one read. */
  keys(...names: string[]): void {
    this.#tmux('send-keys', ...names);
  }

  /** Bytes as a terminal would send them, in one read. */
  bytes(text: string | Buffer): void {
    this.#tmux(
      'send-keys',
      '-H',
      ...Array.from(Buffer.from(text as string), (byte) => byte.toString(16).padStart(2, '0')),
    );
  }

  /** A bracketed paste where the program asked for one. */
  paste(text: string): void {
    this.#tmux('set-buffer', '--', text);
    this.#tmux('paste-buffer', '-p');
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** As for a session that is attached again in a terminal of the same size. */
  windowChanged(): void {
    for (const child of this.children()) process.kill(child, 'SIGWINCH');
  }

  /** Everything the program writes from now on, raw. */
  record(): () => string {
    const file = join(this.home, 'bytes');
    this.#tmux('pipe-pane', `cat >> ${file}`);
    return () => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return '';
      }
    };
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p');
  }

  /** Screen and scrollback. */
  history(): string {
    return this.#tmux('capture-pane', '-p', '-S', '-');
  }

  /** The terminal's clipboard as the program set it. */
  clipboard(): string {
    return this.#tmux('show-buffer');
  }

  cursorShown(): boolean {
    return this.#tmux('display-message', '-p', '#{cursor_flag}').trim() === '1';
  }

  inputModes(): string[] {
    const names =
      'mouse_any_flag mouse_sgr_flag mouse_utf8_flag keypad_cursor_flag keypad_flag insert_flag origin_flag';
    const format = names.replaceAll(/\w+/g, (name) => `#{?${name},${name.replace('_flag', '')},}`);
    return this.#tmux('display-message', '-p', format).trim().split(/\s+/).filter(Boolean);
  }

  alternate(): boolean {
    return this.#tmux('display-message', '-p', '#{alternate_on}').trim() === '1';
  }

  /** The path of the terminal, to write to it as another program would. */
  tty(): string {
    return this.#tmux('display-message', '-p', '#{pane_tty}').trim();
  }

  #shell(): number {
    return Number(this.#tmux('display-message', '-p', '#{pane_pid}'));
  }

  /** Process IDs of what the shell runs. */
  children(): number[] {
    const shell = this.#shell();
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8');
    return children.trim().split(/\s+/).filter(Boolean).map(Number);
  }

  /** Fails after half a minute and 300 looks (see PATIENCE): where looks are rare, what is waited for is slow too. */
  async until(what: string, holds: () => boolean): Promise<void> {
    const end = Date.now() + 30_000 * PATIENCE;
    for (let looks = 0; !holds(); looks++) {
      if (Date.now() > end && looks > 300 * PATIENCE)
        throw new Error(`${what}: not after ${looks} looks. The screen:\n${this.screen()}`);
      await sleep(30);
    }
  }

  async see(text: string | RegExp): Promise<void> {
    await this.until(`see ${text}`, () =>
      typeof text === 'string' ? this.screen().includes(text) : text.test(this.screen()),
    );
  }

  /** Returns the first group from the look that matches, as a message is gone after two seconds. */
  async read(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await this.until(`read ${pattern}`, () => {
      found = pattern.exec(this.screen())?.[1];
      return found !== undefined;
    });
    return found ?? '';
  }

  /** The exit code of the last command. */
  async exitCode(): Promise<number> {
    await this.until(
      'the shell is back',
      () => this.children().length === 0 && /shell\$ *$/.test(this.screen().trimEnd()),
    );
    this.keys('-l', 'echo "code=$?."');
    this.keys('Enter');
    await this.see(/code=\d+\./);
    return Number(/code=(\d+)\./.exec(this.screen())?.[1]);
  }

  /** The terminal goes away; the shell decides which processes get a signal. */
  hangUp(): void {
    this.#running = false;
    this.#tmux('kill-server');
  }

  /** Ends the terminal and waits for what ran in it: it may still be writing to its home. */
  async close(): Promise<void> {
    const processes = this.#running ? [this.#shell(), ...this.children()] : [];
    this.#running = false;
    try {
      this.#tmux('kill-server');
    } catch {
      // It has ended by itself.
    }
    for (const one of processes) {
      for (let tries = 0; tries < 2400 && existsSync(`/proc/${one}`); tries++) await sleep(25);
    }
    rmSync(this.home, {recursive: true, force: true, maxRetries: 3});
  }
}
