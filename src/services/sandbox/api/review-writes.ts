import type {Platform} from '../../model/version.ts';
import {REL, TYPE} from '../../store/wire.ts';
import {
  errorEntry,
  invalidRelationship,
  notFound,
  type Refusal,
  refusal,
  refuse,
  stateError,
  unacceptable,
} from '../errors.ts';
import {changePhases, newPhasedRelease, release, withdrawApproval} from '../lifecycle/release.ts';
import {addItem, cancel, newSubmission, settleItem, submit, takeOut} from '../lifecycle/submissions.ts';
import {appOf, newId} from '../records/ids.ts';
import {
  changes,
  creates,
  linked,
  type ResourceBody,
  readResource,
  removes,
  type Write,
  withAttributes,
} from './body.ts';
import {RecordNode} from './documents.ts';
import {versionSubmissionId} from './nodes.ts';

const SUBMISSION_REL = 'reviewSubmission';

export const REVIEW_WRITES: Readonly<Record<string, Write>> = {
  'POST /v1/reviewSubmissions': creates(
    'submissions',
    (store, given) => newSubmission(linked(store, 'apps', given, 'app'), given.attributes.platform as Platform),
    {platform: {required: true, nullable: false}},
  ),

  'PATCH /v1/reviewSubmissions/{id}': changes('submissions', (store, submission, given) => {
    const {submitted} = onlyOne(given, 'submitted', 'canceled');
    if (submitted) submit(store, submission);
    else cancel(store, submission);
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
    const {resolved} = onlyOne(given, 'resolved', 'removed');
    settleItem(store, item, resolved ? 'READY_FOR_REVIEW' : 'REMOVED');
  }),

  'DELETE /v1/reviewSubmissionItems/{id}': removes('items', takeOut),

  'DELETE /v1/~VersionSubmissions/{id}': ({store, id}) => {
    const version = store.versions(appOf(id)).find((one) => versionSubmissionId(one) === id);
    if (!version) throw notFound(TYPE.submission, id);
    withdrawApproval(store, version);
    return undefined;
  },

  'POST /v1/~VersionReleaseRequests': (request) => {
    const {store} = request;
    const version = linked(store, 'versions', readResource(request), REL.ofVersion);
    release(store, version);
    return new RecordNode(TYPE.releaseRequest, {id: newId(version.app)});
  },

  'POST /v1/~VersionPhasedReleases': creates(
    'phasedReleases',
    (store, given) => newPhasedRelease(store, linked(store, 'versions', given, REL.ofVersion)),
    {phasedReleaseState: {values: ['INACTIVE']}},
  ),

  'PATCH /v1/~VersionPhasedReleases/{id}': changes('phasedReleases', (store, phased, {attributes}) => {
    const {phasedReleaseState: wanted} = attributes;
    if (typeof wanted === 'string') changePhases(store, phased, wanted);
  }),

  'DELETE /v1/~VersionPhasedReleases/{id}': removes('phasedReleases', (_, {state}) => {
    if (state !== 'INACTIVE') throw stateError(`A phased release in the state ${state} can not be deleted`);
  }),

  'PATCH /v1/builds/{id}': changes('builds', (store, build, given) => {
    const attributes = Object.fromEntries(Object.entries(given.attributes).filter(([, value]) => value !== null));
    if ('usesNonExemptEncryption' in attributes && build.usesNonExemptEncryption !== undefined) {
      throw unacceptable('usesNonExemptEncryption', 'You cannot update when the value is already set.');
    }
    store.put('builds', withAttributes(build, attributes));
  }),
};

/** The document has more kinds of items than the sandbox. */
function notOneVersion([first, ...others]: readonly string[]): Refusal {
  if (first && others.length === 0) return refusal('FORBIDDEN_ERROR', 'The sandbox store reviews versions only.');
  return refusal('ENTITY_ERROR.RELATIONSHIP.REQUIRED', 'A review submission item is exactly one thing', {
    pointer: `/data/relationships/${REL.ofVersion}`,
  });
}

/** @throws Refusal 409 unless exactly one of the attributes is true */
function onlyOne({attributes}: ResourceBody, ...names: readonly [string, string]): ResourceBody['attributes'] {
  if (names.filter((name) => attributes[name] === true).length !== 1) {
    const detail = `Exactly one of ${names.map((name) => `'${name}'`).join(' and ')} must be true`;
    refuse(errorEntry('ENTITY_ERROR.ATTRIBUTE.INVALID', detail, {pointer: `/data/attributes/${names[0]}`}));
  }
  return attributes;
}
