import {EventEmitter} from 'node:events';

/** Counts the frames that the terminal has shown: a key carries the one that it was pressed in front of. */
export class Frames {
  #count = 0;
  #isVisible = false;
  #onFrame: ((frame: number) => void) | undefined;

  /** The one on the screen; 0 while something else is. */
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

  /** A frame has been written. */
  shown(): void {
    this.#count += 1;
    this.#isVisible = true;
    const frame = this.#count;
    // Ink may write amid a commit of React, before the keys of that frame are bound.
    queueMicrotask(() => this.#onFrame?.(frame));
  }

  /** Something else is on the screen. */
  hidden(): void {
    this.#isVisible = false;
  }
}

/** The stdout that Ink writes its frames to; how they reach the terminal is for the subclass. */
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

  /** The size that Ink lays out for. */
  abstract get columns(): number;
  abstract get rows(): number;
  /** Takes over the terminal. */
  abstract enter(): void;
  /** Gives the terminal back as it was. */
  abstract leave(): void;
  /** Shows the last frame again, whole. */
  abstract repaint(): void;
  /** @param text what Ink writes: a frame, cursor movements, or both */
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

  /** Bytes that are not part of a frame, e.g. for the clipboard. */
  sendRaw(text: string): void {
    if (!this.out.destroyed && !this.out.writableEnded) this.out.write(text);
  }

  close(): void {
    this.out.off('resize', this.#onResize);
  }

  readonly #onResize = () => this.resized();
}
