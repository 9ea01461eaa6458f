import stringWidth from 'string-width';
import {graphemes, type Size, takeStart} from '../../services/text/width.ts';
import {FILLER} from '../text/lines.ts';
import {InkStdout} from './ink-stdout.ts';

const MINIMUM: Size = {columns: 60, rows: 15};

/** Resets styles, line-drawing characters, insert mode, origin mode and margins, which would garble a frame. */
const RESET = '\u001B[0m\u001B(B\u000F\u001B[4l\u001B[?6;69l\u001B[r';
const ENTER = `\u001B[?1049h${RESET}\u001B[?25l\u001B[H`;
/** Neither clears the screen nor saves the cursor, because the alternate screen is usually active already. */
const ENTER_AGAIN = `\u001B[?1047h${RESET}\u001B[?25l`;
const LEAVE = '\u001B[?25h\u001B[?1049l';
const SYNC = ['\u001B[?2026h', '\u001B[?2026l'] as const;
const CONTROL = /\u001B\[[0-9;?]*[A-Za-ln-z]/g;

const STYLE = /(\u001B\[[0-9;:]*m|\u001B\]8;[^\u0007]*\u0007)/;
const STYLES = new RegExp(STYLE, 'g');
const LINK_END = '\u001B]8;;\u0007';
/** Matches text that every terminal draws one column wide: most of Latin, Greek and Cyrillic, and the app's signs. */
const NARROW =
  /^[ -~\u00a1-\u00ac\u00ae-\u024f\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2190-\u21ff\u2295-\u22ff\u2500-\u25fc\u2713\u2715]*$/;

/**
 * Full-screen mode: drops Ink's cursor movements and writes what has changed at its absolute position. A frame covers
 * every row, so the screen is never cleared. Ink's own alternateScreen and incrementalRendering (7.1.1) clear it and
 * its scrollback (ESC[2J, ESC[3J) when the terminal gets lower, and rewrite every changed line completely.
 */
export class ScreenStream extends InkStdout {
  #size: Size;
  #frame: readonly string[] = [];
  #shown: readonly (string | undefined)[] = [];
  #entered = false;
  #holding = false;
  #isResized = false;

  constructor(out: NodeJS.WriteStream) {
    super(out);
    this.#size = sizeOf(out);
  }

  get columns(): number {
    return Math.max(MINIMUM.columns, this.#size.columns);
  }

  get rows(): number {
    return Math.max(MINIMUM.rows, this.#size.rows);
  }

  get text(): string {
    return withoutStyles(this.#frame.join('\n'));
  }

  enter(): void {
    if (this.#entered) return;
    this.#entered = true;
    this.#shown = [];
    this.sendRaw(ENTER);
  }

  leave(): void {
    if (!this.#entered) return;
    this.#entered = false;
    this.hidden();
    // Without an alternate screen, the shell continues below the frame.
    this.sendRaw(`${RESET}\u001B[${this.#size.rows};1H\u001B[K${LEAVE}`);
  }

  restore(): void {
    if (!this.#entered) return;
    this.sendRaw(ENTER_AGAIN);
    this.repaint();
  }

  repaint(): void {
    this.#shown = [];
    this.#draw();
  }

  protected show(text: string): void {
    const frame = text.replace(CONTROL, '').replace(/\n$/, '');
    if (frame === '' || this.#holding || !this.#fits(frame)) return;
    this.#frame = frame.split('\n');
    this.#draw();
  }

  #fits(frame: string): boolean {
    if (!this.#isResized) return true;
    this.#isResized = frame.split('\n').some((line) => stringWidth(withoutStyles(line)) > this.columns);
    return !this.#isResized;
  }

  /** Skips the old layout, which Ink paints first after a resize. */
  protected resized(): void {
    const {columns, rows} = this;
    this.#size = sizeOf(this.out);
    if (this.#entered) this.sendRaw(ENTER_AGAIN);
    this.#shown = [];
    this.#isResized = true;
    this.#holding = true;
    this.emit('resize');
    this.#holding = false;
    const sameLayout = this.columns === columns && this.rows === rows;
    if (sameLayout || isTooSmall(this.#size)) this.repaint();
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
      if (line === shown) continue;
      const {column, text, keepsRest} = changeOf(shown, line);
      // In the last column, this would erase the character there.
      const erase = keepsRest || stringWidth(line) >= columns ? '' : '\u001B[K';
      bytes += `\u001B[${row + 1};${column + 1}H${inColumns(text)}${erase}`;
    }
    this.#shown = lines;
    if (bytes !== '') this.sendRaw(`${SYNC[0]}${bytes}${SYNC[1]}`);
    if (tooSmall) this.hidden();
    else this.shown();
  }
}

function sizeOf({columns, rows}: NodeJS.WriteStream): Size {
  return {columns: columns || 80, rows: rows || 24};
}

function isTooSmall({columns, rows}: Size): boolean {
  return columns < MINIMUM.columns || rows < MINIMUM.rows;
}

/** Terminals disagree on the width of joined emoji and of letter clusters in South and Southeast Asian scripts. */
const DISPUTED = new RegExp(`[\u200d\ufe0f\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}${FILLER}]`, 'u');

function inColumns(line: string): string {
  if (!DISPUTED.test(line)) return line;
  let column = 1;
  let out = '';
  for (const part of line.split(STYLE)) {
    if (STYLE.test(part)) {
      out += part;
      continue;
    }
    for (const character of withFillers(part)) {
      const width = stringWidth(character);
      const start = `\u001B[${column}G`;
      column += width;
      out += DISPUTED.test(character)
        ? `${' '.repeat(width)}${start}${character.replaceAll(FILLER, '')}\u001B[${column}G`
        : character;
    }
  }
  return out;
}

function withFillers(text: string): string[] {
  const characters: string[] = [];
  for (const grapheme of graphemes(text)) {
    if (grapheme === FILLER) characters.push((characters.pop() ?? '') + FILLER);
    else characters.push(grapheme);
  }
  return characters;
}

/** Returns the changed part, or the complete line if nothing is shown yet or terminals may disagree on a width. */
function changeOf(shown: string | undefined, next: string) {
  if (shown === undefined || ![shown, next].every((line) => NARROW.test(withoutStyles(line))))
    return {column: 0, text: next, keepsRest: false};
  const [old, cuts] = [new Set(cutsOf(shown)), cutsOf(next)];
  const same = commonStart(shown, next);
  const start = cuts.findLast((cut) => cut <= same && old.has(cut)) ?? 0;
  const added = next.length - shown.length;
  const longest = Math.min(shown.length, next.length) - start;
  const sameEnd = next.length - Math.min(longest, commonStart(reversed(shown), reversed(next)));
  const end = cuts.find((cut) => cut >= sameEnd && old.has(cut - added));
  const keepsRest = end !== undefined && end < next.length && columnAt(next, end) === columnAt(shown, end - added);
  return {column: columnAt(next, start), text: next.slice(start, keepsRest ? end : undefined), keepsRest};
}

function cutsOf(line: string): number[] {
  const cuts: number[] = [];
  const styles = new Set<number>();
  let at = 0;
  let isLink = false;
  for (const part of line.split(STYLE)) {
    if (part.startsWith('\u001B]')) isLink = part !== LINK_END;
    else if (STYLE.test(part)) for (const code of part.slice(2, -1).split(';')) setStyle(styles, Number(code));
    else if (styles.size === 0 && !isLink) for (let place = 0; place <= part.length; place++) cuts.push(at + place);
    at += part.length;
  }
  return cuts;
}

/** Counts any style that the theme does not use as switched on, so that the line is written from further left. */
function setStyle(styles: Set<number>, code: number): void {
  if (code <= 9) styles.add(code <= 2 ? 22 : code + 20);
  else if ((code >= 22 && code <= 29) || code === 39) styles.delete(code);
  else styles.add(39);
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

function columnAt(line: string, at: number): number {
  return withoutStyles(line.slice(0, at)).length;
}

function withoutStyles(line: string): string {
  return line.replace(STYLES, '');
}
