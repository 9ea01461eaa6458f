import {cleanText} from '../model/clean.ts';
import {overtaken, ToolError} from '../model/error.ts';
import {contents, itemOf, itemsExcept, SUBMISSION, type Submission} from '../model/submission.ts';
import {stateIs} from '../model/version.ts';
import type {Client} from './client.ts';
import {unlessOvertaken} from './confirm-write.ts';
import type {NamedVersion} from './reference.ts';
import {changeSubmission, deleteSubmission, removeItem} from './submission-writes.ts';
import {
  afterLast,
  followCancellation,
  openSubmission,
  pollState,
  type ReviewedVersion,
  readItems,
  readToReview,
  stateAfter,
  submissionCommand,
  submissionOf,
  WITHDRAWABLE,
  withSubmissionLock,
} from './submissions.ts';
import {nameOf, stateName, versionConflict} from './versions.ts';
import {pathOf, TYPE} from './wire.ts';

export interface Withdrawal {
  all: boolean;
  /** The submission that the user saw, or null for an approval. If set, nothing else is withdrawn. */
  seen?: string | null;
}

export async function withdrawVersion(client: Client, named: NamedVersion, {all, seen}: Withdrawal) {
  return withSubmissionLock(client, named, WITHDRAWABLE, async (found, submissions) => {
    const isApproved = stateIs(found.state, 'releasable');
    const own = isApproved ? undefined : await submissionOf(client, found.id, await submissions());
    // Without a submission, the review may have ended since the version was read.
    const version = isApproved || own ? found : await readToReview(client, found.id);
    if (seen !== undefined) refuseOther(version, own, seen);
    return unlessOvertaken(client, withdraw(client, version, all, own), async () => {
      const now = await readToReview(client, named.id);
      const current = await openSubmission(client, now);
      if (current?.state === SUBMISSION.canceling && current.id === own?.id) return cancel(client, now, current, all);
      refuseOther(now, current, own?.id ?? null);
      return undefined;
    });
  });
}

async function withdraw(client: Client, version: ReviewedVersion, all: boolean, own: Submission | undefined) {
  if (stateIs(version.state, 'releasable')) return withdrawApproved(client, version);
  if (!own) throw notSubmitted(version);
  if (own.state === SUBMISSION.completing) {
    const words = `is in review submission ${own.id}, whose review has just ended`;
    throw versionConflict(version, words, {hint: 'Run it again in a moment.'});
  }
  return own.state === SUBMISSION.draft ? removeFromDraft(client, version, own) : cancel(client, version, own, all);
}

function refuseOther(version: ReviewedVersion, own: Submission | undefined, seen: string | null): void {
  const {state} = version;
  const name = `Version ${nameOf(version)}`;
  if (own && own.id !== seen) {
    const now = `It is in review submission ${cleanText(own.id)} now.`;
    const words = `Someone else has withdrawn ${nameOf(version)} and submitted it again in the meantime`;
    throw overtaken(words, {details: [now]});
  }
  const isReleasable = stateIs(state, 'releasable');
  if (stateIs(state, 'approved') && !(isReleasable && seen === null))
    throw overtaken(`${name} was ${isReleasable ? 'approved' : 'released'} in the meantime`);
  const isWithdrawn = !own && stateIs(state, 'editable') && !stateIs(state, 'withdrawable');
  if (isWithdrawn) throw overtaken(`${name} is already withdrawn`);
}

async function withdrawApproved(client: Client, version: ReviewedVersion) {
  const {id: versionId, oldSubmissionId: submissionId} = version;
  if (submissionId === undefined) throw notSubmitted(version);
  await deleteSubmission(client, submissionId, version);
  const done = `version ${nameOf(version)} was withdrawn`;
  return stateAfter(client, {done, result: {versionId, submissionId}}, isEditable);
}

async function removeFromDraft(client: Client, version: ReviewedVersion, {id: submissionId, items}: Submission) {
  const {id: versionId} = version;
  const item = itemOf(items, versionId) ?? itemOf(await readItems(client, submissionId), versionId);
  if (!item) throw notSubmitted(version);
  await removeItem(client, item.id, submissionId, version);
  const done = `version ${nameOf(version)} was removed from draft ${cleanText(submissionId)}`;
  return stateAfter(client, {done, result: {versionId, submissionId}}, isEditable);
}

const BEING_CANCELED = 3000;

async function cancel(client: Client, version: ReviewedVersion, submission: Submission, all: boolean) {
  const {id} = submission;
  const {id: versionId} = version;
  const result = {versionId, submissionId: id};
  const name = `Review submission ${cleanText(id)}`;
  if (!all && itemsExcept(submission, versionId).length > 0) {
    throw new ToolError('conflict', `${name} holds more: ${cleanText(contents(submission))}`, {
      hint: 'Add --all to withdraw everything in it.',
      facts: {checkWith: submissionCommand(versionId)},
    });
  }
  const isUnderWay = submission.state === SUBMISSION.canceling;
  if (isUnderWay) {
    const what = `cancel the submission of version ${nameOf(version)}`;
    client.ledger.add({method: 'PATCH', path: pathOf(TYPE.reviewSubmission, id), what, fate: 'answered'});
  } else await changeSubmission(client, submission, version, 'canceled');
  if (client.isDryRun) return result;
  afterLast(client, {done: `version ${nameOf(version)} is being withdrawn`, result});
  const after = isUnderWay ? 0 : BEING_CANCELED;
  const {isOver, versionState} = await followCancellation(client, id, versionId, after);
  if (!isOver) {
    client.ledger.notes.push(`Version ${nameOf(version)} is still being withdrawn; this continues on its own`);
    return {...result, state: version.state};
  }
  // An approval also ends a submission, so only the version's state shows which of the two happened.
  const ended = `${name} has ended; whether the version was withdrawn or approved is not known`;
  afterLast(client, {done: ended, result});
  const state = isEnded(versionState) ? versionState : (await pollState(client, versionId, isEnded)).value;
  client.ledger.doneClause = `version ${nameOf(version)} was withdrawn`;
  if (!stateIs(state, 'approved')) return {...result, state};
  client.ledger.isUnfinished = true;
  client.ledger.leaves(undefined);
  throw versionConflict(version, `was approved before it was withdrawn: it is in ${state}`, {
    hint: stateIs(state, 'releasable') ? 'Run it again to withdraw the approval.' : undefined,
  });
}

const isEditable = (state: string | undefined) => stateIs(state, 'editable');

const isEnded = (state: string | undefined) => isEditable(state) || stateIs(state, 'approved');

function notSubmitted(version: ReviewedVersion): ToolError {
  return versionConflict(version, `is in ${stateName(version.state)}: it is not submitted`);
}
