import {holds, SUBMISSION, type Submission} from './submission.ts';
import {toCreatedDate} from './time.ts';
import {type StoreVersion, stateIs} from './version.ts';

export const HISTORY_EVENTS = [
  'created',
  'submitted',
  'withdrawn',
  'rejected',
  'approved',
  'released',
  'phased-start',
] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

export interface HistoryEntry {
  at?: string;
  event: HistoryEvent;
  by?: string;
  detail?: string;
}

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

const OUTCOMES = new Map<string, HistoryEvent>([
  ['REMOVED', 'withdrawn'],
  ['REJECTED', 'rejected'],
  ['APPROVED', 'approved'],
]);

function ofSubmission(submission: Submission, versionId: string): HistoryEntry[] {
  const {id, submittedDate, submittedBy, updatedBy, items, version, state} = submission;
  const own =
    items.find((item) => item.versionId === versionId) ??
    (version?.id === versionId && items.length === 1 ? items[0] : undefined);
  if (!(own || holds(submission, versionId)) || submittedDate === undefined) return [];
  const detail = `review submission ${id}`;
  const end = state === SUBMISSION.canceling ? 'withdrawn' : OUTCOMES.get(own?.state ?? '');
  return [
    {at: toCreatedDate(submittedDate), event: 'submitted', by: submittedBy, detail},
    ...(end ? [{event: end, by: end === 'withdrawn' ? updatedBy : undefined, detail}] : []),
  ];
}

function inOrder(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const time = ({at}: HistoryEntry) => (at === undefined ? Number.POSITIVE_INFINITY : Date.parse(at));
  return entries.toSorted((one, other) => {
    const [a, b] = [time(one), time(other)];
    return a === b ? HISTORY_EVENTS.indexOf(one.event) - HISTORY_EVENTS.indexOf(other.event) : a - b;
  });
}
