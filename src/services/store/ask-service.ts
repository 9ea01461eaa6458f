import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import {SUBMISSION, submissionClause, submitCase} from '../model/submission.ts';
import type {Client} from './client.ts';
import type {NamedVersion} from './reference.ts';
import {withReviewRemedies} from './review-remedies.ts';
import {addItem, createDraft, removeItem} from './submission-writes.ts';
import {type ReviewedVersion, readSubmissionState, submissionCommand, withSubmissionLock} from './submissions.ts';
import {nameOf} from './versions.ts';
import {pathOf, TYPE} from './wire.ts';

/** Has the service validate a version by adding it to an empty draft and removing it again. Nothing is submitted. */
export async function askService(client: Client, named: NamedVersion): Promise<ReadinessCheck[]> {
  return withSubmissionLock(client, named, SUBMISSION.open, async (version, submissions) => {
    const found = submitCase(version, await submissions());
    switch (found.kind) {
      case 'empty-draft':
        return tryInDraft(client, {version, draftId: found.submission.id});
      case 'new': {
        const {id: draftId} = await createDraft(client, version);
        const checks = await tryInDraft(client, {version, draftId, isNew: true});
        const words = `Draft ${cleanText(draftId)} was created to ask the service. It was left behind empty`;
        client.ledger.notes.push(`${words}; the next submit reuses it`);
        return checks;
      }
      case 'draft':
        return check('ok', `The service has accepted the version: it is in draft ${cleanText(found.submission.id)}`);
      case 'under-review':
        return check('ok', 'The service has accepted the version: it is submitted');
      case 'rejected':
        return check('unknown', 'The service judges a rejected version only when it is resubmitted');
      case 'canceling':
        return check('unknown', 'A version that is being withdrawn cannot be checked');
      case 'blocked':
        return [];
    }
  });
}

function check(status: ReadinessCheck['status'], message: string, {command, hint}: Partial<Remedy> = {}) {
  return [{id: 'service' as const, status, message, command, hint}];
}

const CLEANUP_MS = 10_000;

interface Trial {
  version: ReviewedVersion;
  draftId: string;
  isNew?: true;
}

/**
 * Adds the version to the draft and removes it again. After an interruption, both writes get ten more seconds, because
 * a version left in a draft cannot be edited.
 */
async function tryInDraft(client: Client, trial: Trial): Promise<ReadinessCheck[]> {
  const {clock, signal} = client;
  const [limit, ended] = [new AbortController(), new AbortController()];
  const startLimit = () => {
    const isOver = () => limit.abort(new ToolError('waited', 'There was no time left to remove the version again'));
    clock.sleep(CLEANUP_MS, ended.signal).then(isOver, () => {});
  };
  signal?.addEventListener('abort', startLimit, {once: true, signal: ended.signal});
  try {
    const checks = await addAndRemove(client.with(limit.signal), trial);
    signal?.throwIfAborted();
    return checks;
  } catch (error) {
    // The run fails with the interruption, whatever the error of the clean-up was.
    const isOther = error instanceof ToolError && signal?.reason instanceof ToolError && error !== signal.reason;
    throw isOther ? signal.reason.with({line: error.message, facts: error.facts}) : error;
  } finally {
    ended.abort();
  }
}

async function addAndRemove(client: Client, trial: Trial): Promise<ReadinessCheck[]> {
  const {version, draftId, isNew} = trial;
  const {ledger} = client;
  let item: {id: string};
  try {
    item = await addItem(client, draftId, version);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const leftover = `Draft ${cleanText(draftId)} was left behind; the next submit reuses it.`;
    if (isNew || ledger.lost) ledger.leaves(leftover, {goesOn: true});
    if (ledger.lost) throw await withLocation(client, trial, error);
    const reason = await withReviewRemedies(client, version, error);
    if (!(reason instanceof ToolError) || reason.kind !== 'conflict') throw reason;
    const remedies: readonly Remedy[] = reason.facts.remedies ?? [{words: reason.summary}];
    return remedies.flatMap((remedy) => check('error', remedy.words, remedy));
  }
  try {
    await removeItem(client, item.id, draftId, version);
    for (const write of ledger.writes) if (write.path === pathOf(TYPE.reviewSubmissionItem)) write.isUndone = true;
    const words = `Version ${nameOf(version)} was removed from draft ${cleanText(draftId)} again`;
    ledger.leaves(`${words}. The draft was left behind empty; the next submit reuses it.`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.kind !== 'not-found') throw await withLocation(client, trial, error);
  }
  return check('ok', 'The service accepts the version');
}

async function withLocation(client: Client, {version, draftId}: Trial, error: ToolError): Promise<ToolError> {
  const state = await readSubmissionState(client, draftId).catch(() => undefined);
  const isLeft = client.ledger.lost ? 'may be left' : 'is left';
  const place =
    state === undefined || state === SUBMISSION.draft
      ? `${isLeft} in draft ${draftId}, where it is frozen. This run submitted nothing. Remove it with`
      : `is in review submission ${draftId}, which someone else has submitted; it ${submissionClause(state)}. Withdraw it with`;
  const words = `Version ${nameOf(version)} ${cleanText(place)}`;
  const command = {command: ['versions', 'withdraw'], flags: {'version-id': version.id, confirm: true}} as const;
  return error.with({facts: {remedies: [{words, command}], checkWith: submissionCommand(version.id)}});
}
