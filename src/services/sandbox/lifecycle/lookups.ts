import type {
  ItemRecord,
  LocalizationRecord,
  PhasedRecord,
  ReviewDetailRecord,
  SubmissionRecord,
  VersionRecord,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {ONCE_FOR_SALE} from './states.ts';

/** What belongs to a version or to a submission. */

export const localizationsOf = (store: Store, version: VersionRecord): LocalizationRecord[] =>
  store.all('localizations', version.app).filter((one) => one.version === version.id);

export const phasedReleaseOf = (store: Store, version: VersionRecord): PhasedRecord | undefined =>
  store.all('phasedReleases', version.app).find((one) => one.version === version.id);

export const reviewDetailOf = (store: Store, version: VersionRecord): ReviewDetailRecord | undefined =>
  store.all('reviewDetails', version.app).find((one) => one.version === version.id);

export const itemsOf = (store: Store, submission: SubmissionRecord): ItemRecord[] =>
  store.all('items', submission.app).filter((one) => one.submission === submission.id);

/** The version that a submission is about, where it is about one. */
export function versionIn(store: Store, submission: SubmissionRecord): VersionRecord | undefined {
  const item = itemsOf(store, submission).find(({version}) => version !== undefined);
  return item?.version === undefined ? undefined : store.find('versions', item.version);
}

/** The submission that holds a version now, and its item: a draft, or one that is not over. */
export function holderOf(
  store: Store,
  version: VersionRecord,
): {submission: SubmissionRecord; item: ItemRecord} | undefined {
  for (const item of store.all('items', version.app)) {
    if (item.version !== version.id || item.state === 'REMOVED') continue;
    const submission = store.find('submissions', item.submission);
    if (submission && submission.state !== 'COMPLETE') return {submission, item};
  }
  return undefined;
}

/** Whether review has this version, or has approved it. */
export function isSubmitted(store: Store, version: VersionRecord): boolean {
  return store
    .all('items', version.app)
    .some(
      ({version: id, state, submission}) =>
        id === version.id &&
        !['REMOVED', 'REJECTED'].includes(state) &&
        store.find('submissions', submission)?.submittedDate !== undefined,
    );
}

/** Whether no other version of the app and platform was ever on sale. */
export function isFirst(store: Store, {id, app, platform}: VersionRecord): boolean {
  return !store
    .versions(app)
    .some((other) => other.platform === platform && other.id !== id && ONCE_FOR_SALE.includes(other.state));
}
