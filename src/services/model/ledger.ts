import {type PlannedRequest, type Reading, type SuggestedCommand, UNDECIDED, type WriteOutcome} from './outcome.ts';
import type {StoreVersion} from './version.ts';

export type Fate = 'never-left' | 'sent' | 'answered' | 'refused' | 'lost';

export interface Write extends Pick<PlannedRequest, 'method' | 'path'> {
  what: string;
  of?: string;
  checkWith?: SuggestedCommand;
  fate: Fate;
  error?: Error;
  reading?: Reading & {at: number};
  unread?: unknown;
  look?(signal?: AbortSignal): Promise<Reading>;
  isUndone?: true;
}

export interface Subject extends Partial<Pick<StoreVersion, 'id' | 'appId' | 'versionString' | 'platform'>> {
  bundleId?: string;
}

export function isDone(write: Write | undefined): boolean {
  return write?.fate === 'answered' || (write?.fate === 'lost' && write.reading?.verdict === 'done');
}

/** Records writes. Each run, command and operation has its own ledger, the source of every statement about a write. */
export class Ledger {
  readonly writes: Write[] = [];
  readonly notes: string[] = [];
  subject?: Subject;
  /** A clause with the outcome of the whole operation. It is shown instead of what the check of one write found. */
  doneClause?: string;
  isUnfinished = false;
  readonly #parent?: Ledger;
  readonly #parts = new Set<Ledger>();
  #isBegun = false;
  #isComplete = false;
  #result?: object;
  #left?: {words: string | ((isLost: boolean) => string); goesOn: boolean};

  /** Called and awaited before each write. */
  readonly beforeWrite?: () => Promise<void>;

  constructor(parent?: Ledger, beforeWrite = parent?.beforeWrite) {
    this.#parent = parent;
    this.beforeWrite = beforeWrite;
  }

  add(write: Write): void {
    this.writes.push(write);
    this.#parent?.add(write);
  }

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
    this.#isComplete = !this.isUnfinished;
  }

  get isWhole(): boolean {
    if (this.isUnfinished || this.#isComplete) return !this.isUnfinished;
    return this.#parts.size > 0 && [...this.#parts].every((part) => part.isWhole);
  }

  get result(): object | undefined {
    return this.#result ?? this.#last?.result;
  }

  set result(result: object) {
    this.#result = result;
  }

  /** Sets what is left behind if the operation ends now. `goesOn` means that another run would continue from there. */
  leaves(words: string | undefined | ((isLost: boolean) => string), {goesOn = false} = {}): void {
    this.#left = words === undefined ? undefined : {words, goesOn};
  }

  get leftover(): string | undefined {
    const {words = this.#last?.leftover} = this.#left ?? {};
    return typeof words === 'function' ? words(this.lost !== undefined) : words;
  }

  get goesOn(): boolean {
    return (this.#left ?? this.#last)?.goesOn ?? false;
  }

  get #last(): Ledger | undefined {
    return [...this.#parts].at(-1);
  }

  /** Writes that may or may not have taken effect. */
  get undecided(): Write[] {
    return this.writes.filter((write) => (write.fate === 'lost' || write.fate === 'sent') && !isDone(write));
  }

  get lost(): Write | undefined {
    return this.undecided.at(-1);
  }

  get refused(): Write | undefined {
    return this.writes.findLast(({fate}) => fate === 'refused');
  }

  get hasDone(): boolean {
    return this.writes.some(isDone);
  }

  get confirmed(): Write[] {
    return this.writes.filter((write) => write.fate === 'lost' && isDone(write) && !write.isUndone);
  }

  get outcome(): WriteOutcome | undefined {
    if (this.lost) return 'unknown';
    if (this.hasDone && !this.isWhole) return 'in-part';
    if (this.hasDone) return this.confirmed.length > 0 ? 'settled-by-reading' : 'carried-out';
    if (this.refused) return 'refused';
    return this.#isBegun ? 'not-sent' : undefined;
  }

  /** Lines about the writes, shown below an error. The caller lists writes that have an `of`, such as a locale. */
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
