import type {WithNote} from './outcome.ts';
import {lookup} from './values.ts';

export const PLATFORMS = ['IOS', 'MAC_OS', 'TV_OS', 'VISION_OS'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const RELEASE_TYPES = ['MANUAL', 'AFTER_APPROVAL', 'SCHEDULED'] as const;

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

export const GIVEN_ATTRIBUTES = {
  versionString: 'version string',
  copyright: 'copyright',
  releaseType: 'release type',
  earliestReleaseDate: 'earliest release date',
} as const;
export type Attributes = {[Name in keyof typeof GIVEN_ATTRIBUTES]?: string};

/** Returns the given attributes that differ. Dates are compared as instants, and an absent text equals an empty one. */
export function differentAttributes(version: Attributes, given: Attributes): (keyof Attributes)[] {
  const instant = (date: string | undefined) => Date.parse(date ?? '');
  const names = (Object.keys(given) as (keyof Attributes)[]).filter((name) => given[name] !== undefined);
  return names.filter((name) =>
    name === 'earliestReleaseDate'
      ? instant(version[name]) !== instant(given[name])
      : (version[name] ?? '') !== (given[name] ?? ''),
  );
}

export function isAboutRelease(name: keyof Attributes): boolean {
  return name === 'releaseType' || name === 'earliestReleaseDate';
}

export function canBeSet(name: keyof Attributes, state: string | undefined): boolean {
  return (
    stateIs(state, 'editable') || (isAboutRelease(name) && stateIs(state, 'approved') && !stateIs(state, 'released'))
  );
}

export function attributeNames(names: readonly (keyof Attributes)[]): string {
  return names.map((name) => GIVEN_ATTRIBUTES[name] ?? name).join(', ');
}

/** Platform, state and release type are strings, because the service may add values, which are shown as they are. */
export interface StoreVersion extends Attributes {
  id: string;
  platform?: string;
  state?: string;
  /** `YYYY-MM-DDThh:mm:ss.SSS+ZZZZ`, in the service's own offset. */
  createdDate?: string;
  reviewType?: string;
  downloadable?: boolean;
  appId?: string;
  submittedDate?: string;
  build?: Build;
  phasedRelease?: PhasedRelease;
}

/** Requests about submissions, builds and other versions need both the app and the platform. */
export interface VersionOfApp extends StoreVersion {
  appId: string;
  platform: string;
}

export type AppPlatform = Pick<VersionOfApp, 'appId' | 'platform'>;

export function hasApp<V extends Partial<AppPlatform>>(version: V): version is V & AppPlatform {
  return version.appId !== undefined && version.platform !== undefined;
}

export function newestFirst<V extends StoreVersion>(versions: readonly V[]): V[] {
  const created = ({createdDate}: StoreVersion) => Date.parse(createdDate ?? '') || 0;
  return versions.toSorted((one, other) => created(other) - created(one));
}

export function versionName({id, versionString}: Pick<StoreVersion, 'id' | 'versionString'>): string {
  return versionString ?? id;
}

export interface RelatedResource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

export const PROCESSING_STATES = ['PROCESSING', 'FAILED', 'INVALID', 'VALID'] as const;

export interface Build {
  id: string;
  version?: string;
  versionString?: string;
  platform?: string;
  processingState?: string;
  expired?: boolean;
  uploadedDate?: string;
  audience?: string;
  usesEncryption?: boolean;
  appId?: string;
}

export interface PhasedRelease {
  id: string;
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
  primaryLocale?: string;
}

export interface Page<Item> {
  items: Item[];
  links: {self?: string; first?: string; next?: string};
  total?: number;
  meta?: Record<string, unknown>;
}

export interface AppOverview extends App {
  versions: StoreVersion[];
  isPartial?: true;
}

export interface VersionView extends WithNote {
  version: StoreVersion;
  app?: App;
  submissionId?: string;
  included?: RelatedResource[];
}

/** The stages of a version, in order. Each state has one stage. A version may return to an earlier stage. */
const STAGES = ['editable', 'in-draft', 'reviewing', 'passed', 'releasing', 'live', 'gone'] as const;

export type Trait =
  | (typeof STAGES)[number]
  | 'deletable'
  | 'submittable'
  | 'withdrawable'
  | 'releasable'
  | 'in-review'
  /** Blocks a new version on its platform until this version is released or deleted. Withdrawing it is not enough. */
  | 'holder'
  | 'approved'
  | 'stuck'
  | 'needs-you'
  | 'moving'
  | 'texts-final'
  | 'released'
  /** The version is live, or gone from the store. Any other version is in flight. */
  | 'at-rest';

/** The states of `appStoreState`, whose names the tool uses, and states that only the newer `appVersionState` has. */
const TRAITS = {
  PREPARE_FOR_SUBMISSION: ['submittable', 'editable', 'deletable', 'stuck', 'holder'],
  DEVELOPER_REJECTED: ['submittable', 'editable', 'stuck', 'holder'],
  REJECTED: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you', 'holder'],
  METADATA_REJECTED: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you', 'holder'],
  INVALID_BINARY: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you', 'holder'],
  READY_FOR_REVIEW: ['in-draft', 'submittable', 'withdrawable', 'holder'],
  WAITING_FOR_REVIEW: ['reviewing', 'withdrawable', 'in-review', 'moving', 'holder'],
  IN_REVIEW: ['reviewing', 'withdrawable', 'in-review', 'texts-final', 'moving', 'holder'],
  ACCEPTED: ['reviewing', 'withdrawable', 'in-review', 'texts-final', 'moving', 'holder'],
  PENDING_CONTRACT: ['passed', 'texts-final', 'needs-you', 'stuck', 'holder'],
  WAITING_FOR_EXPORT_COMPLIANCE: ['reviewing', 'withdrawable', 'needs-you', 'stuck', 'holder'],
  PENDING_DEVELOPER_RELEASE: ['passed', 'withdrawable', 'approved', 'texts-final', 'releasable', 'needs-you', 'holder'],
  PENDING_APPLE_RELEASE: ['passed', 'approved', 'texts-final', 'moving', 'holder'],
  PROCESSING_FOR_APP_STORE: ['releasing', 'approved', 'texts-final', 'released', 'moving'],
  PREORDER_READY_FOR_SALE: ['releasing', 'approved', 'texts-final', 'moving'],
  READY_FOR_SALE: ['approved', 'texts-final', 'released', 'live', 'at-rest'],
  REMOVED_FROM_SALE: ['gone', 'texts-final', 'released', 'stuck', 'at-rest'],
  DEVELOPER_REMOVED_FROM_SALE: ['gone', 'texts-final', 'released', 'stuck', 'at-rest'],
  REPLACED_WITH_NEW_VERSION: ['gone', 'texts-final', 'released', 'at-rest'],
  NOT_APPLICABLE: ['gone', 'at-rest'],
} as const satisfies Record<string, readonly Trait[]>;

export type VersionState = keyof typeof TRAITS;

export const VERSION_STATES = Object.keys(TRAITS) as readonly VersionState[];

export const NEWER_NAMES = {
  READY_FOR_DISTRIBUTION: 'READY_FOR_SALE',
  PROCESSING_FOR_DISTRIBUTION: 'PROCESSING_FOR_APP_STORE',
} as const satisfies Record<string, VersionState>;

export function stateIs(state: string | undefined, trait: Trait): boolean {
  const traits: readonly Trait[] | undefined = lookup<readonly Trait[]>(TRAITS, state);
  return traits?.includes(trait) ?? false;
}

export const stageOf = (state: string | undefined) => STAGES.find((stage) => stateIs(state, stage));

export function mayBecome(from: string, to: string): boolean {
  const [now, then] = [stageOf(from), stageOf(to)];
  if (!now || !then || STAGES.indexOf(then) >= STAGES.indexOf(now)) return true;
  return stateIs(to, 'editable') && !stateIs(from, 'released');
}

export function olderName(state: string): string {
  return lookup<string>(NEWER_NAMES, state) ?? state;
}

export function releasedAlready(state: string | undefined): string | undefined {
  if (!stateIs(state, 'released')) return undefined;
  return stateIs(state, 'moving') ? 'is already being released: processing' : 'was already released';
}

export function statesThatAre(trait: Trait): readonly VersionState[] {
  return VERSION_STATES.filter((state) => stateIs(state, trait));
}

export const FILTERABLE_STATES = [
  'PREPARE_FOR_SUBMISSION',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'PENDING_DEVELOPER_RELEASE',
  'READY_FOR_SALE',
] as const satisfies readonly VersionState[];
export type FilterableState = (typeof FILTERABLE_STATES)[number];
