import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {type SubmitCase, submitCase} from '../model/submit-case.ts';
import {appPage} from '../model/web-pages.ts';
import type {Client} from './client.ts';
import {isUnknown} from './confirm-write.ts';
import {notReady} from './not-ready.ts';
import {
  openSubmissions,
  pollUntil,
  type ReviewTarget,
  readReviewTarget,
  reportingLeftover,
  submissionCommand,
  withLeftover,
  withSubmissionLock,
} from './review-target.ts';
import type {Submitted} from './store.ts';
import {addItem, createDraft} from './submission-writes.ts';
import {readSubmissionState} from './submissions.ts';
import {joinNotes, STAGES, submitDraft} from './submit-draft.ts';
import {versionConflict} from './versions.ts';
import {PATH} from './wire.ts';

/**
 * Continues wherever an earlier run stopped: writes only what is missing of draft, item and submission. Never creates a
 * second draft, never touches one that holds something else.
 * @throws ToolError conflict when something is missing or in the way
 */
export async function submitVersion(client: Client, reference: string): Promise<Submitted> {
  client.assertWritable('POST', PATH.reviewSubmissions);
  return withSubmissionLock(client, reference, async (version) =>
    submitFrom(client, version, await findCase(client, version)),
  );
}

/** Waits for a withdrawal in progress. */
async function findCase(client: Client, version: ReviewTarget): Promise<SubmitCase> {
  const found = submitCase(version, await openSubmissions(client, version));
  if (found.kind !== 'canceling') return found;
  const {id} = found.submission;
  const isOver = (state: string | undefined) => state !== 'CANCELING';
  const {isReached} = await pollUntil(client, (reader) => readSubmissionState(reader, id), isOver);
  if (!isReached) throw new ToolError('waited', `Review submission ${cleanText(id)} is still being canceled`);
  return submitCase(await readReviewTarget(client, version.id), await openSubmissions(client, version));
}

async function submitFrom(client: Client, version: ReviewTarget, found: SubmitCase): Promise<Submitted> {
  switch (found.kind) {
    case 'canceling':
    case 'blocked':
      throw blocked(version, found);
    case 'under-review': {
      const submissionId = found.submission?.id ?? version.oldSubmissionId;
      return {versionId: version.id, submissionId, state: version.state, resumed: true};
    }
    case 'rejected':
    case 'draft':
      return submitDraft(client, version, {draft: found.submission, isResumed: true});
    default: {
      if (found.kind === 'new') client.onStage?.({name: 'creating a draft', number: 1, of: STAGES});
      const draft = found.kind === 'new' ? await createDraft(client, version) : found.submission;
      client.onStage?.({name: 'adding the version', number: 2, of: STAGES});
      const isResumed = found.kind === 'empty-draft';
      const added = await addTo(client, version, draft.id);
      if ('instead' in added) {
        const {instead, now, leftover} = added;
        const submitted = await reportingLeftover(leftover, submitFrom(client, now, instead));
        return {...submitted, note: joinNotes([submitted.note, leftover])};
      }
      const notes = ['note' in draft ? draft.note : undefined, added.note];
      return submitDraft(client, version, {draft: {id: draft.id}, isResumed, notes});
    }
  }
}

/** @returns the new case when someone else was quicker and the version is in another submission */
async function addTo(
  client: Client,
  version: ReviewTarget,
  draftId: string,
): Promise<{note?: string} | {instead: Elsewhere; now: ReviewTarget; leftover: string}> {
  try {
    return await addItem(client, {draftId, versionId: version.id});
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const leftover = `Draft ${cleanText(draftId)} was left behind${isUnknown(error) ? '' : ' empty'}; the next submit reuses it.`;
    if (error.kind !== 'conflict') throw withLeftover(error, leftover);
    if (mayBeTaken(error)) {
      const now = await reportingLeftover(leftover, readReviewTarget(client, version.id));
      const instead = await reportingLeftover(leftover, findCase(client, now));
      if (instead.kind === 'blocked' || instead.kind === 'canceling')
        throw withLeftover(blocked(now, instead), leftover);
      if (instead.kind !== 'empty-draft' && instead.kind !== 'new') return {instead, now, leftover};
    }
    throw withLeftover(await reportingLeftover(leftover, notReady(client, version, error)), leftover);
  }
}

type Elsewhere = Exclude<SubmitCase, {kind: 'blocked' | 'canceling' | 'empty-draft' | 'new'}>;

/** Someone else may have added or submitted it: the refusal gives no reason, or that very one. */
function mayBeTaken({facts: {causes = [], codes = []}}: ToolError): boolean {
  return causes.length === 0 || codes.some((code) => code.endsWith('ITEM_PART_OF_ANOTHER_SUBMISSION'));
}

function blocked(version: ReviewTarget, found: Extract<SubmitCase, {kind: 'blocked' | 'canceling'}>): ToolError {
  const {words, otherId, draftId} = found.kind === 'blocked' ? found : {words: 'is being withdrawn'};
  const isDraft = draftId !== undefined;
  const flags = {'version-id': otherId ?? '', confirm: true};
  return versionConflict(version, words, {
    hint:
      isDraft && otherId === undefined
        ? `Submit that draft or remove its items first: ${appPage(version.appId)}`
        : undefined,
    remedies:
      isDraft && otherId !== undefined
        ? [
            {words: 'To submit it first', command: {command: ['versions', 'submit'], flags}},
            {words: 'To remove it from the draft', command: {command: ['versions', 'withdraw'], flags}},
          ]
        : undefined,
    check: submissionCommand(otherId ?? version.id),
  });
}
