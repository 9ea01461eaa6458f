import {isSampleId} from '../records/ids.ts';
import type {VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {advancePhases, goLive, startProcessing} from './release.ts';
import {advanceReview} from './submissions.ts';

/** Runs everything due since the last write, in order of time. */
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

/** A build becomes valid one review step after its version is created. */
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

/** A version in a draft becomes ready, a scheduled one is released, a processed one goes live. */
function advanceVersion(store: Store, version: VersionRecord, at: number): void {
  if (version.state === 'PROCESSING_FOR_APP_STORE') goLive(store, version, at);
  else if (version.state === 'PENDING_APPLE_RELEASE') startProcessing(store, version, at);
  else store.put('versions', {...version, state: 'READY_FOR_REVIEW', due: undefined});
}
