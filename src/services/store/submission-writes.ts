import type {Finding, Reading} from '../model/outcome.ts';
import {
  isEmptyDraft,
  itemsIn,
  SUBMISSION,
  type Submission,
  type SubmissionItem,
  submissionClause,
} from '../model/submission.ts';
import {stateIs, statesThatAre} from '../model/version.ts';
import type {Client} from './client.ts';
import {confirmWrite, judge, verdictOn} from './confirm-write.ts';
import {
  openSubmissions,
  type ReviewedVersion,
  readItems,
  readSubmissionState,
  submissionCommand,
} from './submissions.ts';
import {nameOf, readState} from './versions.ts';
import {patch, post, REL, remove, TYPE} from './wire.ts';

export function createDraft(client: Client, version: ReviewedVersion) {
  const {appId, platform} = version;
  return confirmWrite(client, {
    request: post(TYPE.reviewSubmission, {app: {type: TYPE.app, id: appId}}, {platform}),
    result: ({id}) => ({id}),
    what: 'create a draft',
    checkWith: submissionCommand(version.id),
    read: async (reader) => judgeDraftCreated(await openSubmissions(reader, version)),
  });
}

export function judgeDraftCreated(all: readonly Submission[]): Reading<{id: string}> {
  const drafts = all.filter(({state}) => state === SUBMISSION.draft);
  const empty = drafts.find(isEmptyDraft);
  if (empty) return {verdict: 'done', found: 'a draft was created for it', result: {id: empty.id}};
  if (drafts.length === 0) return {verdict: 'not-done', found: 'there is no draft yet'};
  return {verdict: 'other', found: 'there is no empty draft'};
}

export function addItem(client: Client, draftId: string, version: ReviewedVersion) {
  const related = {
    reviewSubmission: {type: TYPE.reviewSubmission, id: draftId},
    [REL.ofVersion]: {type: TYPE.version, id: version.id},
  };
  return confirmWrite(client, {
    request: post(TYPE.reviewSubmissionItem, related),
    result: ({id}) => ({id}),
    what: `add version ${nameOf(version)} to the draft`,
    checkWith: submissionCommand(version.id),
    read: async (reader) => judgeItemAdded(await readItems(reader, draftId), version.id),
  });
}

export function judgeItemAdded(items: readonly SubmissionItem[], versionId: string): Reading<{id: string}> {
  const present = itemsIn({items});
  const item = present.find((one) => one.versionId === versionId);
  if (present.length === 0) return {verdict: 'not-done', found: 'the version is not in its draft yet'};
  if (!item || present.length > 1) return {verdict: 'other', found: 'the draft holds other items'};
  return {verdict: 'done', found: 'the version was added to its draft', result: {id: item.id}};
}

export function removeItem(client: Client, id: string, submissionId: string, version: ReviewedVersion) {
  return confirmWrite(client, {
    request: remove(TYPE.reviewSubmissionItem, id),
    result: {},
    what: `remove version ${nameOf(version)} from the draft`,
    checkWith: submissionCommand(version.id),
    read: async (reader) => judgeItemRemoved(await readItems(reader, submissionId), id),
  });
}

export function judgeItemRemoved(items: readonly SubmissionItem[], itemId: string): Finding {
  const isLeft = itemsIn({items}).some(({id}) => id === itemId);
  if (isLeft) return {verdict: 'not-done', found: 'the version is still in its draft'};
  return {verdict: 'done', found: 'the version was removed from its draft'};
}

export function resolveItem(client: Client, id: string, submissionId: string, version: ReviewedVersion) {
  return confirmWrite(client, {
    request: patch(TYPE.reviewSubmissionItem, id, {resolved: true}),
    result: {},
    what: `mark the issues of version ${nameOf(version)} as resolved`,
    checkWith: submissionCommand(version.id),
    read: async (reader) =>
      judgeItemResolved((await readItems(reader, submissionId)).find((one) => one.id === id)?.state),
  });
}

export const judgeItemResolved = (state: string | undefined): Finding =>
  judge(
    state,
    [[SUBMISSION.draft, 'ACCEPTED'], 'its issues are marked as resolved'],
    [['REJECTED'], 'its issues are not marked as resolved yet'],
  );

export function changeSubmission(
  client: Client,
  {id, state = SUBMISSION.draft}: Pick<Submission, 'id' | 'state'>,
  version: ReviewedVersion,
  change: 'submitted' | 'canceled',
): Promise<object> {
  const isSubmitted = change === 'submitted';
  return confirmWrite(client, {
    request: patch(TYPE.reviewSubmission, id, {[change]: true}),
    result: {versionId: version.id, submissionId: id},
    what: `${isSubmitted ? 'submit' : 'cancel the submission of'} version ${nameOf(version)}`,
    checkWith: submissionCommand(version.id),
    async read(reader, isAgain) {
      const now = await readSubmissionState(reader, id);
      const {verdict, found} = isSubmitted ? judgeSubmitted(now, state) : judgeCanceled(now);
      const isResubmission = isSubmitted && verdict === 'not-done' && state === SUBMISSION.rejected;
      const clause = isResubmission ? STILL_REJECTED : found;
      const reading = {verdict, found: `version ${nameOf(version)} ${clause}`};
      // An approval also ends the submission. Right after the write, the caller looks at the version's state instead.
      if (isSubmitted || verdict !== 'done' || !isAgain) return reading;
      const after = await readState(reader, version.id);
      if (!stateIs(after, 'approved')) return reading;
      return {verdict: 'other', found: `the version was approved before it was withdrawn: it is in ${after}`};
    },
  });
}

const STILL_REJECTED = 'is still rejected, as before: the resubmission has not arrived';

export const judgeSubmitted = (state: string | undefined, before: string): Finding => ({
  verdict: verdictOn(state, [...SUBMISSION.underReview, SUBMISSION.completing], [before]),
  found: submissionClause(state),
});

export const judgeCanceled = (state: string | undefined): Finding => ({
  verdict: verdictOn(state, [SUBMISSION.canceling, 'COMPLETE'], [...SUBMISSION.underReview, SUBMISSION.rejected]),
  found: submissionClause(state),
});

export function deleteSubmission(client: Client, id: string, version: ReviewedVersion): Promise<object> {
  return confirmWrite(client, {
    request: remove(TYPE.submission, id),
    result: {},
    what: `withdraw version ${nameOf(version)}`,
    checkWith: submissionCommand(version.id),
    read: async (reader) => judgeApprovalWithdrawn(await readState(reader, version.id)),
  });
}

export const judgeApprovalWithdrawn = (state: string | undefined): Finding =>
  judge(
    state,
    [['DEVELOPER_REJECTED'], 'the version was withdrawn'],
    [statesThatAre('releasable'), 'the version is still approved'],
  );
