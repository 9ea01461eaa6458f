import {derivedId, sampleId} from '../records/ids.ts';
import {type ItemRecord, type SubmissionRecord, wireDate} from '../records/shapes.ts';
import type {SubmissionSeed, VersionSeed} from './seed.ts';
import {type Source, versionId} from './version-samples.ts';

const HOUR = 3_600_000;

/** The submission that a version's state speaks of, and the version's item in it; none before it was ever added. */
const SUBMITTED: Readonly<Record<string, readonly [submission: string, item: string] | undefined>> = {
  READY_FOR_REVIEW: ['READY_FOR_REVIEW', 'READY_FOR_REVIEW'],
  WAITING_FOR_REVIEW: ['WAITING_FOR_REVIEW', 'READY_FOR_REVIEW'],
  IN_REVIEW: ['IN_REVIEW', 'READY_FOR_REVIEW'],
  REJECTED: ['UNRESOLVED_ISSUES', 'REJECTED'],
  METADATA_REJECTED: ['UNRESOLVED_ISSUES', 'REJECTED'],
  DEVELOPER_REJECTED: ['COMPLETE', 'REMOVED'],
  PREPARE_FOR_SUBMISSION: undefined,
  INVALID_BINARY: undefined,
};
const APPROVED = ['COMPLETE', 'APPROVED'] as const;

const submittedAs = ({state}: VersionSeed) => (Object.hasOwn(SUBMITTED, state) ? SUBMITTED[state] : APPROVED);

/** Whether a version was ever handed to review. */
export const wasSubmitted = (version: VersionSeed): boolean =>
  submittedAs(version) !== undefined && version.state !== 'READY_FOR_REVIEW';

const seededId = ({app}: Source, index: number): string => sampleId('submissions', app.id, `seed ${index}`);

/** An app's review submissions, the newest last. */
export function makeSubmissions(source: Source): SubmissionRecord[] {
  const {app, seed, heads} = source;
  const ofVersions = heads.toReversed().flatMap((version): SubmissionRecord[] => {
    const [state] = submittedAs(version) ?? [];
    if (state === undefined) return [];
    const id = derivedId('submissions', versionId(app, version));
    return [record(id, app.id, version.platform, state, Date.parse(version.created) + 20 * HOUR)];
  });
  const seeded = (seed.submissions ?? []).map(({platform, state, submitted}, index) =>
    record(seededId(source, index), app.id, platform, state, Date.parse(submitted ?? '')),
  );
  return [...ofVersions, ...seeded];
}

function record(
  id: string,
  app: string,
  platform: SubmissionSeed['platform'],
  state: string,
  submitted: number,
): SubmissionRecord {
  if (state === 'READY_FOR_REVIEW') return {id, app, platform, state, updatedBy: 'developer'};
  const updatedBy = state === 'COMPLETE' || state === 'UNRESOLVED_ISSUES' ? 'reviewer' : 'developer';
  return {id, app, platform, state, submittedDate: wireDate(submitted), submittedBy: 'developer', updatedBy};
}

export function makeItems(source: Source): ItemRecord[] {
  const {app, seed, heads} = source;
  const versions = heads.toReversed().flatMap((head): ItemRecord[] => {
    const [, state] = submittedAs(head) ?? [];
    const version = versionId(app, head);
    const submission = derivedId('submissions', version);
    return state === undefined ? [] : [{id: derivedId('items', submission), app: app.id, submission, state, version}];
  });
  const purchases = (seed.submissions ?? []).flatMap((submission, index) =>
    (submission.purchases ?? []).map((name): ItemRecord => {
      const purchase = sampleId('purchases', app.id, name);
      const of = seededId(source, index);
      return {id: derivedId('items', purchase), app: app.id, submission: of, state: 'READY_FOR_REVIEW', purchase};
    }),
  );
  return [...versions, ...purchases];
}
