import type {Ledger} from './ledger.ts';
import type {SuggestedCommand} from './outcome.ts';

export const SIGNAL_EXIT_CODES = {SIGHUP: 129, SIGINT: 130, SIGTERM: 143} as const;
export type EndingSignal = keyof typeof SIGNAL_EXIT_CODES;

const CODES = {
  bug: [1, 'a check failed (auth doctor, versions check, ship), or a bug'],
  usage: [2, 'usage'],
  credentials: [3, 'credentials: none, incomplete, mixed under strict, refused'],
  'not-found': [4, 'not found'],
  conflict: [5, "conflict: the version's state does not allow it, or it already exists"],
  rejected: [6, 'the service rejected the request'],
  network: [7, 'network'],
  service: [8, 'the service failed, or sent an invalid response'],
  'rate-limited': [9, 'rate limited'],
  storage: [10, 'a file, the keychain or the output cannot be read or written; a full disk, too'],
  waited: [11, 'timed out waiting (--max-wait)'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type ErrorKind = keyof typeof CODES | 'interrupted';

export function exitCode({kind, facts: {signal}}: {kind: ErrorKind; facts: Pick<ErrorFacts, 'signal'>}): number {
  const codes: Partial<Record<string, number>> = SIGNAL_EXIT_CODES;
  return kind === 'interrupted' ? (codes[signal ?? ''] ?? SIGNAL_EXIT_CODES.SIGINT) : CODES[kind][0];
}

export const EXIT_CODES: readonly (readonly [string, string])[] = [
  ['0', 'done; an empty list is success'],
  ...Object.values(CODES).map(([code, meaning]) => [String(code), meaning] as const),
  [Object.values(SIGNAL_EXIT_CODES).join(', '), Object.keys(SIGNAL_EXIT_CODES).join(', ')],
];

export interface ServiceCause {
  path: string;
  code?: string;
  pointer?: string;
  words: string;
}

export interface Remedy {
  words: string;
  command?: SuggestedCommand;
  hint?: string;
}

export interface ServiceAnswer {
  status?: number;
  retryAfter?: number;
  codes?: readonly string[];
  /** A refusal that callers act on. Only store/errors.ts derives it from the service's words. */
  refusal?: 'agreement' | 'role' | 'too-early';
  causes?: readonly ServiceCause[];
  submissionId?: string;
}

export interface ErrorFacts {
  answer?: ServiceAnswer;
  writes?: Ledger;
  isFinal?: true;
  checkWith?: SuggestedCommand;
  remedies?: readonly Remedy[];
  /** A flag without its dashes. The message is then printed after the flag's name: `must not be empty`. */
  flag?: string;
  command?: readonly string[];
  /** `cancel` means that the user cancelled in the app, and `EPIPE` that nobody reads stdout any more. */
  signal?: EndingSignal | 'cancel' | 'EPIPE';
}

export interface ToolErrorOptions {
  details?: readonly string[];
  hint?: string;
  cause?: unknown;
  facts?: ErrorFacts;
}

interface Additions extends Omit<ToolErrorOptions, 'cause'> {
  summary?: string;
  line?: string;
}

/** The only error type of the tool. `message` is the summary followed by the details; it never holds a secret. */
export class ToolError extends Error {
  readonly kind: ErrorKind;
  readonly summary: string;
  readonly details: readonly string[];
  readonly hint?: string;
  readonly facts: ErrorFacts;

  constructor(kind: ErrorKind, message: string, {details: more = [], hint, cause, facts = {}}: ToolErrorOptions = {}) {
    const text = [message, ...more].join('\n');
    super(text, cause === undefined ? undefined : {cause});
    const [summary = '', ...details] = text.split('\n');
    this.name = 'ToolError';
    this.kind = kind;
    this.summary = summary;
    this.details = details;
    this.hint = hint;
    this.facts = facts;
  }

  with({summary = this.summary, details = this.details, line, hint = this.hint, facts}: Additions): ToolError {
    const all = line === undefined ? details : [...details, line];
    return new ToolError(this.kind, summary, {details: all, hint, cause: this, facts: {...this.facts, ...facts}});
  }
}

type More = Pick<ToolErrorOptions, 'details' | 'hint'> & Pick<ErrorFacts, 'checkWith'>;

export function refusesValue({kind, facts: {answer}}: ToolError): boolean {
  const isRefusal = kind === 'conflict' || kind === 'rejected';
  return isRefusal && (answer?.codes ?? []).some((code) => code.startsWith('ENTITY_ERROR.ATTRIBUTE'));
}

export function overtaken(words: string, {checkWith, ...more}: More = {}): ToolError {
  return new ToolError('conflict', words, {...more, facts: {isFinal: true, checkWith}});
}

export function changedByOthers(what: string): ToolError {
  const hint = 'Go back: the current values are shown next to yours.';
  return overtaken(`Someone else changed the ${what} in the meantime`, {hint});
}

export function readerGone(): ToolError {
  return new ToolError('interrupted', 'stdout was closed', {facts: {signal: 'EPIPE'}});
}

export function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  return new ToolError('bug', messageOf(error), {cause: error});
}

export function endsRun({kind}: ToolError): boolean {
  return kind === 'interrupted' || kind === 'bug' || kind === 'usage';
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
