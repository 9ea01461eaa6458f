import {invalidState, stateError} from '../errors.ts';
import {newId} from '../records/ids.ts';
import {
  type AppRecord,
  type ItemRecord,
  type SubmissionRecord,
  type VersionRecord,
  wireDate,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {versionIn} from './lookups.ts';
import {approve} from './release.ts';

/** How long a cancellation takes, in ms. */
const CANCELING = 3000;

const CANCELLABLE = ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'UNRESOLVED_ISSUES'];
const IN_PROGRESS = [...CANCELLABLE, 'CANCELING', 'COMPLETING'];

export const newSubmission = ({id: app}: AppRecord, platform: SubmissionRecord['platform']): SubmissionRecord => ({
  id: newId(app),
  app,
  platform,
  state: 'READY_FOR_REVIEW',
  updatedBy: 'key',
});

/** Submits a draft, or resubmits rejected items. @throws Refusal 409 if that is not possible */
export function submit(store: Store, submission: SubmissionRecord): void {
  const {id, app, platform, state} = submission;
  if (state !== 'READY_FOR_REVIEW' && state !== 'UNRESOLVED_ISSUES') {
    throw invalidState(`reviewSubmissions with id ${id} was already submitted`);
  }
  const items = heldItems(store, submission);
  if (items.length === 0) throw invalidState(`reviewSubmissions with id ${id} does not have any items.`);
  const isInTheWay = (one: SubmissionRecord) =>
    one.id !== id &&
    one.platform === platform &&
    IN_PROGRESS.includes(one.state) &&
    versionIn(store, one) !== undefined;
  const other = versionIn(store, submission) && store.all('submissions', app).find(isInTheWay);
  if (other) throw invalidState(`There is another reviewSubmissions with id ${other.id} still in progress.`);
  if (!items.every((item) => isReady(store, item, state))) {
    throw stateError('Version is not ready to be submitted yet, please try again later.');
  }
  setVersions(store, submission, 'WAITING_FOR_REVIEW');
  store.put('submissions', {
    ...submission,
    state: 'WAITING_FOR_REVIEW',
    submittedDate: wireDate(store.now),
    submittedBy: 'key',
    updatedBy: 'key',
    due: store.now + store.pace.reviewStep,
  });
}

/** A version is ready some time after it was added, a rejected item once it is resolved. */
function isReady(store: Store, item: ItemRecord, submission: string): boolean {
  if (submission === 'UNRESOLVED_ISSUES') return item.state !== 'REJECTED';
  return item.version === undefined || store.find('versions', item.version)?.state === 'READY_FOR_REVIEW';
}

/** @throws Refusal 409 for a draft and for a completed submission */
export function cancel(store: Store, submission: SubmissionRecord): void {
  if (!CANCELLABLE.includes(submission.state)) throw invalidState('Resource is not in cancellable state');
  store.put('submissions', {...submission, state: 'CANCELING', updatedBy: 'key', due: store.now + CANCELING});
}

export function advanceReview(store: Store, submission: SubmissionRecord, at: number): void {
  if (submission.state === 'CANCELING') {
    setVersions(store, submission, 'DEVELOPER_REJECTED');
    setItems(store, submission, 'REMOVED');
    store.put('submissions', {...submission, state: 'COMPLETE', due: undefined});
  } else if (submission.state === 'IN_REVIEW') {
    decide(store, submission, at);
  } else {
    setVersions(store, submission, 'IN_REVIEW');
    const due = at + store.pace.reviewStep;
    store.put('submissions', {...submission, state: 'IN_REVIEW', updatedBy: 'reviewer', due});
  }
}

function decide(store: Store, submission: SubmissionRecord, at: number): void {
  const {alwaysRejected = false, rejectedBuild} = store.find('apps', submission.app) ?? {};
  const builds = versionsIn(store, submission).map(({build}) => store.find('builds', build)?.number);
  const isRejected = alwaysRejected || (rejectedBuild !== undefined && builds.includes(rejectedBuild));
  setItems(store, submission, isRejected ? 'REJECTED' : 'APPROVED');
  if (isRejected) setVersions(store, submission, 'REJECTED');
  else for (const version of versionsIn(store, submission)) approve(store, version, at);
  const state = isRejected ? 'UNRESOLVED_ISSUES' : 'COMPLETE';
  store.put('submissions', {...submission, updatedBy: 'reviewer', due: undefined, state});
}

const heldItems = (store: Store, submission: SubmissionRecord): ItemRecord[] =>
  store.of('items', submission).filter(({state}) => state !== 'REMOVED');

const versionsIn = (store: Store, submission: SubmissionRecord): VersionRecord[] =>
  heldItems(store, submission).flatMap(({version}) => store.find('versions', version) ?? []);

function setVersions(store: Store, submission: SubmissionRecord, state: string): void {
  for (const version of versionsIn(store, submission)) store.put('versions', {...version, state, due: undefined});
}

function setItems(store: Store, submission: SubmissionRecord, state: string): void {
  for (const item of heldItems(store, submission)) store.put('items', {...item, state});
}
