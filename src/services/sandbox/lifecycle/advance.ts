import {type PhasedRecord, type SubmissionRecord, type VersionRecord, wireDate} from '../records/shapes.ts';
import {isSampleId, type Store} from '../records/store.ts';

/** Carries out reviews, releases and roll-outs as time goes on. Times are in ms. */

const PROCESSING = 3000;
const DAYS = 7;
export const MOST_PAUSED_DAYS = 30;

export function advance(store: Store): void {
  for (let next = earliest(store); next; next = earliest(store)) next.run();
}

interface Step {
  due: number;
  run(): void;
}

function earliest(store: Store): Step | undefined {
  const steps = <T extends {due?: number}>(
    records: readonly T[],
    run: (store: Store, record: T, at: number) => void,
  ): Step[] =>
    records.flatMap((record) => {
      const {due} = record;
      return due === undefined ? [] : [{due, run: () => run(store, record, due)}];
    });
  return [
    ...steps(store.changedRecords('submissions'), advanceReview),
    ...steps(store.changedRecords('versions'), advanceVersion),
    ...steps(store.changedRecords('phasedReleases'), advancePhases),
    ...steps(store.runningSamples(), advancePhases),
    ...processing(store),
  ]
    .filter(({due}) => due <= store.now)
    .reduce<Step | undefined>((first, one) => (first && first.due <= one.due ? first : one), undefined);
}

function processing(store: Store): Step[] {
  const added = store.changedRecords('versions').filter(({id}) => !isSampleId(id));
  return added.flatMap(({app, versionString, platform, created}) =>
    store
      .all('builds', app)
      .filter((build) => build.state === 'PROCESSING' && build.version === versionString && build.platform === platform)
      .map((build) => ({
        due: created + store.pace.reviewStep,
        run: () => store.put('builds', {...build, state: 'VALID', usesNonExemptEncryption: false}),
      })),
  );
}

function advanceReview(store: Store, submission: SubmissionRecord, at: number): void {
  if (submission.state === 'CANCELING') {
    move(store, submission, {state: 'COMPLETE', due: undefined}, {versions: 'DEVELOPER_REJECTED', items: 'REMOVED'});
  } else if (submission.state === 'IN_REVIEW') {
    decide(store, submission, at);
  } else {
    const due = at + store.pace.reviewStep;
    move(store, submission, {state: 'IN_REVIEW', updatedBy: 'reviewer', due}, {versions: 'IN_REVIEW'});
  }
}

function decide(store: Store, submission: SubmissionRecord, at: number): void {
  const {alwaysRejected, rejectedBuild} = store.find('apps', submission.app) ?? {};
  const versions = heldItems(store, submission).flatMap(({version}) => store.find('versions', version) ?? []);
  const builds = versions.map(({build}) => store.find('builds', build)?.number);
  const decided = {updatedBy: 'reviewer', due: undefined};
  if (alwaysRejected || (rejectedBuild !== undefined && builds.includes(rejectedBuild))) {
    move(store, submission, {...decided, state: 'UNRESOLVED_ISSUES'}, {versions: 'REJECTED', items: 'REJECTED'});
  } else {
    move(store, submission, {...decided, state: 'COMPLETE'}, {items: 'APPROVED'});
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

/** The release type decides what follows an approval, and may still change after it. */
export function approve(store: Store, version: VersionRecord, at: number): void {
  const {releaseType, earliestReleaseDate} = version;
  const date = releaseType === 'SCHEDULED' ? Date.parse(earliestReleaseDate ?? '') : Number.NaN;
  if (releaseType === 'MANUAL') store.put('versions', {...version, state: 'PENDING_DEVELOPER_RELEASE', due: undefined});
  else if (date > at) store.put('versions', {...version, state: 'PENDING_DEVELOPER_RELEASE', due: date});
  else startProcessing(store, version, at);
}

function advanceVersion(store: Store, version: VersionRecord, at: number): void {
  if (version.state === 'PROCESSING_FOR_APP_STORE') goLive(store, version, at);
  else if (version.state === 'PENDING_DEVELOPER_RELEASE') startProcessing(store, version, at);
  else store.put('versions', {...version, state: 'READY_FOR_REVIEW', due: undefined});
}

export function startProcessing(store: Store, version: VersionRecord, at: number): void {
  store.put('versions', {...version, state: 'PROCESSING_FOR_APP_STORE', due: at + PROCESSING});
}

function goLive(store: Store, version: VersionRecord, at: number): void {
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

function advancePhases(store: Store, phased: PhasedRecord, at: number): void {
  const {state, day = 1} = phased;
  if (state === 'PAUSED') resume(store, {...phased, pausedDays: MOST_PAUSED_DAYS, pausedAt: undefined}, at);
  else if (day >= DAYS) complete(store, phased);
  else store.put('phasedReleases', {...phased, day: day + 1, due: at + store.pace.day});
}

const NOT_RUNNING = {due: undefined, pausedAt: undefined, left: undefined};

export function resume(store: Store, phased: PhasedRecord, at: number): void {
  const due = at + (phased.left ?? store.pace.day);
  store.put('phasedReleases', {...phased, ...NOT_RUNNING, state: 'ACTIVE', pausedDays: pausedDays(phased, store), due});
}

export function complete(store: Store, phased: PhasedRecord): void {
  store.put('phasedReleases', {...phased, ...NOT_RUNNING, state: 'COMPLETE', pausedDays: pausedDays(phased, store)});
}

export function pausedDays({pausedDays: past, pausedAt}: PhasedRecord, {now, pace}: Store): number {
  return pausedAt === undefined ? past : past + Math.floor((now - pausedAt) / pace.day);
}
