import {useMemo} from 'react';
import {lineWidth, spokenText} from '../text/line-content.ts';
import {type Column, type PlacedColumn, placeColumns} from './column-layout.ts';

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
export function useCutText<Row>(
  row: Row | undefined,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): string {
  const placed = usePlaced(columns, rows, width);
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
