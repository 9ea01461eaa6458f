import {setImmediate} from 'node:timers/promises';
import type {Clock} from '../../src/services/ports.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  private time = Date.parse('2026-03-01T10:00:00Z');
  private sleepers: {due: number; wake: () => void}[] = [];

  now(): number {
    return this.time;
  }

  random(): number {
    return 0.5;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (ms <= 0) return resolve();
      const stop = () => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        reject(signal?.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const sleeper = {due: this.time + ms, wake};
      this.sleepers.push(sleeper);
      signal?.addEventListener('abort', stop, {once: true});
    });
  }

  /** Returns the remaining ms of each sleeper, the shortest first. */
  asleep(): number[] {
    return this.sleepers.map(({due}) => due - this.time).sort((one, other) => one - other);
  }

  /** Advances to the time at which the next sleeper wakes. */
  skip(): void {
    const next = this.sleepers.reduce((first, other) => (other.due < first.due ? other : first));
    this.sleepers = this.sleepers.filter((other) => other !== next);
    this.time = next.due;
    next.wake();
  }

  /** Advances by `ms`, and wakes each sleeper when it is due. */
  advance(ms: number): void {
    const end = this.time + ms;
    while (this.sleepers.some(({due}) => due <= end)) this.skip();
    this.time = end;
  }

  /**
   * Wakes one sleeper after another until the work is done.
   * @param mayPass whether the work waits for nothing but this clock, given the remaining ms of its sleepers
   */
  async until<T>(work: Promise<T>, mayPass: (asleep: readonly number[]) => boolean = () => true): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (;;) {
      await setImmediate();
      if (isDone) return work;
      if (this.sleepers.length > 0 && mayPass(this.asleep())) this.skip();
    }
  }
}
