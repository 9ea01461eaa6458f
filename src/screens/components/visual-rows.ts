import {cleanText} from '../../services/model/clean.ts';
import {widthOf} from '../text/width.ts';

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
