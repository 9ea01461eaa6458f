import {
  judgeApprovalWithdrawn,
  judgeCanceled,
  judgeDraftMade,
  judgeItemAdded,
  judgeItemRemoved,
  judgeItemResolved,
  judgeSubmitted,
} from '../model/recovery.ts';
import {DRAFT, type Submission} from '../model/submission.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {segment} from './query.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {answered, settled, withResult} from './settle.ts';
import type {Written} from './store.ts';
import {openSubmissions, type Subject} from './subject.ts';
import {readItems, readSubmissionState} from './submissions.ts';
import {OF_VERSION, PATH, TYPE} from './wire.ts';

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
        const finding = judgeDraftMade(await openSubmissions(client, {appId, platform}, again), versionId);
        return withResult(finding, finding.draft && {id: finding.draft.id});
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
        const finding = judgeItemAdded(await readItems(client, draftId, again), versionId);
        return withResult(finding, finding.item && {id: finding.item.id});
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
        return withResult(judgeItemRemoved(await readItems(client, draftId, again), itemId), {});
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
        return withResult(judgeItemResolved(item?.state), {});
      },
    },
    signal,
  );
}

/** Hands a submission to review, or takes it back. */
export function changeSubmission(
  client: Client,
  {id, state = DRAFT}: Pick<Submission, 'id' | 'state'>,
  {versionId, change}: {versionId: string; change: 'submitted' | 'canceled'},
  signal?: AbortSignal,
): Promise<Written> {
  const body = {data: {type: TYPE.reviewSubmission, id, attributes: {[change]: true}}};
  const isSubmitted = change === 'submitted';
  return settled<object>(
    () => done(client.write('PATCH', PATH.reviewSubmission(segment(id)), body, signal)),
    {
      what: `${isSubmitted ? 'submit' : 'cancel'} review submission ${id}`,
      check: check(versionId),
      async read(again) {
        const now = await readSubmissionState(client, id, again);
        return withResult(isSubmitted ? judgeSubmitted(now, state) : judgeCanceled(now), {});
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
        return withResult(judgeApprovalWithdrawn((await readVersion(client, versionId, again)).state), {});
      },
    },
    signal,
  );
}
