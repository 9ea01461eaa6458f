import type {CheckGroup, ReadinessCheck} from '../../services/model/readiness.ts';
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

/**
 * What no check has takes no room.
 *
 * @param mendedBy what Enter opens for a check, in a word or two; empty where nothing mends it
 */
export function checkColumns(
  groups: readonly CheckGroup[],
  glyphs: Glyphs,
  mendedBy: (check: ReadinessCheck) => string,
): Column<CheckGroup>[] {
  const what: Column<CheckGroup> = {
    title: 'Check',
    importance: 10,
    min: 24,
    cell({check: {status, message}}): Segment[] {
      const {glyph, tone} = SIGNS[status];
      return [
        {text: `${glyphs[glyph]} `, tone, bold: true, decor: true},
        {text: message, dim: status === 'ok' || status === 'unknown'},
      ];
    },
    spoken: ({check: {status, message}}) => `${status}: ${message}`,
  };
  const where: Column<CheckGroup> = {
    title: 'Locale',
    importance: 8,
    min: 6,
    max: 24,
    cell: ({locales}) => locales.join(', '),
  };
  const mend: Column<CheckGroup> = {
    title: 'Mend',
    importance: 6,
    min: 8,
    max: 22,
    cell: ({check}) => [{text: mendedBy(check), dim: true}],
  };
  return [
    what,
    ...(groups.some(({locales}) => locales.length > 0) ? [where] : []),
    ...(groups.some(({check}) => mendedBy(check)) ? [mend] : []),
  ];
}
