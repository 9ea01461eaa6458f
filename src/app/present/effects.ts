import {MAX_PAUSE_DAYS, PHASES} from '../../services/model/phased-release.ts';
import {DRAFT, itemsExcept, kindsOf, type Submission, type SubmissionItem} from '../../services/model/submission.ts';
import {plural} from '../../services/model/values.ts';
import {type StoreVersion, stateIs} from '../../services/model/version.ts';

/** What comes of an action, for whoever is asked about it: in a dialog of the app, or by an agent. */

export const DELETED = 'Its texts, screenshots and settings are deleted; its builds are kept.';

/** By the verb of the command. */
export const PHASED = {
  pause: `No more users get it as an automatic update until you resume. After ${MAX_PAUSE_DAYS} days of pause it resumes on its own.`,
  resume: 'Automatic updates reach more users every day again.',
  complete: 'Everyone gets it as an automatic update now.',
  enable: `Once released, it reaches users who update automatically over ${PHASES.length} days: ${PHASES.join(', ')} %.`,
  disable: 'Once released, everyone gets it at once. Until then it can be set up again.',
};

export function released({phasedRelease}: StoreVersion): string {
  const phased = phasedRelease ? ` Automatic updates are spread over ${PHASES.length} days.` : '';
  return `It goes on sale for everyone within 24 hours.${phased}`;
}

type ReleaseFacts = Pick<StoreVersion, 'releaseType' | 'earliestReleaseDate' | 'phasedRelease'>;

/** A version that does not say how it is released is released once it is approved. */
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

/** What is withdrawn with it. From a draft, only the version is taken. */
export function withdrawnWith({id}: StoreVersion, submission: Submission | undefined): SubmissionItem[] {
  return submission && submission.state !== DRAFT ? itemsExcept(submission, id) : [];
}

export function withdrawn(version: StoreVersion, submission: Submission | undefined): string[] {
  const {state} = version;
  const effect = stateIs(state, 'releasable')
    ? 'It loses its approval and has to pass review again.'
    : stateIs(state, 'in-review')
      ? 'Its review ends without a result. If you submit it again, it goes back to the end of the queue.'
      : 'It leaves its review submission.';
  const others = withdrawnWith(version, submission);
  if (others.length === 0) return [effect];
  const things = plural(others.length, 'other item');
  return [effect, `Review submission ${submission?.id} also holds ${things}, withdrawn with it: ${kindsOf(others)}.`];
}
