import type {Platform} from '../../model/version.ts';
import type {AppRecord, BuildRecord, LocalizationRecord, PhasedRecord, VersionRecord} from '../records/shapes.ts';

interface MissingText {
  text: keyof Omit<LocalizationRecord, 'id' | 'app' | 'version' | 'locale'>;
  locale?: string;
}

type OfVersion = 'platform' | 'versionString' | 'state' | 'releaseType' | 'earliestReleaseDate' | 'reviews' | 'rich';

export interface VersionSeed extends Pick<VersionRecord, OfVersion> {
  created: string;
  build?: string;
  unanswered?: boolean;
  phased?: Partial<Pick<PhasedRecord, 'state' | 'day' | 'startDate' | 'pausedDays'>>;
  /**
   * Makes the version ready for review, except for what is missing. Otherwise, only submitted versions are complete.
   */
  prepared?: {missing?: readonly (MissingText | 'screenshots' | 'review contact' | 'copyright')[]; password?: string};
}

export interface BuildSeed
  extends Pick<BuildRecord, 'number' | 'version' | 'platform'>,
    Partial<Pick<BuildRecord, 'state' | 'expired' | 'isInternal'>> {
  uploaded: string;
  unanswered?: boolean;
}

interface SubmissionSeed {
  platform: Platform;
  state: string;
  submitted?: string;
  purchases?: readonly string[];
}

export interface AppSeed
  extends Pick<AppRecord, 'name' | 'bundleId' | 'sku' | 'lacks' | 'alwaysRejected' | 'rejectedBuild'> {
  /** The primary one first; defaults to `en-US`, which is always added. */
  locales?: readonly [string, ...string[]];
  copyright?: string;
  versions: readonly VersionSeed[];
  builds?: readonly BuildSeed[];
  submissions?: readonly SubmissionSeed[];
  history: {count: number; below: readonly [major: number, minor: number]};
}
