import {TYPE, type WireError} from '../../store/wire.ts';
import {errorEntry, invalidState, Refusal} from '../errors.ts';
import {newId} from '../records/ids.ts';
import type {ItemRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {isEditable} from './enums.ts';
import {holderOf} from './lookups.ts';
import {reviewProblems} from './readiness.ts';

/** How long until an added version can be submitted, in ms. */
const ADDING = 1000;

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

/** Removes an item from a draft. @throws Refusal 409 once it is submitted */
export function removeItem(store: Store, item: ItemRecord): void {
  const submission = store.find('submissions', item.submission);
  if (submission?.state !== 'READY_FOR_REVIEW') throw invalidState('Item was already submitted');
  store.remove('items', item);
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
