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

export interface PhasedProgress {
  /** 1 to 7; null before the release, and where the service omits it. */
  day: number | null;
  percent: number | null;
  /** Null when nothing follows. */
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
