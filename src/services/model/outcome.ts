/** What a reading says of a write whose answer was lost. */
export type Verdict =
  /** What was asked for is there, in a state that can come of it. */
  | 'done'
  /** All is as before: the write may still take effect. */
  | 'not-done'
  /** What is there cannot come of the write: someone else was at work. */
  | 'someone-else'
  /** It cannot be told. */
  | 'unknown';

/** What was found, judged. */
export interface Finding {
  verdict: Verdict;
  /** As a clause: `there is no version 2.0.0 for IOS`. */
  found: string;
}

/** What a reading shows after a write whose answer was lost. */
export interface Reading<Result = unknown> extends Finding {
  /** What the write would have answered; absent unless it was carried out, and when no reading can tell. */
  result?: Result;
}

/** A command with its flags by name, in the order to show; switches are booleans. */
export interface CheckCommand {
  command: readonly string[];
  flags: Readonly<Record<string, string | boolean>>;
}

/** A write as it would be sent, for `--dry-run`. */
export interface PlannedRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Without the origin. An ID that does not exist yet is `<id of the new TYPE>`. */
  path: string;
  /** Absent where none is sent: a DELETE with a body is refused. */
  body?: unknown;
}

export interface WriteMode {
  /** Every write is refused; this says why: `--read-only`, `profile 'ci'`. */
  readOnly?: string;
  /** Collects writes instead of sending them; takes precedence over `readOnly`. */
  plan?: PlannedRequest[];
}
