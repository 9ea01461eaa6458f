/**
 * A key by ID (`a`, `?`, ` `, `up`, `enter`, `ctrl+p`, `shift+tab`), a run of text read at once (`text`), or a paste.
 */
export interface KeyPress {
  id: string;
  text?: string;
  /** Presses in a row, for a binding that `repeats`. */
  count?: number;
  /** When it was read, in epoch milliseconds; the same for all keys of one read. */
  at?: number;
  /** The frame on the screen at that time, from 1; 0 for none. */
  frame?: number;
}
