import {createContext, useContext} from 'react';

/** Reading again by itself, for this run. */
export interface Watching {
  on: boolean;
  toggle(): void;
  /** How much of the service's hourly limit is left: under a tenth it is `low`, under a fiftieth `spent`. */
  limit: 'plenty' | 'low' | 'spent';
  /** Calls for a person in front of another window. */
  ring(text: string): void;
}

export const WatchingContext = createContext<Watching | undefined>(undefined);

export function useWatching(): Watching {
  const watching = useContext(WatchingContext);
  if (!watching) throw new Error('useWatching is for components inside the app');
  return watching;
}
