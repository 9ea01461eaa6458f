import {NEEDS, type NeedKind, needOfVersion} from '../../services/model/next-step.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {missingLabel} from '../text/labels.ts';

export type Phased = ReadonlyMap<string, PhasedRelease>;

export interface Need {
  kind: NeedKind;
  version?: StoreVersion;
  /** Epoch milliseconds, as far as the API dates it. */
  since?: number;
  /** Failed submission checks, as far as checked in this session. */
  missing?: number;
}

export interface AppStatus {
  need: Need;
  /** The most urgent thing that the user can act on. */
  next: Need;
  /** Progress of the live version: `day 3 · 5 %`. */
  rollOut?: string;
}

export type StatusOf = (app: AppOverview) => AppStatus;

/** Of two equally urgent versions, the older one comes first. */
export function needsOf(
  app: AppOverview,
  phased: Phased,
  milliseconds: Milliseconds,
): Pick<AppStatus, 'need' | 'next'> {
  const needs = app.versions
    .map((version): Need => {
      const kind = needOfVersion(version, phased.get(version.id));
      return {kind, version, since: sinceOf(version, milliseconds)};
    })
    .filter(({kind}) => kind !== 'nothing')
    .sort((a, b) => rank(a) - rank(b));
  const [need = NO_NEED] = needs;
  return {need, next: needs.find(({kind}) => kind !== 'waiting') ?? need};
}

const NO_NEED: Need = {kind: 'nothing'};

type Milliseconds = (text: string | undefined) => number | undefined;

/** The submission date, or the creation date if it was not submitted. The API has no other dates. */
function sinceOf({state, submittedDate, createdDate}: StoreVersion, milliseconds: Milliseconds): number | undefined {
  const isDated = submittedDate !== undefined || stateIs(state, 'deletable') || state === 'READY_FOR_REVIEW';
  return isDated ? milliseconds(submittedDate ?? createdDate) : undefined;
}

/** Exceeds any date, so that the kind of need sorts first. */
const APART = 1e14;

export function rank({kind, since = APART - 1}: Need): number {
  return NEEDS.indexOf(kind) * APART + since;
}

function needsYou({kind}: Need): boolean {
  return NEEDS.indexOf(kind) <= NEEDS.indexOf('paused');
}

const LABELS: Readonly<Record<NeedKind, string>> = {
  rejected: 'fix and submit again',
  approved: 'release it',
  contract: 'accept the agreement',
  export: 'answer on encryption',
  paused: 'resume the roll-out',
  waiting: '',
  preparing: '',
  nothing: '',
};

export function needLabel({kind, missing}: Need): string {
  if (missing) return missingLabel(missing);
  return missing === 0 && kind === 'preparing' ? 'submit it' : LABELS[kind];
}

/** `3 need you · 2 under review` */
export function summary(apps: readonly AppOverview[], statusOf: StatusOf, dot: string): string {
  const yours = apps.filter((app) => needsYou(statusOf(app).need)).length;
  const inReview = apps.filter(({versions}) => versions.some(({state}) => stateIs(state, 'in-review'))).length;
  return `${yours} ${yours === 1 ? 'needs' : 'need'} you ${dot} ${inReview} under review`;
}
