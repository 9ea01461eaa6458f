import {type CheckCommand, type PlannedRequest, type Reading, UNDECIDED, type WriteOutcome} from './outcome.ts';
import type {StoreVersion} from './version.ts';

export type Fate =
  /** It cannot have reached the service. */
  | 'never-left'
  | 'sent'
  | 'answered'
  | 'refused'
  /** It went out, and nothing that was answered says what became of it. */
  | 'lost';

export interface Write extends Pick<PlannedRequest, 'method' | 'path'> {
  /** `create version 1.2.0 for IOS` */
  what: string;
  of?: string;
  check?: CheckCommand;
  fate: Fate;
  /** Why it has no answer, or which one it was refused with. */
  error?: Error;
  /** Of a lost one: what the last look found, or why it found nothing. */
  reading?: Reading & {at: number};
  unread?: unknown;
  look?(signal?: AbortSignal): Promise<Reading>;
  isUndone?: true;
}

/** Without an ID before it is created. */
export interface Subject extends Partial<Pick<StoreVersion, 'id' | 'appId' | 'versionString' | 'platform'>> {
  bundleId?: string;
}

/** It was carried out, as its answer or a look says. */
export function isDone(write: Write | undefined): boolean {
  return write?.fate === 'answered' || (write?.fate === 'lost' && write.reading?.verdict === 'done');
}

/**
 * The writes of a run, of one of its commands or of one operation. What is told of a write comes from here, whatever the error
 * that ended it.
 */
export class Ledger {
  readonly writes: Write[] = [];
  readonly notes: string[] = [];
  /** The version that the writes are about, as far as it was read. */
  subject?: Subject;
  /** Some of what was asked for could not be done, though there is a result. */
  isShort = false;
  readonly #parent?: Ledger;
  readonly #parts = new Set<Ledger>();
  #isBegun = false;
  #isComplete = false;
  #result?: object;
  #leftover?: (isLost: boolean) => string;
  #goesOn = false;

  constructor(parent?: Ledger) {
    this.#parent = parent;
  }

  add(write: Write): void {
    this.writes.push(write);
    this.#parent?.add(write);
  }

  /** The first version that is read is the one that is written to. */
  concerns({id, appId, bundleId, versionString, platform}: Subject): void {
    const known = this.subject ?? {};
    if (known.id !== undefined && known.id !== id) return;
    this.subject = {
      id,
      appId: appId ?? known.appId,
      bundleId: bundleId ?? known.bundleId,
      versionString: versionString ?? known.versionString,
      platform: platform ?? known.platform,
    };
    this.#parent?.concerns(this.subject);
  }

  begin(): this {
    this.#isBegun = true;
    if (this.#parent) this.#parent.begin().#parts.add(this);
    return this;
  }

  complete(): void {
    this.#isComplete = !this.isShort;
  }

  get isWhole(): boolean {
    if (this.isShort || this.#isComplete) return !this.isShort;
    return this.#parts.size > 0 && [...this.#parts].every((part) => part.isWhole);
  }

  get result(): object | undefined {
    return this.#result ?? this.#last?.result;
  }

  set result(result: object) {
    this.#result = result;
  }

  /** What is there if it ends here. `goesOn`: another run would continue from that. */
  leaves(words: string | undefined | ((isLost: boolean) => string), {goesOn = false} = {}): void {
    this.#leftover = typeof words === 'string' ? () => words : words;
    this.#goesOn = goesOn;
  }

  get leftover(): string | undefined {
    return this.#leftover?.(this.lost !== undefined) ?? this.#last?.leftover;
  }

  get goesOn(): boolean {
    return this.#leftover ? this.#goesOn : (this.#last?.goesOn ?? false);
  }

  get #last(): Ledger | undefined {
    return [...this.#parts].at(-1);
  }

  /** A write that may have been carried out, as far as anybody has looked. */
  get lost(): Write | undefined {
    return this.writes.findLast((write) => (write.fate === 'lost' || write.fate === 'sent') && !isDone(write));
  }

  get hasDone(): boolean {
    return this.writes.some(isDone);
  }

  /** Those whose answers were lost, and that a look found carried out. */
  get settled(): Write[] {
    return this.writes.filter((write) => write.fate === 'lost' && isDone(write) && !write.isUndone);
  }

  get outcome(): WriteOutcome | undefined {
    if (this.lost) return 'unknown';
    if (this.hasDone && !this.isWhole) return 'in-part';
    if (this.hasDone) return this.settled.length > 0 ? 'settled-by-reading' : 'carried-out';
    if (this.writes.some(({fate}) => fate === 'refused')) return 'refused';
    return this.#isBegun ? 'not-sent' : undefined;
  }

  /** What there is to say of the writes below an error. Of several alike, whoever lists them says it. */
  get lines(): string[] {
    const {lost, leftover} = this;
    return [
      ...(lost && lost.of === undefined ? [lossOf(lost)] : []),
      ...(leftover?.split('\n') ?? []),
      ...(this.outcome === 'not-sent' ? ['Nothing was sent.'] : []),
    ];
  }
}

export const RUN_AGAIN = 'Run it again to continue from there.';

export const NOT_SENT = new Ledger().begin();

export function lossOf({reading, what}: Write): string {
  if (!reading) return `The outcome is unknown: ${UNDECIDED} (${what}).`;
  const rest = reading.verdict === 'not-done' ? '; the change may still take effect' : '';
  return `The outcome is unknown. A check just now found that ${reading.found}${rest}.`;
}
