import {asToolError} from '../../services/model/error.ts';
import type {NextStepFacts} from '../../services/model/next-step.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {Clock} from '../../services/ports.ts';
import {lateKey, type QueryCache} from '../context/queries.ts';
import type {HomeApp} from './app-status.ts';

/** A version whose facts are read late, because the list of apps does not have them. */
export interface Late {
  app: HomeApp;
  version: StoreVersion;
}

/** The number of requests at a time. A version in preparation takes about five requests, two at a time. */
const AT_ONCE = 8;
const costOf = ({version}: Late) => (stateIs(version.state, 'live') ? 1 : 2);
/** Answers that arrive within this time are shown together, because each of them draws every row again. */
const TOGETHER_MS = 150;

interface LateReaderOptions {
  queries: QueryCache;
  clock: Clock;
  next(isFree: (late: Late) => boolean): Late | undefined;
  read(late: Late, signal: AbortSignal): Promise<NextStepFacts>;
  onChange(state: 'idle' | 'reading' | 'failed'): void;
}

/** Reads late facts, a few at a time. The rows in view may change while it reads. */
export class LateReader {
  readonly #options: LateReaderOptions;
  readonly #stop = new AbortController();
  readonly #taken = new Set<string>();
  #answers: (() => void)[] = [];
  #room = AT_ONCE;
  #shownAt = 0;
  #isDue = false;
  #hasFailed = false;

  constructor(options: LateReaderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#hasFailed = false;
    this.#goOn();
  }

  stop(): void {
    this.#show();
    this.#stop.abort();
  }

  #goOn(): void {
    const {next, onChange} = this.#options;
    const isFree = ({version}: Late) => !this.#taken.has(lateKey(version));
    while (!this.#hasFailed) {
      const late = next(isFree);
      if (!late || costOf(late) > this.#room) break;
      void this.#read(late);
    }
    onChange(this.#room < AT_ONCE ? 'reading' : this.#hasFailed ? 'failed' : 'idle');
  }

  async #read(late: Late): Promise<void> {
    const {queries, clock, read} = this.#options;
    const {signal} = this.#stop;
    const key = lateKey(late.version);
    const {revision} = queries;
    this.#taken.add(key);
    this.#room -= costOf(late);
    const answer = (facts: NextStepFacts) => {
      this.#answers.push(() => {
        this.#taken.delete(key);
        // If a write happened in the meantime, the version is read once more.
        if (queries.revision === revision) queries.put(key, facts, clock.now());
      });
    };
    await read(late, signal).then(answer, (reason) => {
      // The list itself reports an unreachable store, and after a 429 nothing more is requested.
      this.#hasFailed ||= ['network', 'rate-limited'].includes(asToolError(reason).kind);
      if (!this.#hasFailed) answer(queries.get<NextStepFacts>(key)?.data ?? {});
      else this.#taken.delete(key);
    });
    this.#room += costOf(late);
    if (signal.aborted) return;
    this.#showSoon();
    this.#goOn();
  }

  #showSoon(): void {
    const {clock} = this.#options;
    const wait = this.#shownAt + TOGETHER_MS - clock.now();
    if (wait <= 0 || this.#room === AT_ONCE) this.#show();
    else if (!this.#isDue) {
      this.#isDue = true;
      const show = () => this.#show();
      clock.sleep(wait, this.#stop.signal).then(show, () => {});
    }
  }

  #show(): void {
    this.#isDue = false;
    this.#shownAt = this.#options.clock.now();
    for (const show of this.#answers.splice(0)) show();
  }
}
