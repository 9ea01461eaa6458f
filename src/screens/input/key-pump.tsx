import {useContext, useEffect, useLayoutEffect, useReducer, useRef, useState} from 'react';
import type {Clock} from '../../services/ports.ts';
import {KeyQueue} from './key-queue.ts';
import type {KeyPress} from './keyboard.ts';
import {KeyboardContext} from './use-keys.tsx';

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

  // Everything the key caused is rendered now. On a busy machine the next key may already be handled.
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
