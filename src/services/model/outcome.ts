import {cleanText} from './clean.ts';

/** The fate of a write whose answer was lost. */
export type Verdict =
  /** The requested state is there, and can result from the write. */
  | 'done'
  /** Nothing has changed: the write may still take effect. */
  | 'not-done'
  /** The current state cannot result from the write. */
  | 'someone-else'
  | 'unknown';

/** As long as no reading tells. */
export const UNDECIDED = 'the service may or may not have carried it out';

/**
 * What the current state says of a write whose answer was lost: it was carried out only if the state can result from it
 * and has the attributes given. Times are not compared: they are the service's.
 */
export interface Finding {
  verdict: Verdict;
  /** A clause: `there is no version 2.0.0 for IOS`. */
  found: string;
}

/** What the states say of one write; one that is in no row says nothing. */
export interface Judgement {
  rows: {readonly [V in Verdict]?: readonly string[]};
  /** `the version is in`, before the state. */
  place: string;
  /** The clause of a verdict, where it says more than the place; `STATE` in it is the state. */
  words?: {readonly [V in Verdict]?: string};
}

/** The first row that names the state is its verdict, and the verdict chooses the words. */
export function judge(state: string | undefined, {rows, place, words = {}}: Judgement): Finding {
  const verdicts = Object.keys(rows) as Verdict[];
  const verdict = verdicts.find((one) => rows[one]?.includes(state ?? '')) ?? 'unknown';
  const clause = words[verdict] ?? `${place} STATE`;
  return {verdict, found: clause.replace('STATE', () => cleanText(state ?? 'no known state'))};
}

export interface Reading<Result = unknown> extends Finding {
  /** What the write would have answered, if it was carried out and a read can tell. */
  result?: Result;
}

/** Part of the result of any write. */
export interface Noted {
  /** What there is to say beside it, as when only a later read confirmed it. */
  note?: string;
  /** There was nothing to change. */
  isUnsent?: true;
}

/** Flags in display order; switches are booleans. */
export interface CheckCommand {
  command: readonly string[];
  flags: Readonly<Record<string, string | boolean>>;
  /** The flags that only a person can give: a text, or a legal answer. */
  needs?: readonly string[];
}

export interface PlannedRequest {
  method: 'POST' | 'PATCH' | 'DELETE';
  /** Without the origin. An ID that does not exist yet is `<id of the new TYPE>`. */
  path: string;
  /** A DELETE with a body is refused. */
  body?: unknown;
}

export interface WriteMode {
  /** Why every write is refused: `--read-only`, `profile 'ci'`. */
  readOnly?: string;
  /** Collects writes instead of sending them; takes precedence over `readOnly`. */
  plan?: PlannedRequest[];
}

/**
 * What became of a write. `settled-by-reading`: its answer was lost, and a check found that it was carried out; `in-part`:
 * a later step failed.
 */
export const WRITE_OUTCOMES = [
  'carried-out',
  'settled-by-reading',
  'in-part',
  'refused',
  'not-sent',
  'unknown',
] as const;
export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];
