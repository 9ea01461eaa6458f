import type {ShellTerminal} from '../context/shell.ts';
import type {KeyPress} from '../input/key-press.ts';

export interface TerminalActions extends ShellTerminal {
  listen(onKeys: (keys: KeyPress[]) => void): () => void;
  /** Reports each frame once it is on the screen. Returns a function that stops. */
  watchFrames(onFrame: (frame: number) => void): () => void;
  /** Stops the process until `fg`; absent without job control. */
  suspend?(): void;
  repaint(): void;
  ring(text: string): void;
  exit(code: number): void;
}
