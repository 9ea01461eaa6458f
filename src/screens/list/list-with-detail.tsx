import {Box} from 'ink';
import type {ComponentProps} from 'react';
import type {Size} from '../../services/text/width.ts';
import {Lines} from '../components/line.tsx';
import {List} from '../components/list.tsx';
import {cutText, hiddenRows, usePlaced} from '../components/list-model.ts';
import {useDisplay} from '../context/display.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent} from '../text/line-content.ts';
import {firstLines, indented} from '../text/lines.ts';

const LEAST_ROWS = 4;
const CUT_LINES = 2;
const MARGIN = '   ';

interface ListWithDetailProps<Row> extends Omit<ComponentProps<typeof List<Row>>, 'width' | 'height' | 'placed'> {
  size: Size;
  detail?: readonly LineContent[];
}

export function ListWithDetail<Row>({size, detail, ...list}: ListWithDetailProps<Row>) {
  const {columns: width, rows} = size;
  const {state, columns} = list;
  const {screenReader, theme} = useDisplay();
  const placed = usePlaced(columns, state.rows, width);
  const cut = () => {
    const text = capitalized(cutText(state.selected, columns, placed));
    const first = firstLines(text, width - MARGIN.length - 1, CUT_LINES, theme.glyphs.ellipsis);
    return indented([...first, '', ''].slice(0, CUT_LINES), MARGIN);
  };
  const lines = detail ?? (screenReader ? [] : cut());
  const count = lines.length > 0 ? Math.max(0, Math.min(lines.length + 1, rows - LEAST_ROWS)) : 0;
  const height = rows - count;
  const hidden = screenReader ? '' : hiddenRows(state, height - 1);
  const below = [[{text: MARGIN + hidden, dim: true}], ...lines].slice(0, count);
  return (
    <Box flexDirection="column">
      <List {...list} placed={placed} width={width} height={height} />
      <Lines lines={below} width={width} />
    </Box>
  );
}
