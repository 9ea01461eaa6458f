import type {Clock} from '../../services/ports.ts';
import {type KeyPress, splitText, takeRepeat} from './key-press.ts';
import type {Keyboard} from './keyboard.ts';

/** Keys do not wait longer than this for rows to come: a key that does something much later is worse than none. */
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
/** Esc and Ctrl+C cancel a wait and discard what was typed before them. */
const URGENT = ['esc', 'ctrl+c'];
/** Nobody types more than this ahead and means it. */
const MOST_AHEAD = 40;

interface KeyQueueOptions {
  /** Says who takes text, and what has to wait. */
  keyboard: Pick<Keyboard, 'held' | 'holdsEverything' | 'takesText' | 'repeats'>;
  clock: Pick<Clock, 'sleep'>;
  /** Acts on one key; `ready` is called when everything that it caused is on the screen. */
  handle(key: KeyPress): void;
}

/**
 * Keys that have been typed and are not acted on yet. They are handed on one at a time, so that each finds the screen
 * that the one before it made: `/abc` and Enter in one read work like five slow key presses.
 */
export class KeyQueue {
  readonly #options: KeyQueueOptions;
  #keys: KeyPress[] = [];
  /** A key was handed on and `ready` has not been called, or the first key waits. */
  #busy = false;
  /** Ends the wait of the first key. */
  #waiting: AbortController | undefined;
  /** The wait is over, whatever holds keys: until the queue is empty. */
  #overdue = false;

  constructor(options: KeyQueueOptions) {
    this.#options = options;
  }

  push(keys: readonly KeyPress[]): void {
    const all = [...this.#keys, ...keys];
    const urgent = all.findLastIndex(({id}, place) => place >= this.#keys.length && URGENT.includes(id));
    const isFirst = urgent >= 0 && this.#discards(all.slice(0, urgent));
    if (isFirst) this.#overdue = true;
    // Ctrl+C twice is not the same as once.
    this.#keys = isFirst ? all.filter(({id}, place) => place >= urgent || id === 'ctrl+c') : all;
    if (!this.#busy || (this.#waiting && this.#overdue)) this.#next();
  }

  /** Whether a key that wants to get out discards these: they wait for something, or are more than anybody types ahead. */
  #discards(keys: readonly KeyPress[]): boolean {
    const {keyboard} = this.#options;
    const isField = keyboard.takesText();
    const count = keys.reduce((sum, {text = ' '}) => sum + (isField ? 1 : text.length), 0);
    return keyboard.held || count > MOST_AHEAD;
  }

  /** What the last key caused is on the screen. */
  ready(): void {
    if (this.#busy && !this.#waiting) this.#next();
  }

  /** What a key waited for may be there. */
  released(): void {
    if (this.#waiting) this.#next();
  }

  /** Forgets what waits. */
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

  /** Where no field takes text, a run of it is keys. What waits stays whole: it may be for a field that is to come. */
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
