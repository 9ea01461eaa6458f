import {isSampleId} from '../records/ids.ts';
import type {BuildRecord, PhasedRecord, SubmissionRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {phasesGoOn} from './phased-release.ts';
import {goLive, process} from './release.ts';
import {reviewGoesOn} from './review.ts';

/** Does what was due since the store was last written: one step after the other, as time passed. */
export function advance(store: Store): void {
  for (let next = earliest(store); next; next = earliest(store)) next.step();
}

interface Step {
  due: number;
  step(): void;
}

function earliest(store: Store): Step | undefined {
  const step =
    <T extends {due?: number}>(goOn: (store: Store, record: T, at: number) => void) =>
    (record: T): Step => {
      const {due = Number.POSITIVE_INFINITY} = record;
      return {due, step: () => goOn(store, record, due)};
    };
  const steps = [
    ...store.changedRecords('submissions').map(step<SubmissionRecord>(reviewGoesOn)),
    ...store.changedRecords('versions').map(step<VersionRecord>(versionGoesOn)),
    ...store.changedRecords('phasedReleases').map(step<PhasedRecord>(phasesGoOn)),
    ...store.runningSamples().map(step<PhasedRecord>(phasesGoOn)),
    ...processing(store),
  ];
  const due = steps.filter((one) => one.due <= store.now);
  return due.reduce<Step | undefined>((first, one) => (first && first.due <= one.due ? first : one), undefined);
}

/** A build is processed as long after its version was made as a step of a review takes. */
function processing(store: Store): Step[] {
  const added = store.changedRecords('versions').filter(({id}) => !isSampleId(id));
  return added.flatMap(({app, versionString, platform, created}) => {
    const isFor = (build: BuildRecord) => build.version === versionString && build.platform === platform;
    const builds = store.all('builds', app).filter((build) => build.state === 'PROCESSING' && isFor(build));
    const processed = {state: 'VALID', usesNonExemptEncryption: false} as const;
    return builds.map((build) => ({
      due: created + store.pace.reviewStep,
      step: () => store.put('builds', {...build, ...processed}),
    }));
  });
}

/** A version that was added becomes ready, one that is scheduled is released, one that is processed goes live. */
function versionGoesOn(store: Store, version: VersionRecord, at: number): void {
  if (version.state === 'PROCESSING_FOR_APP_STORE') goLive(store, version, at);
  else if (version.state === 'PENDING_APPLE_RELEASE') process(store, version, at);
  else store.put('versions', {...version, state: 'READY_FOR_REVIEW', due: undefined});
}
