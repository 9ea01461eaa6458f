import {useMemo, useState} from 'react';
import {useSaved} from '../context/router.ts';

export interface Search<Row> {
  /** The rows that match. */
  rows: readonly Row[];
  query: string;
  /** The field has the keys. */
  open: boolean;
  /** How many rows match, and of how many. */
  count: string;
  setQuery(query: string): void;
  start(): void;
  /** Back to the rows that match. */
  keep(): void;
  /** Back to all rows. */
  clear(): void;
}

/** Folds case and accents, so that `e` finds `É`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * Searches rows while the query is typed: a row matches when it contains every word. The query is kept for when the
 * screen is returned to.
 *
 * @param wordsOf the text to find a row by; stable across renders
 */
export function useSearch<Row>(rows: readonly Row[], wordsOf: (row: Row) => string): Search<Row> {
  const [query, setQuery] = useSaved('search', '');
  const [open, setOpen] = useState(false);
  const folded = useMemo(() => rows.map((row) => fold(wordsOf(row))), [rows, wordsOf]);
  const found = useMemo(() => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    return rows.filter((_, index) => words.every((word) => folded[index]?.includes(word)));
  }, [rows, folded, query]);
  return {
    rows: found,
    query,
    open,
    count: `${found.length} of ${rows.length}`,
    setQuery,
    start: () => setOpen(true),
    keep: () => setOpen(false),
    clear() {
      setQuery('');
      setOpen(false);
    },
  };
}
