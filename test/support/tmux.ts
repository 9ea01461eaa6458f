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

/** A shell in a real terminal with its own home. */
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

  /** Types a command line and Enter. `tool` in it becomes the command of the build under test. */
  run(line: string): void {
    this.#tmux('send-keys', '-l', line.replace(/(?<!\/)\btool\b/, EXECUTABLE ?? `node ${CLI}`));
    this.keys('Enter');
  }

  /** Sends keys in one read, by tmux's names: `Enter`, `Escape`, `C-c`, `Down`, `f`. */
  keys(...names: string[]): void {
    this.#tmux('send-keys', ...names);
  }

  /** Sends bytes in one read, as a terminal would. */
  bytes(text: string | Buffer): void {
    this.#tmux(
      'send-keys',
      '-H',
      ...Array.from(Buffer.from(text as string), (byte) => byte.toString(16).padStart(2, '0')),
    );
  }

  /** Pastes text, with the brackets around it if the program asked for bracketed paste. */
  paste(text: string): void {
    this.#tmux('set-buffer', '--', text);
    this.#tmux('paste-buffer', '-p');
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Tells the program that the window changed, as when a session is attached again in a terminal of the same size. */
  windowChanged(): void {
    for (const child of this.children()) process.kill(child, 'SIGWINCH');
  }

  /** Records every byte that the program writes from now on, and returns a function that reads them. */
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

  /** Returns the scrollback and the screen. */
  history(): string {
    return this.#tmux('capture-pane', '-p', '-S', '-');
  }

  /** Returns the terminal's clipboard, which the program may have set. */
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

  /** Returns the path of the terminal, so that a test can write to it as another program would. */
  tty(): string {
    return this.#tmux('display-message', '-p', '#{pane_tty}').trim();
  }

  #shell(): number {
    return Number(this.#tmux('display-message', '-p', '#{pane_pid}'));
  }

  /** Returns the process IDs of the shell's children. */
  children(): number[] {
    const shell = this.#shell();
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8');
    return children.trim().split(/\s+/).filter(Boolean).map(Number);
  }

  /**
   * Waits until the condition holds. Fails only after both half a minute (see PATIENCE) and 300 checks: on a machine
   * so busy that checks are rare, the program is slow, too.
   */
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

  /**
   * Returns the first group of the pattern at the moment it matches, because a message disappears after two seconds.
   */
  async read(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await this.until(`read ${pattern}`, () => {
      found = pattern.exec(this.screen())?.[1];
      return found !== undefined;
    });
    return found ?? '';
  }

  /** Waits for the prompt and returns the exit code of the last command. */
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

  /** Closes the terminal. The shell decides which processes get a signal. */
  hangUp(): void {
    this.#running = false;
    this.#tmux('kill-server');
  }

  /** Closes the terminal and waits for its processes to end, because they may still write to the home. */
  async close(): Promise<void> {
    const processes = this.#running ? [this.#shell(), ...this.children()] : [];
    this.#running = false;
    try {
      this.#tmux('kill-server');
    } catch {
      // The terminal has already ended.
    }
    for (const one of processes) {
      for (let tries = 0; tries < 2400 && existsSync(`/proc/${one}`); tries++) await sleep(25);
    }
    rmSync(this.home, {recursive: true, force: true, maxRetries: 3});
  }
}
