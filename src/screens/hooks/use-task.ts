import {useCallback, useEffect, useLayoutEffect, useRef, useState} from 'react';
import {asToolError, ToolError} from '../../services/model/error.ts';
import {useSlow} from '../context/services.ts';

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

interface Parts<Part> {
  parts: readonly Part[];
  running: boolean;
  complete: boolean;
  error?: ToolError;
}

export function useParts<Part>(running = false) {
  const [state, setState] = useState<Parts<Part>>({parts: [], running, complete: false});
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);

  return {
    ...state,
    start(work: (signal: AbortSignal) => AsyncIterable<Part>) {
      latest.current?.abort();
      const control = new AbortController();
      const {signal} = control;
      latest.current = control;
      setState({parts: [], running: true, complete: false});
      const end = (how: Partial<Parts<Part>>) =>
        signal.aborted || setState((before) => ({...before, running: false, ...how}));
      const read = async () => {
        for await (const part of work(signal)) {
          if (!signal.aborted) setState((before) => ({...before, parts: [...before.parts, part]}));
        }
      };
      read().then(
        () => end({complete: true}),
        (error) => end({error: asToolError(error)}),
      );
    },
    stop() {
      latest.current?.abort();
      setState((before) => ({...before, running: false}));
    },
  };
}
