import {type PhasedResult, phasedProgress} from '../../services/model/phased-release.ts';
import type {Presentation} from '../command.ts';
import {fieldTable} from './versions.ts';

/** The JSON shape of a phased release. */

function json({versionId, phased}: PhasedResult): Record<string, unknown> {
  if (!phased) return {versionId, state: null};
  const {day, percent, pausedDays, nextPercent} = phasedProgress(phased);
  const {state = null, startDate = null} = phased;
  return {versionId, state, day, percent, pausedDays, startDate, nextPercent};
}

export const phasedRelease: Presentation<PhasedResult> = {
  formats: ['json', 'table'],
  json,
  table: (result) => {
    const known = Object.entries(json(result)).filter(([field, value]) => value !== null || field === 'state');
    return fieldTable(Object.fromEntries(known.map(([field, value]) => [field, value ?? 'none'])));
  },
  note: ({note}) => note,
};
