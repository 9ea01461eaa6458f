import {ToolError} from '../model/error.ts';
import type {CheckCommand} from '../model/outcome.ts';
import {STATE, type Submission} from '../model/submission.ts';
import {isPlaced, type VersionOfApp, type VersionPlace} from '../model/version.ts';
import {type WaitOutcome, waitFor} from '../wait.ts';
import type {Client} from './client.ts';
import {linkOf} from './mapping.ts';
import type {NamedVersion} from './reference.ts';
import {openSubmissions, readSubmissionWith} from './submissions.ts';
import {getVersion, placed, readState, viewCommand, withApp} from './versions.ts';
import {VERSION_REL} from './wire.ts';

export interface ReviewTarget extends VersionOfApp {
  /** The submission of the older kind, which remains after an approval. */
  oldSubmissionId?: string;
}

export async function readReviewTarget(client: Client, id: string): Promise<ReviewTarget> {
  const {version, resource} = await getVersion(client, id, withApp([VERSION_REL.submission]));
  return {...placed(version), oldSubmissionId: linkOf(resource, VERSION_REL.submission)?.id};
}

export function submissionCommand(versionId: string): CheckCommand {
  return viewCommand(versionId, {'include-submission': true});
}

export async function withSubmissionLock<T>(
  client: Client,
  named: NamedVersion,
  states: readonly string[],
  work: (version: ReviewTarget, submissions: () => Promise<Submission[]>) => Promise<T>,
): Promise<T> {
  const {id} = named;
  const first = isPlaced(named) ? undefined : await readReviewTarget(client, id);
  const place: VersionPlace = first ?? placed(named);
  return client.exclusively(`submission-${place.appId}-${place.platform}`, async (hasWaited) => {
    const early = first ? undefined : openSubmissions(client, place, states);
    early?.catch(() => {});
    const version = first && !hasWaited ? first : await readReviewTarget(client, id);
    return work(version, () => early ?? openSubmissions(client, place, states));
  });
}

const PATIENCE_MS = 60_000;
export const PAUSE_MS = 2000;

async function poll<T>(
  client: Client,
  read: (client: Client) => Promise<T>,
  isWanted: (value: T) => boolean,
  after = 0,
): Promise<WaitOutcome<T>> {
  const {clock, signal} = client;
  if (after > 0) await clock.sleep(after, signal);
  const judge = (value: T) => (isWanted(value) ? 'reached' : 'waiting');
  const started = clock.now();
  try {
    return await waitFor(
      {read: (limit) => read(client.with(limit)), stateOf: () => '', judge, every: PAUSE_MS, maxWait: PATIENCE_MS},
      {clock, signal},
    );
  } catch (error) {
    if (signal?.aborted || !(error instanceof ToolError) || error.kind === 'bug') throw error;
    return {verdict: 'unread', failure: error, waited: clock.now() - started};
  }
}

type Test = (state: string | undefined) => boolean;

export function pollState(client: Client, versionId: string, isWanted: Test, after?: number) {
  return poll(client, (reader) => readState(reader, versionId), isWanted, after);
}

export async function followCancellation(client: Client, id: string, versionId: string, after?: number) {
  const read = (reader: Client) => readSubmissionWith(reader, id, versionId);
  const seen = await poll(client, read, ({state}) => state !== STATE.canceling, after);
  if (seen.verdict === 'unread') throw seen.failure;
  return {isOver: seen.verdict === 'reached', versionState: seen.value.versionState};
}

interface Refusals<T> {
  after(error: ToolError): Promise<'too early' | {result: T}>;
  tooLate(error: ToolError): ToolError;
}

/** Sends a write again while it is refused as too early. A refusal did nothing, so nothing is sent twice. */
export async function patiently<T>(client: Client, write: () => Promise<T | undefined>, refusals: Refusals<T>) {
  const started = client.clock.now();
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const meaning = await refusals.after(error);
      if (meaning !== 'too early') return meaning.result;
      if (client.clock.now() - started >= PATIENCE_MS) throw refusals.tooLate(error);
      await client.clock.sleep(PAUSE_MS, client.signal);
    }
  }
}

export interface ReviewResult {
  versionId: string;
  submissionId: string;
  state?: string;
}

interface LastWrite {
  done: string;
  result: ReviewResult;
}

export function afterLast({ledger}: Client, {done, result}: LastWrite): void {
  ledger.complete();
  ledger.result = result;
  ledger.leaves(done);
}

export async function stateAfter(client: Client, write: LastWrite, isWanted: Test): Promise<ReviewResult> {
  const {result} = write;
  if (client.isDryRun) return result;
  afterLast(client, write);
  const seen = await pollState(client, result.versionId, isWanted);
  if (seen.verdict === 'unread') {
    client.ledger.notes.push(`${write.done} The state of the version could not be read: ${seen.failure.summary}`);
  }
  return {...result, state: seen.value};
}
