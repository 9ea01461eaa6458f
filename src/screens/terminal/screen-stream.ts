import {type Size, widthOf} from '../../app/present/width.ts';
import {InkStdout} from './ink-stdout.ts';
import {STYLE} from './line-change.ts';
import {isTooSmall, MINIMUM, Painter} from './painter.ts';

const STYLES = new RegExp(STYLE.source, 'g');
const CONTROL = /\u001B\[[0-9;?]*[A-Za-ln-z]/g;

/**
 * Full-screen mode: drops Ink's cursor movements and passes frames to the painter. The layout never gets smaller than
 * the minimum. Ink's own alternateScreen and incrementalRendering (7.1.1) clear screen and scrollback (ESC[2J, ESC[3J)
 * when the terminal gets lower, and rewrite every changed line completely.
 */
export class ScreenStream extends InkStdout {
  readonly #painter: Painter;
  #size: Size;
  #holding = false;
  #isResized = false;

  constructor(out: NodeJS.WriteStream) {
    super(out);
    this.#size = sizeOf(out);
    this.#painter = new Painter(this.#size, this.frames, (text) => this.sendRaw(text));
  }

  get columns(): number {
    return Math.max(MINIMUM.columns, this.#size.columns);
  }

  get rows(): number {
    return Math.max(MINIMUM.rows, this.#size.rows);
  }

  enter(): void {
    this.#painter.enter();
  }

  leave(): void {
    this.#painter.leave();
  }

  repaint(): void {
    this.#painter.repaint();
  }

  protected show(text: string): void {
    const frame = text.replace(CONTROL, '').replace(/\n$/, '');
    if (frame !== '' && !this.#holding && this.#fits(frame)) this.#painter.paint(frame);
  }

  /** After a resize, Ink may still write what it had laid out before. */
  #fits(frame: string): boolean {
    if (!this.#isResized) return true;
    this.#isResized = frame.split('\n').some((line) => widthOf(line.replace(STYLES, '')) > this.columns);
    return !this.#isResized;
  }

  /** On resize Ink first paints the old layout: skip it. */
  protected resized(): void {
    const {columns, rows} = this;
    this.#size = sizeOf(this.out);
    this.#isResized = true;
    this.#painter.resize(this.#size);
    this.#holding = true;
    this.emit('resize');
    this.#holding = false;
    const sameLayout = this.columns === columns && this.rows === rows;
    if (sameLayout || isTooSmall(this.#size)) this.#painter.repaint();
  }
}

function sizeOf({columns, rows}: NodeJS.WriteStream): Size {
  return {columns: columns || 80, rows: rows || 24};
}
