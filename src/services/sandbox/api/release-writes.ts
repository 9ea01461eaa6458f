import {REL, TYPE} from '../../store/wire.ts';
import {notFound, stateError, unacceptable} from '../errors.ts';
import {complete, MOST_PAUSED_DAYS, pause, resume, startProcessing} from '../lifecycle/advance.ts';
import {isFirst, itemsOf, ONCE_FOR_SALE} from '../lifecycle/lookups.ts';
import type {PhasedRecord} from '../records/shapes.ts';
import {appOf, newId, type Store} from '../records/store.ts';
import {RecordNode} from './documents.ts';
import {versionSubmissionId} from './nodes.ts';
import {changes, creates, linked, readResource, removes, type Write, withAttributes} from './writes.ts';

export const RELEASE_WRITES: Readonly<Record<string, Write>> = {
  'DELETE /v1/~VersionSubmissions/{id}': ({store, id}) => {
    const version = store.all('versions', appOf(id)).find((one) => versionSubmissionId(one) === id);
    if (!version) throw notFound(TYPE.submission, id);
    const {state} = version;
    if (state !== 'PENDING_DEVELOPER_RELEASE' && state !== 'PENDING_APPLE_RELEASE') {
      throw stateError(`The submission of a version in the state ${state} can not be deleted`);
    }
    for (const item of itemsOf(store, version).filter((one) => one.state === 'APPROVED')) {
      store.put('items', {...item, state: 'REMOVED'});
      const submission = store.find('submissions', item.submission);
      if (submission) store.put('submissions', {...submission, updatedBy: 'key'});
    }
    store.put('versions', {...version, state: 'DEVELOPER_REJECTED', due: undefined});
    return undefined;
  },

  'POST /v1/~VersionReleaseRequests': (request) => {
    const {store} = request;
    const version = linked(store, 'versions', readResource(request), REL.ofVersion);
    const {state} = version;
    if (state !== 'PENDING_DEVELOPER_RELEASE') throw stateError(`A version in the state ${state} can not be released`);
    startProcessing(store, version, store.now);
    return new RecordNode(TYPE.releaseRequest, {id: newId(version.app)});
  },

  'POST /v1/~VersionPhasedReleases': creates('phasedReleases', (store, given) => {
    const version = linked(store, 'versions', given, REL.ofVersion);
    const {app, id, state} = version;
    if (isFirst(store, version)) throw stateError('The first version of an app can not be released in phases');
    if (ONCE_FOR_SALE.includes(state)) {
      throw stateError(`A version in the state ${state} can not be released in phases any more`);
    }
    if (store.of('phasedReleases', version).length > 0) throw stateError('The version has a phased release already');
    return {id: newId(app), app, version: id, state: 'INACTIVE', pausedDays: 0};
  }),

  'PATCH /v1/~VersionPhasedReleases/{id}': changes('phasedReleases', (store, phased, {attributes}) => {
    const {phasedReleaseState: wanted} = attributes;
    if (wanted === phased.state) throw unacceptable('phasedReleaseState', 'The attribute already has this value');
    if (typeof wanted === 'string') changePhases(store, phased, wanted);
  }),

  'DELETE /v1/~VersionPhasedReleases/{id}': removes('phasedReleases', (_, {state}) => {
    if (state !== 'INACTIVE') throw stateError(`A phased release in the state ${state} can not be deleted`);
  }),

  'PATCH /v1/builds/{id}': changes('builds', (store, build, given) => {
    const attributes = Object.fromEntries(Object.entries(given.attributes).filter(([, value]) => value !== null));
    if ('usesNonExemptEncryption' in attributes && build.usesNonExemptEncryption !== undefined) {
      throw unacceptable('usesNonExemptEncryption', 'You cannot update when the value is already set.');
    }
    store.put('builds', withAttributes(build, attributes));
  }),
};

function changePhases(store: Store, phased: PhasedRecord, wanted: string): void {
  const {state, pausedDays} = phased;
  const refused = (detail: string) => unacceptable('phasedReleaseState', detail);
  if (state !== 'ACTIVE' && state !== 'PAUSED') {
    const time = state === 'INACTIVE' ? 'in the current version state' : 'that is complete';
    throw refused(`You cannot change the state of a phased release ${time}.`);
  }
  if (wanted === 'INACTIVE') throw refused('A phased release that has started cannot become inactive.');
  if (wanted === 'ACTIVE') resume(store, phased, store.now);
  else if (wanted === 'COMPLETE') complete(store, phased);
  else {
    if (pausedDays >= MOST_PAUSED_DAYS)
      throw refused(`A phased release can be paused for ${MOST_PAUSED_DAYS} days at most.`);
    pause(store, phased);
  }
}
