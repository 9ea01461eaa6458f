import type {PhasedRelease} from './version.ts';

/** Percent of users updated automatically, by day. */
export const PHASES: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

/** In total; the roll-out then resumes by itself. */
export const MAX_PAUSE_DAYS = 30;

export type PhasedChange = 'pause' | 'resume' | 'complete';

/** The states that allow each change. */
export const CHANGEABLE: Readonly<Record<PhasedChange, readonly string[]>> = {
  pause: ['ACTIVE'],
  resume: ['PAUSED'],
  complete: ['ACTIVE', 'PAUSED'],
};

export function isRollingOut(phased: PhasedRelease | undefined): phased is PhasedRelease {
  return CHANGEABLE.complete.includes(phased?.state ?? '');
}

/** Whether a live version with this phased release has reached everyone. */
export function isRolledOut({state = 'COMPLETE'}: Partial<PhasedRelease> = {}): boolean {
  return state === 'COMPLETE';
}

export interface PhasedResult {
  versionId: string;
  phased?: PhasedRelease;
  /** Set where a lost answer was confirmed by reading again. */
  note?: string;
}

/**
 * `day` is 1 to 7, null before the release and where the service omits it; `percent` is of that day, `nextPercent` null
 * when nothing follows.
 */
export function phasedProgress({state, currentDayNumber, totalPauseDuration: pausedDays = 0}: PhasedRelease) {
  const isInactive = state === 'INACTIVE';
  const day = isInactive ? null : (currentDayNumber ?? null);
  if (state === 'COMPLETE') return {day, percent: 100, nextPercent: null, pausedDays};
  const reached = isInactive ? 0 : (currentDayNumber ?? Number.NaN);
  return {day, percent: PHASES[reached - 1] ?? null, nextPercent: PHASES[reached] ?? null, pausedDays};
}
