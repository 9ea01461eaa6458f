import {cleanText} from '../../services/model/clean.ts';
import {localDate, localDateTime} from '../../services/text/local-time.ts';
import {pad, truncate, widthOf, wrap} from '../../services/text/width.ts';
import type {ColumnRole, TableData} from '../command.ts';
import {linked} from './formats.ts';

interface Fit {
  width: number;
  links: boolean;
}

interface Column {
  name: string;
  role?: ColumnRole;
  cells: readonly string[];
  pages?: readonly (string | undefined)[];
  width: number;
}

export function formatTable(
  {above = [], columns, rows, roles = {}, pages = {}, spare = []}: TableData,
  fit?: Fit,
): string[] {
  if (columns.length === 0) return [...above];
  const all = columns.map((name, index) => {
    const cells = rows.map((row) => cleanText(row[index] ?? ''));
    return measured({name, role: roles[name], cells, pages: fit?.links ? pages[name] : undefined});
  });
  const shown = fit ? fitted(all, spare, fit) : all;
  const below = fit && shown.length < all.length ? all.filter(({role}) => role === 'below') : [];
  return [
    ...above,
    line(shown, ({name, width}) => truncate(name, width)),
    ...rows.flatMap((_, row) => [...rowLines(shown, row), ...linesBelow(below, row, fit?.width ?? 0)]),
  ];
}

function measured(column: Omit<Column, 'width'>): Column {
  const width = column.cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(column.name));
  return {...column, width};
}

const GAP = '  ';

function line(columns: readonly Column[], cellOf: (column: Column, index: number) => string, row?: number): string {
  return columns
    .map((column, index) => {
      const cell = cellOf(column, index);
      const page = row === undefined ? undefined : column.pages?.[row];
      return linked(cell, page) + pad('', column.width - widthOf(cell));
    })
    .join(GAP)
    .trimEnd();
}

function rowLines(columns: readonly Column[], row: number): string[] {
  const cells = columns.map(({role, cells: all, width}) => {
    const cell = all[row] ?? '';
    if (widthOf(cell) <= width) return [cell];
    return role === 'wrap' ? wrap(cell, width) : [truncate(cell, width, role === 'middle' ? 'middle' : 'end')];
  });
  const height = Math.max(...cells.map(({length}) => length));
  return Array.from({length: height}, (_, nth) => line(columns, (__, index) => cells[index]?.[nth] ?? '', row));
}

const INDENT = '    ';

function linesBelow(columns: readonly Column[], row: number, width: number): string[] {
  return columns.flatMap(({name, cells}) => {
    const cell = cells[row];
    return cell ? wrap(`${name}: ${cell}`, width - INDENT.length).map((text) => INDENT + text) : [];
  });
}

const SHORT_ID = 8;
const READABLE = 14;
const LEAST = 4;

type Fitting = (columns: readonly Column[]) => readonly Column[];

/**
 * Moves IDs to the end. While the table is too wide, drops columns `below` and empty columns, then shortens and drops
 * IDs, shortens times, drops spare columns, narrows columns, drops times, and narrows columns further.
 */
function fitted(columns: readonly Column[], spare: readonly string[], {width}: Fit): readonly Column[] {
  const isTime = ({role}: Column) => role === 'time';
  const without = (role: ColumnRole) => (some: readonly Column[]) => some.filter((column) => column.role !== role);
  const isTight = (some: readonly Column[]) =>
    total(some.map((one) => ({...one, width: Math.min(one.width, readable(one))}))) > width;
  const cellsOf = new Map(columns.map(({name, cells}) => [name, cells]));
  const timesAs = (format: (text: string) => string | undefined): Fitting => {
    const short = ({name}: Column) => (cellsOf.get(name) ?? []).map((cell) => format(cell) ?? cell);
    return (some) => some.map((column) => (isTime(column) ? measured({...column, cells: short(column)}) : column));
  };
  const steps: Fitting[] = [
    without('below'),
    (some) => some.filter(({cells}) => cells.length === 0 || cells.some(Boolean)),
    narrowed(width, (column) => (column.role === 'id' ? SHORT_ID : column.width)),
    without('id'),
    timesAs(localDate),
    (some) => spare.reduce((shown, name) => (isTight(shown) ? shown.filter((one) => one.name !== name) : shown), some),
    narrowed(width, (column) => (isTime(column) ? column.width : readable(column))),
    without('time'),
    narrowed(width, (column) => (column.role === 'whole' ? column.width : LEAST)),
    narrowed(width, () => LEAST),
    (some) => some.slice(0, Math.floor((width + GAP.length) / (LEAST + GAP.length)) || 1),
  ];
  const ordered = [...without('id')(columns), ...columns.filter(({role}) => role === 'id')];
  const whole = timesAs(localDateTime)(ordered);
  return steps.reduce((shown, step) => (total(shown) <= width ? shown : step(shown)), whole);
}

function total(columns: readonly Column[]): number {
  return columns.reduce((sum, {width}) => sum + width, GAP.length * (columns.length - 1));
}

const WORD = 30;

function readable({role, cells, width}: Column): number {
  if (role === 'whole') return width;
  if (role !== 'wrap') return READABLE;
  const longest = cells.reduce((most, cell) => Math.max(most, ...cell.slice(0, 1000).split(' ').map(widthOf)), 0);
  return Math.max(READABLE, Math.min(WORD, longest));
}

function narrowed(width: number, leastOf: (column: Column) => number): Fitting {
  return (columns) => {
    const narrower = columns.map((column) => {
      const least = Math.min(column.width, leastOf(column));
      return {...column, least, width: Math.min(column.width, Math.max(width, least))};
    });
    for (let excess = total(narrower) - width; excess > 0; excess -= 1) {
      const flexible = narrower.filter((column) => column.width > column.least);
      if (flexible.length === 0) break;
      const widest = flexible.reduce((one, other) => (other.width > one.width ? other : one));
      widest.width -= 1;
    }
    return narrower;
  };
}
