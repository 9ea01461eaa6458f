import type {IfExists, Platform, ReleaseType, StoreVersion} from '../model/version.ts';

/** What a version is created with. `app` is an app ID or a bundle ID. */
export interface VersionDraft {
  app: string;
  versionString: string;
  platform: Platform;
  copyright?: string;
  releaseType?: ReleaseType;
  earliestReleaseDate?: string;
  /** What becomes of one of that string and platform: an error (the default), the result, or changed as given. */
  ifExists?: IfExists;
}

/** A version that was created, or that was there: `existed`. */
export interface CreatedVersion extends Written {
  version: StoreVersion;
  existed?: true;
}

/** A version that was handed to review, or that review has already. */
export interface Submitted extends Written {
  versionId: string;
  submissionId?: string;
  /** That of the version. */
  state?: string;
  /** Something of an earlier run was used. */
  resumed: boolean;
}

/** A version that was taken back. */
export interface Withdrawn extends Written {
  versionId: string;
  submissionId: string;
  /** That of the version. */
  state?: string;
}

/** Only the members that are present are sent. */
export interface VersionChanges {
  versionString?: string;
  copyright?: string;
  releaseType?: ReleaseType;
  earliestReleaseDate?: string;
}

/**
 * A write that was carried out. `note` is there when the service's own answer was lost and a later reading showed
 * that it had been carried out.
 */
export interface Written {
  note?: string;
}
