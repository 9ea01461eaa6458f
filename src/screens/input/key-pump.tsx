import {useContext, useEffect, useReducer, useRef} from 'react';
import {type KeyPress, splitText, takeRepeat} from './key-press.ts';
import {KeyboardContext} from './use-keys.tsx';

/** Keys do not wait longer than this for rows to come: a key that does something much later is worse than none. */
const PATIENCE_MS = 2000;
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
/** They stop the waiting itself, and what was typed before them is not meant any more. */
const URGENT = ['esc', 'ctrl+c'];

interface KeyPumpProps {
  /** Where keys come from. @returns how to stop */
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Before anything else sees a key. @returns whether it was taken */
  intercept(key: KeyPress): boolean;
  /** A key that nothing took. */
  onUnused(key: KeyPress): void;
}

/**
 * The one place where keys come in. It hands them on one at a time and waits for React in between, so that each key
 * finds the screen that the one before it made: `/abc` and Enter in one read work like five slow key presses.
 */
export function KeyPump({listen, intercept, onUnused}: KeyPumpProps) {
  const keyboard = useContext(KeyboardContext);
  const queue = useRef<KeyPress[]>([]);
  const busy = useRef(false);
  const patience = useRef<NodeJS.Timeout>(undefined);
  const waited = useRef(false);
  const [handled, next] = useReducer((count: number) => count + 1, 0);

  const deliver = () => {
    const [first, ...rest] = queue.current;
    // What waits stays whole: the step that it waits for may be a text field.
    const stays = keyboard.holdsEverything && !waited.current;
    if (first?.id === 'text' && !stays && !keyboard.takesText())
      queue.current = [...splitText(first.text ?? ''), ...rest];
    const key = queue.current[0];
    busy.current = key !== undefined;
    const isHeld = key && (keyboard.holdsEverything || (keyboard.held && ABOUT_ROWS.has(key.id)));
    if (isHeld && !waited.current) {
      patience.current ??= setTimeout(() => {
        waited.current = true;
        deliverRef.current();
      }, PATIENCE_MS);
      return;
    }
    clearTimeout(patience.current);
    patience.current = undefined;
    if (!key) {
      waited.current = false;
      return;
    }
    queue.current.shift();
    let count = 1;
    if (keyboard.repeats(key)) while (takeRepeat(queue.current, key.id)) count += 1;
    if (!intercept(key) && !keyboard.dispatch({...key, count})) onUnused(key);
    next();
  };
  const deliverRef = useRef(deliver);
  deliverRef.current = deliver;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per key, when everything it caused is rendered
  useEffect(() => {
    if (!busy.current) return;
    const soon = setImmediate(() => deliverRef.current());
    return () => clearImmediate(soon);
  }, [handled]);

  const take = (keys: KeyPress[]) => {
    const urgent = keyboard.held && keys.some(({id}) => URGENT.includes(id));
    if (urgent) queue.current = [];
    queue.current.push(...keys);
    if (urgent) waited.current = true;
    if (!busy.current || urgent) deliver();
  };
  useEffect(() => {
    keyboard.onReleased = () => {
      if (patience.current !== undefined) setImmediate(() => deliverRef.current());
    };
    return () => clearTimeout(patience.current);
  }, [keyboard]);
  const takeRef = useRef(take);
  takeRef.current = take;
  useEffect(() => listen((keys) => takeRef.current(keys)), [listen]);
  return null;
}
