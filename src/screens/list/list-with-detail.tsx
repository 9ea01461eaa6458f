import {Box} from 'ink';
import type {ComponentProps} from 'react';
import {plural} from '../../services/model/values.ts';
import type {Size} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {List} from '../components/list.tsx';
import {hiddenRows, usePlaced} from '../components/list-model.ts';
import {useDisplay} from '../context/services.ts';
import type {LineContent} from '../text/lines.ts';

const LEAST_ROWS = 4;
const MARGIN = '   ';

interface ListWithDetailProps<Row> extends Omit<ComponentProps<typeof List<Row>>, 'width' | 'height' | 'placed'> {
  size: Size;
  detail: readonly LineContent[];
}

export function ListWithDetail<Row>({size, detail, ...list}: ListWithDetailProps<Row>) {
  const {columns: width, rows} = size;
  const {state, columns} = list;
  const {screenReader} = useDisplay();
  const placed = usePlaced(columns, state.rows, width);
  const count = detail.length > 0 ? Math.max(0, Math.min(detail.length + 1, rows - LEAST_ROWS)) : 0;
  const height = rows - count;
  const hidden = screenReader ? '' : hiddenRows(state, height - 1);
  const room = count - 1;
  const more = `${MARGIN}+${plural(detail.length - room + 1, 'line')}`;
  const lines = detail.length > room ? [...detail.slice(0, room - 1), [{text: more, dim: true}]] : detail;
  const below = [[{text: MARGIN + hidden, dim: true}], ...lines].slice(0, count);
  return (
    <Box flexDirection="column">
      <List {...list} placed={placed} width={width} height={height} />
      <Lines lines={below} width={width} />
    </Box>
  );
}
