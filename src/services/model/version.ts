/** Platforms a store version can be for. */
export const PLATFORMS = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** How an approved version gets on sale. */
export const RELEASE_TYPES = ['MANUAL', 'AFTER_APPROVAL', 'SCHEDULED'] as const;
export type ReleaseType = (typeof RELEASE_TYPES)[number];

/** What `versions create` does where there is a version of that string and platform. */
export const IF_EXISTS = ['fail', 'skip', 'update'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

/** Related resources that `versions view --include` accepts. */
export const INCLUDES = [
  'ageRatingDeclaration',
  'storeReviewDetail',
  'appClipDefaultExperience',
  'storeVersionExperiments',
  'storeVersionExperimentsV2',
  'storeVersionSubmission',
  'customerReviews',
  'routingAppCoverage',
  'alternativeDistributionPackage',
  'gameAppVersion',
] as const;
export type Include = (typeof INCLUDES)[number];

/**
 * A store version. Platform, state and release type are text, not enums: the service may add members at any time,
 * and what it sends is shown as it is.
 */
export interface StoreVersion {
  id: string;
  versionString?: string;
  platform?: string;
  /** A VersionState where the service's state has such a name, else the service's own word. */
  state?: string;
  /** `YYYY-MM-DDThh:mm:ss.SSS+ZZZZ`, the service's own offset. */
  createdDate?: string;
  copyright?: string;
  releaseType?: string;
  /** ISO 8601 as the service gives it. */
  earliestReleaseDate?: string;
  reviewType?: string;
  downloadable?: boolean;
  appId?: string;
  /** When the review submission that holds it was submitted, ISO 8601, where that was asked for and is known. */
  submittedDate?: string;
  /** Present when it was asked for and the version has one. */
  build?: Build;
  /** Present when it was asked for and the version has one. */
  phasedRelease?: PhasedRelease;
}

/** What a person calls a version. */
export function versionName({id, versionString}: Pick<StoreVersion, 'id' | 'versionString'>): string {
  return versionString ?? id;
}

/** A related resource as `included` shows it: neutral type, attributes as the service gives them. */
export interface RelatedResource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

/** How far the service is with an uploaded build. */
export const PROCESSING_STATES = ['PROCESSING', 'FAILED', 'INVALID', 'VALID'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export interface Build {
  id: string;
  /** The build number, e.g. `412`. */
  version?: string;
  /** The version string it was built for, where it was asked for. */
  versionString?: string;
  platform?: string;
  /** One of PROCESSING_STATES, or a word that is new to this program. */
  processingState?: string;
  expired?: boolean;
  uploadedDate?: string;
  /** The answer to the encryption question; absent while nobody has given one. */
  usesEncryption?: boolean;
}

export interface PhasedRelease {
  id: string;
  /** `INACTIVE`, `ACTIVE`, `PAUSED`, `COMPLETE`. */
  state?: string;
  currentDayNumber?: number;
  /** Days of pause so far. */
  totalPauseDuration?: number;
  startDate?: string;
}

export interface App {
  id: string;
  name?: string;
  bundleId?: string;
  sku?: string;
}
