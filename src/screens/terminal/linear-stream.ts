import {EventEmitter} from 'node:events';
import {Frames} from './frames.ts';

/** Frames that come quicker than this are one: what is read aloud should be what stays. */
const SETTLE_MS = 40;
const CONTROL = /\u001B\[[0-9;?]*[A-Za-z]/g;
const SELECTED = ', selected';

/**
 * The stdout that Ink writes to in screen-reader mode: plain lines one below the other, on the screen that was there.
 * Nothing is erased or moved. Of each new frame only the lines are written that the one before did not have.
 */
export class LinearStream extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly frames = new Frames();
  readonly #out: NodeJS.WriteStream;
  #shown: readonly string[] = [];
  #next: readonly string[] | undefined;
  #timer: NodeJS.Timeout | undefined;
  #left = false;

  constructor(out: NodeJS.WriteStream) {
    super();
    this.setMaxListeners(0);
    this.#out = out;
    out.on('resize', this.#onResize);
  }

  /** The terminal breaks lines by itself; broken here, a line could not be told from the one before. */
  get columns(): number {
    return 10_000;
  }

  get rows(): number {
    return this.#out.rows || 24;
  }

  get destroyed(): boolean {
    return this.#out.destroyed;
  }

  get writableEnded(): boolean {
    return this.#out.writableEnded;
  }

  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    const frame = String(data).replace(CONTROL, '');
    if (frame.trim() !== '') {
      this.#next = frame.split('\n').map((line) => line.trimEnd());
      clearTimeout(this.#timer);
      if (!this.#left) this.#timer = setTimeout(() => this.#say(), SETTLE_MS);
    }
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    if (done) this.#out.write('', done);
    return true;
  }

  enter(): void {
    this.#left = false;
  }

  /** What comes from now on is said when it is entered again. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#left = true;
    this.frames.hidden();
  }

  /** Says everything again. */
  repaint(): void {
    this.#next ??= this.#shown;
    this.#shown = [];
    this.#say();
  }

  sendRaw(text: string): void {
    this.#out.write(text);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#out.off('resize', this.#onResize);
  }

  #say(): void {
    const next = this.#next;
    if (!next) return;
    this.#next = undefined;
    const lines = newLines(this.#shown, next);
    this.#shown = next;
    if (lines.length > 0) this.#out.write(`${lines.join('\n')}\n`);
    this.frames.shown();
  }

  readonly #onResize = () => this.emit('resize');
}

/** Lines that are new. A row that is merely not selected any more is not news. */
function newLines(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(
    before.flatMap((line) => (line.endsWith(SELECTED) ? [line, line.slice(0, -SELECTED.length)] : [line])),
  );
  return after.filter((line) => line.trim() !== '' && !known.has(line));
}
