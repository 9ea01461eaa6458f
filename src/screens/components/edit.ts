import type {KeyPress} from '../input/key-press.ts';
import {graphemes} from '../text/width.ts';

/** A text being edited: its characters as people count them, and the place between two of them. */
export interface Edited {
  text: readonly string[];
  cursor: number;
}

export function edited(text: string): Edited {
  const parts = graphemes(text);
  return {text: parts, cursor: parts.length};
}

export function textOf({text}: Edited): string {
  return text.join('');
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}

function wordStart({text, cursor}: Edited): number {
  let at = cursor;
  while (at > 0 && isBlank(text[at - 1])) at--;
  while (at > 0 && !isBlank(text[at - 1])) at--;
  return at;
}

function wordEnd({text, cursor}: Edited): number {
  let at = cursor;
  while (at < text.length && isBlank(text[at])) at++;
  while (at < text.length && !isBlank(text[at])) at++;
  return at;
}

export function remove({text}: Edited, from: number, to: number): Edited {
  return {text: text.slice(0, from).concat(text.slice(to)), cursor: from};
}

/** What is added may join the character before it, e.g. as its accent; nothing further back. */
export function insert({text, cursor}: Edited, added: string): Edited {
  const from = Math.max(0, cursor - 1);
  const joined = graphemes((text[from] ?? '').repeat(cursor - from) + added);
  return {text: text.slice(0, from).concat(joined, text.slice(cursor)), cursor: from + joined.length};
}

/** Why a text is not taken, or undefined. @param most characters that a field holds, far beyond what it sends */
export function tooMuch({text}: Edited, {text: added = ''}: KeyPress, most: number): string | undefined {
  if (text.length + added.length <= most) return undefined;
  return `Not inserted: ${added.length} characters are more than there is room for here (${most})`;
}

/** The editing keys of a shell. */
const EDITS: Readonly<Record<string, (state: Edited) => Edited>> = {
  left: (state) => ({...state, cursor: Math.max(0, state.cursor - 1)}),
  right: (state) => ({...state, cursor: Math.min(state.text.length, state.cursor + 1)}),
  'ctrl+b': (state) => ({...state, cursor: Math.max(0, state.cursor - 1)}),
  'ctrl+f': (state) => ({...state, cursor: Math.min(state.text.length, state.cursor + 1)}),
  home: (state) => ({...state, cursor: 0}),
  'ctrl+a': (state) => ({...state, cursor: 0}),
  end: (state) => ({...state, cursor: state.text.length}),
  'ctrl+e': (state) => ({...state, cursor: state.text.length}),
  'alt+left': (state) => ({...state, cursor: wordStart(state)}),
  'ctrl+left': (state) => ({...state, cursor: wordStart(state)}),
  'alt+b': (state) => ({...state, cursor: wordStart(state)}),
  'alt+f': (state) => ({...state, cursor: wordEnd(state)}),
  'alt+right': (state) => ({...state, cursor: wordEnd(state)}),
  'ctrl+right': (state) => ({...state, cursor: wordEnd(state)}),
  backspace: (state) => remove(state, Math.max(0, state.cursor - 1), state.cursor),
  delete: (state) => ({...remove(state, state.cursor, state.cursor + 1)}),
  'ctrl+d': (state) => ({...remove(state, state.cursor, state.cursor + 1)}),
  'ctrl+w': (state) => remove(state, wordStart(state), state.cursor),
  'alt+d': (state) => remove(state, state.cursor, wordEnd(state)),
  'alt+backspace': (state) => remove(state, wordStart(state), state.cursor),
  'ctrl+u': (state) => remove(state, 0, state.cursor),
  'ctrl+k': (state) => remove(state, state.cursor, state.text.length),
};

/** The line after a key; undefined when the key is not about editing. Line breaks of a paste become blanks. */
export function edit(state: Edited, key: KeyPress): Edited | undefined {
  if (key.id === 'text') return insert(state, key.text ?? '');
  if (key.id === 'paste') {
    const text = key.text ?? '';
    return insert(state, text.replace(/^[\n\t ]+|[\n\t ]+$/g, '').replace(/[\n\t]+/g, ' '));
  }
  return EDITS[key.id]?.(state);
}
