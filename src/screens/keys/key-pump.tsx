import {useInput, usePaste} from 'ink';
import {useContext, useEffect, useReducer, useRef} from 'react';
import {type Key, keysOf, spell} from './key.ts';
import {KeyboardContext} from './use-keys.tsx';

interface KeyPumpProps {
  /** Before anything else sees a key. @returns whether it was taken */
  intercept(key: Key): boolean;
  /** A key that nothing took. */
  onUnused(key: Key): void;
}

/**
 * The one place where keys come in. It hands them on one at a time and waits for React in between, so that each key
 * finds the screen that the one before it made: `/abc` and Enter in one read work like five slow key presses.
 */
export function KeyPump({intercept, onUnused}: KeyPumpProps) {
  const keyboard = useContext(KeyboardContext);
  const queue = useRef<Key[]>([]);
  const busy = useRef(false);
  const [handled, next] = useReducer((count: number) => count + 1, 0);

  const deliver = () => {
    const key = queue.current.shift();
    if (!key) {
      busy.current = false;
      return;
    }
    busy.current = true;
    if (key.id === 'text' && !keyboard.takesText()) {
      queue.current.unshift(...spell(key.text ?? ''));
      deliver();
      return;
    }
    if (!intercept(key) && !keyboard.dispatch(key)) onUnused(key);
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

  const take = (keys: Key[]) => {
    queue.current.push(...keys);
    if (!busy.current) deliver();
  };
  useInput((input, ink) => take(keysOf(input, ink)));
  usePaste((text) => take([{id: 'paste', text: text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')}]));
  return null;
}
