import type {ReadinessCheck} from '../../services/model/readiness.ts';
import type {Column} from '../components/column-layout.ts';
import type {Sign} from '../text/line-content.ts';

export const CHECK_SIGNS: Readonly<Record<ReadinessCheck['status'], Sign>> = {
  error: {glyph: 'rejected', tone: 'bad'},
  warning: {glyph: 'blocked', tone: 'busy'},
  unknown: {glyph: 'unknown'},
  ok: {glyph: 'ok', tone: 'good'},
};

/** The widest of the usual labels. */
export const OPENING_ROOM = 'phased release'.length;

/** From here on it has room for the widest of all. */
const WIDE = 100;
const WIDE_ROOM = 'remove phased release'.length;

/** As wide whatever its labels are: they follow from what was read. @param width that of the terminal */
export function openingColumn<Row>(
  column: Pick<Column<Row>, 'title' | 'importance'>,
  width: number,
  labelOf: (row: Row) => string,
): Column<Row> {
  const room = width < WIDE ? OPENING_ROOM : WIDE_ROOM;
  return {...column, min: room, room, max: room, cell: (row) => [{text: labelOf(row), dim: true}]};
}
