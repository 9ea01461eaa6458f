import {ToolError} from '../model/error.ts';
import type {SuggestedCommand} from '../model/outcome.ts';
import {holds, isOpen, SUBMISSION, type Submission, type SubmissionItem} from '../model/submission.ts';
import {capitalized} from '../model/values.ts';
import {type AppPlatform, hasApp, type VersionOfApp} from '../model/version.ts';
import {waitFor} from '../wait.ts';
import type {Client} from './client.ts';
import type {SingleDocument} from './documents.ts';
import {ACTORS, finder, linkOf, related, text, toItem, toSubmission, toVersion} from './mapping.ts';
import {readAll, readOne} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {getVersion, readState, requireApp, viewCommand, withApp} from './versions.ts';
import {ATTRIBUTE, limitOf, pathOf, REL, type Resource, segment, TYPE, VERSION_REL} from './wire.ts';

const MAX_ITEMS = 50;

interface SubmissionQuery {
  appId: string;
  platform?: string;
  states?: readonly string[];
  parts: readonly ('items' | 'actors')[];
}

export async function listSubmissions(client: Client, wanted: SubmissionQuery): Promise<Submission[]> {
  const {appId, platform, states, parts} = wanted;
  const withItems = parts.includes('items');
  const actors = parts.includes('actors') ? ACTORS : [];
  const relationships = [...(withItems ? ['items'] : []), REL.reviewedVersion, ...actors];
  const query = {
    filter: {app: segment(appId), platform, state: states},
    include: relationships,
    fields: {
      [TYPE.reviewSubmission]: ['platform', 'state', 'submittedDate', ...relationships],
      [TYPE.version]: 'versionString',
    },
    [limitOf('items')]: withItems ? MAX_ITEMS : undefined,
  };
  const {data, included} = await readAll(client, pathOf(TYPE.reviewSubmission), query);
  const isOwn = ({attributes}: Resource) => platform === undefined || (attributes?.platform ?? platform) === platform;
  const find = finder(included);
  return data.filter(isOwn).map((one) => toSubmission(one, (link) => find(link) ?? link));
}

export async function openSubmissions(client: Client, {appId, platform}: AppPlatform, states = SUBMISSION.open) {
  return withItems(client, await listSubmissions(client, {appId, platform, states, parts: ['items']}));
}

/** Reads the items of each open submission in full if the service has omitted items or their contents. */
export function withItems(client: Client, found: readonly Submission[]): Promise<Submission[]> {
  return Promise.all(
    found.map(async (submission) =>
      isOpen(submission) && !isKnown(submission) ? readComplete(client, submission) : submission,
    ),
  );
}

async function readComplete(client: Client, submission: Submission): Promise<Submission> {
  return {...submission, items: await readItems(client, submission.id), isPartial: false};
}

function isKnown({state, version, items, isPartial = false}: Submission): boolean {
  if (!version) return !isPartial && items.every(({kind}) => kind !== undefined);
  if (state === SUBMISSION.draft) return !isPartial && items.length > 0;
  return !isPartial || (items.length === 0 && state !== SUBMISSION.rejected);
}

export const WITHDRAWABLE: readonly string[] = [...SUBMISSION.open, SUBMISSION.completing];

export async function openSubmission(client: Client, version: AppPlatform & {id: string}) {
  return submissionOf(client, version.id, await openSubmissions(client, version, WITHDRAWABLE));
}

export async function submissionOf(client: Client, versionId: string, all: readonly Submission[]) {
  const named = all.find((submission) => holds(submission, versionId));
  const own = named?.isPartial ? await readComplete(client, named) : named;
  return own && holds(own, versionId) ? own : undefined;
}

export async function readSubmissionState(client: Client, id: string): Promise<string | undefined> {
  const query = {fields: {[TYPE.reviewSubmission]: 'state'}};
  return text((await readOne(client, pathOf(TYPE.reviewSubmission, id), query)).data.attributes?.state);
}

export async function readItems(client: Client, id: string): Promise<SubmissionItem[]> {
  const query = {include: REL.ofVersion, fields: {[TYPE.version]: 'versionString'}};
  const {data} = await readAll(client, pathOf(TYPE.reviewSubmission, id, 'items'), query);
  return data.map(toItem);
}

export interface ReviewedVersion extends VersionOfApp {
  /** A submission of the older kind, the only kind that an approved version still has. */
  oldSubmissionId?: string;
}

export async function readToReview(client: Client, id: string): Promise<ReviewedVersion> {
  const {version, resource} = await getVersion(client, id, withApp([VERSION_REL.submission]));
  return {...requireApp(version), oldSubmissionId: linkOf(resource, VERSION_REL.submission)?.id};
}

export function submissionCommand(versionId: string): SuggestedCommand {
  return viewCommand(versionId, {'include-submission': true});
}

export async function withSubmissionLock<T>(
  client: Client,
  named: NamedVersion,
  states: readonly string[],
  work: (version: ReviewedVersion, submissions: () => Promise<Submission[]>) => Promise<T>,
): Promise<T> {
  const {id} = named;
  const first = hasApp(named) ? undefined : await readToReview(client, id);
  const ofApp: AppPlatform = first ?? requireApp(named);
  return client.exclusively(`submission-${ofApp.appId}-${ofApp.platform}`, async (hasWaited) => {
    const early = first ? undefined : openSubmissions(client, ofApp, states);
    early?.catch(() => {});
    const version = first && !hasWaited ? first : await readToReview(client, id);
    return work(version, () => early ?? openSubmissions(client, ofApp, states));
  });
}

const PATIENCE_MS = 60_000;
export const PAUSE_MS = 2000;

/** Reads for a minute at most. @throws the last failure if no read succeeded */
async function poll<T>(
  client: Client,
  read: (client: Client) => Promise<T>,
  isWanted: (value: T) => boolean,
  after = 0,
) {
  const {clock, signal} = client;
  if (after > 0) await clock.sleep(after, signal);
  const statusOf = (value: T) => (isWanted(value) ? 'reached' : 'waiting');
  const seen = await waitFor(
    {read: (limit) => read(client.with(limit)), stateOf: () => '', statusOf, every: PAUSE_MS, maxWait: PATIENCE_MS},
    {clock, signal},
  );
  if (seen.status === 'unread') throw seen.failure;
  return {value: seen.value, isReached: seen.status === 'reached'};
}

type Test = (state: string | undefined) => boolean;

export function pollState(client: Client, versionId: string, isWanted: Test, after?: number) {
  return poll(client, (reader) => readState(reader, versionId), isWanted, after);
}

export async function followCancellation(client: Client, id: string, versionId: string, after?: number) {
  const query = {
    include: REL.reviewedVersion,
    fields: {
      [TYPE.reviewSubmission]: ['state', REL.reviewedVersion],
      [TYPE.version]: [ATTRIBUTE.oldState, ATTRIBUTE.newState],
    },
  };
  const read = (reader: Client) => readOne(reader, pathOf(TYPE.reviewSubmission, id), query);
  const isOver = ({data}: SingleDocument) => data.attributes?.state !== SUBMISSION.canceling;
  const {value, isReached} = await poll(client, read, isOver, after);
  const {data, included} = value;
  const version = related(data, REL.reviewedVersion, included);
  const versionState = version?.id === versionId ? toVersion(version).state : undefined;
  return {isOver: isReached, versionState};
}

/**
 * Repeats an attempt that returns its refusal because it came too early, and returns the last refusal after a minute.
 * A refusal changes nothing, so nothing is done twice.
 */
export async function patiently<T>({clock, signal}: Client, attempt: () => Promise<T | ToolError>) {
  const started = clock.now();
  for (;;) {
    const result = await attempt();
    if (!(result instanceof ToolError) || clock.now() - started >= PATIENCE_MS) return result;
    await clock.sleep(PAUSE_MS, signal);
  }
}

export interface ReviewResult {
  versionId: string;
  submissionId: string;
  state?: string;
}

interface LastWrite {
  /** A clause such as `version 2.0 was submitted`. It is printed as a sentence if the operation ends early. */
  done: string;
  result: ReviewResult;
}

export function afterLast({ledger}: Client, {done, result}: LastWrite): void {
  ledger.complete();
  ledger.result = result;
  ledger.doneClause = done;
  ledger.leaves(`${capitalized(done)}.`);
}

export async function stateAfter(client: Client, write: LastWrite, isWanted: Test): Promise<ReviewResult> {
  const {result} = write;
  if (client.isDryRun) return result;
  afterLast(client, write);
  try {
    return {...result, state: (await pollState(client, result.versionId, isWanted)).value};
  } catch (error) {
    if (client.signal?.aborted || !(error instanceof ToolError) || error.kind === 'bug') throw error;
    const words = `${capitalized(write.done)}. The state of the version could not be read: ${error.summary}`;
    client.ledger.notes.push(words);
    return {...result, state: undefined};
  }
}
