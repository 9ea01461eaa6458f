import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {dateProblem} from '../model/release-date.ts';
import {
  itemOf,
  SUBMISSION,
  type Submission,
  type SubmitCase,
  submissionClause,
  submitCase,
} from '../model/submission.ts';
import {stateIs} from '../model/version.ts';
import {appPage} from '../model/web-pages.ts';
import type {Client} from './client.ts';
import {tryRead} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {withReviewRemedies} from './review-remedies.ts';
import {addItem, changeSubmission, createDraft, resolveItem} from './submission-writes.ts';
import {
  followCancellation,
  openSubmissions,
  patiently,
  pollState,
  type ReviewedVersion,
  type ReviewResult,
  readItems,
  readSubmissionState,
  readToReview,
  stateAfter,
  submissionCommand,
  withSubmissionLock,
} from './submissions.ts';
import {nameOf, readState, stateName, versionConflict} from './versions.ts';

export interface Submitted extends Partial<ReviewResult> {
  versionId: string;
  resumed: boolean;
  byOthers?: true;
  warning?: string;
}

/** Creates a missing draft or item, then submits. Never makes a second draft, and never submits any other items. */
export async function submitVersion(client: Client, named: NamedVersion): Promise<Submitted> {
  return withSubmissionLock(client, named, SUBMISSION.open, async (version, submissions) => {
    const submitted = await submitFrom(client, version, await findCase(client, version, await submissions()));
    return {...submitted, warning: dateProblem(version, client.clock.now())};
  });
}

async function findCase(client: Client, version: ReviewedVersion, open: readonly Submission[]): Promise<SubmitCase> {
  const found = submitCase(version, open);
  if (found.kind !== 'canceling') return found;
  const {id} = found.submission;
  if (!(await followCancellation(client, id, version.id)).isOver) {
    throw new ToolError('waited', `Version ${nameOf(version)} is still being withdrawn`);
  }
  return submitCase(await readToReview(client, version.id), await openSubmissions(client, version));
}

async function submitFrom(client: Client, version: ReviewedVersion, found: SubmitCase): Promise<Submitted> {
  switch (found.kind) {
    case 'canceling':
      throw blocked(version, {words: 'is being withdrawn'});
    case 'blocked':
      throw blocked(version, found);
    case 'under-review': {
      const submissionId = found.submission?.id ?? version.oldSubmissionId;
      client.ledger.isUnfinished = true;
      const state = stateIs(version.state, 'in-review') ? version.state : await readState(client, version.id);
      return {versionId: version.id, submissionId, state, resumed: true, byOthers: true};
    }
    case 'rejected':
    case 'draft':
      return submitDraft(client, version, found.submission);
    case 'empty-draft':
      return addAndSubmit(client, version, found.submission);
    case 'new':
      client.onStage({name: 'creating a draft', number: 1, of: 3});
      return addAndSubmit(client, version, {...(await createDraft(client, version)), isNew: true});
  }
}

type Draft = Pick<Submission, 'id'> & Partial<Submission> & {isNew?: true};

async function addAndSubmit(client: Client, version: ReviewedVersion, draft: Draft): Promise<Submitted> {
  const {ledger} = client;
  client.onStage({name: 'adding the version', number: 2, of: 3});
  const words = `Draft ${cleanText(draft.id)} ${draft.isNew ? 'was left behind' : 'is still there'}`;
  const empty = draft.isNew ? ' empty' : ', empty';
  ledger.leaves((isLost) => `${words}${isLost ? '' : empty}; the next submit reuses it.`, {goesOn: true});
  let hasEnded = false;
  const elsewhere = await patiently(client, async () => {
    try {
      await addItem(client, draft.id, version);
      return undefined;
    } catch (error) {
      if (!mayBeTaken(error)) throw await withReviewRemedies(client, version, error);
      if (hasEnded) return error;
      const {leftover} = ledger;
      const found = await submitElsewhere(client, version.id);
      if (found && leftover !== undefined) ledger.notes.push(leftover);
      if (found) return found;
      await requireEnded(client, version, error);
      hasEnded = true;
      return error;
    }
  });
  if (!(elsewhere instanceof ToolError)) return elsewhere ?? submitDraft(client, version, draft, GETTING_READY_MS);
  const holder = `review submission ${elsewhere.facts.answer?.submissionId}, which has ended`;
  const heldBy = cleanText(`Version ${nameOf(version)} is still held by ${holder}`);
  throw new ToolError('waited', heldBy, {details: elsewhere.message.split('\n')});
}

/** @throws a conflict unless the submission that the refusal names has ended */
async function requireEnded(client: Client, version: ReviewedVersion, refusal: ToolError): Promise<void> {
  const {submissionId: id} = refusal.facts.answer ?? {};
  const seen = id && (await tryRead(client, readSubmissionState(client, id)));
  if (!seen) throw await withReviewRemedies(client, version, refusal);
  if (seen === 'COMPLETE' || seen === SUBMISSION.completing) return;
  const checkWith = submissionCommand(version.id);
  throw versionConflict(version, `is in review submission ${id}, which ${submissionClause(seen)}`, {checkWith});
}

/** Returns whether a conflict gives no cause, or says that another submission has the version. */
function mayBeTaken(error: unknown): error is ToolError {
  if (!(error instanceof ToolError) || error.kind !== 'conflict') return false;
  const {causes = [], codes = []} = error.facts.answer ?? {};
  return causes.length === 0 || codes.some((code) => code.endsWith('ITEM_PART_OF_ANOTHER_SUBMISSION'));
}

async function submitElsewhere(client: Client, id: string): Promise<Submitted | undefined> {
  const now = await readToReview(client, id);
  const found = await findCase(client, now, await openSubmissions(client, now));
  return found.kind === 'empty-draft' || found.kind === 'new' ? undefined : submitFrom(client, now, found);
}

/** After a version is added to a draft, the service needs at least this long to get it ready. */
const GETTING_READY_MS = 1500;

async function submitDraft(client: Client, version: ReviewedVersion, draft: Draft, after?: number): Promise<Submitted> {
  const result = {versionId: version.id, submissionId: draft.id};
  client.onStage({name: 'submitting it', number: 3, of: 3});
  client.ledger.result = result;
  const name = `version ${nameOf(version)}`;
  const place = `The version is in ${draft.state === SUBMISSION.rejected ? 'submission' : 'draft'} ${cleanText(draft.id)}`;
  client.ledger.leaves((isLost) => (isLost ? `${place}.` : `${place}; only submitting it is missing.`), {goesOn: true});
  let isByOthers: boolean;
  try {
    if (draft.state === SUBMISSION.rejected) await resolveRejection(client, draft, version);
    else if (version.state !== SUBMISSION.draft && !client.isDryRun) await waitUntilReady(client, version, after);
    isByOthers = await submitPatiently(client, draft, version);
  } catch (error) {
    throw await withReviewRemedies(client, version, error);
  }
  const hasLeft = (state: string | undefined) => state !== SUBMISSION.draft && !stateIs(state, 'editable');
  const {state} = await stateAfter(client, {done: `${name} was submitted`, result}, hasLeft);
  if (stateIs(state, 'in-review')) client.ledger.doneClause = `${name} ${submissionClause(state)}`;
  return {...result, state, resumed: !draft.isNew || isByOthers, byOthers: isByOthers || undefined};
}

async function resolveRejection(client: Client, draft: Draft, version: ReviewedVersion): Promise<void> {
  const {id: submissionId, items = []} = draft;
  const item = itemOf(items, version.id) ?? itemOf(await readItems(client, submissionId), version.id);
  if (!item || (item.state !== undefined && item.state !== 'REJECTED')) return;
  try {
    await resolveItem(client, item.id, submissionId, version);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const isRefused = ['conflict', 'rejected', 'not-found'].includes(error.kind);
    if (!isRefused && error.facts.answer?.status !== 403) throw error;
  }
}

async function waitUntilReady(client: Client, version: ReviewedVersion, after?: number): Promise<void> {
  const isReady = (state: string | undefined) => state === SUBMISSION.draft || stateIs(state, 'in-review');
  const {value, isReached} = await pollState(client, version.id, isReady, after);
  if (isReached) return;
  throw new ToolError('waited', `Version ${nameOf(version)} is still in ${stateName(value)} after a minute`);
}

/** @returns whether someone else submitted the version */
async function submitPatiently(client: Client, draft: Draft, version: ReviewedVersion): Promise<boolean> {
  const outcome = await patiently(client, async () => {
    try {
      await changeSubmission(client, draft, version, 'submitted');
      return false;
    } catch (error) {
      if (!(error instanceof ToolError) || error.kind !== 'conflict') throw error;
      if (error.facts.answer?.refusal === 'too-early') return error;
      const state = await readSubmissionState(client, draft.id).catch(() => undefined);
      if (!SUBMISSION.underReview.includes(state ?? '')) throw error;
      client.ledger.isUnfinished = true;
      client.ledger.notes.push(`Someone else submitted draft ${cleanText(draft.id)} first`);
      return true;
    }
  });
  if (!(outcome instanceof ToolError)) return outcome;
  throw new ToolError('waited', 'The service did not accept the submission within a minute:', {
    details: [outcome.summary, ...outcome.details],
    cause: outcome,
  });
}

function blocked(
  version: ReviewedVersion,
  {words, otherId, draftId}: {words: string; otherId?: string; draftId?: string},
): ToolError {
  const checkWith = submissionCommand(otherId ?? version.id);
  if (draftId === undefined) return versionConflict(version, words, {checkWith});
  if (otherId === undefined) {
    const hint = `Submit that draft or remove its items first: ${appPage(version.appId)}`;
    return versionConflict(version, words, {checkWith, hint});
  }
  const flags = {'version-id': otherId, confirm: true};
  const remedies = [
    {words: 'To submit it first', command: {command: ['versions', 'submit'], flags}},
    {words: 'To remove it from the draft', command: {command: ['versions', 'withdraw'], flags}},
  ];
  return versionConflict(version, words, {checkWith, remedies});
}
