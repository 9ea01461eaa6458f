import {invalidState, stateError} from '../errors.ts';
import {newId} from '../records/ids.ts';
import {type AppRecord, type ItemRecord, type SubmissionRecord, wireDate} from '../records/shapes.ts';
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
  const submitted = {submittedDate: wireDate(store.now), submittedBy: 'key', updatedBy: 'key'};
  const due = store.now + store.pace.reviewStep;
  move(store, submission, {...submitted, state: 'WAITING_FOR_REVIEW', due}, {versions: 'WAITING_FOR_REVIEW'});
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
    move(store, submission, {state: 'COMPLETE', due: undefined}, {versions: 'DEVELOPER_REJECTED', items: 'REMOVED'});
  } else if (submission.state === 'IN_REVIEW') {
    decide(store, submission, at);
  } else {
    const due = at + store.pace.reviewStep;
    move(store, submission, {state: 'IN_REVIEW', updatedBy: 'reviewer', due}, {versions: 'IN_REVIEW'});
  }
}

function decide(store: Store, submission: SubmissionRecord, at: number): void {
  const {alwaysRejected, rejectedBuild} = store.find('apps', submission.app) ?? {};
  const versions = heldItems(store, submission).flatMap(({version}) => store.find('versions', version) ?? []);
  const builds = versions.map(({build}) => store.find('builds', build)?.number);
  const decided = {updatedBy: 'reviewer', due: undefined};
  if (alwaysRejected || (rejectedBuild !== undefined && builds.includes(rejectedBuild))) {
    move(store, submission, {...decided, state: 'UNRESOLVED_ISSUES'}, {versions: 'REJECTED', items: 'REJECTED'});
  } else {
    move(store, submission, {...decided, state: 'COMPLETE'}, {items: 'APPROVED'});
    for (const version of versions) approve(store, version, at);
  }
}

const heldItems = (store: Store, submission: SubmissionRecord): ItemRecord[] =>
  store.of('items', submission).filter(({state}) => state !== 'REMOVED');

/** Changes a submission, and the states of what it holds. */
function move(
  store: Store,
  submission: SubmissionRecord,
  changes: Partial<SubmissionRecord>,
  states: {versions?: string; items?: string},
): void {
  for (const item of heldItems(store, submission)) {
    const version = store.find('versions', item.version);
    if (version && states.versions) store.put('versions', {...version, state: states.versions, due: undefined});
    if (states.items) store.put('items', {...item, state: states.items});
  }
  store.put('submissions', {...submission, ...changes});
}
