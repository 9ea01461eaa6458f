import {cleanText} from '../../services/model/clean.ts';
import {graphemes, widthOf} from '../../services/text/width.ts';
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

/** Inserts text. Its start (an accent, for example) may merge with the character before the cursor, but no further. */
export function insert({text, cursor}: Edited, added: string): Edited {
  const from = Math.max(0, cursor - 1);
  const joined = graphemes((text[from] ?? '').repeat(cursor - from) + added);
  return {text: text.slice(0, from).concat(joined, text.slice(cursor)), cursor: from + joined.length};
}

type Edit = (state: Edited) => Edited;

function goTo(place: (state: Edited) => number): Edit {
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

function editKey(id: string): string {
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

interface Area {
  width: number;
  height: number;
}

function move(state: Edited, by: number, width: number): Edited {
  const {text, cursor} = state;
  const rows = visualRows(text, width);
  const from = rowOf(rows, cursor);
  const goal = state.goal ?? columnsOf(text, rows[from]?.start ?? 0, cursor);
  const to = from + by;
  if (to < 0) return {text, cursor: 0};
  const row = rows[to];
  if (!row) return {text, cursor: text.length};
  return {text, cursor: atColumn(text, row, rows[to + 1], goal), goal};
}

function atColumn(text: readonly string[], row: VisualRow, next: VisualRow | undefined, goal: number): number {
  const last = next?.start === row.end ? row.end - 1 : row.end;
  let at = row.start;
  while (at < last && columnsOf(text, row.start, at + 1) <= goal) at++;
  return at;
}

const LINE_EDITS: Readonly<Record<string, (state: Edited, area: Area) => Edited>> = {
  enter: (state) => insert(state, '\n'),
  up: (state, {width}) => move(state, -1, width),
  down: (state, {width}) => move(state, 1, width),
  pageup: (state, {width, height}) => move(state, -height, width),
  pagedown: (state, {width, height}) => move(state, height, width),
  'ctrl+home': goTo(() => 0),
  'ctrl+end': goTo(({text}) => text.length),
};

export function editLines(state: Edited, key: KeyPress, area: Area): Edited | undefined {
  if (key.id === 'paste') return insert(state, key.text ?? '');
  const lineEdit = LINE_EDITS[editKey(key.id)];
  return lineEdit ? lineEdit(state, area) : edit(state, key);
}

interface VisualRow {
  start: number;
  end: number;
}

export function shownText(text: readonly string[], start: number, end: number): string[] {
  return text.slice(start, end).map(cleanText);
}

function columnsOf(text: readonly string[], start: number, end: number): number {
  return text.slice(start, end).reduce((sum, character) => sum + widthOf(cleanText(character)), 0);
}

export function visualRows(text: readonly string[], width: number): VisualRow[] {
  const rows: VisualRow[] = [];
  let start = 0;
  let afterBlank = 0;
  let used = 0;
  for (const [index, character] of text.entries()) {
    if (character === '\n') {
      rows.push({start, end: index});
      start = index + 1;
      used = 0;
      continue;
    }
    const isBlank = character === ' ';
    const needed = widthOf(cleanText(character));
    if (used > 0 && used + needed > (isBlank ? width : width - 1)) {
      const end = afterBlank > start && !isBlank ? afterBlank : index;
      rows.push({start, end});
      start = end;
      used = columnsOf(text, start, index);
    }
    used += needed;
    if (isBlank) afterBlank = index + 1;
  }
  rows.push({start, end: text.length});
  return rows;
}

export function rowOf(rows: readonly VisualRow[], cursor: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({start}) => start <= cursor),
  );
}
