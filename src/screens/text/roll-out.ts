import {MAX_PAUSE_DAYS, PHASES, phasedProgress} from '../../services/model/phased-release.ts';
import type {PhasedRelease} from '../../services/model/version.ts';

export function rollOutProgress(phased: PhasedRelease) {
  const {day, percent, nextPercent, pausedDays} = phasedProgress(phased);
  const next = nextPercent === null ? [] : [`next ${nextPercent} % tomorrow`];
  return {
    /** Empty if the service reports none. */
    day: day === null ? '' : `day ${day} of ${PHASES.length}`,
    daysStarted: phased.state === 'COMPLETE' ? PHASES.length : (day ?? 0),
    percent: percent === null ? '' : `${percent} %`,
    /** `next 10 % tomorrow`, `paused`, `4 of 30 pause days` */
    rest: [
      ...(phased.state === 'ACTIVE' ? next : phased.state === 'PAUSED' ? ['paused'] : []),
      `${pausedDays} of ${MAX_PAUSE_DAYS} pause days`,
    ],
  };
}

/** `day 3 of 7, 5 %, next 10 % tomorrow, 4 of 30 pause days` */
export function rollOutText(phased: PhasedRelease): string {
  const {day, percent, rest} = rollOutProgress(phased);
  return [day, percent, ...rest].filter(Boolean).join(', ');
}
