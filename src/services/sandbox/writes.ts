import {randomUUID} from 'node:crypto';
import {stateIs} from '../model/states.ts';
import type {Platform} from '../model/version.ts';
import {RELEASE_REQUEST_VERSION, TYPE, VERSION_REL} from '../store/wire.ts';
import {invalidRelationship, linkedId, readResource} from './body.ts';
import {wireDate} from './dates.ts';
import {notFound, Refusal, stateError} from './errors.ts';
import type {Overlay} from './overlay.ts';
import {PROCESSING_MS, type VersionRecord} from './records.ts';
import {blockedByAnother, CHANGEABLE, CREATABLE, isEditable, refuse, unfitBuild, usedBefore} from './version-rules.ts';
import type {StoreView} from './view.ts';

/** What a write changes, and what it answers with: a version, another new resource, or nothing. */
export interface Written {
  changes: Overlay;
  status: 200 | 201 | 204;
  version?: string;
  resource?: {type: string; id: string};
}

type Write = (view: StoreView, body: unknown, id: string) => Written;

/** The writing operations by name. Each looks at the store as it is and throws a Refusal or says what to change. */
export const WRITES: Readonly<Record<string, Write>> = {
  createVersion(view, body) {
    const rules = {app: {type: TYPE.app, required: true}, [VERSION_REL.build]: {type: TYPE.build}};
    const {attributes, relationships} = readResource(body, {
      type: TYPE.version,
      attributes: CREATABLE,
      relationships: rules,
    });
    const appId = relationships.app ?? '';
    const app = view.seed.findApp(appId);
    if (!app) {
      const detail = `There is no resource of type '${TYPE.app}' with id '${appId}'`;
      throw new Refusal(409, invalidRelationship('/data/relationships/app', detail));
    }
    const version: VersionRecord = {
      ...withAttributes({} as VersionRecord, attributes),
      id: randomUUID(),
      app: app.id,
      platform: attributes.platform as Platform,
      state: 'PREPARE_FOR_SUBMISSION',
      createdDate: wireDate(view.now),
    };
    version.releaseType ??= 'AFTER_APPROVAL';
    refuse(...blockedByAnother(view, app, version.platform), ...usedBefore(view, app, version));
    attach(view, version, relationships.build);
    return {changes: {[version.id]: version}, status: 201, version: version.id};
  },

  updateVersion(view, body, id) {
    const version = existing(view, id);
    const {attributes, relationships} = readResource(body, {
      type: TYPE.version,
      id,
      attributes: CHANGEABLE,
      relationships: {
        [VERSION_REL.build]: {type: TYPE.build},
        [VERSION_REL.clipExperience]: {type: TYPE.clipExperience},
      },
    });
    mustBeEditable(view, version);
    const changed = withAttributes(version, attributes);
    const app = view.seed.findApp(version.app);
    if (app && attributes.versionString !== undefined) refuse(...usedBefore(view, app, changed));
    attach(view, changed, relationships.build);
    return {changes: {[id]: changed}, status: 200, version: id};
  },

  deleteVersion(view, _body, id) {
    const version = existing(view, id);
    const state = view.state(version);
    if (!stateIs(state, 'deletable')) throw stateError(`A version in the state ${state} can not be deleted`);
    return {changes: {[id]: null}, status: 204};
  },

  attachBuild(view, body, id) {
    const version = existing(view, id);
    const build = linkedId(body, TYPE.build, '');
    if (build !== null && !view.build(build)) throw notFound(TYPE.build, build);
    mustBeEditable(view, version);
    const changed = {...version};
    attach(view, changed, build, '/data');
    return {changes: {[id]: changed}, status: 204};
  },

  releaseVersion(view, body) {
    const name = RELEASE_REQUEST_VERSION;
    const {relationships} = readResource(body, {
      type: TYPE.releaseRequest,
      attributes: {},
      relationships: {[name]: {type: TYPE.version, required: true}},
    });
    const id = relationships[name] ?? '';
    const version = view.version(id);
    if (!version) {
      const detail = `There is no resource of type '${TYPE.version}' with id '${id}'`;
      throw new Refusal(409, invalidRelationship(`/data/relationships/${name}`, detail));
    }
    const state = view.state(version);
    if (!stateIs(state, 'releasable')) throw stateError(`A version in the state ${state} can not be released`);
    return {
      changes: {...replaced(view, version), [id]: {...version, releasedAt: view.now}},
      status: 201,
      resource: {type: TYPE.releaseRequest, id: randomUUID()},
    };
  },
};

function existing(view: StoreView, id: string): VersionRecord {
  const version = view.version(id);
  if (!version) throw notFound(TYPE.version, id);
  return version;
}

function mustBeEditable(view: StoreView, version: VersionRecord): void {
  const state = view.state(version);
  if (!isEditable(state)) throw stateError(`A version in the state ${state} can not be changed`);
}

/** Null, and an empty copyright, take an attribute away. */
function withAttributes(version: VersionRecord, attributes: Readonly<Record<string, unknown>>): VersionRecord {
  const given = Object.entries(attributes).map(([name, value]) => [
    name,
    value === '' ? undefined : (value ?? undefined),
  ]);
  return {...version, ...Object.fromEntries(given)};
}

function attach(
  view: StoreView,
  version: VersionRecord,
  build: string | null | undefined,
  pointer = `/data/relationships/${VERSION_REL.build}`,
): void {
  if (build) refuse(...unfitBuild(view, build, version, pointer));
  if (build !== undefined) version.build = build ?? undefined;
}

/** The versions that a released one takes the place of, as soon as it is live. */
function replaced(view: StoreView, {app: appId, platform}: VersionRecord): Overlay {
  const app = view.seed.findApp(appId);
  if (!app) return {};
  const live = view.versions(app, {platforms: [platform], states: ['READY_FOR_SALE', 'PROCESSING_FOR_APP_STORE']});
  const replacedAt = view.now + PROCESSING_MS;
  return Object.fromEntries(live.take(0, live.total).map((version) => [version.id, {...version, replacedAt}]));
}
