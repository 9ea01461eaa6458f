import {useCallback, useLayoutEffect, useRef, useState} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useSlow} from '../time/use-slow.ts';

export interface Task<T> {
  status: 'idle' | 'running' | 'done' | 'failed';
  result?: T;
  error?: ToolError;
  slow: boolean;
  run(work: (signal: AbortSignal) => Promise<T>): void;
  /** Aborts the request; the task then fails. */
  cancel(): void;
  /** Allows another run, unless one is running. */
  reset(): void;
}

export function useTask<T>(): Task<T> {
  const [state, set] = useState<Pick<Task<T>, 'status' | 'result' | 'error'>>({status: 'idle'});
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
    ...state,
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
