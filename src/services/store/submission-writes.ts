import {cleanText} from '../model/clean.ts';
import {DRAFT, itemsIn} from '../model/submission.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {segment} from './query.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {answered, settled} from './settle.ts';
import type {Subject} from './subject.ts';
import {listSubmissions, readItems, readSubmissionState} from './submissions.ts';
import {OF_VERSION, PATH, TYPE} from './wire.ts';
import type {Written} from './writes.ts';

/** The writes of submitting and withdrawing. Each goes out once; when its answer is lost, one GET settles it. */

const check = (versionId: string) => viewCommand(versionId, {'include-submission': true});

/** Posts something new. @returns its ID */
async function made(client: Client, path: string, body: object, signal?: AbortSignal): Promise<{id: string}> {
  const answer = await client.write('POST', path, body, signal);
  return {id: answered(() => parseSingle(answer).data.id)};
}

/** A write whose answer says nothing that is needed. */
async function done(write: Promise<string>): Promise<object> {
  await write;
  return {};
}

/** A new, empty draft. One that is there after a lost answer serves as well, whoever made it. */
export function createDraft(
  client: Client,
  {id: versionId, appId, platform}: Pick<Subject, 'id' | 'appId' | 'platform'>,
  signal?: AbortSignal,
): Promise<Written & {id: string}> {
  const body = {
    data: {
      type: TYPE.reviewSubmission,
      attributes: {platform},
      relationships: {app: {data: {type: TYPE.app, id: appId}}},
    },
  };
  return settled<{id: string}>(
    () => made(client, PATH.reviewSubmissions, body, signal),
    {
      what: 'make a draft of a review submission',
      check: check(versionId),
      async read(again) {
        const drafts = await listSubmissions(client, {appId, platform, states: [DRAFT]}, again);
        const empty = drafts.find((draft) => itemsIn(draft).length === 0 && !draft.hasMoreItems);
        if (!empty) return {done: false, found: 'there is no empty draft'};
        return {done: true, found: 'there is an empty draft', result: {id: empty.id}};
      },
    },
    signal,
  );
}

/** @returns the ID of the item */
export function addItem(
  client: Client,
  {draftId, versionId}: {draftId: string; versionId: string},
  signal?: AbortSignal,
): Promise<Written & {id: string}> {
  const body = {
    data: {
      type: TYPE.reviewSubmissionItem,
      relationships: {
        reviewSubmission: {data: {type: TYPE.reviewSubmission, id: draftId}},
        [OF_VERSION]: {data: {type: TYPE.version, id: versionId}},
      },
    },
  };
  return settled<{id: string}>(
    () => made(client, PATH.reviewSubmissionItems, body, signal),
    {
      what: `add version ${versionId} to draft ${draftId}`,
      check: check(versionId),
      async read(again) {
        const item = (await readItems(client, draftId, again)).find((one) => one.versionId === versionId);
        if (!item) return {done: false, found: 'the draft does not hold the version'};
        return {done: true, found: 'the draft holds the version', result: {id: item.id}};
      },
    },
    signal,
  );
}

/** Takes a version out of a draft. */
export function removeItem(
  client: Client,
  {itemId, draftId, versionId}: {itemId: string; draftId: string; versionId: string},
  signal?: AbortSignal,
): Promise<Written> {
  return settled<object>(
    () => done(client.write('DELETE', PATH.reviewSubmissionItem(segment(itemId)), undefined, signal)),
    {
      what: `take version ${versionId} out of draft ${draftId}`,
      check: check(versionId),
      async read(again) {
        const isThere = (await readItems(client, draftId, again)).some((item) => item.id === itemId);
        if (isThere) return {done: false, found: 'the draft still holds the version'};
        return {done: true, found: 'the draft does not hold the version', result: {}};
      },
    },
    signal,
  );
}

/** Says that what review found is mended. */
export function resolveItem(
  client: Client,
  {id, submissionId, versionId}: {id: string; submissionId: string; versionId: string},
  signal?: AbortSignal,
): Promise<Written> {
  const body = {data: {type: TYPE.reviewSubmissionItem, id, attributes: {resolved: true}}};
  return settled<object>(
    () => done(client.write('PATCH', PATH.reviewSubmissionItem(segment(id)), body, signal)),
    {
      what: `mark the rejected item of review submission ${submissionId} as resolved`,
      check: check(versionId),
      async read(again) {
        const item = (await readItems(client, submissionId, again)).find((one) => one.id === id);
        const found = `the item is in ${cleanText(item?.state ?? 'an unknown state')}`;
        return item && item.state !== 'REJECTED' ? {done: true, found, result: {}} : {done: false, found};
      },
    },
    signal,
  );
}

/** Hands a submission to review, or takes it back. */
export function changeSubmission(
  client: Client,
  {id, versionId, change}: {id: string; versionId: string; change: 'submitted' | 'canceled'},
  signal?: AbortSignal,
): Promise<Written> {
  const body = {data: {type: TYPE.reviewSubmission, id, attributes: {[change]: true}}};
  const isSubmitted = change === 'submitted';
  const wanted = isSubmitted ? ['WAITING_FOR_REVIEW', 'IN_REVIEW', 'COMPLETING'] : ['CANCELING', 'COMPLETE'];
  return settled<object>(
    () => done(client.write('PATCH', PATH.reviewSubmission(segment(id)), body, signal)),
    {
      what: `${isSubmitted ? 'submit' : 'cancel'} review submission ${id}`,
      check: check(versionId),
      async read(again) {
        const state = cleanText((await readSubmissionState(client, id, again)) ?? 'an unknown state');
        const found = `the review submission is in ${state}`;
        return wanted.includes(state) ? {done: true, found, result: {}} : {done: false, found};
      },
    },
    signal,
  );
}

/** Takes back a version that was approved. @param id of its submission of the older kind */
export function deleteSubmission(
  client: Client,
  {id, versionId}: {id: string; versionId: string},
  signal?: AbortSignal,
): Promise<Written> {
  return settled<object>(
    () => done(client.write('DELETE', PATH.submission(segment(id)), undefined, signal)),
    {
      what: `withdraw version ${versionId}`,
      check: check(versionId),
      async read(again) {
        const {state = 'an unknown state'} = await readVersion(client, versionId, again);
        const found = `the version is in ${cleanText(state)}`;
        return state === 'DEVELOPER_REJECTED' ? {done: true, found, result: {}} : {done: false, found};
      },
    },
    signal,
  );
}
