import {useLayoutEffect} from 'react';
import {useShell} from '../context/shell.ts';

/** While `question` is a text (`Discard the new version?`), leaving the screen or the app asks it first. */
export function useLeaveGuard(question: string | undefined): void {
  const {guard} = useShell();
  useLayoutEffect(() => {
    guard.current = question;
    return () => {
      guard.current = undefined;
    };
  }, [guard, question]);
}
