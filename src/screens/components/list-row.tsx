import {memo} from 'react';
import {cleanText} from '../../services/model/clean.ts';
import {clipLine, type LineContent, lineWidth, type Segment, segmentsOf, spokenText} from '../text/line-content.ts';
import {truncate} from '../text/width.ts';
import type {Glyphs} from '../theme.ts';
import {COLUMN_GAP, type Column, type PlacedColumn} from './column-layout.ts';
import {DrawnLine} from './line.tsx';

interface ListRowProps {
  row: unknown;
  columns: readonly PlacedColumn<unknown>[];
  selected: boolean;
  stale: boolean;
  glyphs: Glyphs;
}

/** One row; its text is cleaned and cut here, once. */
export const ListRow = memo(function ListRow({row, columns, selected, stale, glyphs}: ListRowProps) {
  const marker: Segment = selected ? {text: ` ${glyphs.marker} `, tone: 'accent', bold: true} : {text: '   '};
  const cells = columns.flatMap((column, index): Segment[] => [
    ...(index > 0 ? [{text: ' '.repeat(COLUMN_GAP)}] : []),
    ...fitCell(column.cell(row), column, glyphs.ellipsis),
  ]);
  const content = [marker, ...cells.map((cell) => ({...cell, bold: selected, dim: stale || (cell.dim && !selected)}))];
  return <DrawnLine segments={content} />;
});

/** A cell in exactly the column's width. */
function fitCell(cell: LineContent, {width, align, cut}: PlacedColumn<unknown>, ellipsis: string): Segment[] {
  const fitted = clipLine(cut === 'middle' ? middleCut(cell, width, ellipsis) : cell, width, ellipsis);
  const blank = {text: ' '.repeat(Math.max(0, width - lineWidth(fitted)))};
  return align === 'right' ? [blank, ...fitted] : [...fitted, blank];
}

function middleCut(cell: LineContent, width: number, ellipsis: string): Segment[] {
  return segmentsOf(cell).map((piece) => ({
    ...piece,
    text: truncate(cleanText(piece.text), width, 'middle', ellipsis),
  }));
}

/** A row as it is read aloud. */
export function spoken<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns
    .map(({cell, spoken: words}) => (words ? words(row) : spokenText(cell(row)).trim()))
    .filter((text) => text !== '')
    .join(', ');
}
