import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {lookup, parsedJson} from '../model/values.ts';
import {type App, type AppOverview, type Page, type StoreVersion, stateIs} from '../model/version.ts';
import type {Client} from './client.ts';
import {finder, linkOf, linksOf, ROW_FIELDS, related, text, toVersion} from './mapping.ts';
import {collection, readAll, readPage} from './reads.ts';
import {limitOf, PAGES, pathOf, REL, type Resource, segment, TYPE} from './wire.ts';

const PER_APP = 50;

export const APP_FIELDS: readonly (keyof App)[] = ['name', 'bundleId', 'sku'];

interface AppQuery {
  ids?: readonly string[];
  bundleIds?: readonly string[];
  name?: string;
  limit?: number;
}

export const apps = collection<AppQuery, Page<AppOverview>>({
  path: PAGES.apps,
  first: (_, {ids, bundleIds, name, limit}) => [
    pathOf(TYPE.app),
    {
      filter: {id: ids, bundleId: bundleIds, name},
      sort: 'name',
      include: [REL.versions, REL.submissions],
      fields: {
        [TYPE.app]: [...APP_FIELDS, REL.versions, REL.submissions],
        [TYPE.version]: ROW_FIELDS,
        [TYPE.reviewSubmission]: ['platform', 'state', 'submittedDate', REL.reviewedVersion],
      },
      [limitOf(REL.versions)]: PER_APP,
      [limitOf(REL.submissions)]: PER_APP,
      limit,
    },
  ],
  toPage({data, included}) {
    const find = finder(included);
    return {items: data.map((app) => toAppOverview(app, find))};
  },
});

/** Finds an app by its ID or bundle ID, nearly always with one request. @throws ToolError not-found */
export async function readApp(client: Client, app: string): Promise<AppOverview> {
  const items: AppOverview[] = [];
  // A second page is needed only if hundreds of bundle IDs begin like this one.
  for await (const page of apps.each(client, app.includes('.') ? {bundleIds: [app], limit: 200} : {ids: [app]})) {
    items.push(...page.items);
    const exact = page.items.find(({id, bundleId}) => id === app || bundleId === app);
    if (exact) return exact;
  }
  return withBundleId(items, app);
}

/** Finds an app. An ID costs no request and is not verified. @throws ToolError not-found for an unknown bundle ID */
export async function findApp(client: Client, app: string): Promise<App> {
  if (!app.includes('.')) return {id: app};
  const {data} = await readAll(client, pathOf(TYPE.app), {filter: {bundleId: app}, fields: {[TYPE.app]: APP_FIELDS}});
  const found = withBundleId(data.map(toApp), app);
  return {...found, id: segment(found.id)};
}

function withBundleId<Found extends App>(apps: readonly Found[], wanted: string): Found {
  const found =
    apps.find(({bundleId}) => bundleId === wanted) ??
    apps.find(({bundleId}) => bundleId?.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const what = wanted.includes('.') ? 'bundle ID' : 'ID';
  throw new ToolError('not-found', `No app has the ${what} '${cleanText(wanted)}'`, {
    hint: 'Check its spelling, and that this API key may see the app.',
  });
}

type AppInfos = Awaited<ReturnType<typeof readAppInfos>>;

export function readAppInfos(client: Client, appId: string, relationships: readonly string[]) {
  const query = {include: relationships, fields: {[TYPE.appInfo]: ['state', ...relationships]}};
  return readPage(client, pathOf(TYPE.app, appId, TYPE.appInfo), query);
}

/** Returns the app info of a version. An app on sale has a second app info for a version in preparation. */
function infoFor(versionState: string | undefined, {data}: AppInfos): Resource | undefined {
  const isLive = ({attributes}: Resource) =>
    ['READY_FOR_DISTRIBUTION', 'REPLACED_WITH_NEW_INFO'].includes(String(attributes?.state));
  const wantsLive = !stateIs(versionState, 'editable');
  return data.find((info) => isLive(info) === wantsLive) ?? data[0];
}

export function ageRatingFor(versionState: string | undefined, infos: AppInfos): Resource | undefined {
  const info = infoFor(versionState, infos);
  return info && related(info, REL.ageRating, infos.included);
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

export function infoFacts(versionState: string | undefined, infos: AppInfos) {
  const info = infoFor(versionState, infos);
  const rating = ageRatingFor(versionState, infos)?.attributes;
  const isUnseen = info !== undefined && !rating && linkOf(info, REL.ageRating) !== undefined;
  return {
    hasCategory: info !== undefined && linkOf(info, REL.category) !== undefined,
    hasAgeRating: isUnseen ? undefined : RATED.every((name) => text(rating?.[name]) !== undefined),
  };
}

export function appIn(included: readonly Resource[]): App | undefined {
  const app = included.find(({type}) => type === TYPE.app);
  return app && toApp(app);
}

function toApp({id, attributes = {}}: Resource): App {
  return {
    id,
    name: text(attributes.name),
    bundleId: text(attributes.bundleId),
    sku: text(attributes.sku),
    primaryLocale: text(attributes.primaryLocale),
  };
}

function toAppOverview(app: Resource, find: ReturnType<typeof finder>): AppOverview {
  const included = (relationship: string) => linksOf(app, relationship).links.flatMap((link) => find(link) ?? []);
  const submissions = included(REL.submissions);
  const {links, isPartial} = linksOf(app, REL.versions);
  const versions = included(REL.versions).map((resource) => {
    const version = Object.assign(toVersion(resource), {appId: app.id});
    version.submittedDate = submittedDate(version, submissions);
    return version;
  });
  const isCut = isPartial || versions.length < links.length || links.length >= PER_APP;
  return {...toApp(app), versions, ...(isCut && {isPartial: true})};
}

const SUBMISSION_STATES = {
  WAITING_FOR_REVIEW: 'WAITING_FOR_REVIEW',
  IN_REVIEW: 'IN_REVIEW',
  REJECTED: 'UNRESOLVED_ISSUES',
  METADATA_REJECTED: 'UNRESOLVED_ISSUES',
  INVALID_BINARY: 'UNRESOLVED_ISSUES',
};

function submittedDate({id, platform, state}: StoreVersion, submissions: readonly Resource[]): string | undefined {
  const wanted = lookup(SUBMISSION_STATES, state);
  if (wanted === undefined) return undefined;
  const fitting = submissions.filter(
    ({attributes = {}}) => (attributes.platform ?? platform) === platform && attributes.state === wanted,
  );
  const naming = (versionId: string | undefined) =>
    fitting.filter((submission) => linkOf(submission, REL.reviewedVersion)?.id === versionId);
  const named = naming(id);
  const [only, ...others] = named.length > 0 ? named : naming(undefined);
  return others.length > 0 ? undefined : text(only?.attributes?.submittedDate);
}

/** Fills in what an app lacks, in the sandbox only, which has no web pages. @returns the names of the parts */
export async function fillInApp(client: Client, app: string): Promise<string[]> {
  const {id} = await findApp(client, app);
  const {filledIn = []} = Object(parsedJson(await client.get(`/apps/${segment(id)}/distribution`)));
  return filledIn;
}
