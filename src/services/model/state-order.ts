import {lookup} from './values.ts';
import {NEWER_NAMES, stateIs, statesThatAre, type VersionState} from './version.ts';

/** From the first to the last. In review a version may go back to its queue. */
const STAGES: readonly (readonly VersionState[])[] = [
  statesThatAre('editable'),
  ['READY_FOR_REVIEW'],
  ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'ACCEPTED', 'WAITING_FOR_EXPORT_COMPLIANCE', 'PENDING_CONTRACT'],
  ['PENDING_DEVELOPER_RELEASE', 'PENDING_APPLE_RELEASE'],
  ['PREORDER_READY_FOR_SALE', 'PROCESSING_FOR_APP_STORE'],
  ['READY_FOR_SALE'],
  ['REMOVED_FROM_SALE', 'DEVELOPER_REMOVED_FROM_SALE', 'REPLACED_WITH_NEW_VERSION', 'NOT_APPLICABLE'],
];

const stageOf = (state: string) => STAGES.findIndex((stage) => stage.some((name) => name === state));

/** Whether a version may still get from one state to another. An unknown state excludes nothing. */
export function mayBecome(from: string, to: string): boolean {
  const [now, then] = [stageOf(from), stageOf(to)];
  if (now < 0 || then < 0 || then >= now) return true;
  // Rejected, or withdrawn: possible until it is released.
  return stateIs(to, 'editable') && !stateIs(from, 'released');
}

/** The current name of a state that has a newer one. */
export function olderName(state: string): string {
  return lookup<string>(NEWER_NAMES, state) ?? state;
}
