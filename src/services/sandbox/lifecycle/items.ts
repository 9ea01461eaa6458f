import {TYPE} from '../../store/wire.ts';
import {type Entry, invalidState, Refusal} from '../errors.ts';
import {newId} from '../records/ids.ts';
import type {ItemRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {holderOf} from './lookups.ts';
import {reviewProblems} from './readiness.ts';
import {isEditable} from './states.ts';

/** How long it takes until a version that was added is ready to be submitted, in ms. */
const ADDING = 1000;

/** Adds a version to a draft. @throws Refusal 409 with everything that the version lacks for a review */
export function addItem(store: Store, submission: SubmissionRecord, version: VersionRecord): ItemRecord {
  if (submission.state !== 'READY_FOR_REVIEW') {
    throw invalidState(`Items cannot be added to a review submission in the state ${submission.state}`);
  }
  refuseUnready(store, version);
  const item = {
    id: newId(version.app),
    app: version.app,
    submission: submission.id,
    state: 'READY_FOR_REVIEW',
    version: version.id,
  };
  store.put('items', item);
  store.put('submissions', {...submission, updatedBy: 'key'});
  store.put('versions', {...version, due: store.now + ADDING});
  return item;
}

function refuseUnready(store: Store, version: VersionRecord): void {
  const own = `/v1/${TYPE.version}/${version.id}`;
  const holder = holderOf(store, version);
  const associated = holder
    ? {[own]: [partOfAnother(version, holder.submission)]}
    : isEditable(version.state)
      ? reviewProblems(store, version)
      : {[own]: [notReviewable(version)]};
  if (Object.keys(associated).length === 0) return;
  throw new Refusal(409, {
    code: 'STATE_ERROR.ENTITY_STATE_INVALID',
    title: `${TYPE.version} with id '${version.id}' is not in valid state.`,
    detail: 'This resource cannot be reviewed, please check associated errors to see why.',
    associated,
  });
}

function partOfAnother(version: VersionRecord, submission: SubmissionRecord): Entry {
  return {
    code: 'STATE_ERROR.ITEM_PART_OF_ANOTHER_SUBMISSION',
    title: 'Item is part of another submission',
    detail: `${TYPE.version} with id ${version.id} was already added to another reviewSubmission with id ${submission.id}`,
  };
}

function notReviewable({state}: VersionRecord): Entry {
  return {
    code: 'STATE_ERROR',
    title: 'The request cannot be fulfilled because of the state of another resource.',
    detail: `A version in the state ${state} can not be reviewed`,
  };
}

/** Takes an item out of a draft again. @throws Refusal 409 for one that was submitted */
export function removeItem(store: Store, item: ItemRecord): void {
  const submission = store.find('submissions', item.submission);
  if (submission?.state !== 'READY_FOR_REVIEW') throw invalidState('Item was already submitted');
  store.remove('items', item.id);
  store.put('submissions', {...submission, updatedBy: 'key'});
  const version = item.version === undefined ? undefined : store.find('versions', item.version);
  if (version) store.put('versions', {...version, state: 'PREPARE_FOR_SUBMISSION', due: undefined});
}

/** Says that what review found was mended. @throws Refusal 409 for what was not rejected */
export function resolveItem(store: Store, item: ItemRecord): void {
  store.put('items', {...mustBeRejected(store, item), state: 'READY_FOR_REVIEW'});
}

/** Takes what was rejected out of its submission. @throws Refusal 409 for what was not rejected */
export function dropItem(store: Store, item: ItemRecord): void {
  store.put('items', {...mustBeRejected(store, item), state: 'REMOVED'});
  const version = item.version === undefined ? undefined : store.find('versions', item.version);
  if (version) store.put('versions', {...version, state: 'DEVELOPER_REJECTED'});
}

function mustBeRejected(store: Store, item: ItemRecord): ItemRecord {
  const submission = store.find('submissions', item.submission);
  if (submission?.state === 'UNRESOLVED_ISSUES' && item.state === 'REJECTED') return item;
  throw invalidState(`reviewSubmissionItems with id '${item.id}' has no unresolved issues`);
}
