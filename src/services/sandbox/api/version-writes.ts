import type {Platform} from '../../model/version.ts';
import {REL, TYPE, VERSION_REL, type WireError} from '../../store/wire.ts';
import {duplicate, invalidRelationship, notFound, refusal, refuse, stateError} from '../errors.ts';
import {approve} from '../lifecycle/advance.ts';
import {existing, holderOf, holdsPlace, isEditable, isFirst} from '../lifecycle/lookups.ts';
import type {AppRecord, VersionRecord} from '../records/shapes.ts';
import {newId, type Store} from '../records/store.ts';
import {changes, creates, linked, linkedId, removes, type Write, withAttributes} from './writes.ts';

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
    const isTaken = store
      .all('versions', app.id)
      .some(({platform, state}) => platform === version.platform && holdsPlace(state));
    const taken = 'You cannot create a new version of the App in the current state.';
    const problems = isTaken ? [invalidRelationship('/data/relationships/app', taken)] : [];
    refuse(...problems, ...usedBefore(store, version));
    const created = attach(store, version, relationships.build);
    receiveBuilds(store, created);
    return withTexts(store, created, app);
  }),

  'PATCH /v1/~Versions/{id}': changes('versions', (store, version, {attributes, relationships}) => {
    const names = Object.keys(attributes);
    const isAboutRelease = names.length > 0 && names.every((name) => RELEASE_ATTRIBUTES.includes(name));
    if (version.state === 'PENDING_DEVELOPER_RELEASE' && isAboutRelease && relationships.build === undefined) {
      approve(store, withAttributes(version, attributes), store.now);
      return;
    }
    mustBeEditable(store, version);
    const changed = withAttributes(version, attributes);
    if (attributes.versionString !== undefined) refuse(...usedBefore(store, changed));
    store.put('versions', attach(store, changed, relationships.build));
  }),

  'DELETE /v1/~Versions/{id}': removes('versions', (store, version) => {
    const wasSubmitted = version.state !== 'PREPARE_FOR_SUBMISSION' || isInDraft(store, version);
    if (wasSubmitted) throw frozen(store, version, 'deleted');
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
    const version = linked(store, 'versions', given, REL.ofVersion);
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

  'DELETE /v1/~VersionLocalizations/{id}': removes('localizations', (store, {version}) =>
    mustBeEditable(store, existing(store, 'versions', version)),
  ),

  'POST /v1/~ReviewDetails': creates('reviewDetails', (store, given) => {
    const version = linked(store, 'versions', given, REL.ofVersion);
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

const RELEASE_ATTRIBUTES = ['releaseType', 'earliestReleaseDate'];

const newFor = ({id, app}: VersionRecord) => ({id: newId(app), app, version: id});

function attach(
  store: Store,
  version: VersionRecord,
  build: string | null | undefined,
  pointer = `/data/relationships/${VERSION_REL.build}`,
): VersionRecord {
  const problem = build ? whyUnfit(store, build, version) : undefined;
  if (problem !== undefined) refuse(invalidRelationship(pointer, problem));
  return build === undefined ? version : {...version, build: build ?? undefined};
}

const BEFORE_REVIEW = ['READY_FOR_REVIEW', 'WAITING_FOR_REVIEW'];
const CHANGEABLE_BEFORE_REVIEW = ['whatsNew', 'promotionalText'];

const isInDraft = (store: Store, version: VersionRecord) => holderOf(store, version)?.state === 'READY_FOR_REVIEW';

/** @throws Refusal 409 unless the version can be edited: a rejected version can, but not one in a draft */
function mustBeEditable(store: Store, version: VersionRecord): void {
  if (!isEditable(version.state) || isInDraft(store, version)) throw frozen(store, version, 'changed');
}

function frozen(store: Store, version: VersionRecord, what: string) {
  const draft = isInDraft(store, version) ? ' that is part of a review submission' : '';
  return stateError(`A version in the state ${version.state}${draft} can not be ${what}`);
}

function mustBeWritable(store: Store, version: VersionRecord, texts: readonly string[]): void {
  const notNow = (attribute: string) => stateError(`Attribute '${attribute}' cannot be edited at this time`);
  if (texts.includes('whatsNew') && isFirst(store, version)) throw notNow('whatsNew');
  if (isEditable(version.state) && !isInDraft(store, version)) return;
  const isEarly = isInDraft(store, version) || BEFORE_REVIEW.includes(version.state);
  const fixed = texts.find((text) => !isEarly || !CHANGEABLE_BEFORE_REVIEW.includes(text));
  if (fixed !== undefined) throw notNow(fixed);
}

function usedBefore(store: Store, {id, app, platform, versionString}: VersionRecord): WireError[] {
  const isUsed = store
    .all('versions', app)
    .some((other) => other.id !== id && other.platform === platform && other.versionString === versionString);
  return isUsed ? [duplicate('versionString', versionString)] : [];
}

function whyUnfit(store: Store, id: string, {app, platform}: VersionRecord): string | undefined {
  const build = store.find('builds', id);
  const refused = 'The specified pre-release build could not be added';
  if (!build) return `There is no resource of type 'builds' with id '${id}'`;
  if (build.app !== app) return 'The specified pre-release build belongs to another app.';
  if (build.platform !== platform) {
    return `The specified pre-release build is for ${build.platform}, the version for ${platform}.`;
  }
  if (build.state !== 'VALID') return `${refused}: its processing state is ${build.state}.`;
  if (build.isInternal) return `${refused}: it is for internal testing only.`;
  return build.expired ? `${refused}: it has expired.` : undefined;
}

/** Finishes the processing of a version's builds, or adds a first build, because nobody uploads any to a sandbox. */
function receiveBuilds(store: Store, {app, platform, versionString: version}: VersionRecord): void {
  const builds = store.all('builds', app);
  for (const build of builds) {
    const isOwn = build.state === 'PROCESSING' && build.version === version && build.platform === platform;
    if (isOwn) store.put('builds', {...build, due: store.now + store.pace.reviewStep});
  }
  if (builds.length > 0) return;
  const answers = {state: 'VALID', expired: false, usesNonExemptEncryption: false} as const;
  store.put('builds', {id: newId(app), app, number: '1', version, platform, uploaded: store.now, ...answers});
}

function withTexts(store: Store, version: VersionRecord, app: AppRecord): VersionRecord {
  const owner = {app: app.id, version: version.id};
  const model = store.all('versions', app.id).find(({platform}) => platform === version.platform);
  const localizations = model ? store.of('localizations', model) : [];
  if (localizations.length === 0) {
    store.put('localizations', {...owner, id: newId(app.id), locale: app.primaryLocale});
  }
  for (const localization of localizations) {
    const copy = {...localization, ...owner, id: newId(app.id), whatsNew: undefined};
    store.put('localizations', copy);
    for (const set of store.of('screenshotSets', localization)) {
      store.put('screenshotSets', {...set, id: newId(app.id), localization: copy.id});
    }
  }
  const [detail] = model ? store.of('reviewDetails', model) : [];
  if (detail) store.put('reviewDetails', {...detail, ...owner, id: newId(app.id)});
  return 'copyright' in version ? version : {...version, copyright: model?.copyright};
}
