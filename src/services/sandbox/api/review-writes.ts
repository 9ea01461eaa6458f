import type {Platform} from '../../model/version.ts';
import {OF_VERSION, TYPE} from '../../store/wire.ts';
import {errorEntry, invalidRelationship, notFound, type Refusal, refusal, refuse, unacceptable} from '../errors.ts';
import {addItem, dropItem, removeItem, resolveItem} from '../lifecycle/items.ts';
import {existing} from '../lifecycle/lookups.ts';
import {addPhasedRelease, changePhases, release, removePhasedRelease, withdrawApproval} from '../lifecycle/release.ts';
import {addSubmission, cancel, submit} from '../lifecycle/review.ts';
import {appOf, newId} from '../records/ids.ts';
import {type ResourceBody, readResource} from './body.ts';
import {versionSubmissionId} from './nodes.ts';
import {linked, linkedApp, type Write, withAttributes} from './write.ts';

const SUBMISSION_REL = 'reviewSubmission';

export const REVIEW_WRITES: Readonly<Record<string, Write>> = {
  'POST /v1/reviewSubmissions': (request) => {
    const {store} = request;
    const given = readResource(request, {platform: {required: true, nullable: false}});
    const submission = addSubmission(store, linkedApp(store, given), given.attributes.platform as Platform);
    return (nodes) => nodes.reviewSubmission(submission);
  },

  'PATCH /v1/reviewSubmissions/{id}': (request) => {
    const {store, id} = request;
    const submission = existing(store, 'submissions', id);
    const {submitted, canceled} = onlyOne(readResource(request), 'submitted', 'canceled');
    if (submitted) submit(store, submission);
    if (canceled) cancel(store, submission);
    return (nodes) => nodes.reviewSubmission(existing(store, 'submissions', id));
  },

  'POST /v1/reviewSubmissionItems': (request) => {
    const {store} = request;
    const given = readResource(request);
    const {relationships} = given;
    const submission = linked(store, 'submissions', given, SUBMISSION_REL);
    const things = Object.keys(relationships).filter((name) => name !== SUBMISSION_REL && relationships[name] !== null);
    if (things.join() !== OF_VERSION) throw notOneVersion(things);
    const version = linked(store, 'versions', given, OF_VERSION);
    if (version.app !== submission.app || version.platform !== submission.platform) {
      const detail = 'The version is of another app or platform than the review submission.';
      refuse(invalidRelationship(`/data/relationships/${OF_VERSION}`, detail));
    }
    const item = addItem(store, submission, version);
    return (nodes) => nodes.item(item);
  },

  'PATCH /v1/reviewSubmissionItems/{id}': (request) => {
    const {store, id} = request;
    const item = existing(store, 'items', id);
    const {resolved, removed} = onlyOne(readResource(request), 'resolved', 'removed');
    if (resolved) resolveItem(store, item);
    if (removed) dropItem(store, item);
    return (nodes) => nodes.item(existing(store, 'items', id));
  },

  'DELETE /v1/reviewSubmissionItems/{id}': ({store, id}) => {
    removeItem(store, existing(store, 'items', id));
    return undefined;
  },

  'DELETE /v1/~VersionSubmissions/{id}': ({store, id}) => {
    const version = store.versions(appOf(id)).find((one) => versionSubmissionId(one) === id);
    if (!version) throw notFound(TYPE.submission, id);
    withdrawApproval(store, version);
    return undefined;
  },

  'POST /v1/~VersionReleaseRequests': (request) => {
    const {store} = request;
    const version = linked(store, 'versions', readResource(request), OF_VERSION);
    release(store, version);
    return () => ({type: TYPE.releaseRequest, id: newId(version.app), attributes: {}});
  },

  'POST /v1/~VersionPhasedReleases': (request) => {
    const {store} = request;
    const given = readResource(request, {phasedReleaseState: {values: ['INACTIVE']}});
    const phased = addPhasedRelease(store, linked(store, 'versions', given, OF_VERSION));
    return (nodes) => nodes.phasedRelease(phased);
  },

  'PATCH /v1/~VersionPhasedReleases/{id}': (request) => {
    const {store, id} = request;
    const phased = existing(store, 'phasedReleases', id);
    const {phasedReleaseState: wanted} = readResource(request).attributes;
    if (typeof wanted === 'string') changePhases(store, phased, wanted);
    return (nodes) => nodes.phasedRelease(existing(store, 'phasedReleases', id));
  },

  'DELETE /v1/~VersionPhasedReleases/{id}': ({store, id}) => {
    removePhasedRelease(store, existing(store, 'phasedReleases', id));
    return undefined;
  },

  'PATCH /v1/builds/{id}': (request) => {
    const {store, id} = request;
    const build = existing(store, 'builds', id);
    const given = Object.entries(readResource(request).attributes).filter(([, value]) => value !== null);
    const attributes = Object.fromEntries(given);
    if ('usesNonExemptEncryption' in attributes && build.usesNonExemptEncryption !== undefined) {
      throw unacceptable('usesNonExemptEncryption', 'You cannot update when the value is already set.');
    }
    const changed = withAttributes(build, attributes);
    store.put('builds', changed);
    return (nodes) => nodes.build(changed);
  },
};

/** The document has more kinds of items than the sandbox. */
function notOneVersion([first, ...others]: readonly string[]): Refusal {
  if (first && others.length === 0) return refusal('FORBIDDEN_ERROR', 'The sandbox store reviews versions only.');
  return refusal('ENTITY_ERROR.RELATIONSHIP.REQUIRED', 'A review submission item is exactly one thing', {
    pointer: `/data/relationships/${OF_VERSION}`,
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
