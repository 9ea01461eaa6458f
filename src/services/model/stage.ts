import {lookup} from './values.ts';
import {NEWER_NAMES, stateIs, statesThatAre, type VersionState} from './version.ts';

const STAGES = {
  preparing: statesThatAre('editable'),
  'in draft': ['READY_FOR_REVIEW'],
  // A version may return to the review queue.
  'in review': ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'ACCEPTED', 'WAITING_FOR_EXPORT_COMPLIANCE'],
  approved: ['PENDING_CONTRACT', 'PENDING_DEVELOPER_RELEASE', 'PENDING_APPLE_RELEASE'],
  releasing: ['PREORDER_READY_FOR_SALE', 'PROCESSING_FOR_APP_STORE'],
  'on sale': ['READY_FOR_SALE'],
  gone: ['REMOVED_FROM_SALE', 'DEVELOPER_REMOVED_FROM_SALE', 'REPLACED_WITH_NEW_VERSION', 'NOT_APPLICABLE'],
} as const satisfies Record<string, readonly VersionState[]>;
export type Stage = keyof typeof STAGES;

const ORDER = Object.keys(STAGES) as readonly Stage[];

export function stageOf(state: string | undefined): Stage | undefined {
  return ORDER.find((stage) => STAGES[stage].some((name) => name === state));
}

export function mayBecome(from: string, to: string): boolean {
  const [now, then] = [stageOf(from), stageOf(to)];
  if (!now || !then || ORDER.indexOf(then) >= ORDER.indexOf(now)) return true;
  // It can be rejected or withdrawn until it is released.
  return stateIs(to, 'editable') && !stateIs(from, 'released');
}

export function olderName(state: string): string {
  return lookup<string>(NEWER_NAMES, state) ?? state;
}
