import {type Load, NOTHING_READ} from '../hooks/use-load.ts';

interface Emptiness {
  /** `app` */
  noun: string;
  search: string;
  filtered: boolean;
  load: Pick<Load<unknown>, 'error' | 'at'>;
  /** Shown when there are no rows at all. */
  empty: string;
}

/** Why a list is empty, and the key that changes that. */
export function emptyText({noun, search, filtered, load: {error, at}, empty}: Emptiness): string {
  if (search !== '') return `No ${noun} matches. Esc shows all that are loaded.`;
  if (error) return '';
  if (at === undefined) return NOTHING_READ;
  return filtered ? `No ${noun} matches the filters. Esc removes them.` : empty;
}
