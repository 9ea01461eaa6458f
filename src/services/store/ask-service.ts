import {cleanText} from '../model/clean.ts';
import {type Remedy, ToolError} from '../model/error.ts';
import type {ReadinessCheck} from '../model/readiness.ts';
import {DRAFT, itemOf} from '../model/submission.ts';
import {type SubmitCase, submitCase} from '../model/submit-case.ts';
import type {Client} from './client.ts';
import {isUnknown, orStranded, stranded} from './hand-over.ts';
import {notReady} from './not-ready.ts';
import {viewCommand} from './read-version.ts';
import {afterOthers, beforeWrite} from './settle.ts';
import {inTurn, openSubmissions, type Subject} from './subject.ts';
import {addItem, createDraft, removeItem} from './submission-writes.ts';
import {readItems, readSubmissionState} from './submissions.ts';
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
    return {checks: await askWith(client, {version, draftId: draft.id}, signal), note};
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

/** How long may be spent after an interruption on taking the version out again, and between two looks for it, in ms. */
const CLEANING = 10_000;
const PAUSE = 2000;

interface Place {
  version: Subject;
  draftId: string;
}

/** Whoever stops the run stops the asking, not the taking out: a version that stays in a draft is frozen. */
async function askWith(client: Client, place: Place, signal?: AbortSignal): Promise<ReadinessCheck[]> {
  const cleaning = outlasting(client, signal);
  try {
    const answer = await addTo(client, place, cleaning.signal, signal);
    if ('checks' in answer) return answer.checks;
    await takeOut(client, place, answer.itemId, cleaning.signal, signal);
    if (signal?.aborted) throw takenOut(place, signal.reason);
    return [{id: 'service', status: 'ok', message: 'The service accepts the version'}];
  } finally {
    cleaning.end();
  }
}

/** A signal that comes some seconds after another one. */
function outlasting({clock}: Client, signal?: AbortSignal): {signal: AbortSignal; end(): void} {
  const [limit, ended] = [new AbortController(), new AbortController()];
  const start = () => {
    const isOver = () => limit.abort(new ToolError('waited', 'There was no time left to take the version out again'));
    clock.sleep(CLEANING, ended.signal).then(isOver, () => {});
  };
  if (signal?.aborted) start();
  else signal?.addEventListener('abort', start, {once: true, signal: ended.signal});
  return {signal: limit.signal, end: () => ended.abort()};
}

/** @returns the item, or what the service has against the version */
async function addTo(
  client: Client,
  place: Place,
  cleaning: AbortSignal,
  signal?: AbortSignal,
): Promise<{itemId: string} | {checks: ReadinessCheck[]}> {
  const {version, draftId} = place;
  try {
    const {id} = await addItem(client, {draftId, versionId: version.id}, signal);
    return {itemId: id};
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const stays = `Draft ${cleanText(draftId)} stays: submit uses it.`;
    if (isUnknown(error)) {
      const itemId = signal?.aborted ? await findItem(client, place, cleaning) : undefined;
      if (itemId !== undefined) return {itemId};
      throw stranded(await left(client, error, place, cleaning), stays);
    }
    if (error.kind !== 'conflict') throw stranded(error, stays);
    const {facts, message} = await orStranded(stays, notReady(client, version, error, signal));
    return {checks: (facts.remedies ?? [{words: message.split('\n')[0] ?? message}]).map(toCheck)};
  }
}

/** The service may still be adding it. @returns the ID of its item; undefined when it does not show, or nothing can be read */
async function findItem(client: Client, {version, draftId}: Place, cleaning: AbortSignal): Promise<string | undefined> {
  try {
    for (;;) {
      const item = itemOf(await readItems(client, draftId, cleaning), version.id);
      if (item) return item.id;
      await client.clock.sleep(PAUSE, cleaning);
    }
  } catch {
    return undefined;
  }
}

async function takeOut(
  client: Client,
  place: Place,
  itemId: string,
  cleaning: AbortSignal,
  signal?: AbortSignal,
): Promise<void> {
  const {version, draftId} = place;
  try {
    await removeItem(client, {itemId, draftId, versionId: version.id}, cleaning);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // Someone else has taken it out: there is nothing left to do.
    if (error.kind === 'not-found') return;
    // Whoever stopped the run is told so, whatever the taking out ended with.
    const {reason} = signal ?? {};
    const {message, facts} = error;
    const ended = reason instanceof ToolError ? reason.with({line: message, facts}) : error;
    throw await left(client, ended, place, cleaning);
  }
}

function takenOut({version: {id, versionString}, draftId}: Place, reason: unknown): unknown {
  if (!(reason instanceof ToolError)) return reason;
  const name = cleanText(`Version ${versionString ?? id} was taken out of draft ${draftId} again`);
  return reason.with({line: `${name}. The draft stays, empty: submit uses it.`, facts: afterOthers(reason)});
}

/** What stays where when a version was not taken out of a draft again, and how to take it out. */
async function left(
  client: Client,
  error: ToolError,
  {version: {id, versionString}, draftId}: Place,
  signal: AbortSignal,
): Promise<ToolError> {
  // Someone else may have submitted the draft meanwhile.
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
