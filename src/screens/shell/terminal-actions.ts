import type {KeyPress} from '../input/key-press.ts';

export interface TerminalActions {
  /** Puts text on the clipboard; false where the terminal has no way. */
  copy(text: string): boolean;
  /** Where keys come from. @returns how to stop */
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Tells of each frame once it is on the screen. @returns how to stop */
  watchFrames(onFrame: (frame: number) => void): () => void;
  /** Stops the process until `fg`; absent where there is no job control. */
  suspend?(): void;
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
  repaint(): void;
  ring(text: string): void;
  /** See Shell. */
  sayLater(text: Promise<string>): void;
  exit(code: number): void;
}
