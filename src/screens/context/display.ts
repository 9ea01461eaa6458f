import {createContext, useContext} from 'react';
import type {Size} from '../text/width.ts';
import type {Theme} from '../theme.ts';

/** How things are drawn. */
export interface Display {
  theme: Theme;
  /** At least MINIMUM. */
  size: Size;
  /** Linear text: no boxes, numbered rows. */
  screenReader: boolean;
  /** The right half of split views, where there is room. */
  pane: {shown: boolean; toggle(): void};
}

export const DisplayContext = createContext<Display | undefined>(undefined);

export function useDisplay(): Display {
  const display = useContext(DisplayContext);
  if (!display) throw new Error('useDisplay is for components inside the app');
  return display;
}
