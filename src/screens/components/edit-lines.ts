import {cleanText} from '../../services/model/clean.ts';
import type {KeyPress} from '../input/key-press.ts';
import {widthOf} from '../text/width.ts';
import {type Edited, edit, insert, remove} from './edit.ts';

/** A text of several lines being edited. */
export interface EditedLines extends Edited {
  /** The column that up and down lead to, kept over rows that are shorter. */
  goal?: number;
}

/** How the text is shown, in columns and rows. */
interface Area {
  width: number;
  height: number;
}

function lineStart({text, cursor}: Edited): number {
  return text.slice(0, cursor).lastIndexOf('\n') + 1;
}

function lineEnd({text, cursor}: Edited): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

/** Up or down by rows as they are shown; beyond the first or last one to the beginning or the end. */
function move(state: EditedLines, by: number, width: number): EditedLines {
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
  // The end of a row that goes on in the next one is a place in that one.
  const last = next?.start === row.end ? row.end - 1 : row.end;
  let at = row.start;
  while (at < last && columnsOf(text, row.start, at + 1) <= goal) at++;
  return at;
}

type LineEdit = (state: EditedLines, area: Area) => EditedLines;

const toLineStart: LineEdit = (state) => ({text: state.text, cursor: lineStart(state)});
const toLineEnd: LineEdit = (state) => ({text: state.text, cursor: lineEnd(state)});

/** What keys do other than in a single line. */
const LINE_EDITS: Readonly<Record<string, LineEdit>> = {
  enter: (state) => insert(state, '\n'),
  'alt+enter': (state) => insert(state, '\n'),
  up: (state, {width}) => move(state, -1, width),
  down: (state, {width}) => move(state, 1, width),
  pageup: (state, {width, height}) => move(state, -height, width),
  pagedown: (state, {width, height}) => move(state, height, width),
  home: toLineStart,
  'ctrl+a': toLineStart,
  end: toLineEnd,
  'ctrl+e': toLineEnd,
  'ctrl+home': ({text}) => ({text, cursor: 0}),
  'ctrl+end': ({text}) => ({text, cursor: text.length}),
  'ctrl+u': (state) => remove(state, lineStart(state), state.cursor),
  // At the end of a line it joins the next one to it.
  'ctrl+k': (state) => remove(state, state.cursor, Math.max(lineEnd(state), state.cursor + 1)),
};

/** The text after a key; undefined when the key is not about editing. A paste keeps its line breaks. */
export function editLines(state: EditedLines, key: KeyPress, area: Area): EditedLines | undefined {
  if (key.id === 'paste') return insert(state, key.text ?? '');
  const lineEdit = LINE_EDITS[key.id];
  if (lineEdit) return lineEdit(state, area);
  const next = edit(state, key);
  return next && {text: next.text, cursor: next.cursor};
}

/** A row that a text is shown in: where it begins and ends among the characters, a line break not included. */
export interface VisualRow {
  start: number;
  end: number;
}

/** A character as it is shown. */
export function shownAs(character: string): string {
  return cleanText(character);
}

export function columnsOf(text: readonly string[], start: number, end: number): number {
  return text.slice(start, end).reduce((sum, character) => sum + widthOf(shownAs(character)), 0);
}

/**
 * Breaks a text at its line breaks and, where a line is longer than `width` columns, after a blank. The last column is
 * for the blank that a row ends with, or for the cursor.
 */
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
    const needed = widthOf(shownAs(character));
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

/** The row that the cursor is in: between two rows of one line, the later one. */
export function rowOf(rows: readonly VisualRow[], cursor: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({start}) => start <= cursor),
  );
}
