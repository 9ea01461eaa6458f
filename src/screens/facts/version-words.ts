import {PHASES} from '../../services/model/phased-release.ts';
import type {Build, PhasedRelease} from '../../services/model/version.ts';
import type {LocalTime} from '../text/time.ts';
import {plainWords} from '../text/words.ts';

/** `412 (valid, 11 Nov 2026)` */
export function buildText({id, version = id, processingState, expired, uploadedDate}: Build, time: LocalTime): string {
  const remarks = [
    processingState && plainWords(processingState),
    expired ? 'expired' : undefined,
    time.date(uploadedDate),
  ].filter(Boolean);
  return remarks.length > 0 ? `${version} (${remarks.join(', ')})` : version;
}

/** `day 3 of 7, active` */
export function phasedText({state, currentDayNumber, startDate}: PhasedRelease, time: LocalTime): string {
  const words = state === 'INACTIVE' ? 'not started' : plainWords(state ?? 'unknown');
  if (state === 'INACTIVE' || currentDayNumber === undefined) return `${PHASES.length} days, ${words}`;
  const since = startDate ? `, since ${time.date(startDate)}` : '';
  return `day ${currentDayNumber} of ${PHASES.length}, ${words}${since}`;
}
