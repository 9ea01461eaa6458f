import {EventEmitter} from 'node:events';

export class Frames {
  #count = 0;
  #isVisible = false;
  #onFrame: ((frame: number) => void) | undefined;

  get current(): number {
    return this.#isVisible ? this.#count : 0;
  }

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
    // Ink may write in the middle of a React commit, before the keys of that frame are bound.
    queueMicrotask(() => this.#onFrame?.(frame));
  }

  hidden(): void {
    this.#isVisible = false;
  }
}

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

  abstract get columns(): number;
  abstract get rows(): number;
  abstract get text(): string;
  abstract enter(): void;
  abstract leave(): void;
  abstract repaint(): void;
  abstract restore(): void;
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

  sendRaw(text: string): void {
    if (!this.out.destroyed && !this.out.writableEnded) this.out.write(text);
  }

  close(): void {
    this.out.off('resize', this.#onResize);
  }

  readonly #onResize = () => this.resized();
}
