import type {Platform} from '../../model/version.ts';
import {REL, TYPE, type WireError} from '../../store/wire.ts';
import {errorEntry, invalidRelationship, invalidState, Refusal, refusal, refuse, stateError} from '../errors.ts';
import {heldItems, move} from '../lifecycle/advance.ts';
import {holderOf, isEditable, versionIn} from '../lifecycle/lookups.ts';
import {reviewProblems} from '../lifecycle/readiness.ts';
import {type ItemRecord, type SubmissionRecord, type VersionRecord, wireDate} from '../records/shapes.ts';
import {itemId, newId, type Store} from '../records/store.ts';
import {changes, creates, linked, type ResourceBody, removes, type Write} from './writes.ts';

const ADDING = 1000;
const CANCELING = 3000;

const CANCELLABLE = ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'UNRESOLVED_ISSUES'];
const IN_PROGRESS = [...CANCELLABLE, 'CANCELING', 'COMPLETING'];

const SUBMISSION_REL = 'reviewSubmission';

export const REVIEW_WRITES: Readonly<Record<string, Write>> = {
  'POST /v1/reviewSubmissions': creates('submissions', (store, given) => {
    const {id: app} = linked(store, 'apps', given, 'app');
    const platform = given.attributes.platform as Platform;
    return {id: newId(app), app, platform, state: 'READY_FOR_REVIEW', updatedBy: 'key'};
  }),

  'PATCH /v1/reviewSubmissions/{id}': changes('submissions', (store, submission, given) => {
    const {submitted} = onlyOne(given, 'submitted', 'canceled');
    if (submitted) return submit(store, submission);
    if (!CANCELLABLE.includes(submission.state)) throw invalidState('Resource is not in cancellable state');
    store.put('submissions', {...submission, state: 'CANCELING', updatedBy: 'key', due: store.now + CANCELING});
  }),

  'POST /v1/reviewSubmissionItems': creates('items', (store, given) => {
    const {relationships} = given;
    const submission = linked(store, 'submissions', given, SUBMISSION_REL);
    const things = Object.keys(relationships).filter((name) => name !== SUBMISSION_REL && relationships[name] !== null);
    if (things.join() !== REL.ofVersion) throw notOneVersion(things);
    const version = linked(store, 'versions', given, REL.ofVersion);
    if (version.app !== submission.app || version.platform !== submission.platform) {
      const detail = 'The version is of another app or platform than the review submission.';
      refuse(invalidRelationship(`/data/relationships/${REL.ofVersion}`, detail));
    }
    return addItem(store, submission, version);
  }),

  'PATCH /v1/reviewSubmissionItems/{id}': changes('items', (store, item, given) => {
    const {removed} = onlyOne(given, 'resolved', 'removed');
    const submission = store.find('submissions', item.submission);
    if (submission?.state !== 'UNRESOLVED_ISSUES' || item.state !== 'REJECTED') {
      throw invalidState(`reviewSubmissionItems with id '${item.id}' has no unresolved issues`);
    }
    store.put('items', {...item, state: removed ? 'REMOVED' : 'READY_FOR_REVIEW'});
    const version = store.find('versions', item.version);
    if (version && removed) store.put('versions', {...version, state: 'DEVELOPER_REJECTED'});
  }),

  'DELETE /v1/reviewSubmissionItems/{id}': removes('items', (store, item) => {
    const submission = store.find('submissions', item.submission);
    if (submission?.state !== 'READY_FOR_REVIEW') throw invalidState('Item was already submitted');
    store.put('submissions', {...submission, updatedBy: 'key'});
    const version = store.find('versions', item.version);
    if (version) store.put('versions', {...version, state: 'PREPARE_FOR_SUBMISSION', due: undefined});
  }),
};

function notOneVersion([first, ...others]: readonly string[]): Refusal {
  if (first && others.length === 0) return refusal('FORBIDDEN_ERROR', 'The sandbox store reviews versions only.');
  return refusal('ENTITY_ERROR.RELATIONSHIP.REQUIRED', 'A review submission item is exactly one thing', {
    pointer: `/data/relationships/${REL.ofVersion}`,
  });
}

function onlyOne({attributes}: ResourceBody, ...names: readonly [string, string]): ResourceBody['attributes'] {
  if (names.filter((name) => attributes[name] === true).length !== 1) {
    const detail = `Exactly one of ${names.map((name) => `'${name}'`).join(' and ')} must be true`;
    refuse(errorEntry('ENTITY_ERROR.ATTRIBUTE.INVALID', detail, {pointer: `/data/attributes/${names[0]}`}));
  }
  return attributes;
}

function addItem(store: Store, submission: SubmissionRecord, version: VersionRecord): ItemRecord {
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
  return {id: itemId(newId(app)), app, submission: submission.id, state: 'READY_FOR_REVIEW', version: id};
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

function submit(store: Store, submission: SubmissionRecord): void {
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

function isReady(store: Store, item: ItemRecord, submission: string): boolean {
  if (submission === 'UNRESOLVED_ISSUES') return item.state !== 'REJECTED';
  return item.version === undefined || store.find('versions', item.version)?.state === 'READY_FOR_REVIEW';
}
