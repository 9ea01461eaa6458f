import type {Platform} from '../../model/version.ts';
import {OF_VERSION, TYPE, VERSION_REL} from '../../store/wire.ts';
import {duplicate, notFound, refusal, refuse} from '../errors.ts';
import {existing, localizationsOf, reviewDetailOf} from '../lifecycle/lookups.ts';
import {
  blockedByAnother,
  mustBeDeletable,
  mustBeEditable,
  mustBeWritable,
  removeLocalization,
  removeVersion,
  unfitBuild,
  usedBefore,
  withTexts,
} from '../lifecycle/versions.ts';
import {newId} from '../records/ids.ts';
import type {LocalizationRecord, ReviewDetailRecord, VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {linkedId, type ResourceBody, readResource} from './body.ts';
import {linked, linkedApp, type Write, withAttributes} from './write.ts';

export const VERSION_WRITES: Readonly<Record<string, Write>> = {
  'POST /v1/~Versions': (request) => {
    const {store} = request;
    const given = readResource(request);
    const {attributes, relationships} = given;
    const app = linkedApp(store, given);
    const version: VersionRecord = {
      ...withAttributes({} as VersionRecord, attributes),
      id: newId(app.id),
      app: app.id,
      platform: attributes.platform as Platform,
      state: 'PREPARE_FOR_SUBMISSION',
      created: store.now,
    };
    version.releaseType ??= 'AFTER_APPROVAL';
    refuse(...blockedByAnother(store, version), ...usedBefore(store, version));
    const created = withTexts(store, attach(store, version, relationships.build), app);
    store.put('versions', created);
    return (nodes) => nodes.version(created);
  },

  'PATCH /v1/~Versions/{id}': (request) => {
    const {store, id} = request;
    const version = existing(store, 'versions', id);
    const {attributes, relationships} = readResource(request);
    mustBeEditable(store, version);
    const changed = withAttributes(version, attributes);
    if (attributes.versionString !== undefined) refuse(...usedBefore(store, changed));
    const attached = attach(store, changed, relationships.build);
    store.put('versions', attached);
    return (nodes) => nodes.version(attached);
  },

  'DELETE /v1/~Versions/{id}': ({store, id}) => {
    const version = existing(store, 'versions', id);
    mustBeDeletable(store, version);
    removeVersion(store, version);
    return undefined;
  },

  'PATCH /v1/~Versions/{id}/relationships/build': ({store, id, body}) => {
    const version = existing(store, 'versions', id);
    const build = linkedId(body, TYPE.build, '');
    if (build !== null && !store.find('builds', build)) throw notFound(TYPE.build, build);
    mustBeEditable(store, version);
    store.put('versions', attach(store, version, build, '/data'));
    return undefined;
  },

  'POST /v1/~VersionLocalizations': (request) => {
    const {store} = request;
    const given = readResource(request);
    const {attributes} = given;
    const version = linked(store, 'versions', given, OF_VERSION);
    mustBeEditable(store, version);
    mustBeWritable(store, version, Object.keys(attributes));
    const {locale} = attributes as {locale: string};
    if (localizationsOf(store, version).some((one) => one.locale === locale)) refuse(duplicate('locale', locale));
    const created = ownedBy<LocalizationRecord>(version, given);
    store.put('localizations', created);
    return (nodes) => nodes.localization(created);
  },

  'PATCH /v1/~VersionLocalizations/{id}': (request) => {
    const {store, id} = request;
    const localization = existing(store, 'localizations', id);
    const version = existing(store, 'versions', localization.version);
    const {attributes} = readResource(request);
    mustBeWritable(store, version, Object.keys(attributes));
    const changed = withAttributes(localization, attributes);
    store.put('localizations', changed);
    return (nodes) => nodes.localization(changed);
  },

  'DELETE /v1/~VersionLocalizations/{id}': ({store, id}) => {
    const localization = existing(store, 'localizations', id);
    mustBeEditable(store, existing(store, 'versions', localization.version));
    removeLocalization(store, localization);
    return undefined;
  },

  'POST /v1/~ReviewDetails': (request) => {
    const {store} = request;
    const given = readResource(request);
    const version = linked(store, 'versions', given, OF_VERSION);
    if (reviewDetailOf(store, version)) {
      throw refusal('STATE_ERROR.ALREADY_EXISTS', `The version with id '${version.id}' has review details already`);
    }
    mustBeEditable(store, version);
    const created = ownedBy<ReviewDetailRecord>(version, given);
    store.put('reviewDetails', created);
    return (nodes) => nodes.reviewDetail(created);
  },

  'PATCH /v1/~ReviewDetails/{id}': (request) => {
    const {store, id} = request;
    const detail = existing(store, 'reviewDetails', id);
    const {attributes} = readResource(request);
    mustBeEditable(store, existing(store, 'versions', detail.version));
    const changed = withAttributes(detail, attributes);
    store.put('reviewDetails', changed);
    return (nodes) => nodes.reviewDetail(changed);
  },
};

const ownedBy = <T extends LocalizationRecord | ReviewDetailRecord>(
  {app, id}: VersionRecord,
  {attributes}: ResourceBody,
): T => ({...withAttributes({} as T, attributes), id: newId(app), app, version: id});

/** @param build null detaches, undefined keeps the current one */
function attach(
  store: Store,
  version: VersionRecord,
  build: string | null | undefined,
  pointer = `/data/relationships/${VERSION_REL.build}`,
): VersionRecord {
  if (build) refuse(...unfitBuild(store, build, version, pointer));
  return build === undefined ? version : {...version, build: build ?? undefined};
}
