import {Box} from 'ink';
import {memo, useLayoutEffect, useMemo, useRef} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {useLook} from '../context/look.ts';
import {RANK} from '../input/rank.ts';
import {useHold, useKeys} from '../input/use-keys.tsx';
import type {Segment} from '../text/line-content.ts';
import {pad, truncate, widthOf} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {useSlow} from '../time/use-slow.ts';
import {type Cell, COLUMN_GAP, type Column, type PlacedColumn, placeColumns} from './column-layout.ts';
import {Line} from './line.tsx';
import {type ListState, scrollTo} from './list-state.ts';

interface ListProps<Row> {
  state: ListState<Row>;
  /** Stable across renders (a constant or memoised): widths are measured once per set of rows. */
  columns: readonly Column<Row>[];
  width: number;
  /** Rows of the screen, the line with the titles included. */
  height: number;
  onOpen?(row: Row): void;
  /** Which column carries the arrow. */
  sort?: {by: string; descending: boolean};
  /** The selection reached the last row. */
  onEnd?(): void;
  /** Drawn dim: they answer an earlier question. */
  stale?: boolean;
  /** A first load: blank rows of the right height instead of none. */
  loading?: boolean;
  /** What to say when there are no rows. */
  empty?: string;
  /** Another layer has the keys for now. */
  active?: boolean;
}

const MARGIN = 3;
/** Enough to know how wide columns should be, without measuring ten thousand rows. */
const MEASURED_ROWS = 300;

/** Rows with a selection; only the visible ones are mounted. */
export function List<Row>({
  state,
  columns,
  width,
  height,
  sort,
  onOpen,
  onEnd,
  stale,
  loading,
  empty,
  active,
}: ListProps<Row>) {
  const {theme, screenReader} = useLook();
  const {rows, index} = state;
  const visible = Math.max(1, height - 1);
  const top = scrollTo(state.top, index, visible, rows.length);
  useLayoutEffect(() => state.setTop(top));
  const first = Boolean(loading) && rows.length === 0;
  const slowFirst = useSlow(first);
  useHold(first);
  useListKeys(state, visible, {onOpen, onEnd, active});

  const inner = width - MARGIN - 1;
  const placed = useMemo(() => {
    const measured = rows.slice(0, MEASURED_ROWS);
    const content = columns.map((column) => Math.max(0, ...measured.map((row) => cellWidth(column.cell(row)))));
    return placeColumns(columns, content, inner);
  }, [rows, columns, inner]);
  const shown = rows.slice(top, top + visible);

  if (screenReader) {
    return (
      <Box flexDirection="column">
        {rows.length === 0 ? <Line content={loading ? 'Loading.' : (empty ?? 'Nothing here.')} width={width} /> : null}
        {shown.map((row, offset) => (
          <Line
            key={state.rowId(row)}
            width={width}
            content={`${top + offset + 1}. ${spoken(row, columns)}${top + offset === index ? ', selected' : ''}`}
          />
        ))}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" height={height} flexShrink={0}>
      <Line content={titles(placed, theme.glyphs, sort)} width={width} />
      {shown.map((row, offset) => (
        <ListRow
          key={state.rowId(row)}
          row={row}
          columns={placed as PlacedColumn<unknown>[]}
          selected={top + offset === index}
          stale={stale ?? false}
          width={width}
          glyphs={theme.glyphs}
        />
      ))}
      {rows.length === 0 && !loading ? (
        <Line content={[{text: `   ${empty ?? 'Nothing here.'}`, dim: true}]} width={width} />
      ) : null}
      {slowFirst ? <Skeleton placed={placed} rows={visible} /> : null}
    </Box>
  );
}

interface ListKeysOptions<Row> {
  onOpen?(row: Row): void;
  onEnd?(): void;
  active?: boolean;
}

function useListKeys<Row>(state: ListState<Row>, page: number, {onOpen, onEnd, active = true}: ListKeysOptions<Row>) {
  const {screenReader} = useLook();
  const {rows, index, selected} = state;
  const typed = useRef('');
  const go = (wanted: number) => {
    typed.current = '';
    state.select(wanted);
    if (wanted >= rows.length - 1) onEnd?.();
  };
  const group = 'Lists';
  const quiet = {shown: 'help', group, repeats: true} as const;
  const half = Math.max(1, Math.floor(page / 2));
  useKeys(
    [
      {keys: ['down', 'j'], label: 'next row', ...quiet, run: ({count = 1}) => go(index + count)},
      {keys: ['up', 'k'], label: 'row above', ...quiet, run: ({count = 1}) => go(index - count)},
      {keys: ['pagedown'], label: 'page down', ...quiet, run: ({count = 1}) => go(index + page * count)},
      {keys: ['pageup'], label: 'page up', ...quiet, run: ({count = 1}) => go(index - page * count)},
      {keys: ['ctrl+d'], label: 'half a page down', ...quiet, run: ({count = 1}) => go(index + half * count)},
      {keys: ['ctrl+u'], label: 'half a page up', ...quiet, run: ({count = 1}) => go(index - half * count)},
      {keys: ['g', 'home'], label: 'first row', ...quiet, run: () => go(0)},
      {keys: ['G', 'end'], label: 'last row', ...quiet, run: () => go(rows.length - 1)},
      ...(onOpen
        ? [
            {
              keys: ['enter'],
              label: 'open',
              shown: 'none' as const,
              run: () => selected !== undefined && onOpen(selected),
            },
          ]
        : []),
    ],
    {
      active,
      rank: RANK.list,
      onKey({id}) {
        if (!screenReader || !/^\d$/.test(id)) return false;
        const number = Number(typed.current + id);
        typed.current += id;
        if (number >= 1 && number <= rows.length) state.select(number - 1);
        return true;
      },
    },
  );
}

interface ListRowProps {
  row: unknown;
  columns: readonly PlacedColumn<unknown>[];
  selected: boolean;
  stale: boolean;
  width: number;
  glyphs: Glyphs;
}

const ListRow = memo(function ListRow({row, columns, selected, stale, width, glyphs}: ListRowProps) {
  const marker: Segment = selected ? {text: ` ${glyphs.marker} `, tone: 'accent', bold: true} : {text: '   '};
  const cells = columns.flatMap((column, index): Segment[] => [
    ...(index > 0 ? [{text: ' '.repeat(COLUMN_GAP)}] : []),
    ...fitCell(column.cell(row), column, glyphs.ellipsis),
  ]);
  const content = [marker, ...cells.map((cell) => ({...cell, bold: selected, dim: stale || (cell.dim && !selected)}))];
  return <Line content={content} width={width} />;
});

function pieces(cell: Cell): readonly Segment[] {
  return typeof cell === 'string' ? [{text: cell}] : cell;
}

function cellWidth(cell: Cell): number {
  return pieces(cell).reduce((sum, {text}) => sum + widthOf(cleanText(text)), 0);
}

/** A cell in exactly the column's width. */
function fitCell(cell: Cell, {width, align, cut}: PlacedColumn<unknown>, ellipsis: string): Segment[] {
  const fitted: Segment[] = [];
  let left = width;
  for (const piece of pieces(cell)) {
    const text = truncate(cleanText(piece.text), left, cut, ellipsis);
    left -= widthOf(text);
    fitted.push({...piece, text});
  }
  const blank = {text: ' '.repeat(Math.max(0, left))};
  return align === 'right' ? [blank, ...fitted] : [...fitted, blank];
}

function titles<Row>(
  placed: readonly PlacedColumn<Row>[],
  glyphs: Glyphs,
  sort: {by: string; descending: boolean} | undefined,
): Segment[] {
  const text = placed.map(({title, width, align}) => {
    const arrow = sort?.by === title ? ` ${sort.descending ? glyphs.down : glyphs.up}` : '';
    return pad(truncate(title + arrow, width, 'end', glyphs.ellipsis), width, align);
  });
  return [{text: ' '.repeat(MARGIN) + text.join(' '.repeat(COLUMN_GAP)), dim: true}];
}

function spoken<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns
    .map(({cell, spoken: words}) => (words ? words(row) : speak(cell(row))))
    .filter((text) => text !== '')
    .join(', ');
}

function speak(cell: Cell): string {
  const told = pieces(cell).filter(({decor}) => !decor);
  return told
    .map(({text}) => text)
    .join('')
    .trim();
}

const SKELETON_ROWS = 5;

/** A few blank rows while the first ones are waited for. */
function Skeleton({placed, rows}: {placed: readonly PlacedColumn<never>[]; rows: number}) {
  const {theme} = useLook();
  const line = placed.map(({width}) => theme.glyphs.dot.repeat(width)).join(' '.repeat(COLUMN_GAP));
  return Array.from({length: Math.min(rows, SKELETON_ROWS)}, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blank rows are all alike
    <Line key={row} content={[{text: ' '.repeat(MARGIN) + line, dim: true}]} width={MARGIN + line.length} />
  ));
}
