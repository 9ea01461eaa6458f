import type {ToolError} from '../../services/model/error.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';

export interface QueryState<T = unknown> {
  data?: T;
  isPartial?: boolean;
  at?: number;
  /** Counts invalidations. The data is current if `answers`, the revision of its request, has the same value. */
  revision: number;
  answers?: number;
  /** The IDs of the versions and apps that this run has written to since the data was read. */
  written?: readonly string[];
  error?: ToolError;
  refreshError?: ToolError;
  busy?: boolean;
  retryAt?: number;
}

const CAPACITY = 500;

/** This prefix marks the keys of facts that a list reads only after its rows. */
const LATE = 'late:';

/** A version gets another key once it is live, because facts from its preparation say nothing about its roll-out. */
export const lateKey = ({id, state}: StoreVersion) => `${LATE}${id} ${stateIs(state, 'live') ? 'live' : ''}`;

export class QueryCache {
  private readonly states = new Map<string, QueryState>();
  private readonly listeners = new Set<() => void>();
  revision = 0;
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

  current<T>(key: string, since = -1): T | undefined {
    const {data, at = 0, answers, revision} = this.get<T>(key) ?? {};
    return answers === revision && at > since ? data : undefined;
  }

  /** Returns the newest data of these keys that is still current, whichever screen read it. */
  newest<T>(keys: readonly string[]): T | undefined {
    const found = this.statesOf((key) => keys.includes(key));
    const current = found.filter(({answers, revision}) => answers === revision);
    return current.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0))[0]?.data as T | undefined;
  }

  all<T>(prefix: string): T[] {
    return this.statesOf((key) => key.startsWith(prefix)).flatMap(({data}) => (data as T | undefined) ?? []);
  }

  /** @param isWanted receives a key without its screen's number */
  private statesOf(isWanted: (key: string) => boolean): QueryState[] {
    return [...this.states].filter(([key]) => isWanted(key.replace(/^\d+ /, ''))).map(([, state]) => state);
  }

  patch<T>(key: string, change: Partial<QueryState<T>>): void {
    this.store(key, {...(this.get(key) ?? {revision: 0}), ...change});
    this.notify();
  }

  put<T>(key: string, data: T, at: number, answers = this.get(key)?.revision ?? 0): void {
    const {revision = 0, written} = this.get(key) ?? {};
    this.store(key, {data, at, answers, revision, written: answers === revision ? undefined : written, busy: false});
    this.notify();
  }

  release(key: string): void {
    const state = this.get(key);
    if (!state) return;
    this.store(
      key,
      state.data === undefined ? {revision: state.revision, written: state.written} : {...state, busy: false},
    );
    this.notify();
  }

  /** @param changed the ID of the version or app that changed. Facts about others are shown until read again */
  invalidate(changed = ''): void {
    this.revision += 1;
    for (const [key, state] of this.states) {
      const {written = []} = state;
      const at = key.startsWith(LATE + changed) ? undefined : state.at;
      this.states.set(key, {...state, at, written: [...new Set([...written, changed])]});
    }
    this.invalidateAll('');
  }

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
