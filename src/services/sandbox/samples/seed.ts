import type {Platform} from '../../model/version.ts';
import type {AppRecord, BuildRecord, LocalizationRecord, PhasedRecord, VersionRecord} from '../records/shapes.ts';

/** A text that a sample version lacks: in every locale, or in one. */
export interface MissingText {
  text: keyof Omit<LocalizationRecord, 'id' | 'app' | 'version' | 'locale'>;
  locale?: string;
}

type SameAsRecord = 'platform' | 'state' | 'releaseType' | 'earliestReleaseDate' | 'reviews' | 'rich';

/** A sample version that is not history. */
export interface VersionSeed extends Pick<VersionRecord, SameAsRecord> {
  version: string;
  created: string;
  /** The number of the attached build. */
  build?: string;
  /** The encryption question of its build is not answered. */
  unanswered?: boolean;
  phased?: Partial<Pick<PhasedRecord, 'state' | 'day' | 'startDate' | 'pausedDays'>>;
  /** Has what a review needs, except what is named. Without this, only submitted versions have it. */
  prepared?: {missing?: readonly (MissingText | 'screenshots' | 'review contact' | 'copyright')[]; password?: string};
}

export interface BuildSeed extends Pick<BuildRecord, 'number' | 'version' | 'platform'> {
  uploaded: string;
  state?: BuildRecord['state'];
  expired?: boolean;
  /** The encryption question is not answered. */
  unanswered?: boolean;
}

/** A submission that does not follow from the state of a version: one without items, or of in-app purchases. */
export interface SubmissionSeed {
  platform: Platform;
  state: string;
  submitted?: string;
  purchases?: readonly string[];
}

export interface AppSeed extends Pick<AppRecord, 'name' | 'bundleId' | 'sku' | 'lacks' | 'alwaysRejected'> {
  /** The primary one first; `en-US` is always among those of a version. Only that one when absent. */
  locales?: readonly [string, ...string[]];
  copyright?: string;
  platforms: readonly Platform[];
  /** Newest first. */
  versions: readonly VersionSeed[];
  /** Those that no version names; one that a version names was uploaded when the version was created. */
  builds?: readonly BuildSeed[];
  submissions?: readonly SubmissionSeed[];
  /** How many replaced versions come after them, and below which version they are. */
  history: {count: number; below: readonly [major: number, minor: number]};
}
