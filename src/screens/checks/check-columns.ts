import type {ReadinessCheck} from '../../services/model/readiness.ts';
import type {Column} from '../components/column-layout.ts';
import type {Segment} from '../text/line-content.ts';
import type {Glyphs, Tone} from '../theme.ts';

/** How each status is marked. */
export const SIGNS: Readonly<
  Record<ReadinessCheck['status'], {glyph: 'rejected' | 'blocked' | 'unknown' | 'ok'; tone?: Tone}>
> = {
  error: {glyph: 'rejected', tone: 'bad'},
  warning: {glyph: 'blocked', tone: 'busy'},
  unknown: {glyph: 'unknown'},
  ok: {glyph: 'ok', tone: 'good'},
};

/** Several locales may lack the same. */
export function checkKey({id, locale = '', message}: ReadinessCheck): string {
  return `${id} ${locale} ${message}`;
}

/**
 * What no check has takes no room.
 *
 * @param mendedBy what Enter opens for a check, in a word or two; empty where nothing mends it
 */
export function checkColumns(
  checks: readonly ReadinessCheck[],
  glyphs: Glyphs,
  mendedBy: (check: ReadinessCheck) => string,
): Column<ReadinessCheck>[] {
  const check: Column<ReadinessCheck> = {
    title: 'Check',
    importance: 10,
    min: 24,
    cell({status, message}): Segment[] {
      const {glyph, tone} = SIGNS[status];
      return [
        {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
        {text: message, dim: status === 'ok' || status === 'unknown'},
      ];
    },
    spoken: ({status, message}) => `${status}: ${message}`,
  };
  const locale: Column<ReadinessCheck> = {
    title: 'Locale',
    importance: 8,
    min: 6,
    max: 10,
    cell: (one) => one.locale ?? '',
  };
  const mend: Column<ReadinessCheck> = {
    title: 'Mend',
    importance: 6,
    min: 8,
    max: 22,
    cell: (one) => [{text: mendedBy(one), dim: true}],
  };
  return [
    check,
    ...(checks.some((one) => one.locale) ? [locale] : []),
    ...(checks.some((one) => mendedBy(one)) ? [mend] : []),
  ];
}
