import {lookup} from '../../services/model/values.ts';
import type {Glyphs, Tone} from '../theme.ts';

interface StateWords {
  glyph: keyof Glyphs;
  tone?: Tone;
  /** As in a list. */
  name: string;
  /** As in a chip or a crowded row. */
  short: string;
  /** One sentence for the detail. */
  meaning: string;
}

const STATES: Readonly<Record<string, StateWords>> = {
  PREPARE_FOR_SUBMISSION: {
    glyph: 'prepare',
    name: 'Prepare for submission',
    short: 'preparing',
    meaning: 'being prepared: everything can still be changed',
  },
  READY_FOR_REVIEW: {
    glyph: 'prepare',
    name: 'Ready for review',
    short: 'ready for review',
    meaning: 'complete, but not yet submitted',
  },
  WAITING_FOR_REVIEW: {
    glyph: 'waiting',
    tone: 'busy',
    name: 'Waiting for review',
    short: 'waiting',
    meaning: 'submitted: it waits for a reviewer',
  },
  IN_REVIEW: {
    glyph: 'review',
    tone: 'busy',
    name: 'In review',
    short: 'in review',
    meaning: 'a reviewer is looking at it',
  },
  ACCEPTED: {
    glyph: 'approved',
    tone: 'good',
    name: 'Accepted',
    short: 'accepted',
    meaning: 'approved',
  },
  PENDING_CONTRACT: {
    glyph: 'blocked',
    tone: 'bad',
    name: 'Pending contract',
    short: 'pending contract',
    meaning: 'blocked: an agreement has to be accepted first',
  },
  WAITING_FOR_EXPORT_COMPLIANCE: {
    glyph: 'blocked',
    tone: 'bad',
    name: 'Waiting for export compliance',
    short: 'export compliance',
    meaning: 'blocked: questions on encryption have to be answered',
  },
  PENDING_DEVELOPER_RELEASE: {
    glyph: 'approved',
    tone: 'good',
    name: 'Pending developer release',
    short: 'pending release',
    meaning: 'approved: it waits for you to release it',
  },
  PROCESSING_FOR_APP_STORE: {
    glyph: 'processing',
    tone: 'busy',
    name: 'Processing',
    short: 'processing',
    meaning: 'released: the store is getting it ready',
  },
  PENDING_APPLE_RELEASE: {
    glyph: 'processing',
    tone: 'busy',
    name: 'Pending platform release',
    short: 'platform release',
    meaning: 'approved: the platform operator will release it',
  },
  READY_FOR_SALE: {glyph: 'live', tone: 'good', name: 'Ready for sale', short: 'live', meaning: 'live in the store'},
  PREORDER_READY_FOR_SALE: {
    glyph: 'waiting',
    tone: 'busy',
    name: 'Pre-order ready for sale',
    short: 'pre-order',
    meaning: 'on pre-order: it goes on sale on its date',
  },
  NOT_APPLICABLE: {
    glyph: 'removed',
    name: 'Not applicable',
    short: 'not applicable',
    meaning: 'not for sale in the store',
  },
  REMOVED_FROM_SALE: {
    glyph: 'removed',
    name: 'Removed from sale',
    short: 'removed',
    meaning: 'not in the store any more',
  },
  DEVELOPER_REMOVED_FROM_SALE: {
    glyph: 'removed',
    name: 'Removed from sale by developer',
    short: 'removed',
    meaning: 'not in the store any more',
  },
  REPLACED_WITH_NEW_VERSION: {
    glyph: 'removed',
    name: 'Replaced with new version',
    short: 'replaced',
    meaning: 'a newer version took its place',
  },
  DEVELOPER_REJECTED: {
    glyph: 'rejected',
    tone: 'bad',
    name: 'Developer rejected',
    short: 'withdrawn',
    meaning: 'withdrawn by you: it can be changed and submitted again',
  },
  REJECTED: {
    glyph: 'rejected',
    tone: 'bad',
    name: 'Rejected',
    short: 'rejected',
    meaning: 'the review found something: it can be changed and submitted again',
  },
  METADATA_REJECTED: {
    glyph: 'rejected',
    tone: 'bad',
    name: 'Metadata rejected',
    short: 'metadata rejected',
    meaning: 'texts or pictures have to be changed, the build is fine',
  },
  INVALID_BINARY: {
    glyph: 'rejected',
    tone: 'bad',
    name: 'Invalid binary',
    short: 'invalid binary',
    meaning: 'the build cannot be used: attach another one',
  },
};

/** A state in words and as a glyph. One that is new to this program is shown as the service writes it. */
export function stateWords(state: string | undefined): StateWords {
  const name = state ?? 'Unknown';
  return lookup(STATES, state) ?? {glyph: 'unknown', name, short: name, meaning: 'a state that is new to this program'};
}

const PLATFORM_NAMES: Readonly<Record<string, string>> = {
  IOS: 'iOS',
  MAC_OS: 'macOS',
  TV_OS: 'tvOS',
  VISION_OS: 'visionOS',
};

/** `iOS` for `IOS`; an unknown platform as the service writes it. */
export function platformName(platform: string): string {
  return lookup(PLATFORM_NAMES, platform) ?? platform;
}

const RELEASE_TYPE_NAMES: Readonly<Record<string, string>> = {
  MANUAL: 'manual',
  AFTER_APPROVAL: 'after approval',
  SCHEDULED: 'scheduled',
};

export function releaseTypeName(type: string): string {
  return lookup(RELEASE_TYPE_NAMES, type) ?? type;
}

/** `PROCESSING_STATE` as `processing state`, for words of the service that have no name of their own here. */
export function plainWords(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase();
}
