import {Box, Text} from 'ink';
import {useDisplay} from '../context/display.ts';
import {RANK} from '../input/rank.ts';
import {useKeys} from '../input/use-keys.tsx';
import {TextField} from './text-field.tsx';

interface SearchLineProps {
  query: string;
  /** The field has the keys. */
  open: boolean;
  /** `3 of 48` */
  count: string;
  setQuery(query: string): void;
  keep(): void;
  clear(): void;
}

const LEAST_FIELD = 10;
/** Columns for the count beside the field. */
const BESIDE = 50;

/** The search field and the number of matches. Enter returns to the rows, Esc ends the search. */
export function SearchLine({query, open, count, setQuery, keep, clear}: SearchLineProps) {
  const {size} = useDisplay();
  useKeys(
    [
      {keys: ['enter'], label: 'keep', shown: 'none', run: keep},
      {keys: ['esc'], label: 'end the search', shown: 'none', run: clear},
    ],
    {active: open, rank: RANK.search},
  );
  return (
    <Box>
      <Text bold>/</Text>
      <TextField value={query} onChange={setQuery} focus={open} width={Math.max(LEAST_FIELD, size.columns - BESIDE)} />
      <Text dimColor>{`  ${count}${open ? '' : ', Esc shows all'}`}</Text>
    </Box>
  );
}
