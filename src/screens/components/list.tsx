import {Box} from 'ink';
import {memo, useLayoutEffect} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {plural} from '../../services/model/values.ts';
import {pad, type Size, truncate, widthOf, wrap} from '../../services/text/width.ts';
import {useDisplay, useSlow} from '../context/services.ts';
import {useHold} from '../input/use-keys.tsx';
import {clipLine, type LineContent, lineWidth, type Segment, segmentsOf, spokenRow} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {DrawnLine, Line, Lines} from './line.tsx';
import {COLUMN_GAP, hiddenRows, type ListState, MARGIN, type PlacedColumn, scrollTo, spoken} from './list-model.ts';
import {type OnEnd, useListKeys} from './movement-keys.ts';

interface ListProps<Row> {
  state: ListState<Row>;
  columns: readonly PlacedColumn<Row>[];
  width: number;
  height: number;
  sort?: {by: string; descending: boolean};
  onEnd?: OnEnd;
  stale?: boolean;
  loading?: boolean;
  empty: string;
}

export function List<Row>(props: ListProps<Row>) {
  const {state, columns, width, height, sort, onEnd, empty, stale = false, loading = false} = props;
  const {theme, screenReader} = useDisplay();
  const {rows, index} = state;
  const visible = Math.max(1, height - 1);
  const top = scrollTo(state.top, index, visible, rows.length);
  useLayoutEffect(() => state.setTop(top));
  const first = loading && rows.length === 0;
  const slowFirst = useSlow(first);
  useHold(first);
  useListKeys(state, visible, onEnd);

  const inner = width - MARGIN - 1;
  const shown = rows.slice(top, top + visible);

  if (screenReader) {
    return (
      <Box flexDirection="column">
        {rows.length === 0 ? <Line content={loading ? 'Loading.' : empty} width={width} /> : null}
        {shown.map((row, offset) => (
          <Line
            key={state.rowId(row)}
            width={width}
            content={spokenRow(top + offset, spoken(row, columns), top + offset === index)}
          />
        ))}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
      <Line content={titles(columns, theme.glyphs, sort)} width={width} />
      {shown.map((row, offset) => (
        <ListRow
          key={state.rowId(row)}
          row={row}
          columns={columns as PlacedColumn<unknown>[]}
          selected={top + offset === index}
          stale={stale}
          glyphs={theme.glyphs}
        />
      ))}
      {rows.length === 0 && !loading ? (
        <Lines width={width} lines={wrap(empty, inner).map((text) => [{text: ' '.repeat(MARGIN) + text, dim: true}])} />
      ) : null}
      {slowFirst ? <Skeleton columns={columns} rows={visible} /> : null}
    </Box>
  );
}

function titles<Row>(
  columns: readonly PlacedColumn<Row>[],
  glyphs: Glyphs,
  sort: {by: string; descending: boolean} | undefined,
): Segment[] {
  const text = columns.map(({title, width, align}) => {
    const arrow = sort?.by === title ? ` ${sort.descending ? glyphs.down : glyphs.up}` : '';
    return pad(truncate(title, width - widthOf(arrow), 'end', glyphs.ellipsis) + arrow, width, align);
  });
  return [{text: ' '.repeat(MARGIN) + text.join(' '.repeat(COLUMN_GAP)), dim: true}];
}

const SKELETON_ROWS = 5;

function Skeleton({columns, rows}: {columns: readonly PlacedColumn<never>[]; rows: number}) {
  const {theme} = useDisplay();
  const line = columns.map(({width}) => theme.glyphs.dot.repeat(width)).join(' '.repeat(COLUMN_GAP));
  return Array.from({length: Math.min(rows, SKELETON_ROWS)}, (_, row) => (
    <Line key={row} content={[{text: ' '.repeat(MARGIN) + line, dim: true}]} width={MARGIN + line.length} />
  ));
}

interface ListRowProps {
  row: unknown;
  columns: readonly PlacedColumn<unknown>[];
  selected: boolean;
  stale: boolean;
  glyphs: Glyphs;
}

const ListRow = memo(function ListRow({row, columns, selected, stale, glyphs}: ListRowProps) {
  const marker: Segment = selected ? {text: ` ${glyphs.marker} `, tone: 'accent', bold: true} : {text: '   '};
  const cells = columns.flatMap((column, index): Segment[] => [
    ...(index > 0 ? [{text: ' '.repeat(COLUMN_GAP)}] : []),
    ...fitCell(column.cell(row), column, glyphs.ellipsis),
  ]);
  const content = [marker, ...cells.map((cell) => ({...cell, bold: selected, dim: stale || (cell.dim && !selected)}))];
  return <DrawnLine segments={content} />;
});

function fitCell(cell: LineContent, {width, align, cut}: PlacedColumn<unknown>, ellipsis: string): Segment[] {
  const cutText = (text: string) => truncate(cleanText(text), width, 'middle', ellipsis);
  const content = cut === 'middle' ? segmentsOf(cell).map((part) => ({...part, text: cutText(part.text)})) : cell;
  const fitted = clipLine(content, width, ellipsis);
  const blank = {text: ' '.repeat(Math.max(0, width - lineWidth(fitted)))};
  return align === 'right' ? [blank, ...fitted] : [...fitted, blank];
}

const LEAST_ROWS = 4;

interface ListWithDetailProps<Row> extends Omit<ListProps<Row>, 'width' | 'height'> {
  size: Size;
  detail: readonly LineContent[];
}

export function ListWithDetail<Row>({size, detail, ...list}: ListWithDetailProps<Row>) {
  const {columns: width, rows} = size;
  const {screenReader} = useDisplay();
  const margin = ' '.repeat(MARGIN);
  const count = detail.length > 0 ? Math.max(0, Math.min(detail.length + 1, rows - LEAST_ROWS)) : 0;
  const height = rows - count;
  const hidden = screenReader ? '' : hiddenRows(list.state, height - 1);
  const room = count - 1;
  const more = `${margin}+${plural(detail.length - room + 1, 'line')}`;
  const lines = detail.length > room ? [...detail.slice(0, room - 1), [{text: more, dim: true}]] : detail;
  const below = [[{text: margin + hidden, dim: true}], ...lines].slice(0, count);
  return (
    <Box flexDirection="column">
      <List {...list} width={width} height={height} />
      <Lines lines={below} width={width} />
    </Box>
  );
}
