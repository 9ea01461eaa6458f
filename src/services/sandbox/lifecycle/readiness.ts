import {TYPE, VERSION_REL, type WireError} from '../../store/wire.ts';
import {errorEntry, invalidRelationship, missingMember} from '../errors.ts';
import type {AppRecord, LocalizationRecord, RecordOf, VersionRecord} from '../records/shapes.ts';
import {newId, type Store} from '../records/store.ts';
import {ageRatingId, appInfoId, existing, isEditable, isFirst} from './lookups.ts';
import required from './required.json' with {type: 'json'};

type Problem = [path: string, entry: WireError];

const missing = (type: string, id: string, name: string, kind: 'attribute' | 'relationship' = 'attribute'): Problem => [
  `/v1/${type}/${id}`,
  missingMember(kind, name),
];

export function reviewProblems(store: Store, version: VersionRecord): Record<string, WireError[]> {
  const problems = [
    ...buildProblems(store, version),
    ...textProblems(store, version),
    ...screenshotProblems(store, version),
    ...contactProblems(store, version),
    ...(version.copyright === undefined ? [missing(TYPE.version, version.id, 'copyright')] : []),
    ...appProblems(existing(store, 'apps', version.app)),
  ];
  const byPath: Record<string, WireError[]> = {};
  for (const [path, entry] of problems) byPath[path] = [...(byPath[path] ?? []), entry];
  return byPath;
}

function buildProblems(store: Store, version: VersionRecord): Problem[] {
  const build = store.find('builds', version.build);
  if (!build) return [missing(TYPE.version, version.id, VERSION_REL.build, 'relationship')];
  if (build.state !== 'VALID' || build.expired) {
    const detail = `The build ${build.number} is ${build.expired ? 'expired' : build.state}`;
    const pointer = `/data/relationships/${VERSION_REL.build}`;
    return [[`/v1/${TYPE.version}/${version.id}`, invalidRelationship(pointer, detail)]];
  }
  return build.usesNonExemptEncryption === undefined ? [missing(TYPE.build, build.id, 'usesNonExemptEncryption')] : [];
}

function textProblems(store: Store, version: VersionRecord): Problem[] {
  const texts = isFirst(store, version) ? required.texts : {...required.texts, whatsNew: ''};
  return store
    .of('localizations', version)
    .flatMap((one) => lacking(one, texts).map((text) => missing(TYPE.localization, one.id, text)));
}

function primaryOf(store: Store, version: VersionRecord): LocalizationRecord | undefined {
  const {primaryLocale} = existing(store, 'apps', version.app);
  const localizations = store.of('localizations', version);
  return localizations.find(({locale}) => locale === primaryLocale) ?? localizations[0];
}

function screenshotProblems(store: Store, version: VersionRecord): Problem[] {
  const type = required.screenshots[version.platform];
  const primary = primaryOf(store, version);
  const sets = primary ? store.of('screenshotSets', primary) : [];
  if (sets.some(({displayType}) => displayType === type)) return [];
  const title = `App screenshot missing (${type}).`;
  const detail = `A screenshot with type ${type} is required but was not provided`;
  const code = `STATE_ERROR.SCREENSHOT_REQUIRED.${type}`;
  return [['/v1/appScreenshots/', {...errorEntry('STATE_ERROR', detail), code, title}]];
}

function contactProblems(store: Store, version: VersionRecord): Problem[] {
  const [detail] = store.of('reviewDetails', version);
  if (!detail) return [missing(TYPE.version, version.id, VERSION_REL.reviewDetail, 'relationship')];
  return lacking(detail, contactFor(detail)).map((name) => missing(TYPE.reviewDetail, detail.id, name));
}

function appProblems(app: AppRecord): Problem[] {
  const info = appInfoId(app, 'next');
  const problems = {
    'content rights': missing(TYPE.app, app.id, 'contentRightsDeclaration'),
    category: missing(TYPE.appInfo, info, 'primaryCategory', 'relationship'),
    'age rating': missing(TYPE.ageRating, ageRatingId(info), 'alcoholTobaccoOrDrugUseOrReferences'),
  };
  return (app.lacks ?? []).map((what) => problems[what]);
}

const contactFor = ({demoAccountRequired}: Pick<RecordOf<'reviewDetails'>, 'demoAccountRequired'>) =>
  demoAccountRequired ? {...required.contact, ...required.account} : required.contact;

const lacking = <T extends object>(record: T, wanted: Partial<T>): string[] =>
  Object.keys(wanted).filter((name) => !record[name as keyof T]);

const completed = <T extends object>(record: T, wanted: Partial<T>): T => {
  const names = lacking(record, wanted) as (keyof T)[];
  return {...record, ...Object.fromEntries(names.map((name) => [name, wanted[name]]))};
};

/** Fills in only what a person would on the app's web page. @returns the names of the parts that were missing */
export function fillIn(store: Store, app: AppRecord): string[] {
  const filled = new Set<string>(app.lacks);
  store.put('apps', {...app, lacks: undefined});
  for (const version of store.all('versions', app.id).filter(({state}) => isEditable(state))) {
    for (const one of store.of('localizations', version)) {
      if (lacking(one, required.texts).length > 0) filled.add('texts');
      store.put('localizations', completed(one, required.texts));
    }
    const primary = primaryOf(store, version);
    if (primary && screenshotProblems(store, version).length > 0) {
      const displayType = required.screenshots[version.platform];
      store.put('screenshotSets', {id: newId(app.id), app: app.id, localization: primary.id, displayType});
      filled.add('screenshots');
    }
    if (contactProblems(store, version).length === 0) continue;
    const empty = {id: newId(app.id), app: app.id, version: version.id, demoAccountRequired: false};
    const [detail = empty] = store.of('reviewDetails', version);
    store.put('reviewDetails', completed(detail, contactFor(detail)));
    filled.add('review contact');
  }
  return [...filled];
}
