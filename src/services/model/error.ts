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

/** Something to mend. */
export interface Remedy {
  /** What is wrong. */
  words: string;
  /** What mends it. */
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
   * `carried-out` when it did, or some of several, and what came after failed: the message says what.
   * Absent for reads and for a single write that the service refused.
   */
  outcome?: 'unknown' | 'not-sent' | 'carried-out';
  /** How many requests in a row the service did not answer in time. */
  timeOuts?: number;
  /** After `unknown`: reads what is now true; it may be called again. */
  reread?: (signal?: AbortSignal) => Promise<Reading>;
  /** The command that shows what is now true. Services name it, present/error.ts puts it in words. */
  check?: CheckCommand;
  /** Codes of the service's `errors[]` entries. */
  codes?: readonly string[];
  /** What the service names as the reasons of a refusal (`meta.associatedErrors`). */
  causes?: readonly ServiceCause[];
  /** What is to be mended, each with the command that does it; present/error.ts makes a line of each. */
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
  /** Nobody reads stdout any more: the run ends without a word. */
  closedPipe?: boolean;
}

export interface ToolErrorOptions {
  /** What to do about it: one or more sentences, shown after `Hint: `. */
  hint?: string;
  cause?: unknown;
  facts?: ErrorFacts;
}

/** What `with` adds to an error. */
interface Additions {
  /** Before and after the message, on its line. */
  prefix?: string;
  suffix?: string;
  /** Lines right below its first one. */
  below?: readonly string[];
  /** A further line of the message. */
  line?: string;
  hint?: string;
  facts?: ErrorFacts;
}

/** The one error type of the tool. `message` may have several lines; it never holds a secret. */
export class ToolError extends Error {
  readonly kind: ErrorKind;
  readonly hint?: string;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, {hint, cause, facts = {}}: ToolErrorOptions = {}) {
    super(message, cause === undefined ? undefined : {cause});
    this.name = 'ToolError';
    this.kind = kind;
    this.hint = hint;
    this.facts = facts;
  }

  /** The same error with more to say. A hint replaces the one there is; facts are added to those there are. */
  with({prefix = '', suffix = '', below = [], line, hint = this.hint, facts}: Additions): ToolError {
    const [first, ...rest] = `${prefix}${this.message}${suffix}`.split('\n');
    const message = [first, ...below, ...rest, ...(line === undefined ? [] : [line])].join('\n');
    return new ToolError(this.kind, message, {hint, cause: this, facts: {...this.facts, ...facts}});
  }
}

/** Any thrown value as a ToolError; what is not one already is a bug. */
export function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ToolError('bug', message, {cause: error});
}
