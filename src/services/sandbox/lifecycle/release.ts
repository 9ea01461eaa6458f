import {stateError, unacceptable} from '../errors.ts';
import {newId} from '../records/ids.ts';
import {type PhasedRecord, type VersionRecord, wireDate} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {isFirst, itemsOf, ONCE_FOR_SALE} from './lookups.ts';

/** From approval to the last day of a phased release. Times are in ms. */

/** How long a released version is processed before it is live. */
const PROCESSING = 3000;
const DAYS = 7;
const MOST_PAUSED_DAYS = 30;

/** The release type decides what follows an approval. */
export function approve(store: Store, version: VersionRecord, at: number): void {
  const {releaseType, earliestReleaseDate} = version;
  const date = releaseType === 'SCHEDULED' ? Date.parse(earliestReleaseDate ?? '') : Number.NaN;
  if (releaseType === 'MANUAL') store.put('versions', {...version, state: 'PENDING_DEVELOPER_RELEASE', due: undefined});
  else if (date > at) store.put('versions', {...version, state: 'PENDING_APPLE_RELEASE', due: date});
  else startProcessing(store, version, at);
}

/** @throws Refusal 409 unless the version awaits its release */
export function release(store: Store, version: VersionRecord): void {
  const {state} = version;
  if (state !== 'PENDING_DEVELOPER_RELEASE') throw stateError(`A version in the state ${state} can not be released`);
  startProcessing(store, version, store.now);
}

export function startProcessing(store: Store, version: VersionRecord, at: number): void {
  store.put('versions', {...version, state: 'PROCESSING_FOR_APP_STORE', due: at + PROCESSING});
}

export function goLive(store: Store, version: VersionRecord, at: number): void {
  for (const other of store.versions(version.app)) {
    const isReplaced = other.platform === version.platform && other.state === 'READY_FOR_SALE';
    if (isReplaced) store.put('versions', {...other, state: 'REPLACED_WITH_NEW_VERSION'});
  }
  store.put('versions', {...version, state: 'READY_FOR_SALE', due: undefined});
  const [phased] = store.of('phasedReleases', version);
  if (phased?.state !== 'INACTIVE') return;
  const due = at + store.pace.day;
  store.put('phasedReleases', {...phased, state: 'ACTIVE', day: 1, startDate: wireDate(at), due});
}

/** @throws Refusal 409 unless the version is approved and not released */
export function withdrawApproval(store: Store, version: VersionRecord): void {
  const {state} = version;
  if (state !== 'PENDING_DEVELOPER_RELEASE' && state !== 'PENDING_APPLE_RELEASE') {
    throw stateError(`The submission of a version in the state ${state} can not be deleted`);
  }
  for (const item of itemsOf(store, version)) {
    if (item.state !== 'APPROVED') continue;
    store.put('items', {...item, state: 'REMOVED'});
    const submission = store.find('submissions', item.submission);
    if (submission) store.put('submissions', {...submission, updatedBy: 'key'});
  }
  store.put('versions', {...version, state: 'DEVELOPER_REJECTED', due: undefined});
}

/** @throws Refusal 409 for a first version, after the release, or if there is one already */
export function newPhasedRelease(store: Store, version: VersionRecord): PhasedRecord {
  if (isFirst(store, version)) throw stateError('The first version of an app can not be released in phases');
  if (ONCE_FOR_SALE.includes(version.state)) {
    throw stateError(`A version in the state ${version.state} can not be released in phases any more`);
  }
  if (store.of('phasedReleases', version).length > 0) throw stateError('The version has a phased release already');
  const {app, id} = version;
  return {id: newId(app), app, version: id, state: 'INACTIVE', pausedDays: 0};
}

/** Pauses, resumes or completes. @throws Refusal 409 if that is not possible */
export function changePhases(store: Store, phased: PhasedRecord, wanted: string): void {
  const {state} = phased;
  const refused = (detail: string) => unacceptable('phasedReleaseState', detail);
  if (wanted === state) return;
  if (state !== 'ACTIVE' && state !== 'PAUSED') {
    const time = state === 'INACTIVE' ? 'in the current version state' : 'that is complete';
    throw refused(`You cannot change the state of a phased release ${time}.`);
  }
  if (wanted === 'INACTIVE') throw refused('A phased release that has begun cannot become inactive.');
  if (wanted === 'ACTIVE') resume(store, phased, store.now);
  else if (wanted === 'COMPLETE') {
    store.put('phasedReleases', {...phased, ...NOT_RUNNING, state: 'COMPLETE', pausedDays: pausedDays(phased, store)});
  } else {
    const left = (phased.due ?? store.now + store.pace.day) - store.now;
    const allowed = MOST_PAUSED_DAYS - phased.pausedDays;
    if (allowed <= 0) throw refused(`A phased release can be paused for ${MOST_PAUSED_DAYS} days at most.`);
    const due = store.now + allowed * store.pace.day;
    store.put('phasedReleases', {...phased, state: 'PAUSED', pausedAt: store.now, left, due});
  }
}

const NOT_RUNNING = {due: undefined, pausedAt: undefined, left: undefined};

export function advancePhases(store: Store, phased: PhasedRecord, at: number): void {
  const {state, day = 1} = phased;
  if (state === 'PAUSED') resume(store, {...phased, pausedDays: MOST_PAUSED_DAYS, pausedAt: undefined}, at);
  else if (day >= DAYS) store.put('phasedReleases', {...phased, ...NOT_RUNNING, state: 'COMPLETE'});
  else store.put('phasedReleases', {...phased, day: day + 1, due: at + store.pace.day});
}

function resume(store: Store, phased: PhasedRecord, at: number): void {
  const due = at + (phased.left ?? store.pace.day);
  store.put('phasedReleases', {...phased, ...NOT_RUNNING, state: 'ACTIVE', pausedDays: pausedDays(phased, store), due});
}

/** Whole days of all pauses. */
export function pausedDays({pausedDays: past, pausedAt}: PhasedRecord, {now, pace}: Store): number {
  return pausedAt === undefined ? past : past + Math.floor((now - pausedAt) / pace.day);
}
