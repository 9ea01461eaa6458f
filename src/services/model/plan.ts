/** A write as it would be sent, for `--dry-run`. */
export interface PlannedRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Without the origin. An ID that does not exist yet is `<id of the new TYPE>`. */
  path: string;
  /** Absent where none is sent, so that a request can be sent as it is printed: a DELETE with a body is refused. */
  body?: unknown;
}

/** What becomes of the writes of a run. */
export interface WriteMode {
  /** Every write is refused; the words name who asked for it: `--read-only`, `profile 'ci'`. */
  readOnly?: string;
  /** Writes are put down here instead of being sent; this goes before `readOnly`. */
  plan?: PlannedRequest[];
}
