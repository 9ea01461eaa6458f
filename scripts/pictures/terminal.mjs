// A real terminal to take pictures of. Needs tmux.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

const PATIENCE_MS = 60_000;
/** Matches the keys that tmux knows by name, such as `Enter` and `C-p`. Anything else is typed. */
const NAMED = /^(?:[A-Z][a-z]+|C-.)$/;

/** @typedef {{columns: number, rows: number}} Size */

export class Terminal {
  #home = mkdtempSync(join(tmpdir(), 'tool-pictures-'));
  // Each terminal has its own server, because a server that is about to exit accepts no new session.
  #socket = basename(this.#home);
  /** @type {Size} */
  size;

  /**
   * @param {readonly string[]} words of the command line, after `tool`
   * @param {Size} size
   * @param {Readonly<Record<string, string>>} env in addition to an empty home
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

  /** Returns the screen with its colours. */
  screen() {
    return this.#tmux(['capture-pane', '-p', '-e', '-t', 'app']);
  }

  /** @param {string} key the name of a key in tmux, or a text to type */
  press(key) {
    this.#tmux(['send-keys', '-t', 'app', ...(NAMED.test(key) ? [key] : ['-l', key])]);
  }

  /**
   * Waits until the text is visible and the screen no longer changes.
   * @param {string} text
   */
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
