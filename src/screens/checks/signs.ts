import type {ReadinessCheck} from '../../services/model/readiness.ts';
import type {Column} from '../components/column-layout.ts';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs, Tone} from '../theme.ts';

export interface Sign {
  glyph: keyof Glyphs;
  tone?: Tone;
}

export const CHECK_SIGNS: Readonly<Record<ReadinessCheck['status'], Sign>> = {
  error: {glyph: 'rejected', tone: 'bad'},
  warning: {glyph: 'blocked', tone: 'busy'},
  unknown: {glyph: 'unknown'},
  ok: {glyph: 'ok', tone: 'good'},
};

export function signSegment({glyph, tone}: Sign, glyphs: Glyphs): Segment {
  return {text: `${glyphs[glyph]} `, tone, bold: true, decor: true};
}

export function openingColumn<Row>(
  column: Pick<Column<Row>, 'title' | 'importance'>,
  labelOf: (row: Row) => string,
): Column<Row> {
  return {...column, min: 8, max: 22, cell: (row) => [{text: labelOf(row), dim: true}]};
}
