import {useMemo} from 'react';
import type {Cut} from '../../app/present/width.ts';
import {type LineContent, lineWidth, spokenText} from '../text/line-content.ts';

export interface Column<Row> {
  title: string;
  cell(row: Row): LineContent;
  /** Spoken instead of the cell; empty to skip it. */
  spoken?(row: Row): string;
  min?: number;
  max?: number;
  /** Columns kept for what is read later. */
  room?: number;
  /** Without room for all, the least important columns are dropped. */
  importance: number;
  align?: 'left' | 'right';
  /** Shows watched states: changed rows are marked here. */
  showsState?: boolean;
  cut?: Cut;
}

export interface PlacedColumn<Row> extends Column<Row> {
  width: number;
}

export const COLUMN_GAP = 2;
const ARROW = 2;

/**
 * Columns that fit in `width`, as wide as their content if possible, otherwise shrinking the widest first. `content`
 * has the width of each column's widest cell.
 */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  content: readonly number[],
  width: number,
): PlacedColumn<Row>[] {
  let placed = columns.map((column, index) => {
    const natural = Math.max(column.title.length + ARROW, column.room ?? 0, content[index] ?? 0);
    const ideal = Math.min(column.max ?? natural, natural);
    return {...column, width: ideal, least: Math.min(ideal, column.min ?? 4)};
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
  return placed.map(({least: _, ...column}) => ({...column, width: Math.min(column.width, width)}));
}

/** Columns in front of each row, for the marker. */
export const MARGIN = 3;
/** Enough to size columns without measuring ten thousand rows. */
const MEASURED_ROWS = 300;

/** @param rows all there are, so that widths stay while some of them are filtered out */
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

/** What a row has in columns that are cut or left out, as it is read aloud; empty if it is all there. */
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
  return spoken(row, columns.filter(isCut));
}

export function spoken<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns
    .map(({cell, spoken: say}) => (say ? say(row) : spokenText(cell(row)).trim()))
    .filter((text) => text !== '')
    .join(', ');
}
