import {TYPE} from '../../store/wire.ts';
import {notFound} from '../errors.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import type {AppRecord, ItemRecord, Kind, RecordOf, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {ONCE_FOR_SALE} from './enums.ts';

export const WIRE_TYPE: Readonly<Record<Kind, string>> = {
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

/** @throws Refusal 404 */
export function existing<K extends Kind>(store: Store, kind: K, id: string): RecordOf<K> {
  const record = store.find(kind, id);
  if (!record) throw notFound(WIRE_TYPE[kind], id);
  return record;
}

/** @param kind the live app info, or the next version's */
export const appInfoId = ({id}: AppRecord, kind: 'live' | 'next'): string => sampleId(TYPE.appInfo, id, kind);

export const ageRatingId = (appInfo: string): string => derivedId(TYPE.ageRating, appInfo);

export function versionIn(store: Store, submission: SubmissionRecord): VersionRecord | undefined {
  const item = store.of('items', submission).find(({version}) => version !== undefined);
  return store.find('versions', item?.version);
}

/** The items that a version is or was in a submission. */
export const itemsOf = (store: Store, {id, app}: VersionRecord): ItemRecord[] =>
  store.all('items', app).filter(({version}) => version === id);

/** The submission that holds a version: a draft or one in progress. */
export const holderOf = (store: Store, version: VersionRecord): SubmissionRecord | undefined =>
  itemsOf(store, version)
    .filter(({state}) => state !== 'REMOVED')
    .flatMap(({submission}) => store.find('submissions', submission) ?? [])
    .find(({state}) => state !== 'COMPLETE');

export const isSubmitted = (store: Store, version: VersionRecord): boolean =>
  itemsOf(store, version)
    .filter(({state}) => state !== 'REMOVED' && state !== 'REJECTED')
    .some(({submission}) => store.find('submissions', submission)?.submittedDate !== undefined);

/** No other version of the app and platform was ever on sale. */
export const isFirst = (store: Store, {id, app, platform}: VersionRecord): boolean =>
  !store
    .versions(app)
    .some((other) => other.platform === platform && other.id !== id && ONCE_FOR_SALE.includes(other.state));
