import {PHASES} from '../../services/model/phased-release.ts';
import type {Build, PhasedRelease} from '../../services/model/version.ts';
import type {LocalTime} from '../text/time.ts';
import {widthOf} from '../text/width.ts';
import {plainWords} from '../text/words.ts';

/** `412 (valid, 11 Nov 2026)`; in `room` columns what comes last is left out first. */
export function buildText(
  {id, version = id, processingState, expired, uploadedDate}: Build,
  time: LocalTime,
  room: number,
): string {
  const remarks = [
    processingState && plainWords(processingState),
    expired ? 'expired' : undefined,
    time.date(uploadedDate),
  ].filter(Boolean);
  const texts = remarks.map((_, index) => `${version} (${remarks.slice(0, index + 1).join(', ')})`);
  return longest([version, ...texts], room);
}

/** `day 3 of 7, active, since 09 Nov 2026`; in `room` columns without the end. */
export function phasedText({state, currentDayNumber, startDate}: PhasedRelease, time: LocalTime, room: number): string {
  const words = state === 'INACTIVE' ? 'not started' : plainWords(state ?? 'unknown');
  if (state === 'INACTIVE' || currentDayNumber === undefined) return `${PHASES.length} days, ${words}`;
  const text = `day ${currentDayNumber} of ${PHASES.length}, ${words}`;
  return longest([text, ...(startDate ? [`${text}, since ${time.date(startDate)}`] : [])], room);
}

/** The last that fits, else the first. */
function longest(texts: readonly string[], room: number): string {
  return texts.findLast((text) => widthOf(text) <= room) ?? texts[0] ?? '';
}
