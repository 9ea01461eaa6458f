import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import type {Reading} from '../model/outcome.ts';
import {stateIs} from '../model/states.ts';
import {CANCELING, contents, DRAFT, itemOf, itemsBeside, type Submission} from '../model/submission.ts';
import type {Client} from './client.ts';
import {stranded} from './hand-over.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {beforeWrite} from './settle.ts';
import type {Withdrawn} from './store.ts';
import {inTurn, openSubmission, type Subject, stateAfter, until} from './subject.ts';
import {changeSubmission, deleteSubmission, removeItem} from './submission-writes.ts';
import {readItems, readSubmissionState} from './submissions.ts';
import {PATH} from './wire.ts';

/**
 * Takes a version back: out of its draft, from review, or from being approved.
 * @param all also where its submission holds more than this version @throws ToolError conflict when there is nothing to
 * take back
 */
export async function withdrawVersion(
  client: Client,
  reference: string,
  {all}: {all: boolean},
  signal?: AbortSignal,
): Promise<Withdrawn> {
  client.willWrite('PATCH', PATH.reviewSubmission('<id of its review submission>'));
  const work = async (version: Subject) => {
    if (stateIs(version.state, 'releasable')) return takeBackApproved(client, version, signal);
    const own = await beforeWrite(() => openSubmission(client, version, signal));
    if (!own) throw nothing(version);
    return own.state === DRAFT
      ? takeOutOfDraft(client, version, own, signal)
      : cancel(client, version, own, all, signal);
  };
  return inTurn(client, reference, work, signal);
}

async function takeBackApproved(client: Client, version: Subject, signal?: AbortSignal): Promise<Withdrawn> {
  const {id: versionId, oldSubmissionId: id} = version;
  if (id === undefined) throw nothing(version);
  const {note} = await deleteSubmission(client, {id, versionId}, signal);
  return {versionId, submissionId: id, state: await stateNow(client, version, {done: 'was withdrawn'}, signal), note};
}

async function takeOutOfDraft(
  client: Client,
  version: Subject,
  draft: Submission,
  signal?: AbortSignal,
): Promise<Withdrawn> {
  const {id: versionId} = version;
  const item = await beforeWrite(async () => {
    return itemOf(draft.items, versionId) ?? itemOf(await readItems(client, draft.id, signal), versionId);
  });
  if (!item) throw nothing(version);
  const {note} = await removeItem(client, {itemId: item.id, draftId: draft.id, versionId}, signal);
  const done = `was taken out of draft ${draft.id}`;
  return {versionId, submissionId: draft.id, state: await stateNow(client, version, {done}, signal), note};
}

/** Cancels a submission and follows that to its end, for a minute at most. */
async function cancel(
  client: Client,
  version: Subject,
  submission: Submission,
  all: boolean,
  signal?: AbortSignal,
): Promise<Withdrawn> {
  const {id} = submission;
  if (!all && itemsBeside(submission, version.id).length > 0) {
    throw new ToolError(
      'conflict',
      `Review submission ${cleanText(id)} holds more: ${cleanText(contents(submission))}`,
      {
        hint: 'Add --all to withdraw everything in it.',
        facts: {outcome: 'not-sent', check: viewCommand(version.id, {'include-submission': true})},
      },
    );
  }
  const change = {versionId: version.id, change: 'canceled'} as const;
  const isUnderWay = submission.state === CANCELING;
  const written = isUnderWay
    ? {}
    : await changeSubmission(client, submission, change, signal).catch((error) => {
        throw error instanceof ToolError ? toldByVersion(client, version, error) : error;
      });
  if (client.isDryRun) return {versionId: version.id, submissionId: id};
  const read = (both: AbortSignal) => readSubmissionState(client, id, both);
  const ended = await until(client, {read, isSo: (state) => state !== CANCELING}, signal).catch((error) => {
    throw error instanceof ToolError ? stranded(error, `Review submission ${cleanText(id)} is being canceled.`) : error;
  });
  const goesOn = ended.isSo ? undefined : `Review submission ${cleanText(id)} is still being canceled: that goes on`;
  const note = [written.note, goesOn].filter((line) => line !== undefined).join('\n');
  const done = `was withdrawn: review submission ${id} is canceled`;
  const state = ended.isSo ? await stateNow(client, version, {done, isSo: isEnded}, signal) : version.state;
  if (stateIs(state, 'approved')) throw approved(version, state);
  return {versionId: version.id, submissionId: id, state, note: note === '' ? undefined : note};
}

const isBack = (state: string | undefined) => stateIs(state, 'editable');

/** What a version has come to when review is over for it, whichever was first. */
const isEnded = (state: string | undefined) => isBack(state) || stateIs(state, 'approved');

/** The state that the version has now. @param done what has become of it */
function stateNow(
  client: Client,
  version: Subject,
  {done, isSo = isBack}: {done: string; isSo?: typeof isBack},
  signal?: AbortSignal,
): Promise<string | undefined> {
  const words = cleanText(`Version ${version.versionString ?? version.id} ${done}.`);
  return stateAfter(client, version, {done: words, isSo}, signal);
}

/** A submission that is over was not canceled for that: review may have ended first. */
function approved({id, versionString}: Subject, state = ''): ToolError {
  const name = cleanText(versionString ?? id);
  return new ToolError(
    'conflict',
    `Version ${name} was approved before it was withdrawn: it is in ${cleanText(state)}`,
    {
      hint: stateIs(state, 'releasable') ? 'Run it again to take back the approval.' : undefined,
      facts: {check: viewCommand(id)},
    },
  );
}

/** A submission that is found to be over may have ended by an approval: whoever reads again is told that by the version. */
function toldByVersion(client: Client, {id}: Subject, error: ToolError): ToolError {
  const {reread: read} = error.facts;
  if (!read) return error;
  const reread = async (signal?: AbortSignal): Promise<Reading> => {
    const reading = await read(signal);
    if (reading.verdict !== 'done') return reading;
    const {state} = await readVersion(client, id, signal);
    if (!stateIs(state, 'approved')) return reading;
    return {verdict: 'someone-else', found: `the version was approved before it was withdrawn: it is in ${state}`};
  };
  return error.with({facts: {reread}});
}

function nothing({id, versionString, state}: Subject): ToolError {
  const name = cleanText(versionString ?? id);
  return new ToolError(
    'conflict',
    `Version ${name} is in ${cleanText(state ?? 'no known state')}: it is not submitted`,
    {
      facts: {outcome: 'not-sent', check: viewCommand(id)},
    },
  );
}
