import {wireDate} from '../dates.ts';
import {invalidState, stateError} from '../errors.ts';
import {newId} from '../records/ids.ts';
import type {AppRecord, ItemRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {itemsOf, versionIn} from './lookups.ts';
import {approve} from './release.ts';

/** How long it takes to cancel, in ms. */
const CANCELING = 3000;

const CANCELLABLE = ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'UNRESOLVED_ISSUES'];
const IN_PROGRESS = [...CANCELLABLE, 'CANCELING', 'COMPLETING'];

/** A new draft. There may be several of them. */
export function addSubmission(store: Store, app: AppRecord, platform: SubmissionRecord['platform']): SubmissionRecord {
  const submission = {id: newId(app.id), app: app.id, platform, state: 'READY_FOR_REVIEW', updatedBy: 'key'};
  store.put('submissions', submission);
  return submission;
}

/** Hands a draft to review, or what was rejected once more. @throws Refusal 409 while that is not possible */
export function submit(store: Store, submission: SubmissionRecord): void {
  const {id, state} = submission;
  if (state !== 'READY_FOR_REVIEW' && state !== 'UNRESOLVED_ISSUES') {
    throw invalidState(`reviewSubmissions with id ${id} was already submitted`);
  }
  const items = itemsOf(store, submission).filter((item) => item.state !== 'REMOVED');
  if (items.length === 0) throw invalidState(`reviewSubmissions with id ${id} does not have any items.`);
  const other = versionIn(store, submission) && anotherInProgress(store, submission);
  if (other) throw invalidState(`There is another reviewSubmissions with id ${other.id} still in progress.`);
  if (!items.every((item) => isReady(store, item, state))) {
    throw stateError('Version is not ready to be submitted yet, please try again later.');
  }
  moveVersions(store, submission, 'WAITING_FOR_REVIEW');
  store.put('submissions', {
    ...submission,
    state: 'WAITING_FOR_REVIEW',
    submittedDate: wireDate(store.now),
    submittedBy: 'key',
    updatedBy: 'key',
    due: store.now + store.pace.reviewStep,
  });
}

/** A version in a draft is ready some time after it was added; what was rejected, once it was said to be resolved. */
function isReady(store: Store, item: ItemRecord, submission: string): boolean {
  if (submission === 'UNRESOLVED_ISSUES') return item.state !== 'REJECTED';
  return item.version === undefined || store.find('versions', item.version)?.state === 'READY_FOR_REVIEW';
}

/** Another version of the platform that review has, or that a rejection holds. */
function anotherInProgress(store: Store, {id, app, platform}: SubmissionRecord): SubmissionRecord | undefined {
  return store
    .all('submissions', app)
    .find(
      (other) =>
        other.id !== id &&
        other.platform === platform &&
        IN_PROGRESS.includes(other.state) &&
        versionIn(store, other) !== undefined,
    );
}

/** @throws Refusal 409 for a draft and for what is over */
export function cancel(store: Store, submission: SubmissionRecord): void {
  if (!CANCELLABLE.includes(submission.state)) throw invalidState('Resource is not in cancellable state');
  store.put('submissions', {...submission, state: 'CANCELING', updatedBy: 'key', due: store.now + CANCELING});
}

/** What a submission does by itself when its time has come. @param at in ms */
export function reviewGoesOn(store: Store, submission: SubmissionRecord, at: number): void {
  if (submission.state === 'CANCELING') endCancel(store, submission);
  else if (submission.state === 'IN_REVIEW') decide(store, submission, at);
  else beginReview(store, submission, at);
}

function beginReview(store: Store, submission: SubmissionRecord, at: number): void {
  const due = at + store.pace.reviewStep;
  moveVersions(store, submission, 'IN_REVIEW');
  store.put('submissions', {...submission, state: 'IN_REVIEW', updatedBy: 'reviewer', due});
}

function decide(store: Store, submission: SubmissionRecord, at: number): void {
  const isRejected = store.samples.app(submission.app)?.alwaysRejected;
  const over = {...submission, updatedBy: 'reviewer', due: undefined};
  moveItems(store, submission, isRejected ? 'REJECTED' : 'APPROVED');
  if (isRejected) {
    moveVersions(store, submission, 'REJECTED');
    store.put('submissions', {...over, state: 'UNRESOLVED_ISSUES'});
  } else {
    for (const version of versionsIn(store, submission)) approve(store, version, at);
    store.put('submissions', {...over, state: 'COMPLETE'});
  }
}

function endCancel(store: Store, submission: SubmissionRecord): void {
  moveVersions(store, submission, 'DEVELOPER_REJECTED');
  moveItems(store, submission, 'REMOVED');
  store.put('submissions', {...submission, state: 'COMPLETE', due: undefined});
}

function versionsIn(store: Store, submission: SubmissionRecord): VersionRecord[] {
  const items = itemsOf(store, submission).filter(({state}) => state !== 'REMOVED');
  return items.flatMap(({version}) => (version === undefined ? [] : (store.find('versions', version) ?? [])));
}

function moveVersions(store: Store, submission: SubmissionRecord, state: string): void {
  for (const version of versionsIn(store, submission)) store.put('versions', {...version, state, due: undefined});
}

function moveItems(store: Store, submission: SubmissionRecord, state: string): void {
  for (const item of itemsOf(store, submission)) if (item.state !== 'REMOVED') store.put('items', {...item, state});
}
