import {describe} from '../../app/present/error.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import {type NextStep, nextStep, UNKNOWN} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Opening} from '../checks/use-opening.ts';
import {rollOutLines} from '../facts/attributes.ts';
import {ACTION_WORDS, actionTitle, isNamed} from '../flows/actions.ts';
import {type LineContent, type Segment, segmentsOf} from '../text/line-content.ts';
import {pad, widthOf, wrap} from '../text/width.ts';
import {checkRows} from './check-rows.ts';
import {MARK, type PageRow} from './page.tsx';
import {type PartsDisplay, partLines} from './part-lines.ts';
import {detailLines, MARGIN, stateLines} from './version-lines.ts';

export interface PageOptions {
  target: Target & {version: StoreVersion};
  /** Absent until the service has answered. */
  release: Release | undefined;
  /** What is missing, with what the store has said to it; absent in a stage without. */
  readiness: Part<Readiness> | undefined;
  /** When the store was asked, and what it said. */
  remark: string | undefined;
  openingOf(step: NextStep): Opening;
  display: PartsDisplay;
}

/** The page of one release: what is to be done first, then what there is to know. */
export function pageRows(options: PageOptions): PageRow[] {
  const {release, readiness, display} = options;
  const {version} = options.target;
  const step = stepOf(options);
  const isEditable = stateIs(version.state, 'editable');
  const {value} = readiness ?? {};
  const missing = value && countMissing(value);
  const inner = {...display, width: display.width - 2 * MARGIN.length};
  const possible = possibleRows(step, options);
  return [
    ...text(stateLines(version, missing, display)),
    ...text(indented(rollOutLines(version.phasedRelease, {...inner, width: inner.width - 2}), `${MARGIN}  `)),
    ...BLANK,
    ...stepRows(step, options),
    ...(isEditable ? checkPart(options) : possible),
    ...BLANK,
    ...(release ? text(indented(partLines(release, inner), MARGIN)) : []),
    ...(release ? BLANK : []),
    ...(isEditable && possible.length > 0 ? [...possible, ...BLANK] : []),
    ...text(detailLines(version, release, display)),
    ...BLANK,
    ...impossibleRows(step, options),
  ];
}

const BLANK: readonly PageRow[] = [{line: ''}];

/** Lines that are only read. */
export function text(lines: readonly LineContent[]): PageRow[] {
  return lines.map((line) => ({line}));
}

function indented(lines: readonly LineContent[], margin: string): LineContent[] {
  return lines.map((line) => [{text: margin}, ...segmentsOf(line)]);
}

function stepOf({target: {version}, readiness, display}: PageOptions): NextStep {
  if (!readiness || readiness.value) return nextStep(version, {readiness: readiness?.value});
  // Submit has its own check, and the store decides.
  if (readiness.error) return {kind: 'flow', action: 'submit'};
  const why = display.isReading ? 'what is missing is being read' : 'what is missing was not read';
  return {kind: 'none', why, title: UNKNOWN};
}

function checkPart({readiness, remark, openingOf, display}: PageOptions): PageRow[] {
  const {value, error} = readiness ?? {};
  const {glyphs} = display;
  const quiet = (words: string): PageRow[] =>
    wrap(words, display.width - MARK - 1).map((line) => ({line: [{text: ' '.repeat(MARK) + line, dim: true}]}));
  return [
    ...(value ? checkRows(value, openingOf, display) : []),
    ...(error ? quiet(`${glyphs.blocked} What is missing could not be read: ${describe(error).message}`) : []),
    ...(remark ? quiet(remark) : []),
  ];
}

/** Columns of a key. */
const KEY = 3;
/** Between an action and why it is not possible. */
const GAP = '  ';

/** What Enter does unless something else is chosen. A fix is among the checks. */
function stepRows(step: NextStep, options: PageOptions): PageRow[] {
  const {glyphs} = options.display;
  switch (step.kind) {
    case 'fix':
      return [];
    case 'flow':
      return actionRows(step.action, options);
    case 'page': {
      const line = [keySegment(glyphs.enter), {text: step.title}, {text: '  web page', dim: true}];
      return [{line, choice: {id: 'next', title: step.title, ...options.openingOf(step)}}];
    }
    case 'none': {
      const {why, title = 'Nothing to do'} = step;
      const line = [{text: pad(glyphs.dot, KEY), dim: true}, {text: `${title}: ${why}`}];
      return [{line, choice: {id: 'next', label: title.toLowerCase(), title, unavailable: why}}];
    }
  }
}

/** The further actions that are possible now, each a row to choose. */
function possibleRows(step: NextStep, options: PageOptions): PageRow[] {
  const {target} = options;
  return named(target, step)
    .filter((action) => !whyNot(action, target))
    .flatMap((action) => actionRows(action, options));
}

/** The actions that are not possible now, each with the reason: in a column where all have room, else as it fits. */
function impossibleRows(step: NextStep, {target, display: {width}}: PageOptions): PageRow[] {
  const rows = named(target, step).flatMap((action) => {
    const reason = whyNot(action, target);
    return reason === undefined ? [] : [{key: ACTION_WORDS[action].key, title: actionTitle(action, target), reason}];
  });
  const titles = Math.max(0, ...rows.map(({title}) => widthOf(title)));
  const isColumn = rows.every(({reason}) => MARK + KEY + titles + widthOf(GAP + reason) <= width);
  return rows.flatMap(({key: name, title, reason}): PageRow[] => {
    const what = `${' '.repeat(MARK)}${pad(name, KEY)}${pad(title, isColumn ? titles : 0)}`;
    const isBeside = widthOf(what + GAP + reason) <= width;
    const row = {line: [{text: isBeside ? what + GAP + reason : what, dim: true}]};
    return isBeside ? [row] : [row, reasonRow(reason)];
  });
}

/** But the step itself, which comes first. */
function named(target: Target, step: NextStep): Action[] {
  return ACTIONS.filter((one) => isNamed(one, target) && !(step.kind === 'flow' && step.action === one));
}

function actionRows(action: Action, {target, openingOf, display: {width}}: PageOptions): PageRow[] {
  const title = actionTitle(action, target);
  const opening = openingOf({kind: 'flow', action});
  const reason = opening.unavailable;
  const dim = reason !== undefined;
  const aside = dim ? GAP + reason : '';
  const isBeside = MARK + KEY + widthOf(title + aside) <= width;
  const {key} = ACTION_WORDS[action];
  const line: Segment[] = [
    dim ? {text: pad(key, KEY), dim} : keySegment(key),
    {text: title, dim},
    {text: isBeside ? aside : '', dim},
  ];
  const row = {line, choice: {id: action, title, ...opening}};
  return reason === undefined || isBeside ? [row] : [row, reasonRow(reason)];
}

function reasonRow(reason: string): PageRow {
  return {line: [{text: ' '.repeat(MARK + KEY) + GAP + reason, dim: true}]};
}

function keySegment(name: string): Segment {
  return {text: pad(name, KEY), tone: 'accent', bold: true};
}
