import {describe} from '../../app/present/error.ts';
import {pad, widthOf, wrap} from '../../app/present/width.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import {type NextStep, nextStep, UNKNOWN} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Opening} from '../checks/use-opening.ts';
import {rollOutLines} from '../facts/attributes.ts';
import {ACTION_LABELS, actionTitle, isListed} from '../flows/actions.ts';
import {type LineContent, type Segment, segmentsOf} from '../text/line-content.ts';
import {checkRows} from './check-rows.ts';
import {MARK, type PageRow} from './page.tsx';
import {type PartsDisplay, partLines} from './part-lines.ts';
import {detailLines, MARGIN, stateLines} from './version-lines.ts';

export interface PageOptions {
  target: Target & {version: StoreVersion};
  release: Release | undefined;
  /** Including the store's own answer; only while the version is editable. */
  readiness: Part<Readiness> | undefined;
  remark: string | undefined;
  openingOf(step: NextStep): Opening;
  display: PartsDisplay;
}

/** What to do first, then everything known. */
export function pageRows(options: PageOptions): PageRow[] {
  const {release, readiness, display} = options;
  const {version} = options.target;
  const step = stepOf(options);
  const isEditable = stateIs(version.state, 'editable');
  const missing = readiness?.value && countMissing(readiness.value);
  const inner = {...display, width: display.width - 2 * MARGIN.length};
  const possible = possibleRows(step, options);
  return [
    ...text(stateLines(version, missing, display)),
    ...text(indented(rollOutLines(version.phasedRelease, {...inner, width: inner.width - 2}), `${MARGIN}  `)),
    ...BLANK,
    ...stepRows(step, options),
    ...(isEditable ? checkPart(options) : possible),
    ...BLANK,
    ...(release ? [...text(indented(partLines(release, inner), MARGIN)), ...BLANK] : []),
    ...(isEditable && possible.length > 0 ? [...possible, ...BLANK] : []),
    ...text(detailLines(version, release, display)),
    ...BLANK,
    ...impossibleRows(step, options),
  ];
}

const KEY = 3;
const GAP = '  ';
const BLANK: readonly PageRow[] = [{line: ''}];

export function text(lines: readonly LineContent[]): PageRow[] {
  return lines.map((line) => ({line}));
}

function indented(lines: readonly LineContent[], margin: string): LineContent[] {
  return lines.map((line) => [{text: margin}, ...segmentsOf(line)]);
}

function stepOf({target: {version}, readiness, display}: PageOptions): NextStep {
  if (!readiness || readiness.value) return nextStep(version, {readiness: readiness?.value});
  // Submit checks by itself, and the store decides.
  if (readiness.error) return {kind: 'flow', action: 'submit'};
  const why = display.isReading ? 'still checking what is missing' : 'what is missing was not checked';
  return {kind: 'none', why, title: UNKNOWN};
}

function checkPart({readiness, remark, openingOf, display}: PageOptions): PageRow[] {
  const {value, error} = readiness ?? {};
  const {glyphs} = display;
  const quiet = (words: string): PageRow[] =>
    wrap(words, display.width - MARK - 1).map((line) => ({line: [{text: ' '.repeat(MARK) + line, dim: true}]}));
  return [
    ...(value ? checkRows(value, openingOf, display) : []),
    ...(error ? quiet(`${glyphs.blocked} Could not check what is missing: ${describe(error).message}`) : []),
    ...(remark ? quiet(remark) : []),
  ];
}

/** The default for Enter. A fix is already among the checks. */
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

function possibleRows(step: NextStep, options: PageOptions): PageRow[] {
  const possible = otherActions(step, options).filter((action) => !whyNot(action, options.target));
  return possible.flatMap((action) => actionRows(action, options));
}

/** Actions that are not possible now, with the reason: in a column if all fit, else one by one. */
function impossibleRows(step: NextStep, options: PageOptions): PageRow[] {
  const {target, display} = options;
  const rows = otherActions(step, options).flatMap((action) => {
    const reason = whyNot(action, target);
    return reason === undefined ? [] : [{key: ACTION_LABELS[action].key, title: actionTitle(action, target), reason}];
  });
  const column = Math.max(0, ...rows.map(({title}) => widthOf(title)));
  const isColumn = rows.every(({reason}) => MARK + KEY + column + widthOf(GAP + reason) <= display.width);
  return rows.flatMap(({key, title, reason}): PageRow[] => {
    const what = ' '.repeat(MARK) + pad(key, KEY) + pad(title, isColumn ? column : 0);
    return withReason([{text: what, dim: true}], reason, display.width);
  });
}

function otherActions(step: NextStep, {target}: PageOptions): Action[] {
  return ACTIONS.filter((one) => isListed(one, target) && !(step.kind === 'flow' && step.action === one));
}

function actionRows(action: Action, {target, openingOf, display: {width}}: PageOptions): PageRow[] {
  const title = actionTitle(action, target);
  const opening = openingOf({kind: 'flow', action});
  const {unavailable} = opening;
  const dim = unavailable !== undefined;
  const {key} = ACTION_LABELS[action];
  const line = [dim ? {text: pad(key, KEY), dim} : keySegment(key), {text: title, dim}];
  const [row, ...below] = withReason(line, unavailable, width - MARK);
  return [{line, ...row, choice: {id: action, title, ...opening}}, ...below];
}

function withReason(line: readonly Segment[], reason: string | undefined, width: number): PageRow[] {
  if (reason === undefined) return [{line}];
  const fits = widthOf(line.map(({text: part}) => part).join('') + GAP + reason) <= width;
  const aside = {text: GAP + reason, dim: true};
  return fits ? [{line: [...line, aside]}] : [{line}, {line: [{text: ' '.repeat(MARK + KEY)}, aside]}];
}

function keySegment(name: string): Segment {
  return {text: pad(name, KEY), tone: 'accent', bold: true};
}
