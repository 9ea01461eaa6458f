import {createContext, type RefObject, useContext, useLayoutEffect} from 'react';
import type {App} from '../../services/model/app.ts';
import type {StoreVersion} from '../../services/model/version.ts';

/** What the palette's commands act on: the selected or open app and version. */
export interface Subject {
  app?: App;
  version?: StoreVersion;
}

export type SubjectRef = RefObject<Subject | undefined>;

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
