import type {KeyPress} from '../input/key-press.ts';

/** What the shell needs from the terminal it runs in. */
export interface TerminalActions {
  /** Puts text on the clipboard; false where the terminal has no way. */
  copy(text: string): boolean;
  /** Where keys come from. @returns how to stop */
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Tells of each frame once it is on the screen. @returns how to stop */
  watchFrames(onFrame: (frame: number) => void): () => void;
  /** Hands the terminal back, stops the process, and takes it again on `fg`; absent where that cannot be done. */
  suspend?(): void;
  /** Another program has the terminal until `work` ends. */
  releaseWhile<T>(work: () => Promise<T>): Promise<T>;
  repaint(): void;
  /** Calls for the person in front of another window. */
  ring(text: string): void;
  /** Says something once it is known: in the app, or below it where it has ended by then. */
  sayLater(text: Promise<string>): void;
  /** Leaves the app with this exit code. */
  exit(code: number): void;
}
