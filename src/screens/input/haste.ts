import type {KeyPress} from './key-press.ts';

/** An Enter that follows another this soon is a held key, or a finger that was faster than the screen. */
export const HASTE_MS = 500;

/** Marks every Enter that follows another one at once. @param now in milliseconds since the epoch */
export function hasteMarker(now: () => number): (keys: readonly KeyPress[]) => KeyPress[] {
  let lastEnter: number | undefined;
  return (keys) =>
    keys.map((key) => {
      const at = key.id === 'enter' ? now() : undefined;
      const hasty = at !== undefined && lastEnter !== undefined && at - lastEnter < HASTE_MS;
      lastEnter = at;
      return hasty ? {...key, hasty} : key;
    });
}
