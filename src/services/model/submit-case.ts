import {stateIs} from './states.ts';
import {
  CANCELING,
  contents,
  DRAFT,
  holds,
  holdsOnly,
  isEmpty,
  otherVersion,
  REJECTED,
  type Submission,
  UNDER_REVIEW,
} from './submission.ts';
import type {StoreVersion} from './version.ts';

export type SubmitCase =
  | {kind: 'under-review'; submission?: Submission}
  | {kind: 'canceling'; submission: Submission}
  | {kind: 'rejected'; submission: Submission}
  | {kind: 'draft'; submission: Submission}
  | {kind: 'empty-draft'; submission: Submission}
  /** By another version, a draft, or its own state. */
  | {kind: 'blocked'; words: string; otherId?: string; draftId?: string}
  | {kind: 'new'};

/** `submissions` are the open ones of its app and platform. */
export function submitCase(version: StoreVersion, submissions: readonly Submission[]): SubmitCase {
  const {id, state} = version;
  const inState = (one: Submission, ...states: readonly string[]) => states.includes(one.state ?? '');
  const own = (...states: readonly string[]) => submissions.find((one) => inState(one, ...states) && holds(one, id));
  const canceling = own(CANCELING);
  if (canceling) return {kind: 'canceling', submission: canceling};
  const current = own(...UNDER_REVIEW);
  if (current || UNDER_REVIEW.includes(state ?? '')) return {kind: 'under-review', submission: current};
  if (!stateIs(state, 'editable') && state !== DRAFT) {
    return {kind: 'blocked', words: `is in ${state}: only an editable version can be submitted`};
  }
  const rejected = own(REJECTED);
  if (rejected) return {kind: 'rejected', submission: rejected};
  const busy = submissions.find((one) => inState(one, ...UNDER_REVIEW, REJECTED, CANCELING) && otherVersion(one, id));
  if (busy) return {kind: 'blocked', words: underReview(busy), otherId: otherVersion(busy, id)};
  return ofDrafts(
    id,
    submissions.filter((one) => inState(one, DRAFT)),
  );
}

function ofDrafts(id: string, drafts: readonly Submission[]): SubmitCase {
  const own = drafts.find((draft) => holds(draft, id));
  if (own && holdsOnly(own, id)) return {kind: 'draft', submission: own};
  if (own) {
    const words = `is in draft ${own.id} together with other items: ${contents(own)}`;
    return {kind: 'blocked', words, draftId: own.id};
  }
  const empty = drafts.find((draft) => isEmpty(draft, id));
  if (empty) return {kind: 'empty-draft', submission: empty};
  // The service submits everything in a draft, and allows only one draft.
  const [other] = drafts;
  if (!other) return {kind: 'new'};
  const words = `cannot be submitted alongside draft ${other.id}, which holds ${contents(other)}`;
  return {kind: 'blocked', words, otherId: otherVersion(other, id), draftId: other.id};
}

function underReview(submission: Submission): string {
  const rest = submission.state === REJECTED ? 'review found issues in it' : `it is in ${submission.state}`;
  return `cannot be submitted alongside ${contents(submission)} of the same platform: ${rest} (${submission.id})`;
}
