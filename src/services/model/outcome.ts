/** `other` means that the state is neither the wanted one nor the old one, so nobody knows what the write did. */
export type Verdict = 'done' | 'not-done' | 'other';

export const UNDECIDED = 'the service may or may not have carried it out';

export interface Finding {
  verdict: Verdict;
  /** A clause such as `there is no version 2.0.0 for IOS`. */
  found: string;
}

export interface Reading<Result = unknown> extends Finding {
  result?: Result;
}

export interface WithNote {
  note?: string;
  isUnsent?: true;
}

export interface SuggestedCommand {
  command: readonly string[];
  flags: Readonly<Record<string, string | boolean>>;
  needs?: readonly string[];
}

export interface PlannedRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** The address without its origin. An ID that does not exist yet is `<id of the new TYPE>`. */
  path: string;
  body?: unknown;
}

export interface WriteMode {
  readOnly?: string;
  /** Collects writes instead of sending them. This takes precedence over `readOnly`. */
  plan?: PlannedRequest[];
}

/** `settled-by-reading`: the answer was lost, and a read found the write done. `in-part`: a later step is not done. */
export const WRITE_OUTCOMES = [
  'carried-out',
  'settled-by-reading',
  'in-part',
  'refused',
  'not-sent',
  'unknown',
] as const;
export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];
