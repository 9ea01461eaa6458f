import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {stateIs} from '../model/states.ts';
import {DRAFT, itemOf, REJECTED, type Submission, UNDER_REVIEW} from '../model/submission.ts';
import type {Client} from './client.ts';
import {notReady} from './not-ready.ts';
import {afterOthers} from './settle.ts';
import type {Submitted, Written} from './store.ts';
import {type Subject, stateAfter, untilState} from './subject.ts';
import {changeSubmission, resolveItem} from './submission-writes.ts';
import {readItems, readSubmissionState} from './submissions.ts';

interface Handing {
  /** The submission that holds the version. */
  draft: Pick<Submission, 'id'> & Partial<Submission>;
  /** Something of an earlier run is used. */
  isResumed: boolean;
  /** What is to be said of the writes before. */
  notes?: readonly (string | undefined)[];
}

/** How long a refusal is taken as "not yet", and how long until it is tried again, in ms. */
const NOT_YET = 60_000;
const PAUSE = 2000;

/** Submits a submission that holds the version, as soon as the service is ready for it. */
export async function handOver(
  client: Client,
  version: Subject,
  {draft, isResumed, notes = []}: Handing,
  signal?: AbortSignal,
): Promise<Submitted> {
  const holds = `Review submission ${cleanText(draft.id)} holds the version`;
  const change = {versionId: version.id, change: 'submitted'} as const;
  const said = [...notes];
  let written: Written & {byAnother?: true};
  try {
    if (draft.state === REJECTED) said.push(await resolve(client, draft, version.id, signal));
    else if (version.state !== DRAFT && !client.isDryRun) await untilReady(client, version, signal);
    written = await patiently(client, () => changeSubmission(client, draft, change, signal), signal).catch((error) =>
      afterAnother(client, draft.id, error, signal),
    );
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (isUnknown(error)) throw stranded(error, `${holds}.`);
    const left = `${holds} and is not submitted.`;
    if (error.kind !== 'conflict') throw stranded(error, left);
    throw stranded(await orStranded(left, notReady(client, version, error, signal)), left);
  }
  const begun = {done: `Review submission ${cleanText(draft.id)} was submitted.`, isSo: hasLeft};
  const state = await stateAfter(client, version, begun, signal);
  const lines = [...said, written.note].filter((note) => note !== undefined);
  return {
    versionId: version.id,
    submissionId: draft.id,
    state: state ?? 'WAITING_FOR_REVIEW',
    resumed: isResumed || written.byAnother === true,
    note: lines.length > 0 ? lines.join('\n') : undefined,
  };
}

/** It is with review now. */
function hasLeft(state: string | undefined): boolean {
  return state !== DRAFT && !stateIs(state, 'editable');
}

/** The service may have carried out the write that failed. */
export function isUnknown({facts}: ToolError): boolean {
  return facts.outcome === 'unknown';
}

/** An error with what was done so far; where it may go better next time, that running again goes on from there. */
export function stranded(error: ToolError, left: string): ToolError {
  const isFinal = error.kind === 'conflict' || error.kind === 'rejected' || isUnknown(error);
  const hint = isFinal ? error.hint : [error.hint, 'Run it again: it goes on from there.'].filter(Boolean).join(' ');
  return error.with({line: left, hint, facts: afterOthers(error)});
}

/** Work after which something is left when it fails. */
export async function orStranded<T>(left: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ToolError ? stranded(error, left) : error;
  }
}

/** Says of what review rejected that it is mended. The service may not want to hear it: submitting shows that. @returns what is to be said */
async function resolve(
  client: Client,
  submission: Pick<Submission, 'id'> & Partial<Submission>,
  versionId: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const known = itemOf(submission.items ?? [], versionId);
  const item = known ?? itemOf(await readItems(client, submission.id, signal), versionId);
  if (item?.state !== undefined && item.state !== 'REJECTED') return undefined;
  try {
    return item && (await resolveItem(client, {id: item.id, submissionId: submission.id, versionId}, signal)).note;
  } catch (error) {
    const isRefused = error instanceof ToolError && ['conflict', 'rejected', 'not-found'].includes(error.kind);
    if (!isRefused && !(error instanceof ToolError && error.facts.status === 403)) throw error;
    return undefined;
  }
}

/** A version that was added needs some seconds. @throws ToolError waited after a minute */
async function untilReady(client: Client, {id, versionString}: Subject, signal?: AbortSignal): Promise<void> {
  const isReady = (state: string | undefined) => state === DRAFT || stateIs(state, 'in-review');
  const {isSo, value} = await untilState(client, id, isReady, signal);
  if (isSo) return;
  const name = cleanText(versionString ?? id);
  throw new ToolError('waited', `Version ${name} is still in ${cleanText(value ?? 'no known state')} after a minute`);
}

/**
 * Tries again while the service says that it is too early: it has refused, so nothing is sent twice.
 * @throws ToolError waited after a minute of that
 */
async function patiently<T>(client: Client, write: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const started = client.clock.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const isEarly = error instanceof ToolError && error.kind === 'conflict' && /try again later/i.test(error.message);
      if (!isEarly) throw error;
      if (client.clock.now() - started >= NOT_YET) throw new ToolError('waited', stillEarly(error), {cause: error});
      await client.clock.sleep(PAUSE, signal);
    }
  }
}

/** Where the service refuses because somebody else has submitted it meanwhile, all is as it should be. @throws otherwise */
async function afterAnother(
  client: Client,
  submissionId: string,
  error: unknown,
  signal?: AbortSignal,
): Promise<{note: string; byAnother: true}> {
  if (!(error instanceof ToolError) || error.kind !== 'conflict') throw error;
  const state = await readSubmissionState(client, submissionId, signal).catch(() => undefined);
  if (!UNDER_REVIEW.includes(state ?? '')) throw error;
  return {note: `Somebody else has submitted review submission ${cleanText(submissionId)} meanwhile`, byAnother: true};
}

function stillEarly({message}: ToolError): string {
  return `The service has not taken the submission for a minute:\n${message}`;
}
