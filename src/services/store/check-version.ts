import {type Readiness, readiness} from '../model/readiness.ts';
import {checkReadiness, type LocaleTexts} from '../model/readiness-rules.ts';
import type {ReleaseNote} from '../model/release-notes.ts';
import {type Submission, submitCase} from '../model/submission.ts';
import {type Build, isPlaced, type VersionOfApp, type VersionPlace} from '../model/version.ts';
import {type MaybeLater, readAppInfo} from './apps.ts';
import {askService} from './ask-service.ts';
import {readBuild} from './builds.ts';
import type {Client} from './client.ts';
import {boolean, linkOf, related, text} from './mapping.ts';
import {inParallel, readAll} from './reads.ts';
import type {NamedVersion} from './reference.ts';
import {openSubmissions} from './review-target.ts';
import {type FoundVersion, getVersion, isFirstVersion, placed} from './versions.ts';
import {ATTRIBUTE, limitOf, PATH, REL, type Resource, TYPE, VERSION_REL} from './wire.ts';

const CATEGORY = 'primaryCategory';

export const FACT_RELATIONSHIPS: readonly string[] = [VERSION_REL.app, VERSION_REL.build, VERSION_REL.reviewDetail];
export const FACT_FIELDS: readonly string[] = ['primaryLocale', ATTRIBUTE.contentRights];

/** @param asksService adds the service's own findings by way of a draft: a write, after which an empty draft may remain */
export function checkVersion(client: Client, named: NamedVersion, asksService: boolean): Promise<Readiness> {
  const {id} = named;
  return inParallel(client, async (linked) => {
    const query = {include: FACT_RELATIONSHIPS, fields: {[TYPE.app]: FACT_FIELDS}};
    const found = getVersion(linked, id, query);
    const version = found.then((one) => placed(one.version));
    const place: Promise<VersionPlace> = isPlaced(named) ? Promise.resolve(named) : version;
    const checks = await readChecks(linked, {
      version,
      build: version.then(({build}) => build && readBuild(linked, build.id).catch(() => build)),
      extra: found.then(extraFacts),
      locales: readLocales(linked, id),
      submissions: place.then((known) => openSubmissions(linked, known)),
      info: place.then(({appId}) => readInfoFacts(linked, {appId, state: version.then(({state}) => state)})),
    });
    return readiness(id, asksService ? [...checks, ...(await askService(client, named))] : checks);
  });
}

export async function readLocales(client: Client, id: string): Promise<(LocaleTexts & ReleaseNote)[]> {
  const query = {include: REL.screenshots, [limitOf(REL.screenshots)]: 50};
  const {data} = await readAll(client, PATH.versionLocalizations(id), query);
  const locales = data.map(({id: own, attributes = {}, relationships}) => {
    const sets = relationships?.[REL.screenshots];
    return {
      id: own,
      locale: text(attributes.locale) ?? '',
      description: text(attributes.description),
      keywords: text(attributes.keywords),
      supportUrl: text(attributes.supportUrl),
      whatsNew: text(attributes.whatsNew) || undefined,
      screenshotSets: sets === undefined ? 0 : Array.isArray(sets.data) ? sets.data.length : undefined,
    };
  });
  return locales.sort((one, other) => (one.locale < other.locale ? -1 : 1));
}

interface Known {
  version: MaybeLater<VersionOfApp>;
  build?: Promise<Build | undefined>;
  extra: MaybeLater<ReturnType<typeof extraFacts>>;
  locales: Promise<readonly LocaleTexts[]>;
  submissions: Promise<readonly Submission[]>;
  info: Promise<InfoFacts>;
  isFirst?(): Promise<boolean>;
}

export async function readChecks(client: Client, known: Known) {
  const first = Promise.all([known.locales, known.version]).then(([found, version]) => {
    if (found.every(({whatsNew}) => whatsNew)) return false;
    return known.isFirst ? known.isFirst() : isFirstVersion(client, version);
  });
  const [version, build, extra, texts, open, infoFacts, isFirst] = await Promise.all([
    known.version,
    known.build,
    known.extra,
    known.locales,
    known.submissions,
    known.info,
    first,
  ]);
  const submitting = submitCase(version, open);
  const now = client.clock.now();
  return checkReadiness({
    version: build ? {...version, build} : version,
    locales: texts,
    ...extra,
    ...infoFacts,
    isFirst,
    submitting,
    now,
  });
}

export function extraFacts({resource, included}: FoundVersion) {
  const app = related(resource, VERSION_REL.app, included)?.attributes;
  const detail = related(resource, VERSION_REL.reviewDetail, included);
  return {
    primaryLocale: text(app?.primaryLocale),
    hasContentRights: app && Boolean(app[ATTRIBUTE.contentRights]),
    reviewDetail: detail || !linkOf(resource, VERSION_REL.reviewDetail) ? reviewDetail(detail) : ('unseen' as const),
  };
}

/** Only the names of filled-in members: their contents stay private. */
function reviewDetail(resource: Resource | undefined) {
  if (!resource) return undefined;
  const {attributes = {}} = resource;
  const filled = Object.keys(attributes).filter((name) => text(attributes[name])?.trim());
  return {filled: new Set(filled), needsAccount: boolean(attributes.demoAccountRequired) ?? false};
}

const RATED = [
  'alcoholTobaccoOrDrugUseOrReferences',
  'contests',
  'gamblingSimulated',
  'horrorOrFearThemes',
  'matureOrSuggestiveThemes',
  'medicalOrTreatmentInformation',
  'profanityOrCrudeHumor',
  'sexualContentOrNudity',
  'violenceCartoonOrFantasy',
  'violenceRealistic',
];

export type InfoFacts = Awaited<ReturnType<typeof readInfoFacts>>;

export async function readInfoFacts(
  client: Client,
  {appId, state}: {appId: string; state: MaybeLater<string | undefined>},
) {
  const {info, included} = await readAppInfo(client, appId, {state, relationships: [REL.ageRating, CATEGORY]});
  const rating = info && related(info, REL.ageRating, included)?.attributes;
  const isUnseen = info !== undefined && !rating && linkOf(info, REL.ageRating) !== undefined;
  return {
    hasCategory: info !== undefined && linkOf(info, CATEGORY) !== undefined,
    hasAgeRating: isUnseen ? undefined : RATED.every((name) => text(rating?.[name]) !== undefined),
  };
}
