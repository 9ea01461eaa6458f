import {cleanText} from './clean.ts';
import {lookup} from './values.ts';
import {type StoreVersion, stateIs, versionName} from './version.ts';

export interface SubmissionItem {
  id: string;
  state?: string;
  versionId?: string;
  kind?: string;
}

export interface Submission {
  id: string;
  /** A state of a submission, such as `READY_FOR_REVIEW` (a draft), `IN_REVIEW` or `COMPLETE`. */
  state?: string;
  submittedDate?: string;
  version?: {id: string; versionString?: string};
  items: SubmissionItem[];
  isPartial?: boolean;
  submittedBy?: string;
  updatedBy?: string;
}

const UNDER_REVIEW: readonly string[] = ['WAITING_FOR_REVIEW', 'IN_REVIEW'];

/** States of a review submission, not of a version. A version in a draft is in READY_FOR_REVIEW, too. */
export const SUBMISSION = {
  draft: 'READY_FOR_REVIEW',
  underReview: UNDER_REVIEW,
  rejected: 'UNRESOLVED_ISSUES',
  canceling: 'CANCELING',
  completing: 'COMPLETING',
  open: ['READY_FOR_REVIEW', ...UNDER_REVIEW, 'UNRESOLVED_ISSUES', 'CANCELING'] as readonly string[],
} as const;

const CLAUSES: Readonly<Record<string, string>> = {
  READY_FOR_REVIEW: 'is not submitted yet',
  WAITING_FOR_REVIEW: 'is waiting for review',
  IN_REVIEW: 'is in review',
  UNRESOLVED_ISSUES: 'was rejected',
  CANCELING: 'is being withdrawn',
  COMPLETING: 'has just been reviewed',
  COMPLETE: 'is no longer in review',
};

/** Returns the clause that follows "Version 2.0" if the version is in a submission of this state. */
export function submissionClause(state: string | undefined): string {
  return lookup(CLAUSES, state ?? '') ?? `has a review submission in ${cleanText(state ?? 'no known state')}`;
}

export function isOpen({state = ''}: Pick<Submission, 'state'>): boolean {
  return SUBMISSION.open.includes(state);
}

/** Returns the latest submission that is not complete. If there is none, returns the latest of all. */
export function latestOf(submissions: readonly Submission[]): Submission | undefined {
  const latest = submissions.toSorted((a, b) => (b.submittedDate ?? '').localeCompare(a.submittedDate ?? ''));
  return latest.find(({state}) => state !== 'COMPLETE') ?? latest[0];
}

export function itemsIn({items}: {items: readonly SubmissionItem[]}): SubmissionItem[] {
  return items.filter(({state}) => state !== 'REMOVED');
}

export function holds(submission: Submission, versionId: string): boolean {
  const {version, items} = submission;
  const isOf = (item: SubmissionItem) => item.versionId === versionId;
  if (items.some(isOf)) return itemsIn(submission).some(isOf);
  const isEmptied = items.length > 0 && itemsIn(submission).length === 0;
  return version?.id === versionId && !isEmptied && !isEmptyDraft(submission);
}

export function isEmptyDraft(submission: Submission): boolean {
  const {state, isPartial = false} = submission;
  return state === SUBMISSION.draft && !isPartial && itemsIn(submission).length === 0;
}

export function itemOf(items: readonly SubmissionItem[], versionId: string): SubmissionItem | undefined {
  const [only, ...others] = itemsIn({items});
  const isVague = others.length === 0 && only?.versionId === undefined && only?.kind === undefined;
  return itemsIn({items}).find((item) => item.versionId === versionId) ?? (isVague ? only : undefined);
}

export function itemsExcept(submission: Submission, versionId: string): SubmissionItem[] {
  const items = itemsIn(submission);
  const isOwn = (item: SubmissionItem) => item.versionId === versionId;
  // The service may omit which item holds the version.
  const own = items.find(isOwn) ?? items.find((item) => item.versionId === undefined && item.kind === undefined);
  return items.filter((item) => item !== own);
}

function otherVersion(submission: Submission, versionId: string): string | undefined {
  const ids = [submission.version?.id, ...itemsIn(submission).map((item) => item.versionId)];
  return ids.find((id) => id !== undefined && id !== versionId);
}

const UNKNOWN_KIND = 'another item';

export function kindsOf(items: readonly SubmissionItem[]): string {
  return [...new Set(items.map(({kind = UNKNOWN_KIND}) => kind))].join(', ');
}

export function contents(submission: Submission): string {
  const {version} = submission;
  const words = itemsIn(submission).map(({versionId, kind = UNKNOWN_KIND}) =>
    versionId !== undefined && versionId === version?.id ? `version ${versionName(version)}` : kind,
  );
  const named = version && !words.some((text) => text.startsWith('version ')) && words.length <= 1;
  const all = named ? [`version ${versionName(version)}`] : words;
  return [...new Set(all)].join(', ') || 'nothing';
}

export type SubmitCase =
  | {kind: 'under-review'; submission?: Submission}
  | {kind: 'canceling' | 'rejected' | 'draft' | 'empty-draft'; submission: Submission}
  | {kind: 'blocked'; words: string; otherId?: string; draftId?: string}
  | {kind: 'new'};

export function submitCase(version: StoreVersion, submissions: readonly Submission[]): SubmitCase {
  const {id, state} = version;
  const inState = (one: Submission, ...states: readonly string[]) => states.includes(one.state ?? '');
  const own = (...states: readonly string[]) => submissions.find((one) => inState(one, ...states) && holds(one, id));
  const canceling = own(SUBMISSION.canceling);
  if (canceling) return {kind: 'canceling', submission: canceling};
  const current = own(...UNDER_REVIEW);
  if (current || SUBMISSION.underReview.includes(state ?? '')) return {kind: 'under-review', submission: current};
  if (!stateIs(state, 'editable') && state !== SUBMISSION.draft) {
    return {kind: 'blocked', words: `is in ${state}: only an editable version can be submitted`};
  }
  const rejected = own(SUBMISSION.rejected);
  if (rejected) return {kind: 'rejected', submission: rejected};
  const busy = submissions.find(
    (one) => inState(one, ...UNDER_REVIEW, SUBMISSION.rejected, SUBMISSION.canceling) && otherVersion(one, id),
  );
  if (busy) return {kind: 'blocked', words: underReview(busy), otherId: otherVersion(busy, id)};
  const draft = own(SUBMISSION.draft);
  if (draft) {
    const isAlone = itemsExcept(draft, id).length === 0 && otherVersion(draft, id) === undefined && !draft.isPartial;
    if (isAlone) return {kind: 'draft', submission: draft};
    const words = `is in draft ${draft.id} together with other items: ${contents(draft)}`;
    return {kind: 'blocked', words, draftId: draft.id};
  }
  const empty = submissions.find(isEmptyDraft);
  if (empty) return {kind: 'empty-draft', submission: empty};
  // The service submits everything in a draft, and allows only one draft.
  const other = submissions.find((one) => inState(one, SUBMISSION.draft));
  if (!other) return {kind: 'new'};
  const words = `cannot be submitted alongside draft ${other.id}, which holds ${contents(other)}`;
  return {kind: 'blocked', words, otherId: otherVersion(other, id), draftId: other.id};
}

function underReview(submission: Submission): string {
  const rest = submissionClause(submission.state);
  return `cannot be submitted alongside ${contents(submission)} of the same platform, which ${rest} (${submission.id})`;
}
