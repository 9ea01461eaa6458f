/** What a reading shows after a write whose answer was lost. */
export interface Reading<Result = unknown> {
  /** The write was carried out. */
  done: boolean;
  /** What was found, as a clause: `there is no version 2.0.0 for IOS`. */
  found: string;
  /** What the write would have answered; absent when it was not carried out, and when no reading can tell. */
  result?: Result;
}

/** A command that shows the current state: its path, and its flags by name, `true` for a switch. */
export interface CheckCommand {
  command: readonly string[];
  flags: Readonly<Record<string, string | true>>;
}
