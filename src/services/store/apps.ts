import {cleanText} from '../model/clean.ts';
import {ToolError} from '../model/error.ts';
import {lookup} from '../model/values.ts';
import {type App, type AppOverview, type Page, type StoreVersion, stateIs} from '../model/version.ts';
import type {Client} from './client.ts';
import {attributesOf, linkOf, linksOf, text, toVersionRow} from './mapping.ts';
import {collection, readAll, readPage} from './reads.ts';
import {limitOf, PAGES, PATH, REL, type Resource, segment, TYPE} from './wire.ts';

/** The most related versions and submissions that the API includes per app. */
const PER_APP = 50;

export const APP_FIELDS: readonly (keyof App)[] = ['name', 'bundleId', 'sku'];

/** The service also matches prefixes of names. */
interface AppQuery {
  ids?: readonly string[];
  bundleIds?: readonly string[];
  name?: string;
  limit?: number;
}

export const apps = collection<AppQuery, Page<AppOverview>>({
  path: PAGES.apps,
  first: (_, {ids, bundleIds, name, limit}) => [
    PATH.apps,
    {
      filter: {id: ids, bundleId: bundleIds, name},
      sort: 'name',
      include: [REL.versions, REL.submissions],
      fields: {
        [TYPE.app]: [...APP_FIELDS, REL.versions, REL.submissions],
        [TYPE.version]: attributesOf(toVersionRow),
        [TYPE.reviewSubmission]: ['platform', 'state', 'submittedDate', REL.reviewedVersion],
      },
      [limitOf(REL.versions)]: PER_APP,
      [limitOf(REL.submissions)]: PER_APP,
      limit,
    },
  ],
  toPage({data, included}) {
    const known = new Map(included.map((one) => [`${one.type} ${one.id}`, one]));
    return {items: data.map((app) => toAppOverview(app, known))};
  },
});

/** By app ID or bundle ID, in one request. @throws ToolError not-found */
export async function readApp(client: Client, app: string): Promise<AppOverview> {
  const isBundleId = app.includes('.');
  const items: AppOverview[] = [];
  // Only a service with hundreds of bundle IDs of the same prefix needs a second page.
  for await (const page of apps.each(client, isBundleId ? {bundleIds: [app], limit: 200} : {ids: [app]})) {
    items.push(...page.items);
    const exact = page.items.find(({id, bundleId}) => (isBundleId ? bundleId : id) === app);
    if (exact) return exact;
  }
  const found = isBundleId ? withBundleId(items, app) : undefined;
  if (!found) throw noApp(app);
  return found;
}

/** An app ID costs no request and is not verified. @throws ToolError not-found for an unknown bundle ID */
export async function findApp(client: Client, app: string): Promise<App> {
  if (!app.includes('.')) return {id: app};
  const query = {filter: {bundleId: app}, fields: {[TYPE.app]: APP_FIELDS}};
  const {data} = await readAll(client, PATH.apps, query);
  const found = withBundleId(data.map(toApp), app);
  if (!found) throw noApp(app);
  return {...found, id: segment(found.id)};
}

/** The service's filter also matches prefixes. */
function withBundleId<Found extends App>(found: readonly Found[], wanted: string): Found | undefined {
  return (
    found.find(({bundleId}) => bundleId === wanted) ??
    found.find(({bundleId}) => bundleId?.toLowerCase() === wanted.toLowerCase())
  );
}

function noApp(app: string): ToolError {
  return new ToolError('not-found', `No app has the ${app.includes('.') ? 'bundle ID' : 'ID'} '${cleanText(app)}'`, {
    hint: 'Check its spelling, and that this API key may see the app.',
  });
}

/**
 * The app info that belongs to a version in `state`: while one is being prepared, an app has two, live and editable.
 */
export async function readAppInfo(
  client: Client,
  appId: string,
  {state: version, relationships}: {state: MaybeLater<string | undefined>; relationships: readonly string[]},
): Promise<{info?: Resource; included: readonly Resource[]}> {
  const query = {include: relationships, fields: {[TYPE.appInfo]: ['state', ...relationships]}};
  const [{data, included}, state] = await Promise.all([readPage(client, PATH.appInfos(appId), query), version]);
  const isLive = ({attributes}: Resource) =>
    ['READY_FOR_DISTRIBUTION', 'REPLACED_WITH_NEW_INFO'].includes(String(attributes?.state));
  const wantsLive = !stateIs(state, 'editable');
  return {info: data.find((info) => isLive(info) === wantsLive) ?? data[0], included};
}

export type MaybeLater<T> = T | Promise<T>;

export function toApp({id, attributes = {}}: Resource): App {
  return {
    id,
    name: text(attributes.name),
    bundleId: text(attributes.bundleId),
    sku: text(attributes.sku),
    primaryLocale: text(attributes.primaryLocale),
  };
}

/** `known` indexes what was included, by type and ID: up to ten thousand per page. */
function toAppOverview(app: Resource, known: ReadonlyMap<string, Resource>): AppOverview {
  const own = (relationship: string) =>
    linksOf(app, relationship).links.flatMap(({type, id}) => known.get(`${type} ${id}`) ?? []);
  const submissions = own(REL.submissions);
  const {links, isPartial} = linksOf(app, REL.versions);
  const found = own(REL.versions);
  const isCut = found.length < links.length || links.length >= PER_APP;
  const versions = found.map((resource) => {
    const version = toVersionRow(resource);
    version.appId = app.id;
    version.submittedDate = submittedDate(version, submissions);
    return version;
  });
  return {...toApp(app), versions, ...(isPartial || isCut ? {isPartial: true} : {})};
}

/** The state of a version's submission, by the version's own. */
const SUBMISSION_STATES = {
  WAITING_FOR_REVIEW: 'WAITING_FOR_REVIEW',
  IN_REVIEW: 'IN_REVIEW',
  REJECTED: 'UNRESOLVED_ISSUES',
  METADATA_REJECTED: 'UNRESOLVED_ISSUES',
  INVALID_BINARY: 'UNRESOLVED_ISSUES',
};

/** Submissions seldom name their version: then it must be the only one of its platform in that state. */
function submittedDate({id, platform, state}: StoreVersion, submissions: readonly Resource[]): string | undefined {
  const wanted = lookup(SUBMISSION_STATES, state);
  if (wanted === undefined) return undefined;
  const held = (submission: Resource) => linkOf(submission, REL.reviewedVersion)?.id;
  const fitting = submissions.filter(
    ({attributes = {}}) => (attributes.platform ?? platform) === platform && attributes.state === wanted,
  );
  const holding = fitting.filter((submission) => held(submission) === id);
  const unnamed = fitting.filter((submission) => held(submission) === undefined);
  const [only, ...others] = holding.length > 0 ? holding : unnamed;
  return others.length > 0 ? undefined : text(only?.attributes?.submittedDate);
}
