import type {Action} from '../../services/model/actions.ts';
import {type Known, type NextStep, nextStep} from '../../services/model/next-step.ts';
import {isRollingOut, PHASES} from '../../services/model/phased-release.ts';
import {CHECKS, groupChecks, type ReadinessCheck} from '../../services/model/readiness.ts';
import type {Release} from '../../services/model/release.ts';
import {DONE, LATER, type ReleaseStep, releaseSteps, type StepId} from '../../services/model/release-steps.ts';
import type {SubmitCase} from '../../services/model/submission.ts';
import {lookup, plural} from '../../services/model/values.ts';
import {type Build, type PhasedRelease, type StoreVersion, stateIs} from '../../services/model/version.ts';
import type {LocalTime} from '../../services/text/local-time.ts';
import {pad, widthOf, wrap} from '../../services/text/width.ts';
import {type FactDisplay, rollOutLines, rollOutText, stateMeaning} from '../facts/attributes.ts';
import {rejectionText, submittedText} from '../facts/notes-and-history.ts';
import {isFinal} from '../flows/actions.ts';
import type {ShipNews} from '../flows/write-view.tsx';
import {capitalized, stateDisplay} from '../text/labels.ts';
import {type LineContent, lineWidth, type Sign, segmentsOf, signSegment} from '../text/lines.ts';
import {MARK, type PageRow} from './page.tsx';
import {CHECK_SIGNS, type Opening} from './use-opening.ts';

export function isOpen({status}: StepRow): boolean {
  return status !== 'done' && status !== 'note';
}

const SIGNS: Readonly<Record<RowStatus, Sign>> = {
  done: CHECK_SIGNS.ok,
  missing: CHECK_SIGNS.error,
  'needs you': CHECK_SIGNS.error,
  'to come': {glyph: 'prepare'},
  'under way': {glyph: 'processing', tone: 'busy'},
  note: CHECK_SIGNS.warning,
};

const STATUSES: Readonly<Record<ReleaseStep['status'], RowStatus>> = {
  done: 'done',
  open: 'to come',
  waiting: 'under way',
  blocked: 'needs you',
  failed: 'needs you',
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

/** Marks the row that does the next step, else the first open one. */
function withNext(rows: readonly StepRow[], next: NextStep): StepRow[] {
  const isRejection = (step: NextStep) => step.kind === 'page' && step.page === 'rejection';
  const isAlike = ({opens}: StepRow) =>
    (isRejection(next) && isRejection(opens)) ||
    (next.kind === 'flow' && opens.kind === 'flow' && opens.action === next.action);
  const first = rows.find(isAlike) ?? rows.find((row) => isOpen(row) && !isRejection(row.opens));
  return rows.map((row) => (row === first ? {...row, isNext: true} : row));
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

const CHECK_STATUSES: Readonly<Record<ReadinessCheck['status'], RowStatus>> = {
  ok: 'done',
  error: 'missing',
  warning: 'note',
  unknown: 'note',
};

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
      status: CHECK_STATUSES[status],
      sign: CHECK_SIGNS[status],
      text: locales.length > 0 ? `${text}: ${locales.join(', ')}` : text,
      brief: locales.length > 0 ? `${text} in ${plural(locales.length, 'locale')}` : undefined,
      opens: status === 'ok' ? DONE : {kind: 'fix', check},
    };
  });
}

const STEP_OF: Readonly<Record<Action, StepId>> = {
  create: 'version',
  delete: 'version',
  ship: 'version',
  'attach-build': 'build',
  encryption: 'encryption',
  'release-notes': 'release-notes',
  update: 'metadata',
  submit: 'submission',
  withdraw: 'submission',
  release: 'release',
  'enable-phased': 'roll-out',
  'disable-phased': 'roll-out',
  'pause-phased': 'roll-out',
  'resume-phased': 'roll-out',
  'complete-phased': 'roll-out',
};

const NAME = 17;
const GAP = 2;

interface StepsDisplay extends FactDisplay {
  news?: ShipNews;
}

/** Gives each step as many lines as its text needs. The right edge says what Enter does. */
export function stepLines(
  steps: readonly StepRow[],
  openingOf: (step: NextStep) => Opening,
  display: StepsDisplay,
): PageRow[] {
  const {news, width, glyphs} = display;
  const rows = steps.map((row) => linesOf(row, openingOf(row.opens), display));
  if (!news || steps.length === 0) return rows.flat();
  const wanted = STEP_OF[news.action];
  const ofStep = steps.filter(({step}) => step === wanted);
  const about = ofStep.find(({id}) => id === wanted) ?? ofStep.at(-1);
  const words = wrap(`${glyphs.ok} ${news.title}`, width - MARK - NAME - GAP);
  const below = words.map((text): PageRow => ({line: [{text: ' '.repeat(MARK + NAME + GAP)}, {text, tone: 'good'}]}));
  return rows.toSpliced(about ? steps.indexOf(about) + 1 : 0, 0, below).flat();
}

const MOST_LINES = 2;
/** On a wider line, it is hard to see which step the words at the right edge belong to. */
const WIDEST = 110;

function linesOf(row: StepRow, opening: Opening, display: FactDisplay): PageRow[] {
  const {glyphs, screenReader} = display;
  const width = Math.min(display.width, WIDEST);
  const {id, name, status, sign = SIGNS[status], text, brief, phased, opens, isNext} = row;
  const label = row.step === 'roll-out' ? withoutNoun(opening.label) : opening.label;
  const choice = {
    ...opening,
    id,
    label: opening.label || 'nothing to do',
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
  const whole: readonly LineContent[] = phased ? rollOutLines(phased, {...display, width: room}) : wrap(text, room);
  const [first = '', ...more] = brief && whole.length > MOST_LINES ? [brief] : whole;
  const lead = [signSegment(sign, glyphs), {text: pad(name, NAME + GAP - widthOf(glyphs[sign.glyph] as string) - 1)}];
  const blank = ' '.repeat(Math.max(0, room + GAP - lineWidth(first)));
  const line = [...lead, ...segmentsOf(first), ...(label ? [{text: blank + label, dim: true}] : [])];
  const indent = {text: ' '.repeat(MARK + NAME + GAP)};
  return [{line, choice}, ...more.map((content): PageRow => ({line: [indent, ...segmentsOf(content)]}))];
}

/** Drops the noun, because the name of the row already says it. */
function withoutNoun(label: string): string {
  return label === 'phased release' ? 'set up' : label.replace(/ (?:roll-out|phased release)$/, '');
}

/** Counts the steps, not their rows, so that the total stays the same from nothing to on sale. */
export function countDone(release: Release | undefined, at: number): string {
  const steps = releaseSteps(release, at).filter(({id}) => id !== 'phased-release');
  if (steps.some(({id, status}) => id === 'version' && status === 'unknown')) return '';
  return `${steps.filter(({status}) => status === 'done').length} of ${steps.length} steps done`;
}

export interface StepFacts {
  release: Release | undefined;
  versions: readonly StoreVersion[];
  live?: StoreVersion;
  known: Known;
  at: number;
  time: LocalTime;
}

type RowStatus = 'done' | 'missing' | 'needs you' | 'to come' | 'under way' | 'note';

export interface StepRow {
  id: string;
  /** Undefined for the step into the next release. */
  step?: StepId;
  name: string;
  status: RowStatus;
  sign?: Sign;
  text: string;
  brief?: string;
  /** A roll-out under way is drawn as a bar instead of the text. */
  phased?: PhasedRelease;
  opens: NextStep;
  isNext?: boolean;
}

interface StepText {
  name: string;
  /** Overrides parts of the step; without a text it has no row. */
  describe(step: ReleaseStep, release: Release, facts: StepFacts): Partial<StepRow>;
}

const STEP_TEXTS: Readonly<Record<StepId, StepText>> = {
  version: {
    name: 'Version',
    describe: (_, {version}) => ({text: `${version.versionString ?? version.id}, ${stateName(version)}`}),
  },
  build: {
    name: 'Build',
    describe(step, release, facts) {
      const {version, newerBuild: newer, newerBuildError} = release;
      const of = (build: Build) => build.version ?? build.id;
      const text = version.build && of(version.build);
      if (newer) return {status: 'note', text: `${text} is attached, ${of(newer)} is newer`};
      if (newerBuildError) return {status: 'note', text: `${text} is attached; could not check for a newer build`};
      return preparing(() => text)(step, release, facts);
    },
  },
  encryption: {
    name: 'Encryption',
    describe: preparing(({version}) => (version.build?.usesEncryption === undefined ? undefined : 'answered')),
  },
  'release-notes': {
    name: "What's New",
    describe: preparing(({notes}) => {
      const written = notes.value?.filter(({whatsNew}) => whatsNew).length;
      return written ? `in ${plural(written, 'locale')}` : undefined;
    }),
  },
  metadata: {
    name: 'Check',
    describe({status}) {
      if (status !== 'unknown') return {};
      const opens: NextStep = {kind: 'none', why: 'the check failed; r tries again'};
      return {id: 'check', status: 'missing', sign: {glyph: 'unknown'}, text: 'could not be read', opens};
    },
  },
  'phased-release': {name: 'Phased release', describe: () => ({})},
  submission: {name: 'Submission', describe: (step, release, facts) => ({text: submissionState(step, release, facts)})},
  review: {name: 'Review', describe: describeReview},
  release: {name: 'Release', describe: describeRelease},
  'roll-out': {name: 'Phased release', describe: describeRollOut},
};

const stateName = ({state}: StoreVersion) => stateDisplay(state).name.toLowerCase();

/** @param known returns the text for when nothing can change any more */
function preparing(known: (release: Release) => string | undefined): StepText['describe'] {
  return ({status}, release) => ({
    text: status === 'open' ? 'once a build is attached' : status === 'done' ? known(release) : undefined,
  });
}

const STARTED: Readonly<Partial<Record<SubmitCase['kind'], string>>> = {
  'empty-draft': 'started earlier; reuses an empty draft',
  draft: 'started earlier; continues from its draft',
  rejected: 'fix it, then resubmit: the same submission again',
};

function submissionState({status}: ReleaseStep, {review}: Release, {versions, time}: StepFacts): string {
  const {submission: {submittedDate, submittedBy} = {}, submitting} = review.value ?? {};
  if (status === 'done') {
    const parts = [time.dateTime(submittedDate), submittedBy && `by ${submittedBy}`];
    return parts.filter(Boolean).join(' ') || 'submitted';
  }
  if (status === 'waiting') return 'being withdrawn; wait for that first';
  if (submitting?.kind !== 'blocked') return (submitting && STARTED[submitting.kind]) ?? 'not submitted yet';
  const other = versions.find(({id}) => id === submitting.otherId);
  return other ? `${other.versionString ?? other.id} is in the way: ${stateName(other)}` : `it ${submitting.words}`;
}

function describeReview({status}: ReleaseStep, {version, review}: Release, {at, time}: StepFacts): Partial<StepRow> {
  if (status === 'open') return {text: ''};
  if (status === 'done') return {text: 'passed'};
  const {glyph, tone, meaning} = stateDisplay(version.state);
  if (status === 'failed') return {text: rejectionText(version, review.value, {time, now: at})};
  if (status !== 'waiting') return {text: meaning};
  return {sign: {glyph, tone}, text: stateName(version) + submittedText(review.value, {time, now: at})};
}

const RELEASES: Readonly<Record<string, string>> = {
  MANUAL: 'by you, once approved',
  AFTER_APPROVAL: 'automatically, once approved',
};

function describeRelease({status, opens}: ReleaseStep, {version}: Release, {time, at}: StepFacts): Partial<StepRow> {
  if (status === 'done') return {text: 'on sale'};
  const {state, releaseType = '', earliestReleaseDate} = version;
  if (opens === LATER) {
    const isScheduled = releaseType === 'SCHEDULED';
    const date = isScheduled && `scheduled for ${time.dateTime(earliestReleaseDate) ?? 'no date'}`;
    return {text: date || (lookup(RELEASES, releaseType) ?? '')};
  }
  const {glyph, tone} = stateDisplay(state);
  const meaning = stateMeaning(version, {time, now: at});
  return status === 'blocked' ? {text: meaning} : {sign: {glyph, tone}, text: meaning};
}

function describeRollOut({status}: ReleaseStep, {version}: Release): Partial<StepRow> {
  const {phasedRelease: phased} = version;
  if (status === 'done') return {text: 'to everyone'};
  if (status === 'open' || !isRollingOut(phased)) {
    return {text: phased ? `over ${PHASES.length} days` : 'everyone at once'};
  }
  return {sign: {glyph: phased.state === 'PAUSED' ? 'blocked' : 'processing', tone: 'busy'}, text: '', phased};
}
