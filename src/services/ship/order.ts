import type {BuildChoice} from '../model/build-choice.ts';
import type {ToolError} from '../model/error.ts';
import {isRolledOut} from '../model/phased-release.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import type {NotesPlan} from '../model/release-notes.ts';
import {STEPS, type StepId} from '../model/release-steps.ts';
import {type App, type StoreVersion, stateIs} from '../model/version.ts';
import type {VersionChanges} from '../store/version-writes.ts';

/** How far to bring a release. */
export const GOALS = ['ready', 'submitted', 'approved', 'live', 'complete'] as const;
export type Goal = (typeof GOALS)[number];

const LAST_STEPS: Readonly<Record<Goal, StepId>> = {
  ready: 'phased-release',
  submitted: 'submission',
  approved: 'review',
  live: 'release',
  complete: 'roll-out',
};

export function isWithin(step: StepId, goal: Goal): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(LAST_STEPS[goal]);
}

/** What is asked of a release; what is left out stays as it is. */
export interface Order {
  goal: Goal;
  build?: BuildChoice;
  usesEncryption?: boolean;
  notes?: NotesPlan;
  attributes: VersionChanges;
  /** Set up, or remove, the phased release. */
  phased?: boolean;
  /** Resubmit a rejected version even if nothing has changed. */
  resubmit: boolean;
}

/** One version of one platform, which may not exist yet. */
export interface Target {
  app: App;
  platform: string;
  versionString: string;
  versionId?: string;
  /** Of the same platform, newest first. */
  others: readonly StoreVersion[];
}

export interface ShipStep {
  id: StepId;
  status: 'done' | 'open' | 'waiting' | 'blocked' | 'failed' | 'skipped';
  detail: string;
  /** This run did it. */
  did: boolean;
  /** Of `metadata`: the complete list, when it has an error. */
  checks?: readonly ReadinessCheck[];
}

export interface Shipped {
  target: Target;
  version?: StoreVersion;
  reached: boolean;
  steps: ShipStep[];
  /** Why it went no further, unless that is in the checks. */
  error?: ToolError;
}

/** Whether a release is there already: nothing is changed then. */
export function hasReached(goal: Goal, {state, phasedRelease}: StoreVersion): boolean {
  const isApproved = stateIs(state, 'approved') || stateIs(state, 'released') || state === 'PENDING_CONTRACT';
  const isReplaced = state === 'REPLACED_WITH_NEW_VERSION';
  switch (goal) {
    case 'ready':
    case 'submitted':
      return isApproved || stateIs(state, 'in-review') || state === 'WAITING_FOR_EXPORT_COMPLIANCE';
    case 'approved':
      return isApproved;
    case 'live':
      return isReplaced || stateIs(state, 'live');
    case 'complete':
      return isReplaced || (stateIs(state, 'live') && isRolledOut(phasedRelease));
  }
}
