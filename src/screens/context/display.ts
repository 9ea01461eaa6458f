import {createContext, useContext} from 'react';
import type {Size} from '../../services/text/width.ts';
import type {Theme} from '../theme.ts';

export function appContext<T>(hook: string) {
  const Context = createContext<T | undefined>(undefined);
  const use = (): T => {
    const value = useContext(Context);
    if (value === undefined) throw new Error(`${hook} is for components inside the app`);
    return value;
  };
  return [Context, use] as const;
}

export interface Display {
  theme: Theme;
  size: Size;
  screenReader: boolean;
  pane: {shown: boolean; toggle(): void};
}

export const [DisplayContext, useDisplay] = appContext<Display>('useDisplay');
