/** States as the wire has them: the older enum of a version, with the newer one's word where it has one. */
const NEWER: Readonly<Record<string, string | undefined>> = {
  ACCEPTED: 'ACCEPTED',
  DEVELOPER_REMOVED_FROM_SALE: 'READY_FOR_DISTRIBUTION',
  DEVELOPER_REJECTED: 'DEVELOPER_REJECTED',
  IN_REVIEW: 'IN_REVIEW',
  INVALID_BINARY: 'INVALID_BINARY',
  METADATA_REJECTED: 'METADATA_REJECTED',
  PENDING_APPLE_RELEASE: 'PENDING_APPLE_RELEASE',
  PENDING_CONTRACT: 'ACCEPTED',
  PENDING_DEVELOPER_RELEASE: 'PENDING_DEVELOPER_RELEASE',
  PREPARE_FOR_SUBMISSION: 'PREPARE_FOR_SUBMISSION',
  PREORDER_READY_FOR_SALE: undefined,
  PROCESSING_FOR_APP_STORE: 'PROCESSING_FOR_DISTRIBUTION',
  READY_FOR_REVIEW: 'READY_FOR_REVIEW',
  READY_FOR_SALE: 'READY_FOR_DISTRIBUTION',
  REJECTED: 'REJECTED',
  REMOVED_FROM_SALE: 'READY_FOR_DISTRIBUTION',
  WAITING_FOR_EXPORT_COMPLIANCE: 'WAITING_FOR_EXPORT_COMPLIANCE',
  WAITING_FOR_REVIEW: 'WAITING_FOR_REVIEW',
  REPLACED_WITH_NEW_VERSION: 'REPLACED_WITH_NEW_VERSION',
  NOT_APPLICABLE: undefined,
};

export const VERSION_STATES: readonly string[] = Object.keys(NEWER);
export const VERSION_STATES_NEW: readonly string[] = [...new Set(Object.values(NEWER))].filter(
  (state) => state !== undefined,
);

/** The newer state attribute for an older state. */
export const newerState = (state: string): string | undefined => NEWER[state];

export const SUBMISSION_STATES: readonly string[] = [
  'READY_FOR_REVIEW',
  'WAITING_FOR_REVIEW',
  'IN_REVIEW',
  'UNRESOLVED_ISSUES',
  'CANCELING',
  'COMPLETING',
  'COMPLETE',
];

/** What a version's state makes of the review submission it is in. */
export function submissionState(state: string): string {
  if (state === 'WAITING_FOR_REVIEW' || state === 'IN_REVIEW') return state;
  return /REJECTED|INVALID/.test(state) ? 'UNRESOLVED_ISSUES' : 'COMPLETE';
}
