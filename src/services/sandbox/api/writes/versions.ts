import type {Platform} from '../../../model/version.ts';
import {RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from '../../../store/wire.ts';
import {notFound, refuse} from '../../errors.ts';
import {mustBeDeletable, mustBeEditable} from '../../lifecycle/frozen.ts';
import {release, withdrawApproval} from '../../lifecycle/release.ts';
import {removeVersion, withTexts} from '../../lifecycle/version-texts.ts';
import {blockedByAnother, unfitBuild, usedBefore} from '../../lifecycle/versions.ts';
import {appOf, newId} from '../../records/ids.ts';
import type {VersionRecord} from '../../records/shapes.ts';
import type {Store} from '../../records/store.ts';
import {linkedId, readResource} from '../body.ts';
import {versionSubmissionId} from '../nodes/version-parts.ts';
import {NEW_VERSION, VERSION} from './attributes.ts';
import {existing, linked, nothingThere, type Write, withAttributes} from './write.ts';

export const VERSION_WRITES: Readonly<Record<string, Write>> = {
  createVersion(store, body) {
    const relationships = {app: {type: TYPE.app, required: true}, [VERSION_REL.build]: {type: TYPE.build}};
    const given = readResource(body, {type: TYPE.version, attributes: NEW_VERSION, relationships});
    const appId = given.relationships.app ?? '';
    const app = store.samples.app(appId);
    if (!app) throw nothingThere(TYPE.app, appId, 'app');
    const version: VersionRecord = {
      ...withAttributes({} as VersionRecord, given.attributes),
      id: newId(app.id),
      app: app.id,
      platform: given.attributes.platform as Platform,
      state: 'PREPARE_FOR_SUBMISSION',
      created: store.now,
    };
    version.releaseType ??= 'AFTER_APPROVAL';
    refuse(...blockedByAnother(store, version), ...usedBefore(store, version));
    const made = withTexts(store, attach(store, version, given.relationships.build), app);
    store.put('versions', made);
    return {status: 201, node: (nodes) => nodes.version(made)};
  },

  updateVersion(store, body, id) {
    const version = existing(store, 'versions', TYPE.version, id);
    const {attributes, relationships} = readResource(body, {
      type: TYPE.version,
      id,
      attributes: VERSION,
      relationships: {
        [VERSION_REL.build]: {type: TYPE.build},
        [VERSION_REL.clipExperience]: {type: TYPE.clipExperience},
      },
    });
    mustBeEditable(store, version);
    const changed = withAttributes(version, attributes);
    if (attributes.versionString !== undefined) refuse(...usedBefore(store, changed));
    const attached = attach(store, changed, relationships.build);
    store.put('versions', attached);
    return {status: 200, node: (nodes) => nodes.version(attached)};
  },

  deleteVersion(store, _body, id) {
    const version = existing(store, 'versions', TYPE.version, id);
    mustBeDeletable(store, version);
    removeVersion(store, version);
    return {status: 204};
  },

  attachBuild(store, body, id) {
    const version = existing(store, 'versions', TYPE.version, id);
    const build = linkedId(body, TYPE.build, '');
    if (build !== null && !store.find('builds', build)) throw notFound(TYPE.build, build);
    mustBeEditable(store, version);
    store.put('versions', attach(store, version, build, '/data'));
    return {status: 204};
  },

  releaseVersion(store, body) {
    const name = RELEASE_REQUEST_VERSION;
    const {relationships} = readResource(body, {
      type: TYPE.releaseRequest,
      attributes: {},
      relationships: {[name]: {type: TYPE.version, required: true}},
    });
    const version = linked(store, 'versions', TYPE.version, relationships, name);
    release(store, version);
    return {status: 201, node: () => ({type: TYPE.releaseRequest, id: newId(version.app), attributes: {}})};
  },

  deleteVersionSubmission(store, _body, id) {
    const version = store.versions(appOf(id)).find((one) => versionSubmissionId(one) === id);
    if (!version) throw notFound(TYPE.submission, id);
    withdrawApproval(store, version);
    return {status: 204};
  },
};

/** @param build null takes it away, undefined leaves it */
function attach(
  store: Store,
  version: VersionRecord,
  build: string | null | undefined,
  pointer = `/data/relationships/${VERSION_REL.build}`,
): VersionRecord {
  if (build) refuse(...unfitBuild(store, build, version, pointer));
  return build === undefined ? version : {...version, build: build ?? undefined};
}
