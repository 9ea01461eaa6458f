import type {Platform} from '../../../model/version.ts';
import {RELEASE_REQUEST_VERSION, TYPE} from '../../../store/wire.ts';
import {invalidRelationship, Refusal, refuse} from '../../errors.ts';
import {addItem, dropItem, removeItem, resolveItem} from '../../lifecycle/items.ts';
import {addSubmission, cancel, submit} from '../../lifecycle/review.ts';
import type {SubmissionRecord} from '../../records/shapes.ts';
import {readChanges, readResource} from '../body.ts';
import {ITEM, PLATFORM, SUBMISSION} from './attributes.ts';
import {existing, linked, nothingThere, type Write, type Written} from './write.ts';

const SUBMISSION_REL = 'reviewSubmission';

export const SUBMISSION_WRITES: Readonly<Record<string, Write>> = {
  createSubmission(store, body) {
    const given = readResource(body, {
      type: TYPE.reviewSubmission,
      attributes: {platform: {...PLATFORM, required: true}},
      relationships: {app: {type: TYPE.app, required: true}},
    });
    const appId = given.relationships.app ?? '';
    const app = store.samples.app(appId);
    if (!app) throw nothingThere(TYPE.app, appId, 'app');
    const submission = addSubmission(store, app, given.attributes.platform as Platform);
    return {status: 201, node: (nodes) => nodes.reviewSubmission(submission)};
  },

  updateSubmission(store, body, id) {
    const submission = existing(store, 'submissions', TYPE.reviewSubmission, id);
    const attributes = readChanges(body, TYPE.reviewSubmission, id, SUBMISSION);
    const {submitted, canceled} = onlyOne(attributes, 'submitted', 'canceled');
    if (submitted) submit(store, submission);
    if (canceled) cancel(store, submission);
    const changed = store.find('submissions', id) as SubmissionRecord;
    return {status: 200, node: (nodes) => nodes.reviewSubmission(changed)};
  },

  createItem(store, body) {
    const {relationships} = readResource(body, {
      type: TYPE.reviewSubmissionItem,
      attributes: {},
      relationships: {[SUBMISSION_REL]: {type: TYPE.reviewSubmission, required: true}, ...THINGS},
    });
    const submission = linked(store, 'submissions', TYPE.reviewSubmission, relationships, SUBMISSION_REL);
    const things = Object.keys(relationships).filter((name) => name !== SUBMISSION_REL && relationships[name] !== null);
    if (things.join() !== RELEASE_REQUEST_VERSION) throw notOneVersion(things);
    const version = linked(store, 'versions', TYPE.version, relationships, RELEASE_REQUEST_VERSION);
    if (version.app !== submission.app || version.platform !== submission.platform) {
      const detail = 'The version is of another app or platform than the review submission.';
      refuse(invalidRelationship(`/data/relationships/${RELEASE_REQUEST_VERSION}`, detail));
    }
    const item = addItem(store, submission, version);
    return {status: 201, node: (nodes) => nodes.item(item)};
  },

  updateItem(store, body, id) {
    const item = existing(store, 'items', TYPE.reviewSubmissionItem, id);
    const attributes = readChanges(body, TYPE.reviewSubmissionItem, id, ITEM);
    const {resolved, removed} = onlyOne(attributes, 'resolved', 'removed');
    if (resolved) resolveItem(store, item);
    if (removed) dropItem(store, item);
    const changed = existing(store, 'items', TYPE.reviewSubmissionItem, id);
    return {status: 200, node: (nodes) => nodes.item(changed)};
  },

  deleteItem(store, _body, id): Written {
    removeItem(store, existing(store, 'items', TYPE.reviewSubmissionItem, id));
    return {status: 204};
  },
};

/** What an item may be, by the document; the sandbox reviews versions only. */
const THINGS: Readonly<Record<string, {type: string}>> = {
  [RELEASE_REQUEST_VERSION]: {type: TYPE.version},
  appCustomProductPageVersion: {type: 'appCustomProductPageVersions'},
  appEvent: {type: 'appEvents'},
  inAppPurchaseVersion: {type: 'inAppPurchaseVersions'},
  subscriptionVersion: {type: 'subscriptionVersions'},
  subscriptionGroupVersion: {type: 'subscriptionGroupVersions'},
};

function notOneVersion(things: readonly string[]): Refusal {
  const [other] = things.filter((name) => name !== RELEASE_REQUEST_VERSION);
  if (things.length === 1 && other) {
    const detail = 'The sandbox store reviews versions only.';
    return new Refusal(403, {code: 'FORBIDDEN_ERROR', title: 'This request is forbidden for security reasons', detail});
  }
  return new Refusal(409, {
    code: 'ENTITY_ERROR.RELATIONSHIP.REQUIRED',
    title: 'The provided entity is missing a required relationship',
    detail: 'A review submission item is exactly one thing',
    source: {pointer: `/data/relationships/${RELEASE_REQUEST_VERSION}`},
  });
}

/** An update asks for exactly one thing. @throws Refusal 409 */
function onlyOne(attributes: Readonly<Record<string, unknown>>, ...names: readonly string[]) {
  if (names.filter((name) => attributes[name] === true).length === 1) return attributes;
  throw new Refusal(409, {
    code: 'ENTITY_ERROR.ATTRIBUTE.INVALID',
    title: 'The provided entity includes an attribute with an invalid value',
    detail: `Exactly one of ${names.map((name) => `'${name}'`).join(' and ')} must be true`,
    source: {pointer: `/data/attributes/${names[0]}`},
  });
}
