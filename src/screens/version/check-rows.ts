import {type CheckGroup, groupChecks, type Readiness, type ReadinessCheck} from '../../services/model/readiness.ts';
import {SIGNS} from '../checks/check-columns.ts';
import {CHECK_NAMES} from '../checks/check-names.ts';
import type {Mending} from '../checks/use-mending.ts';
import type {FactDisplay} from '../facts/attributes.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {someOf, truncate, widthOf, wrap} from '../text/width.ts';
import {MARK, type PageRow} from './page.tsx';

/** What is missing, each with what mends it; then what cannot be known, and in one breath all that is there. */
export function checkRows(
  {checks}: Readiness,
  mend: (check: ReadinessCheck) => Mending | undefined,
  look: FactDisplay,
): PageRow[] {
  const groups = groupChecks(checks);
  const open = groups.filter(({check: {status}}) => status === 'error' || status === 'warning');
  const answers = groups.filter(({check: {id, status}}) => id === 'service' && status === 'ok');
  const unknown = groups.filter(({check: {status}}) => status === 'unknown');
  const there = checks.filter(({id, status}) => status === 'ok' && id !== 'service');
  return [
    ...open.map((group) => openRow(group, mend(group.check), look)),
    ...answers.flatMap(({check}) => textRows(check, check.message, look)),
    ...unknown.flatMap(({check}) => textRows(check, check.message, look)),
    ...(there[0] ? thereRows(there[0], there, look) : []),
  ];
}

function openRow({check, locales}: CheckGroup, mending: Mending | undefined, look: FactDisplay): PageRow {
  const {id, status, message} = check;
  const {glyphs, screenReader} = look;
  const {glyph, tone} = SIGNS[status];
  const how = mending ? `${screenReader ? ', ' : `${glyphs.enter} `}${mending.label}` : '';
  const room = look.width - MARK - 2 - widthOf(how) - 3;
  const words = id === 'service' ? `The store: ${message}` : message;
  const text = withLocales(truncate(words, room, 'end', glyphs.ellipsis), locales, room);
  const sign: Segment[] = screenReader
    ? [{text: `${status}: `}]
    : [{text: `${glyphs[glyph]} `, tone, bold: true, decor: true}];
  const gap = screenReader ? '' : ' '.repeat(Math.max(1, room - widthOf(text) + 2));
  return {
    line: [...sign, {text}, {text: gap + how, dim: true}],
    choice: {
      id: `check ${id} ${message}`,
      label: mending?.label ?? 'mend',
      title: mending ? `Mend: ${message}` : message,
      unavailable: mending ? mending.unavailable : 'nothing in the app mends this',
      run: mending?.run,
    },
  };
}

/** `What's New is missing: fr-FR, ja +2`: as many locales as there is room for. */
function withLocales(words: string, locales: readonly string[], room: number): string {
  if (locales.length === 0) return words;
  const fits = (some: string) => widthOf(`${words}: ${some}`) <= room;
  const some = someOf(locales, fits);
  return fits(some) ? `${words}: ${some}` : words;
}

function textRows({status}: ReadinessCheck, text: string, {glyphs, width, screenReader}: FactDisplay): PageRow[] {
  const {glyph, tone} = SIGNS[status];
  return wrap(text, width - MARK - 3).map((words, index): PageRow => {
    const sign = index > 0 ? '  ' : screenReader ? `${status}: ` : `${glyphs[glyph]} `;
    const line: LineContent = [{text: ' '.repeat(MARK)}, {text: sign, tone, bold: true}, {text: words, dim: true}];
    return {line};
  });
}

/** More lines than these would push away what matters. */
const MOST_THERE = 3;

function thereRows(first: ReadinessCheck, all: readonly ReadinessCheck[], look: FactDisplay): PageRow[] {
  const rows = textRows(first, capitalized(all.map(({id}) => CHECK_NAMES[id]).join(', ')), look);
  return rows.length > MOST_THERE
    ? textRows(first, `The other ${all.length} things that can be seen are there`, look)
    : rows;
}
