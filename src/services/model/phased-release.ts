import type {PhasedRelease} from './version.ts';

/** Percent of users that get the update automatically, on each of the seven days. */
export const PHASES: readonly number[] = [1, 2, 5, 10, 20, 50, 100];

/** In all; after them the roll-out continues. */
export const MOST_PAUSE_DAYS = 30;

export type PhasedChange = 'pause' | 'resume' | 'complete';

/** The states from which each is possible. */
export const CHANGEABLE: Readonly<Record<PhasedChange, readonly string[]>> = {
  pause: ['ACTIVE'],
  resume: ['PAUSED'],
  complete: ['ACTIVE', 'PAUSED'],
};

/** Whether a roll-out has begun and is not over. */
export function isRollingOut(phased: PhasedRelease | undefined): phased is PhasedRelease {
  return CHANGEABLE.complete.includes(phased?.state ?? '');
}

/** A version with its phased release, if it has one. */
export interface PhasedResult {
  versionId: string;
  phased?: PhasedRelease;
  /** Where the answer to a write was lost, and reading again showed that it was carried out. */
  note?: string;
}

export interface PhasedProgress {
  /** 1 to 7; null before the release, and where the service names none. */
  day: number | null;
  percent: number | null;
  /** What comes next day; null when there is nothing more to come. */
  nextPercent: number | null;
  pausedDays: number;
}

export function phasedProgress({state, currentDayNumber, totalPauseDuration = 0}: PhasedRelease): PhasedProgress {
  const isInactive = state === 'INACTIVE';
  const day = isInactive ? null : (currentDayNumber ?? null);
  const percentOf = (which: number | null) => (which === null ? null : (PHASES[which - 1] ?? null));
  const isComplete = state === 'COMPLETE';
  return {
    day,
    percent: isComplete ? 100 : percentOf(day),
    nextPercent: isComplete ? null : isInactive ? (PHASES[0] ?? null) : percentOf(day === null ? null : day + 1),
    pausedDays: totalPauseDuration,
  };
}
