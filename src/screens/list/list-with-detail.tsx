import {Box} from 'ink';
import type {ComponentProps} from 'react';
import type {Size} from '../../app/present/width.ts';
import {Lines} from '../components/line.tsx';
import {List} from '../components/list.tsx';
import type {LineContent} from '../text/line-content.ts';

/** The list's own, with its titles. */
const LEAST_ROWS = 4;

interface ListWithDetailProps<Row> extends Omit<ComponentProps<typeof List<Row>>, 'width' | 'height'> {
  size: Size;
  /** About the selected row; cut where the list needs the room. */
  detail: readonly LineContent[];
}

export function ListWithDetail<Row>({size, detail, ...list}: ListWithDetailProps<Row>) {
  const below = detail.length > 0 ? ['', ...detail].slice(0, Math.max(0, size.rows - LEAST_ROWS)) : [];
  return (
    <Box flexDirection="column">
      <List {...list} width={size.columns} height={size.rows - below.length} />
      <Lines lines={below} width={size.columns} />
    </Box>
  );
}
