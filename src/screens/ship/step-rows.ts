import type {ScreenName} from '../../app/command.ts';
import {type NextStep, nextStep} from '../../services/model/next-step.ts';
import {CHECKS, groupChecks, type ReadinessCheck} from '../../services/model/readiness.ts';
import {DONE, type ReleaseStep, releaseSteps, type StepId} from '../../services/model/release-steps.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';
import {CHECK_SIGNS, openingColumn} from '../checks/use-opening.ts';
import type {Column} from '../components/list-model.ts';
import type {ShipNews} from '../flows/ship-news.ts';
import {capitalized} from '../text/labels.ts';
import {type Sign, signSegment, spokenText} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';
import {type RowStatus, STEP_TEXTS, type StepFacts, type StepRow} from './step-text.ts';

/** The step into the next release: none of this one. */
export const NEXT_VERSION = 'next';

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
  // Of a state new to this program no more can be said.
  const known = steps[0]?.status === 'unknown' ? steps.slice(0, 1) : steps;
  const rows = known.flatMap((step): StepRow[] => {
    if (step.checks) return checkedRows(step.id, step.checks);
    const {name, describe} = STEP_TEXTS[step.id];
    const {text, ...override} = describe(step, release, facts);
    const {id, opens} = step;
    return text === undefined ? [] : [{id, name, text, opens, status: STATUSES[step.status], ...override}];
  });
  const create: NextStep = {kind: 'flow', action: 'create'};
  const following: StepRow = {id: NEXT_VERSION, name: 'Next version', status: 'to come', text: '', opens: create};
  return withNext(
    stateIs(version.state, 'live') ? [...rows, following] : rows,
    nextStep(version, facts.at, facts.known),
  );
}

/** Marks the row that does the next step, else the first open one. */
function withNext(rows: readonly StepRow[], next: NextStep): StepRow[] {
  const isRejection = (step: NextStep) => step.kind === 'page' && step.page === 'rejection';
  const isNewer = (step: NextStep) => step.kind === 'flow' && step.build !== undefined;
  const isAlike = [isRejection, isNewer].find((is) => is(next));
  const first = rows.find((one) => (isAlike ? isAlike(one.opens) : isOpen(one) && !isRejection(one.opens)));
  return rows.map((one) => (one === first ? {...one, isNext: true} : one));
}

/** The rows of what each screen does; of a step with checks, by the names of those. */
const ROWS_OF: Readonly<Partial<Record<ScreenName, readonly string[]>>> = {
  create: ['version'],
  'attach-build': ['build'],
  encryption: ['encryption'],
  'release-notes': ['release-notes', 'whats-new'],
  update: ['metadata'],
  submit: ['submission'],
  withdraw: ['submission'],
  release: ['release'],
};

/** What was just done, below the row of its step. */
export function withNews(rows: readonly StepRow[], news: ShipNews | undefined, glyphs: Glyphs): readonly StepRow[] {
  if (!news || rows.length === 0) return rows;
  const ids = ROWS_OF[news.action] ?? ['roll-out'];
  const place = rows.findIndex(({id}) => ids.includes(id.split(' ')[0] ?? ''));
  const text = [{text: `${glyphs.ok} ${news.title}`, tone: 'good'} as const];
  return rows.toSpliced(Math.max(0, place) + 1, 0, {id: 'news', name: '', status: 'note', text, opens: DONE});
}

function rowsWithoutVersion(live: StoreVersion | undefined): StepRow[] {
  const onSale = live && `: ${live.versionString ?? live.id} is on sale`;
  const steps = releaseSteps(undefined, 0).filter(({id}) => id !== 'metadata' && id !== 'phased-release');
  return steps.map(({id, opens}): StepRow => {
    const {name} = STEP_TEXTS[id];
    const isNext = id === 'version';
    return {id, name, status: 'to come', text: isNext ? `none in flight${onSale ?? ''}` : '', opens, isNext};
  });
}

function checkedRows(step: StepId, checks: readonly ReadinessCheck[]): StepRow[] {
  if (step !== 'metadata') return checkRows(checks);
  const inState = (status: ReadinessCheck['status']) => checks.filter((check) => check.status === status);
  const passed = inState('ok').filter(({id}) => id !== 'release-date');
  const text = passed.map(({id}) => CHECKS[id].name).join(', ');
  const summary: StepRow = {id: step, name: 'Metadata', status: 'done', text, opens: DONE};
  return [
    ...checkRows(inState('error')),
    ...(passed.length > 0 ? [summary] : []),
    ...checkRows([...inState('warning'), ...inState('unknown')]),
  ];
}

const CHECK_STATUSES: Readonly<Record<ReadinessCheck['status'], RowStatus>> = {
  ok: 'done',
  error: 'missing',
  warning: 'note',
  unknown: 'note',
};

function checkRows(checks: readonly ReadinessCheck[]): StepRow[] {
  return groupChecks(checks).map(({check, locales}) => {
    const {id, status, message} = check;
    const name = capitalized(CHECKS[id].name);
    // `What's New: all locales`, `What's New is missing`: the name has its own column.
    const text = message.startsWith(name) ? message.slice(name.length).replace(/^:? (is )?/, '') : message;
    return {
      id: `${id} ${message}`,
      name,
      status: CHECK_STATUSES[status],
      sign: CHECK_SIGNS[status],
      text: locales.length > 0 ? `${text}: ${locales.join(', ')}` : text,
      opens: status === 'ok' ? DONE : {kind: 'fix', check},
    };
  });
}

/** `✕ Review contact`, and a blank. */
const NAME_ROOM = 17;
/** All that the others leave: no column moves from one stage to the next. */
const WHOLE = 200;

export function stepColumns(glyphs: Glyphs, width: number, opens: (row: StepRow) => string): Column<StepRow>[] {
  return [
    {
      title: 'Step',
      importance: 10,
      min: NAME_ROOM,
      room: NAME_ROOM,
      cell: ({status, sign = SIGNS[status], name}) => (name === '' ? '' : [signSegment(sign, glyphs), {text: name}]),
      spoken: ({name, status}) => (name === '' ? '' : `${name}: ${status}`),
    },
    {
      title: 'State',
      importance: 8,
      min: 20,
      room: WHOLE,
      cell: ({text}) => text,
      spoken: (row) => row.spoken ?? spokenText(row.text),
    },
    openingColumn({title: 'Action', importance: 4}, width, opens),
  ];
}
