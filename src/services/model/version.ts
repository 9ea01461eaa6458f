export const PLATFORMS = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const RELEASE_TYPES = ['MANUAL', 'AFTER_APPROVAL', 'SCHEDULED'] as const;
export type ReleaseType = (typeof RELEASE_TYPES)[number];

/** What `versions create` does when the version exists. */
export const IF_EXISTS = ['fail', 'skip', 'update'] as const;
export type IfExists = (typeof IF_EXISTS)[number];

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

/** What a version can be given, with its name in a sentence: the list that flags, writes, reads and judgements share. */
export const GIVEN_ATTRIBUTES = {
  versionString: 'version string',
  copyright: 'copyright',
  releaseType: 'release type',
  earliestReleaseDate: 'earliest release date',
} as const;
export type Attributes = {[Name in keyof typeof GIVEN_ATTRIBUTES]?: string};

/** Platform, state and release type are text, not enums: the service may add values, and they are shown as sent. */
export interface StoreVersion extends Attributes {
  id: string;
  platform?: string;
  /** A VersionState where one matches, else the service's own word. */
  state?: string;
  /** `YYYY-MM-DDThh:mm:ss.SSS+ZZZZ`, the service's own offset. */
  createdDate?: string;
  reviewType?: string;
  downloadable?: boolean;
  appId?: string;
  /** When its review submission was submitted (ISO 8601), where requested and known. */
  submittedDate?: string;
  build?: Build;
  phasedRelease?: PhasedRelease;
}

export function versionName({id, versionString}: Pick<StoreVersion, 'id' | 'versionString'>): string {
  return versionString ?? id;
}

/** As `included` shows it: neutral type, attributes as sent. */
export interface RelatedResource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

export const PROCESSING_STATES = ['PROCESSING', 'FAILED', 'INVALID', 'VALID'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export interface Build {
  id: string;
  version?: string;
  /** The version string it was built for, where requested. */
  versionString?: string;
  platform?: string;
  /** One of PROCESSING_STATES, or a newer one. */
  processingState?: string;
  expired?: boolean;
  uploadedDate?: string;
  /** Absent until the encryption question is answered. */
  usesEncryption?: boolean;
  appId?: string;
}

export interface PhasedRelease {
  id: string;
  /** `INACTIVE`, `ACTIVE`, `PAUSED`, `COMPLETE`. */
  state?: string;
  currentDayNumber?: number;
  totalPauseDuration?: number;
  startDate?: string;
}

export interface App {
  id: string;
  name?: string;
  bundleId?: string;
  sku?: string;
  /** `en-US` */
  primaryLocale?: string;
}
