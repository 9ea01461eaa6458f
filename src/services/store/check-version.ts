import {ToolError} from '../model/error.ts';
import {type Readiness, type ReadinessCheck, readiness} from '../model/readiness.ts';
import {checkReadiness, type LocaleTexts, type ReadinessFacts} from '../model/readiness-rules.ts';
import {submitCase} from '../model/submit-case.ts';
import {infoFor} from './app-info.ts';
import {boolean, text} from './attributes.ts';
import type {Client} from './client.ts';
import {parseCollection, parseSingle} from './documents.ts';
import {isFirstVersion} from './first-version.ts';
import {linkOf, related, toVersion} from './mapping.ts';
import {segment, withQuery} from './query.ts';
import {resolveVersion} from './reference.ts';
import {openSubmissions} from './subject.ts';
import {
  AGE_RATING_REL,
  CONTENT_RIGHTS,
  fields,
  limitOf,
  PATH,
  type Resource,
  SCREENSHOTS_REL,
  TYPE,
  VERSION_REL,
} from './wire.ts';

const CATEGORY = 'primaryCategory';

/**
 * Whether a version can be submitted, as far as the API shows it: four GETs beside those of a reference, and a fifth
 * where it matters whether it is the first version.
 * @param ask adds what the service itself has to say
 */
export async function checkVersion(
  client: Client,
  reference: string,
  ask?: (versionId: string) => Promise<{checks: ReadinessCheck[]; note?: string}>,
  signal?: AbortSignal,
): Promise<Readiness> {
  const versionId = await resolveVersion(client, reference, signal);
  const facts = await readFacts(client, versionId, signal);
  const asked = await ask?.(versionId);
  return readiness(versionId, [...checkReadiness(facts), ...(asked?.checks ?? [])], asked?.note);
}

async function readFacts(client: Client, id: string, signal?: AbortSignal): Promise<ReadinessFacts> {
  const [{data, included}, locales] = await Promise.all([
    getVersion(client, id, signal),
    getLocales(client, id, signal),
  ]);
  const version = toVersion(data, included);
  const {appId, platform} = version;
  if (appId === undefined || platform === undefined) {
    throw new ToolError('service', 'The service did not say which app and platform the version belongs to');
  }
  const lacksNews = locales.some(({whatsNew}) => !whatsNew);
  const [info, submissions, isFirst] = await Promise.all([
    getInfo(client, appId, version.state, signal),
    openSubmissions(client, {appId, platform}, signal),
    lacksNews ? isFirstVersion(client, version, signal) : false,
  ]);
  const app = related(data, VERSION_REL.app, included)?.attributes ?? {};
  return {
    version,
    locales,
    primaryLocale: text(app.primaryLocale),
    hasContentRights: Boolean(app[CONTENT_RIGHTS]),
    ...info,
    reviewDetail: reviewDetail(related(data, VERSION_REL.reviewDetail, included)),
    isFirst,
    submitting: submitCase(version, submissions),
    now: client.clock.now(),
  };
}

async function getVersion(client: Client, id: string, signal?: AbortSignal) {
  const target = withQuery(PATH.version(segment(id)), {
    include: [VERSION_REL.app, VERSION_REL.build, VERSION_REL.reviewDetail],
    [fields(TYPE.app)]: ['primaryLocale', CONTENT_RIGHTS],
  });
  return parseSingle(await client.get(target, signal));
}

async function getLocales(client: Client, id: string, signal?: AbortSignal): Promise<LocaleTexts[]> {
  const target = withQuery(PATH.versionLocalizations(segment(id)), {
    include: SCREENSHOTS_REL,
    [limitOf(SCREENSHOTS_REL)]: 50,
    limit: 200,
  });
  const {data} = parseCollection(await client.get(target, signal));
  const locales = data.map(({attributes = {}, relationships}): LocaleTexts => {
    const sets = relationships?.[SCREENSHOTS_REL]?.data;
    return {
      locale: text(attributes.locale) ?? '',
      description: text(attributes.description),
      keywords: text(attributes.keywords),
      supportUrl: text(attributes.supportUrl),
      whatsNew: text(attributes.whatsNew),
      screenshotSets: Array.isArray(sets) ? sets.length : 0,
    };
  });
  return locales.sort((one, other) => (one.locale < other.locale ? -1 : 1));
}

/** Questions of the age rating that have always had to be answered. */
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

async function getInfo(client: Client, appId: string, state: string | undefined, signal?: AbortSignal) {
  const target = withQuery(PATH.appInfos(segment(appId)), {
    include: [AGE_RATING_REL, CATEGORY],
    [fields(TYPE.appInfo)]: ['state', AGE_RATING_REL, CATEGORY],
  });
  const {data, included} = parseCollection(await client.get(target, signal));
  const info = infoFor(data, state);
  const rating = (info && related(info, AGE_RATING_REL, included)?.attributes) ?? {};
  return {
    hasCategory: info !== undefined && linkOf(info, CATEGORY) !== undefined,
    hasAgeRating: RATED.every((name) => text(rating[name]) !== undefined),
  };
}

/** Which members are filled in; what they hold is nobody's business here. */
function reviewDetail(resource: Resource | undefined): ReadinessFacts['reviewDetail'] {
  if (!resource) return undefined;
  const {attributes = {}} = resource;
  const filled = Object.keys(attributes).filter((name) => text(attributes[name])?.trim());
  return {filled: new Set(filled), needsAccount: boolean(attributes.demoAccountRequired) ?? false};
}
