import {useLayoutEffect} from 'react';
import {useShell} from '../context/shell.ts';

/** While `lost` is a text (`the new version`), leaving the screen or the app asks before it is lost. */
export function useLeaveGuard(lost: string | undefined): void {
  const {guard} = useShell();
  useLayoutEffect(() => {
    guard.current = lost;
    return () => {
      guard.current = undefined;
    };
  }, [guard, lost]);
}
