import type {Guided} from '../../app/run-command.ts';
import {ToolError} from '../../services/model/error.ts';
import type {Stage} from '../../services/store/client.ts';
import type {Question} from './shell.ts';

/** What became of a write whose result nobody saw. */
export interface Ending {
  text: string;
  /** That of the command which does the same. */
  code: number;
}

export interface RunningWrite<Result = unknown> {
  /** The version it is about; two writes to one version at once would not know of each other. */
  subject: string | undefined;
  stop(): void;
  isStopping: boolean;
  /** Another screen is open by now. */
  isLeft: boolean;
  ended: Promise<Result>;
}

/** The writes that were started in this app: each goes on to its end, whatever is shown, until the app is left. */
export class Writes {
  #running: readonly RunningWrite[] = [];
  readonly #listeners = new Set<() => void>();

  /** Changes with every change. */
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
        control.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'Esc'}}));
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

  #change(running: readonly RunningWrite[]): void {
    this.#running = running;
    for (const listener of this.#listeners) listener();
  }
}

/** `el (6 of 40)`; only one write at a time says where it is. */
export function stageText(stage: Stage | undefined, running: readonly RunningWrite[]): string | undefined {
  return stage && running.length === 1 ? `${stage.name} (${stage.number} of ${stage.of})` : undefined;
}

/** Asked before the app is left; undefined while nothing is written. */
export function stopQuestion(stage: Stage | undefined, running: readonly RunningWrite[]): Question | undefined {
  if (running.length === 0) return undefined;
  const where = stageText(stage, running);
  if (!stage || where === undefined) {
    const lines = [
      running.length === 1 ? 'A request is still running.' : `${running.length} writes are still running.`,
    ];
    return {title: 'Leave without seeing its result?', lines, yes: 'leave', no: 'stay'};
  }
  const left = stage.of - stage.number;
  const rest = left === 0 ? 'It is the last one.' : `The other ${left === 1 ? 'one' : left} will not be sent.`;
  return {title: `Stop after ${where}?`, lines: [rest], yes: 'stop', no: 'stay'};
}
