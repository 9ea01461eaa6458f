import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import {type SubmitCase, submitCase} from '../model/submit-case.ts';
import type {Client} from './client.ts';
import {isUnknown, stranded} from './hand-over.ts';
import {notReady} from './not-ready.ts';
import {viewCommand} from './read-version.ts';
import {beforeWrite} from './settle.ts';
import {lockOf, openSubmissions, readSubject, type Subject} from './subject.ts';
import {addItem, createDraft, removeItem} from './submission-writes.ts';
import {PATH} from './wire.ts';

interface Asked {
  checks: ReadinessCheck[];
  /** What stays behind. */
  note?: string;
}

/**
 * Has the service judge a version: adds it to a draft, and takes it out again. Nothing is submitted, and no draft is
 * touched that holds anything else.
 */
export async function askService(client: Client, versionId: string, signal?: AbortSignal): Promise<Asked> {
  const version = await beforeWrite(() => readSubject(client, versionId, signal));
  const work = async () => {
    const found = await beforeWrite(async () => submitCase(version, await openSubmissions(client, version, signal)));
    if (found.kind !== 'new' && found.kind !== 'empty-draft') return {checks: unasked(found)};
    const draft = found.kind === 'new' ? await createDraft(client, version, signal) : found.submission;
    const note =
      found.kind === 'new'
        ? `Draft ${cleanText(draft.id)} was made to ask the service. It stays, empty: submit uses it`
        : undefined;
    return {checks: await askWith(client, version, draft.id, signal), note};
  };
  return client.exclusively(lockOf(version), work, signal);
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
    if (error.kind !== 'conflict') throw stranded(error, `Draft ${cleanText(draftId)} stays: submit uses it.`);
    const {facts, message} = await notReady(client, version, error, signal);
    return (facts.remedies ?? [{words: message.split('\n')[0] ?? message}]).map(toCheck);
  }
  try {
    await removeItem(client, {itemId, draftId, versionId}, signal);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw left(error, version, draftId);
  }
  return [{id: 'service', status: 'ok', message: 'The service accepts the version'}];
}

/** What stays where after a version could not be taken out of a draft again, and how to take it out. */
function left(error: ToolError, {id, versionString}: Subject, draftId: string): ToolError {
  const isLeft = isUnknown(error) ? 'may be left' : 'is left';
  const words = `Version ${cleanText(versionString ?? id)} ${isLeft} in draft ${cleanText(draftId)}, and frozen there. Nothing was submitted. Take it out with`;
  const command = {command: ['versions', 'withdraw'], flags: {'version-id': id, confirm: true}} as const;
  return error.with({
    facts: {remedies: [{words, command}], check: viewCommand(id, {'include-submission': true})},
  });
}

function toCheck({words, command, hint}: Remedy): ReadinessCheck {
  return {id: 'service', status: 'error', message: words, command, hint};
}
