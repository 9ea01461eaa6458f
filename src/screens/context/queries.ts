import type {ToolError} from '../../services/model/error.ts';

/** What is known under one key, and how reading it is going. */
export interface QueryState<T = unknown> {
  data?: T;
  /** More of `data` is to come. */
  isPartial?: boolean;
  /** When `data` came, in milliseconds since the epoch. */
  at?: number;
  /** Counts invalidations. `data` is current while `answers`, the count when it was asked for, is the same. */
  revision: number;
  answers?: number;
  error?: ToolError;
  /** Why the last quiet refresh failed. */
  refreshError?: ToolError;
  /** Undefined until it is first asked for. */
  busy?: boolean;
  /** When to try again after a 429, in milliseconds since the epoch. */
  retryAt?: number;
}

/** The least recently used make room. */
const CAPACITY = 500;

/** All that was read in one session, by keys that name it: `phased:ID`. */
export class QueryCache {
  private readonly states = new Map<string, QueryState>();
  private readonly listeners = new Set<() => void>();
  /** How many writes there have been. */
  revision = 0;
  /** Grows with every change of the cache. */
  changes = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get<T>(key: string): QueryState<T> | undefined {
    const state = this.states.get(key);
    if (state) this.store(key, state);
    return state as QueryState<T> | undefined;
  }

  /** The data, if it was read after `since` and nothing was written in between. */
  current<T>(key: string, since = -1): T | undefined {
    const {data, at = 0, answers, revision} = this.get<T>(key) ?? {};
    return answers === revision && at > since ? data : undefined;
  }

  patch<T>(key: string, change: Partial<QueryState<T>>): void {
    this.store(key, {...(this.get(key) ?? {revision: 0}), ...change});
    this.notify();
  }

  put<T>(key: string, data: T, at: number, answers = this.get(key)?.revision ?? 0): void {
    this.store(key, {data, at, answers, revision: this.get(key)?.revision ?? 0, busy: false});
    this.notify();
  }

  /** Nobody waits for it any more. */
  release(key: string): void {
    const state = this.get(key);
    if (!state) return;
    this.store(key, state.data === undefined ? {revision: state.revision} : {...state, busy: false});
    this.notify();
  }

  /** After a write: everything is read again where it is shown, and where it is shown next. */
  invalidate(): void {
    this.revision += 1;
    this.invalidateAll('');
  }

  /** The same for a group of keys, without a write. */
  invalidateAll(prefix: string): void {
    for (const [key, state] of this.states) {
      if (key.startsWith(prefix)) this.states.set(key, {...state, revision: state.revision + 1});
    }
    this.notify();
  }

  private store(key: string, state: QueryState): void {
    this.states.delete(key);
    this.states.set(key, state);
    const [oldest] = this.states.keys();
    if (this.states.size > CAPACITY && oldest !== undefined) this.states.delete(oldest);
  }

  private notify(): void {
    this.changes += 1;
    for (const listener of this.listeners) listener();
  }
}
