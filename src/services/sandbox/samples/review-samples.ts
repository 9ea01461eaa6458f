import {type RecordOf, wireDate} from '../records/shapes.ts';
import {derivedId, itemId, sampleId} from '../records/store.ts';
import {type Source, versionId} from './version-samples.ts';

const HOUR = 3_600_000;

/** States of the submission and its item, by state of the version; undefined if it was never added. */
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

export const submittedAs = (state: string) => (Object.hasOwn(SUBMITTED, state) ? SUBMITTED[state] : APPROVED);

type Held = Pick<RecordOf<'items'>, 'state' | 'version' | 'purchase'>;
type Review = [RecordOf<'submissions'>, RecordOf<'items'>[]];

export function reviews({app, seed, heads}: Source): Review[] {
  const item = (submission: string, owner: string, held: Held) => {
    return {id: itemId(derivedId('items', owner)), app: app.id, submission, ...held};
  };
  const ofVersions = heads.toReversed().flatMap((head): Review[] => {
    const [state, itemState] = submittedAs(head.state) ?? [];
    if (!state || !itemState) return [];
    const version = versionId(app, head);
    const id = derivedId('submissions', version);
    const record = submission({id, app: app.id, platform: head.platform, state}, Date.parse(head.created) + 20 * HOUR);
    return [[record, [item(id, id, {state: itemState, version})]]];
  });
  const seeded = (seed.submissions ?? []).map((one, index): Review => {
    const {platform, state, submitted = '', purchases = []} = one;
    const id = sampleId('submissions', app.id, `seed ${index}`);
    const bought = purchases.map((name) => sampleId('purchases', app.id, name));
    return [
      submission({id, app: app.id, platform, state}, Date.parse(submitted)),
      bought.map((purchase) => item(id, purchase, {state: 'READY_FOR_REVIEW', purchase})),
    ];
  });
  return [...ofVersions, ...seeded];
}

function submission(draft: Omit<RecordOf<'submissions'>, 'updatedBy'>, submitted: number): RecordOf<'submissions'> {
  const {state} = draft;
  if (state === 'READY_FOR_REVIEW') return {...draft, updatedBy: 'developer'};
  const updatedBy = state === 'COMPLETE' || state === 'UNRESOLVED_ISSUES' ? 'reviewer' : 'developer';
  return {...draft, submittedDate: wireDate(submitted), submittedBy: 'developer', updatedBy};
}
