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

/** Takes the next key off the queue if it is this one, also from a run of text. */
export function takeRepeat(queue: KeyPress[], id: string): boolean {
  const [next] = queue;
  if (next?.id === id) {
    queue.shift();
    return true;
  }
  if (next?.id !== 'text' || id.length !== 1 || !next.text?.startsWith(id)) return false;
  const rest = next.text.slice(1);
  queue.splice(0, 1, ...(rest === '' ? [] : [{...next, text: rest}]));
  return true;
}

export function splitText({text: run = '', ...origin}: KeyPress): KeyPress[] {
  const [first = ''] = run;
  const rest = run.slice(first.length);
  return [{...origin, id: first}, ...(rest === '' ? [] : [{...origin, id: 'text', text: rest}])];
}
