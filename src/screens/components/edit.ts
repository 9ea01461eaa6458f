import {graphemes} from '../../services/text/width.ts';
import type {KeyPress} from '../input/keyboard.ts';

export interface Edited {
  text: readonly string[];
  cursor: number;
  goal?: number;
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

function lineStart({text, cursor}: Edited): number {
  return text.slice(0, cursor).lastIndexOf('\n') + 1;
}

function lineEnd({text, cursor}: Edited): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
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

function remove({text}: Edited, from: number, to: number): Edited {
  return {text: text.slice(0, from).concat(text.slice(to)), cursor: from};
}

/** The added text may join the preceding character, e.g. as its accent, but nothing further back. */
export function insert({text, cursor}: Edited, added: string): Edited {
  const from = Math.max(0, cursor - 1);
  const joined = graphemes((text[from] ?? '').repeat(cursor - from) + added);
  return {text: text.slice(0, from).concat(joined, text.slice(cursor)), cursor: from + joined.length};
}

type Edit = (state: Edited) => Edited;

export function goTo(place: (state: Edited) => number): Edit {
  return (state) => ({text: state.text, cursor: place(state)});
}

const SAME_KEYS: Readonly<Record<string, string>> = {
  'ctrl+b': 'left',
  'ctrl+f': 'right',
  'ctrl+a': 'home',
  'ctrl+e': 'end',
  'ctrl+left': 'alt+left',
  'alt+b': 'alt+left',
  'ctrl+right': 'alt+right',
  'alt+f': 'alt+right',
  'ctrl+d': 'delete',
  'alt+backspace': 'ctrl+w',
  'alt+enter': 'enter',
};

export function editKey(id: string): string {
  return SAME_KEYS[id] ?? id;
}

const EDITS: Readonly<Record<string, Edit>> = {
  left: goTo(({cursor}) => Math.max(0, cursor - 1)),
  right: goTo(({text, cursor}) => Math.min(text.length, cursor + 1)),
  home: goTo(lineStart),
  end: goTo(lineEnd),
  'alt+left': goTo(wordStart),
  'alt+right': goTo(wordEnd),
  backspace: (state) => remove(state, Math.max(0, state.cursor - 1), state.cursor),
  delete: (state) => remove(state, state.cursor, state.cursor + 1),
  'ctrl+w': (state) => remove(state, wordStart(state), state.cursor),
  'alt+d': (state) => remove(state, state.cursor, wordEnd(state)),
  'ctrl+u': (state) => remove(state, lineStart(state), state.cursor),
  'ctrl+k': (state) => remove(state, state.cursor, Math.max(lineEnd(state), state.cursor + 1)),
};

export function edit(state: Edited, {id, text = ''}: KeyPress): Edited | undefined {
  if (id === 'text') return insert(state, text);
  if (id === 'paste') return insert(state, text.replace(/^[\n\t ]+|[\n\t ]+$/g, '').replace(/[\n\t]+/g, ' '));
  return EDITS[editKey(id)]?.(state);
}
