import type {Size} from '../text/size.ts';
import {graphemes, takeStart, widthOf} from '../text/width.ts';

/** The smallest terminal that the screens are laid out for. */
export const MINIMUM: Size = {columns: 60, rows: 15};

const ENTER = '\u001B[?1049h\u001B[?25l\u001B[H';
const LEAVE = '\u001B[r\u001B[0m\u001B[?25h\u001B[?1049l';
const SYNC = ['\u001B[?2026h', '\u001B[?2026l'] as const;

/**
 * Turns whole frames into the fewest bytes: lines that changed, at absolute positions, and scrolling done by the
 * terminal. Never clears the screen: a frame covers every row, so there is nothing to clear.
 */
export class Painter {
  readonly #write: (text: string) => void;
  #size: Size;
  #frame: readonly string[] = [];
  /** What the terminal shows, by row; undefined where that is not known. */
  #shown: readonly (string | undefined)[] = [];
  #entered = false;

  constructor(size: Size, write: (text: string) => void) {
    this.#size = size;
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
    this.#write(LEAVE);
  }

  /** The terminal has another size now: nothing is known of what it shows. */
  resize(size: Size): void {
    this.#size = size;
    this.#shown = [];
  }

  /** Paints the last frame again, whole. */
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
    const next = isTooSmall(this.#size)
      ? [takeStart(`Too small: ${columns}x${rows}. Make it ${MINIMUM.columns}x${MINIMUM.rows}.`, columns)]
      : this.#frame;
    const lines = Array.from({length: rows}, (_, row) => next[row] ?? '');
    const scroll = this.#shown.length === rows ? findScroll(this.#shown, lines) : undefined;
    const before = scroll ? scrolled(this.#shown, scroll) : this.#shown;
    let bytes = scroll ? scrollSequence(scroll) : '';
    for (const [row, line] of lines.entries()) {
      if (line !== before[row]) bytes += `\u001B[${row + 1};1H${inColumns(line)}${eraseRest(line, columns)}`;
    }
    this.#shown = lines;
    if (bytes !== '') this.#write(`${SYNC[0]}${bytes}${SYNC[1]}`);
  }
}

export function isTooSmall({columns, rows}: Size): boolean {
  return columns < MINIMUM.columns || rows < MINIMUM.rows;
}

/** Rows `top` to `bottom` (both included) move up by `by`, or down when it is negative. */
interface Scroll {
  top: number;
  bottom: number;
  by: number;
}

const WORTH_IT = 3;

/** The move that saves most lines, if one saves enough. */
function findScroll(shown: readonly (string | undefined)[], next: readonly string[]): Scroll | undefined {
  const changed = next.filter((line, row) => line !== shown[row]).length;
  if (changed <= WORTH_IT) return undefined;
  let best: {scroll: Scroll; left: number} | undefined;
  for (let by = 1 - next.length; by < next.length; by++) {
    if (by === 0) continue;
    const matches = next.flatMap((line, row) => (line !== '' && line === shown[row + by] ? [row] : []));
    const [first] = matches;
    const last = matches.at(-1);
    if (first === undefined || last === undefined || matches.length <= WORTH_IT) continue;
    const scroll = {top: Math.min(first, first + by), bottom: Math.max(last, last + by), by};
    const after = scrolled(shown, scroll);
    const left = next.filter((line, row) => line !== after[row]).length;
    if (left + WORTH_IT < changed && (!best || left < best.left)) best = {scroll, left};
  }
  return best?.scroll;
}

function scrolled(shown: readonly (string | undefined)[], {top, bottom, by}: Scroll): (string | undefined)[] {
  return shown.map((line, row) => {
    if (row < top || row > bottom) return line;
    const from = row + by;
    return from < top || from > bottom ? '' : shown[from];
  });
}

function scrollSequence({top, bottom, by}: Scroll): string {
  return `\u001B[${top + 1};${bottom + 1}r\u001B[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\u001B[r`;
}

/** Erasing after the last column would take that column with it. */
function eraseRest(line: string, columns: number): string {
  return widthOf(line) < columns ? '\u001B[K' : '';
}

const CLUSTER = /[\u200d\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]/u;
const SGR = /(\u001B\[[0-9;:]*m)/;

/**
 * Terminals disagree about the width of joined emoji. After each one the cursor is put where this program counts it
 * to be, on cells that were blanked before, so that whatever follows lines up.
 */
function inColumns(line: string): string {
  if (!CLUSTER.test(line)) return line;
  let column = 1;
  let out = '';
  for (const part of line.split(SGR)) {
    if (SGR.test(part)) {
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
