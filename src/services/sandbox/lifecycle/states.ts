/** What the older states of a version mean to the store. The client has its own idea of it. */

const EDITABLE: readonly string[] = [
  'PREPARE_FOR_SUBMISSION',
  'DEVELOPER_REJECTED',
  'REJECTED',
  'METADATA_REJECTED',
  'INVALID_BINARY',
];
/** A version in one of these was once on sale: its platform's next one is an update. */
export const ONCE_FOR_SALE: readonly string[] = [
  'READY_FOR_SALE',
  'PROCESSING_FOR_APP_STORE',
  'REMOVED_FROM_SALE',
  'REPLACED_WITH_NEW_VERSION',
];

export const isEditable = (state: string): boolean => EDITABLE.includes(state);
