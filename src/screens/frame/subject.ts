import {createContext, type RefObject, useContext, useLayoutEffect} from 'react';
import type {Subject} from '../../app/use-cases/availability.ts';

export type SubjectRef = RefObject<Subject | undefined>;

/** What the palette's commands act on. */
export const SubjectContext = createContext<SubjectRef>({current: undefined});

/** Declares what is selected or open on this screen. */
export function useSubject(subject: Subject): void {
  const ref = useContext(SubjectContext);
  useLayoutEffect(() => {
    ref.current = subject;
    return () => {
      ref.current = undefined;
    };
  });
}
