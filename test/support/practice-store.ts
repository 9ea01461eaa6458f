import {createPublicKey} from 'node:crypto';
import {createEmbeddedHttp} from '../../src/services/host/sandbox.ts';
import {type Http, HttpFailure, type HttpRequest, type HttpResponse} from '../../src/services/ports.ts';
import {createHandler} from '../../src/services/sandbox/handler.ts';
import {createMemoryChanges} from '../../src/services/sandbox/records/changes.ts';
import {createSamples} from '../../src/services/sandbox/samples/samples.ts';
import {generatePrivateKey, SANDBOX_ISSUER_ID, SANDBOX_KEY_ID} from '../../src/services/sandbox/sandbox-key.ts';
import {onlyWaits} from './fake-service.ts';
import {ManualClock} from './manual-clock.ts';
import {type Outcome, type RunOptions, runTool} from './run.ts';

const ORIGIN = 'https://store.test';
export const PRACTICE_KEY = generatePrivateKey();

export type Mishap = 'lost after' | 'lost before' | 'interrupted';

/** The sandbox store inside the process, on a clock that skips every wait. A test can make a write fail. */
export class PracticeStore implements Http {
  readonly clock: ManualClock;
  /** One line per request, e.g. `POST /v1/reviewSubmissions`. */
  readonly lines: string[] = [];
  /** Runs right before a request is answered. */
  before: (line: string, request: HttpRequest) => Promise<void> | void = () => {};
  /** Decides whether the clock may advance, given the remaining ms of its sleepers. */
  mayPass = onlyWaits;
  readonly #inner: Http;
  readonly #parent: PracticeStore | undefined;
  /**
   * The number of requests being answered, including those of rivals. The clock does not advance while there are any.
   */
  #answering = 0;
  #mishap: {write: number; kind: Mishap} | undefined;
  #interrupt = new AbortController();
  /** The clocks of all machines. The store's time is that of the clock that is furthest ahead. */
  readonly #clocks: ManualClock[] = [];
  /** The number of requests for which `before` is still running. */
  #held = 0;

  /** @param parent the store whose data this one shares @param reviewStep the ms that a step of review takes */
  constructor(parent?: PracticeStore, reviewStep = 10_000, clock = parent?.clock ?? new ManualClock()) {
    this.#parent = parent;
    this.clock = clock;
    if (parent) {
      this.#inner = parent.#inner;
      return;
    }
    this.#clocks.push(clock);
    const handler = createHandler({
      samples: createSamples(),
      changes: createMemoryChanges(),
      reviewSeconds: reviewStep / 1000,
      key: createPublicKey(PRACTICE_KEY),
      clock: {
        now: () => Math.max(...this.#clocks.map((one) => one.now())),
        random: () => clock.random(),
        sleep: (ms, signal) => clock.sleep(ms, signal),
      },
    });
    this.#inner = createEmbeddedHttp(handler);
  }

  /** Returns another machine that uses the same store and the same clock. */
  rival(): PracticeStore {
    return new PracticeStore(this);
  }

  /**
   * Returns another machine with the same store but its own clock. The clock of this machine stands still while the
   * other one runs in `before`.
   */
  elsewhere(): PracticeStore {
    const clock = new ManualClock();
    clock.advance(this.clock.now() - clock.now());
    this.#clocks.push(clock);
    return new PracticeStore(this, undefined, clock);
  }

  /** Makes the n-th write from now on fail, counted from 1. */
  disturb(write: number, kind: Mishap): void {
    this.#mishap = {write: this.writes().length + write, kind};
  }

  writes(): string[] {
    return this.lines.filter((line) => !line.startsWith('GET'));
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const line = `${request.method} ${new URL(request.url).pathname}`;
    this.#held += 1;
    try {
      await this.before(line, request);
    } finally {
      this.#held -= 1;
    }
    this.lines.push(line);
    const isDue = request.method !== 'GET' && this.writes().length === this.#mishap?.write;
    if (!isDue) return this.#answer(request);
    const {kind} = this.#mishap ?? {};
    this.#mishap = undefined;
    if (kind !== 'lost before') await this.#answer({...request, signal: undefined});
    if (kind === 'interrupted') this.#interrupt.abort(new Error('set by run'));
    request.signal?.throwIfAborted();
    throw new HttpFailure('reset', true, 'the connection was closed');
  }

  async #answer(request: HttpRequest): Promise<HttpResponse> {
    const root = this.#parent ?? this;
    root.#answering += 1;
    try {
      return await this.#inner.send(request);
    } finally {
      root.#answering -= 1;
    }
  }

  async close() {}

  /** Advances the clock until the work is done, but not while a request is being answered. */
  until<T>(work: Promise<T>, mayPass = (asleep: readonly number[]) => this.mayPass(asleep)): Promise<T> {
    const isHeld = () => this.#answering > 0 || (this.#clocks.length > 1 && this.#held > 0);
    return this.clock.until(work, (asleep) => !isHeld() && mayPass(asleep));
  }

  /** Runs a command, and forgets all earlier requests. */
  async run(
    argv: readonly string[],
    {signal, ...options}: RunOptions = {},
  ): Promise<Outcome & {result: ReturnType<typeof JSON.parse>}> {
    this.lines.length = 0;
    const env = {
      TOOL_API_URL: ORIGIN,
      TOOL_KEY_ID: SANDBOX_KEY_ID,
      TOOL_ISSUER_ID: SANDBOX_ISSUER_ID,
      TOOL_PRIVATE_KEY: PRACTICE_KEY,
      TOOL_BYPASS_KEYCHAIN: '1',
      ...options.env,
    };
    const host = {http: async () => this, clock: this.clock, ...options.host};
    const running = runTool(argv, {...options, signal, env, host});
    // A shared clock is advanced by the machine that owns it.
    const isShared = this.#parent?.clock === this.clock;
    const outcome = isShared ? await running : await this.until(running);
    const isJson = /^[{[]/.test(outcome.stdout) && !outcome.stdout.includes('}\n{');
    return {...outcome, result: isJson ? JSON.parse(outcome.stdout) : undefined};
  }

  /** Runs a command and interrupts it at the write that fails. */
  runInterrupted(argv: readonly string[], reason: unknown): ReturnType<PracticeStore['run']> {
    const controller = new AbortController();
    this.#interrupt = {abort: () => controller.abort(reason)} as AbortController;
    return this.run(argv, {signal: controller.signal});
  }
}
