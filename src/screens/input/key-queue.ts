import type {Clock} from '../../services/ports.ts';
import {type KeyPress, splitText, takeRepeat} from './key-press.ts';
import type {Keyboard} from './keyboard.ts';

/** A key that takes effect later than this is worse than none. */
export const PATIENCE_MS = 2000;
const ABOUT_ROWS = new Set([
  'enter',
  'down',
  'up',
  'j',
  'k',
  'g',
  'G',
  'home',
  'end',
  'pagedown',
  'pageup',
  'ctrl+d',
  'ctrl+u',
]);
/** They cancel a wait and discard what was typed before them. */
const URGENT = ['esc', 'ctrl+c'];
/** Nobody means to type further ahead than this. */
const MOST_AHEAD = 40;

interface KeyQueueOptions {
  keyboard: Pick<Keyboard, 'held' | 'holdsEverything' | 'takesText' | 'repeats'>;
  clock: Pick<Clock, 'sleep'>;
  /** Call `ready` once everything this caused is on the screen. */
  handle(key: KeyPress): void;
}

/**
 * Keys typed but not handled yet. Each is handled on the screen that the one before it made: `/abc` and Enter in one
 * read work like five slow presses.
 */
export class KeyQueue {
  readonly #options: KeyQueueOptions;
  #keys: KeyPress[] = [];
  /** A key is being handled, or the first one waits. */
  #busy = false;
  #waiting: AbortController | undefined;
  /** Until the queue is empty, holds no longer count. */
  #overdue = false;

  constructor(options: KeyQueueOptions) {
    this.#options = options;
  }

  push(keys: readonly KeyPress[]): void {
    const all = [...this.#keys, ...keys];
    const urgent = all.findLastIndex(({id}, place) => place >= this.#keys.length && URGENT.includes(id));
    const isFirst = urgent >= 0 && this.#discards(all.slice(0, urgent));
    if (isFirst) this.#overdue = true;
    // Keep every Ctrl+C: two mean more than one.
    this.#keys = isFirst ? all.filter(({id}, place) => place >= urgent || id === 'ctrl+c') : all;
    if (!this.#busy || (this.#waiting && this.#overdue)) this.#next();
  }

  /** An urgent key discards what waits for something, or is more than anyone types ahead. */
  #discards(keys: readonly KeyPress[]): boolean {
    const {keyboard} = this.#options;
    const isField = keyboard.takesText();
    const count = keys.reduce((sum, {text = ' '}) => sum + (isField ? 1 : text.length), 0);
    return keyboard.held || count > MOST_AHEAD;
  }

  ready(): void {
    if (this.#busy && !this.#waiting) this.#next();
  }

  released(): void {
    if (this.#waiting) this.#next();
  }

  close(): void {
    this.#stopWaiting();
    this.#keys = [];
  }

  #next(): void {
    const {keyboard, handle} = this.#options;
    this.#splitFirst();
    const key = this.#keys[0];
    this.#busy = key !== undefined;
    if (key && this.#mustWait(key)) {
      this.#wait();
      return;
    }
    this.#stopWaiting();
    if (!key) {
      this.#overdue = false;
      return;
    }
    this.#keys.shift();
    let count = 1;
    if (keyboard.repeats(key)) while (takeRepeat(this.#keys, key.id)) count += 1;
    handle({...key, count});
  }

  /** Splits a run of text that no field takes. While everything is held it stays whole: a field may still come. */
  #splitFirst(): void {
    const {keyboard} = this.#options;
    const [first, ...rest] = this.#keys;
    if (first?.id !== 'text' || keyboard.takesText() || (keyboard.holdsEverything && !this.#overdue)) return;
    this.#keys = [...splitText(first), ...rest];
  }

  #mustWait({id}: KeyPress): boolean {
    const {keyboard} = this.#options;
    return !this.#overdue && (keyboard.holdsEverything || (keyboard.held && ABOUT_ROWS.has(id)));
  }

  #wait(): void {
    if (this.#waiting) return;
    const wait = new AbortController();
    this.#waiting = wait;
    const onPatienceOver = () => {
      this.#overdue = true;
      this.#next();
    };
    this.#options.clock.sleep(PATIENCE_MS, wait.signal).then(onPatienceOver, () => {});
  }

  #stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }
}
