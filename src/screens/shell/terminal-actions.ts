import type {KeyPress} from '../input/key-press.ts';

export interface TerminalActions {
  /** False if the terminal has no clipboard. */
  copy(text: string): boolean;
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Reports each frame once it is on the screen. Returns a function that stops. */
  watchFrames(onFrame: (frame: number) => void): () => void;
  /** Stops the process until `fg`; absent without job control. */
  suspend?(): void;
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
  repaint(): void;
  ring(text: string): void;
  reportLater(text: Promise<string>): void;
  exit(code: number): void;
}
