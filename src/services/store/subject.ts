import {ToolError} from '../model/error.ts';
import {DRAFT, holds, isOpen, OPEN_SUBMISSIONS, type Submission} from '../model/submission.ts';
import type {StoreVersion} from '../model/version.ts';
import {waitFor} from '../wait.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {linkOf, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {readVersion, viewCommand} from './read-version.ts';
import {resolveVersion} from './reference.ts';
import {beforeWrite, notSent} from './settle.ts';
import {listSubmissions, readItems} from './submissions.ts';
import {fields, PATH, TYPE, VERSION_REL} from './wire.ts';

/** A version that is about to be submitted or withdrawn. */
export interface Subject extends StoreVersion {
  appId: string;
  platform: string;
  /** Its submission of the older kind, which approval leaves behind. */
  oldSubmissionId?: string;
}

/** @throws ToolError service where it did not say what the version belongs to */
export function toSubject(version: StoreVersion): Subject {
  const {appId, platform} = version;
  if (appId === undefined || platform === undefined) {
    throw new ToolError('service', 'The service did not say which app and platform the version belongs to');
  }
  return {...version, appId, platform};
}

/**
 * Works on a version while no other run on this machine changes the submissions of its app and platform. A run that was
 * waited for may have changed the version: it is read anew then.
 */
export async function inTurn<T>(
  client: Client,
  reference: string,
  work: (version: Subject) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const first = await beforeWrite(async () =>
    readSubject(client, await resolveVersion(client, reference, signal), signal),
  );
  let hasBegun = false;
  const begin = async (hasWaited: boolean) => {
    hasBegun = true;
    return work(hasWaited ? await beforeWrite(() => readSubject(client, first.id, signal)) : first);
  };
  try {
    return await client.exclusively(`submission-${first.appId}-${first.platform}`, begin, signal);
  } catch (error) {
    throw hasBegun ? error : notSent(error);
  }
}

export async function readSubject(client: Client, id: string, signal?: AbortSignal): Promise<Subject> {
  const target = withQuery(PATH.version(segment(id)), {
    include: [VERSION_REL.app, VERSION_REL.submission],
    [fields(TYPE.app)]: 'bundleId',
  });
  const {data} = parseSingle(await client.get(target, signal));
  return {...toSubject(toVersion(data)), oldSubmissionId: linkOf(data, VERSION_REL.submission)?.id};
}

/** The submissions of its app and platform that are not over. */
export async function openSubmissions(
  client: Client,
  {appId, platform}: Pick<Subject, 'appId' | 'platform'>,
  signal?: AbortSignal,
): Promise<Submission[]> {
  return withItems(client, await listSubmissions(client, {appId, platform, states: OPEN_SUBMISSIONS}, signal), signal);
}

/** The service may leave out what the items are, or some of them: those of submissions that are not over are looked up then. */
export function withItems(client: Client, found: readonly Submission[], signal?: AbortSignal): Promise<Submission[]> {
  return Promise.all(
    found.map(async (submission) => {
      return isOpen(submission) && !isKnown(submission) ? whole(client, submission, signal) : submission;
    }),
  );
}

async function whole(client: Client, submission: Submission, signal?: AbortSignal): Promise<Submission> {
  return {...submission, items: await readItems(client, submission.id, signal), isPartial: false};
}

/** What it holds came along, as far as it matters: all of a draft, and whether the version is in what review has. */
function isKnown({state, version, items, isPartial = false}: Submission): boolean {
  if (!version) return !isPartial && items.every(({kind}) => kind !== undefined);
  if (state === DRAFT) return !isPartial && items.length > 0;
  return !isPartial || items.length === 0;
}

/** The submission that holds a version and is not over, with all that it holds. */
export async function openSubmission(
  client: Client,
  version: Pick<StoreVersion, 'id' | 'appId' | 'platform'>,
  signal?: AbortSignal,
): Promise<Submission | undefined> {
  const {id, appId, platform} = version;
  if (appId === undefined || platform === undefined) return undefined;
  const own = (await openSubmissions(client, {appId, platform}, signal)).find((submission) => holds(submission, id));
  return own?.isPartial ? whole(client, own, signal) : own;
}

/** Reads something every other second until it is so, for a minute at most. @returns what was read last, and whether it is so */
export async function until<T>(
  client: Client,
  {read, isSo}: {read: (signal: AbortSignal) => Promise<T>; isSo: (value: T) => boolean},
  signal?: AbortSignal,
): Promise<{value: T | undefined; isSo: boolean}> {
  const {value, verdict} = await waitFor(
    {look: read, stateOf: String, judge: (one) => (isSo(one) ? 'reached' : 'waiting'), every: 2000, maxWait: 60_000},
    {clock: client.clock, signal},
  );
  return {value, isSo: verdict === 'reached'};
}

/** Reads the state of a version until it is so, for a minute at most. */
export function untilState(
  client: Client,
  versionId: string,
  isSo: (state: string | undefined) => boolean,
  signal?: AbortSignal,
): Promise<{value: string | undefined; isSo: boolean}> {
  return until(client, {read: async (both) => (await readVersion(client, versionId, both)).state, isSo}, signal);
}

/**
 * The state that a version is in once a write was carried out, which may take a moment to show. Undefined where it
 * cannot be read.
 * @param done what was carried out, in a sentence: whoever stops the waiting has to know
 */
export async function stateAfter(
  client: Client,
  {id}: Subject,
  {done, isSo}: {done: string; isSo: (state: string | undefined) => boolean},
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (client.isDryRun) return undefined;
  try {
    return (await untilState(client, id, isSo, signal)).value;
  } catch (error) {
    if (!signal?.aborted) return undefined;
    if (!(error instanceof ToolError)) throw error;
    const check = viewCommand(id, {'include-submission': true});
    throw error.with({line: done, facts: {cancelled: undefined, outcome: 'carried-out', check}});
  }
}
