import {graphemes, type Size, takeStart, widthOf} from '../../app/present/width.ts';
import type {Frames} from './ink-stdout.ts';
import {changeOf, STYLE} from './line-change.ts';

export const MINIMUM: Size = {columns: 60, rows: 15};

const ENTER = '\u001B[?1049h\u001B[?25l\u001B[H';
const LEAVE = '\u001B[0m\u001B[?25h\u001B[?1049l';
const SYNC = ['\u001B[?2026h', '\u001B[?2026l'] as const;

/** Writes the changes of each line at absolute positions. A frame covers every row, so nothing is ever cleared. */
export class Painter {
  readonly #write: (text: string) => void;
  readonly #frames: Frames;
  #size: Size;
  #frame: readonly string[] = [];
  #shown: readonly (string | undefined)[] = [];
  #entered = false;

  constructor(size: Size, frames: Frames, write: (text: string) => void) {
    this.#size = size;
    this.#frames = frames;
    this.#write = write;
  }

  enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#shown = [];
    this.#write(ENTER);
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.#frames.hidden();
    this.#write(LEAVE);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#shown = [];
  }

  repaint(): void {
    this.#shown = [];
    this.#draw();
  }

  paint(frame: string): void {
    this.#frame = frame.split('\n');
    this.#draw();
  }

  #draw(): void {
    if (!this.#entered) return;
    const {rows, columns} = this.#size;
    const tooSmall = isTooSmall(this.#size);
    const next = tooSmall
      ? [takeStart(`Too small: ${columns}x${rows}. Make it ${MINIMUM.columns}x${MINIMUM.rows}.`, columns)]
      : this.#frame;
    const lines = Array.from({length: rows}, (_, row) => next[row] ?? '');
    let bytes = '';
    for (const [row, line] of lines.entries()) {
      const shown = this.#shown[row];
      if (line !== shown) bytes += `\u001B[${row + 1};${written(shown, line, columns)}`;
    }
    this.#shown = lines;
    if (bytes !== '') this.#write(`${SYNC[0]}${bytes}${SYNC[1]}`);
    if (tooSmall) this.#frames.hidden();
    else this.#frames.shown();
  }
}

export function isTooSmall({columns, rows}: Size): boolean {
  return columns < MINIMUM.columns || rows < MINIMUM.rows;
}

function written(shown: string | undefined, line: string, columns: number): string {
  const {column, text, keepsRest} = shown === undefined ? {column: 0, text: line} : changeOf(shown, line);
  return `${column + 1}H${inColumns(text)}${keepsRest ? '' : eraseRest(line, columns)}`;
}

/** Erasing in the last column would erase its character. */
function eraseRest(line: string, columns: number): string {
  return widthOf(line) < columns ? '\u001B[K' : '';
}

const CLUSTER = /[\u200d\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;

/**
 * Terminals disagree on the width of joined emoji: blanks their cells first, then places the cursor at the computed
 * column.
 */
function inColumns(line: string): string {
  if (!CLUSTER.test(line)) return line;
  let column = 1;
  let out = '';
  for (const part of line.split(STYLE)) {
    if (STYLE.test(part)) {
      out += part;
      continue;
    }
    for (const grapheme of graphemes(part)) {
      const width = widthOf(grapheme);
      const at = `\u001B[${column}G`;
      column += width;
      out += CLUSTER.test(grapheme) ? `${' '.repeat(width)}${at}${grapheme}\u001B[${column}G` : grapheme;
    }
  }
  return out;
}
