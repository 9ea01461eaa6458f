import type {NextStep} from '../../services/model/next-step.ts';
import {
  CHECKS,
  type CheckGroup,
  groupChecks,
  type Readiness,
  type ReadinessCheck,
} from '../../services/model/readiness.ts';
import {someOf, truncate, widthOf, wrap} from '../../services/text/width.ts';
import {CHECK_SIGNS, type Opening} from '../checks/use-opening.ts';
import type {FactDisplay} from '../facts/attributes.ts';
import {capitalized} from '../text/labels.ts';
import {type Segment, signSegment} from '../text/line-content.ts';
import {behind, indented} from '../text/lines.ts';
import {MARK, type PageRow} from './page.tsx';

/** Problems first, each with its fix; then what the API cannot tell, and one line for everything that passed. */
export function checkRows(
  {checks}: Readiness,
  openingOf: (step: NextStep) => Opening,
  display: FactDisplay,
): PageRow[] {
  const groups = groupChecks(checks);
  const open = groups.filter(({check: {status}}) => status === 'error' || status === 'warning');
  const answers = groups.filter(({check: {id, status}}) => id === 'service' && status === 'ok');
  const unknown = groups.filter(({check: {status}}) => status === 'unknown');
  const passed = checks.filter(({id, status}) => status === 'ok' && id !== 'service');
  return [
    ...open.map((group) => openRow(group, openingOf({kind: 'fix', check: group.check}), display)),
    ...[...answers, ...unknown].flatMap(({check}) => textRows(check, check.message, display)),
    ...(passed[0] ? passedRows(passed[0], passed, display) : []),
  ];
}

function openRow({check, locales}: CheckGroup, fix: Opening, display: FactDisplay): PageRow {
  const {id, status, message} = check;
  const {glyphs, screenReader} = display;
  const how = fix.label && `${screenReader ? ', ' : `${glyphs.enter} `}${fix.label}`;
  const room = display.width - MARK - 2 - widthOf(how) - 3;
  const words = id === 'service' ? `The store: ${message}` : message;
  const text = withLocales(truncate(words, room, 'end', glyphs.ellipsis), locales, room);
  const gap = screenReader ? '' : ' '.repeat(Math.max(1, room - widthOf(text) + 2));
  const title = fix.label ? `Fix: ${message}` : message;
  return {
    line: [signOf(status, display), {text}, {text: gap + how, dim: true}],
    choice: {id: `check ${id} ${message}`, ...fix, label: fix.label || 'fix', title},
  };
}

function signOf(status: ReadinessCheck['status'], {glyphs, screenReader}: FactDisplay): Segment {
  return screenReader ? {text: `${status}: `} : signSegment(CHECK_SIGNS[status], glyphs);
}

/** `What's New is missing: fr-FR, ja +2`: as many locales as fit. */
function withLocales(words: string, locales: readonly string[], room: number): string {
  if (locales.length === 0) return words;
  const fits = (some: string) => widthOf(`${words}: ${some}`) <= room;
  const some = someOf(locales, fits);
  return fits(some) ? `${words}: ${some}` : words;
}

function textRows({status}: ReadinessCheck, words: string, display: FactDisplay): PageRow[] {
  const lines = wrap(words, display.width - MARK - 3).map((text) => [{text, dim: true}]);
  return indented(behind(signOf(status, display), lines), ' '.repeat(MARK)).map((line) => ({line}));
}

/** More rows would push away what matters. */
const MOST_PASSED = 3;

function passedRows(first: ReadinessCheck, all: readonly ReadinessCheck[], display: FactDisplay): PageRow[] {
  const rows = textRows(first, capitalized(all.map(({id}) => CHECKS[id].name).join(', ')), display);
  return rows.length > MOST_PASSED
    ? textRows(first, `The other ${all.length} things the API can check are there`, display)
    : rows;
}
