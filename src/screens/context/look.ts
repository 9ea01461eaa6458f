import {createContext, useContext} from 'react';
import type {Size} from '../text/size.ts';
import type {Theme} from '../theme.ts';

/** How things are drawn. */
export interface Look {
  theme: Theme;
  /** At least MINIMUM. */
  size: Size;
  /** Linear text: no boxes, numbered rows. */
  screenReader: boolean;
}

export const LookContext = createContext<Look | undefined>(undefined);

export function useLook(): Look {
  const look = useContext(LookContext);
  if (!look) throw new Error('useLook is for components inside the app');
  return look;
}
