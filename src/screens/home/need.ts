import {NEEDS, type NeedKind, needOfVersion} from '../../services/model/next-step.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {missingLabel} from '../text/labels.ts';

/** Phased releases by the ID of their version. */
export type Phased = ReadonlyMap<string, PhasedRelease>;

export interface Need {
  kind: NeedKind;
  /** The version that it is about; absent when there is nothing to do. */
  version?: StoreVersion;
  /** Since when, in milliseconds since the epoch, as far as the API dates it. */
  since?: number;
  /** How many checks of the submission fail, as far as they were made in this session. */
  missing?: number;
}

export interface AppStatus {
  /** What is most urgent about it. */
  need: Need;
  /** The most urgent thing that does not wait for the store. */
  next: Need;
  /** How far the roll-out of its live version is: `day 3 · 5 %`. */
  rollOut?: string;
}

export type StatusOf = (app: AppOverview) => AppStatus;

/** Of two equally urgent versions, the one that has waited longest comes first. */
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

/** When it was submitted, or for one that was not, when it was created. The API dates nothing else. */
function sinceOf({state, submittedDate, createdDate}: StoreVersion, milliseconds: Milliseconds): number | undefined {
  const isDated = submittedDate !== undefined || stateIs(state, 'deletable') || state === 'READY_FOR_REVIEW';
  return isDated ? milliseconds(submittedDate ?? createdDate) : undefined;
}

/** More than any date: the kind of need comes first. */
const APART = 1e14;

/** Sorts by kind of need, then by age. */
export function rank({kind, since = APART - 1}: Need): number {
  return NEEDS.indexOf(kind) * APART + since;
}

function needsYou({kind}: Need): boolean {
  return NEEDS.indexOf(kind) <= NEEDS.indexOf('paused');
}

const WORDS: Readonly<Record<NeedKind, string>> = {
  rejected: 'fix and submit again',
  approved: 'release it',
  contract: 'accept the agreement',
  export: 'answer on encryption',
  paused: 'resume the roll-out',
  waiting: '',
  preparing: '',
  nothing: '',
};

/** An instruction; empty when there is nothing that a person could do. */
export function needLabel({kind, missing}: Need): string {
  if (missing) return missingLabel(missing);
  return missing === 0 && kind === 'preparing' ? 'submit it' : WORDS[kind];
}

/** How many apps need a person, and in how many something is under review: `3 need you · 2 under review`. */
export function summary(apps: readonly AppOverview[], statusOf: StatusOf, dot: string): string {
  const yours = apps.filter((app) => needsYou(statusOf(app).need)).length;
  const inReview = apps.filter(({versions}) => versions.some(({state}) => stateIs(state, 'in-review'))).length;
  return `${yours} ${yours === 1 ? 'needs' : 'need'} you ${dot} ${inReview} under review`;
}
