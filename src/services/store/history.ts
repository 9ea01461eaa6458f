import type {HistoryEntry, HistoryEvent} from '../model/history.ts';
import {stateIs} from '../model/states.ts';
import {CANCELING, holds, type Submission} from '../model/submission.ts';
import type {StoreVersion} from '../model/version.ts';
import type {Client} from './client.ts';
import {parseSingle} from './documents.ts';
import {toCreatedDate, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {resolveVersion} from './reference.ts';
import {listSubmissions} from './submissions.ts';
import {fields, PATH, TYPE, VERSION_REL} from './wire.ts';

/** What happened to a version, oldest first, what has no date last. Two requests beside those of a reference. */
export async function versionHistory(client: Client, reference: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
  const id = await resolveVersion(client, reference, signal);
  const target = withQuery(PATH.version(segment(id)), {
    include: [VERSION_REL.app, VERSION_REL.phasedRelease],
    [fields(TYPE.app)]: 'bundleId',
  });
  const {data, included} = parseSingle(await client.get(target, signal));
  const version = toVersion(data, included);
  const {appId, platform} = version;
  const submissions =
    appId === undefined ? [] : await listSubmissions(client, {appId, platform, withActors: true}, signal);
  return historyOf(version, submissions);
}

/** @param submissions of its app and platform, with their actors */
export function historyOf(version: StoreVersion, submissions: readonly Submission[]): HistoryEntry[] {
  return inOrder([...ofVersion(version), ...submissions.flatMap((submission) => ofSubmission(submission, version.id))]);
}

function ofVersion({createdDate, versionString, platform, state, phasedRelease}: StoreVersion): HistoryEntry[] {
  const started = toCreatedDate(phasedRelease?.startDate);
  return [
    {at: createdDate, event: 'created', detail: [versionString, platform].filter(Boolean).join(' ')},
    ...(stateIs(state, 'released') ? [{event: 'released', detail: state} as const] : []),
    ...(started ? [{at: started, event: 'phased-start'} as const] : []),
  ];
}

/** How review ended for an item, by its state. */
const ENDS = new Map<string, HistoryEvent>([
  ['REMOVED', 'withdrawn'],
  ['REJECTED', 'rejected'],
  ['APPROVED', 'approved'],
]);

function ofSubmission(submission: Submission, versionId: string): HistoryEntry[] {
  const {id, submittedDate, submittedBy, updatedBy, items, version, state} = submission;
  const own =
    items.find((item) => item.versionId === versionId) ??
    (version?.id === versionId && items.length === 1 ? items[0] : undefined);
  // A draft says nothing yet.
  if (!(own || holds(submission, versionId)) || submittedDate === undefined) return [];
  const detail = `review submission ${id}`;
  const end = state === CANCELING ? 'withdrawn' : ENDS.get(own?.state ?? '');
  return [
    {at: toCreatedDate(submittedDate), event: 'submitted', by: submittedBy, detail},
    ...(end ? [{event: end, by: end === 'withdrawn' ? updatedBy : undefined, detail}] : []),
  ];
}

/** Where the dates do not say it, what comes first. */
const RANK: readonly HistoryEvent[] = ['withdrawn', 'rejected', 'approved', 'released', 'phased-start'];

function inOrder(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const time = ({at}: HistoryEntry) => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at));
  return entries.toSorted((one, other) => {
    const [a, b] = [time(one), time(other)];
    return a === b ? RANK.indexOf(one.event) - RANK.indexOf(other.event) : a - b;
  });
}
