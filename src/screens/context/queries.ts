import type {ToolError} from '../../services/model/error.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';

export interface QueryState<T = unknown> {
  data?: T;
  isPartial?: boolean;
  at?: number;
  /** The number of invalidations. An answer to a request from before the last invalidation is not current. */
  revision: number;
  /** The IDs of the objects that changed after the read; '' is an unknown ID. Undefined if the data is current. */
  overtakenBy?: readonly string[];
  error?: ToolError;
  refreshError?: ToolError;
  busy?: boolean;
  retryAt?: number;
}

export function isCurrentState<T>(state: QueryState<T>): state is QueryState<T> & {at: number} {
  return state.at !== undefined && state.overtakenBy === undefined;
}

const CAPACITY = 500;

/** This prefix marks the keys of facts that a list reads only after its rows. */
const LATE = 'late:';

/** Returns another key once the version is live, because facts from its preparation say nothing about its roll-out. */
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
    const state = this.get<T>(key);
    return state && isCurrentState(state) && state.at > since ? state.data : undefined;
  }

  /** Returns the newest data of these keys that is still current, whichever screen read it. */
  newest<T>(keys: readonly string[]): T | undefined {
    const found = this.statesOf((key) => keys.includes(key)).filter(isCurrentState);
    return found.toSorted((one, other) => other.at - one.at)[0]?.data as T | undefined;
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

  /** @param asked the revision at which the data was requested */
  put<T>(key: string, data: T, at: number, asked?: number): void {
    const {revision = 0, overtakenBy} = this.get(key) ?? {};
    const isLate = asked !== undefined && asked !== revision;
    this.store(key, {data, at, revision, overtakenBy: isLate ? overtakenBy : undefined, busy: false});
    this.notify();
  }

  release(key: string): void {
    const state = this.get(key);
    if (!state) return;
    const {data, revision, overtakenBy} = state;
    this.store(key, data === undefined ? {revision, overtakenBy} : {...state, busy: false});
    this.notify();
  }

  /** @param changed the ID of the version or app that changed. Facts about others are shown until read again */
  invalidate(changed = ''): void {
    this.revision += 1;
    this.invalidateAll('', changed);
  }

  invalidateAll(prefix: string, changed = ''): void {
    for (const [key, state] of this.states) {
      if (!key.startsWith(prefix)) continue;
      const {at, revision, overtakenBy = []} = state;
      this.states.set(key, {
        ...state,
        at: key.startsWith(LATE + changed) ? undefined : at,
        revision: revision + 1,
        overtakenBy: [...new Set([...overtakenBy, changed])],
      });
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
