import {useLayoutEffect, useReducer} from 'react';
import type {Target} from '../../services/model/actions.ts';
import {useShell} from '../context/shell.ts';

export function useTarget(target: Target): void {
  const {target: ref} = useShell();
  useLayoutEffect(() => {
    ref.current = target;
    return () => {
      ref.current = undefined;
    };
  });
}

export function useDrawn(): void {
  const {listeners} = useShell().target;
  useLayoutEffect(() => {
    for (const listener of listeners) listener();
  });
}

export function useTargetBelow(): Target | undefined {
  const {current, listeners} = useShell().target;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    listeners.add(redraw);
    return () => {
      listeners.delete(redraw);
    };
  }, [listeners]);
  return current;
}
