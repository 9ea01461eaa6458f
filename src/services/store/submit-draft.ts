import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {stateIs} from '../model/states.ts';
import {DRAFT, itemOf, REJECTED, type Submission, UNDER_REVIEW} from '../model/submission.ts';
import type {Client} from './client.ts';
import {isUnknown} from './confirm-write.ts';
import {notReady} from './not-ready.ts';
import {pollState, type ReviewTarget, reportingLeftover, stateAfter, withLeftover} from './review-target.ts';
import type {Submitted, Written} from './store.ts';
import {changeSubmission, resolveItem} from './submission-writes.ts';
import {readItems, readSubmissionState} from './submissions.ts';
import {nameOf, stateName} from './versions.ts';

interface Draft {
  draft: Pick<Submission, 'id'> & Partial<Submission>;
  isResumed: boolean;
  notes?: readonly (string | undefined)[];
}

/** Milliseconds: how long a refusal means "not yet", and the pause between two tries. */
const NOT_YET = 60_000;
const PAUSE = 2000;

/** Draft, item, submission. */
export const STAGES = 3;

export async function submitDraft(
  client: Client,
  version: ReviewTarget,
  {draft, isResumed, notes = []}: Draft,
): Promise<Submitted> {
  const holds = `Review submission ${cleanText(draft.id)} holds the version`;
  const collected = [...notes];
  client.onStage?.({name: 'submitting it', number: 3, of: STAGES});
  let written: Written & {byAnother?: true};
  try {
    if (draft.state === REJECTED) collected.push(await resolveRejection(client, draft, version.id));
    else if (version.state !== DRAFT && !client.isDryRun) await waitUntilReady(client, version);
    written = await submitPatiently(client, draft, version.id);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (isUnknown(error)) throw withLeftover(error, `${holds}.`);
    const leftover = `${holds} but has not been submitted.`;
    if (error.kind !== 'conflict') throw withLeftover(error, leftover);
    throw withLeftover(await reportingLeftover(leftover, notReady(client, version, error)), leftover);
  }
  const done = `Review submission ${cleanText(draft.id)} was submitted.`;
  const state = await stateAfter(client, version.id, {done, predicate: hasLeft});
  return {
    versionId: version.id,
    submissionId: draft.id,
    state: state ?? 'WAITING_FOR_REVIEW',
    resumed: isResumed || written.byAnother === true,
    note: joinNotes([...collected, written.note]),
  };
}

export function joinNotes(notes: readonly (string | undefined)[]): string | undefined {
  return notes.filter(Boolean).join('\n') || undefined;
}

function hasLeft(state: string | undefined): boolean {
  return state !== DRAFT && !stateIs(state, 'editable');
}

/** Declares rejected items fixed. A refusal is ignored: submitting reveals what matters. */
async function resolveRejection(
  client: Client,
  {id: submissionId, items = []}: Draft['draft'],
  versionId: string,
): Promise<string | undefined> {
  const item = itemOf(items, versionId) ?? itemOf(await readItems(client, submissionId), versionId);
  if (item?.state !== undefined && item.state !== 'REJECTED') return undefined;
  try {
    return item && (await resolveItem(client, item.id, {submissionId, versionId})).note;
  } catch (error) {
    const isRefused = error instanceof ToolError && ['conflict', 'rejected', 'not-found'].includes(error.kind);
    if (!isRefused && !(error instanceof ToolError && error.facts.status === 403)) throw error;
    return undefined;
  }
}

async function waitUntilReady(client: Client, version: ReviewTarget): Promise<void> {
  const isReady = (state: string | undefined) => state === DRAFT || stateIs(state, 'in-review');
  const {isReached, value} = await pollState(client, version.id, isReady);
  if (isReached) return;
  throw new ToolError('waited', `Version ${nameOf(version)} is still in ${stateName(value)} after a minute`);
}

/**
 * Retries while the service answers that it is too early: a refusal, so nothing is submitted twice.
 * @throws ToolError waited after a minute
 */
async function submitPatiently(
  client: Client,
  draft: Draft['draft'],
  versionId: string,
): Promise<Written & {byAnother?: true}> {
  const started = client.clock.now();
  for (;;) {
    try {
      return await changeSubmission(client, draft, {versionId, change: 'submitted'});
    } catch (error) {
      if (!(error instanceof ToolError) || error.kind !== 'conflict') throw error;
      if (error.facts.refusal !== 'too-early') return afterAnother(client, draft.id, error);
      if (client.clock.now() - started >= NOT_YET) {
        throw new ToolError('waited', 'The service did not accept the submission within a minute:', {
          details: [error.summary, ...error.details],
          cause: error,
        });
      }
      await client.clock.sleep(PAUSE, client.signal);
    }
  }
}

/** Not an error if it was refused because someone else has submitted it. */
async function afterAnother(client: Client, id: string, error: ToolError): Promise<{note: string; byAnother: true}> {
  const state = await readSubmissionState(client, id).catch(() => undefined);
  if (!UNDER_REVIEW.includes(state ?? '')) throw error;
  return {note: `Someone else has submitted review submission ${cleanText(id)} in the meantime`, byAnother: true};
}
