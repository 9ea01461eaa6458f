import {EventEmitter} from 'node:events';

/** Counts the frames shown. A key carries the one it was pressed on. */
export class Frames {
  #count = 0;
  #isVisible = false;
  #onFrame: ((frame: number) => void) | undefined;

  /** 0 while something else is on the screen. */
  get current(): number {
    return this.#isVisible ? this.#count : 0;
  }

  /** @returns how to stop */
  watch(onFrame: (frame: number) => void): () => void {
    this.#onFrame = onFrame;
    if (this.#isVisible) onFrame(this.#count);
    return () => {
      this.#onFrame = undefined;
    };
  }

  shown(): void {
    this.#count += 1;
    this.#isVisible = true;
    const frame = this.#count;
    // Ink may write in the middle of a React commit, before that frame's keys are bound.
    queueMicrotask(() => this.#onFrame?.(frame));
  }

  hidden(): void {
    this.#isVisible = false;
  }
}

/** Ink's stdout; how its frames reach the terminal is up to the subclass. */
export abstract class InkStdout extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly frames = new Frames();
  protected readonly out: NodeJS.WriteStream;

  constructor(out: NodeJS.WriteStream) {
    super();
    this.setMaxListeners(0);
    this.out = out;
    out.on('resize', this.#onResize);
  }

  /** Size for Ink's layout. */
  abstract get columns(): number;
  abstract get rows(): number;
  abstract enter(): void;
  abstract leave(): void;
  abstract repaint(): void;
  /** @param text a frame, cursor movements, or both */
  protected abstract show(text: string): void;
  protected abstract resized(): void;

  get destroyed(): boolean {
    return this.out.destroyed;
  }

  get writableEnded(): boolean {
    return this.out.writableEnded;
  }

  write(data: string | Uint8Array, ...rest: unknown[]): boolean {
    this.show(String(data));
    const done = rest.find((argument) => typeof argument === 'function') as (() => void) | undefined;
    if (done) this.out.write('', done);
    return true;
  }

  /** Bytes outside any frame, e.g. for the clipboard. */
  sendRaw(text: string): void {
    if (!this.out.destroyed && !this.out.writableEnded) this.out.write(text);
  }

  close(): void {
    this.out.off('resize', this.#onResize);
  }

  readonly #onResize = () => this.resized();
}
