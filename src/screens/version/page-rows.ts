import {describe} from '../../app/present/error.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import {type NextStep, type NextStepFacts, nextStep, UNKNOWN} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import type {StepId} from '../../services/model/release-steps.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {MARK, type PageRow} from '../checks/page.tsx';
import type {StepRow} from '../checks/step-text.ts';
import {stepLines, stepRows} from '../checks/steps.ts';
import type {Opening} from '../checks/use-opening.ts';
import {rollOutLines, whyNone} from '../facts/attributes.ts';
import {ACTION_LABELS, isFinal, isListed, shortTitle} from '../flows/actions.ts';
import {commandText, indented, type LineContent, type Segment} from '../text/lines.ts';
import {detailLines, MARGIN, type PartsDisplay, partLines, stateLines} from './version-lines.ts';

interface PageOptions {
  target: Target & {version: StoreVersion};
  release: Release | undefined;
  readiness: Part<Readiness> | undefined;
  known: NextStepFacts;
  remark: string | undefined;
  command: string;
  openingOf(step: NextStep): Opening;
  display: PartsDisplay;
}

/**
 * Puts the state and the next step first, then everything else. Until every part is read, leaves out rows that a late
 * part would move.
 */
export function pageRows(options: PageOptions): PageRow[] {
  const {target, release, readiness, known, command, display} = options;
  const {version} = target;
  const isEditable = stateIs(version.state, 'editable');
  const inner = {...display, width: display.width - 2 * MARGIN.length};
  const step = nextStep({...version, appId: version.appId ?? target.app?.id}, display.now, known);
  const isRead = isEditable ? release && !isPending(options) : release || !display.isReading;
  const first = isRead && isEditable ? stepPart(options) : nextRows(isRead ? step : unread(options), options);
  const head = text(stateLines(version, readiness?.value && countMissing(readiness.value), display));
  if (isPending(options)) return [...head, ...BLANK, ...first];
  const done = isEditable ? 'submit' : step.kind === 'flow' ? step.action : undefined;
  const others = ACTIONS.filter((action) => isListed(action, target) && action !== done);
  const possible = others.filter((action) => !whyNot(action, target)).flatMap((action) => actionRows(action, options));
  return [
    ...head,
    ...text(indented(rollOutLines(version.phasedRelease, {...inner, width: inner.width - 2}), `${MARGIN}  `)),
    ...BLANK,
    ...first,
    ...(isEditable ? [] : possible),
    ...BLANK,
    ...(release ? [...text(indented(partLines(release, inner), MARGIN)), ...BLANK] : []),
    ...(isEditable && possible.length > 0 ? [...possible, ...BLANK] : []),
    ...text(detailLines(version, release, display)),
    ...BLANK,
    ...impossibleRows(others, options),
    ...text(['', ...indented(commandText(command, display.width - 2 * MARGIN.length), MARGIN)]),
  ];
}

/** Returns true if a late part may still move the rows below it. */
function isPending({release, readiness, display}: PageOptions): boolean {
  const parts = release && [release.notes, release.review, ...(readiness ? [readiness] : [])];
  const isUnread = ({value, error}: Part<unknown>) => value === undefined && error === undefined;
  return display.isReading && (parts === undefined || parts.some(isUnread));
}

function unread({release, display}: PageOptions): NextStep {
  const what = release ? 'what is missing' : 'the version';
  return {kind: 'none', why: `${what} ${display.isReading ? 'is being' : 'was not'} read`, title: UNKNOWN};
}

const KEY = 3;
const GAP = '  ';
const BLANK: readonly PageRow[] = [{line: ''}];

function text(lines: readonly LineContent[]): PageRow[] {
  return lines.map((line) => ({line}));
}

const BEFORE_SUBMISSION: readonly (StepId | undefined)[] = ['build', 'encryption', 'release-notes', 'metadata'];

/** Returns whether the page shows a step: those up to the submission once due, the review only after a rejection. */
function isOnPage({step, status}: StepRow): boolean {
  if (step === 'submission') return true;
  return BEFORE_SUBMISSION.includes(step) ? status !== 'to come' : step === 'review' && status === 'needs you';
}

function stepPart({release, readiness, known, remark, openingOf, display}: PageOptions): PageRow[] {
  const {error} = readiness ?? {};
  const steps =
    release && stepRows({release: {...release, readiness}, versions: [], known, at: display.now, ...display});
  const failure = error && `${display.glyphs.blocked} Could not check what is missing: ${describe(error).message}`;
  const quiet = [failure, remark].flatMap((words) => (words ? wrap(words, display.width - MARK - 1) : []));
  return [
    ...stepLines(steps?.filter(isOnPage) ?? [], openingOf, display),
    ...quiet.map((line): PageRow => ({line: [{text: ' '.repeat(MARK) + line, dim: true}]})),
  ];
}

function nextRows(step: NextStep, options: PageOptions): PageRow[] {
  const {glyphs} = options.display;
  if (step.kind === 'flow') return actionRows(step.action, options);
  if (step.kind === 'fix') return [];
  const {title = 'Nothing to do'} = step;
  const line =
    step.kind === 'page'
      ? [keySegment(glyphs.enter), {text: title}, {text: '  web page', dim: true}]
      : [{text: pad(glyphs.dot, KEY), dim: true}, {text: `${title}: ${whyNone(step)}`}];
  return [{line, choice: {id: 'next', title, ...options.openingOf(step)}}];
}

function impossibleRows(others: readonly Action[], {target, display}: PageOptions): PageRow[] {
  const rows = others.flatMap((action) => {
    const reason = whyNot(action, target);
    return reason === undefined ? [] : [{key: ACTION_LABELS[action].key, title: shortTitle(action), reason}];
  });
  const column = Math.max(0, ...rows.map(({title}) => widthOf(title)));
  const isColumn = rows.every(({reason}) => MARK + KEY + column + widthOf(GAP + reason) <= display.width);
  return rows.flatMap(({key, title, reason}): PageRow[] => {
    const what = ' '.repeat(MARK) + pad(key, KEY) + pad(title, isColumn ? column : 0);
    return withReason([{text: what, dim: true}], reason, display.width);
  });
}

function actionRows(action: Action, {openingOf, display: {width}}: PageOptions): PageRow[] {
  const title = shortTitle(action);
  const opening = openingOf({kind: 'flow', action});
  const {unavailable} = opening;
  const dim = unavailable !== undefined;
  const {key} = ACTION_LABELS[action];
  const line = [dim ? {text: pad(key, KEY), dim} : keySegment(key), {text: title, dim}];
  const [row, ...below] = withReason(line, unavailable, width - MARK);
  // Actions that replace each other (pause, resume) share a key. The key is the ID, so that the row stays selected.
  return [{line, ...row, choice: {id: key, isFinal: isFinal(action), title, ...opening}}, ...below];
}

function withReason(line: readonly Segment[], reason: string | undefined, width: number): PageRow[] {
  if (reason === undefined) return [{line}];
  const fits = widthOf(line.map(({text: part}) => part).join('') + GAP + reason) <= width;
  const aside = {text: GAP + reason, dim: true};
  return fits ? [{line: [...line, aside]}] : [{line}, {line: [{text: ' '.repeat(MARK + KEY)}, aside]}];
}

function keySegment(name: string): Segment {
  return {text: pad(name, KEY), bold: true};
}
