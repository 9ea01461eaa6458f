import {useCallback, useLayoutEffect, useRef, useState} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useSlow} from '../context/time.ts';

interface TaskState<T> {
  status: 'idle' | 'running' | 'done' | 'failed';
  result?: T;
  error?: ToolError;
  stopping?: boolean;
}

export function useTask<T>() {
  const [state, set] = useState<TaskState<T>>({status: 'idle'});
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => {
    running.current?.abort(new ToolError('interrupted', 'Cancelled', {facts: {signal: 'cancel'}}));
    set((now) => (now.status === 'running' ? {...now, stopping: true} : now));
  }, []);
  useLayoutEffect(() => cancel, [cancel]);

  return {
    ...state,
    slow: useSlow(state.status === 'running'),
    run(work: (signal: AbortSignal) => Promise<T>): void {
      if (running.current) return;
      const control = new AbortController();
      running.current = control;
      set({status: 'running'});
      const end = (how: TaskState<T>) => {
        running.current = undefined;
        set(how);
      };
      work(control.signal).then(
        (result) => end({status: 'done', result}),
        (reason) => end({status: 'failed', error: asToolError(reason)}),
      );
    },
    cancel,
  };
}
