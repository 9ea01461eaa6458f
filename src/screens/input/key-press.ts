/**
 * One key as bindings name it: `a`, `R`, `?`, ` `, `up`, `enter`, `esc`, `ctrl+p`, `shift+tab`, …; or a run of text that
 * arrived in one read (`text`), or a paste (`paste`), both with what was typed.
 */
export interface KeyPress {
  id: string;
  text?: string;
  /** How often it was pressed in a row, for a binding that `repeats`; 1 otherwise. */
  count?: number;
  /** When its bytes were read from the terminal, in milliseconds since the epoch. Keys of one read share it. */
  at?: number;
  /** The frame that was on the screen then, counted from 1; 0 for none. */
  frame?: number;
}

/** Takes a key off the queue if the next one is this, spelt or not. @returns whether it was */
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

/** A run of text for when no text field takes it: its first character as a key, and the run that is left. */
export function splitText({text: run = '', ...moment}: KeyPress): KeyPress[] {
  const [first = ''] = run;
  const rest = run.slice(first.length);
  return [{...moment, id: first}, ...(rest === '' ? [] : [{...moment, id: 'text', text: rest}])];
}
