import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import {DRAFT} from '../model/submission.ts';
import {type SubmitCase, submitCase} from '../model/submit-case.ts';
import type {Client} from './client.ts';
import {isUnknown, orStranded, stranded} from './hand-over.ts';
import {notReady} from './not-ready.ts';
import {viewCommand} from './read-version.ts';
import {afterOthers, beforeWrite} from './settle.ts';
import {inTurn, openSubmissions, type Subject} from './subject.ts';
import {addItem, createDraft, removeItem} from './submission-writes.ts';
import {readSubmissionState} from './submissions.ts';
import {PATH} from './wire.ts';

interface Asked {
  checks: ReadinessCheck[];
  /** What stays behind. */
  note?: string;
}

/**
 * Has the service judge a version: adds it to a draft, and takes it out again. It submits nothing, and touches no draft
 * that holds anything else.
 */
export async function askService(client: Client, versionId: string, signal?: AbortSignal): Promise<Asked> {
  const work = async (version: Subject) => {
    const found = await beforeWrite(async () => submitCase(version, await openSubmissions(client, version, signal)));
    if (found.kind !== 'new' && found.kind !== 'empty-draft') return {checks: unasked(found)};
    const draft = found.kind === 'new' ? await createDraft(client, version, signal) : found.submission;
    const note =
      found.kind === 'new'
        ? `Draft ${cleanText(draft.id)} was made to ask the service. It stays, empty: submit uses it`
        : undefined;
    return {checks: await askWith(client, version, draft.id, signal), note};
  };
  return inTurn(client, versionId, work, signal);
}

/** @throws ToolError for a run that only reads, before anything is asked */
export function mayAsk(client: Client): void {
  client.willWrite('POST', PATH.reviewSubmissionItems);
}

function unasked(found: Exclude<SubmitCase, {kind: 'new' | 'empty-draft'}>): ReadinessCheck[] {
  const said = (status: ReadinessCheck['status'], message: string): ReadinessCheck[] => [
    {id: 'service', status, message},
  ];
  switch (found.kind) {
    case 'draft':
      return said('ok', `The service has accepted the version: it is in draft ${cleanText(found.submission.id)}`);
    case 'under-review':
      return said('ok', 'The service has accepted the version: it is submitted');
    case 'rejected':
      return said('unknown', 'A rejected version is judged when it is submitted again');
    case 'canceling':
      return said('unknown', 'A version that is being withdrawn cannot be judged');
    // The check of the submission says why.
    case 'blocked':
      return [];
  }
}

async function askWith(
  client: Client,
  version: Subject,
  draftId: string,
  signal?: AbortSignal,
): Promise<ReadinessCheck[]> {
  const {id: versionId} = version;
  let itemId: string;
  try {
    ({id: itemId} = await addItem(client, {draftId, versionId}, signal));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const stays = `Draft ${cleanText(draftId)} stays: submit uses it.`;
    if (isUnknown(error)) throw stranded(await left(client, error, {version, draftId}, signal), stays);
    if (error.kind !== 'conflict') throw stranded(error, stays);
    const {facts, message} = await orStranded(stays, notReady(client, version, error, signal));
    return (facts.remedies ?? [{words: message.split('\n')[0] ?? message}]).map(toCheck);
  }
  try {
    await removeItem(client, {itemId, draftId, versionId}, signal);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Somebody else has taken it out: there is nothing left to do.
    if (error.kind !== 'not-found') throw await left(client, error, {version, draftId}, signal);
  }
  return [{id: 'service', status: 'ok', message: 'The service accepts the version'}];
}

/** What stays where when a version was not taken out of a draft again, and how to take it out. */
async function left(
  client: Client,
  error: ToolError,
  {version: {id, versionString}, draftId}: {version: Subject; draftId: string},
  signal?: AbortSignal,
): Promise<ToolError> {
  // Somebody else may have submitted the draft meanwhile.
  const state = await readSubmissionState(client, draftId, signal).catch(() => undefined);
  const isLeft = isUnknown(error) ? 'may be left' : 'is left';
  const place =
    state === undefined || state === DRAFT
      ? `${isLeft} in draft ${draftId}, and frozen there. This run submitted nothing. Take it out with`
      : `is in review submission ${draftId}, which somebody else has submitted: it is in ${state}. Take it back with`;
  const words = cleanText(`Version ${versionString ?? id} ${place}`);
  const command = {command: ['versions', 'withdraw'], flags: {'version-id': id, confirm: true}} as const;
  return error.with({
    facts: {...afterOthers(error), remedies: [{words, command}], check: viewCommand(id, {'include-submission': true})},
  });
}

function toCheck({words, command, hint}: Remedy): ReadinessCheck {
  return {id: 'service', status: 'error', message: words, command, hint};
}
