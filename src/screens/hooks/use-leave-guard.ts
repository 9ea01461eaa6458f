import {useLayoutEffect} from 'react';
import {useApp} from '../context/app-context.ts';

/** While `lost` is a text (`the new version`), leaving the screen or the app asks before it is lost. */
export function useLeaveGuard(lost: string | undefined): void {
  const {guard} = useApp();
  useLayoutEffect(() => {
    guard.current = lost;
    return () => {
      guard.current = undefined;
    };
  }, [guard, lost]);
}
