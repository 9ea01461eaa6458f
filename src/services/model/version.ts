import type {App} from './app.ts';

/** Platforms a store version can be for. */
export const PLATFORMS = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** How an approved version gets on sale. */
export const RELEASE_TYPES = ['MANUAL', 'AFTER_APPROVAL', 'SCHEDULED'] as const;
export type ReleaseType = (typeof RELEASE_TYPES)[number];

/** The fourteen states of a store version that the tool knows by name. */
export const STORE_STATES = [
  'PREPARE_FOR_SUBMISSION',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'PENDING_CONTRACT',
  'WAITING_FOR_EXPORT_COMPLIANCE',
  'PENDING_DEVELOPER_RELEASE',
  'PROCESSING_FOR_APP_STORE',
  'PENDING_APPLE_RELEASE',
  'READY_FOR_SALE',
  'REMOVED_FROM_SALE',
  'DEVELOPER_REJECTED',
  'REJECTED',
  'METADATA_REJECTED',
  'INVALID_BINARY',
] as const;

/** States that `--state` and the state filter of the app accept. */
export const FILTERABLE_STATES = [
  'PREPARE_FOR_SUBMISSION',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'PENDING_DEVELOPER_RELEASE',
  'READY_FOR_SALE',
] as const;
export type FilterableState = (typeof FILTERABLE_STATES)[number];

/** States in which a version's attributes and build may still be changed. */
export const EDITABLE_STATES: readonly string[] = [
  'PREPARE_FOR_SUBMISSION',
  'DEVELOPER_REJECTED',
  'REJECTED',
  'METADATA_REJECTED',
  'INVALID_BINARY',
];

/** The one state in which a version can be deleted, and the one in which it can be released. */
export const DELETABLE_STATE = 'PREPARE_FOR_SUBMISSION';
export const RELEASABLE_STATE = 'PENDING_DEVELOPER_RELEASE';

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
  /** One of STORE_STATES where the service's state has such a name, else the service's own word. */
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
  /** Present when it was asked for and the version has one. */
  build?: Build;
  /** Present when it was asked for and the version has one. */
  phasedRelease?: PhasedRelease;
}

/** A page of a collection; `next` is the service's own URL of the next page. */
export interface Page<Item> {
  items: Item[];
  /** The service's links, as it sent them. */
  links: {self?: string; first?: string; next?: string};
  /** How many items the whole collection holds, where the service says so. */
  total?: number;
  /** The service's `meta`, as it sent it. */
  meta?: Record<string, unknown>;
}

/** Versions of one app, which is named when it was asked for (with the builds). */
export interface VersionPage extends Page<StoreVersion> {
  app?: App;
}

/** A related resource as `included` shows it: neutral type, attributes as the service gives them. */
export interface RelatedResource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

/** A version with what was asked for beside it. */
export interface VersionView {
  version: StoreVersion;
  /** Where the service gave it along: with `includeSubmission` and `withPhasedRelease`. */
  app?: App;
  /** Only when `includeSubmission` was asked for and there is one. */
  submissionId?: string;
  /** Only when `include` was given: in the order of INCLUDES, possibly empty. */
  included?: RelatedResource[];
}

export interface Build {
  id: string;
  /** The build number, e.g. `412`. */
  version?: string;
  /** The version string it was built for, where it was asked for. */
  versionString?: string;
  platform?: string;
  /** `PROCESSING`, `FAILED`, `INVALID`, `VALID`. */
  processingState?: string;
  expired?: boolean;
  uploadedDate?: string;
}

export type BuildPage = Page<Build>;

export interface PhasedRelease {
  id: string;
  /** `INACTIVE`, `ACTIVE`, `PAUSED`, `COMPLETE`. */
  state?: string;
  currentDayNumber?: number;
  startDate?: string;
}
