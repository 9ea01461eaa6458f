import {lookup} from './values.ts';

export type Trait =
  /** Attributes, build and texts can be changed. */
  | 'editable'
  | 'deletable'
  /** Can be submitted, or is in a draft. */
  | 'submittable'
  | 'withdrawable'
  | 'releasable'
  /** Undecided: no other version of its platform can be submitted. */
  | 'in-review'
  | 'approved'
  /** Nothing happens until a person acts. */
  | 'stuck'
  /** The app lists it first. */
  | 'needs-you'
  /** Continues on its own. */
  | 'moving'
  /** Review has started: What's New is frozen. */
  | 'texts-final'
  /** Live now or earlier: any later version is an update. */
  | 'released'
  | 'live'
  /** Live, or gone from the store. Every other version is in flight. */
  | 'at-rest';

/** States of `appStoreState`, in the tool's names, and those that only `appVersionState` has. */
const TRAITS = {
  PREPARE_FOR_SUBMISSION: ['submittable', 'editable', 'deletable'],
  DEVELOPER_REJECTED: ['submittable', 'editable', 'stuck'],
  REJECTED: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you'],
  METADATA_REJECTED: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you'],
  INVALID_BINARY: ['submittable', 'withdrawable', 'editable', 'stuck', 'needs-you'],
  READY_FOR_REVIEW: ['submittable', 'withdrawable'],
  WAITING_FOR_REVIEW: ['withdrawable', 'in-review', 'moving'],
  IN_REVIEW: ['withdrawable', 'in-review', 'texts-final', 'moving'],
  ACCEPTED: ['withdrawable', 'in-review', 'texts-final', 'moving'],
  PENDING_CONTRACT: ['texts-final', 'needs-you'],
  WAITING_FOR_EXPORT_COMPLIANCE: ['withdrawable', 'needs-you'],
  PENDING_DEVELOPER_RELEASE: ['withdrawable', 'approved', 'texts-final', 'releasable', 'needs-you'],
  PENDING_APPLE_RELEASE: ['approved', 'texts-final', 'moving'],
  PROCESSING_FOR_APP_STORE: ['approved', 'texts-final', 'released', 'moving'],
  PREORDER_READY_FOR_SALE: ['approved', 'texts-final', 'moving'],
  READY_FOR_SALE: ['approved', 'texts-final', 'released', 'live', 'at-rest'],
  REMOVED_FROM_SALE: ['texts-final', 'released', 'stuck', 'at-rest'],
  DEVELOPER_REMOVED_FROM_SALE: ['texts-final', 'released', 'stuck', 'at-rest'],
  REPLACED_WITH_NEW_VERSION: ['texts-final', 'released', 'at-rest'],
  NOT_APPLICABLE: ['at-rest'],
} as const satisfies Record<string, readonly Trait[]>;

export type VersionState = keyof typeof TRAITS;

export const VERSION_STATES = Object.keys(TRAITS) as readonly VersionState[];

/** `appVersionState` names, mapped to the older ones. */
export const NEWER_NAMES = {
  READY_FOR_DISTRIBUTION: 'READY_FOR_SALE',
  PROCESSING_FOR_DISTRIBUTION: 'PROCESSING_FOR_APP_STORE',
} as const satisfies Record<string, VersionState>;

/** An unknown or absent state has no traits. */
export function stateIs(state: string | undefined, trait: Trait): boolean {
  const traits: readonly Trait[] | undefined = lookup<readonly Trait[]>(TRAITS, state);
  return traits?.includes(trait) ?? false;
}

export function statesThatAre(trait: Trait): readonly VersionState[] {
  return VERSION_STATES.filter((state) => stateIs(state, trait));
}

/** Accepted by `--state` and by the app's state filter. */
export const FILTERABLE_STATES = [
  'PREPARE_FOR_SUBMISSION',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'PENDING_DEVELOPER_RELEASE',
  'READY_FOR_SALE',
] as const satisfies readonly VersionState[];
export type FilterableState = (typeof FILTERABLE_STATES)[number];
