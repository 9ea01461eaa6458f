// A real terminal to take pictures of: tmux holds it. Needs tmux.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

const PATIENCE_MS = 60_000;
/** Marks of a key that tmux knows by name: `Enter`, `C-p`. Everything else is typed as it is. */
const NAMED = /^(?:[A-Z][a-z]+|C-.)$/;

/** @typedef {{columns: number, rows: number}} Size */

export class Terminal {
  #home = mkdtempSync(join(tmpdir(), 'tool-pictures-'));
  // A server of its own: one that is about to end takes no new session.
  #socket = basename(this.#home);
  /** @type {Size} */
  size;

  /**
   * @param {readonly string[]} words of the command line, after `tool`
   * @param {Size} size
   * @param {Readonly<Record<string, string>>} env beside an empty home
   */
  constructor(words, size, env = {}) {
    this.size = size;
    const command = [process.execPath, resolve('dist/cli.js'), ...words].map((word) => `'${word}'`).join(' ');
    const own = {HOME: this.#home, TOOL_BYPASS_KEYCHAIN: '1', COLORTERM: 'truecolor', ...env};
    const {columns, rows} = size;
    this.#tmux(['new-session', '-d', '-s', 'app', '-x', String(columns), '-y', String(rows), command], own);
  }

  /** @param {readonly string[]} words @param {Readonly<Record<string, string>>} env */
  #tmux(words, env = {}) {
    return execFileSync('tmux', ['-L', this.#socket, '-f', '/dev/null', ...words], {
      encoding: 'utf8',
      env: {...process.env, ...env},
    });
  }

  /** The screen with its colours. */
  screen() {
    return this.#tmux(['capture-pane', '-p', '-e', '-t', 'app']);
  }

  /** @param {string} key a name of tmux's, or a text to type */
  press(key) {
    this.#tmux(['send-keys', '-t', 'app', ...(NAMED.test(key) ? [key] : ['-l', key])]);
  }

  /** @param {string} text waits until it is on the screen, and the screen is at rest */
  async see(text) {
    let before = '';
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(60)) {
      const now = this.#tmux(['capture-pane', '-p', '-t', 'app']);
      if (now === before && now.includes(text)) return;
      before = now;
    }
    throw new Error(`no ${JSON.stringify(text)} in:\n${before}`);
  }

  close() {
    this.#tmux(['kill-server']);
    rmSync(this.#home, {recursive: true, force: true});
  }
}
