import {cleanText} from './clean.ts';
import {PHASES} from './phased-release.ts';
import {type Attributes, type StoreVersion, stateIs} from './version.ts';

/** Returns why an approved version with a scheduled release is not released yet. An invalid date counts as future. */
export function releaseHold({state, releaseType, earliestReleaseDate: date}: StoreVersion, now: number) {
  if (!stateIs(state, 'releasable') || releaseType !== 'SCHEDULED') return undefined;
  if (date === undefined) return {words: 'scheduled, but without a date'};
  return Date.parse(date) <= now ? undefined : {date, words: `scheduled for ${cleanText(date)}`};
}

export function isReleasedBy(changes: Attributes, version: StoreVersion, now: number): boolean {
  const {releaseType: type, earliestReleaseDate: date} = changes;
  if (!stateIs(version.state, 'releasable') || (type === undefined && date === undefined)) return false;
  if ((type ?? version.releaseType) !== 'SCHEDULED') return type === 'AFTER_APPROVAL';
  return !(Date.parse(date ?? version.earliestReleaseDate ?? '') > now);
}

export function dateProblem({releaseType, earliestReleaseDate: date}: Attributes, now: number): string | undefined {
  if (releaseType !== 'SCHEDULED') return undefined;
  if (date === undefined) return 'The release is scheduled without a date';
  return Date.parse(date) < now ? `The release date ${date} is in the past` : undefined;
}

export function overriddenDate(version: StoreVersion, now: number, shown = (date: string) => date): string | undefined {
  const hold = releaseHold(version, now);
  if (!hold) return undefined;
  const what = hold.date === undefined ? 'without a date' : `for ${shown(cleanText(hold.date))}`;
  return `It is scheduled ${what}; releasing it now overrides that.`;
}

type ReleaseFacts = Pick<StoreVersion, 'releaseType' | 'earliestReleaseDate' | 'phasedRelease'>;

/** Returns whether an approved version goes on sale by itself. A version without a release type does. */
export function isReleasedAlone({releaseType}: ReleaseFacts): boolean {
  return releaseType !== 'MANUAL';
}

export function releasedAlone(version: ReleaseFacts, shown = (date: string) => date): string | undefined {
  if (!isReleasedAlone(version)) return undefined;
  const {releaseType, earliestReleaseDate: date, phasedRelease} = version;
  const when = releaseType === 'SCHEDULED' && date !== undefined ? `, not before ${shown(date)}` : '';
  const spread = phasedRelease ? ` Automatic updates are spread over ${PHASES.length} days.` : '';
  return `It goes on sale by itself once approved${when}.${spread}`;
}
