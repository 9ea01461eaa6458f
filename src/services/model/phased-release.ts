import type {WithNote} from './outcome.ts';
import {lookup} from './values.ts';
import type {PhasedRelease} from './version.ts';

export const PHASES: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

export const MAX_PAUSE_DAYS = 30;

const YOUNG_MS = 60 * 86_400_000;

/**
 * Returns whether a roll-out may still be running. It lasts up to seven days plus 30 days of pause, and may start weeks
 * after its creation. Times are in ms.
 */
export function mayRollOut(createdAt: number, now: number): boolean {
  return now - createdAt < YOUNG_MS;
}

export const PHASED_CHANGES = {
  pause: {from: ['ACTIVE'], to: ['PAUSED'], done: 'paused'},
  resume: {from: ['PAUSED'], to: ['ACTIVE'], done: 'resumed'},
  complete: {from: ['ACTIVE', 'PAUSED'], to: ['COMPLETE'], done: 'completed'},
};

export type PhasedChange = keyof typeof PHASED_CHANGES;

export const PHASED_CLAUSES: Readonly<Record<string, string>> = {
  NONE: 'there is no phased release',
  INACTIVE: 'the phased release is set up and has not started yet',
  ACTIVE: 'the roll-out is running',
  PAUSED: 'the roll-out is paused',
  COMPLETE: 'the roll-out is complete',
};

export function whyNotChange(change: PhasedChange, state = 'in no known state'): string | undefined {
  const {from, to} = PHASED_CHANGES[change];
  if (from.includes(state)) return undefined;
  const clause = lookup(PHASED_CLAUSES, state) ?? `it is ${state}`;
  return to.includes(state) ? `${clause} already` : `${clause}, so there is nothing to ${change}`;
}

export function isRollingOut(phased: PhasedRelease | undefined): phased is PhasedRelease {
  return PHASED_CHANGES.complete.from.includes(phased?.state ?? '');
}

export function isRolledOut(phased: PhasedRelease | undefined): boolean {
  return phased === undefined || phased.state === 'COMPLETE';
}

export interface PhasedResult extends WithNote {
  versionId: string;
  phased?: PhasedRelease;
}

/** Returns `day` (null before the roll-out starts, or if the service omits it) and `percent`, the share on that day. */
export function phasedProgress({state, currentDayNumber, totalPauseDuration: pausedDays = 0}: PhasedRelease) {
  const isInactive = state === 'INACTIVE';
  const day = isInactive ? null : (currentDayNumber ?? null);
  if (state === 'COMPLETE') return {day, percent: 100, nextPercent: null, pausedDays};
  const reached = isInactive ? 0 : (currentDayNumber ?? Number.NaN);
  return {day, percent: PHASES[reached - 1] ?? null, nextPercent: PHASES[reached] ?? null, pausedDays};
}
