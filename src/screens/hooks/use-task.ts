import {useCallback, useLayoutEffect, useRef, useState} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useSlow} from '../context/time.ts';

interface TaskState<T> {
  status: 'idle' | 'running' | 'done' | 'failed';
  result?: T;
  error?: ToolError;
  /** It was cancelled, and has not ended yet. */
  stopping?: boolean;
}

export type Task<T> = ReturnType<typeof useTask<T>>;

export function useTask<T>() {
  const [state, set] = useState<TaskState<T>>({status: 'idle'});
  const running = useRef<AbortController>(undefined);
  const spent = useRef(false);
  const cancel = useCallback(() => {
    running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'Esc'}}));
    set((now) => (now.status === 'running' ? {...now, stopping: true} : now));
  }, []);
  useLayoutEffect(() => cancel, [cancel]);

  return {
    ...state,
    slow: useSlow(state.status === 'running'),
    run(work: (signal: AbortSignal) => Promise<T>): void {
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
    },
    /** Aborts the request; the task then fails. */
    cancel,
    /** Allows another run, unless one is running. */
    reset(): void {
      if (running.current) return;
      spent.current = false;
      set({status: 'idle'});
    },
  };
}
