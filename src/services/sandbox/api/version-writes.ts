import type {Platform} from '../../model/version.ts';
import {OF_VERSION, TYPE, VERSION_REL} from '../../store/wire.ts';
import {duplicate, notFound, refusal, refuse} from '../errors.ts';
import {existing} from '../lifecycle/lookups.ts';
import {
  blockedByAnother,
  mustBeDeletable,
  mustBeEditable,
  mustBeWritable,
  unfitBuild,
  usedBefore,
  withTexts,
} from '../lifecycle/versions.ts';
import {newId} from '../records/ids.ts';
import type {VersionRecord} from '../records/shapes.ts';
import type {Store} from '../records/store.ts';
import {changes, creates, linked, linkedId, removes, type Write, withAttributes} from './body.ts';

export const VERSION_WRITES: Readonly<Record<string, Write>> = {
  'POST /v1/~Versions': creates('versions', (store, given) => {
    const {attributes, relationships} = given;
    const app = linked(store, 'apps', given, 'app');
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
    return withTexts(store, attach(store, version, relationships.build), app);
  }),

  'PATCH /v1/~Versions/{id}': changes('versions', (store, version, {attributes, relationships}) => {
    mustBeEditable(store, version);
    const changed = withAttributes(version, attributes);
    if (attributes.versionString !== undefined) refuse(...usedBefore(store, changed));
    store.put('versions', attach(store, changed, relationships.build));
  }),

  'DELETE /v1/~Versions/{id}': removes('versions', (store, version) => {
    mustBeDeletable(store, version);
    store.remove('versions', version);
  }),

  'PATCH /v1/~Versions/{id}/relationships/build': ({store, id, body}) => {
    const version = existing(store, 'versions', id);
    const build = linkedId(body, TYPE.build, '');
    if (build !== null && !store.find('builds', build)) throw notFound(TYPE.build, build);
    mustBeEditable(store, version);
    store.put('versions', attach(store, version, build, '/data'));
    return undefined;
  },

  'POST /v1/~VersionLocalizations': creates('localizations', (store, given) => {
    const attributes = given.attributes as {locale: string};
    const version = linked(store, 'versions', given, OF_VERSION);
    mustBeEditable(store, version);
    mustBeWritable(store, version, Object.keys(attributes));
    const {locale} = attributes;
    if (store.of('localizations', version).some((one) => one.locale === locale)) refuse(duplicate('locale', locale));
    return {...withAttributes(attributes, attributes), ...newFor(version)};
  }),

  'PATCH /v1/~VersionLocalizations/{id}': changes('localizations', (store, localization, {attributes}) => {
    mustBeWritable(store, existing(store, 'versions', localization.version), Object.keys(attributes));
    store.put('localizations', withAttributes(localization, attributes));
  }),

  'DELETE /v1/~VersionLocalizations/{id}': removes('localizations', (store, localization) => {
    mustBeEditable(store, existing(store, 'versions', localization.version));
    store.remove('localizations', localization);
  }),

  'POST /v1/~ReviewDetails': creates('reviewDetails', (store, given) => {
    const version = linked(store, 'versions', given, OF_VERSION);
    if (store.of('reviewDetails', version).length > 0) {
      throw refusal('STATE_ERROR.ALREADY_EXISTS', `The version with id '${version.id}' has review details already`);
    }
    mustBeEditable(store, version);
    return withAttributes(newFor(version), given.attributes);
  }),

  'PATCH /v1/~ReviewDetails/{id}': changes('reviewDetails', (store, detail, {attributes}) => {
    mustBeEditable(store, existing(store, 'versions', detail.version));
    store.put('reviewDetails', withAttributes(detail, attributes));
  }),
};

const newFor = ({id, app}: VersionRecord) => ({id: newId(app), app, version: id});

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
