import {describe} from '../../app/present/error.ts';
import type {Target} from '../../services/model/actions.ts';
import {type NextStep, nextStep, UNKNOWN} from '../../services/model/next-step.ts';
import {countMissing, type Readiness, type ReadinessCheck} from '../../services/model/readiness.ts';
import type {Part, Release} from '../../services/model/release.ts';
import {stateIs} from '../../services/model/states.ts';
import type {StoreVersion} from '../../services/model/version.ts';
import type {Mending} from '../checks/use-mending.ts';
import {rollOutLines} from '../facts/attributes.ts';
import {type LineContent, segmentsOf} from '../text/line-content.ts';
import {wrap} from '../text/width.ts';
import {type ActionTools, impossibleRows, possibleRows, stepRows} from './action-rows.ts';
import {checkRows} from './check-rows.ts';
import {MARK, type PageRow} from './page.tsx';
import {type PartsLook, partLines} from './part-lines.ts';
import {detailLines, MARGIN, stateLines} from './version-lines.ts';

export interface PageOptions {
  subject: Target & {version: StoreVersion};
  /** Absent until the service has answered. */
  release: Release | undefined;
  /** What is missing, with what the store has said to it; absent in a stage without. */
  readiness: Part<Readiness> | undefined;
  /** When the store was asked, and what it said. */
  remark: string | undefined;
  mend(check: ReadinessCheck): Mending | undefined;
  look: PartsLook;
  tools: ActionTools;
}

/** The page of one release: what is to be done first, then what there is to know. */
export function pageRows(options: PageOptions): PageRow[] {
  const {subject, release, readiness, look, tools} = options;
  const {version} = subject;
  const step = stepOf(options);
  const isEditable = stateIs(version.state, 'editable');
  const {value} = readiness ?? {};
  const missing = value && countMissing(value);
  const inner = {...look, width: look.width - 2 * MARGIN.length};
  const possible = possibleRows(step, subject, tools);
  return [
    ...text(stateLines(version, missing, look)),
    ...text(indented(rollOutLines(version.phasedRelease, {...inner, width: inner.width - 2}), `${MARGIN}  `)),
    ...BLANK,
    ...stepRows(step, subject, tools),
    ...(isEditable ? checkPart(options) : possible),
    ...BLANK,
    ...(release ? text(indented(partLines(release, inner), MARGIN)) : []),
    ...(release ? BLANK : []),
    ...(isEditable && possible.length > 0 ? [...possible, ...BLANK] : []),
    ...text(detailLines(version, release, look)),
    ...BLANK,
    ...impossibleRows(step, subject, tools),
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

function stepOf({subject: {version}, readiness, look}: PageOptions): NextStep {
  if (!readiness || readiness.value) return nextStep(version, {readiness: readiness?.value});
  // Submit has its own check, and the store decides.
  if (readiness.error) return {kind: 'flow', action: 'submit'};
  const why = look.isReading ? 'what is missing is being read' : 'what is missing was not read';
  return {kind: 'none', why, title: UNKNOWN};
}

function checkPart({readiness, remark, mend, look}: PageOptions): PageRow[] {
  const {value, error} = readiness ?? {};
  const {glyphs} = look;
  const quiet = (words: string): PageRow[] =>
    wrap(words, look.width - MARK - 1).map((line) => ({line: [{text: ' '.repeat(MARK) + line, dim: true}]}));
  return [
    ...(value ? checkRows(value, mend, look) : []),
    ...(error ? quiet(`${glyphs.blocked} What is missing could not be read: ${describe(error).message}`) : []),
    ...(remark ? quiet(remark) : []),
  ];
}
