import {EventEmitter} from 'node:events';

export abstract class InkStdout extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  protected readonly out: NodeJS.WriteStream;
  #frames = 0;
  #hasFrame = false;
  #onFrame: ((frame: number) => void) | undefined;

  constructor(out: NodeJS.WriteStream) {
    super();
    this.setMaxListeners(0);
    this.out = out;
    out.on('resize', this.#onResize);
  }

  protected abstract show(text: string): void;
  protected abstract resized(): void;

  get destroyed(): boolean {
    return this.out.destroyed;
  }

  get writableEnded(): boolean {
    return this.out.writableEnded;
  }

  write(data: string | Uint8Array): boolean {
    this.show(String(data));
    return true;
  }

  sendRaw(text: string): void {
    if (!this.out.destroyed && !this.out.writableEnded) this.out.write(text);
  }

  get frame(): number {
    return this.#hasFrame ? this.#frames : 0;
  }

  readonly watchFrames = (onFrame: (frame: number) => void): (() => void) => {
    this.#onFrame = onFrame;
    if (this.#hasFrame) onFrame(this.#frames);
    return () => {
      this.#onFrame = undefined;
    };
  };

  protected shown(): void {
    this.#frames += 1;
    this.#hasFrame = true;
    const frame = this.#frames;
    // Ink may write in the middle of a React commit, before the keys of that frame are bound.
    queueMicrotask(() => this.#onFrame?.(frame));
  }

  protected hidden(): void {
    this.#hasFrame = false;
  }

  close(): void {
    this.out.off('resize', this.#onResize);
  }

  readonly #onResize = () => this.resized();
}
