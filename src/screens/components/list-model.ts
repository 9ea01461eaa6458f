import {useLayoutEffect, useMemo} from 'react';
import type {Cut} from '../../services/text/width.ts';
import {useEntry, useSaved} from '../context/router.ts';
import {type LineContent, lineWidth, spokenText} from '../text/lines.ts';

interface ListPosition {
  id?: string;
  top: number;
  round?: number | string;
}

export type ListState<Row> = ReturnType<typeof useListState<Row>>;

export interface ListOptions<Row> {
  prefers?(row: Row): boolean;
  isFinal?(row: Row): boolean;
  readAt?: number;
  isRead?: boolean;
  /** When this changes, the list forgets which row the user selected. */
  round?: number | string;
}

export function useListState<Row>(
  name: string,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  {prefers, isFinal, readAt, isRead = true, round}: ListOptions<Row> = {},
) {
  const {saved} = useEntry();
  const last = saved.get(`shown:${name}`) as {id: string; readAt?: number} | undefined;
  const [stored, setPosition] = useSaved<ListPosition>(`list:${name}`, {top: 0});
  const position = stored.round === round ? stored : {...stored, id: undefined, round};
  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => rowId(row) === id));
  const isRefreshed = last?.readAt !== undefined && last.readAt !== readAt;
  const id = position.id ?? (isRefreshed ? last.id : undefined);
  const index = indexToSelect();
  const selected = rows[index];
  useLayoutEffect(() => {
    if (isRead && selected !== undefined) saved.set(`shown:${name}`, {id: rowId(selected), readAt});
    if (id === undefined || selected === undefined || rowId(selected) === position.id) return;
    const isGone = rowId(selected) !== id;
    if (!isGone) setPosition({...position, id});
    else if (isFinal) setPosition({id: rowId(selected), top: 0, round});
  });

  function indexToSelect(): number {
    const found = indexOf(id);
    if (found >= 0) return found;
    const preferred = prefers ? rows.findIndex(prefers) : -1;
    const index = preferred >= 0 ? preferred : Math.min(0, rows.length - 1);
    const row = rows[index];
    const isSafe = row === undefined || !isFinal?.(row);
    const first = preferred >= 0 && isSafe ? preferred : rows.findIndex((other) => !isFinal?.(other));
    if (id !== undefined) return first;
    // The selection must not move to a final action without a key press.
    if (isSafe || !isRead || last === undefined || rowId(row) === last.id) return index;
    const before = indexOf(last.id);
    return before >= 0 ? before : first;
  }

  return {
    rows,
    rowId,
    index,
    selected,
    isMoved: position.id !== undefined,
    top: position.top,
    select(wanted: number, top = position.top): void {
      const row = rows[Math.max(0, Math.min(rows.length - 1, wanted))];
      if (row !== undefined) setPosition({id: rowId(row), top, round});
    },
    keep(): void {
      if (selected !== undefined) setPosition({id: rowId(selected), top: position.top});
    },
    setTop(top: number): void {
      if (top !== stored.top) setPosition({...stored, top});
    },
  };
}

export function hiddenRows<Row>({rows, index, top}: ListState<Row>, height: number): string {
  return moreText(scrollTo(top, index, height, rows.length), height, rows.length);
}

export function moreText(top: number, height: number, count: number): string {
  const sides = [top > 0 && 'above', top + height < count && 'below'].filter(Boolean);
  return sides.length > 0 ? `more ${sides.join(' and ')}` : '';
}

export function scrollTo(top: number, index: number, height: number, count: number): number {
  const last = Math.max(0, count - height);
  const isVisible = index >= top && index < top + height;
  return Math.max(0, Math.min(isVisible ? top : index - Math.floor(height / 2), last));
}

export interface Column<Row> {
  title: string;
  cell(row: Row): LineContent;
  spoken?(row: Row): string;
  min?: number;
  max?: number;
  room?: number;
  importance: number;
  align?: 'left' | 'right';
  showsState?: boolean;
  cut?: Cut;
}

export type PlacedColumn<Row> = Column<Row> & {width: number};

export const COLUMN_GAP = 2;
const ARROW = 2;

export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  content: readonly number[],
  width: number,
): PlacedColumn<Row>[] {
  let placed = columns.map((column, index) => {
    const natural = Math.max(column.title.length + ARROW, column.room ?? 0, content[index] ?? 0);
    const ideal = Math.min(column.max ?? natural, natural);
    return {...column, width: ideal, natural, least: Math.min(ideal, column.min ?? 4)};
  });
  const gaps = () => COLUMN_GAP * Math.max(0, placed.length - 1);
  const sum = (of: 'width' | 'least') => placed.reduce((total, column) => total + column[of], 0) + gaps();
  while (placed.length > 1 && sum('least') > width) {
    const least = Math.min(...placed.map(({importance}) => importance));
    placed = placed.filter(({importance}) => importance !== least);
  }
  for (let over = sum('width') - width; over > 0; over--) {
    const shrinkable = placed.filter((column) => column.width > column.least);
    const [widest] = shrinkable.sort((a, b) => b.width - b.least - (a.width - a.least));
    if (!widest) break;
    widest.width -= 1;
  }
  for (let free = width - sum('width'); free > 0; free--) {
    const cut = placed.find((column) => column.width < column.natural);
    if (!cut) break;
    cut.width += 1;
  }
  return placed.map(({least: _, natural: __, ...column}) => ({...column, width: Math.min(column.width, width)}));
}

export const MARGIN = 3;
const MEASURED_ROWS = 300;

/** @param rows all rows, so that widths do not change while some are filtered out */
export function usePlaced<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): readonly PlacedColumn<Row>[] {
  return useMemo(() => {
    const measured = rows.slice(0, MEASURED_ROWS);
    const content = columns.map((column) => Math.max(0, ...measured.map((row) => lineWidth(column.cell(row)))));
    return placeColumns(columns, content, width - MARGIN - 1);
  }, [columns, rows, width]);
}

export function cutText<Row>(
  row: Row | undefined,
  columns: readonly Column<Row>[],
  placed: readonly PlacedColumn<Row>[],
): string {
  if (row === undefined) return '';
  const isCut = ({title, cell}: Column<Row>) => {
    const shown = placed.find((one) => one.title === title);
    return !shown || lineWidth(cell(row)) > shown.width;
  };
  return spoken(row, columns.filter(isCut), ({title}) => `${title} `);
}

export function spoken<Row>(
  row: Row,
  columns: readonly Column<Row>[],
  before: (column: Column<Row>) => string = () => '',
): string {
  return columns
    .map((column) => column.spoken?.(row) ?? before(column) + spokenText(column.cell(row)).trim())
    .filter((text) => text !== '')
    .join(', ');
}
