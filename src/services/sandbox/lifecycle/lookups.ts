import {TYPE} from '../../store/wire.ts';
import {notFound} from '../errors.ts';
import type {AppRecord, ItemRecord, RecordOf, SubmissionRecord, Table, VersionRecord} from '../records/shapes.ts';
import {derivedId, type Store, sampleId} from '../records/store.ts';
import states from './states.json' with {type: 'json'};

/** The sandbox defines the meaning of states itself, so that a mistake of the client is not repeated here. */

export const ONCE_FOR_SALE: readonly string[] = states.onceForSale;

export const isEditable = (state: string): boolean => states.editable.includes(state);
export const holdsPlace = (state: string): boolean => isEditable(state) || states.onTheirWay.includes(state);

const NEWER_NAMES: Readonly<Record<string, string | null>> = states.newerNames;

export const newerState = (state: string) =>
  Object.hasOwn(NEWER_NAMES, state) ? (NEWER_NAMES[state] ?? undefined) : state;

export const WIRE_TYPE: Readonly<Record<Table, string>> = {
  apps: TYPE.app,
  versions: TYPE.version,
  builds: TYPE.build,
  submissions: TYPE.reviewSubmission,
  items: TYPE.reviewSubmissionItem,
  localizations: TYPE.localization,
  screenshotSets: 'appScreenshotSets',
  reviewDetails: TYPE.reviewDetail,
  phasedReleases: TYPE.phasedRelease,
};

export function existing<T extends Table>(store: Store, table: T, id: string): RecordOf<T> {
  const record = store.find(table, id);
  if (!record) throw notFound(WIRE_TYPE[table], id);
  return record;
}

export const appInfoId = ({id}: AppRecord, kind: 'live' | 'next'): string => sampleId(TYPE.appInfo, id, kind);

export const ageRatingId = (appInfo: string): string => derivedId(TYPE.ageRating, appInfo);

export function versionIn(store: Store, submission: SubmissionRecord): VersionRecord | undefined {
  const item = store.of('items', submission).find(({version}) => version !== undefined);
  return store.find('versions', item?.version);
}

export const itemsOf = (store: Store, {id, app}: VersionRecord): ItemRecord[] =>
  store.all('items', app).filter(({version}) => version === id);

export const holderOf = (store: Store, version: VersionRecord): SubmissionRecord | undefined =>
  itemsOf(store, version)
    .filter(({state}) => state !== 'REMOVED')
    .flatMap(({submission}) => store.find('submissions', submission) ?? [])
    .find(({state}) => state !== 'COMPLETE');

export const isSubmitted = (store: Store, version: VersionRecord): boolean =>
  itemsOf(store, version)
    .filter(({state}) => state !== 'REMOVED' && state !== 'REJECTED')
    .some(({submission}) => store.find('submissions', submission)?.submittedDate !== undefined);

export const isFirst = (store: Store, {id, app, platform}: VersionRecord): boolean =>
  !store
    .all('versions', app)
    .some((other) => other.platform === platform && other.id !== id && ONCE_FOR_SALE.includes(other.state));
