import type {ReadOptions} from './files.ts';

/** Where the person is. */

export interface Browser {
  /** @returns false when nothing could be started. The child gets no secret in its environment. */
  open(url: string): Promise<boolean>;
}

/** A text after someone edited it, or why there is none, in a sentence. */
export type EditedText = {text: string} | {problem: string};

export interface Editor {
  /**
   * Runs `VISUAL` or `EDITOR` on the text until it ends. It has the terminal meanwhile, and no secret in its environment.
   * Left without saving, the text is what it was.
   * @param name of the file it is in meanwhile, without a directory
   */
  edit(text: string, name: string): Promise<EditedText>;
}

export interface Terminal {
  readonly stdinIsTty: boolean;
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
  /** stdin to its end. */
  readInput(options?: ReadOptions): Promise<Uint8Array>;
  /** Writes to stdout; resolves when it may be given more. A closed pipe aborts the host's signal quietly. */
  write(text: string): Promise<void>;
  /** Writes to stderr. */
  writeError(text: string): void;
}
