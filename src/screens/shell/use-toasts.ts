import {useMemo, useReducer} from 'react';
import type {Clock} from '../../services/ports.ts';
import type {Toast} from '../context/shell.ts';
import {NO_TOASTS, toastReducer} from './toasts.ts';

export interface ToastLine {
  shown: Toast | undefined;
  /** Answers a key: takes the line at once. */
  answer(toast: Toast): void;
  /** Says something that nobody asked for: it waits for its turn and is not swept away by what is being typed. */
  message(toast: Toast): void;
  /** Call with every key. */
  onKey(): void;
}

export function useToasts(clock: Clock): ToastLine {
  const [{shown}, dispatch] = useReducer(toastReducer, NO_TOASTS);
  const calls = useMemo(
    () => ({
      answer: (toast: Toast) => dispatch({type: 'answer', toast}),
      message: (toast: Toast) => dispatch({type: 'message', toast, at: clock.now()}),
      onKey: () => dispatch({type: 'key', at: clock.now()}),
    }),
    [clock],
  );
  return {shown, ...calls};
}
