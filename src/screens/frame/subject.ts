import {useLayoutEffect, useReducer} from 'react';
import type {Target} from '../../services/model/actions.ts';
import {useShell} from '../context/shell.ts';

export function useSubject(subject: Target): void {
  const {subject: ref} = useShell();
  useLayoutEffect(() => {
    ref.current = subject;
    return () => {
      ref.current = undefined;
    };
  });
}

/** Tells the palette that keys and selection may have changed. */
export function useDrawn(): void {
  const {listeners} = useShell().subject;
  useLayoutEffect(() => {
    for (const listener of listeners) listener();
  });
}

export function useSubjectBelow(): Target | undefined {
  const {current, listeners} = useShell().subject;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    listeners.add(redraw);
    return () => {
      listeners.delete(redraw);
    };
  }, [listeners]);
  return current;
}
