import {Box, Text} from 'ink';
import {type ReactNode, useMemo, useState} from 'react';
import {TextField} from '../components/text-field.tsx';
import {useLook} from '../context/look.ts';
import {useSaved} from '../context/router.ts';
import type {Binding} from '../input/keyboard.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';

export interface Search<Row> {
  /** The rows that match. */
  rows: readonly Row[];
  query: string;
  /** The field has the keys. */
  open: boolean;
  /** The field and the count, for the line above the footer; nothing while there is no search. */
  line: ReactNode;
  keys: readonly Binding[];
}

/** Folds case and accents, so that `e` finds `É`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/**
 * `/` and what is typed after it: rows with all the words in them, as they are typed, with a count. Enter goes back to
 * the rows that are left, Esc forgets the search.
 *
 * @param wordsOf what a row can be found by
 */
export function useSearch<Row>(rows: readonly Row[], wordsOf: (row: Row) => string): Search<Row> {
  const {size} = useLook();
  const [query, setQuery] = useSaved('search', '');
  const [open, setOpen] = useState(false);
  const folded = useMemo(() => rows.map((row) => fold(wordsOf(row))), [rows, wordsOf]);
  const found = useMemo(() => {
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return rows;
    return rows.filter((_, index) => words.every((word) => folded[index]?.includes(word)));
  }, [rows, folded, query]);

  const forget = () => {
    setQuery('');
    setOpen(false);
  };
  useKeys(
    [
      {keys: ['enter'], label: 'keep', shown: 'none', run: () => setOpen(false)},
      {keys: ['esc'], label: 'end the search', shown: 'none', run: forget},
    ],
    {active: open, rank: RANK.search},
  );
  const count = `${found.length} of ${rows.length}`;
  return {
    rows: found,
    query,
    open,
    line:
      open || query !== '' ? (
        <Box>
          <Text bold>/</Text>
          <TextField value={query} onChange={setQuery} focus={open} width={Math.max(10, size.columns - 50)} />
          <Text dimColor>{`  ${count}${open ? '' : ', Esc shows all'}`}</Text>
        </Box>
      ) : null,
    keys: [
      {keys: ['/'], label: 'search', title: 'Search in what is loaded', inPalette: true, run: () => setOpen(true)},
      ...(query === '' ? [] : [{keys: ['esc'], label: 'show all', shown: 'help' as const, run: forget}]),
    ],
  };
}
