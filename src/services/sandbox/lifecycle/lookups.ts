import {TYPE} from '../../store/wire.ts';
import {notFound} from '../errors.ts';
import {derivedId, sampleId} from '../records/ids.ts';
import type {
  AppRecord,
  ItemRecord,
  LocalizationRecord,
  PhasedRecord,
  RecordOf,
  ReviewDetailRecord,
  ScreenshotSetRecord,
  SubmissionRecord,
  Table,
  VersionRecord,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {ONCE_FOR_SALE} from './enums.ts';

export const WIRE_TYPE: Readonly<Record<Table, string>> = {
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
export function existing<T extends Table>(store: Store, table: T, id: string): RecordOf<T> {
  const record = store.find(table, id);
  if (!record) throw notFound(WIRE_TYPE[table], id);
  return record;
}

/** @param kind the live app info, or the next version's */
export const appInfoId = ({id}: AppRecord, kind: 'live' | 'next'): string => sampleId(TYPE.appInfo, id, kind);

export const ageRatingId = (appInfo: string): string => derivedId(TYPE.ageRating, appInfo);

export const localizationsOf = (store: Store, version: VersionRecord): LocalizationRecord[] =>
  store.all('localizations', version.app).filter((one) => one.version === version.id);

export const screenshotsOf = (store: Store, {id, app}: LocalizationRecord): ScreenshotSetRecord[] =>
  store.all('screenshotSets', app).filter(({localization}) => localization === id);

export const phasedReleaseOf = (store: Store, version: VersionRecord): PhasedRecord | undefined =>
  store.all('phasedReleases', version.app).find((one) => one.version === version.id);

export const reviewDetailOf = (store: Store, version: VersionRecord): ReviewDetailRecord | undefined =>
  store.all('reviewDetails', version.app).find((one) => one.version === version.id);

export const itemsOf = (store: Store, submission: SubmissionRecord): ItemRecord[] =>
  store.all('items', submission.app).filter((one) => one.submission === submission.id);

export function versionIn(store: Store, submission: SubmissionRecord): VersionRecord | undefined {
  const item = itemsOf(store, submission).find(({version}) => version !== undefined);
  return store.find('versions', item?.version);
}

/** The submission that holds a version, a draft or one in progress, and its item. */
export function holderOf(store: Store, version: VersionRecord) {
  for (const item of store.all('items', version.app)) {
    if (item.version !== version.id || item.state === 'REMOVED') continue;
    const submission = store.find('submissions', item.submission);
    if (submission && submission.state !== 'COMPLETE') return {submission, item};
  }
  return undefined;
}

export const isSubmitted = (store: Store, version: VersionRecord): boolean =>
  store
    .all('items', version.app)
    .some(
      ({version: id, state, submission}) =>
        id === version.id &&
        !['REMOVED', 'REJECTED'].includes(state) &&
        store.find('submissions', submission)?.submittedDate !== undefined,
    );

/** No other version of the app and platform was ever on sale. */
export const isFirst = (store: Store, {id, app, platform}: VersionRecord): boolean =>
  !store
    .versions(app)
    .some((other) => other.platform === platform && other.id !== id && ONCE_FOR_SALE.includes(other.state));
