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
