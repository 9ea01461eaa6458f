import {stateError} from '../errors.ts';
import type {VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {phasedReleaseOf} from './lookups.ts';
import {beginPhases} from './phased-release.ts';

/** How long a released version is processed before it is live, in ms. */
const PROCESSING = 3000;

/** Review has approved a version: its release type says what comes next. @param at in ms */
export function approve(store: Store, version: VersionRecord, at: number): void {
  const {releaseType, earliestReleaseDate} = version;
  const date = releaseType === 'SCHEDULED' ? Date.parse(earliestReleaseDate ?? '') : Number.NaN;
  if (releaseType === 'MANUAL') store.put('versions', {...version, state: 'PENDING_DEVELOPER_RELEASE', due: undefined});
  else if (date > at) store.put('versions', {...version, state: 'PENDING_APPLE_RELEASE', due: date});
  else process(store, version, at);
}

/** @throws Refusal 409 unless it waits for this */
export function release(store: Store, version: VersionRecord): void {
  const {state} = version;
  if (state !== 'PENDING_DEVELOPER_RELEASE') throw stateError(`A version in the state ${state} can not be released`);
  process(store, version, store.now);
}

export function process(store: Store, version: VersionRecord, at: number): void {
  store.put('versions', {...version, state: 'PROCESSING_FOR_APP_STORE', due: at + PROCESSING});
}

/** It takes the place of the one that was live; its phased release begins. */
export function goLive(store: Store, version: VersionRecord, at: number): void {
  for (const other of store.versions(version.app)) {
    const isReplaced = other.platform === version.platform && other.state === 'READY_FOR_SALE';
    if (isReplaced) store.put('versions', {...other, state: 'REPLACED_WITH_NEW_VERSION'});
  }
  store.put('versions', {...version, state: 'READY_FOR_SALE', due: undefined});
  const phased = phasedReleaseOf(store, version);
  if (phased?.state === 'INACTIVE') beginPhases(store, phased, at);
}

/** Takes back an approval that nothing was made of yet. @throws Refusal 409 where there is none */
export function withdrawApproval(store: Store, version: VersionRecord): void {
  const {state} = version;
  if (state !== 'PENDING_DEVELOPER_RELEASE' && state !== 'PENDING_APPLE_RELEASE') {
    throw stateError(`The submission of a version in the state ${state} can not be deleted`);
  }
  for (const item of store.all('items', version.app)) {
    if (item.version !== version.id || item.state !== 'APPROVED') continue;
    store.put('items', {...item, state: 'REMOVED'});
    const submission = store.find('submissions', item.submission);
    if (submission) store.put('submissions', {...submission, updatedBy: 'key'});
  }
  store.put('versions', {...version, state: 'DEVELOPER_REJECTED', due: undefined});
}
