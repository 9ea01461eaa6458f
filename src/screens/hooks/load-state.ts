import type {ToolError} from '../../services/model/error.ts';

export interface LoadState<T> {
  data?: T;
  /** More of `data` is to come. */
  isPartial?: boolean;
  /** The question that `data` answers, and how many writes there had been when it was asked. */
  answers?: string;
  revision?: number;
  /** The question that was asked last. */
  asked?: string;
  at?: number;
  error?: ToolError;
  /** Why the last quiet refresh failed. */
  missed?: ToolError;
  /** Someone waits for the answer. */
  busy: boolean;
  retryAt?: number;
}

export type LoadAction<T> =
  | {type: 'start'; question: string}
  | {type: 'done'; data: T; question: string; revision: number; at: number}
  | {type: 'partly'; data: T; question: string}
  | {type: 'failed'; error: ToolError; retryAt?: number}
  | {type: 'missed'; error: ToolError}
  | {type: 'cancelled'}
  | {type: 'update'; change: (data: T) => T};

export function reduceLoad<T>(state: LoadState<T>, action: LoadAction<T>): LoadState<T> {
  switch (action.type) {
    case 'start':
      return {...state, asked: action.question, busy: true, retryAt: undefined};
    case 'done': {
      const {data, question, revision, at} = action;
      return {data, answers: question, revision, asked: question, at, busy: false};
    }
    case 'partly':
      // What was read before stays whole until all of the newer one is there.
      return state.data !== undefined && !state.isPartial
        ? state
        : {...state, data: action.data, answers: action.question, isPartial: true};
    case 'failed':
      return {...state, busy: false, error: action.error, retryAt: action.retryAt};
    case 'missed':
      return {...state, missed: action.error};
    case 'cancelled':
      return {...state, busy: false, retryAt: undefined};
    case 'update':
      return state.data === undefined ? state : {...state, data: action.change(state.data)};
  }
}
