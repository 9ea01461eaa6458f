import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import {itemOf, SUBMISSION, submissionClause, submitCase} from '../model/submission.ts';
import type {Client} from './client.ts';
import type {NamedVersion} from './reference.ts';
import {withReviewRemedies} from './review-remedies.ts';
import {addItem, createDraft, removeItem} from './submission-writes.ts';
import {
  PAUSE_MS,
  type ReviewedVersion,
  readItems,
  readSubmissionState,
  submissionCommand,
  withSubmissionLock,
} from './submissions.ts';
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

/** An interruption stops the validation, but not the clean-up, because a version left in a draft cannot be edited. */
async function tryInDraft(client: Client, trial: Trial): Promise<ReadinessCheck[]> {
  const {clock, signal} = client;
  const [limit, ended] = [new AbortController(), new AbortController()];
  const startLimit = () => {
    const isOver = () => limit.abort(new ToolError('waited', 'There was no time left to remove the version again'));
    clock.sleep(CLEANUP_MS, ended.signal).then(isOver, () => {});
  };
  signal?.addEventListener('abort', startLimit, {once: true, signal: ended.signal});
  const cleaner = client.with(limit.signal);
  try {
    const added = await addTo(client, trial, cleaner);
    if (typeof added !== 'string') return added;
    await removeAgain(client, trial, added, cleaner);
    signal?.throwIfAborted();
    return check('ok', 'The service accepts the version');
  } finally {
    ended.abort();
  }
}

/** @returns the ID of the added item, or what the service says against the version */
async function addTo(client: Client, trial: Trial, cleaner: Client): Promise<string | ReadinessCheck[]> {
  const {version, draftId, isNew} = trial;
  const {ledger} = client;
  try {
    return (await addItem(client, draftId, version)).id;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const leftover = `Draft ${cleanText(draftId)} was left behind; the next submit reuses it.`;
    if (isNew || ledger.lost) ledger.leaves(leftover, {goesOn: true});
    if (ledger.lost) {
      const itemId = client.signal?.aborted ? await findItem(cleaner, trial) : undefined;
      if (itemId === undefined) throw await withLocation(cleaner, trial, error);
      ledger.lost.reading = {verdict: 'done', found: 'the version was added to its draft', at: client.clock.now()};
      return itemId;
    }
    const reason = await withReviewRemedies(client, version, error);
    if (!(reason instanceof ToolError) || reason.kind !== 'conflict') throw reason;
    const remedies: readonly Remedy[] = reason.facts.remedies ?? [{words: reason.summary}];
    return remedies.flatMap((remedy) => check('error', remedy.words, remedy));
  }
}

/** Looks for the item until the time for the clean-up is over, because the service may still add it. */
async function findItem(cleaner: Client, {version, draftId}: Trial): Promise<string | undefined> {
  try {
    for (;;) {
      const item = itemOf(await readItems(cleaner, draftId), version.id);
      if (item) return item.id;
      await cleaner.clock.sleep(PAUSE_MS, cleaner.signal);
    }
  } catch {
    return undefined;
  }
}

async function removeAgain({signal, ledger}: Client, trial: Trial, itemId: string, cleaner: Client): Promise<void> {
  const {version, draftId} = trial;
  try {
    await removeItem(cleaner, itemId, draftId, version);
    for (const write of ledger.writes) if (write.path === pathOf(TYPE.reviewSubmissionItem)) write.isUndone = true;
    const words = `Version ${nameOf(version)} was removed from draft ${cleanText(draftId)} again`;
    ledger.leaves(`${words}. The draft was left behind empty; the next submit reuses it.`);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.kind === 'not-found') return;
    // An interrupted run fails with the interruption, even if the clean-up failed for another reason.
    const ended = signal?.reason instanceof ToolError ? signal.reason.with({line: error.message}) : error;
    throw await withLocation(cleaner, trial, ended);
  }
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
