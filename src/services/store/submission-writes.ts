import {
  judgeApprovalWithdrawn,
  judgeCanceled,
  judgeDraftCreated,
  judgeItemAdded,
  judgeItemRemoved,
  judgeItemResolved,
  judgeSubmitted,
} from '../model/recovery.ts';
import {DRAFT, type Submission} from '../model/submission.ts';
import type {Client} from './client.ts';
import {confirmWrite, createdId, type Written} from './confirm-write.ts';
import {openSubmissions, type ReviewTarget, submissionCommand} from './review-target.ts';
import {readItems, readSubmissionState} from './submissions.ts';
import {readState} from './versions.ts';
import {OF_VERSION, PATH, TYPE} from './wire.ts';

/** After a lost answer, any empty draft will do, whoever created it. */
export function createDraft(
  client: Client,
  {id: versionId, appId, platform}: Pick<ReviewTarget, 'id' | 'appId' | 'platform'>,
): Promise<Written & {id: string}> {
  const relationships = {app: {data: {type: TYPE.app, id: appId}}};
  const data = {type: TYPE.reviewSubmission, attributes: {platform}, relationships};
  return confirmWrite(client, {
    request: ['POST', PATH.reviewSubmissions, {data}],
    toResult: createdId,
    what: 'create a draft review submission',
    check: submissionCommand(versionId),
    async read(reader) {
      const {draft, ...finding} = judgeDraftCreated(await openSubmissions(reader, {appId, platform}), versionId);
      return {...finding, result: draft && {id: draft.id}};
    },
  });
}

interface Place {
  draftId: string;
  versionId: string;
}

export function addItem(client: Client, {draftId, versionId}: Place): Promise<Written & {id: string}> {
  const relationships = {
    reviewSubmission: {data: {type: TYPE.reviewSubmission, id: draftId}},
    [OF_VERSION]: {data: {type: TYPE.version, id: versionId}},
  };
  return confirmWrite(client, {
    request: ['POST', PATH.reviewSubmissionItems, {data: {type: TYPE.reviewSubmissionItem, relationships}}],
    toResult: createdId,
    what: `add version ${versionId} to draft ${draftId}`,
    check: submissionCommand(versionId),
    async read(reader) {
      const {item, ...finding} = judgeItemAdded(await readItems(reader, draftId), versionId);
      return {...finding, result: item && {id: item.id}};
    },
  });
}

export function removeItem(client: Client, itemId: string, {draftId, versionId}: Place): Promise<Written> {
  return confirmWrite(client, {
    request: ['DELETE', PATH.reviewSubmissionItem(itemId)],
    result: {},
    what: `remove version ${versionId} from draft ${draftId}`,
    check: submissionCommand(versionId),
    read: async (reader) => judgeItemRemoved(await readItems(reader, draftId), itemId),
  });
}

/** Declares the issues that review found fixed. */
export function resolveItem(
  client: Client,
  id: string,
  {submissionId, versionId}: {submissionId: string; versionId: string},
): Promise<Written> {
  const data = {type: TYPE.reviewSubmissionItem, id, attributes: {resolved: true}};
  return confirmWrite(client, {
    request: ['PATCH', PATH.reviewSubmissionItem(id), {data}],
    result: {},
    what: `mark the rejected item of review submission ${submissionId} as resolved`,
    check: submissionCommand(versionId),
    async read(reader) {
      const item = (await readItems(reader, submissionId)).find((one) => one.id === id);
      return judgeItemResolved(item?.state);
    },
  });
}

export function changeSubmission(
  client: Client,
  {id, state = DRAFT}: Pick<Submission, 'id' | 'state'>,
  {versionId, change}: {versionId: string; change: 'submitted' | 'canceled'},
): Promise<Written> {
  const isSubmitted = change === 'submitted';
  const data = {type: TYPE.reviewSubmission, id, attributes: {[change]: true}};
  return confirmWrite(client, {
    request: ['PATCH', PATH.reviewSubmission(id), {data}],
    result: {},
    what: `${isSubmitted ? 'submit' : 'cancel'} review submission ${id}`,
    check: submissionCommand(versionId),
    async read(reader) {
      const now = await readSubmissionState(reader, id);
      return isSubmitted ? judgeSubmitted(now, state) : judgeCanceled(now);
    },
  });
}

/** Takes back an approved version. `id` is that of its submission of the older kind. */
export function deleteSubmission(client: Client, id: string, versionId: string): Promise<Written> {
  return confirmWrite(client, {
    request: ['DELETE', PATH.submission(id)],
    result: {},
    what: `withdraw version ${versionId}`,
    check: submissionCommand(versionId),
    read: async (reader) => judgeApprovalWithdrawn(await readState(reader, versionId)),
  });
}
