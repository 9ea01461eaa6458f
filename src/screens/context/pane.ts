import {createContext, useContext} from 'react';

/** The right half of a split view, for this run. */
export interface Pane {
  /** Shown where there is room. */
  shown: boolean;
  toggle(): void;
  /** What was read for it, by question. Another one after every change of the session. */
  kept: Map<string, Kept>;
  /** Grows when what is kept has to be read again. */
  round: number;
  /** What is kept is old from now on: it is still shown until it is read again. */
  forget(): void;
}

/** An answer, and in which round and after how many writes it was read. */
export interface Kept {
  data: unknown;
  round: number;
  revision: number;
  /** In milliseconds since the epoch. */
  at: number;
}

export const PaneContext = createContext<Pane | undefined>(undefined);

export function usePane(): Pane {
  const pane = useContext(PaneContext);
  if (!pane) throw new Error('usePane is for components inside the app');
  return pane;
}
