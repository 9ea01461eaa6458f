import {
  type PhasedRecord,
  type RecordOf,
  type SubmissionRecord,
  type VersionRecord,
  wireDate,
} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';

/** This file advances reviews, releases and roll-outs as time passes. All times are in ms. */

const PROCESSING = 3000;
const DAYS = 7;
export const MOST_PAUSED_DAYS = 30;

type Moving = 'submissions' | 'versions' | 'phasedReleases' | 'builds';

/** Each function takes a record that is due, and puts it back without a time or with the time of its next step. */
const NEXT: {readonly [T in Moving]: (store: Store, record: RecordOf<T>, at: number) => void} = {
  submissions(store, submission, at) {
    const {state} = submission;
    if (state === 'CANCELING') {
      move(store, submission, {state: 'COMPLETE'}, {versions: 'DEVELOPER_REJECTED', items: 'REMOVED'});
    } else if (state === 'IN_REVIEW') {
      decide(store, submission, at);
    } else {
      const due = at + store.pace.reviewStep;
      move(store, submission, {state: 'IN_REVIEW', updatedBy: 'reviewer', due}, {versions: 'IN_REVIEW'});
    }
  },
  versions(store, version, at) {
    if (version.state === 'PROCESSING_FOR_APP_STORE') goLive(store, version, at);
    else if (version.state === 'PENDING_DEVELOPER_RELEASE') startProcessing(store, version, at);
    else store.put('versions', {...version, state: 'READY_FOR_REVIEW'});
  },
  phasedReleases(store, phased, at) {
    const {state, day = 1} = phased;
    if (state === 'PAUSED') resume(store, {...phased, pausedDays: MOST_PAUSED_DAYS, pausedAt: undefined}, at);
    else if (day >= DAYS) complete(store, phased);
    else store.put('phasedReleases', {...phased, day: day + 1, due: at + store.pace.day});
  },
  builds(store, build) {
    store.put('builds', {...build, state: 'VALID', usesNonExemptEncryption: false});
  },
};

export function advance(store: Store): void {
  for (let next = earliest(store); next; next = earliest(store)) next.run();
}

function earliest(store: Store) {
  const steps = <T extends Moving>(table: T) =>
    store.moving(table).flatMap(({due, ...record}) => {
      const run = () => NEXT[table](store, record as RecordOf<T>, due ?? 0);
      return due === undefined || due > store.now ? [] : {due, run};
    });
  const all = (Object.keys(NEXT) as Moving[]).flatMap(steps);
  return all.sort((one, other) => one.due - other.due)[0];
}

function decide(store: Store, submission: SubmissionRecord, at: number): void {
  const {alwaysRejected, rejectedBuild} = store.find('apps', submission.app) ?? {};
  const versions = heldItems(store, submission).flatMap(({version}) => store.find('versions', version) ?? []);
  const builds = versions.map(({build}) => store.find('builds', build)?.number);
  const decided = {...submission, updatedBy: 'reviewer'};
  if (alwaysRejected || (rejectedBuild !== undefined && builds.includes(rejectedBuild))) {
    move(store, decided, {state: 'UNRESOLVED_ISSUES'}, {versions: 'REJECTED', items: 'REJECTED'});
  } else {
    move(store, decided, {state: 'COMPLETE'}, {items: 'APPROVED'});
    for (const version of versions) approve(store, version, at);
  }
}

export const heldItems = (store: Store, submission: SubmissionRecord) =>
  store.of('items', submission).filter(({state}) => state !== 'REMOVED');

export function move(
  store: Store,
  submission: SubmissionRecord,
  changes: Partial<SubmissionRecord>,
  states: {versions?: string; items?: string},
): void {
  for (const item of heldItems(store, submission)) {
    const version = store.find('versions', item.version);
    if (version && states.versions) store.put('versions', {...version, state: states.versions, due: undefined});
    if (states.items) store.put('items', {...item, state: states.items});
  }
  store.put('submissions', {...submission, ...changes});
}

/** Approves a version. Its release type decides what follows, and may still change after the approval. */
export function approve(store: Store, version: VersionRecord, at: number): void {
  const {releaseType, earliestReleaseDate = ''} = version;
  const due = releaseType === 'SCHEDULED' ? Date.parse(earliestReleaseDate) : 0;
  const state = 'PENDING_DEVELOPER_RELEASE';
  if (releaseType === 'MANUAL') store.put('versions', {...version, state, due: undefined});
  else if (due > at) store.put('versions', {...version, state, due});
  else startProcessing(store, version, at);
}

export function startProcessing(store: Store, version: VersionRecord, at: number): void {
  store.put('versions', {...version, state: 'PROCESSING_FOR_APP_STORE', due: at + PROCESSING});
}

function goLive(store: Store, version: VersionRecord, at: number): void {
  for (const other of store.all('versions', version.app)) {
    const isReplaced = other.platform === version.platform && other.state === 'READY_FOR_SALE';
    if (isReplaced) store.put('versions', {...other, state: 'REPLACED_WITH_NEW_VERSION'});
  }
  store.put('versions', {...version, state: 'READY_FOR_SALE'});
  const [phased] = store.of('phasedReleases', version);
  if (phased?.state !== 'INACTIVE') return;
  const due = at + store.pace.day;
  store.put('phasedReleases', {...phased, state: 'ACTIVE', day: 1, startDate: wireDate(at), due});
}

export function pause(store: Store, phased: PhasedRecord): void {
  const {now, pace} = store;
  const left = (phased.due ?? now + pace.day) - now;
  const due = now + (MOST_PAUSED_DAYS - phased.pausedDays) * pace.day;
  store.put('phasedReleases', {...phased, state: 'PAUSED', pausedAt: now, left, due});
}

export function resume(store: Store, phased: PhasedRecord, at: number): void {
  const due = at + (phased.left ?? store.pace.day);
  store.put('phasedReleases', {...notPaused(store, phased), state: 'ACTIVE', due});
}

export function complete(store: Store, phased: PhasedRecord): void {
  store.put('phasedReleases', {...notPaused(store, phased), state: 'COMPLETE', due: undefined});
}

function notPaused(store: Store, phased: PhasedRecord): PhasedRecord {
  return {...phased, pausedDays: pausedDays(phased, store), pausedAt: undefined, left: undefined};
}

export function pausedDays({pausedDays: past, pausedAt}: PhasedRecord, {now, pace}: Store): number {
  return pausedAt === undefined ? past : past + Math.floor((now - pausedAt) / pace.day);
}
