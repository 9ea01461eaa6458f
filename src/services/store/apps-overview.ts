import type {AppOverview, AppPage} from '../model/pages.ts';
import {byId, toAppOverview} from './app-mapping.ts';
import {noApp, withBundleId} from './apps.ts';
import type {Client} from './client.ts';
import {parseCollection} from './documents.ts';
import {eachPage, nextTarget, toLinks} from './pages.ts';
import {withQuery} from './query.ts';
import type {AppQuery} from './store.ts';
import {
  APP_SUBMISSIONS_REL,
  APP_VERSIONS_REL,
  fields,
  filter,
  limitOf,
  NEW_STATE,
  OLD_STATE,
  PAGES,
  PATH,
  REVIEW_SUBMISSION_VERSION,
  TYPE,
} from './wire.ts';

/** How many of an app's versions and submissions come along: the most that the API gives. */
const PER_APP = 50;

/** Apps by name with their newest versions and submissions, one request a page. */
export async function listApps(
  client: Client,
  query: AppQuery | {next: string},
  signal?: AbortSignal,
): Promise<AppPage> {
  return loadPage(client, firstTarget(client, query), signal);
}

/** One app with its newest versions and submissions, in one request. @param app app ID or bundle ID */
export async function readApp(client: Client, app: string, signal?: AbortSignal): Promise<AppOverview> {
  const isBundleId = app.includes('.');
  const items: AppOverview[] = [];
  // Past the first page only while the service finds hundreds of bundle IDs that begin alike.
  for await (const page of eachAppPage(client, isBundleId ? {bundleIds: [app]} : {ids: [app]}, signal)) {
    items.push(...page.items);
    const exact = page.items.find(({id, bundleId}) => (isBundleId ? bundleId : id) === app);
    if (exact) return exact;
  }
  const found = isBundleId ? withBundleId(items, app) : undefined;
  if (!found) throw noApp(app);
  return found;
}

/** All pages. */
export async function* eachAppPage(
  client: Client,
  query: AppQuery | {next: string},
  signal?: AbortSignal,
): AsyncGenerator<AppPage> {
  const load = (target: string) => loadPage(client, target, signal);
  yield* eachPage(firstTarget(client, query), load, {origin: client.origin, path: PAGES.apps});
}

function firstTarget(client: Client, query: AppQuery | {next: string}): string {
  if ('next' in query) return nextTarget(query.next, client.origin, PAGES.apps);
  return withQuery(PATH.apps, {
    [filter('id')]: query.ids,
    [filter('bundleId')]: query.bundleIds,
    [filter('name')]: query.name,
    sort: 'name',
    include: [APP_VERSIONS_REL, APP_SUBMISSIONS_REL],
    [fields(TYPE.app)]: ['name', 'bundleId', 'sku', APP_VERSIONS_REL, APP_SUBMISSIONS_REL],
    [fields(TYPE.version)]: ['versionString', 'platform', OLD_STATE, NEW_STATE, 'createdDate'],
    [fields(TYPE.reviewSubmission)]: ['platform', 'state', 'submittedDate', REVIEW_SUBMISSION_VERSION],
    [limitOf(APP_VERSIONS_REL)]: PER_APP,
    [limitOf(APP_SUBMISSIONS_REL)]: PER_APP,
    limit: query.limit,
  });
}

async function loadPage(client: Client, target: string, signal?: AbortSignal): Promise<AppPage> {
  const {data, included = [], links, meta} = parseCollection(await client.get(target, signal));
  const versions = byId(TYPE.version, included);
  const submissions = byId(TYPE.reviewSubmission, included);
  return {
    items: data.map((app) => toAppOverview(app, versions, submissions)),
    links: toLinks(links),
    total: meta?.paging?.total,
    meta: meta as Record<string, unknown> | undefined,
  };
}
