import type {EndingSignal, ErrorKind} from './exit-codes.ts';
import type {CheckCommand, Reading} from './outcome.ts';

export type {ErrorKind} from './exit-codes.ts';

/** One reason of a refusal. */
export interface ServiceCause {
  /** The resource that it is about: `/v1/builds/1`. */
  path: string;
  code?: string;
  /** The member that it is about: `/data/attributes/whatsNew`. */
  pointer?: string;
  /** In the service's words. */
  words: string;
}

/** What is wrong, and how to fix it. */
export interface Remedy {
  words: string;
  command?: CheckCommand;
  hint?: string;
}

/** What a caller may want to know beyond the words. */
export interface ErrorFacts {
  /** HTTP status of the service's answer. */
  status?: number;
  /** Seconds after which the service wants to be asked again. */
  retryAfter?: number;
  /**
   * What became of a write: `unknown` when the service may have carried it out, `not-sent` when it cannot have,
   * `carried-out` when it, or one of several, was and a later step failed (the message says which).
   * Absent for reads and for a single write that the service refused.
   */
  outcome?: 'unknown' | 'not-sent' | 'carried-out';
  /** How many requests in a row timed out. */
  timeOuts?: number;
  /** After `unknown`: reads what is true now. */
  reread?: (signal?: AbortSignal) => Promise<Reading>;
  /** The command that shows what is true now. */
  check?: CheckCommand;
  /** Codes of the service's `errors[]` entries. */
  codes?: readonly string[];
  /** What the service refuses, where callers act on it: the one place that reads its English is store/errors.ts. */
  refusal?: 'agreement' | 'role' | 'too-early';
  /** `meta.associatedErrors` of the answer. */
  causes?: readonly ServiceCause[];
  /** What to fix; present/error.ts makes a line of each. */
  remedies?: readonly Remedy[];
  /** Release notes that were interrupted: the locales that had failed before, and the one whose outcome is unknown. */
  notes?: {failed: readonly {locale: string; error: ToolError}[]; underWay?: string};
  /** The flag (without dashes) that the error is about; the message then follows its name: `must not be empty`. */
  flag?: string;
  /** The command whose usage it is about. */
  command?: readonly string[];
  /** The signal that interrupted the work. */
  signal?: EndingSignal;
  /** Set when the user did it in the app (Esc), so that nothing needs to be said. */
  cancelled?: boolean;
  /** stdout was closed by its reader: the run ends without a word. */
  closedPipe?: boolean;
}

export interface ToolErrorOptions {
  /** Lines below the first one. */
  details?: readonly string[];
  /** What to do about it: one or more sentences, shown after `Hint: `. */
  hint?: string;
  cause?: unknown;
  facts?: ErrorFacts;
}

interface Changes extends Omit<ToolErrorOptions, 'cause'> {
  summary?: string;
  /** One more line, below all others. */
  line?: string;
}

/** The one error type of the tool. `message` is the summary and, below it, the details; it never holds a secret. */
export class ToolError extends Error {
  readonly kind: ErrorKind;
  readonly summary: string;
  readonly details: readonly string[];
  readonly hint?: string;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, {details: more = [], hint, cause, facts = {}}: ToolErrorOptions = {}) {
    const whole = [message, ...more].join('\n');
    super(whole, cause === undefined ? undefined : {cause});
    const [summary = '', ...details] = whole.split('\n');
    this.name = 'ToolError';
    this.kind = kind;
    this.summary = summary;
    this.details = details;
    this.hint = hint;
    this.facts = facts;
  }

  /** The same error with other words; facts are added to those there are. */
  with({summary = this.summary, details = this.details, line, hint = this.hint, facts}: Changes): ToolError {
    const all = line === undefined ? details : [...details, line];
    return new ToolError(this.kind, summary, {details: all, hint, cause: this, facts: {...this.facts, ...facts}});
  }
}

/** Any thrown value as a ToolError; what is not one already is a bug. */
export function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolError('bug', message, {cause: error});
}
