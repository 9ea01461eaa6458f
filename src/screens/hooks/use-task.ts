import {useCallback, useLayoutEffect, useReducer, useRef} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useSlow} from '../time/use-slow.ts';

export interface Task<T> {
  status: 'idle' | 'running' | 'done' | 'failed';
  result: T | undefined;
  error: ToolError | undefined;
  slow: boolean;
  run(work: (signal: AbortSignal) => Promise<T>): void;
  /** Aborts the request; the task then fails. */
  cancel(): void;
  /** Allows another run, unless one is running. */
  reset(): void;
}

type State<T> = Pick<Task<T>, 'status'> & Partial<Pick<Task<T>, 'result' | 'error'>>;

export function useTask<T>(): Task<T> {
  const [state, set] = useReducer((_: State<T>, next: State<T>) => next, {status: 'idle'});
  const running = useRef<AbortController>(undefined);
  const spent = useRef(false);
  const cancel = useCallback(() => {
    running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {cancelled: true}}));
  }, []);
  useLayoutEffect(() => cancel, [cancel]);

  const run = useCallback((work: (signal: AbortSignal) => Promise<T>) => {
    if (spent.current) return;
    spent.current = true;
    const control = new AbortController();
    running.current = control;
    set({status: 'running'});
    work(control.signal)
      .then(
        (result) => set({status: 'done', result}),
        (reason) => set({status: 'failed', error: asToolError(reason)}),
      )
      .finally(() => {
        running.current = undefined;
      });
  }, []);

  return {
    status: state.status,
    result: state.result,
    error: state.error,
    slow: useSlow(state.status === 'running'),
    run,
    cancel,
    reset: useCallback(() => {
      if (running.current) return;
      spent.current = false;
      set({status: 'idle'});
    }, []),
  };
}
