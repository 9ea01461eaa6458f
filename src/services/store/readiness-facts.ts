import type {LocaleTexts, ReadinessFacts} from '../model/readiness-rules.ts';
import type {Submission} from '../model/submission.ts';
import {submitCase} from '../model/submit-case.ts';
import {infoFor} from './app-info.ts';
import {boolean, text} from './attributes.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {isFirstVersion} from './first-version.ts';
import {linkOf, related} from './mapping.ts';
import {LARGEST_PAGE, readAll} from './pages.ts';
import {segment, withQuery} from './query.ts';
import type {Subject} from './subject.ts';
import {
  AGE_RATING_REL,
  CONTENT_RIGHTS,
  fields,
  limitOf,
  PAGES,
  PATH,
  type Resource,
  SCREENSHOTS_REL,
  TYPE,
  VERSION_REL,
} from './wire.ts';

const CATEGORY = 'primaryCategory';

/** A locale of a version, with the ID of what holds its texts. */
export interface Localization extends LocaleTexts {
  id: string;
}

/** The texts of every locale, sorted. */
export async function readLocales(client: Client, id: string, signal?: AbortSignal): Promise<Localization[]> {
  const target = withQuery(PATH.versionLocalizations(segment(id)), {
    include: SCREENSHOTS_REL,
    [limitOf(SCREENSHOTS_REL)]: 50,
    limit: LARGEST_PAGE,
  });
  const {data} = await readAll(client, target, PAGES.versionLocalizations, signal);
  const locales = data.map(({id: own, attributes = {}, relationships}): Localization => {
    const sets = relationships?.[SCREENSHOTS_REL];
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

/** What the app's info has to say. @param state of the version */
async function readInfo(
  client: Client,
  appId: string,
  state: string | undefined,
  signal?: AbortSignal,
): Promise<Pick<ReadinessFacts, 'hasCategory' | 'hasAgeRating'>> {
  const target = withQuery(PATH.appInfos(segment(appId)), {
    include: [AGE_RATING_REL, CATEGORY],
    [fields(TYPE.appInfo)]: ['state', AGE_RATING_REL, CATEGORY],
  });
  const {data, included} = parseCollection(await client.get(target, signal));
  const info = infoFor(data, state);
  const rating = info && related(info, AGE_RATING_REL, included)?.attributes;
  const isUnseen = info !== undefined && !rating && linkOf(info, AGE_RATING_REL) !== undefined;
  return {
    hasCategory: info !== undefined && linkOf(info, CATEGORY) !== undefined,
    hasAgeRating: isUnseen ? undefined : RATED.every((name) => text(rating?.[name]) !== undefined),
  };
}

interface Read {
  version: Subject;
  beside: ReturnType<typeof factsBeside>;
  locales: Promise<readonly Localization[]>;
  /** Those that are open. */
  submissions: Promise<readonly Submission[]>;
}

/** All that a version is judged by: one more GET, and another where it matters whether it is the first version. */
export async function readFacts(
  client: Client,
  {version, beside, locales, submissions}: Read,
  signal?: AbortSignal,
): Promise<ReadinessFacts> {
  const isFirst = locales.then(
    (found) => found.some(({whatsNew}) => !whatsNew) && isFirstVersion(client, version, signal),
  );
  const [info, texts, open, first] = await Promise.all([
    readInfo(client, version.appId, version.state, signal),
    locales,
    submissions,
    isFirst,
  ]);
  const submitting = submitCase(version, open);
  return {version, locales: texts, ...beside, ...info, isFirst: first, submitting, now: client.clock.now()};
}

/** What comes along with a version that was asked for with FACT_RELATIONSHIPS and FACT_FIELDS. */
export function factsBeside(
  version: Resource,
  included: readonly Resource[] | undefined,
): Pick<ReadinessFacts, 'primaryLocale' | 'hasContentRights' | 'reviewDetail'> {
  const app = related(version, VERSION_REL.app, included)?.attributes;
  const detail = related(version, VERSION_REL.reviewDetail, included);
  return {
    primaryLocale: text(app?.primaryLocale),
    hasContentRights: app && Boolean(app[CONTENT_RIGHTS]),
    reviewDetail: detail || !linkOf(version, VERSION_REL.reviewDetail) ? reviewDetail(detail) : 'unseen',
  };
}

export const FACT_RELATIONSHIPS: readonly string[] = [VERSION_REL.app, VERSION_REL.build, VERSION_REL.reviewDetail];
/** Of the app. */
export const FACT_FIELDS: readonly string[] = ['primaryLocale', CONTENT_RIGHTS];

/** Which members are filled in; what they hold is nobody's business here. */
function reviewDetail(resource: Resource | undefined) {
  if (!resource) return undefined;
  const {attributes = {}} = resource;
  const filled = Object.keys(attributes).filter((name) => text(attributes[name])?.trim());
  return {filled: new Set(filled), needsAccount: boolean(attributes.demoAccountRequired) ?? false};
}
