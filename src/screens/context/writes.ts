import type {Guided} from '../../app/run-command.ts';
import {oneAfterAnother} from '../../services/async/one-after-another.ts';
import {ToolError} from '../../services/model/error.ts';

export interface Ending {
  text: string;
  code: number;
}

export interface RunningWrite<Result = unknown> {
  /** The version it is about; two writes to one version at once would not know of each other. */
  subject: string | undefined;
  stop(): void;
  isStopping: boolean;
  isLeft: boolean;
  ended: Promise<Result>;
}

export class Writes {
  #running: readonly RunningWrite[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #queue = oneAfterAnother();
  readonly #unfinished = new Set<Promise<unknown>>();
  readonly #report: (ending: Ending) => void;

  /** @param report says how a write ended after its screen was left: on a later screen, or in the shell */
  constructor(report: (ending: Ending) => void) {
    this.#report = report;
  }

  current = (): readonly RunningWrite[] => this.#running;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start<Result>({subject, run}: Guided<Result>): RunningWrite<Result> {
    const control = new AbortController();
    const ended = run(control.signal).finally(() => this.#change(this.#running.filter((one) => one !== write)));
    const write = {
      subject,
      ended,
      isStopping: false,
      isLeft: false,
      stop: () => {
        write.isStopping = true;
        control.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'cancel'}}));
        this.#change([...this.#running]);
      },
    };
    this.#change([...this.#running, write]);
    return write;
  }

  leave(write: RunningWrite): void {
    write.isLeft = true;
    this.#change([...this.#running]);
  }

  stopAll(): void {
    for (const write of this.#running) if (!write.isStopping) write.stop();
  }

  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.map(({ended}) => ended));
  }

  /** The app ends only after this work, which may outlast the screen that started it. */
  #finish(work: Promise<unknown>): void {
    const over: Promise<unknown> = work.catch(() => {}).then(() => this.#unfinished.delete(over));
    this.#unfinished.add(over);
  }

  /** Runs file operations one after another, so that a reopened screen reads what it saved before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue(work);
    this.#finish(turn);
    return turn;
  }

  reportLater(ending: Promise<Ending>): void {
    this.#finish(ending.then(this.#report));
  }

  finished(): Promise<unknown> {
    return Promise.all(this.#unfinished);
  }

  #change(running: readonly RunningWrite[]): void {
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }
}
