import {createContext, useContext, useLayoutEffect, useReducer} from 'react';
import type {Target} from '../../services/model/actions.ts';

/** What the palette's commands act on, and who wants to know that the screen was drawn anew. */
export interface SubjectRef {
  current: Target | undefined;
  readonly listeners: Set<() => void>;
}

export const SubjectContext = createContext<SubjectRef>({current: undefined, listeners: new Set()});

/** Declares what is selected or open on this screen. */
export function useSubject(subject: Target): void {
  const ref = useContext(SubjectContext);
  useLayoutEffect(() => {
    ref.current = subject;
    return () => {
      ref.current = undefined;
    };
  });
}

/** For the frame of every screen: what it shows, and what its keys do, may be another thing now. */
export function useDrawn(): void {
  const {listeners} = useContext(SubjectContext);
  useLayoutEffect(() => {
    for (const listener of listeners) listener();
  });
}

/** What is selected or open on the screen below, as it is now. */
export function useSubjectBelow(): Target | undefined {
  const {current, listeners} = useContext(SubjectContext);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    listeners.add(drawAgain);
    return () => {
      listeners.delete(drawAgain);
    };
  }, [listeners]);
  return current;
}
