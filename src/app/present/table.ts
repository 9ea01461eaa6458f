import stringWidth from 'string-width';
import {cleanText} from '../../services/model/clean.ts';
import type {TableData} from '../command.ts';

export function formatTable({above = [], columns, rows}: TableData): string[] {
  if (columns.length === 0) return [...above];
  const cells = [columns, ...rows].map((row) => row.map(cleanText));
  const widths = columns.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 0),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  );
  return [...above, ...lines];
}
