import {useContext, useEffect, useLayoutEffect, useReducer, useRef, useState} from 'react';
import type {Clock} from '../../services/ports.ts';
import {type Keyboard, type KeyPress, STILL_READ} from './keyboard.ts';
import {latinKey} from './layouts.ts';
import {KeyboardContext} from './use-keys.tsx';

/**
 * How long a row key waits for the rows before it is handled anyway. Keys that wait longer for a whole screen are
 * dropped, unless that screen has a text field.
 */
export const PATIENCE_MS = 2000;
const ROW_KEYS = new Set('enter down up j k g G home end pagedown pageup ctrl+d ctrl+u'.split(' '));
const URGENT = ['esc', 'ctrl+c'];
const MAX_AHEAD = 40;

interface KeyQueueOptions {
  keyboard: Pick<Keyboard, 'held' | 'holdsEverything' | 'failures' | 'takesText' | 'bindingOf'>;
  clock: Pick<Clock, 'sleep'>;
  handle(key: KeyPress): void;
  onDrop(): void;
}

/** Handles each key on the screen that the previous key led to, so `/abc` and Enter in one read act like slow keys. */
export class KeyQueue {
  readonly #options: KeyQueueOptions;
  #keys: KeyPress[] = [];
  #busy = false;
  #waiting: AbortController | undefined;
  #overdue = false;
  #failures = 0;

  constructor(options: KeyQueueOptions) {
    this.#options = options;
  }

  push(keys: readonly KeyPress[]): void {
    const all = [...this.#keys, ...keys];
    const urgent = all.findLastIndex(({id}, place) => place >= this.#keys.length && URGENT.includes(id));
    const isFirst = urgent >= 0 && this.#discards(all.slice(0, urgent));
    if (isFirst) this.#overdue = true;
    // Keeps every Ctrl+C, because the second Ctrl+C quits unconditionally.
    this.#keys = isFirst ? all.filter(({id}, place) => place >= urgent || id === 'ctrl+c') : all;
    if (!this.#busy || (this.#waiting && this.#overdue)) this.#next();
  }

  #discards(keys: readonly KeyPress[]): boolean {
    const {keyboard} = this.#options;
    const isField = keyboard.takesText();
    const count = keys.reduce((sum, {text = ' '}) => sum + (isField ? 1 : text.length), 0);
    return keyboard.held || this.#waiting !== undefined || count > MAX_AHEAD;
  }

  ready(): void {
    if (this.#busy && !this.#waiting) this.#next();
  }

  released(): void {
    if (!this.#waiting) return;
    const {keyboard, onDrop} = this.#options;
    const isLate = this.#overdue || keyboard.failures > this.#failures;
    // Text meant for a field must not act as keys on a screen without one.
    if (isLate && !keyboard.holdsEverything && !keyboard.takesText()) {
      this.#keys = [];
      onDrop();
    }
    this.#next();
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
    if (keyboard.bindingOf(key)?.repeats) while (takeRepeat(this.#keys, key.id)) count += 1;
    handle({...key, count});
  }

  /** Splits text that no field takes into keys, but not while all keys wait, as a field may still appear. */
  #splitFirst(): void {
    const {keyboard} = this.#options;
    const [first, ...rest] = this.#keys;
    if (first?.id !== 'text' || keyboard.takesText() || keyboard.holdsEverything) return;
    this.#keys = [...splitText(first), ...rest];
  }

  #mustWait(key: KeyPress): boolean {
    const {keyboard} = this.#options;
    if (keyboard.holdsEverything) return !URGENT.includes(key.id);
    if (this.#overdue) return false;
    return (keyboard.held && ROW_KEYS.has(key.id)) || keyboard.bindingOf(key)?.unavailable === STILL_READ;
  }

  #wait(): void {
    if (this.#waiting) return;
    const wait = new AbortController();
    this.#waiting = wait;
    this.#failures = this.#options.keyboard.failures;
    const onTimeout = () => {
      this.#overdue = true;
      this.#next();
    };
    this.#options.clock.sleep(PATIENCE_MS, wait.signal).then(onTimeout, () => {});
  }

  #stopWaiting(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
  }
}

function takeRepeat(queue: KeyPress[], id: string): boolean {
  const [next] = queue;
  if (next?.id === id) {
    queue.shift();
    return true;
  }
  const [first = ''] = next?.text ?? '';
  if (next?.id !== 'text' || latinKey(first) !== id) return false;
  const rest = (next.text ?? '').slice(first.length);
  queue.splice(0, 1, ...(rest === '' ? [] : [{...next, text: rest}]));
  return true;
}

function splitText({text: run = '', ...origin}: KeyPress): KeyPress[] {
  const [first = ''] = run;
  const rest = run.slice(first.length);
  return [{...origin, id: latinKey(first)}, ...(rest === '' ? [] : [{...origin, id: 'text', text: rest}])];
}

interface KeyPumpProps {
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  watchFrames(onFrame: (frame: number) => void): () => void;
  clock: Clock;
  onKey(key: KeyPress): void;
  onFrame(): void;
  onDrop(): void;
}

export function KeyPump({listen, watchFrames, clock, onKey, onFrame, onDrop}: KeyPumpProps) {
  const keyboard = useContext(KeyboardContext);
  const [handled, rendered] = useReducer((count: number) => count + 1, 0);
  const latest = useRef({onKey, onDrop});
  latest.current = {onKey, onDrop};
  const dispatched = useRef(0);
  const [queue] = useState(() => {
    const handle = (key: KeyPress) => {
      dispatched.current += 1;
      latest.current.onKey(key);
      rendered();
    };
    return new KeyQueue({keyboard, clock, handle, onDrop: () => latest.current.onDrop()});
  });

  // Everything that the key caused is rendered now. On a busy machine, the next key may already be handled.
  useEffect(() => {
    const soon = setImmediate(() => handled === dispatched.current && queue.ready());
    return () => clearImmediate(soon);
  }, [handled, queue]);
  useLayoutEffect(() => {
    return watchFrames((frame) => {
      keyboard.drawn(frame, clock.now());
      onFrame();
    });
  }, [watchFrames, keyboard, clock, onFrame]);
  useEffect(() => listen((keys) => queue.push(keys)), [listen, queue]);
  useEffect(() => keyboard.subscribe(() => setImmediate(() => queue.released())), [keyboard, queue]);
  useEffect(() => () => queue.close(), [queue]);
  return null;
}
