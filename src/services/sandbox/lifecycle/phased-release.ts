import {wireDate} from '../dates.ts';
import {stateError, unacceptable} from '../errors.ts';
import {newId} from '../records/ids.ts';
import type {PhasedRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {isFirst, phasedReleaseOf} from './lookups.ts';
import {ONCE_FOR_SALE} from './states.ts';

const DAYS = 7;
const MOST_PAUSED_DAYS = 30;
const RUNNING: readonly string[] = ['ACTIVE', 'PAUSED'];

/** @throws Refusal 409 for a first version, after the release, and where there is one */
export function addPhasedRelease(store: Store, version: VersionRecord): PhasedRecord {
  if (isFirst(store, version)) throw stateError('The first version of an app can not be released in phases');
  if (ONCE_FOR_SALE.includes(version.state)) {
    throw stateError(`A version in the state ${version.state} can not be released in phases any more`);
  }
  if (phasedReleaseOf(store, version)) throw stateError('The version has a phased release already');
  const {app, id} = version;
  const release: PhasedRecord = {id: newId(app), app, version: id, state: 'INACTIVE', pausedDays: 0};
  store.put('phasedReleases', release);
  return release;
}

/** @throws Refusal 409 once it has begun */
export function removePhasedRelease(store: Store, release: PhasedRecord): void {
  if (release.state !== 'INACTIVE')
    throw stateError(`A phased release in the state ${release.state} can not be deleted`);
  store.remove('phasedReleases', release.id);
}

/** Pauses, resumes or completes one. @throws Refusal 409 where that is not possible */
export function changePhases(store: Store, release: PhasedRecord, wanted: string): void {
  const {state} = release;
  const attribute = 'phasedReleaseState';
  if (!RUNNING.includes(state) && wanted !== state) {
    const time = state === 'INACTIVE' ? 'in the current version state' : 'that is complete';
    throw unacceptable(attribute, `You cannot change the state of a phased release ${time}.`);
  }
  if (wanted === state) return;
  if (wanted === 'INACTIVE') throw unacceptable(attribute, 'A phased release that has begun cannot become inactive.');
  if (wanted === 'PAUSED') pause(store, release);
  else if (wanted === 'ACTIVE') resume(store, release, store.now);
  else store.put('phasedReleases', {...release, ...AT_REST, state: 'COMPLETE', pausedDays: pausedDays(release, store)});
}

const AT_REST = {due: undefined, pausedAt: undefined, left: undefined};

/** The first of its days begins. @param at in ms */
export function beginPhases(store: Store, release: PhasedRecord, at: number): void {
  const due = at + store.pace.day;
  store.put('phasedReleases', {...release, state: 'ACTIVE', day: 1, startDate: wireDate(at), due});
}

/** Its day, or the longest pause, is over. */
export function phasesGoOn(store: Store, release: PhasedRecord, at: number): void {
  const {state, day = 1} = release;
  if (state === 'PAUSED') resume(store, {...release, pausedDays: MOST_PAUSED_DAYS, pausedAt: undefined}, at);
  else if (day >= DAYS) store.put('phasedReleases', {...release, ...AT_REST, state: 'COMPLETE'});
  else store.put('phasedReleases', {...release, day: day + 1, due: at + store.pace.day});
}

function pause(store: Store, release: PhasedRecord): void {
  const left = (release.due ?? store.now + store.pace.day) - store.now;
  const allowed = MOST_PAUSED_DAYS - release.pausedDays;
  if (allowed <= 0) {
    throw unacceptable('phasedReleaseState', `A phased release can be paused for ${MOST_PAUSED_DAYS} days at most.`);
  }
  const due = store.now + allowed * store.pace.day;
  store.put('phasedReleases', {...release, state: 'PAUSED', pausedAt: store.now, left, due});
}

/** The day that was interrupted goes on. */
function resume(store: Store, release: PhasedRecord, at: number): void {
  const due = at + (release.left ?? store.pace.day);
  store.put('phasedReleases', {...release, ...AT_REST, state: 'ACTIVE', pausedDays: pausedDays(release, store), due});
}

/** Whole days of all its pauses. */
export function pausedDays({pausedDays: past, pausedAt}: PhasedRecord, {now, pace}: Store): number {
  return pausedAt === undefined ? past : past + Math.floor((now - pausedAt) / pace.day);
}
