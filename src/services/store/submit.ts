import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {type SubmitCase, submitCase} from '../model/submit-case.ts';
import {appPage} from '../model/web-pages.ts';
import type {Client} from './client.ts';
import {handOver, isUnknown, orStranded, stranded} from './hand-over.ts';
import {notReady} from './not-ready.ts';
import {viewCommand} from './read-version.ts';
import {beforeWrite} from './settle.ts';
import type {Submitted} from './store.ts';
import {inTurn, openSubmissions, readSubject, type Subject, until} from './subject.ts';
import {addItem, createDraft} from './submission-writes.ts';
import {readSubmissionState} from './submissions.ts';
import {PATH} from './wire.ts';

/**
 * Hands a version to review, going on from wherever an earlier run stopped: of three writes (draft, item, submission)
 * those are left out that were done already. Never makes a second draft, never touches one that holds something else.
 * @throws ToolError conflict when something is in the way or missing
 */
export async function submitVersion(client: Client, reference: string, signal?: AbortSignal): Promise<Submitted> {
  client.willWrite('POST', PATH.reviewSubmissions);
  const work = async (version: Subject) => submitFrom(client, version, await look(client, version, signal), signal);
  return inTurn(client, reference, work, signal);
}

/** What is found; a withdrawal that is under way is waited for. */
function look(client: Client, version: Subject, signal?: AbortSignal): Promise<SubmitCase> {
  return beforeWrite(async () => {
    const found = submitCase(version, await openSubmissions(client, version, signal));
    if (found.kind !== 'canceling') return found;
    const {id} = found.submission;
    const read = (both: AbortSignal) => readSubmissionState(client, id, both);
    const ended = await until(client, {read, isSo: (state) => state !== 'CANCELING'}, signal);
    if (!ended.isSo) throw new ToolError('waited', `Review submission ${cleanText(id)} is still being canceled`);
    return submitCase(await readSubject(client, version.id, signal), await openSubmissions(client, version, signal));
  });
}

async function submitFrom(
  client: Client,
  version: Subject,
  found: SubmitCase,
  signal?: AbortSignal,
): Promise<Submitted> {
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
      return handOver(client, version, {draft: found.submission, isResumed: true}, signal);
    default: {
      const draft = found.kind === 'new' ? await createDraft(client, version, signal) : found.submission;
      const isResumed = found.kind === 'empty-draft';
      const added = await addTo(client, version, draft.id, signal);
      if ('instead' in added) {
        const {instead, now, left} = added;
        const submitted = await orStranded(left, submitFrom(client, now, instead, signal));
        return {...submitted, note: [submitted.note, left].filter(Boolean).join('\n')};
      }
      const notes = ['note' in draft ? draft.note : undefined, added.note];
      return handOver(client, version, {draft: {id: draft.id}, isResumed, notes}, signal);
    }
  }
}

/**
 * Adds the version to a draft. Where somebody else was quicker, all is read once more.
 * @returns what is found then, when the version is in another submission, and in words what stays behind
 */
async function addTo(
  client: Client,
  version: Subject,
  draftId: string,
  signal?: AbortSignal,
): Promise<{note?: string} | {instead: Elsewhere; now: Subject; left: string}> {
  try {
    return await addItem(client, {draftId, versionId: version.id}, signal);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const left = `Draft ${cleanText(draftId)} stays${isUnknown(error) ? '' : ', empty'}: it is used next time.`;
    if (error.kind !== 'conflict') throw stranded(error, left);
    if (mayBeTaken(error)) {
      const now = await orStranded(left, readSubject(client, version.id, signal));
      const instead = await orStranded(left, look(client, now, signal));
      if (instead.kind === 'blocked' || instead.kind === 'canceling') throw stranded(blocked(now, instead), left);
      if (instead.kind !== 'empty-draft' && instead.kind !== 'new') return {instead, now, left};
    }
    throw stranded(await orStranded(left, notReady(client, version, error, signal)), left);
  }
}

/** Cases in which there is nothing to add. */
type Elsewhere = Exclude<SubmitCase, {kind: 'blocked' | 'canceling' | 'empty-draft' | 'new'}>;

/** Somebody else may have added or submitted it: no reason is named, or that very one. */
function mayBeTaken({facts: {causes = [], codes = []}}: ToolError): boolean {
  return causes.length === 0 || codes.some((code) => code.endsWith('ITEM_PART_OF_ANOTHER_SUBMISSION'));
}

function blocked(version: Subject, found: Extract<SubmitCase, {kind: 'blocked' | 'canceling'}>): ToolError {
  const words = found.kind === 'blocked' ? found.words : 'is being withdrawn';
  const shown = found.kind === 'blocked' ? (found.otherId ?? version.id) : version.id;
  const isDraft = found.kind === 'blocked' && found.draftId !== undefined && found.otherId === undefined;
  return new ToolError('conflict', cleanText(`Version ${version.versionString ?? version.id} ${words}`), {
    hint: isDraft ? `Submit that draft or empty it first: ${appPage(version.appId)}` : undefined,
    facts: {outcome: 'not-sent', check: viewCommand(shown, {'include-submission': true})},
  });
}
