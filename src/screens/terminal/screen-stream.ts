import {EventEmitter} from 'node:events';
import type {Size} from '../text/width.ts';
import {Frames} from './frames.ts';
import {isTooSmall, MINIMUM, Painter} from './painter.ts';

/** Any control sequence but a change of style. */
const CONTROL = /\u001B\[[0-9;?]*[A-Za-ln-z]/g;

/**
 * The stdout that Ink writes to in full-screen mode. Ink moves the cursor and erases; all that is dropped here, and what
 * remains, the frame, goes to the painter. Screens smaller than the minimum are laid out at the minimum, so that nothing
 * is lost while the painter shows that the terminal is too small.
 *
 * Ink's own alternateScreen and incrementalRendering (7.1.1) would not do: they clear screen and scrollback (ESC[2J,
 * ESC[3J) when the terminal gets lower and when the app ends.
 */
export class ScreenStream extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly frames = new Frames();
  readonly #out: NodeJS.WriteStream;
  readonly #painter: Painter;
  #size: Size;
  #holding = false;

  constructor(out: NodeJS.WriteStream) {
    super();
    this.setMaxListeners(0);
    this.#out = out;
    this.#size = sizeOf(out);
    this.#painter = new Painter(this.#size, this.frames, (text) => this.#send(text));
    out.on('resize', this.#onResize);
  }

  get columns(): number {
    return Math.max(MINIMUM.columns, this.#size.columns);
  }

  get rows(): number {
    return Math.max(MINIMUM.rows, this.#size.rows);
  }

  get destroyed(): boolean {
    return this.#out.destroyed;
  }

  get writableEnded(): boolean {
    return this.#out.writableEnded;
  }

  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    const frame = String(data).replace(CONTROL, '').replace(/\n$/, '');
    if (frame !== '' && !this.#holding) this.#painter.paint(frame);
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    if (done) this.#out.write('', done);
    return true;
  }

  /** Takes over the terminal. */
  enter(): void {
    this.#painter.enter();
  }

  /** Gives the terminal back as it was. */
  leave(): void {
    this.#painter.leave();
  }

  repaint(): void {
    this.#painter.repaint();
  }

  /** Bytes that are not part of a frame, e.g. for the clipboard. */
  sendRaw(text: string): void {
    this.#send(text);
  }

  close(): void {
    this.#out.off('resize', this.#onResize);
  }

  /** Ink paints the old layout at once when the size changes: that frame is not shown, the next one is. */
  readonly #onResize = () => {
    const {columns, rows} = this;
    this.#size = sizeOf(this.#out);
    this.#painter.resize(this.#size);
    this.#holding = true;
    this.emit('resize');
    this.#holding = false;
    const sameLayout = this.columns === columns && this.rows === rows;
    if (sameLayout || isTooSmall(this.#size)) this.#painter.repaint();
  };

  #send(text: string): void {
    if (!this.#out.destroyed && !this.#out.writableEnded) this.#out.write(text);
  }
}

function sizeOf({columns, rows}: NodeJS.WriteStream): Size {
  return {columns: columns || 80, rows: rows || 24};
}
