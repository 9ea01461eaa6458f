import {type NextStep, nextStep} from '../../services/model/next-step.ts';
import {CHECKS, groupChecks, type ReadinessCheck} from '../../services/model/readiness.ts';
import {DONE, LATER, type ReleaseStep, releaseSteps, STEPS, type StepId} from '../../services/model/release-steps.ts';
import {capitalized, plural} from '../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {type FactDisplay, rollOutLines, rollOutText} from '../facts/attributes.ts';
import {isFinal, STEP_OF} from '../flows/actions.ts';
import type {ShipNews} from '../flows/ship-news.ts';
import {firstLines, lineWidth, type Sign, segmentsOf, signSegment} from '../text/lines.ts';
import type {Glyphs} from '../theme.ts';
import {MARK, type PageRow} from './page.tsx';
import {type RowStatus, STEP_TEXTS, type StepFacts, type StepRow, stateName} from './step-text.ts';
import {CHECK_SIGNS, type Opening} from './use-opening.ts';

const SIGNS: Readonly<Record<RowStatus, Sign>> = {
  done: CHECK_SIGNS.ok,
  missing: CHECK_SIGNS.error,
  'needs you': CHECK_SIGNS.error,
  'to come': {glyph: 'prepare'},
  'under way': {glyph: 'processing', tone: 'busy'},
  note: CHECK_SIGNS.warning,
};

const STATUSES: Readonly<Record<ReleaseStep['status'] | ReadinessCheck['status'], RowStatus>> = {
  done: 'done',
  ok: 'done',
  open: 'to come',
  waiting: 'under way',
  blocked: 'needs you',
  failed: 'needs you',
  error: 'missing',
  warning: 'note',
  skipped: 'done',
  unknown: 'note',
};

export function stepRows(facts: StepFacts): StepRow[] {
  const {release} = facts;
  if (!release) return rowsWithoutVersion(facts.live);
  const {version} = release;
  const steps = releaseSteps(release, facts.at);
  const known = steps[0]?.status === 'unknown' ? steps.slice(0, 1) : steps;
  const rows = known.flatMap((step): StepRow[] => {
    if (step.checks) return checkedRows(step.id, step.checks);
    const {name, describe} = STEP_TEXTS[step.id];
    const {text, ...override} = describe(step, release, facts);
    const {id, opens} = step;
    const row = {id, step: id, name, opens, status: STATUSES[step.status], ...override};
    return text === undefined ? [] : [{...row, text}];
  });
  const create: NextStep = {kind: 'flow', action: 'create'};
  const following: StepRow = {id: 'next', name: 'Next version', status: 'to come', text: '', opens: create};
  return withNext(
    stateIs(version.state, 'live') ? [...rows, following] : rows,
    nextStep(version, facts.at, facts.known),
  );
}

function withNext(rows: readonly StepRow[], next: NextStep): StepRow[] {
  const isRejection = (step: NextStep) => step.kind === 'page' && step.page === 'rejection';
  const isAlike = ({opens}: StepRow) =>
    (isRejection(next) && isRejection(opens)) ||
    (next.kind === 'flow' && opens.kind === 'flow' && opens.action === next.action);
  const isOpen = ({status, opens}: StepRow) => status !== 'done' && status !== 'note' && !isRejection(opens);
  const first = rows.find(isAlike) ?? rows.find(isOpen);
  return rows.map((row) => (row === first ? {...row, isNext: true} : row));
}

/** Offers no choices, because nothing can be done about a step before it is read. */
export function unreadLines(version: StoreVersion | undefined, glyphs: Glyphs): PageRow[] {
  return STEPS.filter((id) => id !== 'phased-release').map((id): PageRow => {
    const known = id === 'version' && version ? `${version.versionString ?? version.id}, ${stateName(version)}` : '';
    const name = id === 'metadata' ? 'Metadata' : STEP_TEXTS[id].name;
    return {line: [{text: `${' '.repeat(MARK)}${glyphs.ellipsis} ${pad(name, NAME)}${known}`, dim: true}]};
  });
}

function rowsWithoutVersion(live: StoreVersion | undefined): StepRow[] {
  const onSale = live && `: ${live.versionString ?? live.id} is on sale`;
  const steps = releaseSteps(undefined, 0).filter(({id}) => id !== 'metadata' && id !== 'phased-release');
  return steps.map(({id, opens}): StepRow => {
    const {name} = STEP_TEXTS[id];
    const isNext = id === 'version';
    const text = isNext ? `none in flight${onSale ?? ''}` : '';
    return {id, step: id, name, status: 'to come', text, opens, isNext};
  });
}

function checkedRows(step: StepId, checks: readonly ReadinessCheck[]): StepRow[] {
  const inState = (status: ReadinessCheck['status']) => checks.filter((check) => check.status === status);
  if (step !== 'metadata') return checkRows(step, checks);
  const answers = inState('ok').filter(({id}) => id === 'service');
  const passed = inState('ok').filter(({id}) => id !== 'service' && id !== 'release-date');
  const text = passed.map(({id}) => CHECKS[id].name).join(', ');
  const brief = `${passed.length} checks passed`;
  const summary: StepRow = {id: step, step, name: 'Metadata', status: 'done', text, brief, opens: DONE};
  return [
    ...checkRows(step, inState('error')),
    ...(passed.length > 0 ? [summary] : []),
    ...checkRows(step, [...answers, ...inState('warning'), ...inState('unknown')]),
  ];
}

function checkRows(step: StepId, checks: readonly ReadinessCheck[]): StepRow[] {
  return groupChecks(checks).map(({check, locales}) => {
    const {id, status, message} = check;
    const name = capitalized(CHECKS[id].name);
    // The name has its own column: `The keywords are missing` becomes `missing`.
    const text = message.replace(new RegExp(`^(?:The )?${name}:? (?:is |are )?`, 'i'), '');
    return {
      id: `${id} ${message}`,
      step,
      name,
      status: STATUSES[status],
      sign: CHECK_SIGNS[status],
      text: locales.length > 0 ? `${text}: ${locales.join(', ')}` : text,
      brief: locales.length > 0 ? `${text} in ${plural(locales.length, 'locale')}` : undefined,
      opens: status === 'ok' ? DONE : {kind: 'fix', check},
    };
  });
}

const NAME = 17;
const GAP = 2;

interface StepsDisplay extends FactDisplay {
  news?: Pick<ShipNews, 'action' | 'title' | 'isUnknown'>;
  /** True if the steps were read before a write: what is still to do may have changed. */
  areOvertaken?: boolean;
}

export function stepLines(
  steps: readonly StepRow[],
  openingOf: (step: NextStep) => Opening,
  display: StepsDisplay,
): PageRow[] {
  const {news, areOvertaken, width, glyphs} = display;
  const wanted = news && STEP_OF[news.action];
  const ofStep = steps.filter(({step}) => step === wanted);
  const about = ofStep.find(({id}) => id === wanted) ?? ofStep.at(-1);
  const from = about ? steps.indexOf(about) : 0;
  const rows = steps.map((row, index) => {
    const isOld = areOvertaken && (row === about || (index >= from && row.status !== 'done'));
    const opening = openingOf(row.opens);
    const shown = areOvertaken ? {...opening, label: ''} : opening;
    if (!isOld) return linesOf(row, shown, display);
    return linesOf(
      {...row, status: 'under way', sign: undefined, brief: undefined, phased: undefined, text: glyphs.ellipsis},
      shown,
      display,
    );
  });
  if (!news || steps.length === 0) return rows.flat();
  const sign = news.isUnknown ? glyphs.blocked : glyphs.ok;
  const tone = news.isUnknown ? 'busy' : 'good';
  const words = wrap(`${sign} ${news.title}`, width - MARK - NAME - GAP);
  const below = words.map((text): PageRow => ({line: [{text: ' '.repeat(MARK + NAME + GAP)}, {text, tone}]}));
  return rows.toSpliced(about ? steps.indexOf(about) + 1 : 0, 0, below).flat();
}

const MOST_LINES = 2;
/** Beyond this width, words at the right edge are too far from the name of their step. */
const WIDEST = 110;

function linesOf(row: StepRow, opening: Opening, display: FactDisplay): PageRow[] {
  const {glyphs, screenReader} = display;
  const width = Math.min(display.width, WIDEST);
  const {id, name, status, sign = SIGNS[status], text, phased, opens, isNext} = row;
  const label = row.step === 'roll-out' ? withoutNoun(opening.label) : opening.label;
  const choice = {
    ...opening,
    id,
    title: label ? `Continue with ${name}` : name,
    isFinal: opens.kind === 'flow' && isFinal(opens.action),
    isNext,
    leadsOn: opens === DONE || opens === LATER,
  };
  if (screenReader) {
    const state = `${name}: ${status}`;
    return [{line: [state, phased ? rollOutText(phased) : text, label].filter(Boolean).join(', '), choice}];
  }
  const room = width - MARK - NAME - GAP - (label ? widthOf(label) + GAP : 0) - 1;
  const [first = '', ...more] = phased
    ? rollOutLines(phased, {...display, width: room})
    : textLines(row, room, glyphs.ellipsis);
  const lead = [signSegment(sign, glyphs), {text: pad(name, NAME + GAP - widthOf(glyphs[sign.glyph] as string) - 1)}];
  const blank = ' '.repeat(Math.max(0, room + GAP - lineWidth(first)));
  const line = [...lead, ...segmentsOf(first), ...(label ? [{text: blank + label, dim: true}] : [])];
  const indent = {text: ' '.repeat(MARK + NAME + GAP)};
  return [{line, choice}, ...more.map((content): PageRow => ({line: [indent, ...segmentsOf(content)]}))];
}

/**
 * Wraps a row's text. A finished step's list gets a single line, because the end of the page could hide a second line,
 * and the first line alone would look complete.
 */
function textLines({status, text, brief}: StepRow, width: number, ellipsis: string): string[] {
  const lines = wrap(text, width);
  if (brief === undefined) return lines;
  if (lines.length > MOST_LINES) return [brief];
  return status === 'done' ? firstLines(text, width, 1, ellipsis) : lines;
}

/** Drops the noun that the row's name already contains. */
function withoutNoun(label: string): string {
  return label === 'phased release' ? 'set up' : label.replace(/ (?:roll-out|phased release)$/, '');
}

/** Counts the steps. One with a question mark is neither done nor to go, because nothing can be done about it here. */
export function progressText(rows: readonly StepRow[]): string {
  const ofRelease = rows.filter(({step}) => step !== undefined);
  const done = ofRelease.filter(({status}) => status === 'done').length;
  const left = ofRelease.filter(({status, sign}) => status !== 'done' && sign?.glyph !== 'unknown').length;
  return [done > 0 && `${done} done`, left > 0 && `${left} to go`].filter(Boolean).join(', ');
}
