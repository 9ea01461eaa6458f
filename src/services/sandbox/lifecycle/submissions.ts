import {TYPE, type WireError} from '../../store/wire.ts';
import {errorEntry, invalidState, Refusal, stateError} from '../errors.ts';
import {newId} from '../records/ids.ts';
import {
  type AppRecord,
  type ItemRecord,
  type SubmissionRecord,
  type VersionRecord,
  wireDate,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {holderOf, isEditable, versionIn} from './lookups.ts';
import {reviewProblems} from './readiness.ts';
import {approve} from './release.ts';

/** How long until an added version can be submitted, in ms. */
const ADDING = 1000;
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

/** Adds a version to a draft. @throws Refusal 409 with everything that it lacks for review */
export function addItem(store: Store, submission: SubmissionRecord, version: VersionRecord): ItemRecord {
  if (submission.state !== 'READY_FOR_REVIEW') {
    throw invalidState(`Items cannot be added to a review submission in the state ${submission.state}`);
  }
  const associatedErrors = problems(store, version);
  if (Object.keys(associatedErrors).length > 0) {
    const detail = 'This resource cannot be reviewed, please check associated errors to see why.';
    const title = `${TYPE.version} with id '${version.id}' is not in valid state.`;
    throw new Refusal(409, {
      ...errorEntry('STATE_ERROR.ENTITY_STATE_INVALID', detail),
      title,
      meta: {associatedErrors},
    });
  }
  const {id, app} = version;
  store.put('submissions', {...submission, updatedBy: 'key'});
  store.put('versions', {...version, due: store.now + ADDING});
  return {id: newId(app), app, submission: submission.id, state: 'READY_FOR_REVIEW', version: id};
}

function problems(store: Store, version: VersionRecord): Record<string, WireError[]> {
  const {id, state} = version;
  const path = `/v1/${TYPE.version}/${id}`;
  const holder = holderOf(store, version);
  if (holder) {
    const detail = `${TYPE.version} with id ${id} was already added to another reviewSubmission with id ${holder.id}`;
    return {[path]: [errorEntry('STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION', detail)]};
  }
  if (isEditable(state)) return reviewProblems(store, version);
  return {[path]: [errorEntry('STATE_ERROR', `A version in the state ${state} can not be reviewed`)]};
}

/** Before an item leaves a draft. @throws Refusal 409 once it is submitted */
export function takeOut(store: Store, item: ItemRecord): void {
  const submission = store.find('submissions', item.submission);
  if (submission?.state !== 'READY_FOR_REVIEW') throw invalidState('Item was already submitted');
  store.put('submissions', {...submission, updatedBy: 'key'});
  const version = store.find('versions', item.version);
  if (version) store.put('versions', {...version, state: 'PREPARE_FOR_SUBMISSION', due: undefined});
}

/** Marks the issues of a rejected item as resolved, or removes it. @throws Refusal 409 for any other item */
export function settleItem(store: Store, item: ItemRecord, state: 'READY_FOR_REVIEW' | 'REMOVED'): void {
  const submission = store.find('submissions', item.submission);
  if (submission?.state !== 'UNRESOLVED_ISSUES' || item.state !== 'REJECTED') {
    throw invalidState(`reviewSubmissionItems with id '${item.id}' has no unresolved issues`);
  }
  store.put('items', {...item, state});
  const version = store.find('versions', item.version);
  if (version && state === 'REMOVED') store.put('versions', {...version, state: 'DEVELOPER_REJECTED'});
}

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
