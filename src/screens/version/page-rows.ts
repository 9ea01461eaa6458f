import {describe} from '../../app/present/error.ts';
import {ACTIONS, type Action, type Target, whyNot} from '../../services/model/actions.ts';
import {isRejected, type Known, type NextStep, nextStep, UNKNOWN} from '../../services/model/next-step.ts';
import {countMissing, type Readiness} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import {type Build, type StoreVersion, stateIs} from '../../services/model/version.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import type {Opening} from '../checks/use-opening.ts';
import {rollOutLines, whyNone} from '../facts/attributes.ts';
import {rejectionText} from '../facts/notes-and-history.ts';
import {ACTION_LABELS, isFinal, isListed, newerBuildTitle, shortTitle} from '../flows/actions.ts';
import {capitalized} from '../text/labels.ts';
import type {LineContent, Segment} from '../text/line-content.ts';
import {indented} from '../text/lines.ts';
import {checkRows} from './check-rows.ts';
import {MARK, type PageRow} from './page.tsx';
import {detailLines, MARGIN, type PartsDisplay, partLines, stateLines} from './version-lines.ts';

export interface PageOptions {
  target: Target & {version: StoreVersion};
  release: Release | undefined;
  /** Including the store's own answer; only while the version is editable. */
  readiness: Part<Readiness> | undefined;
  known: Known;
  remark: string | undefined;
  openingOf(step: NextStep): Opening;
  display: PartsDisplay;
}

/** What to do first, then everything known, as far down as nothing that is still read can push it away. */
export function pageRows(options: PageOptions): PageRow[] {
  const {release, readiness, display} = options;
  const {version} = options.target;
  const step = stepOf(options);
  const isEditable = stateIs(version.state, 'editable');
  const missing = readiness?.value && countMissing(readiness.value);
  const inner = {...display, width: display.width - 2 * MARGIN.length};
  const possible = possibleRows(step, options);
  const head = text(stateLines(version, missing, display));
  if (isPending(options)) return [...head, ...BLANK, ...stepRows(step, options)];
  return [
    ...head,
    ...rejectionRows(options),
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

/** What is still read may push away what would stand below it. */
export function isPending({
  release,
  readiness,
  display,
}: Pick<PageOptions, 'release' | 'readiness'> & {display: {isReading: boolean}}): boolean {
  const parts = release && [release.notes, release.review, ...(readiness ? [readiness] : [])];
  const isUnread = ({value, error}: Part<unknown>) => value === undefined && error === undefined;
  return display.isReading && (parts === undefined || parts.some(isUnread));
}

/** What the API tells of a rejection; the reviewer's words are on the web page. */
function rejectionRows({target: {version}, release, display}: PageOptions): PageRow[] {
  if (!release || !isRejected(version.state)) return [];
  const {newerBuild: newer, newerBuildError, review} = release;
  const since = newer ? `; build ${newer.version ?? newer.id} was uploaded since` : '';
  const known = newerBuildError ? '; could not check for a newer build' : since;
  const words = capitalized(rejectionText(version, review.value, display)) + known;
  return text(indented(wrap(words, display.width - 5), `${MARGIN}  `));
}

const KEY = 3;
const GAP = '  ';
const BLANK: readonly PageRow[] = [{line: ''}];

export function text(lines: readonly LineContent[]): PageRow[] {
  return lines.map((line) => ({line}));
}

function stepOf(options: PageOptions): NextStep {
  const {target, release, readiness, known, display} = options;
  const version = {...target.version, appId: target.version.appId ?? target.app?.id};
  const isRead = !isPending(options);
  const {value: found = known.readiness, error} = readiness ?? {};
  const step = nextStep(version, display.now, {...known, readiness: found});
  if (readiness ? found && isRead : release || isRead) return step;
  // Submit checks by itself, and the store decides.
  if (error && isRead) {
    return isRejected(version.state) && step.kind !== 'none' ? step : {kind: 'flow', action: 'submit'};
  }
  const what = readiness ? 'what is missing' : 'the version';
  const why = display.isReading ? `${what} is being read` : `${what} was not read`;
  return {kind: 'none', why, title: UNKNOWN};
}

function checkPart({readiness, remark, openingOf, display}: PageOptions): PageRow[] {
  const {value, error} = readiness ?? {};
  const {glyphs} = display;
  const failure = error && `${glyphs.blocked} Could not check what is missing: ${describe(error).message}`;
  const quiet = [failure, remark].flatMap((words) => (words ? wrap(words, display.width - MARK - 1) : []));
  return [
    ...(value ? checkRows(value, openingOf, display) : []),
    ...quiet.map((line): PageRow => ({line: [{text: ' '.repeat(MARK) + line, dim: true}]})),
  ];
}

/** The default for Enter. A fix is already among the checks. */
function stepRows(step: NextStep, options: PageOptions): PageRow[] {
  const {glyphs} = options.display;
  switch (step.kind) {
    case 'fix':
      return [];
    case 'flow':
      return actionRows(step.action, options, step.build);
    case 'page': {
      const line = [keySegment(glyphs.enter), {text: step.title}, {text: '  web page', dim: true}];
      const {newerBuild} = options.release ?? {};
      return [
        {line, choice: {id: 'next', title: step.title, ...options.openingOf(step)}},
        ...(newerBuild ? actionRows('attach-build', options, newerBuild) : []),
      ];
    }
    case 'none': {
      const {title = 'Nothing to do'} = step;
      const why = whyNone(step, options.display.time);
      const line = [{text: pad(glyphs.dot, KEY), dim: true}, {text: `${title}: ${why}`}];
      return [{line, choice: {id: 'next', title, ...options.openingOf(step), label: title.toLowerCase()}}];
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
    return reason === undefined ? [] : [{key: ACTION_LABELS[action].key, title: shortTitle(action), reason}];
  });
  const column = Math.max(0, ...rows.map(({title}) => widthOf(title)));
  const isColumn = rows.every(({reason}) => MARK + KEY + column + widthOf(GAP + reason) <= display.width);
  return rows.flatMap(({key, title, reason}): PageRow[] => {
    const what = ' '.repeat(MARK) + pad(key, KEY) + pad(title, isColumn ? column : 0);
    return withReason([{text: what, dim: true}], reason, display.width);
  });
}

function otherActions(step: NextStep, {target, release}: PageOptions): Action[] {
  const first: Action | undefined = step.kind === 'flow' ? step.action : undefined;
  const offered = step.kind === 'page' && release?.newerBuild ? 'attach-build' : first;
  return ACTIONS.filter((one) => isListed(one, target) && one !== offered);
}

function actionRows(action: Action, {openingOf, display: {width}}: PageOptions, build?: Build): PageRow[] {
  const title = build ? newerBuildTitle(build) : shortTitle(action);
  const opening = openingOf({kind: 'flow', action, build});
  const {unavailable} = opening;
  const dim = unavailable !== undefined;
  const {key} = ACTION_LABELS[action];
  const line = [dim ? {text: pad(key, KEY), dim} : keySegment(key), {text: title, dim}];
  const [row, ...below] = withReason(line, unavailable, width - MARK);
  // Actions that share a key are one row.
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
