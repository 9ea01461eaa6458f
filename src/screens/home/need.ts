import {NEEDS, type NeedKind, needOfVersion} from '../../services/model/next-step.ts';
import type {AppOverview} from '../../services/model/pages.ts';
import {stateIs} from '../../services/model/states.ts';
import type {PhasedRelease, StoreVersion} from '../../services/model/version.ts';
import {missingLabel} from '../text/labels.ts';

/** Phased releases by the ID of their version. */
export type Phased = ReadonlyMap<string, PhasedRelease>;

/** What an app waits for. */
export interface Need {
  kind: NeedKind;
  /** The version that it is about; absent when there is nothing to do. */
  version?: StoreVersion;
  /** Milliseconds since the epoch from when on it has been so, as far as the API dates it. */
  since?: number;
  /** How many things are missing before it can be submitted, where that was found out in this run. */
  missing?: number;
}

/** What Home says of an app beside its versions. */
export interface AppStatus {
  /** What is most urgent about it. */
  need: Need;
  /** What a person can do about it: of two versions not the one that the store has now. */
  next: Need;
  /** How far the roll-out of its live version is: `day 3 · 5 %`. */
  rollOut?: string;
}

export type StatusOf = (app: AppOverview) => AppStatus;

/** Of two versions in the same need, the one that has waited longest comes first. */
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

/** Far enough apart that no date changes the order of two needs. */
const APART = 1e14;

/** The lower, the sooner it is listed: by need, then the one that has waited longest. */
export function rank({kind, since = APART - 1}: Need): number {
  return NEEDS.indexOf(kind) * APART + since;
}

/** Whether it waits for a person. */
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

/** What you have to do, as a command, or what is missing; empty when it waits for the store, or for nothing. */
export function needWords({kind, missing}: Need): string {
  if (missing) return missingLabel(missing);
  return missing === 0 && kind === 'preparing' ? 'submit it' : WORDS[kind];
}

/** How many apps need a person, and in how many something is under review: `3 need you · 2 under review`. */
export function summary(apps: readonly AppOverview[], statusOf: StatusOf, dot: string): string {
  const yours = apps.filter((app) => needsYou(statusOf(app).need)).length;
  const inReview = apps.filter(({versions}) => versions.some(({state}) => stateIs(state, 'in-review'))).length;
  return `${yours} ${yours === 1 ? 'needs' : 'need'} you ${dot} ${inReview} under review`;
}
