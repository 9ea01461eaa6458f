import {createContext, type ReactNode, useContext, useLayoutEffect, useRef, useSyncExternalStore} from 'react';
import {type Binding, Keyboard, type KeyPress, LEVEL, STILL_READ} from './keyboard.ts';

export const KeyboardContext = createContext<Keyboard>(new Keyboard());
const LayerContext = createContext(0);

export function KeyLayer({level = 1, children}: {level?: number; children: ReactNode}) {
  const order = useContext(LayerContext) + LEVEL * level;
  return <LayerContext value={order}>{children}</LayerContext>;
}

export const RANK = {list: 1, formField: 3, field: 4, paste: 6} as const;

interface KeyOptions {
  modal?: boolean;
  active?: boolean;
  rank?: number;
  takesText?: boolean;
  onKey?(key: KeyPress): boolean;
}

/** Binds keys while mounted and `active`. React renders between two keys, so handlers may use plain state. */
export function useKeys(
  bindings: readonly Binding[],
  {modal = false, active = true, rank = 0, takesText = false, onKey}: KeyOptions = {},
) {
  const keyboard = useContext(KeyboardContext);
  const order = useContext(LayerContext) + rank;
  const latest = useRef({bindings, onKey});
  const waits = bindings.some(({unavailable}) => unavailable === STILL_READ);
  useLayoutEffect(() => {
    latest.current = {bindings, onKey};
  });
  useLayoutEffect(() => (waits ? () => keyboard.changed() : undefined), [keyboard, waits]);
  useLayoutEffect(() => {
    if (!active) return;
    return keyboard.add({
      order,
      modal,
      takesText,
      bindings: () => latest.current.bindings,
      onKey: (key) => latest.current.onKey?.(key) ?? false,
    });
  }, [keyboard, order, modal, active, takesText]);
}

/** @param failed true if the read has failed: the waiting keys are then dropped, unless a field takes them */
export function useHold(waiting: boolean, everything = false, failed = false): void {
  const keyboard = useContext(KeyboardContext);
  const order = useContext(LayerContext);
  useLayoutEffect(
    () => (waiting ? keyboard.hold(everything, order) : undefined),
    [keyboard, waiting, everything, order],
  );
  const hasFailed = failed && !waiting;
  useLayoutEffect(() => {
    if (hasFailed) keyboard.failures += 1;
  }, [keyboard, hasFailed]);
}

/** Makes keys wait while a screen is read for the first time. */
export function useFirstRead({busy, data, error}: {busy: boolean; data?: unknown; error?: unknown}): void {
  useHold(busy && data === undefined, true, error !== undefined);
}

export function useHeld(): boolean {
  const keyboard = useContext(KeyboardContext);
  return useSyncExternalStore(keyboard.subscribe, () => keyboard.holdsEverything);
}

export function useTakesText(): boolean {
  const keyboard = useContext(KeyboardContext);
  return useSyncExternalStore(keyboard.subscribe, () => keyboard.takesText());
}
